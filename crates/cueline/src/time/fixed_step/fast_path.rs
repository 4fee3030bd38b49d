//! The fast path of [`FixedStep`](super::FixedStep) for usual frames: shorter than a tick, within all limits, at normal
//! speed, and without owed ticks of earlier frames.
//!
//! At a hundred frames a second nearly all frames are usual. All bounds of a usual frame follow from the config and the
//! rate, so they are computed in advance, and one comparison decides.

use super::FixedStepConfig;
use crate::{
    digest::{Digest, Digester},
    time::{Span, Speed, TickRate},
};

/// The prepared limits. They follow from all other fields of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FastPath {
    /// The shortest frame, in flicks.
    least: i64,
    /// The number of durations, from the shortest on. Zero if no frame takes the fast path.
    count: u64,
    /// Units of the accumulator in a flick.
    num: i64,
    /// Units of the accumulator in a tick.
    step: i64,
    /// The bits of the `f64` nearest to `step`.
    pub(super) step_bits: u64,
}

impl FastPath {
    pub(super) fn new(rate: TickRate, config: &FixedStepConfig, speed: Speed, debt: i64) -> Self {
        let (num, step) = (i64::from(rate.num()), rate.step_parts());
        let least = config.min_frame.flicks();
        // The longest frame below a tick.
        let most = ((step - 1) / num).min(config.max_frame.flicks());
        // A frame with one tick must not be at the maximum, and the general path does the snapping.
        let any = config.max_ticks > 1 && config.snap.is_none() && debt == 0 && least <= most;
        let any = any && speed == Speed::NORMAL;
        let count = if any { (most - least).unsigned_abs() + 1 } else { 0 };
        Self { least, count, num, step, step_bits: (step as f64).to_bits() }
    }

    /// The part of a tick in the accumulator after a frame, and whether a tick is due. `None` for any frame that must
    /// take the general path.
    ///
    /// No branch depends on whether a tick is due, as a processor cannot predict it.
    #[inline]
    pub(super) fn pay(&self, elapsed: Span, accumulator: i64) -> Option<(i64, bool)> {
        let flicks = elapsed.flicks();
        if flicks.wrapping_sub(self.least).cast_unsigned() >= self.count {
            return None;
        }
        let paid = flicks * self.num;
        // Both below two ticks, and a tick is below 2^62.
        let (with, without) = (accumulator + paid, accumulator + (paid - self.step));
        let due = without >= 0;
        Some((if due { without } else { with }, due))
    }
}

/// Feeds nothing: the limits follow from the other fields of the loop.
impl Digest for FastPath {
    fn feed(&self, _: &mut Digester) {}
}
