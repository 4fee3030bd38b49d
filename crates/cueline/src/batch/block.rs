//! Sixteen tweens of one easing, stored column by column.
//!
//! A column fills one cache line and a whole number of registers, so a loop computes it without a remainder. In a
//! block with fewer tweens the other lanes are padding: they hold tweens that were there before, or copies of the
//! first one. Results of padding lanes are never written out.

use core::sync::atomic::{Ordering, compiler_fence};

use super::bounds::BLOCK;

#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const N: usize> {
    pub(super) start: [u32; BLOCK],
    pub(super) inverse: [f32; BLOCK],
    pub(super) from: [[f32; BLOCK]; N],
    pub(super) to: [[f32; BLOCK]; N],
}

/// One tween of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<const N: usize> {
    /// The low half of the tick at which it started.
    pub(super) start: u32,
    /// The inverse of its duration in ticks.
    pub(super) inverse: f32,
    pub(super) from: [f32; N],
    pub(super) to: [f32; N],
}

/// The time of a sample: the low half of the tick, and the part of the next tick that has passed.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) tick: u32,
    pub(super) alpha: f32,
}

impl Moment {
    /// Progress of a tween, from 0 to 1.
    ///
    /// A live tween started less than 2^24 ticks ago, so the low halves of the ticks give the elapsed ticks, and an
    /// `f32` holds them exactly. A live tween has not ended, so the elapsed ticks with all of alpha are at most its
    /// duration. A duration below 2^23 times its rounded inverse is at most `1 + 2^-24`, which rounds to 1.
    #[inline(always)]
    pub(super) fn progress(self, start: u32, inverse: f32) -> f32 {
        self.since(start) * inverse
    }

    /// Ticks since a start.
    #[inline(always)]
    #[expect(clippy::cast_possible_wrap, reason = "below 2^24; signed converts in one instruction")]
    pub(super) fn since(self, start: u32) -> f32 {
        self.tick.wrapping_sub(start) as i32 as f32 + self.alpha
    }
}

impl<const N: usize> Row<N> {
    #[inline(always)]
    pub(super) fn starting(from: &[f32; N], to: &[f32; N], ticks: u32, start: u32) -> Self {
        Self { start, inverse: 1.0 / ticks as f32, from: *from, to: *to }
    }
}

impl<const N: usize> Block<N> {
    /// The same value in all lanes.
    #[inline(always)]
    pub(super) fn all(row: Row<N>) -> Self {
        let Row { start, inverse, from, to } = row;
        Self {
            start: [start; BLOCK],
            inverse: [inverse; BLOCK],
            from: from.map(|number| [number; BLOCK]),
            to: to.map(|number| [number; BLOCK]),
        }
    }

    #[inline(always)]
    pub(super) fn row(&self, lane: usize) -> Row<N> {
        Row {
            start: self.start[lane],
            inverse: self.inverse[lane],
            from: self.from.each_ref().map(|from| from[lane]),
            to: self.to(lane),
        }
    }

    /// The end of one tween.
    #[inline(always)]
    pub(super) fn to(&self, lane: usize) -> [f32; N] {
        self.to.each_ref().map(|to| to[lane])
    }

    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, row: Row<N>) {
        self.start[lane] = row.start;
        self.inverse[lane] = row.inverse;
        for part in 0..N {
            self.from[part][lane] = row.from[part];
            self.to[part][lane] = row.to[part];
        }
    }

    /// Ticks since the start of each tween. Padding lanes may give any number.
    #[inline(always)]
    pub(super) fn since(&self, moment: Moment) -> [f32; BLOCK] {
        self.start.map(|start| moment.since(start))
    }

    /// The eased progress of each.
    #[inline(always)]
    pub(super) fn progress(&self, moment: Moment, ease: impl Fn(f32) -> f32) -> [f32; BLOCK] {
        let mut progress = [0.0; BLOCK];
        let times = self.start.iter().zip(&self.inverse);
        for (each, (start, inverse)) in progress.iter_mut().zip(times) {
            *each = ease(moment.progress(*start, *inverse));
        }
        // Has no effect, but keeps the compiler from computing the first lane of many blocks before the second lane.
        compiler_fence(Ordering::SeqCst);
        progress
    }
}
