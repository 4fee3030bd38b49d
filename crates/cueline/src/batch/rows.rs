//! Live tweens of one bend, in flat arrays without a gap.

use alloc::vec::Vec;
use core::{array, ops::Range};

use super::{Handle, Tween, bend::Job};
use crate::wide;

/// What is computed before the values of a vector's parts are.
const CHUNK: usize = 128;

#[derive(Debug)]
pub(super) struct Rows<const N: usize> {
    /// The low half of the tick at which it started.
    pub(super) start: Vec<u32>,
    /// One by its length in ticks.
    inverse: Vec<f32>,
    pub(super) from: [Vec<f32>; N],
    delta: [Vec<f32>; N],
    pub(super) cold: Vec<Cold<N>>,
}

/// What no frame reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cold<const N: usize> {
    pub(super) handle: Handle,
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
    /// A live one started less than 2^24 ticks ago, so the low halves of the ticks tell how long ago, and an
    /// `f32` holds it.
    #[inline(always)]
    #[expect(clippy::cast_possible_wrap, reason = "below 2^24; signed converts in one instruction")]
    fn progress(self, start: u32, inverse: f32) -> f32 {
        let since = self.tick.wrapping_sub(start) as i32 as f32 + self.alpha;
        let t = since * inverse;
        if t < 1.0 { t } else { 1.0 }
    }
}

impl<const N: usize> Rows<N> {
    pub(super) fn new() -> Self {
        let lanes = || array::from_fn(|_| Vec::new());
        Self {
            start: Vec::new(),
            inverse: Vec::new(),
            from: lanes(),
            delta: lanes(),
            cold: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.cold.len()
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) fn push(&mut self, handle: Handle, tween: &Tween<N>, start: i64) {
        self.start.push(start as u32);
        self.inverse.push(1.0 / tween.ticks as f32);
        for lane in 0..N {
            self.from[lane].push(tween.from[lane]);
            self.delta[lane].push(tween.to[lane] - tween.from[lane]);
        }
        self.cold.push(Cold { handle, to: tween.to });
    }

    pub(super) fn clear(&mut self) {
        self.start.clear();
        self.inverse.clear();
        for lane in self.from.iter_mut().chain(&mut self.delta) {
            lane.clear();
        }
        self.cold.clear();
    }

    /// Takes a row out; the last one takes its place.
    pub(super) fn swap_remove(&mut self, row: usize) {
        self.start.swap_remove(row);
        self.inverse.swap_remove(row);
        for lane in 0..N {
            self.from[lane].swap_remove(row);
            self.delta[lane].swap_remove(row);
        }
        self.cold.swap_remove(row);
    }
}

impl<const N: usize> Clone for Rows<N> {
    fn clone(&self) -> Self {
        let Self { start, inverse, from, delta, cold } = self;
        let (start, inverse) = (start.clone(), inverse.clone());
        Self { start, inverse, from: from.clone(), delta: delta.clone(), cold: cold.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.start.clone_from(&source.start);
        self.inverse.clone_from(&source.inverse);
        self.from.clone_from(&source.from);
        self.delta.clone_from(&source.delta);
        self.cold.clone_from(&source.cold);
    }
}

/// The value of one row.
pub(super) struct One<'a, const N: usize> {
    pub(super) rows: &'a Rows<N>,
    pub(super) row: usize,
    pub(super) moment: Moment,
}

impl<const N: usize> Job for One<'_, N> {
    type Out = [f32; N];
    fn run(self, bend: impl Fn(f32) -> f32) -> [f32; N] {
        let Self { rows, row, moment } = self;
        let share = bend(moment.progress(rows.start[row], rows.inverse[row]));
        array::from_fn(|lane| rows.from[lane][row] + rows.delta[lane][row] * share)
    }
}

/// The values of some rows, one behind the other, into `out`, where there is room for them.
pub(super) struct All<'a, const N: usize> {
    pub(super) rows: &'a Rows<N>,
    pub(super) range: Range<usize>,
    pub(super) moment: Moment,
    pub(super) out: [&'a mut [f32]; N],
}

impl<const N: usize> Job for All<'_, N> {
    type Out = ();
    fn run(self, bend: impl Fn(f32) -> f32) {
        wide::widest(
            #[inline(always)]
            || self.fill(bend),
        );
    }
}

impl<const N: usize> All<'_, N> {
    /// Plain loops over slices of one length: the compiler makes them as wide as the target allows.
    #[inline(always)]
    pub(super) fn fill(self, bend: impl Fn(f32) -> f32) {
        let Self { rows, range, moment, mut out } = self;
        let n = range.len();
        let (starts, inverses) = (&rows.start[range.clone()], &rows.inverse[range.clone()]);
        let ways =
            |lane: usize| (&rows.from[lane][range.clone()], &rows.delta[lane][range.clone()]);
        if let [out] = &mut out[..] {
            let (from, delta) = ways(0);
            let (starts, inverses, from, delta) =
                (&starts[..n], &inverses[..n], &from[..n], &delta[..n]);
            for (row, out) in out[..n].iter_mut().enumerate() {
                let share = bend(moment.progress(starts[row], inverses[row]));
                *out = from[row] + delta[row] * share;
            }
            return;
        }
        let mut shares = [0.0; CHUNK];
        for begin in (0..n).step_by(CHUNK) {
            let end = n.min(begin + CHUNK);
            let shares = &mut shares[..end - begin];
            let times = starts[begin..end].iter().zip(&inverses[begin..end]);
            for (share, (start, inverse)) in shares.iter_mut().zip(times) {
                *share = bend(moment.progress(*start, *inverse));
            }
            for (lane, out) in out.iter_mut().enumerate() {
                let (from, delta) = ways(lane);
                let ways = from[begin..end].iter().zip(&delta[begin..end]);
                for ((out, (from, delta)), share) in
                    out[begin..end].iter_mut().zip(ways).zip(&*shares)
                {
                    *out = from + delta * share;
                }
            }
        }
    }
}
