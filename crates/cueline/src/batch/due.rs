//! Which rows of a block are due, and the removal of rows from a column.

use alloc::vec::Vec;

use super::bounds::{BLOCK, NEVER};

/// All rows of a block.
const WHOLE: u32 = (1 << BLOCK) - 1;

/// The due rows of one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueRows {
    group: usize,
    block: usize,
    /// A bit for each row that is due.
    rows: u32,
}

impl DueRows {
    #[inline(always)]
    pub(super) const fn new(group: usize, block: usize, rows: u32) -> Self {
        Self { group, block, rows }
    }

    #[inline(always)]
    pub(super) const fn group(self) -> usize {
        self.group
    }

    #[inline(always)]
    pub(super) const fn block(self) -> usize {
        self.block
    }

    /// Whether all rows of a block are due.
    pub(super) const fn is_whole(self) -> bool {
        self.rows == WHOLE
    }

    /// The rows in ascending order, counted from the first row of their group.
    #[inline(always)]
    pub(super) fn each_row(self, mut each: impl FnMut(usize)) {
        self.each(|lane| each(self.block * BLOCK + lane));
    }

    /// The rows in ascending order, counted from the first row of the block.
    #[inline(always)]
    pub(super) fn each(self, each: impl FnMut(usize)) {
        each_bit(self.rows, each);
    }
}

/// The positions of the set bits, in ascending order.
#[inline(always)]
pub(super) fn each_bit(mut bits: u32, mut each: impl FnMut(usize)) {
    while bits != 0 {
        each(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Removes rows from a column, last first, so that a row that moves into a free place is not due itself.
#[inline(always)]
pub(super) fn close<T: Copy>(column: &mut Vec<T>, gone: &[usize]) {
    let mut left = &mut column[..];
    for row in gone.iter().rev() {
        let Some((last, others)) = left.split_last_mut() else { return };
        if let Some(place) = others.get_mut(*row) {
            *place = *last;
        }
        left = others;
    }
    let left = left.len();
    column.truncate(left);
}

/// A bit for each row of a block that has no time left, and the ticks until the next of the other rows is due.
#[inline(always)]
pub(super) fn due(left: [u32; BLOCK]) -> (u32, u32) {
    if left.iter().fold(0, |all, left| all | left) == 0 {
        return (WHOLE, NEVER);
    }
    let (mut due, mut rest) = (0, NEVER);
    for (lane, left) in left.into_iter().enumerate() {
        due |= if left == 0 { 1_u32 << lane } else { 0 };
        // Subtracts one, so that a row that is due now wraps to the longest time left.
        rest = rest.min(left.wrapping_sub(1));
    }
    (due, rest + 1)
}

/// The full length of a block; most blocks are full.
#[inline(always)]
pub(super) fn padded<T: Copy>(values: &[T], with: T) -> [T; BLOCK] {
    values.first_chunk().copied().unwrap_or_else(|| {
        let mut all = [with; BLOCK];
        all[..values.len()].copy_from_slice(values);
        all
    })
}
