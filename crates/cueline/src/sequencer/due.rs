//! The future starts and ends of the entries of one lane, in the order in which a step plays them.
//!
//! Every known start and end is in the list. The list may also hold an outdated one: the end of a cancelled entry, or an
//! end that has moved to an earlier time. So a step compares with the row before it plays a start or an end.

use alloc::collections::BinaryHeap;
use core::{cmp::Reverse, mem};

use super::{EntryId, row::Row};
use crate::time::Time;

/// A start or an end. Starts and ends at one moment are sorted by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) at: Time,
    pub(super) id: EntryId,
}

impl Due {
    /// The next start or end of an entry that has started, if it is known.
    #[inline]
    fn of<P>(row: &Row<P>) -> Option<Self> {
        row.next_moment().map(|at| Self { at, id: row.id() })
    }
}

/// The number of starts and ends that are kept sorted in an array.
const NEAR: usize = 8;

/// The list, the earliest first.
#[derive(Debug)]
pub(super) struct DueList {
    /// The earliest ones, sorted backwards. Most queues show few entries at a time and need only these. For three
    /// entries, a heap takes four times as many instructions.
    near: [Due; NEAR],
    /// The number of filled places in `near`; zero only if the list is empty.
    len: usize,
    /// All others. None of them is earlier than those in `near`.
    far: BinaryHeap<Reverse<Due>>,
}

impl DueList {
    pub(super) const fn new() -> Self {
        let none = Due { at: Time::MAX, id: EntryId(u64::MAX) };
        Self { near: [none; NEAR], len: 0, far: BinaryHeap::new() }
    }

    #[inline]
    pub(super) fn first(&self) -> Option<Due> {
        self.near.get(self.len.wrapping_sub(1)).copied()
    }

    #[inline]
    pub(super) fn remove_first(&mut self) {
        if self.len > 1 || self.far.is_empty() {
            self.len = self.len.saturating_sub(1);
        } else {
            self.take_from_far();
        }
    }

    /// Replaces the only one in the array by the earliest of all others.
    #[inline(never)]
    fn take_from_far(&mut self) {
        if let Some(Reverse(due)) = self.far.pop() {
            (self.near[0], self.len) = (due, 1);
        }
    }

    /// Adds the next start or end of an entry whose turn has come, where it is known.
    #[inline]
    pub(super) fn add<P>(&mut self, row: &Row<P>) {
        if let Some(due) = Due::of(row) {
            self.add_due(due);
        }
    }

    /// Adds the end of an entry that has begun, where it is known.
    #[inline]
    pub(super) fn add_end<P>(&mut self, row: &Row<P>) {
        if let Some(due) = Due::of(row) {
            self.add_due(due);
        }
    }

    #[inline]
    fn add_due(&mut self, due: Due) {
        if self.len < NEAR && self.far.is_empty() {
            self.add_near(due);
        } else {
            self.add_to_many(due);
        }
    }

    /// The caller has checked that there is room for one more.
    #[inline]
    fn add_near(&mut self, due: Due) {
        let mut near = self.near.get_mut(..=self.len).unwrap_or_default();
        self.len += 1;
        while let [sooner @ .., place] = mem::take(&mut near) {
            match sooner.last() {
                Some(before) if *before < due => (*place, near) = (*before, sooner),
                _ => *place = due,
            }
        }
    }

    #[inline(never)]
    fn add_to_many(&mut self, due: Due) {
        let latest = self.near[0];
        if due > latest {
            self.far.push(Reverse(due));
            return;
        }
        if self.len == NEAR {
            self.far.push(Reverse(latest));
            self.near.copy_within(1.., 0);
            self.len -= 1;
        }
        self.add_near(due);
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.far.clear();
    }

    /// The number of starts and ends in the list.
    pub(super) fn len(&self) -> usize {
        self.len + self.far.len()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn what_is_due_comes_in_order_however_much_there_is() {
        for most in [1, NEAR - 1, NEAR, NEAR + 1, 5 * NEAR] {
            let (mut list, mut sorted, mut random) = (DueList::new(), Vec::new(), 1_u64);
            for number in 0..2000 {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let due = Due { at: Time::from_flicks((random >> 58) as i64), id: EntryId(number) };
                if sorted.len() < most {
                    list.add_due(due);
                    let place = sorted.partition_point(|other| *other < due);
                    sorted.insert(place, due);
                }
                if sorted.len() == most || random >> 62 == 0 {
                    assert_eq!(list.first(), sorted.first().copied(), "{most} at most, {number}");
                    list.remove_first();
                    sorted.drain(..1.min(sorted.len()));
                }
                assert_eq!((list.len(), list.first()), (sorted.len(), sorted.first().copied()));
            }
        }
    }
}
