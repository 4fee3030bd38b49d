//! [`Digest`] for the value types of this crate, so that a payload with a vector or a colour has one.

use super::{AxisAngle, Color, Discrete, Mat4, Oklab, Quat, Transform, Vec2, Vec3, Vec4};
use crate::digest::{Digest, Digester};

macro_rules! values {
    ($($value:ident $(<$scalar:ident>)? { $($part:tt)* })*) => { $(
        impl$(<$scalar: Digest>)? Digest for $value$(<$scalar>)? {
            fn feed(&self, digester: &mut Digester) {
                $(self.$part.feed(digester);)*
            }
        }
    )* };
}

values! {
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

impl Digest for Discrete {
    fn feed(&self, digester: &mut Digester) {
        self.count().feed(digester);
    }
}
