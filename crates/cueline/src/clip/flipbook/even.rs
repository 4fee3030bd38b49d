//! Frames that hold equally long, which is what most flipbooks have.
//!
//! Elapsed time over the hold gives a count of frames, that count over a cycle the place in it; both
//! divisors stay the same, so both divisions are [products](crate::divisor). The frame is the distance of the
//! place to another one, and that is so in all four orders, if one that goes there and back counts from the middle of its
//! way.

use core::num::NonZeroU32;

use super::{Flipbook, Order, Turning};
use crate::{
    divisor::{Divisor, Remainder},
    time::Span,
};

/// What is prepared for a flipbook whose frames hold equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Even {
    hold: Divisor,
    /// For the frames until it begins anew.
    cycle: Remainder,
    /// The place from which distances are counted.
    from: u32,
}

impl Even {
    /// With the flicks by which what elapses has to be ahead, and the most that can elapse with them.
    ///
    /// None where there are too many frames to count them there and back.
    pub(super) fn new(book: &Flipbook, frames: NonZeroU32, hold: Span) -> Option<(Self, u64, u64)> {
        let last = frames.get() - 1;
        let turns = matches!(book.turning(), Turning::At { .. });
        let cycle = if turns { last.checked_mul(2)? } else { frames.get() };
        let (from, skipped) = match book.order {
            Order::PingPong if turns => (last, last),
            Order::Forward | Order::PingPong => (0, 0),
            Order::Reverse | Order::PingPongReverse => (last, 0),
        };
        let hold = hold.flicks().unsigned_abs();
        let ahead = hold.checked_mul(skipped.into())?;
        let most = Remainder::most(cycle).saturating_mul(hold).min(i64::MAX.unsigned_abs());
        let (hold, cycle) = (Divisor::new(hold), Remainder::new(cycle));
        Some((Self { hold, cycle, from }, ahead, most))
    }

    #[inline]
    pub(super) fn frame_at(&self, elapsed: u64) -> u32 {
        self.cycle.of(self.hold.quotient(elapsed)).abs_diff(self.from)
    }
}
