//! Which of many stretches of time meet a window.
//!
//! Stretches are sorted by their starts, so the table of times that tracks use cuts off those that start too late. A
//! binary search among the latest ends so far cuts off those before the first that still lasts; what is between is looked through. Where that is
//! far, because something lasts very long, there is a tree of the latest ends (an interval tree in an array, as in Cormen
//! et al., "Introduction to Algorithms", 14.3): a branch whose latest end is too early is left out as a whole. Finding k
//! stretches costs O(log n + k log(n / k)).

use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

use crate::clip::lookup::Buckets;

/// Stretches in one block of the array: below this a branch costs more than a look.
const BLOCK: usize = 4;
/// So many stretches are looked through faster than a tree is climbed.
const NEAR: usize = 64;

/// A stretch of time.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) start: i64,
    /// `i64::MIN` for one that is not to be found.
    pub(super) end: i64,
}

/// Finds stretches that still last, in rows of their owner that are sorted by start.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    starts: Buckets,
    /// For each block the latest end in it and in all blocks before it.
    over: Box<[i64]>,
    /// A complete binary tree of the latest ends, root first, over blocks; absent where all is near.
    latest: Box<[i64]>,
    /// How many leaves it has: a power of two.
    leaves: usize,
}

impl Index {
    /// Of no more stretches than [`MOST`](crate::clip::lookup::MOST), which building counts.
    pub(super) fn new<R>(rows: &[R], stretch: impl Fn(&R) -> Stretch) -> Self {
        let starts = Buckets::new(rows.len(), |place| stretch(&rows[place]).start);
        let blocks = rows.chunks(BLOCK);
        let latest_of = |block: &[R]| block.iter().map(|row| stretch(row).end).max();
        let ends: Vec<i64> = blocks.filter_map(latest_of).collect();
        let mut so_far = i64::MIN;
        let over = ends.iter().map(|end| {
            so_far = so_far.max(*end);
            so_far
        });
        let over = over.collect();
        let leaves = ends.len().next_power_of_two();
        let mut latest = Vec::new();
        if rows.len() > NEAR {
            latest = vec![i64::MIN; 2 * leaves - 1];
            latest[leaves - 1..][..ends.len()].copy_from_slice(&ends);
            for node in (0..leaves - 1).rev() {
                latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
            }
        }
        Self { starts: starts.unwrap_or_default(), over, latest: latest.into(), leaves }
    }

    /// How many have begun by then.
    #[inline]
    pub(super) fn begun<R>(&self, at: i64, rows: &[R], stretch: impl Fn(&R) -> Stretch) -> usize {
        self.starts.passed(at, |place| stretch(&rows[place]).start)
    }

    /// Finds, in order, those that start at `until` or earlier and end later than `after`.
    pub(super) fn find<R>(
        &self,
        after: i64,
        until: i64,
        rows: &[R],
        stretch: impl Fn(&R) -> Stretch,
        found: impl FnMut(usize, &R),
    ) {
        let count = self.begun(until, rows, &stretch);
        self.lasting(after, &rows[..count], stretch, found);
    }

    /// Finds, in order, those of the first rows that end later than `after`.
    #[inline(always)]
    pub(super) fn lasting<R>(
        &self,
        after: i64,
        rows: &[R],
        stretch: impl Fn(&R) -> Stretch,
        mut found: impl FnMut(usize, &R),
    ) {
        let Some(last) = rows.len().checked_sub(1).map(|last| last / BLOCK) else { return };
        if last > 0 && self.over[last - 1] > after {
            return self.lasting_of_many(after, rows, stretch, found);
        }
        // As nearly always where one follows the other: all blocks before the last one are over.
        for (place, row) in (last * BLOCK..).zip(&rows[last * BLOCK..]) {
            if stretch(row).end > after {
                found(place, row);
            }
        }
    }

    #[inline(never)]
    fn lasting_of_many<R>(
        &self,
        after: i64,
        rows: &[R],
        stretch: impl Fn(&R) -> Stretch,
        mut found: impl FnMut(usize, &R),
    ) {
        let count = rows.len();
        let first = self.over.partition_point(|end| *end <= after) * BLOCK;
        let mut look = |places: Range<usize>| {
            for (place, row) in places.clone().zip(&rows[places]) {
                if stretch(row).end > after {
                    found(place, row);
                }
            }
        };
        if count.saturating_sub(first) <= NEAR {
            look(first.min(count)..count);
        } else {
            self.climb(after, count, look);
        }
    }

    /// Has a look at each block that lasts past `after`, of the first `count` stretches.
    fn climb(&self, after: i64, count: usize, mut look: impl FnMut(Range<usize>)) {
        // At most one node waits on each level of a tree of fewer than 2^32 leaves.
        let mut waiting = [0_usize; 40];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let mut node = waiting[depth];
            loop {
                if self.latest[node] <= after {
                    break;
                }
                if node >= self.leaves - 1 {
                    let first = (node - (self.leaves - 1)) * BLOCK;
                    look(first..(first + BLOCK).min(count));
                    break;
                }
                let right = 2 * node + 2;
                if self.first_of(right) < count {
                    waiting[depth] = right;
                    depth += 1;
                }
                node = 2 * node + 1;
            }
        }
    }

    /// The first stretch below a node.
    fn first_of(&self, node: usize) -> usize {
        let level = (node + 1).ilog2();
        let place = node + 1 - (1 << level);
        place * (self.leaves >> level) * BLOCK
    }
}

/// Numbers of stretches, sorted by their ends; of one end in their own order.
pub(super) fn by_end(count: u32, end: impl Fn(u32) -> i64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by_key(|index| end(*index));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Stretches that overlap the more, the more they are.
    fn some(count: Range<usize>) -> impl Strategy<Value = Vec<(i64, i64)>> {
        let length = prop_oneof![0..5_i64, 0..400_i64];
        prop::collection::vec((0..300_i64, length), count)
    }

    proptest! {
        #[test]
        fn it_finds_what_a_look_at_each_finds(
            mut stretches in prop_oneof![some(0..400), some(0..12)],
            after in -10..400_i64,
            until in -10..400_i64,
        ) {
            stretches.sort_by_key(|(start, _)| *start);
            let stretch = |row: &(i64, i64)| Stretch { start: row.0, end: row.0 + row.1 };
            let index = Index::new(&stretches, stretch);
            let mut found = Vec::new();
            index.find(after, until, &stretches, stretch, |at, _| found.push(at));
            let meets = |at: &usize| {
                let Stretch { start, end } = stretch(&stretches[*at]);
                start <= until && end > after
            };
            let each: Vec<usize> = (0..stretches.len()).filter(meets).collect();
            prop_assert_eq!(found, each);
            let count = stretches.iter().filter(|(start, _)| *start <= until).count();
            prop_assert_eq!(index.begun(until, &stretches, stretch), count);
            let mut lasting = Vec::new();
            index.lasting(until, &stretches[..count], stretch, |at, _| lasting.push(at));
            let last = |at: &usize| *at < count && stretch(&stretches[*at]).end > until;
            prop_assert_eq!(lasting, (0..stretches.len()).filter(last).collect::<Vec<_>>());
        }
    }
}
