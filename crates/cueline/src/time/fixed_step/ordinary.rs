//! Which frames are ordinary: shorter than a tick, within all limits, at normal speed, with nothing owed from before.
//!
//! At a hundred frames a second nearly all are. All numbers that such a frame is compared with follow from
//! the config and the rate, so they are prepared, and one comparison decides.

use core::hash;

use super::FixedStepConfig;
use crate::time::{Span, Speed, TickRate};

/// What is prepared for ordinary frames. It follows from all the rest of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ordinary {
    /// The shortest one, in flicks.
    least: i64,
    /// How many lengths there are, from the shortest on. Zero where no frame is ordinary.
    count: u64,
    /// Parts of the account in a flick.
    num: i64,
    /// Parts of the account in a tick.
    step: i64,
    /// The bits of the nearest `f64` to that.
    pub(super) step_bits: u64,
}

impl Ordinary {
    pub(super) fn new(rate: TickRate, rules: &FixedStepConfig, speed: Speed, debt: i64) -> Self {
        let (num, step) = (i64::from(rate.num()), rate.step_parts());
        let least = rules.min_frame.flicks();
        // The longest that pays less than a tick.
        let most = ((step - 1) / num).min(rules.max_frame.flicks());
        // One tick alone must not be as many as are allowed, and snapping is a matter of its own.
        let any = rules.max_ticks.get() > 1 && rules.snap.is_none() && debt == 0 && least <= most;
        let any = any && speed == Speed::NORMAL;
        let count = if any { (most - least).unsigned_abs() + 1 } else { 0 };
        Self { least, count, num, step, step_bits: (step as f64).to_bits() }
    }

    /// The account after a frame, without the whole ticks in it, and whether one was in it. None where the frame is
    /// not an ordinary one.
    ///
    /// Without a branch that depends on whether a tick is due, which no processor guesses every time.
    #[inline]
    pub(super) fn pay(&self, elapsed: Span, account: i64) -> Option<(i64, bool)> {
        let flicks = elapsed.flicks();
        if flicks.wrapping_sub(self.least).cast_unsigned() >= self.count {
            return None;
        }
        let paid = flicks * self.num;
        // Both below two ticks, and a tick is below 2^62.
        let (with, without) = (account + paid, account + (paid - self.step));
        let due = without >= 0;
        Some((if due { without } else { with }, due))
    }
}

/// Nothing: it follows from the rest of the loop.
impl hash::Hash for Ordinary {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {}
}
