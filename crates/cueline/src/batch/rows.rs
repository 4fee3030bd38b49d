//! Live tweens of one bend, in blocks without a gap.

use alloc::vec::Vec;

use super::{
    Bend, Tween, TweenHandle,
    bend::Job,
    block::{Block, Moment, Row},
    due::ticks,
    slots::Slots,
    soonest::{BLOCK, Soonest},
    tell::Way,
};
use crate::wide;

/// From how many places blocks are sampled in turns: what is in no cache comes faster from several than from one.
const STREAMS: usize = 4;
/// From how many blocks on that is so: some hundred thousand rows.
const FAR: usize = if cfg!(test) { 2 * STREAMS } else { 1 << 13 };

#[derive(Debug)]
pub(super) struct Rows<const N: usize> {
    pub(super) blocks: Vec<Block<N>>,
    /// Whose each row is; no frame reads it.
    pub(super) handles: Vec<[TweenHandle; BLOCK]>,
    len: usize,
    pub(super) soonest: Soonest,
}

impl<const N: usize> Rows<N> {
    pub(super) const fn new() -> Self {
        Self { blocks: Vec::new(), handles: Vec::new(), len: 0, soonest: Soonest::new() }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// How long after now the first can be due. For some rows, not for none.
    #[inline]
    pub(super) const fn soonest(&self, now: u32) -> u32 {
        self.soonest.after(now)
    }

    /// Adds a tween that starts now.
    pub(super) fn push(&mut self, handle: TweenHandle, tween: &Tween<N>, now: u32) {
        if self.has_room() {
            self.fill(handle, tween, now);
        } else {
            let (block, due) =
                (Block::all(Row::starting(tween, now)), now.wrapping_add(tween.ticks));
            self.push_block(block, [handle; BLOCK], 1, due, now);
        }
    }

    /// Makes room for so many blocks more.
    #[cfg(any(feature = "serde", test))]
    pub(super) fn reserve(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
        self.handles.reserve(blocks);
    }

    /// Adds a block behind whole ones: so many rows of it, of which the first is due then.
    pub(super) fn push_block(
        &mut self,
        block: Block<N>,
        handles: [TweenHandle; BLOCK],
        rows: usize,
        due: u32,
        now: u32,
    ) {
        self.blocks.push(block);
        self.handles.push(handles);
        self.soonest.open(due, now);
        self.len += rows;
    }

    /// Whether the last block has room for one more.
    #[inline(always)]
    pub(super) const fn has_room(&self) -> bool {
        !self.len.is_multiple_of(BLOCK)
    }

    /// The same, where there is room for it.
    #[inline(always)]
    pub(super) fn fill(&mut self, handle: TweenHandle, tween: &Tween<N>, now: u32) {
        let (block, lane) = (self.len / BLOCK, self.len % BLOCK);
        self.blocks[block].put(lane, Row::starting(tween, now));
        self.handles[block][lane] = handle;
        self.soonest.put(self.len, now.wrapping_add(tween.ticks), now);
        self.len += 1;
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> Row<N> {
        self.blocks[row / BLOCK].row(row % BLOCK)
    }

    #[inline]
    pub(super) fn handle(&self, row: usize) -> TweenHandle {
        self.handles[row / BLOCK][row % BLOCK]
    }

    pub(super) fn handles(&self) -> impl Iterator<Item = TweenHandle> {
        self.handles.as_flattened()[..self.len].iter().copied()
    }

    /// The tween in a row; it waits no more.
    pub(super) fn tween(&self, row: usize, bend: Bend) -> Tween<N> {
        let Row { inverse, from, to, .. } = self.row(row);
        Tween { from, to, ticks: ticks(inverse), delay: 0, bend }
    }

    /// The value of one.
    pub(super) fn value(&self, row: usize, bend: Bend, moment: Moment, way: Way<N>) -> [f32; N] {
        let Row { start, inverse, from, to } = self.row(row);
        way(&from, &to, bend.at(moment.progress(start, inverse)))
    }

    /// Blocks, so many at a time, with the number of rows in them.
    pub(super) fn parts(&self, most: usize) -> impl Iterator<Item = (&[Block<N>], usize)> {
        let mut left = self.len;
        self.blocks.chunks(most).map(move |blocks| {
            let rows = left.min(blocks.len() * BLOCK);
            left -= rows;
            (blocks, rows)
        })
    }

    /// Changes where each begins and ends.
    #[cfg(feature = "serde")]
    pub(super) fn change_ways(&mut self, change: impl Fn(&mut [f32; N], &mut [f32; N])) {
        for block in &mut self.blocks {
            for lane in 0..BLOCK {
                let mut row = block.row(lane);
                change(&mut row.from, &mut row.to);
                block.put(lane, row);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        self.len = len;
        self.blocks.truncate(len.div_ceil(BLOCK));
        self.handles.truncate(len.div_ceil(BLOCK));
        self.soonest.truncate(len);
    }

    /// Takes a row out; the last one takes its place. The slot of that one, if it was another.
    #[inline]
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        let last = self.len - 1;
        self.copy(last, row);
        self.truncate(last);
        (row < last).then(|| self.settle(row, now))
    }

    /// Takes rows out, which come upwards; the last rows take their place. Their slots are free already.
    pub(super) fn take_out(&mut self, group: usize, gone: &[usize], slots: &mut Slots, now: u32) {
        let mut left = self.len;
        // The last first, so that what takes a row's place is none of them.
        for row in gone.iter().rev() {
            left -= 1;
            self.copy(left, *row);
        }
        self.truncate(left);
        for row in gone.iter().copied().take_while(|row| *row < left) {
            slots.put(self.settle(row, now), group, row);
        }
    }

    /// Puts a tween where another one is.
    #[inline(always)]
    fn copy(&mut self, from: usize, to: usize) {
        let (row, handle) = (self.row(from), self.handle(from));
        self.blocks[to / BLOCK].put(to % BLOCK, row);
        self.handles[to / BLOCK][to % BLOCK] = handle;
    }

    /// Reckons with another tween in a row; its slot.
    #[inline(always)]
    fn settle(&mut self, row: usize, now: u32) -> u32 {
        let Row { start, inverse, .. } = self.row(row);
        self.soonest.put(row, start.wrapping_add(ticks(inverse)), now);
        self.handle(row).slot
    }
}

impl<const N: usize> Clone for Rows<N> {
    fn clone(&self) -> Self {
        let Self { blocks, handles, len, soonest } = self;
        let (blocks, handles) = (blocks.clone(), handles.clone());
        Self { blocks, handles, len: *len, soonest: soonest.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { blocks, handles, len, soonest } = source;
        self.blocks.clone_from(blocks);
        self.handles.clone_from(handles);
        self.len = *len;
        self.soonest.clone_from(soonest);
    }
}

/// The values of some rows, one behind the other, into `out`, where there is room for them.
pub(super) struct All<'a, const N: usize> {
    pub(super) blocks: &'a [Block<N>],
    pub(super) moment: Moment,
    pub(super) out: [&'a mut [f32]; N],
}

impl<const N: usize> Job for All<'_, N> {
    type Out = ();
    fn run(self, bend: impl Fn(f32) -> f32) {
        // Two loops: one that also did the other's work would have too few registers.
        if self.blocks.len() < FAR {
            wide::widest(
                #[inline(always)]
                || self.fill(bend),
            );
        } else {
            wide::widest(
                #[inline(always)]
                || self.fill_in_turns(bend),
            );
        }
    }
}

impl<const N: usize> All<'_, N> {
    #[inline(always)]
    pub(super) fn fill(self, bend: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        let mut out = out.map(|out| out.as_chunks_mut::<BLOCK>());
        let whole = out.first().map_or(0, |(whole, _)| whole.len());
        let (blocks, last) = blocks.split_at(whole);
        for (at, block) in blocks.iter().enumerate() {
            let shares = block.shares(moment, &bend);
            for (part, (whole, _)) in out.iter_mut().enumerate() {
                whole[at] = block.values(part, &shares);
            }
        }
        for block in last {
            let shares = block.shares(moment, &bend);
            for (part, (_, rest)) in out.iter_mut().enumerate() {
                rest.copy_from_slice(&block.values(part, &shares)[..rest.len()]);
            }
        }
    }

    /// The same where blocks come from memory.
    #[inline(always)]
    fn fill_in_turns(self, bend: impl Fn(f32) -> f32) {
        let Self { blocks, moment, mut out } = self;
        let stream = blocks.len() / STREAMS - 1;
        for at in 0..stream {
            for place in 0..STREAMS {
                let at = place * stream + at;
                let shares = blocks[at].shares(moment, &bend);
                for (part, out) in out.iter_mut().enumerate() {
                    out[at * BLOCK..][..BLOCK].copy_from_slice(&blocks[at].values(part, &shares));
                }
            }
        }
        let done = STREAMS * stream;
        let out = out.map(|out| &mut out[done * BLOCK..]);
        All { blocks: &blocks[done..], moment, out }.fill(bend);
    }
}
