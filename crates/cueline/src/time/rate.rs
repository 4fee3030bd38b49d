//! Simulation ticks and tick rates.
//!
//! The time of tick *k* is computed from *k*, never as a sum of steps. So a rate whose step is not a whole number of
//! flicks (164 Hz, 60000/1001 Hz) does not drift, however long the game runs.

use core::fmt;
use core::num::NonZeroU32;
use core::ops::{Add, Sub};

use super::round::{div_ceil, gcd, saturate};
use super::{FLICKS_PER_SECOND, Span, Time, TimeError};

/// The number of a simulation tick. Tick 0 starts at time zero; earlier ticks are negative. Operators saturate.
///
/// Tick `k` advances the game from [`rate.time_of(k)`](TickRate::time_of) to `rate.time_of(k + 1)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tick(i64);

crate::digest::digested! { struct Tick(it) }

impl Tick {
    /// The tick that starts at time zero.
    pub const ZERO: Self = Self(0);

    /// The tick with this number.
    #[must_use]
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// The number of the tick.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The tick after this one. Saturates.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}
impl Add<i64> for Tick {
    type Output = Self;
    fn add(self, ticks: i64) -> Self {
        Self(self.0.saturating_add(ticks))
    }
}
impl Sub<i64> for Tick {
    type Output = Self;
    fn sub(self, ticks: i64) -> Self {
        Self(self.0.saturating_sub(ticks))
    }
}
impl Sub for Tick {
    type Output = i64;
    fn sub(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}
impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}", self.0)
    }
}

/// The number of ticks, or of frames of a clip, per second: an exact fraction in lowest terms.
///
/// The lowest rate is one tick in 2^32 - 1 seconds, the highest 705,600,000 ticks per second, one per flick.
///
/// # Examples
///
/// ```
/// use cueline::time::{TimeError, Tick, TickRate, Time};
///
/// let film = TickRate::new(60_000, 1001)?; // 59.94 Hz
/// let after_a_thousand_seconds = film.time_of(Tick::new(60_000_000));
/// assert_eq!(after_a_thousand_seconds, Time::from_secs(1_001_000));
/// assert_eq!(film.tick_at(after_a_thousand_seconds), Tick::new(60_000_000));
///
/// assert_eq!(TickRate::hz(0), Err(TimeError::ZeroRate));
/// assert!(TickRate::hz(705_600_001).is_err(), "two ticks in one flick");
/// # Ok::<(), TimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u32, u32)", into = "(u32, u32)"))]
pub struct TickRate {
    /// Ticks in `den` seconds. In lowest terms with `den`, and at most `FLICKS_PER_SECOND * den`.
    num: NonZeroU32,
    den: NonZeroU32,
}

crate::digest::digested! { struct TickRate { num, den } }

impl TickRate {
    /// 24 per second: film.
    pub const HZ_24: Self = Self::known(24, 1);
    /// 25 per second.
    pub const HZ_25: Self = Self::known(25, 1);
    /// 30 per second.
    pub const HZ_30: Self = Self::known(30, 1);
    /// 50 per second.
    pub const HZ_50: Self = Self::known(50, 1);
    /// 60 per second: most screens.
    pub const HZ_60: Self = Self::known(60, 1);
    /// 120 per second.
    pub const HZ_120: Self = Self::known(120, 1);
    /// 144 per second.
    pub const HZ_144: Self = Self::known(144, 1);
    /// 1000 per second.
    pub const HZ_1000: Self = Self::known(1000, 1);
    /// 24000/1001 per second, called 23.976: film on American television.
    pub const NTSC_24: Self = Self::known(24_000, 1001);
    /// 30000/1001 per second, called 29.97: American television.
    pub const NTSC_30: Self = Self::known(30_000, 1001);
    /// 60000/1001 per second, called 59.94.
    pub const NTSC_60: Self = Self::known(60_000, 1001);

    /// Evaluated at compile time only, for the constants above.
    const fn known(num: u32, den: u32) -> Self {
        match Self::new(num, den) {
            Ok(rate) => rate,
            Err(_) => panic!("not a rate"),
        }
    }

    /// A rate of `hz` ticks per second.
    ///
    /// # Errors
    ///
    /// [`TimeError::ZeroRate`] for 0, [`TimeError::RateTooHigh`] above 705,600,000.
    ///
    /// # Examples
    ///
    /// As a constant of your game, the compiler checks the rate:
    ///
    /// ```
    /// use cueline::time::{Tick, TickRate, Time};
    ///
    /// const RATE: TickRate = match TickRate::hz(240) {
    ///     Ok(rate) => rate,
    ///     Err(_) => panic!("no such rate"),
    /// };
    /// assert_eq!(RATE.time_of(Tick::new(12)), Time::from_millis(50));
    /// ```
    pub const fn hz(hz: u32) -> Result<Self, TimeError> {
        Self::new(hz, 1)
    }

    /// A rate of `num` ticks in `den` seconds, reduced to lowest terms.
    ///
    /// # Errors
    ///
    /// [`TimeError::ZeroRate`] if `num` is 0, [`TimeError::ZeroSeconds`] if only `den` is 0, and [`TimeError::RateTooHigh`]
    /// above 705,600,000 ticks per second, as two ticks would have the same time.
    ///
    /// ```
    /// use cueline::time::{TimeError, TickRate};
    ///
    /// let film = TickRate::new(24_000, 1001)?; // 23.976 frames a second
    /// assert!(film.as_hz_f64() < 24.0);
    /// assert_eq!(TickRate::new(24, 0), Err(TimeError::ZeroSeconds));
    /// # Ok::<(), TimeError>(())
    /// ```
    #[expect(clippy::cast_possible_truncation, reason = "a divisor of a u32 is a u32")]
    pub const fn new(num: u32, den: u32) -> Result<Self, TimeError> {
        let divisor = gcd(num as u64, den as u64) as u32;
        if divisor == 0 {
            return Err(TimeError::ZeroRate); // 0/0
        }
        let (Some(n), Some(d)) = (NonZeroU32::new(num / divisor), NonZeroU32::new(den / divisor))
        else {
            return Err(if num == 0 { TimeError::ZeroRate } else { TimeError::ZeroSeconds });
        };
        if n.get() as i64 > FLICKS_PER_SECOND.saturating_mul(d.get() as i64) {
            return Err(TimeError::RateTooHigh { num, den });
        }
        Ok(Self { num: n, den: d })
    }

    /// The numerator in lowest terms: the number of ticks in [`den`](Self::den) seconds.
    #[must_use]
    pub const fn num(self) -> u32 {
        self.num.get()
    }

    /// The denominator in lowest terms: the seconds that [`num`](Self::num) ticks take.
    #[must_use]
    pub const fn den(self) -> u32 {
        self.den.get()
    }

    /// Ticks per second, rounded to the nearest `f64`.
    #[must_use]
    pub fn as_hz_f64(self) -> f64 {
        f64::from(self.num()) / f64::from(self.den())
    }

    /// The time at which `tick` starts, rounded up to a whole flick. Saturates at [`Time::MIN`] and [`Time::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Tick, TickRate, Time};
    ///
    /// assert_eq!(TickRate::HZ_60.time_of(Tick::new(90)), Time::from_millis(1500));
    /// ```
    #[must_use]
    pub const fn time_of(self, tick: Tick) -> Time {
        Time::from_flicks(saturate(self.flicks_at(tick.0)))
    }

    /// The last tick that starts at or before `time`: the inverse of [`time_of`](Self::time_of).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Tick, TickRate, Time};
    ///
    /// assert_eq!(TickRate::HZ_60.tick_at(Time::from_millis(20)), Tick::new(1));
    /// ```
    #[must_use]
    pub const fn tick_at(self, time: Time) -> Tick {
        Tick(self.ticks_before(time.flicks()))
    }

    /// The duration of `tick`, from its start to the start of the next tick. Ticks of one rate may differ by one flick.
    ///
    /// ```
    /// use cueline::time::{Span, Tick, TickRate};
    ///
    /// let rate = TickRate::hz(164)?; // a tick is no whole number of flicks
    /// let spans = [0, 1].map(|tick| rate.span_of_tick(Tick::new(tick)));
    /// assert_eq!(spans[0] - spans[1], Span::FLICK);
    /// # Ok::<(), cueline::time::TimeError>(())
    /// ```
    #[must_use]
    pub const fn span_of_tick(self, tick: Tick) -> Span {
        let span = saturate(self.flicks_at(tick.next().0)) as i128
            - saturate(self.flicks_at(tick.0)) as i128;
        Span::from_flicks(saturate(span))
    }

    /// The duration of `count` ticks or frames, rounded up to a whole flick. Saturates.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{TickRate, ms};
    ///
    /// assert_eq!(TickRate::HZ_60.span_of(30), ms(500));
    /// ```
    #[must_use]
    pub const fn span_of(self, count: i64) -> Span {
        Span::from_flicks(saturate(self.flicks_at(count)))
    }

    /// The number of whole ticks or frames in `span`, rounded down: the inverse of [`span_of`](Self::span_of).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{TickRate, ms};
    ///
    /// assert_eq!(TickRate::HZ_60.ticks_in(ms(40)), 2);
    /// ```
    #[must_use]
    pub const fn ticks_in(self, span: Span) -> i64 {
        self.ticks_before(span.flicks())
    }

    /// The duration of one tick in units of 1/[`num`](Self::num) flick, which is always a whole number. Below 2^62.
    pub(super) const fn step_parts(self) -> i64 {
        FLICKS_PER_SECOND * self.den.get() as i64
    }

    // Rounds up, so that `ticks_before` is the exact inverse: ceil(k * p) <= t if and only if k <= t / p.
    const fn flicks_at(self, tick: i64) -> i128 {
        // Below 2^63 * 2^62.
        div_ceil(tick as i128 * self.step_parts() as i128, self.num.get() as i128)
    }

    const fn ticks_before(self, flicks: i64) -> i64 {
        // A tick takes at least one flick, so the result is no further from zero than `flicks`.
        saturate((flicks as i128 * self.num.get() as i128).div_euclid(self.step_parts() as i128))
    }
}

impl fmt::Display for TickRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.den() {
            1 => write!(f, "{} Hz", self.num),
            den => write!(f, "{}/{den} Hz", self.num),
        }
    }
}
impl TryFrom<(u32, u32)> for TickRate {
    type Error = TimeError;
    fn try_from((num, den): (u32, u32)) -> Result<Self, TimeError> {
        Self::new(num, den)
    }
}
impl From<TickRate> for (u32, u32) {
    fn from(rate: TickRate) -> Self {
        (rate.num(), rate.den())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(num: u32, den: u32) -> TickRate {
        TickRate::new(num, den).unwrap()
    }

    #[test]
    fn a_rate_is_kept_in_lowest_terms() {
        assert_eq!(rate(120, 2), TickRate::HZ_60);
        assert_eq!((rate(60_000, 1001).num(), rate(60_000, 1001).den()), (60_000, 1001));
    }

    #[test]
    fn what_is_no_rate_is_refused() {
        assert_eq!(TickRate::hz(0), Err(TimeError::ZeroRate));
        assert_eq!(TickRate::new(0, 0), Err(TimeError::ZeroRate));
        assert_eq!(TickRate::new(5, 0), Err(TimeError::ZeroSeconds));
        assert_eq!(
            TickRate::new(705_600_001, 1),
            Err(TimeError::RateTooHigh { num: 705_600_001, den: 1 })
        );
        assert_eq!(rate(705_600_000, 1).time_of(Tick::new(3)), Time::from_flicks(3));
        assert_eq!(rate(u32::MAX, 7).num(), u32::MAX);
    }

    #[test]
    fn no_drift_over_years_of_ticks() {
        let seconds = 400 * 365 * 24 * 3600;
        for (num, den) in [(164, 1), (60_000, 1001), (7, 1), (1, 1001)] {
            let r = rate(num, den);
            let cycles = seconds / i64::from(den);
            let tick = Tick::new(cycles * i64::from(num));
            let time = Time::from_secs(cycles * i64::from(den));
            assert_eq!(r.time_of(tick), time, "{r}");
            assert_eq!(r.tick_at(time), tick, "{r}");
            assert_eq!(r.tick_at(time - Span::from_flicks(1)), tick - 1, "{r}");
        }
    }

    #[test]
    fn beyond_the_clock_times_saturate() {
        let r = rate(1, u32::MAX);
        assert_eq!(r.time_of(Tick::new(i64::MAX)), Time::MAX);
        assert_eq!(r.time_of(Tick::new(i64::MIN)), Time::MIN);
        assert_eq!(r.span_of_tick(Tick::new(i64::MAX)), Span::ZERO);
        assert_eq!(r.span_of(4), Span::MAX);
    }

    #[test]
    fn ticks_are_counted_and_a_rate_is_a_number() {
        assert_eq!(Tick::new(9) - Tick::new(4), 5);
        assert_eq!(Tick::new(4) - Tick::new(9), -5);
        assert_eq!([rate(1, 2), rate(60, 1)].map(TickRate::as_hz_f64), [0.5, 60.0]);
    }
}
