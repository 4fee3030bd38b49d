//! Plain numbers, so that clips can be built and tested before the module on values
//! is there. To be deleted then.

use super::{Delta, Lerp};

macro_rules! float {
    ($($float:ident)*) => { $(
        impl Lerp for $float {
            type Delta = Self;
            #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast, reason = "for f32 and f64")]
            fn lerp(&self, to: &Self, t: f64) -> Self {
                if t == 1.0 { *to } else { self + (to - self) * t as $float }
            }
            fn minus(&self, from: &Self) -> Self {
                self - from
            }
            fn plus(&self, delta: &Self) -> Self {
                self + delta
            }
            fn is_finite(&self) -> bool {
                $float::is_finite(*self)
            }
        }

        impl Delta for $float {
            fn zero() -> Self {
                0.0
            }
            fn and(&self, next: &Self) -> Self {
                self + next
            }
            #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast, reason = "for f32 and f64")]
            fn scaled(&self, factor: f64) -> Self {
                self * factor as $float
            }
            fn is_finite(&self) -> bool {
                $float::is_finite(*self)
            }
        }
    )* };
}

/// Differences wrap around, so that they add up exactly.
macro_rules! integer {
    ($($int:ident)*) => { $(
        impl Lerp for $int {
            type Delta = Self;
            fn lerp(&self, to: &Self, t: f64) -> Self {
                self.plus(&to.minus(self).scaled(t))
            }
            fn minus(&self, from: &Self) -> Self {
                self.wrapping_sub(*from)
            }
            fn plus(&self, delta: &Self) -> Self {
                self.wrapping_add(*delta)
            }
        }

        impl Delta for $int {
            fn zero() -> Self {
                0
            }
            fn and(&self, next: &Self) -> Self {
                self.wrapping_add(*next)
            }
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            fn scaled(&self, factor: f64) -> Self {
                libm::round(*self as f64 * factor) as $int
            }
        }
    )* };
}

float!(f32 f64);
integer!(i32 i64);
