//! The known starts and ends of the entries of one lane, the earliest first.
//!
//! An entry whose next moment changes gets another place on the list; its old place is *outdated*. The lane drops
//! outdated places when they come first, or makes a new list when they are most.

use alloc::collections::{BinaryHeap, binary_heap::PeekMut};
use core::cmp::Reverse;

use super::{EntryId, row::Row};
use crate::time::Time;

/// A start or an end. Starts and ends at one moment are sorted by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) at: Time,
    pub(super) id: EntryId,
}

#[derive(Debug)]
pub(super) struct DueList {
    heap: BinaryHeap<Reverse<Due>>,
    /// How many places on the list are outdated.
    outdated: usize,
}

crate::cloned::cloned! { struct DueList { heap, outdated } }

impl DueList {
    pub(super) const fn new() -> Self {
        Self { heap: BinaryHeap::new(), outdated: 0 }
    }

    #[inline]
    pub(super) fn first(&self) -> Option<Due> {
        self.heap.peek().map(|first| first.0)
    }

    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.heap.pop();
    }

    /// Adds the next start or end of an entry whose turn has come, where it is known.
    #[inline]
    pub(super) fn add<P>(&mut self, row: &Row<P>) {
        if let Some(at) = row.next_moment() {
            self.heap.push(Reverse(Due { at, id: row.id }));
        }
    }

    /// The next moment of the entry that is first takes the place of its last one.
    #[inline]
    pub(super) fn replace_first<P>(&mut self, row: &Row<P>) {
        let Some(mut first) = self.heap.peek_mut() else { return };
        match row.next_moment() {
            Some(at) => first.0.at = at,
            None => drop(PeekMut::pop(first)),
        }
    }

    /// Counts the place of an entry as outdated.
    pub(super) fn outdate(&mut self) {
        self.outdated += 1;
    }

    /// How many places on the list are outdated.
    #[inline]
    pub(super) fn outdated(&self) -> usize {
        self.outdated
    }

    /// The first place is outdated, and goes.
    pub(super) fn remove_outdated(&mut self) {
        self.outdated = self.outdated.saturating_sub(1);
        self.heap.pop();
    }

    pub(super) fn clear(&mut self) {
        self.outdated = 0;
        self.heap.clear();
    }
}
