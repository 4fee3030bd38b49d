//! Vectors of two, three and four floats.
//!
//! Plain structs with `+ - * / -`, for games without a maths library. `glam`'s own vectors are values too
//! (features `glam-027` to `glam-034`). The vectors of Cueline convert from and to arrays. You choose the unit of the
//! numbers (pixels, metres).

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

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

        impl<S: Add<Output = S>> Add for $vector<S> {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self { $($axis: self.$axis + other.$axis),+ }
            }
        }

        impl<S: Sub<Output = S>> Sub for $vector<S> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self { $($axis: self.$axis - other.$axis),+ }
            }
        }

        impl<S: Copy + Mul<Output = S>> Mul<S> for $vector<S> {
            type Output = Self;
            fn mul(self, factor: S) -> Self {
                Self { $($axis: self.$axis * factor),+ }
            }
        }

        impl<S: Copy + Div<Output = S>> Div<S> for $vector<S> {
            type Output = Self;
            fn div(self, divisor: S) -> Self {
                Self { $($axis: self.$axis / divisor),+ }
            }
        }

        impl<S: Neg<Output = S>> Neg for $vector<S> {
            type Output = Self;
            fn neg(self) -> Self {
                Self { $($axis: -self.$axis),+ }
            }
        }

        impl<S: AddAssign> AddAssign for $vector<S> {
            fn add_assign(&mut self, other: Self) {
                $(self.$axis += other.$axis;)+
            }
        }

        impl<S: SubAssign> SubAssign for $vector<S> {
            fn sub_assign(&mut self, other: Self) {
                $(self.$axis -= other.$axis;)+
            }
        }

        impl<S: Scalar> Lerp for $vector<S> {
            type Delta = Self;

            #[inline]
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
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                Self { $($axis: self.$axis.stopped(&left.$axis, &first.$axis)),+ }
            }
            fn is_finite(&self) -> bool {
                Lerp::is_finite(self)
            }
            fn is_zero(&self) -> bool {
                $(self.$axis.is_zero())&&+
            }
        }
    )* };
}

vectors! {
    /// Two floats: a place on the screen, a size.
    ///
    /// Equal vectors have equal hashes: -0.0 is hashed as 0.0, NaN by its bits.
    ///
    /// ```
    /// use cueline::value::{Lerp, Vec2};
    ///
    /// let corner = Vec2::new(3.0_f64, 4.0);
    /// assert_eq!(Vec2::default().lerp(&corner, 0.5), corner / 2.0);
    /// assert_eq!(-(corner + Vec2::from([1.0, 0.0])) * 2.0, Vec2::new(-8.0, -8.0));
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
    fn operators_work_number_by_number() {
        let (a, b) = (Vec3::new(1.0_f32, -2.0, 3.0), Vec3::new(0.5, 4.0, -1.0));
        assert_eq!((a + b, a - b), (Vec3::new(1.5, 2.0, 2.0), Vec3::new(0.5, -6.0, 4.0)));
        assert_eq!((a * 2.0, a / 2.0, -a), (a + a, a * 0.5, Vec3::default() - a));
        let mut c = a;
        c += b;
        c -= a;
        c = c * 4.0 / 2.0;
        assert_eq!(c, b * 2.0);
    }

    #[test]
    fn equal_vectors_have_equal_digests() {
        use crate::digest::digest;

        let (a, b) = (Vec2::new(0.0_f32, f32::NAN), Vec2::new(-0.0, f32::NAN));
        assert_eq!(digest(&a), digest(&b));
        assert_ne!(digest(&Vec2::new(1.0_f32, 2.0)), digest(&Vec2::new(2.0_f32, 1.0)));
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
