//! Vectors of two, three and four floats.
//!
//! Plain structs to carry values in and out, not a maths library: every engine brings one of its
//! own. They convert from and to arrays and, with the feature `mint`, from and to the types that
//! most maths libraries of Rust understand. What a number means (pixels, metres) is the user's.

use super::{Delta, Lerp, Scalar};

macro_rules! vectors {
    ($($(#[$doc:meta])* $vector:ident<$n:literal> { $($axis:ident $index:literal)+ })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $vector<S = f32> {
            $(
                #[doc = concat!("Number ", $index, ", from 0.")]
                pub $axis: S,
            )+
        }

        impl<S> $vector<S> {
            /// A vector of these numbers.
            #[must_use]
            pub const fn new($($axis: S),+) -> Self {
                Self { $($axis),+ }
            }
        }

        impl<S> From<[S; $n]> for $vector<S> {
            fn from([$($axis),+]: [S; $n]) -> Self {
                Self { $($axis),+ }
            }
        }

        impl<S> From<$vector<S>> for [S; $n] {
            fn from($vector { $($axis),+ }: $vector<S>) -> Self {
                [$($axis),+]
            }
        }

        impl<S: Scalar> Lerp for $vector<S> {
            type Delta = Self;

            fn lerp(&self, to: &Self, t: f64) -> Self {
                Self { $($axis: self.$axis.lerp(&to.$axis, t)),+ }
            }
            fn minus(&self, from: &Self) -> Self {
                Self { $($axis: self.$axis.minus(&from.$axis)),+ }
            }
            fn plus(&self, delta: &Self) -> Self {
                Self { $($axis: self.$axis.plus(&delta.$axis)),+ }
            }
            fn is_finite(&self) -> bool {
                $(Lerp::is_finite(&self.$axis))&&+
            }
        }

        impl<S: Scalar> Delta for $vector<S> {
            fn zero() -> Self {
                Self { $($axis: S::zero()),+ }
            }
            fn and(&self, next: &Self) -> Self {
                Self { $($axis: self.$axis.and(&next.$axis)),+ }
            }
            fn scaled(&self, factor: f64) -> Self {
                Self { $($axis: self.$axis.scaled(factor)),+ }
            }
            fn is_finite(&self) -> bool {
                Lerp::is_finite(self)
            }
        }
    )* };
}

vectors! {
    /// Two floats: a place on the screen, a size.
    ///
    /// ```
    /// use cueline::value::{Lerp, Vec2};
    ///
    /// let corner = Vec2::from([3.0_f64, 4.0]);
    /// assert_eq!(Vec2::default().lerp(&corner, 0.5), Vec2::new(1.5, 2.0));
    /// ```
    Vec2<2> { x 0 y 1 }
    /// Three floats: a place in space, a scale.
    Vec3<3> { x 0 y 1 z 2 }
    /// Four floats; for rotations there is [`Quat`](super::Quat).
    Vec4<4> { x 0 y 1 z 2 w 3 }
}

impl<S: Scalar> Vec3<S> {
    /// The same vector in `f64`, in which all mathematics happens.
    pub(super) fn wide(self) -> [f64; 3] {
        [self.x.to_f64(), self.y.to_f64(), self.z.to_f64()]
    }

    /// The vector whose numbers are nearest to these.
    pub(super) fn narrow(wide: [f64; 3]) -> Self {
        wide.map(S::from_f64).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_goes_its_own_way() {
        let (from, to) = (Vec4::new(0.0_f32, 1.0, -1.0, 0.5), Vec4::new(1.0, 1.0, 1.0, 0.25));
        assert_eq!(from.lerp(&to, 0.5), Vec4::new(0.5, 1.0, 0.0, 0.375));
        assert_eq!(from.lerp(&to, 1.0), to);
        assert_eq!(from.plus(&to.minus(&from)), to);
        assert_eq!(to.minus(&from).scaled(-2.0), Vec4::new(-2.0, 0.0, -4.0, 0.5));
    }

    #[test]
    fn arrays_keep_the_order() {
        assert_eq!(<[f32; 3]>::from(Vec3::from([1.0, 2.0, 3.0])), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn one_number_that_is_not_finite_is_enough() {
        assert!(Lerp::is_finite(&Vec2::new(f32::MAX, f32::MIN)));
        assert!(!Lerp::is_finite(&Vec2::new(0.0, f32::NAN)));
        assert!(!Delta::is_finite(&Vec3::new(f64::INFINITY, 0.0, 0.0)));
    }
}
