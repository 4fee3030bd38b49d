//! Points on a clock, in flicks.

use core::ops::{Add, AddAssign, Sub, SubAssign};

use super::Span;

/// A point on a clock, in flicks since that clock's zero. Operators saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Time(i64);

impl Time {
    /// The clock's zero.
    pub const ZERO: Self = Self(0);
    /// The latest time.
    pub const MAX: Self = Self(i64::MAX);
    /// The earliest time.
    pub const MIN: Self = Self(i64::MIN);

    /// The point `flicks` after the clock's zero.
    #[must_use]
    pub const fn from_flicks(flicks: i64) -> Self {
        Self(flicks)
    }

    /// Flicks since the clock's zero.
    #[must_use]
    pub const fn flicks(self) -> i64 {
        self.0
    }

    /// The point `ms` milliseconds after the clock's zero; saturates.
    #[must_use]
    pub const fn from_millis(ms: i64) -> Self {
        Self(Span::from_millis(ms).flicks())
    }
}

impl Add<Span> for Time {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.flicks()))
    }
}
impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}
impl Sub<Span> for Time {
    type Output = Self;
    fn sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub(span.flicks()))
    }
}
impl SubAssign<Span> for Time {
    fn sub_assign(&mut self, span: Span) {
        *self = *self - span;
    }
}
impl Sub for Time {
    type Output = Span;
    fn sub(self, earlier: Self) -> Span {
        Span::from_flicks(self.0.saturating_sub(earlier.0))
    }
}
