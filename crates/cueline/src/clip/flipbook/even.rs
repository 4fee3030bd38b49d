//! The fast path for frames of equal durations, as in most flipbooks.
//!
//! The elapsed time divided by the hold is a count of frames, and the remainder of that count in a cycle is the
//! position. Both divisors are constant, so both divisions are [products](super::divisor). The frame is the distance
//! of the position from a fixed one. That holds in all four orders, if a ping-pong counts from its turning point.

use core::num::NonZeroU32;

use super::{
    Flipbook, Order, Turning,
    divisor::{Divisor, Remainder},
};
use crate::time::Span;

/// Precomputed divisors for a flipbook with equal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Even {
    /// The duration of a frame, in flicks.
    flicks: u64,
    hold: Divisor,
    /// The number of frames in a cycle.
    cycle: Remainder,
    /// The position from which distances count.
    from: u32,
}

impl Even {
    /// Also returns the flicks to add to the elapsed time, and the largest sum for which the path is exact.
    ///
    /// `None` if the frames of a cycle do not fit a `u32`.
    pub(super) fn new(book: &Flipbook, frames: NonZeroU32, hold: Span) -> Option<(Self, u64, u64)> {
        let last = frames.get() - 1;
        let turns = matches!(book.turning(), Turning::At { .. });
        let cycle = if turns { last.checked_mul(2)? } else { frames.get() };
        let (from, skipped) = match book.order {
            Order::Forward => (0, 0),
            Order::PingPong => (last, last),
            Order::Reverse | Order::PingPongReverse => (last, 0),
        };
        let hold = hold.flicks().unsigned_abs();
        let ahead = hold.checked_mul(skipped.into())?;
        let most = Remainder::most(cycle).saturating_mul(hold).min(i64::MAX.unsigned_abs());
        let (flicks, hold, cycle) = (hold, Divisor::new(hold), Remainder::new(cycle));
        Some((Self { flicks, hold, cycle, from }, ahead, most))
    }

    #[inline]
    pub(super) fn frame_at(&self, elapsed: u64) -> u32 {
        self.cycle.of(self.hold.quotient(elapsed)).abs_diff(self.from)
    }

    /// The frame, and the flicks that are left of it. One of several frames.
    #[inline]
    pub(super) fn frame_and_rest(&self, elapsed: u64) -> (u32, u64) {
        let count = self.hold.quotient(elapsed);
        // The rest of the division is below the divisor.
        let rest = self.flicks - (elapsed - count * self.flicks);
        (self.cycle.of(count).abs_diff(self.from), rest)
    }
}
