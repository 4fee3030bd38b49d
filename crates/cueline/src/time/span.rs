//! Lengths of time in flicks.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Flicks in a second: a number that the usual frame and sample rates divide.
pub const FLICKS_PER_SECOND: i64 = 705_600_000;
/// Flicks in a millisecond.
pub const FLICKS_PER_MILLISECOND: i64 = FLICKS_PER_SECOND / 1000;

/// A length of time in flicks, 1/705,600,000 s; may be negative. Operators saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span(i64);

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The longest span, a little over 414 years.
    pub const MAX: Self = Self(i64::MAX);
    /// The longest span backwards.
    pub const MIN: Self = Self(i64::MIN);

    /// A span of `flicks`.
    #[must_use]
    pub const fn from_flicks(flicks: i64) -> Self {
        Self(flicks)
    }

    /// Its length in flicks.
    #[must_use]
    pub const fn flicks(self) -> i64 {
        self.0
    }

    /// A span of `ms` milliseconds; saturates.
    #[must_use]
    pub const fn from_millis(ms: i64) -> Self {
        Self(ms.saturating_mul(FLICKS_PER_MILLISECOND))
    }

    /// A span of `secs` whole seconds; saturates.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(FLICKS_PER_SECOND))
    }

    /// Whether it is no time at all.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The share of `whole` that this span is, as in `elapsed.ratio(duration)`; 1 where `whole` is zero.
    #[must_use]
    pub fn ratio(self, whole: Self) -> f64 {
        if whole.0 == 0 { 1.0 } else { self.0 as f64 / whole.0 as f64 }
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
impl AddAssign for Span {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl Sub for Span {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}
impl SubAssign for Span {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl Neg for Span {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}
impl Mul<i64> for Span {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}
