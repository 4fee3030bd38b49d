//! Which of many stretches of time meet a window.
//!
//! Stretches are sorted by their starts, so those that start too late are cut off by a table. Of the others, those that
//! still last lie close together, most often: for each block of stretches is kept where the first block lies that can
//! still last when this one begins, and what is between is looked through. Where that is far, because something lasts
//! very long, there is a tree of the latest ends (an interval tree in an array, as in Cormen et al., "Introduction to
//! Algorithms", 14.3): a branch whose latest end is too early is left out as a whole. Finding k stretches costs
//! O(log n + k log(n / k)).

use alloc::{boxed::Box, vec, vec::Vec};

use crate::clip::lookup::Lookup;

/// Stretches in one block of the array: below this a branch costs more than a look.
const BLOCK: usize = 8;
/// So many stretches are looked through faster than a tree is climbed.
const NEAR: usize = 8 * BLOCK;

/// Stretches of time in the order of their starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Absent where there are no stretches.
    starts: Option<Lookup>,
    ends: Box<[i64]>,
    /// For each block the first one with an end that is not before the first start of this one.
    lasting: Box<[u32]>,
    /// A complete binary tree of the latest ends, root first, over blocks; absent where all is near.
    latest: Box<[i64]>,
    /// How many leaves it has: a power of two.
    leaves: usize,
}

impl Index {
    /// Takes sorted starts, fewer than 2^32, and their ends. What ends at `i64::MIN` is never found.
    pub(super) fn new(starts: Vec<i64>, ends: Vec<i64>) -> Self {
        let leaves = ends.len().div_ceil(BLOCK).next_power_of_two();
        let mut latest = Vec::new();
        if ends.len() > NEAR {
            latest = vec![i64::MIN; 2 * leaves - 1];
            for (block, ends) in ends.chunks(BLOCK).enumerate() {
                latest[leaves - 1 + block] = ends.iter().copied().max().unwrap_or(i64::MIN);
            }
            for node in (0..leaves - 1).rev() {
                latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
            }
        }
        let mut first = 0; // the starts rise, so it never goes back
        let lasting = starts.chunks(BLOCK).map(|starts| {
            while ends
                .chunks(BLOCK)
                .nth(first)
                .is_some_and(|ends| ends.iter().all(|end| *end < starts[0]))
            {
                first += 1;
            }
            u32::try_from(first).unwrap_or(u32::MAX)
        });
        let lasting = lasting.collect();
        Self {
            starts: Lookup::new(starts).ok(),
            ends: ends.into(),
            lasting,
            latest: latest.into(),
            leaves,
        }
    }

    /// How many have started by then.
    pub(super) fn begun(&self, at: i64) -> usize {
        let last = self.starts.as_ref().and_then(|starts| starts.last_at_or_before(at));
        last.map_or(0, |last| last + 1)
    }

    /// Finds, in order, those that start at `until` or earlier and end at `from` or later.
    pub(super) fn find(&self, from: i64, until: i64, mut found: impl FnMut(usize)) {
        let count = self.begun(until);
        // Up to `from` and to `until`, whichever is earlier.
        let passed = if from < until { self.begun(from) } else { count };
        let first = match passed.checked_sub(1) {
            Some(last) => self.lasting[last / BLOCK] as usize * BLOCK,
            None => 0,
        };
        let mut look = |first: usize, end: usize| {
            for (place, end) in (first..).zip(&self.ends[first..end]) {
                if *end >= from {
                    found(place);
                }
            }
        };
        if first >= count {
            return;
        }
        if count - first <= NEAR || self.latest.is_empty() {
            return look(first, count);
        }
        // At most one node waits on each level of a tree of fewer than 2^32 leaves.
        let mut waiting = [0_usize; 40];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let mut node = waiting[depth];
            loop {
                if self.latest[node] < from {
                    break;
                }
                if node >= self.leaves - 1 {
                    let first = (node - (self.leaves - 1)) * BLOCK;
                    look(first, (first + BLOCK).min(count));
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
            from in -10..400_i64,
            until in -10..400_i64,
        ) {
            stretches.sort_by_key(|(start, _)| *start);
            let (starts, lengths): (Vec<i64>, Vec<i64>) = stretches.into_iter().unzip();
            let ends: Vec<i64> = starts.iter().zip(lengths).map(|(start, length)| start + length).collect();
            let index = Index::new(starts.clone(), ends.clone());
            let mut found = Vec::new();
            index.find(from, until, |at| found.push(at));
            let meets = |at: &usize| starts[*at] <= until && ends[*at] >= from;
            let each: Vec<usize> = (0..ends.len()).filter(meets).collect();
            prop_assert_eq!(found, each);
            prop_assert_eq!(index.begun(until), starts.iter().filter(|start| **start <= until).count());
        }
    }
}
