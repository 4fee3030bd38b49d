//! Finds and removes the rows that are due.

use alloc::vec::Vec;
use core::array;

use super::{
    block::Block,
    bounds::{BLOCK, NEVER},
    rows::Rows,
};
use crate::wide;

/// All rows of a block.
const WHOLE: u32 = (1 << BLOCK) - 1;

/// The due rows of one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) group: usize,
    pub(super) block: usize,
    /// A bit for each row that is due.
    pub(super) rows: u32,
}

impl Hit {
    /// Whether all rows of a block are due.
    pub(super) const fn is_whole(self) -> bool {
        self.rows == WHOLE
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

impl<const N: usize> Rows<N> {
    /// Finds what is due now, block by block.
    pub(super) fn find_due(&mut self, group: usize, now: u32, hits: &mut Vec<Hit>) {
        wide::widest(
            #[inline(always)]
            || self.find(group, now, hits),
        );
    }

    /// Reports nothing here, so that the search of one block does not wait for memory of another.
    #[inline(always)]
    fn find(&mut self, group: usize, now: u32, hits: &mut Vec<Hit>) {
        let len = self.len();
        let Self { blocks, bounds, .. } = self;
        bounds.look(
            now,
            #[inline(always)]
            |block| {
                let Block { start, inverse, .. } = &blocks[block];
                let ticks = all_ticks(inverse);
                let mut left =
                    array::from_fn(|lane| start[lane].wrapping_add(ticks[lane]).wrapping_sub(now));
                // Places behind the last row may hold removed rows.
                if block == len / BLOCK {
                    left[len % BLOCK..].fill(NEVER);
                }
                let (rows, rest) = due(left);
                hits.push(Hit { group, block, rows });
                rest
            },
        );
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

/// The durations in ticks that have these inverses.
///
/// The two roundings of an f32 put `1 / (1 / ticks)` off by less than `ticks / 2^23`, so below 2^20 the nearest whole
/// number is the right one. Adding 2^23 rounds to that number.
#[inline(always)]
pub(super) fn all_ticks(inverse: &[f32; BLOCK]) -> [u32; BLOCK] {
    const SURE: u32 = 1 << 20;
    let (mut all, mut most) = ([0; BLOCK], 0);
    for (all, inverse) in all.iter_mut().zip(inverse) {
        *all = (1.0 / inverse + 8_388_608.0).to_bits().wrapping_sub(0x4B00_0000);
        most |= *all;
    }
    if most >= SURE {
        all = inverse.map(ticks);
    }
    all
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

/// The duration that has this inverse.
///
/// Durations below 2^23 have different inverses in an f32. Each inverse is off by at most 2^-24 of itself, so that its
/// own inverse is less than half a tick off.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 up to 2^23")]
pub(super) fn ticks(inverse: f32) -> u32 {
    (1.0 / f64::from(inverse) + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::{all_ticks, ticks};
    use crate::batch::{bounds::BLOCK, store::LONGEST};

    #[test]
    fn every_duration_follows_from_its_inverse() {
        let longest = LONGEST;
        for first in (1..=longest).step_by(BLOCK) {
            let lengths: [u32; BLOCK] =
                core::array::from_fn(|lane| longest.min(first + u32::try_from(lane).unwrap()));
            let inverses = lengths.map(|length| 1.0 / length as f32);
            assert_eq!(inverses.map(ticks), lengths);
            assert_eq!(all_ticks(&inverses), lengths);
            // Therefore the progress of a live tween needs no upper limit.
            let ends =
                lengths.iter().zip(inverses).map(|(length, inverse)| *length as f32 * inverse);
            assert!(ends.into_iter().all(|end| end <= 1.0));
        }
    }
}
