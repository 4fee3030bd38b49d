//! Numbers as values.
//!
//! Floats are blended in `f64`; integers move in whole steps and never wrap around. The difference of two values may be
//! larger than the largest number of the type. Then a blend of floats is computed from both ends, and the distance of two
//! integers is an unsigned number. Integers of 128 bits are no values: no type holds their differences.

use core::fmt;

use super::{Delta, Lerp};

/// The type of the numbers in a vector, a quaternion or a matrix: `f32` or `f64`.
pub trait Scalar:
    Sealed + Lerp<Delta = Self> + Delta + Copy + Default + PartialEq + PartialOrd + fmt::Debug
{
    /// The nearest number of this type. A number that is too large becomes infinite.
    #[must_use]
    fn from_f64(number: f64) -> Self;

    /// The same number as an `f64`, exactly.
    #[must_use]
    fn to_f64(self) -> f64;
}

/// The number nearest to `from` that is the same angle as `to`, where `turn` is a whole turn: 360 for degrees and hues.
///
/// A number has no short way of its own, so it can turn more than once: a target of 720 is two turns. For the short way,
/// make the target with this function. Exactly half a turn goes either way. A `turn` of zero or NaN gives NaN, which a
/// [`Moving`](super::Moving) refuses.
///
/// ```
/// use cueline::{prelude::*, value::short_way};
///
/// let (now, mut heading) = (Time::ZERO, Moving::at(350.0_f32));
/// heading.tween_to(now, short_way(350.0, 10.0, 360.0), ms(300), Easing::Linear);
/// assert_eq!(heading.value(now + ms(150)), 360.0, "20 degrees on, not 340 back");
/// assert_eq!(*heading.target(), 370.0);
/// ```
#[must_use]
pub fn short_way<S: Scalar>(from: S, to: S, turn: S) -> S {
    let (from, to, turn) = (from.to_f64(), to.to_f64(), turn.to_f64());
    S::from_f64(from + libm::remainder(to - from, turn))
}

/// Keeps [`Scalar`] to the types of this module.
pub trait Sealed {}

macro_rules! float {
    ($($float:ident)*) => { $(
        impl Sealed for $float {}

        #[allow(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
        #[allow(clippy::unnecessary_cast, reason = "for f32 and f64")]
        impl Scalar for $float {
            #[inline]
            fn from_f64(number: f64) -> Self {
                number as Self
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        /// Computed in `f64` and rounded once.
        ///
        /// For `t` from 0 to 1 the result is never outside of the two values. Each sum of differences is rounded once,
        /// as every sum of floats.
        impl Lerp for $float {
            type Delta = Self;
            #[inline]
            fn lerp(&self, to: &Self, t: f64) -> Self {
                let (from, difference) = (self.to_f64(), to.to_f64() - self.to_f64());
                if t > 0.0 && t < 1.0 && is_ordinary(difference) {
                    return Self::from_f64(kept((from, to.to_f64()), from + difference * t));
                }
                // The ends to the bit, whatever the arithmetic between them makes of -0 or infinity.
                if t == 0.0 || self == to && t != 1.0 {
                    *self
                } else if t == 1.0 {
                    *to
                } else {
                    Self::from_f64(beyond((from, to.to_f64()), t))
                }
            }
            fn minus(&self, from: &Self) -> Self {
                self - from
            }
            fn plus(&self, delta: &Self) -> Self {
                self + delta
            }
            fn is_finite(&self) -> bool {
                Self::is_finite(*self)
            }
        }

        impl Delta for $float {
            fn zero() -> Self {
                0.0
            }
            fn and(&self, next: &Self) -> Self {
                self + next
            }
            fn scaled(&self, factor: f64) -> Self {
                Self::from_f64(self.to_f64() * factor)
            }
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                let goes = *left > 0.0 && *first > 0.0 || *left < 0.0 && *first < 0.0;
                if goes { *self } else { 0.0 }
            }
            fn is_finite(&self) -> bool {
                Self::is_finite(*self)
            }
            fn is_zero(&self) -> bool {
                self.to_bits() == 0
            }
        }
    )* };
}

/// Whether a difference is neither zero nor infinite nor NaN. As integers, so that one comparison is enough.
// In each `lerp` of a float: a call would take longer than the work.
#[inline(always)]
const fn is_ordinary(difference: f64) -> bool {
    let size = difference.to_bits() << 1; // without the sign
    size.wrapping_sub(1) < (f64::INFINITY.to_bits() << 1) - 1
}

/// Rounding may carry a sum past the end by its last bit: then that end.
// As `is_ordinary`.
#[inline(always)]
fn kept((from, to): (f64, f64), at: f64) -> f64 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    let up = if at < low { low } else { at };
    if up > high { high } else { up }
}

/// The number at `t`, outside of 0 to 1 or between two numbers that are very far apart.
#[inline(never)]
fn beyond((from, to): (f64, f64), t: f64) -> f64 {
    let difference = to - from;
    // Two finite numbers can lie further apart than the largest one.
    let at = if difference.is_finite() { from + difference * t } else { from * (1.0 - t) + to * t };
    if (0.0..=1.0).contains(&t) { kept((from, to), at) } else { at }
}

/// `$unsigned` holds the distance of any two values, and `$delta` holds it with a sign. `$up` and `$down` move a value by
/// one and stop at the end of the type.
macro_rules! integer {
    ($($int:ident: $unsigned:ident $delta:ident $up:ident $down:ident,)*) => { $(
        /// Moves in whole steps, rounded to the nearest step; half a step rounds away from the start. So half-way from 0
        /// to 5 is 3, and half-way from 5 to 0 is 2. A distance of more than 2^53 is rounded to 53 bits in between.
        ///
        /// A number never wraps around: whatever overshoots (a spring, an easing, a cubic) stops at the smallest and the
        /// largest number of the type. A difference is an `i64`, or an `i128` for types of 64 bits, so it holds the
        /// distance of any two values exactly.
        impl Lerp for $int {
            type Delta = $delta;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
            #[allow(clippy::cast_lossless, reason = "the widest do not fit")]
            fn lerp(&self, to: &Self, t: f64) -> Self {
                if t == 1.0 {
                    return *to;
                }
                let distance = self.abs_diff(*to);
                let steps = libm::round(libm::fabs(distance as f64 * t)) as $unsigned;
                // A large distance may have been rounded up.
                let steps = if (0.0..1.0).contains(&t) { steps.min(distance) } else { steps };
                if (self < to) == (t > 0.0) { self.$up(steps) } else { self.$down(steps) }
            }
            #[allow(clippy::cast_lossless, reason = "`From` is not implemented for `usize`")]
            fn minus(&self, from: &Self) -> $delta {
                *self as $delta - *from as $delta // fits: `$delta` is wider than the type
            }
            #[allow(clippy::cast_lossless, reason = "`From` is not implemented for `usize`")]
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            fn plus(&self, delta: &$delta) -> Self {
                let sum = (*self as $delta).saturating_add(*delta);
                sum.clamp(Self::MIN as $delta, Self::MAX as $delta) as Self
            }
        }
    )* };
}

macro_rules! integer_delta {
    ($($int:ident)*) => { $(
        /// Sums saturate. Products are rounded to the nearest whole number, half away from zero, and saturate.
        impl Delta for $int {
            fn zero() -> Self {
                0
            }
            fn and(&self, next: &Self) -> Self {
                self.saturating_add(*next)
            }
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            fn scaled(&self, factor: f64) -> Self {
                if factor == 1.0 { *self } else { libm::round(*self as f64 * factor) as Self }
            }
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                if left.signum() * first.signum() == 1 { *self } else { 0 }
            }
            fn is_zero(&self) -> bool {
                *self == 0
            }
        }
    )* };
}

float!(f32 f64);
integer! {
    i8: u8 i64 saturating_add_unsigned saturating_sub_unsigned,
    i16: u16 i64 saturating_add_unsigned saturating_sub_unsigned,
    i32: u32 i64 saturating_add_unsigned saturating_sub_unsigned,
    i64: u64 i128 saturating_add_unsigned saturating_sub_unsigned,
    isize: usize i128 saturating_add_unsigned saturating_sub_unsigned,
    u8: u8 i64 saturating_add saturating_sub,
    u16: u16 i64 saturating_add saturating_sub,
    u32: u32 i64 saturating_add saturating_sub,
    u64: u64 i128 saturating_add saturating_sub,
    usize: usize i128 saturating_add saturating_sub,
}
integer_delta!(i64 i128);

#[cfg(test)]
mod tests;
