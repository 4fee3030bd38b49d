//! Rows sorted by id.
//!
//! A row that is taken out of the middle leaves a gap, until half of the rows are gaps. So each row is moved about once.

use alloc::collections::VecDeque;

use super::{EntryId, row::Row};

#[derive(Debug)]
pub(super) struct Line<P> {
    /// Sorted by id, each id once. Neither the first nor the last row is a gap.
    rows: VecDeque<Row<P>>,
    gaps: usize,
}

impl<P> Line<P> {
    pub(super) const fn new() -> Self {
        Self { rows: VecDeque::new(), gaps: 0 }
    }

    /// The number of entries.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.rows.len() - self.gaps
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    #[inline]
    pub(super) fn first(&self) -> Option<&Row<P>> {
        self.rows.front()
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        self.rows.iter().filter(|row| !row.is_over())
    }

    #[inline]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        self.rows.iter_mut().filter(|row| !row.is_over())
    }

    #[inline]
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.rows.get(self.index_of(id)?).filter(|row| !row.is_over())
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: EntryId) -> Option<&mut Row<P>> {
        let index = self.index_of(id)?;
        self.rows.get_mut(index).filter(|row| !row.is_over())
    }

    /// Most ids follow one another without a hole, so the search starts there.
    #[inline]
    fn index_of(&self, id: EntryId) -> Option<usize> {
        let first = self.rows.front()?.id().number();
        let guess = usize::try_from(id.number().checked_sub(first)?).ok()?;
        if self.rows.get(guess).is_some_and(|row| row.id() == id) {
            return Some(guess);
        }
        self.rows.binary_search_by_key(&id, |row| row.id()).ok()
    }

    /// The first entry behind `last`, or the first of all. `index` is where the search starts, and gets the index behind
    /// the entry.
    #[inline]
    pub(super) fn next_after(
        &mut self,
        last: Option<EntryId>,
        index: &mut usize,
    ) -> Option<&mut Row<P>> {
        let before = index.checked_sub(1).and_then(|before| self.rows.get(before));
        if before.map(|row| row.id()) != last {
            *index = self.rows.partition_point(|row| Some(row.id()) <= last);
        }
        while self.rows.get(*index)?.is_over() {
            *index += 1;
        }
        *index += 1;
        self.rows.get_mut(*index - 1)
    }

    #[inline]
    pub(super) fn insert(&mut self, row: Row<P>) {
        if self.rows.back().is_none_or(|last| last.id() < row.id()) {
            self.rows.push_back(row);
        } else {
            self.insert_between(row);
        }
    }

    #[inline(never)]
    fn insert_between(&mut self, row: Row<P>) {
        let place = self.rows.partition_point(|other| other.id() < row.id());
        self.rows.insert(place, row);
    }

    #[inline]
    pub(super) fn pop_first(&mut self) -> Option<Row<P>> {
        let row = self.rows.pop_front();
        if self.gaps > 0 {
            self.close_gaps();
        }
        row
    }

    /// Takes an entry out.
    pub(super) fn take(&mut self, id: EntryId) -> Option<Row<P>> {
        let row = self.get_mut(id)?.take();
        self.gaps += 1;
        self.close_gaps();
        Some(row)
    }

    fn close_gaps(&mut self) {
        while self.rows.front().is_some_and(Row::is_over) {
            self.rows.pop_front();
            self.gaps -= 1;
        }
        while self.rows.back().is_some_and(Row::is_over) {
            self.rows.pop_back();
            self.gaps -= 1;
        }
        if self.gaps > self.rows.len() / 2 {
            self.rows.retain(|row| !row.is_over());
            self.gaps = 0;
        }
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.gaps = 0;
    }

    /// The number of rows, with the gaps.
    #[cfg(test)]
    pub(super) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The number of rows for which there is memory.
    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.rows.capacity()
    }
}

// By hand, so that `clone_from` uses the memory that is there.
impl<P: Clone> Clone for Line<P> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), gaps: self.gaps }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        self.gaps = source.gaps;
    }
}

#[cfg(feature = "serde")]
impl<P> FromIterator<Row<P>> for Line<P> {
    fn from_iter<I: IntoIterator<Item = Row<P>>>(rows: I) -> Self {
        let mut line = Self::new();
        rows.into_iter().for_each(|row| line.insert(row));
        line
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{
        sequencer::{Role, row::AnyDuration},
        time::{Span, Time},
    };

    fn row(id: u64) -> Row<u64> {
        let timing = (Span::ZERO, AnyDuration::Open);
        Row::waiting((EntryId(id), id, Role::Holding), Time::ZERO, timing, id)
    }

    fn line(ids: impl IntoIterator<Item = u64>) -> Line<u64> {
        let mut line = Line::new();
        ids.into_iter().for_each(|id| line.insert(row(id)));
        line
    }

    fn numbers(line: &Line<u64>) -> Vec<u64> {
        line.iter().filter_map(|row| row.payload().copied()).collect()
    }

    #[test]
    fn rows_are_in_the_order_of_ids_wherever_they_come_from() {
        let line = line([3, 4, 5, 9, 10, 7, 100, 6]);
        assert_eq!(numbers(&line), [3, 4, 5, 6, 7, 9, 10, 100]);
        for id in 0..120 {
            let there = [3, 4, 5, 6, 7, 9, 10, 100].contains(&id);
            assert_eq!(line.get(EntryId(id)).is_some(), there, "{id}");
        }
    }

    #[test]
    fn what_is_taken_out_leaves_neither_rows_nor_memory_behind() {
        let mut all = line(0..4);
        for id in 4..10_000 {
            all.insert(row(id));
            assert!(all.take(EntryId(id - 2)).is_some() && all.take(EntryId(id - 2)).is_none());
            assert!(all.row_count() <= 8, "{id}");
        }
        assert_eq!(numbers(&all), [0, 1, 9_998, 9_999]);
        assert!(all.memory() <= 16, "{}", all.memory());
    }

    #[test]
    fn neither_end_is_a_gap() {
        let mut all = line(0..6);
        for id in [1, 4, 0, 5] {
            all.take(EntryId(id));
        }
        assert_eq!((numbers(&all), all.row_count()), (alloc::vec![2, 3], 2));
        assert_eq!(all.pop_first().map(|row| row.id()), Some(EntryId(2)));
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn a_walk_goes_on_behind_its_last_entry_whatever_is_taken_out_or_put_in() {
        let mut all = line([2, 4, 6, 8]);
        let (mut last, mut index, mut seen) = (None, 0, Vec::new());
        while let Some(row) = all.next_after(last, &mut index) {
            let id = row.id();
            last = Some(id);
            seen.push(id.number());
            match id.number() {
                2 => drop(all.take(id)),
                4 => all.insert(self::row(3)),
                6 => all.insert(self::row(7)),
                _ => {}
            }
        }
        assert_eq!(seen, [2, 4, 6, 7, 8]);
    }
}
