//! Values of `glam`, for each version that has a feature.
//!
//! Vectors and matrices are interpolated component by component, rotations along the shorter arc at constant speed. The
//! code is that of this crate's types with the same names, so the results have the same bits. Tracks of `vec2`, `vec3`,
//! `vec4`, `rotation` and `matrix` write these values. An interpolated matrix, such as [`Mat4`] or an affine matrix,
//! shrinks half-way between two rotations.

use crate::{
    clip::{Animate, Field, Foreign, Value, ValueKind, ValueMut},
    digest::{Digest, Digester},
    value::{AxisAngle, Delta, Lerp, Mat4, Quat, Vec2, Vec3, Vec4},
};

/// Values whose numbers are blended one by one: their difference is of the same type.
macro_rules! numbers {
    ($($glam:ident)::+: $($name:ident $n:literal $to:ident $from:ident($($by:tt)*);)*) => {
        numbers! { @each ($($glam)::+) $($name $n $to $from($($by)*);)* }
    };
    (@each $glam:tt $($name:ident $n:literal $to:ident $from:ident($($by:tt)*);)*) => { $(
        numbers! { @one $glam $name $n $to $from($($by)*) }
    )* };
    (@one ($($glam:ident)::+) $name:ident $n:literal $to:ident $from:ident($($by:tt)*)) => {
        impl Lerp for $($glam)::+::$name {
            type Delta = Self;
            fn lerp(&self, to: &Self, t: f64) -> Self {
                Self::$from($($by)* Lerp::lerp(&self.$to(), &to.$to(), t))
            }
            fn minus(&self, from: &Self) -> Self {
                Self::$from($($by)* Lerp::minus(&self.$to(), &from.$to()))
            }
            fn plus(&self, delta: &Self) -> Self {
                Self::$from($($by)* Lerp::plus(&self.$to(), &delta.$to()))
            }
            fn is_finite(&self) -> bool {
                Lerp::is_finite(&self.$to())
            }
        }

        impl Delta for $($glam)::+::$name {
            fn zero() -> Self {
                Self::$from($($by)* [0.0; $n])
            }
            fn and(&self, next: &Self) -> Self {
                Lerp::plus(self, next)
            }
            fn scaled(&self, factor: f64) -> Self {
                Self::$from($($by)* Delta::scaled(&self.$to(), factor))
            }
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                Self::$from($($by)* Delta::stopped(&self.$to(), &left.$to(), &first.$to()))
            }
            fn is_finite(&self) -> bool {
                Lerp::is_finite(self)
            }
            fn is_zero(&self) -> bool {
                Delta::is_zero(&self.$to())
            }
        }

        impl Digest for $($glam)::+::$name {
            fn feed(&self, digester: &mut Digester) {
                self.$to().feed(digester);
            }
        }
    };
}

/// Types with the components of one of this crate's types: tracks of its kind write them.
macro_rules! kinds {
    ($glam:tt $($name:ident $ours:ident $kind:ident $n:literal $to:ident $from:ident($($by:tt)*);)*) => { $(
        kinds! { @one $glam $name $ours $kind $n $to $from($($by)*) }
    )* };
    (@one ($($glam:ident)::+) $name:ident $ours:ident $kind:ident $n:literal $to:ident $from:ident($($by:tt)*)) => {
        impl From<$($glam)::+::$name> for $ours {
            fn from(value: $($glam)::+::$name) -> Self {
                value.$to().into()
            }
        }

        impl From<$ours> for $($glam)::+::$name {
            fn from(value: $ours) -> Self {
                Self::$from($($by)* <[f32; $n]>::from(value))
            }
        }

        impl Foreign for $($glam)::+::$name {
            fn get(&self) -> Value {
                Value::$kind((*self).into())
            }
            fn set(&mut self, value: Value) -> bool {
                let Value::$kind(value) = value else { return false };
                *self = value.into();
                true
            }
        }
    };
}

/// Vectors and rotations: their parts have names.
macro_rules! parts {
    ($glam:tt $($name:ident $ours:ident $kind:ident { $($axis:ident)+ };)*) => { $(
        parts! { @one $glam $name $ours $kind { $($axis)+ } }
    )* };
    (@one ($($glam:ident)::+) $name:ident $ours:ident $kind:ident { $($axis:ident)+ }) => {
        impl Animate for $($glam)::+::$name {
            const KIND: Option<ValueKind> = Some(ValueKind::$kind);
            const FIELDS: &'static [Field] = <$ours as Animate>::FIELDS;
            fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                let Some((first, rest)) = place.split_first() else {
                    return Some(ValueMut::Foreign(self));
                };
                let mut index = 0;
                $(
                    if *first == index {
                        return self.$axis.slot(rest);
                    }
                    index += 1;
                )+
                let _ = index;
                None
            }
        }
    };
}

macro_rules! version {
    ($feature:literal $glam:ident $module:ident) => {
        #[cfg(feature = $feature)]
        mod $module {
            use super::*;

            numbers! { $glam:
                Vec2 2 to_array from_array();
                Vec3 3 to_array from_array();
                Vec3A 3 to_array from_array();
                Vec4 4 to_array from_array();
                Mat2 4 to_cols_array from_cols_array(&);
                Mat3 9 to_cols_array from_cols_array(&);
                Mat4 16 to_cols_array from_cols_array(&);
                Affine2 6 to_cols_array from_cols_array(&);
                Affine3A 12 to_cols_array from_cols_array(&);
            }
            kinds! { ($glam)
                Vec2 Vec2 Vec2 2 to_array from_array();
                Vec3 Vec3 Vec3 3 to_array from_array();
                Vec3A Vec3 Vec3 3 to_array from_array();
                Vec4 Vec4 Vec4 4 to_array from_array();
                Quat Quat Rotation 4 to_array from_array();
            }
            parts! { ($glam)
                Vec2 Vec2 Vec2 { x y };
                Vec3 Vec3 Vec3 { x y z };
                Vec3A Vec3 Vec3 { x y z };
                Vec4 Vec4 Vec4 { x y z w };
                Quat Quat Rotation { x y z w };
            }

            impl Lerp for $glam::Quat {
                type Delta = AxisAngle;
                fn lerp(&self, to: &Self, t: f64) -> Self {
                    Quat::from(*self).lerp(&(*to).into(), t).into()
                }
                fn minus(&self, from: &Self) -> AxisAngle {
                    Quat::from(*self).minus(&(*from).into())
                }
                fn plus(&self, delta: &AxisAngle) -> Self {
                    Quat::from(*self).plus(delta).into()
                }
                fn is_finite(&self) -> bool {
                    Lerp::is_finite(&self.to_array())
                }
            }

            impl Digest for $glam::Quat {
                fn feed(&self, digester: &mut Digester) {
                    self.to_array().feed(digester);
                }
            }

            impl From<$glam::Mat4> for Mat4 {
                fn from(matrix: $glam::Mat4) -> Self {
                    Self(matrix.to_cols_array())
                }
            }

            impl From<Mat4> for $glam::Mat4 {
                fn from(matrix: Mat4) -> Self {
                    Self::from_cols_array(&matrix.0)
                }
            }

            impl Foreign for $glam::Mat4 {
                fn get(&self) -> Value {
                    Value::Matrix((*self).into())
                }
                fn set(&mut self, value: Value) -> bool {
                    let Value::Matrix(value) = value else { return false };
                    *self = value.into();
                    true
                }
            }

            /// As a whole; its numbers have no places of their own.
            impl Animate for $glam::Mat4 {
                const KIND: Option<ValueKind> = Some(ValueKind::Matrix);
                const FIELDS: &'static [Field] = &[];
                fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                    place.is_empty().then_some(ValueMut::Foreign(self))
                }
            }

            #[cfg(test)]
            mod tests {
                use ::$glam as glam;

                use super::*;

                include!("glam/tests.rs");
            }
        }
    };
}

version! { "glam-027" glam_027 v027 }
version! { "glam-030" glam_030 v030 }
version! { "glam-032" glam_032 v032 }
version! { "glam-033" glam_033 v033 }
version! { "glam-034" glam_034 v034 }
