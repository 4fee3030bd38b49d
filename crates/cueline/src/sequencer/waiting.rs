//! The entries of later epochs, in the order in which they were queued.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::row::Row;

/// Rows that wait for their epoch, sorted by id and so by epoch; a slice of them. The first and the last row are not
/// cancelled.
///
/// Epochs start from the front. Their rows stay there, empty, until more than half of the list is empty and the memory is
/// full, so that each row is moved at most once.
#[derive(Debug)]
pub(super) struct WaitingRows<P> {
    rows: Vec<Row<P>>,
    /// The number of empty rows at the front, at most all.
    started: usize,
}

impl<P> WaitingRows<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), started: 0 }
    }

    /// From rows in the order of ids, each id once.
    #[cfg(feature = "serde")]
    pub(super) fn from_rows(rows: Vec<Row<P>>) -> Self {
        Self { rows, started: 0 }
    }

    /// The row that is next.
    #[inline]
    pub(super) fn first(&self) -> Option<&Row<P>> {
        self.rows.get(self.started)
    }

    /// Adds a row with a higher id than all others.
    #[inline]
    pub(super) fn push(&mut self, row: Row<P>) {
        if self.rows.len() == self.rows.capacity() {
            self.make_room();
        }
        self.rows.push(row);
    }

    #[cold]
    fn make_room(&mut self) {
        if self.started > self.rows.len() / 2 {
            self.rows.drain(..self.started);
            self.started = 0;
        }
    }

    /// Gives up this many rows at the front, whose payloads are taken.
    #[inline]
    pub(super) fn start(&mut self, rows: usize) {
        self.started += rows;
        if self.started >= self.rows.len() {
            self.clear();
        }
    }

    /// Gives up the cancelled rows at both ends.
    pub(super) fn trim(&mut self) {
        while self.last().is_some_and(Row::is_over) {
            self.rows.pop();
        }
        let cancelled = self.iter().take_while(|row| row.is_over()).count();
        self.start(cancelled);
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.started = 0;
    }
}

impl<P> Deref for WaitingRows<P> {
    type Target = [Row<P>];

    #[inline]
    fn deref(&self) -> &[Row<P>] {
        self.rows.get(self.started..).unwrap_or_default()
    }
}

impl<P> DerefMut for WaitingRows<P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Row<P>] {
        self.rows.get_mut(self.started..).unwrap_or_default()
    }
}

impl<P: Clone> WaitingRows<P> {
    /// Copies the rows that wait into the memory that is there.
    pub(super) fn copy_from(&mut self, source: &Self) {
        self.clear();
        self.rows.extend_from_slice(source);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sequencer::{EntryId, Role, row::AnyDuration},
        time::{Span, Time},
    };

    fn row(id: u64) -> Row<u64> {
        let timing = (Span::ZERO, AnyDuration::Open);
        Row::waiting((EntryId(id), id, Role::Holding), Time::ZERO, timing, id)
    }

    #[test]
    fn rows_that_have_started_leave_no_memory_behind() {
        let mut rows = WaitingRows::new();
        for id in 0..10_000 {
            rows.push(row(id));
            if id >= 3 {
                assert_eq!(rows[0].take_payload(), Some(id - 3));
                rows.start(1);
                assert!(rows.iter().map(|row| row.id().number()).eq(id - 2..=id));
            }
        }
        assert!(rows.rows.capacity() <= 16, "{}", rows.rows.capacity());
    }

    #[test]
    fn cancelled_rows_are_given_up_at_both_ends() {
        let mut rows = WaitingRows::new();
        (0..6).for_each(|id| rows.push(row(id)));
        for place in [0, 1, 3, 5] {
            assert!(rows[place].take_payload().is_some());
        }
        rows.trim();
        assert!(rows.iter().map(|row| row.id().number()).eq(2..5));
        assert!(rows[0].take_payload().is_some() && rows[2].take_payload().is_some());
        rows.trim();
        assert!(rows.is_empty() && rows.rows.is_empty(), "the row between was cancelled before");
    }
}
