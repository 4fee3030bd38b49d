//! The distance between two values.

use cueline::value::{Quat, Transform};

use super::{
    Tolerance,
    quantize::{nearest, restored, unit},
};
use crate::value::{InFile, all_kinds};

/// The largest difference of two numbers, and the angle between two rotations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Distance {
    pub(super) numbers: f64,
    pub(super) radians: f64,
}

impl Distance {
    pub(super) fn within(self, tolerance: &Tolerance) -> bool {
        self.numbers <= tolerance.numbers && self.radians <= tolerance.radians
    }

    pub(super) fn max(self, other: Self) -> Self {
        Self { numbers: self.numbers.max(other.numbers), radians: self.radians.max(other.radians) }
    }
}

/// A kind of value with a distance, and with rounding.
pub(super) trait Measured: InFile {
    fn distance(&self, other: &Self) -> Distance;

    /// The value with its rotations rounded to the stored 48 bits.
    fn rounded(self) -> Self {
        self
    }
}

fn numbers<const N: usize>(one: [f32; N], other: [f32; N]) -> Distance {
    let pairs = one.into_iter().zip(other);
    let largest = pairs.map(|(one, other)| (f64::from(one) - f64::from(other)).abs());
    Distance { numbers: largest.fold(0.0, f64::max), radians: 0.0 }
}

/// The distance of each kind. A kind without an arm is compressed without loss.
macro_rules! measured {
    (F32 $type:ty) => { measured!($type: value => [*value]); };
    (F64 $type:ty) => { measured!($type: one, other => *one - *other); };
    (I32 $type:ty) => { measured!($type: one, other => f64::from(*one) - f64::from(*other)); };
    (Vec2 $type:ty) => { measured!($type: value => (*value).into()); };
    (Vec3 $type:ty) => { measured!($type: value => (*value).into()); };
    (Vec4 $type:ty) => { measured!($type: value => (*value).into()); };
    (Matrix $type:ty) => { measured!($type: value => value.0); };
    (Color $type:ty) => { measured!($type: value => [value.r, value.g, value.b, value.a]); };
    (Oklab $type:ty) => { measured!($type: value => [value.l, value.a, value.b, value.alpha]); };
    // With an `impl` of their own below.
    (I64 $type:ty) => {};
    (Rotation $type:ty) => {};
    (Transform $type:ty) => {};
    ($kind:ident $type:ty) => {
        /// A change of a discrete value exceeds every tolerance.
        impl Measured for $type {
            fn distance(&self, other: &Self) -> Distance {
                let numbers = if self == other { 0.0 } else { f64::INFINITY };
                Distance { numbers, radians: 0.0 }
            }
        }
    };
    ($type:ty: $value:ident => $numbers:expr) => {
        impl Measured for $type {
            fn distance(&self, other: &Self) -> Distance {
                let numbers_of = |$value: &Self| $numbers;
                numbers(numbers_of(self), numbers_of(other))
            }
        }
    };
    ($type:ty: $one:ident, $other:ident => $difference:expr) => {
        impl Measured for $type {
            fn distance(&self, $other: &Self) -> Distance {
                let $one = self;
                let difference: f64 = $difference;
                Distance { numbers: difference.abs(), radians: 0.0 }
            }
        }
    };
}

macro_rules! all_measured {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => { $(measured!($kind $type);)* };
}

all_kinds!(all_measured);

impl Measured for i64 {
    fn distance(&self, other: &Self) -> Distance {
        Distance { numbers: self.abs_diff(*other) as f64, radians: 0.0 }
    }
}

impl Measured for Quat {
    /// The angle of the shorter rotation between the two: twice the arc sine of half their distance on the sphere,
    /// which is exact for small angles too.
    fn distance(&self, other: &Self) -> Distance {
        let (one, other) = (unit(self), unit(other));
        let apart = |sign: f64| {
            let parts = one.iter().zip(other).map(|(one, other)| one - sign * other);
            parts.map(|part| part * part).sum::<f64>().sqrt()
        };
        let apart = apart(1.0).min(apart(-1.0));
        Distance { numbers: 0.0, radians: 4.0 * libm::asin((apart / 2.0).min(1.0)) }
    }

    fn rounded(self) -> Self {
        restored(nearest(self))
    }
}

impl Measured for Transform {
    fn distance(&self, other: &Self) -> Distance {
        let scale = self.scale.distance(&other.scale);
        let rotation = self.rotation.distance(&other.rotation);
        scale.max(rotation).max(self.translation.distance(&other.translation))
    }

    fn rounded(self) -> Self {
        Self { rotation: self.rotation.rounded(), ..self }
    }
}
