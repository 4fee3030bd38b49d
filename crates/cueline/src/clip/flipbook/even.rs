//! The short way to a frame where all frames hold equally long, which is what most flipbooks are.
//!
//! Elapsed time over the hold gives a count of frames, that count over a cycle the place in it; both
//! divisors stay the same, so both divisions are [products](crate::divisor). The frame is the distance of the
//! place to another one, and that is so in all four orders, if one that goes there and back counts from the middle of its
//! way.

use core::{hash, num::NonZeroU32};

use super::{Flipbook, Order, Turning};
use crate::{
    divisor::{Divisor, Remainder},
    time::{Span, Time},
};

/// What is prepared for a flipbook whose frames hold equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Even {
    /// What counts as elapsed at the start, in flicks.
    ahead: u64,
    /// The longest time since the start for which all below is exact, and no end has come.
    most: u64,
    /// Whether its end comes just after that.
    ends: bool,
    hold: Divisor,
    /// For the frames until it begins anew.
    cycle: Remainder,
    /// The place from which distances are counted.
    from: u32,
}

impl Even {
    /// None where there are too many frames to count them there and back, or where it is over as it starts.
    pub(super) fn new(book: &Flipbook, frames: NonZeroU32, hold: Span) -> Option<Self> {
        let last = frames.get() - 1;
        let turns = matches!(book.turning(), Turning::At { .. });
        let cycle = if turns { last.checked_mul(2)? } else { frames.get() };
        let (from, skipped) = match book.order {
            Order::Forward => (0, 0),
            Order::PingPong if turns => (last, last),
            Order::PingPong => (0, 0),
            Order::Reverse | Order::PingPongReverse => (last, 0),
        };
        let hold = hold.flicks().unsigned_abs();
        let offset = book.offset.flicks().unsigned_abs();
        let ahead = hold.checked_mul(skipped.into())?.checked_add(offset)?;
        // Counts of frames up to the most of a remainder, times below 2^63, and less than all passes together.
        let counted = u128::from(Remainder::most(cycle)) * u128::from(hold);
        let counted = u64::try_from(counted).unwrap_or(u64::MAX).min(i64::MAX.unsigned_abs());
        let exact = counted.checked_sub(ahead)?;
        let left = book.total().map(|total| total - 1 - i128::from(offset));
        let ends = left.is_some_and(|left| left <= exact.into());
        let most = if ends { u64::try_from(left?).ok()? } else { exact };
        let (hold, cycle) = (Divisor::new(hold), Remainder::new(cycle));
        Some(Self { ahead, most, ends, hold, cycle, from })
    }

    /// None before the start, after the end, and where times lie too far apart.
    #[inline]
    pub(super) fn frame_at(&self, start: Time, now: Time) -> Option<u32> {
        // What is below zero, or no i64, wraps to 2^63 or above.
        let since = now.flicks().wrapping_sub(start.flicks()).cast_unsigned();
        (since <= self.most).then(|| self.shown(since))
    }

    /// Before the start of one that ends, and after its end. None where it has none, or none soon.
    pub(super) fn beyond(&self, start: Time, now: Time) -> Option<u32> {
        self.ends.then(|| self.shown(if now < start { 0 } else { self.most }))
    }

    #[inline]
    fn shown(&self, since: u64) -> u32 {
        let count = self.hold.quotient(since + self.ahead);
        self.cycle.of(count).abs_diff(self.from)
    }
}

/// It says nothing that the flipbook does not say.
impl hash::Hash for Even {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {}
}
