//! Which of many stretches of time meet a window.
//!
//! Stretches are sorted by their starts, so those that start too late are cut off by a table. Of the others, those that
//! still last lie close together, most often: for each block of stretches is kept where the first block lies that can
//! still last when this one begins, and what is between is looked through. Where that is far, because something lasts
//! very long, there is a tree of the latest ends (an interval tree in an array, as in Cormen et al., "Introduction to
//! Algorithms", 14.3): a branch whose latest end is too early is left out as a whole. Finding k stretches costs
//! O(log n + k log(n / k)).

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

/// What finds among stretches that lie, sorted by their starts, with their owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Of the starts; absent where there are no stretches.
    starts: Option<Buckets>,
    /// For each block the first one with an end that is later than the first start of this one.
    lasting: Box<[u32]>,
    /// A complete binary tree of the latest ends, root first, over blocks; absent where all is near.
    latest: Box<[i64]>,
    /// How many leaves it has: a power of two.
    leaves: usize,
}

impl Index {
    /// Takes fewer than 2^32 stretches.
    pub(super) fn new(count: usize, stretch: impl Fn(usize) -> Stretch) -> Self {
        let blocks = count.div_ceil(BLOCK);
        let latest_of = |block: usize| {
            let places = block * BLOCK..((block + 1) * BLOCK).min(count);
            places.map(|place| stretch(place).end).max().unwrap_or(i64::MIN)
        };
        let ends: Vec<i64> = (0..blocks).map(latest_of).collect();
        let mut first = 0; // the starts rise, so it never goes back
        let lasting = (0..blocks).map(|block| {
            let start = stretch(block * BLOCK).start;
            while ends.get(first).is_some_and(|end| *end <= start) {
                first += 1;
            }
            u32::try_from(first).unwrap_or(u32::MAX)
        });
        let lasting = lasting.collect();
        let leaves = blocks.next_power_of_two();
        let mut latest = Vec::new();
        if count > NEAR {
            latest = vec![i64::MIN; 2 * leaves - 1];
            latest[leaves - 1..][..blocks].copy_from_slice(&ends);
            for node in (0..leaves - 1).rev() {
                latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
            }
        }
        let starts = Buckets::new(count, |place| stretch(place).start);
        Self { starts, lasting, latest: latest.into(), leaves }
    }

    /// How many have started by then.
    #[inline]
    pub(super) fn begun(&self, at: i64, stretch: impl Fn(usize) -> Stretch) -> usize {
        self.starts.as_ref().map_or(0, |starts| starts.passed(at, |place| stretch(place).start))
    }

    /// Finds, in order, those that start at `until` or earlier and end later than `after`.
    pub(super) fn find(
        &self,
        after: i64,
        until: i64,
        stretch: impl Fn(usize) -> Stretch,
        found: impl FnMut(usize),
    ) {
        let count = self.begun(until, &stretch);
        let begun = if after < until { self.begun(after, &stretch) } else { count };
        self.lasting(begun, count, after, stretch, found);
    }

    /// The same among the first `count`; so many had `begun` by `after`, at least.
    #[inline]
    pub(super) fn lasting(
        &self,
        begun: usize,
        count: usize,
        after: i64,
        stretch: impl Fn(usize) -> Stretch,
        mut found: impl FnMut(usize),
    ) {
        let first = match begun.checked_sub(1) {
            Some(last) => self.lasting[last / BLOCK] as usize * BLOCK,
            None => 0,
        };
        let mut look = |places: Range<usize>| {
            for place in places {
                if stretch(place).end > after {
                    found(place);
                }
            }
        };
        if count.saturating_sub(first) <= NEAR {
            look(first..count);
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

    proptest! {
        #[test]
        fn it_finds_what_a_look_at_each_finds(
            mut stretches in prop::collection::vec((0..300_i64, prop_oneof![0..5_i64, 0..400_i64]), 0..400),
            after in -10..400_i64,
            until in -10..400_i64,
        ) {
            stretches.sort_by_key(|(start, _)| *start);
            let stretch = |at: usize| Stretch { start: stretches[at].0, end: stretches[at].0 + stretches[at].1 };
            let index = Index::new(stretches.len(), stretch);
            let mut found = Vec::new();
            index.find(after, until, stretch, |at| found.push(at));
            let meets = |at: &usize| stretch(*at).start <= until && stretch(*at).end > after;
            let each: Vec<usize> = (0..stretches.len()).filter(meets).collect();
            prop_assert_eq!(found, each);
            let begun = stretches.iter().filter(|(start, _)| *start <= until).count();
            prop_assert_eq!(index.begun(until, stretch), begun);
        }
    }
}
