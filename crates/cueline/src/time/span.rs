//! Lengths of time in flicks.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::round::{div_nearest, saturate};

/// Flicks in a second: a number that the usual frame and sample rates divide.
pub const FLICKS_PER_SECOND: i64 = 705_600_000;
/// Flicks in a millisecond.
pub const FLICKS_PER_MILLISECOND: i64 = FLICKS_PER_SECOND / 1000;

/// A length of time in flicks, 1/705,600,000 s; may be negative.
///
/// Whole seconds, milliseconds and frames at the usual rates are exact. What is not (most
/// microseconds and nanoseconds, floats) goes to the nearest flick, halves away from zero.
/// Operators and the plain constructors saturate; `checked_` methods answer `None` instead.
///
/// # Examples
///
/// ```
/// use cueline::time::{Span, SpanError, TickRate};
///
/// assert_eq!(Span::from_frames(90, TickRate::HZ_60), Span::from_millis(1500));
/// assert_eq!(Span::from_secs_f64(0.25)?, Span::from_millis(250));
/// assert_eq!(Span::from_millis(1500).to_string(), "1.5 s");
///
/// assert_eq!(Span::from_secs_f64(f64::NAN), Err(SpanError::NotFinite));
/// assert!(Span::from_secs_f64(1e11).is_err(), "over 400 years");
/// # Ok::<(), SpanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span(i64);

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The shortest span there is.
    pub const FLICK: Self = Self(1);
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

    /// A span of `ms` milliseconds, exactly; saturates.
    #[must_use]
    pub const fn from_millis(ms: i64) -> Self {
        Self(ms.saturating_mul(FLICKS_PER_MILLISECOND))
    }

    /// A span of `secs` whole seconds, exactly; saturates.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(FLICKS_PER_SECOND))
    }

    /// Whether it is no time at all.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether it leads backwards.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Its length whichever way it leads; saturates.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// The share of `whole` that this span is, as in `elapsed.ratio(duration)`; 1 where `whole` is zero.
    #[must_use]
    pub fn ratio(self, whole: Self) -> f64 {
        if whole.0 == 0 { 1.0 } else { self.0 as f64 / whole.0 as f64 }
    }

    /// The sum, `None` beyond the range.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::wrap(self.0.checked_add(other.0))
    }

    /// The difference, `None` beyond the range.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::wrap(self.0.checked_sub(other.0))
    }

    /// `times` this span, `None` beyond the range.
    #[must_use]
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        Self::wrap(self.0.checked_mul(times))
    }

    /// One of `parts` equal parts, to the nearest flick; saturates. `None` for zero parts.
    #[must_use]
    pub const fn checked_div(self, parts: i64) -> Option<Self> {
        if parts == 0 {
            return None;
        }
        // Turned so that the divisor is above zero.
        let n = if parts < 0 { -(self.0 as i128) } else { self.0 as i128 };
        Some(Self(saturate(div_nearest(n, (parts as i128).abs()))))
    }

    /// How often `whole` fits into it, so that [what remains](Self::checked_rem_euclid) is not negative.
    /// `None` where `whole` is zero; saturates.
    #[must_use]
    pub const fn checked_div_euclid(self, whole: Self) -> Option<i64> {
        if whole.0 == 0 {
            None
        } else {
            Some(saturate((self.0 as i128).div_euclid(whole.0 as i128)))
        }
    }

    /// What remains of it after as many `whole` as fit: from zero up to, not including, the length of
    /// `whole`, for a negative span too. `None` where `whole` is zero.
    #[must_use]
    pub const fn checked_rem_euclid(self, whole: Self) -> Option<Self> {
        if whole.0 == 0 {
            None
        } else {
            Some(Self(saturate((self.0 as i128).rem_euclid(whole.0 as i128))))
        }
    }

    const fn wrap(flicks: Option<i64>) -> Option<Self> {
        match flicks {
            Some(flicks) => Some(Self(flicks)),
            None => None,
        }
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
impl Sum for Span {
    /// Saturates only where the whole sum is out of range, whatever the order of its parts.
    fn sum<I: Iterator<Item = Self>>(spans: I) -> Self {
        Self(saturate(spans.fold(0i128, |sum, span| sum.saturating_add(span.0.into()))))
    }
}

impl fmt::Display for Span {
    /// `1.5 s`, `250 ms`; what is no whole number of milliseconds in flicks, which are always exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % FLICKS_PER_MILLISECOND != 0 {
            let unit = if self.0.unsigned_abs() == 1 { "flick" } else { "flicks" };
            return write!(f, "{} {unit}", self.0);
        }
        let ms = self.0 / FLICKS_PER_MILLISECOND;
        if ms != 0 && ms.unsigned_abs() < 1000 {
            return write!(f, "{ms} ms");
        }
        let sign = if ms < 0 { "-" } else { "" };
        let (secs, rest) = (ms.unsigned_abs() / 1000, ms.unsigned_abs() % 1000);
        match rest {
            0 => write!(f, "{sign}{secs} s"),
            _ if rest % 100 == 0 => write!(f, "{sign}{secs}.{} s", rest / 100),
            _ if rest % 10 == 0 => write!(f, "{sign}{secs}.{:02} s", rest / 10),
            _ => write!(f, "{sign}{secs}.{rest:03} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TickRate;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn operators_saturate_and_checked_methods_refuse() {
        assert_eq!(Span::MAX + Span::FLICK, Span::MAX);
        assert_eq!(Span::MIN - Span::FLICK, Span::MIN);
        assert_eq!(-Span::MIN, Span::MAX);
        assert_eq!(Span::MIN.abs(), Span::MAX);
        assert_eq!(Span::MIN * 2, Span::MIN);
        assert_eq!(Span::MAX.checked_add(Span::FLICK), None);
        assert_eq!(Span::FLICK.checked_add(Span::FLICK), Some(Span::from_flicks(2)));
        assert_eq!(Span::MIN.checked_sub(Span::FLICK), None);
        assert_eq!(Span::MAX.checked_mul(2), None);
        assert_eq!(Span::MIN.checked_div(-1), Some(Span::MAX));
        assert_eq!(Span::MIN.checked_div_euclid(-Span::FLICK), Some(i64::MAX));
        assert_eq!(Span::MIN.checked_rem_euclid(-Span::FLICK), Some(Span::ZERO));
        assert_eq!(
            [Span::MAX, Span::MAX, Span::MIN, Span::MIN].into_iter().sum::<Span>().flicks(),
            -2
        );
    }

    #[test]
    fn parts_and_remainders() {
        let s = Span::from_flicks;
        assert_eq!(s(7).checked_div(2), Some(s(4)), "to the nearest, halves away from zero");
        assert_eq!(s(7).checked_div(-2), Some(s(-4)));
        assert_eq!(s(7).checked_div(0), None);
        for (span, whole, times, rest) in
            [(7, 3, 2, 1), (-7, 3, -3, 2), (6, 3, 2, 0), (-7, -3, 3, 2)]
        {
            assert_eq!(s(span).checked_div_euclid(s(whole)), Some(times), "{span} / {whole}");
            assert_eq!(s(span).checked_rem_euclid(s(whole)), Some(s(rest)), "{span} % {whole}");
        }
        assert_eq!(s(7).checked_rem_euclid(Span::ZERO), None);
    }

    #[test]
    fn it_reads_well() {
        let cases = [
            (Span::ZERO, "0 s"),
            (Span::from_millis(250), "250 ms"),
            (Span::from_millis(-1), "-1 ms"),
            (Span::from_millis(1000), "1 s"),
            (Span::from_millis(-1500), "-1.5 s"),
            (Span::from_millis(1050), "1.05 s"),
            (Span::from_millis(61_007), "61.007 s"),
            (Span::FLICK, "1 flick"),
            (Span::from_frames(1, TickRate::HZ_60), "11760000 flicks"),
            (Span::MIN, "-9223372036854775808 flicks"),
        ];
        for (span, text) in cases {
            assert_eq!(span.to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(a in any::<i64>(), b in any::<i64>()) {
            let (s, t) = (Span::from_flicks(a), Span::from_flicks(b));
            let _ = (s + t, s - t, -s, s * b, s.abs(), s.ratio(t), s.to_string());
            let _ = (s.checked_div(b), s.checked_div_euclid(t), s.checked_rem_euclid(t));
            let _ = (Span::from_secs(a), Span::from_millis(a));
        }
    }
}
