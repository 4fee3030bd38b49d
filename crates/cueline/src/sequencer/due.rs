//! The starts and ends that lie ahead of the entries on show, in the order in which a step plays them.
//!
//! The list follows from the rows. It may hold more than they do: the end of an entry that was cancelled, or one
//! that has moved to an earlier time. So a step looks at the row again before it plays anything.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use super::{EntryId, Role, row::Row};
use crate::time::Time;

/// A start or an end. At one moment they come in the order of lanes, then of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) at: Time,
    pub(super) lane: Lane,
    pub(super) id: EntryId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lane {
    Foreground,
    /// The turn of the next epoch.
    Turn,
    Background,
}

impl From<Role> for Lane {
    #[inline]
    fn from(role: Role) -> Self {
        if role == Role::Background { Self::Background } else { Self::Foreground }
    }
}

/// What is due, the soonest first.
#[derive(Debug)]
pub(super) struct DueList {
    heap: BinaryHeap<Reverse<Due>>,
    /// Nothing is missing: not so in a copy, and after a callback has panicked.
    complete: bool,
}

impl DueList {
    pub(super) const fn new() -> Self {
        Self { heap: BinaryHeap::new(), complete: false }
    }

    #[inline]
    pub(super) fn first(&self) -> Option<Due> {
        self.heap.peek().map(|Reverse(due)| *due)
    }

    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.heap.pop();
    }

    /// Adds the next start or end of an entry whose turn has come, where it is known.
    #[inline]
    pub(super) fn add<P>(&mut self, row: &Row<P>) {
        if let Some(at) = row.next_moment() {
            self.heap.push(Reverse(Due { at, lane: row.role.into(), id: row.id }));
        }
    }

    pub(super) fn clear(&mut self) {
        self.heap.clear();
        self.complete = false;
    }

    /// Begins a step. The list counts as incomplete until [`end_step`](Self::end_step), as a callback may panic.
    #[inline]
    pub(super) fn begin_step<'a, P: 'a>(&mut self, rows: impl Iterator<Item = &'a Row<P>>) {
        if !core::mem::replace(&mut self.complete, false) {
            self.heap.clear();
            rows.filter(|row| !row.is_over()).for_each(|row| self.add(row));
        }
    }

    /// Ends a step. A list that has grown far beyond the number of its rows is found again in the next step.
    #[inline]
    pub(super) fn end_step(&mut self, rows: usize) {
        self.complete = self.heap.len() <= 2 * rows + 64;
    }
}
