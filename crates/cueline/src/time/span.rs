//! Durations in flicks.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use super::round::{div_nearest, saturate};

/// Flicks in a second: a number that the usual frame and sample rates divide.
pub const FLICKS_PER_SECOND: i64 = 705_600_000;
/// Flicks in a millisecond.
pub const FLICKS_PER_MILLISECOND: i64 = FLICKS_PER_SECOND / 1000;

/// A duration in flicks, 1/705,600,000 s; may be negative.
///
/// Whole seconds, milliseconds and frames at the usual rates are exact. Most microseconds, nanoseconds
/// and floats are not: they are rounded to the nearest flick, halves away from zero.
/// Operators, `From` and the plain constructors saturate; `checked_` methods return `None` instead.
///
/// [`ms`] and [`secs`] are the short constructors. A measured time in seconds may be NaN, so an `f32` or an `f64` converts by
/// `TryFrom`. A step that returns a `Result`, such as [`Sequencer::advance`](crate::sequencer::Sequencer::advance), takes
/// seconds as they are and refuses what is no time. All other calls take a `Span` or a [`Duration`](core::time::Duration),
/// which always are times.
///
/// # Examples
///
/// ```
/// use cueline::time::{Span, TimeError, TickRate, ms, secs};
///
/// assert_eq!(Span::from_frames(90, TickRate::HZ_60), secs(1.5));
/// assert_eq!(Span::try_from(0.25_f32), Ok(ms(250))); // the `dt` of a frame
/// assert_eq!(ms(40) * 3 + ms(300) / 2, ms(270));
/// assert_eq!(ms(1500).to_string(), "1.5 s");
///
/// assert_eq!(Span::from_secs_f64(f64::NAN), Err(TimeError::NotFinite));
/// assert!(Span::from_secs_f64(1e11).is_err(), "over 400 years");
/// # Ok::<(), TimeError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span(i64);

crate::digest::digested! { struct Span(it) }

/// A span of whole milliseconds, exactly; saturates.
///
/// ```
/// use cueline::time::{Span, ms};
///
/// const DEAL: Span = ms(350);
/// let delays: Vec<Span> = (0..3).map(|card| ms(40) * card).collect();
/// assert_eq!(delays, [Span::ZERO, ms(40), ms(80)]);
/// assert_eq!(DEAL / 2, ms(175));
/// ```
#[must_use]
pub const fn ms(milliseconds: i64) -> Span {
    Span::from_millis(milliseconds)
}

/// A span of seconds, to the nearest flick.
///
/// For durations that stand in source. NaN counts as zero. Infinities and everything beyond 414 years saturate to
/// [`Span::MAX`] and [`Span::MIN`]. For a number that was measured or read, `Span::try_from(seconds)` returns an error
/// instead.
///
/// ```
/// use cueline::time::{Span, ms, secs};
///
/// const TOAST: Span = secs(1.25);
/// assert_eq!(TOAST, ms(1250));
/// assert_eq!(secs(f64::NAN), Span::ZERO);
/// assert_eq!(secs(f64::INFINITY), Span::MAX);
/// ```
#[must_use]
pub const fn secs(seconds: f64) -> Span {
    match Span::from_secs_f64(seconds) {
        Ok(span) => span,
        Err(_) if seconds > 0.0 => Span::MAX,
        Err(_) if seconds < 0.0 => Span::MIN,
        Err(_) => Span::ZERO, // NaN
    }
}

impl Span {
    /// The zero duration.
    pub const ZERO: Self = Self(0);
    /// The smallest positive span.
    pub const FLICK: Self = Self(1);
    /// The largest span, a little over 414 years.
    pub const MAX: Self = Self(i64::MAX);
    /// The most negative span.
    pub const MIN: Self = Self(i64::MIN);

    /// A span of `flicks`.
    #[must_use]
    pub const fn from_flicks(flicks: i64) -> Self {
        Self(flicks)
    }

    /// The number of flicks.
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

    /// Whether the span is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether the span is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The span without its sign; saturates.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// This span divided by `whole`, as in `elapsed.ratio(duration)`: not clamped, and 1 where `whole` is zero.
    ///
    /// ```
    /// use cueline::time::{Span, ms};
    ///
    /// assert_eq!(ms(75).ratio(ms(300)), 0.25);
    /// assert_eq!(ms(75).ratio(Span::ZERO), 1.0);
    /// ```
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
        if parts == 0 { None } else { Some(self.divided(parts as i128)) }
    }

    /// `parts` must lie within 64 bits and a sign.
    const fn divided(self, parts: i128) -> Self {
        if parts == 0 {
            return Self(saturate((self.0 as i128) << 64)); // beyond the range unless it is zero
        }
        // Both negated where that makes the divisor positive.
        let n = if parts < 0 { -(self.0 as i128) } else { self.0 as i128 };
        Self(saturate(div_nearest(n, parts.abs())))
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

/// Factors and divisors of several integer types, so that a count, an index and a literal all work.
macro_rules! counts {
    ($($count:ident)*) => { $(
        /// Saturates.
        impl Mul<$count> for Span {
            type Output = Self;
            #[allow(clippy::cast_lossless, reason = "usize has no lossless cast")]
            fn mul(self, times: $count) -> Self {
                // Both factors have at most 64 bits, so the product fits.
                Self(saturate(self.0 as i128 * times as i128))
            }
        }

        /// To the nearest flick, halves away from zero; saturates. Divided by zero, a span is
        /// [`Span::MAX`] or [`Span::MIN`] by its sign, and zero stays zero:
        /// [`checked_div`](Span::checked_div) returns `None` there.
        impl Div<$count> for Span {
            type Output = Self;
            #[allow(clippy::cast_lossless, reason = "usize has no lossless cast")]
            fn div(self, parts: $count) -> Self {
                self.divided(parts as i128)
            }
        }
    )* };
}
counts!(i32 i64 u32 u64 usize);

impl Sum for Span {
    /// Saturates only if the whole sum is out of range; the order of the parts does not matter.
    fn sum<I: Iterator<Item = Self>>(spans: I) -> Self {
        Self(saturate(spans.fold(0i128, |sum, span| sum.saturating_add(span.0.into()))))
    }
}

impl fmt::Debug for Span {
    /// As [`Display`](fmt::Display), in the name of the type: `Span(250 ms)`.
    ///
    /// ```
    /// assert_eq!(format!("{:?}", cueline::time::ms(250)), "Span(250 ms)");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Span({self})")
    }
}

impl fmt::Display for Span {
    /// `1.5 s`, `250 ms`, `0.005 ms`. A span that is not a whole number of microseconds is rounded to microseconds, and
    /// its flicks follow: `16.667 ms (11760000 flicks)`. Below half a microsecond there are only the flicks.
    ///
    /// ```
    /// use cueline::time::{Span, TickRate, ms};
    ///
    /// assert_eq!(ms(250).to_string(), "250 ms");
    /// assert_eq!(Span::from_frames(1, TickRate::HZ_60).to_string(), "16.667 ms (11760000 flicks)");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % FLICKS_PER_MILLISECOND != 0 {
            return self.fmt_fraction(f);
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

impl Span {
    /// Milliseconds with three decimals, and the flicks if the decimals are rounded.
    fn fmt_fraction(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PER_MS: u128 = FLICKS_PER_MILLISECOND.unsigned_abs() as u128;
        let sign = if self.0 < 0 { "-" } else { "" };
        let flicks = u128::from(self.0.unsigned_abs());
        let unit = if flicks == 1 { "flick" } else { "flicks" };
        let micros = (flicks * 1000 + PER_MS / 2) / PER_MS;
        if micros == 0 {
            return write!(f, "{} {unit}", self.0);
        }
        write!(f, "{sign}{}.{:03} ms", micros / 1000, micros % 1000)?;
        if flicks * 1000 == micros * PER_MS { Ok(()) } else { write!(f, " ({} {unit})", self.0) }
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
    }

    #[test]
    fn counts_of_every_type_multiply_and_divide() {
        let span = Span::from_millis(40);
        let cards = [(); 3];
        assert_eq!(span * 3, Span::from_millis(120));
        assert_eq!(span * cards.len(), Span::from_millis(120));
        assert_eq!(span * 3_u32, span * 3_i64);
        assert_eq!(Span::FLICK * u64::MAX, Span::MAX);
        assert_eq!(-Span::FLICK * u64::MAX, Span::MIN);
        assert_eq!(Span::MAX * i64::MIN, Span::MIN);
        assert_eq!(span / 4, Span::from_millis(10));
        assert_eq!(span / cards.len(), Span::from_flicks(9_408_000));
        assert_eq!(Span::from_flicks(7) / -2, Span::from_flicks(-4), "halves away from zero");
        assert_eq!(Span::MIN / -1, Span::MAX);
        assert_eq!(Span::MAX / u64::MAX, Span::ZERO, "just below a half");
    }

    #[test]
    fn a_span_divided_by_zero_saturates() {
        assert_eq!(Span::FLICK / 0, Span::MAX);
        assert_eq!(-Span::FLICK / 0_usize, Span::MIN);
        assert_eq!(Span::ZERO / 0_u32, Span::ZERO);
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
            (Span::from_flicks(-352), "-352 flicks"),
            (Span::from_flicks(353), "0.001 ms (353 flicks)"),
            (Span::from_micros(5), "0.005 ms"),
            (Span::from_micros(-1_500_250), "-1500.250 ms"),
            (Span::from_frames(1, TickRate::HZ_60), "16.667 ms (11760000 flicks)"),
            (Span::from_millis(1) - Span::FLICK, "1.000 ms (705599 flicks)"),
            (Span::MIN, "-13071672387832.732 ms (-9223372036854775808 flicks)"),
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
            let _ = s.checked_div(b);
            let _ = (Span::from_secs(a), Span::from_millis(a), s / b, s * b.unsigned_abs());
        }
    }
}
