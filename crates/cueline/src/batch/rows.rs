//! Live tweens of one bend, in flat arrays without a gap.
//!
//! The arrays are cut into blocks, and all arrays of a block lie side by side: then a group is one piece of memory, which
//! grows and is copied as one, and a loop over a block has a length that the compiler knows.

use alloc::vec::Vec;
use core::array;

use super::{
    Handle, Tween,
    bend::Job,
    soonest::{BLOCK, NEVER, Soonest},
};
use crate::wide;

#[derive(Debug)]
pub(super) struct Rows<const N: usize> {
    blocks: Vec<Block<N>>,
    len: usize,
    soonest: Soonest,
}

/// Rows behind the last one hold anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const N: usize> {
    /// The low half of the tick at which it started.
    pub(super) start: [u32; BLOCK],
    /// One by its length in ticks.
    pub(super) inverse: [f32; BLOCK],
    pub(super) from: [[f32; BLOCK]; N],
    pub(super) to: [[f32; BLOCK]; N],
    /// Its handle; no frame reads it.
    pub(super) slot: [u32; BLOCK],
    pub(super) generation: [u32; BLOCK],
}

impl<const N: usize> Block<N> {
    pub(super) const EMPTY: Self = Self {
        start: [0; BLOCK],
        inverse: [1.0; BLOCK],
        from: [[0.0; BLOCK]; N],
        to: [[0.0; BLOCK]; N],
        slot: [0; BLOCK],
        generation: [0; BLOCK],
    };

    /// The length of each row, in ticks.
    ///
    /// Both roundings of an f32 put `1 / (1 / ticks)` off by less than `ticks / 2^23`, so below 2^20 the nearest whole
    /// number is the right one; adding 2^23 leaves no room for anything but that number.
    pub(super) fn ticks(&self) -> [u32; BLOCK] {
        const SURE: i32 = 1 << 20;
        let near = self.inverse.map(|inverse| {
            (1.0 / inverse + 8_388_608.0).to_bits().wrapping_sub(0x4B00_0000).cast_signed()
        });
        let most = near.into_iter().fold(0, |most, ticks| if most < ticks { ticks } else { most });
        if most < SURE { near.map(i32::cast_unsigned) } else { self.inverse.map(ticks) }
    }

    fn handle(&self, lane: usize) -> Handle {
        Handle { slot: self.slot[lane], generation: self.generation[lane] }
    }
}

/// The length that has this inverse.
///
/// Lengths below 2^23 are told apart by their inverses in an f32, each of which is off by 2^-24 of it at most, so
/// that its own inverse is less than half a tick off.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 up to 2^23")]
fn ticks(inverse: f32) -> u32 {
    (1.0 / f64::from(inverse) + 0.5) as u32
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
    pub(super) fn progress(self, start: u32, inverse: f32) -> f32 {
        let since = self.tick.wrapping_sub(start) as i32 as f32 + self.alpha;
        let t = since * inverse;
        if t < 1.0 { t } else { 1.0 }
    }
}

impl<const N: usize> Rows<N> {
    pub(super) const fn new() -> Self {
        Self { blocks: Vec::new(), len: 0, soonest: Soonest::new() }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn blocks(&self) -> &[Block<N>] {
        &self.blocks
    }

    /// How long after now the first can be due. For some rows, not for none.
    #[inline]
    pub(super) const fn soonest(&self, now: u32) -> u32 {
        self.soonest.after(now)
    }

    /// Adds a tween that started then; the number of its row.
    #[inline]
    pub(super) fn push(&mut self, handle: Handle, tween: &Tween<N>, start: u32, now: u32) -> usize {
        let row = self.len;
        let lane = row % BLOCK;
        if lane == 0 {
            self.blocks.push(Block::EMPTY);
        }
        let block = &mut self.blocks[row / BLOCK];
        block.start[lane] = start;
        block.inverse[lane] = 1.0 / tween.ticks as f32;
        for part in 0..N {
            block.from[part][lane] = tween.from[part];
            block.to[part][lane] = tween.to[part];
        }
        block.slot[lane] = handle.slot;
        block.generation[lane] = handle.generation;
        self.len = row + 1;
        self.soonest.put(row, start.wrapping_add(tween.ticks), now);
        row
    }

    /// Adds rows that have been read, all of which are full but for the last.
    #[cfg(any(feature = "serde", test))]
    pub(super) fn push_block(&mut self, block: Block<N>, rows: usize, soonest: u32, now: u32) {
        self.soonest.put(self.len, soonest, now);
        self.blocks.push(block);
        self.len += rows;
    }

    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        self.len = len;
        self.blocks.truncate(len.div_ceil(BLOCK));
        self.soonest.truncate(len);
    }

    /// Takes a row out; the last one takes its place. The slot of that one, if it was another.
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        let last = self.len - 1;
        let moved = (row < last).then(|| {
            let (lane, from) = (row % BLOCK, last % BLOCK);
            let source = &self.blocks[last / BLOCK];
            let (start, inverse) = (source.start[from], source.inverse[from]);
            let Handle { slot, generation } = source.handle(from);
            let [begins, ends] =
                [&source.from, &source.to].map(|parts| parts.map(|part| part[from]));
            let block = &mut self.blocks[row / BLOCK];
            (block.start[lane], block.inverse[lane]) = (start, inverse);
            (block.slot[lane], block.generation[lane]) = (slot, generation);
            for part in 0..N {
                block.from[part][lane] = begins[part];
                block.to[part][lane] = ends[part];
            }
            self.soonest.moved(row, start.wrapping_add(ticks(inverse)), now);
            slot
        });
        self.truncate(last);
        moved
    }

    /// Finds what is due now: `found` gets the row of each, its generation, and how many ticks it took.
    pub(super) fn find_due(&mut self, now: u32, mut found: impl FnMut(usize, u32, u32)) {
        let Self { blocks, len, soonest } = self;
        soonest.look(now, |index| {
            let block = &blocks[index];
            let rows = BLOCK.min(*len - index * BLOCK);
            let ticks = block.ticks();
            let mut left: [u32; BLOCK] = array::from_fn(|lane| {
                block.start[lane].wrapping_add(ticks[lane]).wrapping_sub(now)
            });
            left[rows..].fill(NEVER);
            let mut rest = NEVER;
            for (lane, left) in left.into_iter().enumerate() {
                if left == 0 {
                    found(index * BLOCK + lane, block.generation[lane], ticks[lane]);
                } else {
                    rest = rest.min(left);
                }
            }
            rest
        });
    }

    #[inline]
    pub(super) fn generation(&self, row: usize) -> u32 {
        self.blocks[row / BLOCK].generation[row % BLOCK]
    }

    pub(super) fn handle(&self, row: usize) -> Handle {
        self.blocks[row / BLOCK].handle(row % BLOCK)
    }

    /// Where it ends.
    pub(super) fn to(&self, row: usize) -> [f32; N] {
        let block = &self.blocks[row / BLOCK];
        array::from_fn(|part| block.to[part][row % BLOCK])
    }

    pub(super) fn handles(&self) -> impl Iterator<Item = Handle> {
        (0..self.len).map(|row| self.handle(row))
    }
}

impl<const N: usize> Clone for Rows<N> {
    fn clone(&self) -> Self {
        let Self { blocks, len, soonest } = self;
        Self { blocks: blocks.clone(), len: *len, soonest: soonest.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { blocks, len, soonest } = source;
        self.blocks.clone_from(blocks);
        self.len = *len;
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
        let (block, lane) = (&self.rows.blocks[self.row / BLOCK], self.row % BLOCK);
        let share = bend(self.moment.progress(block.start[lane], block.inverse[lane]));
        array::from_fn(|part| {
            let (from, to) = (block.from[part][lane], block.to[part][lane]);
            from + (to - from) * share
        })
    }
}

/// The values of some blocks, one behind the other, into `out`, where there is room for their rows.
pub(super) struct All<'a, const N: usize> {
    pub(super) blocks: &'a [Block<N>],
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
    /// Plain loops over arrays of one length: the compiler makes them as wide as the target allows.
    #[inline(always)]
    pub(super) fn fill(self, bend: impl Fn(f32) -> f32) {
        let Self { blocks, moment, mut out } = self;
        for block in blocks {
            let mut room = out.each_mut().map(|out| {
                let all = core::mem::take(out);
                let (room, rest) = all.split_at_mut(all.len().min(BLOCK));
                *out = rest;
                room
            });
            if let [out] = &mut room[..] {
                let n = out.len();
                let (start, inverse) = (&block.start[..n], &block.inverse[..n]);
                let (from, to) = (&block.from[0][..n], &block.to[0][..n]);
                for (lane, out) in out.iter_mut().enumerate() {
                    let share = bend(moment.progress(start[lane], inverse[lane]));
                    *out = from[lane] + (to[lane] - from[lane]) * share;
                }
                continue;
            }
            let shares: [f32; BLOCK] = array::from_fn(
                #[inline(always)]
                |lane| bend(moment.progress(block.start[lane], block.inverse[lane])),
            );
            for ((out, from), to) in room.iter_mut().zip(&block.from).zip(&block.to) {
                for (((out, from), to), share) in out.iter_mut().zip(from).zip(to).zip(&shares) {
                    *out = from + (to - from) * share;
                }
            }
        }
    }
}
