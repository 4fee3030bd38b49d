//! The short way to a frame where all frames hold equally long, which is what most flipbooks are.
//!
//! Elapsed time over the hold gives a count of frames, that count over a cycle the place in it; both
//! divisors stay the same, so both divisions are [products](crate::divisor). With `d` the distance of the
//! place to the last frame, the frame is `d` or the last less `d`, and that is so in all four orders.

use core::{hash, num::NonZeroU32};

use super::{Flipbook, Turning};
use crate::{
    divisor::Divisor,
    time::{Span, Time},
};

/// What is prepared for a flipbook whose frames hold equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Even {
    hold: Divisor,
    /// For `cycle`.
    cycles: Divisor,
    /// Frames until it begins anew.
    cycle: u32,
    last: u32,
    /// Whether the distance to the last frame is the frame.
    reverse: bool,
    /// Whether it waits in its first frame before its start.
    waits: bool,
    /// The most that can elapse, offset included.
    most: i64,
}

impl Even {
    /// None where there are too many frames to count them there and back.
    pub(super) fn new(book: &Flipbook, frames: NonZeroU32, hold: Span) -> Option<Self> {
        let last = frames.get() - 1;
        let cycle = match book.turning() {
            Turning::Never => frames.get(),
            Turning::At { .. } => last.checked_mul(2)?,
        };
        let total = book.total();
        Some(Self {
            hold: Divisor::new(hold.flicks().unsigned_abs()),
            cycles: Divisor::new(cycle.into()),
            cycle,
            last,
            reverse: book.order.is_reverse(),
            waits: total.is_some(),
            most: total.and_then(|total| i64::try_from(total - 1).ok()).unwrap_or(i64::MAX),
        })
    }

    /// None where times lie further apart than a span is long, and before the beginning of one without end.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a place in the cycle is below an u32")]
    pub(super) fn frame_at(&self, start: Time, now: Time, offset: Span) -> Option<u32> {
        let since = now.flicks().checked_sub(start.flicks())?;
        let since = if self.waits { since.max(0) } else { since };
        let elapsed = since.checked_add(offset.flicks())?.min(self.most);
        let count = self.hold.quotient(u64::try_from(elapsed).ok()?);
        let cycles = self.cycles.quotient(count);
        let place = (count - cycles * u64::from(self.cycle)) as u32;
        let distance = place.abs_diff(self.last);
        Some(if self.reverse { distance } else { self.last - distance })
    }
}

/// It says nothing that the flipbook does not say.
impl hash::Hash for Even {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {}
}
