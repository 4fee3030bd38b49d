//! [`Hash`] for the value types of this crate, so that a payload with a vector or a colour has a digest.
//!
//! -0.0 hashes as 0.0, because the two are equal; NaN hashes by its bits.

use core::hash::{Hash, Hasher};

use super::{AxisAngle, Color, Discrete, Mat4, Oklab, Quat, Transform, Vec2, Vec3, Vec4};
use crate::digest::Bits;

macro_rules! bits {
    ($($value:ident $(<$scalar:ident>)? { $($part:tt)* })*) => { $(
        impl$(<$scalar: Bits>)? Bits for $value$(<$scalar>)? {
            fn feed(&self, hasher: &mut impl Hasher) {
                $(self.$part.feed(hasher);)*
            }
        }

        impl$(<$scalar: Bits>)? Hash for $value$(<$scalar>)? {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                self.feed(hasher);
            }
        }
    )* };
}

bits! {
    Vec2<S> { x y }
    Vec3<S> { x y z }
    Vec4<S> { x y z w }
    Quat<S> { x y z w }
    AxisAngle<S> { vector }
    Mat4<S> { 0 }
    Transform<S> { scale rotation translation }
    Color { r g b a }
    Oklab { l a b alpha }
}

impl Bits for Discrete {
    fn feed(&self, hasher: &mut impl Hasher) {
        self.count().feed(hasher);
    }
}
