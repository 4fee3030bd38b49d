//! The rows of a lane: what has started, and behind it what waits for its epoch.
//!
//! An entry stays in its place from its queueing to its end: its epoch starts, and the boundary between what has started
//! and what waits moves over it. Rows that are over are given up from the front. Their memory is used again when they are
//! most and there is little room behind the last row, so each row is moved about once.

use alloc::vec::Vec;

use super::{EntryId, row::Row};

#[derive(Debug)]
pub(super) struct Line<P> {
    rows: Vec<Row<P>>,
    /// Rows before this one are given up, and over.
    first: usize,
    /// Rows from here on wait. Never below `first`, at most the number of rows.
    ///
    /// What has started and what waits are each sorted by id, each id once. The first and the last row that waits are not
    /// cancelled.
    live: usize,
}

impl<P> Line<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), first: 0, live: 0 }
    }

    /// From rows of started entries, in the order of ids, each id once.
    #[cfg(feature = "serde")]
    pub(super) fn of_started(rows: Vec<Row<P>>) -> Self {
        let live = rows.len();
        Self { rows, first: 0, live }
    }

    /// The entries that have started, and gaps where an entry is over.
    #[inline]
    pub(super) fn started(&self) -> &[Row<P>] {
        self.rows.get(self.first..self.live).unwrap_or_default()
    }

    #[inline]
    pub(super) fn started_mut(&mut self) -> &mut [Row<P>] {
        self.rows.get_mut(self.first..self.live).unwrap_or_default()
    }

    /// The index of the first row of those that have started.
    #[inline]
    pub(super) fn first_index(&self) -> usize {
        self.first
    }

    /// A row of those that have started. Its index changes only when [all](Self::give_up_started) or the
    /// [gaps](Self::close_gaps) are given up, or a row starts out of order.
    #[inline]
    pub(super) fn row_at(&mut self, index: usize) -> Option<&mut Row<P>> {
        if index < self.live { self.rows.get_mut(index) } else { None }
    }

    /// The number of entries that have started, with the gaps.
    #[inline]
    pub(super) fn started_len(&self) -> usize {
        self.live - self.first
    }

    /// The row of an entry that has started.
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.rows.get(self.index_of(id)?)
    }

    /// The row of an entry that has started.
    #[inline]
    pub(super) fn get_mut(&mut self, id: EntryId) -> Option<&mut Row<P>> {
        let index = self.index_of(id)?;
        self.rows.get_mut(index)
    }

    /// Where the row of a started entry is. Most ids follow one another without a gap, so the search starts there.
    #[inline]
    fn index_of(&self, id: EntryId) -> Option<usize> {
        let first = self.rows.get(self.first)?.id().number();
        let guess = usize::try_from(id.number().wrapping_sub(first)).ok()?;
        let guess = self.first.wrapping_add(guess);
        match self.rows.get(guess) {
            Some(row) if row.id() == id && guess < self.live => Some(guess),
            _ => self.search(id),
        }
    }

    #[inline(never)]
    fn search(&self, id: EntryId) -> Option<usize> {
        let found = self.started().binary_search_by_key(&id, |row| row.id());
        found.ok().map(|place| self.first + place)
    }

    /// The entries that wait, and gaps where an entry was cancelled.
    #[inline]
    pub(super) fn waiting(&self) -> &[Row<P>] {
        self.rows.get(self.live..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn waiting_mut(&mut self) -> &mut [Row<P>] {
        self.rows.get_mut(self.live..).unwrap_or_default()
    }

    /// The entry that waits and starts next.
    #[inline]
    pub(super) fn next(&self) -> Option<&Row<P>> {
        self.rows.get(self.live)
    }

    /// Whether the next row comes behind all that has started.
    #[inline]
    pub(super) fn follows_started(&self) -> bool {
        self.first == self.live
            || match (self.rows.get(self.live - 1), self.next()) {
                (Some(last), Some(next)) => last.id() < next.id(),
                _ => true,
            }
    }

    /// Adds a row that waits, with a higher id than all others that wait.
    #[inline]
    pub(super) fn push_waiting(&mut self, row: Row<P>) {
        self.rows.push(row);
    }

    /// The first rows that wait have started, behind all others that have.
    #[inline]
    pub(super) fn start(&mut self, rows: usize) {
        self.live = self.rows.len().min(self.live + rows);
    }

    /// The row that is next starts, in the order of ids.
    pub(super) fn start_in_order(&mut self) {
        let Some(next) = self.next() else { return };
        let place = self.place_for(next.id());
        if let Some(rows) = self.rows.get_mut(place..=self.live) {
            rows.rotate_right(1);
            self.live += 1;
        }
    }

    /// Adds a row that starts without having waited here.
    #[inline]
    pub(super) fn push_started(&mut self, row: Row<P>) {
        let last = self.started().last();
        if self.live == self.rows.len() && last.is_none_or(|last| last.id() < row.id()) {
            self.rows.push(row);
            self.live += 1;
        } else {
            self.insert_started(row);
        }
    }

    #[inline(never)]
    fn insert_started(&mut self, row: Row<P>) {
        self.rows.insert(self.place_for(row.id()), row);
        self.live += 1;
    }

    /// Where an entry belongs among those that have started, as an index of all rows.
    fn place_for(&self, id: EntryId) -> usize {
        self.first + self.started().partition_point(|other| other.id() < id)
    }

    /// Gives up all that has started.
    #[inline]
    pub(super) fn give_up_started(&mut self) {
        self.first = self.live;
        if self.live == self.rows.len() {
            self.clear();
        } else {
            self.make_room();
        }
    }

    /// Gives up the gaps among those that have started.
    pub(super) fn close_gaps(&mut self) {
        let mut first = self.live;
        for place in (self.first..self.live).rev() {
            if self.rows.get(place).is_some_and(|row| !row.is_over()) {
                first -= 1;
                self.rows.swap(place, first);
            }
        }
        self.first = first;
        self.make_room();
    }

    /// Gives up the cancelled rows at both ends of those that wait. Returns the number of gaps that now count as started.
    pub(super) fn trim_waiting(&mut self) -> usize {
        while self.waiting().last().is_some_and(Row::is_over) {
            self.rows.pop();
        }
        let mut gaps = 0;
        while self.next().is_some_and(Row::is_over) {
            self.start_in_order();
            gaps += 1;
        }
        gaps
    }

    /// The number of rows for which there is memory.
    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.rows.capacity()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.first, self.live) = (0, 0);
    }

    /// Uses the memory of rows that are given up if they are most, and there is little room behind the last row.
    #[inline]
    fn make_room(&mut self) {
        let (rows, room) = (self.rows.len(), self.rows.capacity() - self.rows.len());
        if self.first > rows / 2 && room <= rows / 4 {
            self.move_up();
        }
    }

    #[cold]
    fn move_up(&mut self) {
        self.rows.drain(..self.first);
        self.live -= self.first;
        self.first = 0;
    }
}

impl<P: Clone> Line<P> {
    /// Copies what is not given up into the memory that is there.
    pub(super) fn copy_from(&mut self, source: &Self) {
        self.rows.clear();
        self.rows.extend(source.rows.iter().skip(source.first).cloned());
        (self.first, self.live) = (0, source.live - source.first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sequencer::{Role, row::AnyDuration},
        time::{Span, Time},
    };

    fn row(id: u64) -> Row<u64> {
        let timing = (Span::ZERO, AnyDuration::Open);
        Row::waiting((EntryId(id), id, Role::Holding), Time::ZERO, timing, id)
    }

    fn numbers(rows: &[Row<u64>]) -> impl Iterator<Item = u64> {
        rows.iter().filter_map(|row| row.payload().copied())
    }

    #[test]
    fn rows_that_are_given_up_leave_no_memory_behind() {
        let mut line = Line::new();
        for id in 0..10_000 {
            line.push_waiting(row(id));
            if id >= 3 {
                line.start(1);
                assert!(numbers(line.started()).eq([id - 3]));
                assert!(line.get(EntryId(id - 3)).is_some() && line.get(EntryId(id)).is_none());
                line.started_mut()[0].take_payload();
                line.give_up_started();
                assert!(numbers(line.waiting()).eq(id - 2..=id));
            }
        }
        assert!(line.memory() <= 16, "{}", line.memory());
    }

    #[test]
    fn what_has_started_is_in_the_order_of_ids_wherever_it_came_from() {
        let mut line = Line::new();
        [0, 2, 4, 6, 8].into_iter().for_each(|id| line.push_waiting(row(id)));
        line.start(2);
        line.push_started(row(7));
        line.push_started(row(3));
        line.push_started(row(9));
        assert!(numbers(line.started()).eq([0, 2, 3, 7, 9]));
        assert!(numbers(line.waiting()).eq([4, 6, 8]));
        line.start_in_order();
        line.start_in_order();
        assert!(numbers(line.started()).eq([0, 2, 3, 4, 6, 7, 9]));
        assert!(numbers(line.waiting()).eq([8]));
        for place in [0, 2, 3, 6] {
            line.started_mut()[place].take_payload();
        }
        line.close_gaps();
        assert!(numbers(line.started()).eq([2, 6, 7]) && line.started_len() == 3);
        let found = [2, 6, 7, 3, 8].map(|id| line.get(EntryId(id)).is_some());
        assert_eq!(found, [true, true, true, false, false], "3 is over, 8 waits");
    }

    #[test]
    fn cancelled_rows_are_given_up_at_both_ends_of_what_waits() {
        let mut line = Line::new();
        (0..6).for_each(|id| line.push_waiting(row(id)));
        line.push_started(row(6));
        for place in [0, 1, 3, 5] {
            line.waiting_mut()[place].take_payload();
        }
        assert_eq!(line.trim_waiting(), 2);
        assert!(line.started().is_sorted_by_key(|row| row.id()) && line.started_len() == 3);
        assert!(line.waiting().iter().map(|row| row.id().number()).eq(2..5));
        line.waiting_mut()[0].take_payload();
        line.waiting_mut()[2].take_payload();
        line.trim_waiting();
        assert!(line.waiting().is_empty(), "the row between was cancelled before");
    }
}
