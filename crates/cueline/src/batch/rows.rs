//! Live tweens in blocks without gaps: those of one easing or, in the general group, of any easing.

use alloc::vec::Vec;

use super::{
    block::{Block, Moment, Row},
    bounds::{BLOCK, Bounds, NEVER},
    due::{DueRows, due},
    id::Id,
    motion::{LaneMath, Motion, RowMotion},
    slots::Slots,
    wide,
};
use crate::value::Polynomial;

#[derive(Debug)]
pub(super) struct Rows<const N: usize> {
    blocks: Vec<Block<N>>,
    /// The handle of each row, in columns that sampling does not read.
    handles: Vec<[Id; BLOCK]>,
    /// The motion of each row, in the general group; empty in the group of a polynomial.
    motions: Vec<Motion<N>>,
    len: usize,
    bounds: Bounds,
}

impl<const N: usize> Rows<N> {
    pub(super) const fn new() -> Self {
        Self {
            blocks: Vec::new(),
            handles: Vec::new(),
            motions: Vec::new(),
            len: 0,
            bounds: Bounds::new(),
        }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Ticks from now to the earliest bound. Requires at least one row.
    #[inline]
    pub(super) const fn first_due(&self, now: u32) -> u32 {
        self.bounds.after(now)
    }

    /// Adds a live tween with this duration in ticks; in the general group it has a motion.
    pub(super) fn push(
        &mut self,
        handle: Id,
        row: Row<N>,
        ticks: u32,
        motion: Option<Motion<N>>,
        now: u32,
    ) {
        let due = row.start().wrapping_add(ticks);
        if self.has_room() {
            self.put_next(row);
            self.take_next(handle, due, now);
        } else {
            self.push_block(Block::all(row), [handle; BLOCK], 1, due, now);
        }
        if let Some(motion) = motion {
            self.motions.push(motion);
        }
    }

    /// Adds the motion of a row that came with a block.
    #[cfg(any(feature = "serde", test))]
    pub(super) fn push_motion(&mut self, motion: Motion<N>) {
        self.motions.push(motion);
    }

    #[inline(always)]
    pub(super) fn blocks(&self) -> &[Block<N>] {
        &self.blocks
    }

    /// A block of rows, and their handles.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> (&Block<N>, &[Id; BLOCK]) {
        (&self.blocks[block], &self.handles[block])
    }

    pub(super) fn motions(&self) -> &[Motion<N>] {
        &self.motions
    }

    /// Reserves room for this many more blocks.
    #[cfg(any(feature = "serde", test))]
    pub(super) fn reserve(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
        self.handles.reserve(blocks);
    }

    /// Adds a block behind full blocks, with this many rows, the first of which is due at this tick.
    pub(super) fn push_block(
        &mut self,
        block: Block<N>,
        handles: [Id; BLOCK],
        rows: usize,
        due: u32,
        now: u32,
    ) {
        self.blocks.push(block);
        self.handles.push(handles);
        self.bounds.open(due, now);
        self.len += rows;
    }

    /// Returns `true` if the last block has room for one more row.
    #[inline(always)]
    pub(super) const fn has_room(&self) -> bool {
        !self.len.is_multiple_of(BLOCK)
    }

    /// Writes a row to the place behind all others, in the last block, which [has room](Self::has_room).
    #[inline(always)]
    pub(super) fn put_next(&mut self, row: Row<N>) {
        if let Some(block) = self.blocks.get_mut(self.len / BLOCK) {
            block.set_row(self.len % BLOCK, row);
        }
    }

    /// Adds the row that was [written](Self::put_next).
    #[inline(always)]
    pub(super) fn take_next(&mut self, handle: Id, due: u32, now: u32) {
        if let Some(handles) = self.handles.get_mut(self.len / BLOCK) {
            handles[self.len % BLOCK] = handle;
        }
        self.bounds.lower(self.len, due, now);
        self.len += 1;
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> Row<N> {
        self.blocks[row / BLOCK].row(row % BLOCK)
    }

    #[inline]
    pub(super) fn handle(&self, row: usize) -> Id {
        self.handles[row / BLOCK][row % BLOCK]
    }

    pub(super) fn handles(&self) -> impl Iterator<Item = Id> {
        self.handles.as_flattened()[..self.len].iter().copied()
    }

    /// The motion of the tween in a row of this group.
    pub(super) fn motion(&self, group: usize, row: usize) -> RowMotion<'_, N> {
        let polynomial = Polynomial::ALL.get(group).copied();
        polynomial.map_or_else(|| RowMotion::General(&self.motions[row]), RowMotion::Polynomial)
    }

    /// The value of one row.
    pub(super) fn value(
        &self,
        group: usize,
        row: usize,
        moment: Moment,
        math: LaneMath<N>,
    ) -> [f32; N] {
        let motion = self.motion(group, row);
        let row = self.row(row);
        math.at(&row, motion, moment)
    }

    /// Pieces of up to this many blocks, with their motions and their numbers of rows.
    pub(super) fn parts(
        &self,
        most: usize,
    ) -> impl Iterator<Item = (&[Block<N>], &[Motion<N>], usize)> {
        let (mut left, mut motions) = (self.len, &self.motions[..]);
        self.blocks.chunks(most).map(move |blocks| {
            let rows = left.min(blocks.len() * BLOCK);
            left -= rows;
            let these;
            (these, motions) = motions.split_at(rows.min(motions.len()));
            (blocks, these, rows)
        })
    }

    /// Changes the start and end values of each tween.
    #[cfg(feature = "serde")]
    pub(super) fn change_ends(&mut self, mut change: impl FnMut(&mut [f32; N], &mut [f32; N])) {
        self.blocks.iter_mut().for_each(|block| block.change_ends(&mut change));
    }

    /// Finds what is due now, block by block.
    pub(super) fn find_due(&mut self, group: usize, now: u32, hits: &mut Vec<DueRows>) {
        wide::widest(
            #[inline(always)]
            || self.find(group, now, hits),
        );
    }

    /// Only lists the hits, so that the search of one block does not wait for memory of another.
    #[inline(always)]
    fn find(&mut self, group: usize, now: u32, hits: &mut Vec<DueRows>) {
        let len = self.len();
        let Self { blocks, bounds, .. } = self;
        bounds.search(
            now,
            #[inline(always)]
            |block| {
                let mut left = blocks[block].left(now);
                // Places behind the last row may hold removed rows.
                if block == len / BLOCK {
                    left[len % BLOCK..].fill(NEVER);
                }
                let (rows, rest) = due(left);
                hits.push(DueRows::new(group, block, rows));
                rest
            },
        );
    }

    /// Number of blocks searched so far.
    #[cfg(test)]
    pub(super) const fn searched(&self) -> u64 {
        self.bounds.searched()
    }

    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        self.len = len;
        self.blocks.truncate(len.div_ceil(BLOCK));
        self.handles.truncate(len.div_ceil(BLOCK));
        self.motions.truncate(len);
        self.bounds.truncate(len);
    }

    /// Removes a row; the last row takes its place. Returns the slot of the moved row, if there is one.
    #[inline]
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        let last = self.len - 1;
        self.copy(last, row);
        self.truncate(last);
        (row < last).then(|| self.settle(row, now))
    }

    /// Removes rows, given in ascending order; the last rows take their places. The slots of the removed rows are free
    /// already.
    pub(super) fn take_out(&mut self, group: usize, gone: &[usize], slots: &mut Slots, now: u32) {
        let mut left = self.len;
        // Last first, so that a row that moves into a free place is not to be removed itself.
        for row in gone.iter().rev() {
            left -= 1;
            self.copy(left, *row);
        }
        self.truncate(left);
        for row in gone.iter().copied().take_while(|row| *row < left) {
            slots.set_place(self.settle(row, now), group, row);
        }
    }

    /// Copies a tween over another one.
    #[inline(always)]
    fn copy(&mut self, from: usize, to: usize) {
        let (row, handle) = (self.row(from), self.handle(from));
        self.blocks[to / BLOCK].set_row(to % BLOCK, row);
        self.handles[to / BLOCK][to % BLOCK] = handle;
        if let Some(motion) = self.motions.get(from).copied() {
            self.motions[to] = motion;
        }
    }

    /// Lowers the bound for a tween that moved into a row. Returns its slot.
    #[inline(always)]
    fn settle(&mut self, row: usize, now: u32) -> u32 {
        self.bounds.lower(row, self.row(row).due(), now);
        self.handle(row).slot()
    }
}

impl<const N: usize> Clone for Rows<N> {
    fn clone(&self) -> Self {
        let Self { blocks, handles, motions, len, bounds } = self;
        let (blocks, handles) = (blocks.clone(), handles.clone());
        Self { blocks, handles, motions: motions.clone(), len: *len, bounds: bounds.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { blocks, handles, motions, len, bounds } = source;
        self.motions.clone_from(motions);
        self.blocks.clone_from(blocks);
        self.handles.clone_from(handles);
        self.len = *len;
        self.bounds.clone_from(bounds);
    }
}
