//! Sixteen tweens of one easing, column by column.
//!
//! A column is as long as a cache line and as a few registers: a loop computes it at once, and none is left over. Where a
//! block has fewer tweens, its other lanes are padding: tweens that were there before, or the first one again. What is
//! computed of padding is never written out.

use core::sync::atomic::{Ordering, compiler_fence};

use super::bounds::BLOCK;

#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const N: usize> {
    pub(super) start: [u32; BLOCK],
    pub(super) inverse: [f32; BLOCK],
    pub(super) from: [[f32; BLOCK]; N],
    pub(super) to: [[f32; BLOCK]; N],
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<const N: usize> {
    /// The low half of the tick at which it started.
    pub(super) start: u32,
    /// One by its length in ticks.
    pub(super) inverse: f32,
    pub(super) from: [f32; N],
    pub(super) to: [f32; N],
}

/// When a sample is taken: the low half of the tick, and the part of the next one that has passed.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) tick: u32,
    pub(super) alpha: f32,
}

impl Moment {
    /// How far a tween is, from 0 to 1.
    ///
    /// A live one started less than 2^24 ticks ago, so the low halves of the ticks say how long ago, and an
    /// `f32` holds it. It is not over, so with all of alpha that is its length at most; and a length below 2^23 times
    /// its rounded inverse is no more than `1 + 2^-24`, which rounds to 1.
    #[inline(always)]
    pub(super) fn progress(self, start: u32, inverse: f32) -> f32 {
        self.since(start) * inverse
    }

    /// How many ticks have passed since a start.
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
    /// The same in all lanes.
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

    /// Where one of them ends.
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

    /// How many ticks have passed since the start of each. Padding lanes too may give any number.
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
        // Does nothing, but keeps the compiler from doing the first lane of many blocks together, and then the next.
        compiler_fence(Ordering::SeqCst);
        progress
    }
}
