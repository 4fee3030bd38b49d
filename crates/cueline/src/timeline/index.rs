//! Which of many stretches of time meet a window.
//!
//! Stretches are sorted by their starts, so those that start too late are cut off by a search. Over the rest lies a
//! tree of the latest ends (an interval tree in an array, as in Cormen et al., "Introduction to Algorithms", 14.3):
//! a branch whose latest end is too early is left out as a whole. Finding k stretches costs O(log n + k log(n / k)).

use alloc::{boxed::Box, vec, vec::Vec};

/// Stretches in one block of the array: below this a branch costs more than a look.
const BLOCK: usize = 8;

/// The latest ends of ever larger groups of stretches.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// A complete binary tree, root first, over blocks; absent for one block or none.
    latest: Box<[i64]>,
    /// How many leaves it has: a power of two.
    leaves: usize,
}

impl Index {
    /// Takes the ends in the order of the starts.
    pub(super) fn new(ends: &[i64]) -> Self {
        let leaves = ends.len().div_ceil(BLOCK).next_power_of_two();
        if leaves < 2 {
            return Self::default();
        }
        let mut latest = vec![i64::MIN; 2 * leaves - 1];
        for (block, ends) in ends.chunks(BLOCK).enumerate() {
            latest[leaves - 1 + block] = ends.iter().copied().max().unwrap_or(i64::MIN);
        }
        for node in (0..leaves - 1).rev() {
            latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
        }
        Self { latest: latest.into(), leaves }
    }

    /// Finds, in order, those of the first `count` stretches that end at `from` or later.
    pub(super) fn find(
        &self,
        count: usize,
        from: i64,
        end: impl Fn(usize) -> i64,
        mut found: impl FnMut(usize),
    ) {
        let mut block = |from_index: usize| {
            for index in from_index..(from_index + BLOCK).min(count) {
                if end(index) >= from {
                    found(index);
                }
            }
        };
        if self.leaves < 2 {
            return block(0);
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
                    block((node - (self.leaves - 1)) * BLOCK);
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
            ends in prop::collection::vec(-50..50_i64, 0..200),
            count in any::<prop::sample::Index>(),
            from in -60..60_i64,
        ) {
            let index = Index::new(&ends);
            let count = count.index(ends.len() + 1);
            let mut found = Vec::new();
            index.find(count, from, |at| ends[at], |at| found.push(at));
            let each: Vec<usize> = (0..count).filter(|at| ends[*at] >= from).collect();
            prop_assert_eq!(found, each);
        }
    }
}
