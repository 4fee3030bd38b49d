//! Points on a clock, in flicks.

use core::fmt;
use core::ops::{Add, AddAssign, Sub, SubAssign};

use super::Span;

/// A point on a clock, in flicks since that clock's zero. Operators saturate.
///
/// Two points of one clock can lie further apart than a [`Span`] holds (414 years): their difference saturates then.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Time(i64);

crate::digest::digested! { struct Time(it) }

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

    /// The point `secs` seconds after the clock's zero; saturates.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self(Span::from_secs(secs).flicks())
    }

    /// The point `span` after the clock's zero.
    #[must_use]
    pub const fn at(span: Span) -> Self {
        Self(span.flicks())
    }

    /// The span since the clock's zero.
    #[must_use]
    pub const fn since_zero(self) -> Span {
        Span::from_flicks(self.0)
    }

    /// The point `span` later, `None` beyond the clock's end.
    #[must_use]
    pub const fn checked_add(self, span: Span) -> Option<Self> {
        match self.0.checked_add(span.flicks()) {
            Some(flicks) => Some(Self(flicks)),
            None => None,
        }
    }

    /// The point `span` earlier, `None` beyond the clock's end.
    #[must_use]
    pub const fn checked_sub(self, span: Span) -> Option<Self> {
        match self.0.checked_sub(span.flicks()) {
            Some(flicks) => Some(Self(flicks)),
            None => None,
        }
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
impl fmt::Debug for Time {
    /// As [`Display`](fmt::Display), in the name of the type: `Time(1.5 s)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Time({self})")
    }
}

impl fmt::Display for Time {
    /// The span since the clock's zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.since_zero().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn times_saturate_at_the_clocks_ends() {
        assert_eq!(Time::MAX + Span::FLICK, Time::MAX);
        assert_eq!(Time::MIN - Span::FLICK, Time::MIN);
        assert_eq!(Time::ZERO - Span::MIN, Time::MAX);
        assert_eq!(Time::MAX - Time::MIN, Span::MAX);
        assert_eq!(Time::MAX.checked_add(Span::FLICK), None);
        assert_eq!(Time::MIN.checked_sub(Span::FLICK), None);
        assert_eq!(Time::from_secs(i64::MAX), Time::MAX);
    }

    #[test]
    fn a_time_reads_as_its_span_since_zero() {
        let time = Time::from_millis(1500);
        assert_eq!(time.to_string(), "1.5 s");
        assert_eq!(Time::at(time.since_zero()), time);
    }

    #[test]
    fn a_time_moves_by_a_span() {
        let mut time = Time::from_millis(5);
        time += Span::from_millis(4);
        assert_eq!(time, Time::from_millis(9));
        time -= Span::from_millis(7);
        assert_eq!(time, Time::from_millis(2));
    }
}
