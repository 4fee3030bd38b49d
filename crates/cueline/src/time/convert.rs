//! Spans from and to other units: exact where a whole number exists, to the nearest flick elsewhere.

use core::time::Duration;

use super::round::{div_nearest, saturate, scale_f64};
use super::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span, TickRate, TimeError};

impl Span {
    /// A span of `us` microseconds to the nearest flick, exact for multiples of 5; saturates.
    #[must_use]
    pub const fn from_micros(us: i64) -> Self {
        // 705.6 flicks each.
        Self::from_flicks(saturate(div_nearest(us as i128 * 3528, 5)))
    }

    /// A span of `secs` seconds, to the nearest flick of the exact value of the float.
    ///
    /// `Span::try_from(secs)` is the same, also for an `f32`; [`secs`](super::secs), for durations in source, saturates.
    ///
    /// # Errors
    ///
    /// [`TimeError::NotFinite`] for NaN and the infinities, [`TimeError::OutOfRange`] beyond 414 years.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Span, TimeError, ms};
    ///
    /// assert_eq!(Span::from_secs_f64(0.3), Ok(ms(300)));
    /// assert_eq!(Span::from_secs_f64(f64::NAN), Err(TimeError::NotFinite));
    /// ```
    pub const fn from_secs_f64(secs: f64) -> Result<Self, TimeError> {
        Self::from_f64(secs, FLICKS_PER_SECOND, 1)
    }

    /// A span of `ms` milliseconds, as browsers give them, to the nearest flick.
    ///
    /// # Errors
    ///
    /// As [`from_secs_f64`](Self::from_secs_f64).
    pub const fn from_millis_f64(ms: f64) -> Result<Self, TimeError> {
        Self::from_f64(ms, FLICKS_PER_MILLISECOND, 1)
    }

    /// The duration of `count` frames at `rate`: exact, or up to the next whole flick; saturates.
    #[must_use]
    pub const fn from_frames(count: i64, rate: TickRate) -> Self {
        rate.span_of(count)
    }

    /// The duration of a fractional number of frames at `rate`, to the nearest flick.
    ///
    /// At a rate whose frames are not a whole number of flicks, the result may be a flick less than
    /// [`from_frames`](Self::from_frames), which rounds up.
    ///
    /// # Errors
    ///
    /// As [`from_secs_f64`](Self::from_secs_f64).
    ///
    /// ```
    /// use cueline::time::{Span, TickRate, ms};
    ///
    /// assert_eq!(Span::from_frames_f64(1.5, TickRate::HZ_60), Ok(ms(25)));
    /// assert!(Span::from_frames_f64(f64::NAN, TickRate::HZ_60).is_err());
    /// ```
    pub const fn from_frames_f64(frames: f64, rate: TickRate) -> Result<Self, TimeError> {
        Self::from_f64(frames, rate.step_parts(), rate.num())
    }

    /// `duration` to the nearest flick; saturates. `Span::from(duration)` is the same.
    #[must_use]
    pub const fn from_duration(duration: Duration) -> Self {
        Self::from_flicks(saturate(flicks_of(duration)))
    }

    const fn from_f64(value: f64, flicks: i64, per: u32) -> Result<Self, TimeError> {
        match scale_f64(value, flicks as i128, per as i128) {
            Some(flicks) => Ok(Self::from_flicks(flicks)),
            None if value.is_finite() => Err(TimeError::OutOfRange),
            None => Err(TimeError::NotFinite),
        }
    }

    /// Milliseconds, to the nearest whole one (halves away from zero).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Span, TickRate, ms};
    ///
    /// assert_eq!(ms(300).millis(), 300);
    /// assert_eq!(Span::from_frames(1, TickRate::HZ_60).millis(), 17);
    /// ```
    #[must_use]
    pub const fn millis(self) -> i64 {
        saturate(div_nearest(self.flicks() as i128, FLICKS_PER_MILLISECOND as i128))
    }

    /// Microseconds, to the nearest whole one. Inverts [`from_micros`](Self::from_micros).
    #[must_use]
    pub const fn micros(self) -> i64 {
        saturate(div_nearest(self.flicks() as i128 * 5, 3528))
    }

    /// Seconds; within one unit in the last place of the float. For drawing and for other libraries.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub const fn as_secs_f32(self) -> f32 {
        self.as_secs_f64() as f32
    }

    /// Seconds; within one unit in the last place of the float.
    ///
    /// Up to 2^51 flicks (36 days) [`from_secs_f64`](Self::from_secs_f64) gives back the same span.
    #[must_use]
    pub const fn as_secs_f64(self) -> f64 {
        self.flicks() as f64 / FLICKS_PER_SECOND as f64
    }

    /// Milliseconds; as exact as [`as_secs_f64`](Self::as_secs_f64).
    #[must_use]
    pub const fn as_millis_f64(self) -> f64 {
        self.flicks() as f64 / FLICKS_PER_MILLISECOND as f64
    }

    /// How many whole frames at `rate` fit into this span, rounded down. Inverts
    /// [`from_frames`](Self::from_frames).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{TickRate, ms};
    ///
    /// assert_eq!(ms(500).frames(TickRate::HZ_60), 30);
    /// ```
    #[must_use]
    pub const fn frames(self, rate: TickRate) -> i64 {
        rate.ticks_in(self)
    }
}

/// `duration` in flicks, rounded to the nearest. Below 2^94.
const fn flicks_of(duration: Duration) -> i128 {
    // 0.7056 flicks in a nanosecond.
    duration.as_secs() as i128 * FLICKS_PER_SECOND as i128
        + div_nearest(duration.subsec_nanos() as i128 * 441, 625)
}

impl From<Duration> for Span {
    /// To the nearest flick; saturates.
    fn from(duration: Duration) -> Self {
        Self::from_duration(duration)
    }
}
impl TryFrom<f64> for Span {
    type Error = TimeError;
    /// Seconds, as [`from_secs_f64`](Self::from_secs_f64).
    fn try_from(seconds: f64) -> Result<Self, TimeError> {
        Self::from_secs_f64(seconds)
    }
}
impl TryFrom<f32> for Span {
    type Error = TimeError;
    /// Seconds, as [`from_secs_f64`](Self::from_secs_f64) of the exact value of the float.
    ///
    /// An `f32` is a little off most decimals: `Span::try_from(0.1_f32)` is one flick above 100 ms.
    fn try_from(seconds: f32) -> Result<Self, TimeError> {
        Self::from_secs_f64(f64::from(seconds))
    }
}
impl TryFrom<Span> for Duration {
    type Error = TimeError;
    /// To the nearest nanosecond; converted back it is the same span.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "nanoseconds of less than a second, at most 10^9"
    )]
    fn try_from(span: Span) -> Result<Self, TimeError> {
        let secs = u64::try_from(span.flicks().div_euclid(FLICKS_PER_SECOND))
            .map_err(|_| TimeError::Negative)?;
        let rest = i128::from(span.flicks().rem_euclid(FLICKS_PER_SECOND));
        // `secs` is at most 2^34, so that the carry of 10^9 ns that `new` takes over cannot overflow it.
        Ok(Self::new(secs, div_nearest(rest * 625, 441) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_are_exact() {
        assert_eq!(Span::from_secs(1), Span::from_millis(1000));
        assert_eq!(Span::from_micros(5).flicks(), 3528);
        assert_eq!(Span::from_micros(1_000_000), Span::from_secs(1));
        assert_eq!(Span::from_frames(1, TickRate::HZ_144).flicks() * 144, FLICKS_PER_SECOND);
        assert_eq!(Span::from_duration(Duration::from_millis(40)), Span::from_millis(40));
        assert_eq!(Span::from_secs_f64(0.5), Ok(Span::from_millis(500)));
        assert_eq!(Span::from_millis_f64(16.0), Ok(Span::from_millis(16)));
        assert_eq!(Span::from_frames_f64(1.5, TickRate::HZ_30), Ok(Span::from_millis(50)));
    }

    #[test]
    fn the_rest_goes_to_the_nearest_flick() {
        // (microseconds, flicks): 705.6 each
        for (us, flicks) in [(1, 706), (-1, -706), (2, 1411), (3, 2117)] {
            assert_eq!(Span::from_micros(us).flicks(), flicks, "{us} us");
        }
        assert_eq!(Span::from_duration(Duration::from_nanos(1)), Span::FLICK);
        assert_eq!(Span::from_secs_f64(1.0 / 3.0).map(Span::flicks), Ok(235_200_000));
        assert_eq!(Span::from_flicks(FLICKS_PER_MILLISECOND / 2).millis(), 1);
        assert_eq!(Span::from_flicks(-FLICKS_PER_MILLISECOND / 2).millis(), -1);
        assert_eq!(Span::from_flicks(FLICKS_PER_MILLISECOND / 2 - 1).millis(), 0);
    }

    #[test]
    fn what_is_no_span_is_refused() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Span::from_secs_f64(bad), Err(TimeError::NotFinite), "{bad}");
        }
        for bad in [f64::MAX, -f64::MAX, 1.4e10] {
            assert_eq!(Span::from_secs_f64(bad), Err(TimeError::OutOfRange), "{bad}");
        }
        assert_eq!(Span::from_duration(Duration::MAX), Span::MAX);
        assert_eq!(Duration::try_from(-Span::FLICK), Err(TimeError::Negative));
    }

    #[test]
    fn a_frame_time_in_seconds_converts() {
        assert_eq!(Span::try_from(0.5_f32), Ok(Span::from_millis(500)));
        assert_eq!(Span::try_from(-0.5_f64), Ok(Span::from_millis(-500)));
        assert_eq!(Span::try_from(0.1_f32), Ok(Span::from_millis(100) + Span::FLICK));
        assert_eq!(Span::from(Duration::MAX), Span::MAX);
        assert_eq!(Span::from_millis(250).as_secs_f32(), 0.25);
    }

    proptest! {
        #[test]
        fn conversions_come_back(n in any::<i64>(), small in -(1i64 << 51)..=1 << 51) {
            let span = Span::from_flicks(small);
            prop_assert_eq!(Span::from_secs_f64(span.as_secs_f64()), Ok(span));
            prop_assert_eq!(Span::from_millis_f64(span.as_millis_f64()), Ok(span));
            let us = n >> 11;
            prop_assert_eq!(Span::from_micros(us).micros(), us);
            let forward = Span::from_flicks(n & i64::MAX);
            prop_assert_eq!(Span::from(Duration::try_from(forward).unwrap()), forward);
        }

        #[test]
        fn nothing_panics(a in any::<i64>(), x in any::<f64>(), num in 1u32.., den in 1u32..) {
            let s = Span::from_flicks(a);
            let _ = (s.millis(), s.micros(), s.as_secs_f64(), Duration::try_from(s));
            let _ = (Span::from_micros(a), Span::from_secs_f64(x), Span::from_millis_f64(x));
            if let Ok(rate) = TickRate::new(num, den) {
                let _ = (Span::from_frames(a, rate), s.frames(rate), Span::from_frames_f64(x, rate));
            }
        }
    }
}
