//! Live tweens of one bend, in flat arrays without a gap.

use alloc::vec::Vec;
use core::{array, ops::Range};

use super::{Bend, Handle, Tween, bend::Job, due::ticks, soonest::Soonest};
use crate::wide;

/// What is computed before the values of a vector's parts are.
const CHUNK: usize = 128;
/// How many rows the compiler takes together: a register of 32 bytes.
const TOGETHER: usize = 8;

#[derive(Debug)]
pub(super) struct Rows<const N: usize> {
    /// The low half of the tick at which it started.
    pub(super) start: Vec<u32>,
    /// One by its length in ticks.
    pub(super) inverse: Vec<f32>,
    pub(super) from: [Vec<f32>; N],
    pub(super) to: [Vec<f32>; N],
    /// Whose each row is; no frame reads it.
    pub(super) handles: Vec<Handle>,
    pub(super) soonest: Soonest,
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
    /// `f32` holds it. It is not over, so with all of alpha that is its length at most; and a length below 2^23 times
    /// its rounded inverse is no more than `1 + 2^-24`, which rounds to 1.
    #[inline(always)]
    #[expect(clippy::cast_possible_wrap, reason = "below 2^24; signed converts in one instruction")]
    pub(super) fn progress(self, start: u32, inverse: f32) -> f32 {
        let since = self.tick.wrapping_sub(start) as i32 as f32 + self.alpha;
        since * inverse
    }
}

impl<const N: usize> Rows<N> {
    pub(super) fn new() -> Self {
        let lanes = || array::from_fn(|_| Vec::new());
        Self {
            start: Vec::new(),
            inverse: Vec::new(),
            from: lanes(),
            to: lanes(),
            handles: Vec::new(),
            soonest: Soonest::new(),
        }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.handles.len()
    }

    /// How long after now the first can be due. For some rows, not for none.
    #[inline]
    pub(super) const fn soonest(&self, now: u32) -> u32 {
        self.soonest.after(now)
    }

    /// Adds a tween that starts now; the number of its row.
    #[inline(always)]
    pub(super) fn push(&mut self, handle: Handle, tween: &Tween<N>, now: u32) -> usize {
        let row = self.len();
        self.start.push(now);
        self.inverse.push(1.0 / tween.ticks as f32);
        for lane in 0..N {
            self.from[lane].push(tween.from[lane]);
            self.to[lane].push(tween.to[lane]);
        }
        self.handles.push(handle);
        self.soonest.put(row, now.wrapping_add(tween.ticks), now);
        row
    }

    /// The tween in a row; it waits no more.
    pub(super) fn tween(&self, row: usize, bend: Bend) -> Tween<N> {
        let lanes = |lanes: &[Vec<f32>; N]| lanes.each_ref().map(|lane| lane[row]);
        let ticks = ticks(self.inverse[row]);
        Tween { from: lanes(&self.from), to: lanes(&self.to), ticks, delay: 0, bend }
    }

    pub(super) fn clear(&mut self) {
        self.start.clear();
        self.inverse.clear();
        self.from.iter_mut().chain(&mut self.to).for_each(Vec::clear);
        self.handles.clear();
        self.soonest.truncate(0);
    }

    /// Takes a row out; the last one takes its place. The slot of that one, if it was another.
    #[inline]
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        self.start.swap_remove(row);
        self.inverse.swap_remove(row);
        for lane in self.from.iter_mut().chain(&mut self.to) {
            lane.swap_remove(row);
        }
        self.handles.swap_remove(row);
        self.soonest.truncate(self.len());
        let moved = self.handles.get(row)?.slot;
        self.soonest.put(row, self.start[row].wrapping_add(ticks(self.inverse[row])), now);
        Some(moved)
    }
}

impl<const N: usize> Clone for Rows<N> {
    fn clone(&self) -> Self {
        let Self { start, inverse, from, to, handles, soonest } = self;
        let (start, inverse, from, to) = (start.clone(), inverse.clone(), from.clone(), to.clone());
        Self { start, inverse, from, to, handles: handles.clone(), soonest: soonest.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { start, inverse, from, to, handles, soonest } = source;
        self.start.clone_from(start);
        self.inverse.clone_from(inverse);
        self.from.clone_from(from);
        self.to.clone_from(to);
        self.handles.clone_from(handles);
        self.soonest.clone_from(soonest);
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
        array::from_fn(|lane| {
            let (from, to) = (rows.from[lane][row], rows.to[lane][row]);
            from + (to - from) * share
        })
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

/// The rows of values that are one number.
#[derive(Clone, Copy)]
struct Lane<'a> {
    starts: &'a [u32],
    inverses: &'a [f32],
    from: &'a [f32],
    to: &'a [f32],
}

impl Lane<'_> {
    /// What is left over when so many have been taken together would be done one by one, which is slow; so the last
    /// ones are done for a second time, together.
    #[inline(always)]
    fn fill(self, moment: Moment, bend: &impl Fn(f32) -> f32, out: &mut [f32]) {
        let n = out.len();
        let whole = n - n % TOGETHER;
        self.each(moment, bend, &mut out[..whole]);
        if whole == n {
            return;
        }
        if let (Some(last), Some(out)) = (self.last(), out.last_chunk_mut::<TOGETHER>()) {
            last.each(moment, bend, out);
        } else {
            self.each(moment, bend, out);
        }
    }

    /// So many rows as there is room for. That it is a function tells the compiler that nothing else refers to the room.
    #[inline(always)]
    fn each(self, moment: Moment, bend: &impl Fn(f32) -> f32, out: &mut [f32]) {
        let n = out.len();
        let (starts, inverses) = (&self.starts[..n], &self.inverses[..n]);
        let (from, to) = (&self.from[..n], &self.to[..n]);
        for row in 0..n {
            let share = bend(moment.progress(starts[row], inverses[row]));
            out[row] = from[row] + (to[row] - from[row]) * share;
        }
    }

    /// The last rows that are taken together; how many they are the compiler knows.
    #[inline(always)]
    fn last(self) -> Option<Self> {
        Some(Self {
            starts: self.starts.last_chunk::<TOGETHER>()?,
            inverses: self.inverses.last_chunk::<TOGETHER>()?,
            from: self.from.last_chunk::<TOGETHER>()?,
            to: self.to.last_chunk::<TOGETHER>()?,
        })
    }
}

impl<const N: usize> All<'_, N> {
    /// Plain loops over slices of one length: the compiler makes them as wide as the target allows.
    #[inline(always)]
    pub(super) fn fill(self, bend: impl Fn(f32) -> f32) {
        let Self { rows, range, moment, mut out } = self;
        let n = range.len();
        let (starts, inverses) = (&rows.start[range.clone()], &rows.inverse[range.clone()]);
        let ways = |lane: usize| (&rows.from[lane][range.clone()], &rows.to[lane][range.clone()]);
        if let [out] = &mut out[..] {
            let (from, to) = ways(0);
            Lane { starts, inverses, from, to }.fill(moment, &bend, out);
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
                let (from, to) = ways(lane);
                let ways = from[begin..end].iter().zip(&to[begin..end]);
                for ((out, (from, to)), share) in out[begin..end].iter_mut().zip(ways).zip(&*shares)
                {
                    *out = from + (to - from) * share;
                }
            }
        }
    }
}
