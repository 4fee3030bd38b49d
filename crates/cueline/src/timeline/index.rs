//! An interval index: finds the intervals of time that overlap a window.
//!
//! An *interval* is a range of time, such as that of an item of a timeline from its start to its end. The intervals are sorted
//! by start. A search has three steps:
//!
//! 1. [`Buckets`], which also serve the keyframes of tracks, exclude the intervals that start after the window.
//! 2. A binary search excludes the intervals before the first one that ends after the start of the window.
//! 3. A scan visits the intervals in between. One very long interval can make this range large. Then a search in a tree of
//!    the latest ends replaces the scan, and skips each branch that ends before the window (an interval tree in an
//!    array, as in Cormen et al., "Introduction to Algorithms", 14.3).
//!
//! Finding k intervals costs O(log n + k log(n / k)).

use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

use crate::{clip::lookup::Buckets, order::sort_by};

/// The number of intervals in one block: in smaller blocks a tree branch costs more than a scan.
const BLOCK: usize = 4;
/// Up to this number of intervals, a scan is faster than a tree search.
const NEAR: usize = 64;

/// A range of time.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    start: i64,
    /// `i64::MIN` for an interval that searches skip.
    end: i64,
}

impl Interval {
    /// From `start` up to `end`; an end of `i64::MIN` makes searches skip it.
    #[inline]
    pub(super) const fn new(start: i64, end: i64) -> Self {
        Self { start, end }
    }
}

/// Finds intervals in the rows of the owner, which are sorted by start.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    starts: Buckets,
    /// For each block, the latest end in this block and all earlier blocks.
    over: Box<[i64]>,
    /// A complete binary tree over blocks with the latest ends, root first; absent if a scan is always short.
    latest: Box<[i64]>,
    /// The number of leaves: a power of two.
    leaves: usize,
}

impl Index {
    /// Indexes no more intervals than [`MOST`](crate::clip::lookup::MOST); building checks the count.
    pub(super) fn new<R>(rows: &[R], interval: impl Fn(&R) -> Interval) -> Self {
        let starts = Buckets::new(rows.len(), |place| interval(&rows[place]).start);
        let blocks = rows.chunks(BLOCK);
        let latest_of = |block: &[R]| block.iter().map(|row| interval(row).end).max();
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

    /// The number of intervals that start at `at` or earlier.
    #[inline]
    pub(super) fn begun<R>(&self, at: i64, rows: &[R], interval: impl Fn(&R) -> Interval) -> usize {
        self.starts.passed(at, |place| interval(&rows[place]).start)
    }

    /// Finds, in order, the intervals that start at `until` or earlier and end later than `after`.
    pub(super) fn find<R>(
        &self,
        after: i64,
        until: i64,
        rows: &[R],
        interval: impl Fn(&R) -> Interval,
        found: impl FnMut(usize, &R),
    ) {
        let count = self.begun(until, rows, &interval);
        self.running(after, &rows[..count], interval, found);
    }

    /// Finds, in order, the intervals among the first rows that end later than `after`.
    #[inline]
    pub(super) fn running<R>(
        &self,
        after: i64,
        rows: &[R],
        interval: impl Fn(&R) -> Interval,
        mut found: impl FnMut(usize, &R),
    ) {
        let Some(last) = rows.len().checked_sub(1).map(|last| last / BLOCK) else { return };
        if last > 0 && self.over[last - 1] > after {
            return self.running_of_many(after, rows, interval, found);
        }
        // Usual for intervals in sequence: all blocks before the last one are over.
        for (place, row) in (last * BLOCK..).zip(&rows[last * BLOCK..]) {
            if interval(row).end > after {
                found(place, row);
            }
        }
    }

    #[inline(never)]
    fn running_of_many<R>(
        &self,
        after: i64,
        rows: &[R],
        interval: impl Fn(&R) -> Interval,
        mut found: impl FnMut(usize, &R),
    ) {
        let count = rows.len();
        let first = self.over.partition_point(|end| *end <= after) * BLOCK;
        let mut look = |places: Range<usize>| {
            for (place, row) in places.clone().zip(&rows[places]) {
                if interval(row).end > after {
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

    /// Visits each block that ends later than `after`, among the first `count` intervals.
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

    /// The first interval below a node.
    fn first_of(&self, node: usize) -> usize {
        let level = (node + 1).ilog2();
        let place = node + 1 - (1 << level);
        place * (self.leaves >> level) * BLOCK
    }
}

/// The numbers of intervals, sorted by end; equal ends keep the original order.
pub(super) fn by_end(count: u32, end: impl Fn(u32) -> i64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    sort_by(&mut order, |one, other| end(*one).cmp(&end(*other)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Intervals that overlap more as their number grows.
    fn some(count: Range<usize>) -> impl Strategy<Value = Vec<(i64, i64)>> {
        let length = prop_oneof![0..5_i64, 0..400_i64];
        prop::collection::vec((0..300_i64, length), count)
    }

    proptest! {
        #[test]
        fn it_finds_the_same_intervals_as_a_scan(
            mut intervals in prop_oneof![some(0..400), some(0..12)],
            after in -10..400_i64,
            until in -10..400_i64,
        ) {
            intervals.sort_by_key(|(start, _)| *start);
            let interval = |row: &(i64, i64)| Interval { start: row.0, end: row.0 + row.1 };
            let index = Index::new(&intervals, interval);
            let mut found = Vec::new();
            index.find(after, until, &intervals, interval, |at, _| found.push(at));
            let meets = |at: &usize| {
                let Interval { start, end } = interval(&intervals[*at]);
                start <= until && end > after
            };
            let each: Vec<usize> = (0..intervals.len()).filter(meets).collect();
            prop_assert_eq!(found, each);
            let count = intervals.iter().filter(|(start, _)| *start <= until).count();
            prop_assert_eq!(index.begun(until, &intervals, interval), count);
            let mut running = Vec::new();
            index.running(until, &intervals[..count], interval, |at, _| running.push(at));
            let last = |at: &usize| *at < count && interval(&intervals[*at]).end > until;
            prop_assert_eq!(running, (0..intervals.len()).filter(last).collect::<Vec<_>>());
        }
    }
}
