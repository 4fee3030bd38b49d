//! The fast path for frames of different durations.
//!
//! All frames of a cycle, in both directions, lie end to end in the order in which they show. A
//! [product](super::divisor) finds the position in the cycle, and [one table lookup](crate::clip::segments) the frame at
//! that position.

use alloc::{boxed::Box, vec::Vec};
use core::iter;

use super::{Flipbook, Turning, divisor::Divisor};
use crate::clip::segments::SegmentTable;

/// A precomputed table for a flipbook with different holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Uneven {
    cycles: Divisor,
    /// The flicks of a cycle.
    cycle: u64,
    segments: SegmentTable,
    /// The frame of each segment.
    frames: Box<[u32]>,
}

impl Uneven {
    /// The most frames for which the table is worth its memory.
    const MOST: usize = 1 << 12;

    /// `None` for too many frames, or for a cycle that does not fit an `i64`.
    pub(super) fn new(book: &Flipbook, ends: &[i64]) -> Option<Self> {
        if ends.len() > Self::MOST {
            return None;
        }
        let holds = iter::once(&0).chain(ends).zip(ends).map(|(start, end)| end - start); // rising
        let mut shown: Vec<(u32, i64)> = (0..).zip(holds).collect();
        if book.order.is_reverse() {
            shown.reverse();
        }
        if let Turning::At { .. } = book.turning() {
            shown.extend_from_within(1..shown.len() - 1); // there are two at least
            let back = shown.len() - (ends.len() - 2);
            shown[back..].reverse();
        }
        let (mut cycle, mut changes) = (0_i64, Vec::with_capacity(shown.len()));
        for (_, hold) in &shown {
            cycle = cycle.checked_add(*hold)?;
            changes.push(cycle);
        }
        changes.pop();
        // Every sprite of a crowd may have a flipbook of its own, so the table stays small.
        let segments = SegmentTable::new(&changes, cycle, 16 * shown.len() as u64);
        let (frames, cycle) =
            (shown.iter().map(|(frame, _)| *frame).collect(), cycle.unsigned_abs());
        Some(Self { cycles: Divisor::new(cycle), cycle, segments, frames })
    }

    #[inline]
    pub(super) fn frame_at(&self, elapsed: u64) -> u32 {
        let place = elapsed - self.cycles.quotient(elapsed) * self.cycle;
        self.frames[self.segments.at(place.cast_signed()) as usize]
    }
}
