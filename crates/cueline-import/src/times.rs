//! Converts key times from float seconds to exact points of time.
//!
//! Tools make keys on frames and write them as `f32` seconds: frame 7 of 30 a second becomes 0.23333333432674408. As
//! written, that is one flick away from the frame, and the error grows with the time: no key would meet the end of
//! another clip, or a cue on that frame.
//!
//! The rule: a time that lies within two units in its last place (of an `f32`) of a frame, or nearer to it than half a
//! flick, *is* that frame. That covers the two methods by which tools compute times: a division rounded once, or a
//! multiplication by a rounded frame duration. Of the usual frame rates the clip gets the one with the most times on
//! its frames; of several such, the lowest. A time on no frame of that rate is rounded to its nearest flick, with a
//! note.

use cueline::time::{FLICKS_PER_SECOND, Span, TickRate, TimeError};
use cueline_assets::When;

/// The rates that tools offer, lowest first; those of television last, because they have few frames in common with
/// others.
const RATES: [(u32, u32); 16] = [
    (24, 1),
    (25, 1),
    (30, 1),
    (48, 1),
    (50, 1),
    (60, 1),
    (90, 1),
    (100, 1),
    (120, 1),
    (144, 1),
    (200, 1),
    (240, 1),
    (1000, 1),
    (24_000, 1001),
    (30_000, 1001),
    (60_000, 1001),
];

/// The frame rate of a clip, and the number of its key times that lie on no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frames {
    pub(crate) rate: TickRate,
    pub(crate) between: usize,
}

impl Frames {
    /// The rate that fits most of those times, in seconds. Invalid times fit no rate.
    pub(crate) fn of(times: impl Iterator<Item = f32> + Clone) -> Self {
        let mut best = Self { rate: TickRate::HZ_24, between: usize::MAX };
        for (num, den) in RATES {
            let Ok(rate) = TickRate::new(num, den) else { continue };
            let between = times.clone().filter(|seconds| frame(*seconds, rate).is_none()).count();
            if between < best.between {
                best = Self { rate, between };
            }
            if between == 0 {
                break;
            }
        }
        best
    }

    /// The time of that many seconds: a frame if it lies on one, else the nearest flick.
    pub(crate) fn when(self, seconds: f32) -> Result<When, TimeError> {
        match frame(seconds, self.rate) {
            Some(frame) => Ok(When::Frames(frame)),
            None => Span::from_secs_f64(seconds.into()).map(When::Span),
        }
    }
}

/// The frame at that time.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
fn frame(seconds: f32, rate: TickRate) -> Option<i64> {
    let (num, den) = (f64::from(rate.num()), f64::from(rate.den()));
    let seconds = f64::from(seconds);
    let frame = (seconds * num / den).round();
    if !frame.is_finite() || frame.abs() > 9e15 {
        return None;
    }
    let unit = f64::from(f32::EPSILON) * seconds.abs();
    let tolerance = (2.0 * unit).max(0.5 / FLICKS_PER_SECOND as f64);
    // From 2^22 frames on, an f32 cannot separate frames, so no time counts as a frame.
    let apart = 4.0 * tolerance < den / num;
    (apart && (frame * den / num - seconds).abs() <= tolerance).then_some(frame as i64)
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "tools round to f32 too")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exports_of_the_usual_rates_land_on_their_frames() {
        for (num, den) in RATES {
            let rate = TickRate::new(num, den).unwrap();
            // Ten minutes, by both methods of computing times.
            let (n, d) = (f64::from(num), f64::from(den));
            let last = (600.0 * n / d) as i64;
            for number in (0..=last).step_by(7) {
                let computed = [
                    (number as f64 * d / n) as f32,
                    number as f32 * (d / n) as f32,
                    number as f32 / (n / d) as f32,
                    number as f32 * (1.0 / (n as f32 / d as f32)),
                ];
                for seconds in computed {
                    assert_eq!(frame(seconds, rate), Some(number), "{seconds} at {rate}");
                }
            }
        }
    }

    #[test]
    fn the_rate_is_the_lowest_that_fits_the_most() {
        let on = |hz: f32, frames: &[f32]| Frames::of(frames.iter().map(|f| f / hz));
        let rate = |num, between| Frames { rate: TickRate::hz(num).unwrap(), between };
        assert_eq!(on(30.0, &[0.0, 1.0, 7.0]), rate(30, 0));
        assert_eq!(on(60.0, &[0.0, 2.0, 14.0]), rate(30, 0), "all of them are at 30 too");
        assert_eq!(on(60.0, &[0.0, 1.0]), rate(60, 0));
        assert_eq!(on(30.0, &[0.0, 1.0, 2.0, 3.15]), rate(30, 1));
        assert_eq!(on(1.0, &[0.0, 1.0]), rate(24, 0), "whole seconds fit any");
        assert_eq!(Frames::of([f32::NAN].into_iter()).between, 1);
        let film = Frames::of((0..50).map(|frame| (f64::from(frame) * 1.001 / 24.0) as f32));
        assert_eq!(film, Frames { rate: TickRate::NTSC_24, between: 0 });
    }

    #[test]
    fn what_is_on_no_frame_goes_to_its_nearest_flick() {
        let frames = Frames::of([0.0, 1.0].into_iter());
        assert_eq!(frames.when(0.5), Ok(When::Frames(12)));
        let between = 0.123_f32;
        let exact = Span::from_secs_f64(between.into()).unwrap();
        assert_eq!(frames.when(between), Ok(When::Span(exact)));
        assert_eq!(frames.when(f32::NAN), Err(TimeError::NotFinite));
        assert_eq!(frames.when(f32::MAX), Err(TimeError::OutOfRange));
    }

    proptest! {
        /// Rounding keeps the order of times.
        #[test]
        fn order_is_kept(mut times in proptest::collection::vec(-2000.0_f32..2000.0, 1..40)) {
            let close: Vec<f32> = times.iter().map(|time| time.next_up()).collect();
            times.extend(close);
            times.sort_by(f32::total_cmp);
            let frames = Frames::of(times.iter().copied());
            let spans: Vec<_> =
                times.iter().map(|time| frames.when(*time).unwrap().span(frames.rate)).collect();
            prop_assert!(spans.is_sorted());
            for (seconds, span) in times.iter().zip(&spans) {
                let off = (span.as_secs_f64() - f64::from(*seconds)).abs();
                prop_assert!(off <= 3.0 * f64::from(f32::EPSILON) * f64::from(seconds.abs()) + 2e-9);
            }
        }
    }
}
