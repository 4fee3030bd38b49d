//! Which of many stretches of time meet a window.
//!
//! Stretches are sorted by their starts, so those that start too late are cut off by a table. Of the others, those that
//! still last lie close together, most often: for each bucket of the table is kept which stretch is the first to last
//! past its beginning, and what is between is looked through. Where stretches only ever begin when all before them are
//! over, not even that is read: the table says so. And where it is far, because something lasts very long, there is a
//! tree of the latest ends (an interval tree in an array, as in Cormen et al., "Introduction to Algorithms", 14.3): a
//! branch whose latest end is too early is left out as a whole. Finding k stretches costs O(log n + k log(n / k)).
//!
//! A random time in a long timeline finds nothing in the caches. So all that is read is found from the time itself or
//! from the table, and neither waits for the other.

use alloc::{boxed::Box, vec, vec::Vec};
use core::ops::Range;

use crate::clip::lookup::{Buckets, Passed};

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

/// What finds among stretches that lie, sorted by their starts, in rows of their owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Of the starts. Marked where whatever began last began alone, when all before it were over.
    starts: Buckets,
    /// For each bucket of the starts the first stretch that lasts past the bucket's beginning.
    lasting: Box<[u32]>,
    /// A complete binary tree of the latest ends, root first, over blocks; absent where all is near.
    latest: Box<[i64]>,
    /// How many leaves it has: a power of two.
    leaves: usize,
}

/// The stretches that have begun by some time.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    pub(super) count: usize,
    bucket: usize,
    /// Whether the last of them is known to have begun when all before it were over.
    is_alone: bool,
}

impl Index {
    /// None of more stretches than [`MOST`](crate::clip::lookup::MOST).
    pub(super) fn new<R>(rows: &[R], stretch: impl Fn(&R) -> Stretch) -> Option<Self> {
        let mut starts = Buckets::coarse(rows.len(), |place| stretch(&rows[place]).start)?;
        let mut over = i64::MIN; // when all before are over
        let is_alone = |row| {
            let Stretch { start, end } = stretch(row);
            let is_alone = over <= start;
            over = over.max(end);
            is_alone
        };
        let alone: Vec<bool> = rows.iter().map(is_alone).collect();
        starts.mark(|last| alone[last].iter().all(|is_alone| *is_alone));
        let blocks = rows.chunks(BLOCK);
        let latest_of = |block: &[R]| block.iter().map(|row| stretch(row).end).max();
        let ends: Vec<i64> = blocks.filter_map(latest_of).collect();
        let mut first = 0; // time goes on, so it never goes back
        let lasting = starts.begins().map(|begin| {
            while rows.get(first).is_some_and(|row| stretch(row).end <= begin) {
                first += 1;
            }
            u32::try_from(first).unwrap_or(u32::MAX)
        });
        let lasting = lasting.collect();
        let leaves = ends.len().next_power_of_two();
        let mut latest = Vec::new();
        if rows.len() > NEAR {
            latest = vec![i64::MIN; 2 * leaves - 1];
            latest[leaves - 1..][..ends.len()].copy_from_slice(&ends);
            for node in (0..leaves - 1).rev() {
                latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
            }
        }
        Some(Self { starts, lasting, latest: latest.into(), leaves })
    }

    /// What has started by then.
    #[inline(always)]
    pub(super) fn begun<R>(&self, at: i64, rows: &[R], stretch: impl Fn(&R) -> Stretch) -> Begun {
        let Passed { count, bucket, is_marked } =
            self.starts.passed_in(at, rows, |row| stretch(row).start);
        Begun { count, bucket, is_alone: is_marked }
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
        let all = self.begun(until, rows, &stretch);
        let begun = if after < until { self.begun(after, rows, &stretch) } else { all };
        self.lasting(begun, &rows[..all.count], after, stretch, found);
    }

    /// Finds, in order, those that last at some time, by which so many have begun.
    #[inline(always)]
    pub(super) fn lasting_at<R>(
        &self,
        at: i64,
        begun: Begun,
        rows: &[R],
        stretch: impl Fn(&R) -> Stretch,
        mut found: impl FnMut(usize, &R),
    ) {
        let Some(last) = begun.count.checked_sub(1) else { return };
        if begun.is_alone {
            let row = &rows[last];
            if stretch(row).end > at {
                found(last, row);
            }
        } else {
            self.lasting(begun, &rows[..=last], at, stretch, found);
        }
    }

    /// Finds, in order, those of `rows` that end later than `after`; so many had `begun` by then, at least.
    #[inline(never)]
    fn lasting<R>(
        &self,
        begun: Begun,
        rows: &[R],
        after: i64,
        stretch: impl Fn(&R) -> Stretch,
        mut found: impl FnMut(usize, &R),
    ) {
        let first = match begun.count.checked_sub(1) {
            Some(last) if begun.is_alone => last,
            Some(_) => self.lasting[begun.bucket] as usize,
            None => 0,
        };
        let mut look = |places: Range<usize>| {
            for (place, row) in places.clone().zip(&rows[places]) {
                if stretch(row).end > after {
                    found(place, row);
                }
            }
        };
        let count = rows.len();
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

    fn from_to(row: &(i64, i64)) -> Stretch {
        Stretch { start: row.0, end: row.1 }
    }

    #[test]
    fn what_begins_when_all_before_it_are_over_is_known_to_be_alone() {
        let mut rows: Vec<(i64, i64)> = (0..50).map(|n| (10 * n, 10 * n + 7)).collect();
        let is_alone = |rows: &[(i64, i64)], at| {
            let index = Index::new(rows, from_to).expect("they are few");
            index.begun(at, rows, from_to).is_alone
        };
        assert!((0..600).all(|at| is_alone(&rows, at)));
        rows[20].1 = 211; // the next one begins at 210
        let crowded: Vec<i64> = (0..600).filter(|at| !is_alone(&rows, *at)).collect();
        assert!((210..220).all(|at| crowded.contains(&at)));
        assert!(
            crowded.iter().all(|at| (190..240).contains(at)),
            "and nothing far from it: {crowded:?}"
        );
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
            let index = Index::new(&stretches, stretch).expect("they are few");
            let mut found = Vec::new();
            index.find(after, until, &stretches, stretch, |at, _| found.push(at));
            let meets = |at: &usize| {
                let Stretch { start, end } = stretch(&stretches[*at]);
                start <= until && end > after
            };
            let each: Vec<usize> = (0..stretches.len()).filter(meets).collect();
            prop_assert_eq!(found, each);
            let begun = index.begun(until, &stretches, stretch);
            let count = stretches.iter().filter(|(start, _)| *start <= until).count();
            prop_assert_eq!(begun.count, count);
            let mut lasting = Vec::new();
            index.lasting_at(until, begun, &stretches, stretch, |at, _| lasting.push(at));
            let last = |at: &usize| *at < count && stretch(&stretches[*at]).end > until;
            prop_assert_eq!(lasting, (0..stretches.len()).filter(last).collect::<Vec<_>>());
        }
    }
}
