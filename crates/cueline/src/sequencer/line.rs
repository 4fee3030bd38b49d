//! Rows sorted by id.
//!
//! A row that is taken out leaves a gap, until most of the rows are gaps. So each row is moved about once.

use alloc::vec::Vec;

use super::{EntryId, row::Row};

/// So many gaps may stay, unless all rows are gaps.
const GAPS_KEPT: usize = 8;

#[derive(Debug)]
pub(super) struct Line<P> {
    /// Sorted by id, each id once.
    rows: Vec<Row<P>>,
    /// The first row that is not a gap, at most the number of rows.
    first: usize,
    gaps: usize,
}

impl<P> Line<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), first: 0, gaps: 0 }
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
        self.rows.get(self.first)
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        let rows = self.rows.get(self.first..).unwrap_or_default();
        rows.iter().filter(|row| !row.is_over())
    }

    #[inline]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        self.iter_mut_from(self.first)
    }

    /// The entries from an index on.
    #[inline]
    pub(super) fn iter_mut_from(&mut self, index: usize) -> impl Iterator<Item = &mut Row<P>> {
        let rows = self.rows.get_mut(index..).unwrap_or_default();
        rows.iter_mut().filter(|row| !row.is_over())
    }

    /// The index of the first row behind `id`, for a walk that goes on after rows have moved.
    pub(super) fn index_behind(&self, id: EntryId) -> usize {
        self.rows.partition_point(|row| row.id <= id)
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
        let first = self.first()?.id.number();
        let guess = usize::try_from(id.number().checked_sub(first)?).ok()?;
        let guess = self.first.saturating_add(guess);
        if self.rows.get(guess).is_some_and(|row| row.id == id) {
            return Some(guess);
        }
        self.rows.binary_search_by_key(&id, |row| row.id).ok()
    }

    #[inline]
    pub(super) fn insert(&mut self, row: Row<P>) {
        if self.rows.last().is_none_or(|last| last.id < row.id) {
            self.rows.push(row);
        } else {
            self.insert_between(row);
        }
    }

    #[inline(never)]
    fn insert_between(&mut self, row: Row<P>) {
        let place = self.rows.partition_point(|other| other.id < row.id);
        self.rows.insert(place, row);
        self.first = self.first.min(place);
    }

    #[inline]
    pub(super) fn pop_first(&mut self) -> Option<Row<P>> {
        let row = self.rows.get_mut(self.first)?.take();
        self.count_gap();
        Some(row)
    }

    /// Takes an entry out.
    #[inline]
    pub(super) fn take(&mut self, id: EntryId) -> Option<Row<P>> {
        let row = self.get_mut(id)?.take();
        self.count_gap();
        Some(row)
    }

    /// A row was taken.
    #[inline]
    pub(super) fn count_gap(&mut self) {
        self.gaps += 1;
        if self.gaps == self.rows.len() {
            return self.clear();
        }
        while self.first().is_some_and(Row::is_over) {
            self.first += 1;
        }
        if self.gaps > GAPS_KEPT && self.gaps > self.rows.len() / 2 {
            self.close_gaps();
        }
    }

    #[inline(never)]
    fn close_gaps(&mut self) {
        self.rows.retain(|row| !row.is_over());
        (self.first, self.gaps) = (0, 0);
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.first, self.gaps) = (0, 0);
    }
}

crate::cloned::cloned! { struct Line<P: Clone> { rows, first, gaps } }

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
            assert!(all.rows.len() <= 2 * GAPS_KEPT + 2, "{id}");
        }
        assert_eq!(numbers(&all), [0, 1, 9_998, 9_999]);
        assert!(all.rows.capacity() <= 32, "{}", all.rows.capacity());
    }

    #[test]
    fn a_gap_is_no_entry_at_either_end() {
        let mut all = line(0..6);
        for id in [1, 4, 0, 5] {
            all.take(EntryId(id));
        }
        assert_eq!((numbers(&all), all.len()), (alloc::vec![2, 3], 2));
        assert_eq!(all.first().map(|row| row.id), Some(EntryId(2)));
        all.insert(row(7));
        assert_eq!(all.pop_first().map(|row| row.id), Some(EntryId(2)));
        assert_eq!(numbers(&all), [3, 7]);
        assert!(all.take(EntryId(7)).is_some() && all.take(EntryId(3)).is_some());
        assert!(all.is_empty() && all.first().is_none());
    }

    #[test]
    fn a_walk_goes_on_behind_its_last_entry_whatever_is_taken_out_or_put_in() {
        let mut all = line([2, 4, 6, 8]);
        let (mut index, mut seen) = (0, Vec::new());
        loop {
            let next = all.iter_mut_from(index).next().map(|row| row.id);
            let Some(id) = next else { break };
            seen.push(id.number());
            match id.number() {
                2 => drop(all.take(id)),
                4 => all.insert(self::row(3)),
                6 => all.insert(self::row(7)),
                _ => {}
            }
            index = all.index_behind(id);
        }
        assert_eq!(seen, [2, 4, 6, 7, 8]);
    }
}
