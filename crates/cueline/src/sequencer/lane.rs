//! The entries of one lane that have started.
//!
//! A lane keeps its rows in the order in which they were queued, and lists their next starts and ends. The row of an ended
//! entry stays in its place until there are many such rows, so that each row is moved at most once.

use alloc::vec::Vec;

use super::{
    EntryId, Role,
    due::{Due, DueList},
    row::{EntryState, Row},
};
use crate::time::Time;

/// A lane removes the rows of ended entries when there are more than this number.
const OVER_LIMIT: usize = 8;

/// The entries of the foreground or of the background that have started.
#[derive(Debug)]
pub(super) struct Lane<P> {
    /// By id, each id once.
    rows: Vec<Row<P>>,
    /// The number of rows of ended entries.
    over: usize,
    /// The next start or end of each row that has not ended, if it is known. Computed from the rows.
    due: DueList,
}

impl<P> Lane<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), over: 0, due: DueList::new() }
    }

    /// From rows in the order of ids, each id once.
    #[cfg(feature = "serde")]
    fn from_rows(rows: Vec<Row<P>>) -> Self {
        let mut lane = Self { rows, ..Self::new() };
        lane.list_due();
        lane
    }

    /// Whether no row is left, not even of an entry that is over.
    #[inline]
    pub(super) fn has_no_rows(&self) -> bool {
        self.rows.is_empty()
    }

    /// The entries that are not over.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        self.rows.iter().filter(|row| !row.is_over())
    }

    /// An entry that is not over.
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.rows.get(self.place_of(id)?).filter(|row| !row.is_over())
    }

    /// The first start or end that is due, if it is not later than `to`.
    #[inline]
    pub(super) fn due_by(&self, to: Time) -> Option<Due> {
        self.due.first().filter(|due| due.at <= to)
    }

    /// The row of `due`, the first on the list, and its index. `None` if the entry was cancelled or has ended at another
    /// time; then the list drops `due`.
    #[inline]
    pub(super) fn row_of_first(&mut self, due: Due) -> Option<(usize, &mut Row<P>)> {
        let place = self.place_of(due.id);
        let found = place.and_then(|place| Some((place, self.rows.get_mut(place)?)));
        let found = found.filter(|(_, row)| row.is_due(due.at));
        if found.is_none() {
            self.due.remove_first();
        }
        found
    }

    /// The row at an index, which may be of an ended entry.
    #[inline]
    pub(super) fn row_at(&mut self, place: usize) -> Option<&mut Row<P>> {
        self.rows.get_mut(place)
    }

    /// Moves an entry that starts into the lane.
    #[inline(always)]
    fn take_in(&mut self, row: &mut Row<P>) {
        self.due.add(row);
        self.clear_if_over();
        match self.rows.last() {
            Some(last) if row.id() < last.id() => {
                let place = self.rows.partition_point(|other| other.id() < row.id());
                self.rows.insert(place, row.take());
            }
            _ => self.rows.push(row.take()),
        }
    }

    /// Moves plain entries that begin to show at `turn` into the lane.
    #[inline]
    fn take_in_plain(&mut self, rows: &mut [Row<P>], turn: Time) {
        self.clear_if_over();
        let first = rows.first().map(|row| row.id());
        if self.rows.last().is_some_and(|last| first < Some(last.id())) {
            self.insert_plain(rows, turn);
            return;
        }
        let before = self.rows.len();
        self.rows.extend(rows.iter_mut().map(|row| row.take_begun(turn)));
        self.rows.iter().skip(before).for_each(|row| self.due.add_end(row));
    }

    /// The same where later entries have already started.
    #[inline(never)]
    fn insert_plain(&mut self, rows: &mut [Row<P>], turn: Time) {
        rows.iter_mut().for_each(|row| self.take_in(&mut row.take_begun(turn)));
    }

    /// Removes all rows if all entries are over.
    #[inline]
    fn clear_if_over(&mut self) {
        if self.over == self.rows.len() {
            self.rows.clear();
            self.over = 0;
        }
    }

    /// The entry at `place`, the first on the list, has begun to show: lists its end instead of its start.
    #[inline]
    pub(super) fn first_has_begun(&mut self, place: usize) {
        self.due.remove_first();
        self.due.add(&self.rows[place]);
    }

    /// The payload of the entry that is first on the list was taken: the entry has ended.
    #[inline]
    pub(super) fn first_has_ended(&mut self) {
        self.due.remove_first();
        self.over += 1;
    }

    /// Removes an entry that has not ended. Returns its payload.
    fn cancel(&mut self, id: EntryId) -> Option<P> {
        let place = self.place_of(id)?;
        let payload = self.rows[place].take_payload()?;
        self.over += 1;
        self.trim_due();
        Some(payload)
    }

    fn change<T>(&mut self, id: EntryId, change: impl FnOnce(&mut Row<P>) -> T) -> Option<T> {
        let place = self.place_of(id)?;
        let row = self.rows.get_mut(place).filter(|row| !row.is_over())?;
        let before = row.next_moment();
        let changed = change(row);
        if row.next_moment() != before {
            self.due.add(row);
            self.trim_due();
        }
        Some(changed)
    }

    fn change_all(&mut self, mut change: impl FnMut(&mut Row<P>)) {
        for row in self.rows.iter_mut().filter(|row| !row.is_over()) {
            let before = row.next_moment();
            change(row);
            if row.next_moment() != before {
                self.due.add(row);
            }
        }
        self.trim_due();
    }

    fn flush(&mut self, mut dropped: impl FnMut(&Row<P>, P)) {
        for row in &mut self.rows {
            if let Some(payload) = row.take_payload() {
                dropped(row, payload);
            }
        }
        self.rows.clear();
        self.over = 0;
        self.due.clear();
    }

    /// Removes the rows of entries that are over, once they are many.
    #[inline]
    pub(super) fn drop_ended(&mut self) {
        if self.over > OVER_LIMIT && self.over > self.rows.len() / 2 {
            self.rows.retain(|row| !row.is_over());
            self.over = 0;
        }
    }

    /// The index of the row of an entry. Most ids follow one another without a gap, so the search starts there.
    #[inline]
    fn place_of(&self, id: EntryId) -> Option<usize> {
        let first = self.rows.first()?.id().number();
        let guess = usize::try_from(id.number().wrapping_sub(first)).ok()?;
        match self.rows.get(guess) {
            Some(row) if row.id() == id => Some(guess),
            _ => self.rows.binary_search_by_key(&id, |row| row.id()).ok(),
        }
    }

    /// Makes a new list when most of the list is outdated.
    fn trim_due(&mut self) {
        if self.due.len() > 2 * self.rows.len() + 64 {
            self.list_due();
        }
    }

    fn list_due(&mut self) {
        self.due.clear();
        for row in self.rows.iter().filter(|row| !row.is_over()) {
            self.due.add(row);
        }
    }
}

/// The entries that have started, and how long they hold their epoch.
#[derive(Debug)]
pub(super) struct Lanes<P> {
    pub(super) front: Lane<P>,
    pub(super) background: Lane<P>,
    /// The number of entries that hold the running epoch.
    holding: usize,
    /// The earliest moment at which the running epoch can be over.
    hold_end: Time,
}

impl<P> Lanes<P> {
    pub(super) const fn new(now: Time) -> Self {
        Self { front: Lane::new(), background: Lane::new(), holding: 0, hold_end: now }
    }

    /// From rows in the order of ids, each id once.
    #[cfg(feature = "serde")]
    pub(super) fn from_rows(rows: Vec<Row<P>>, hold_end: Time) -> Self {
        let (background, front) = rows.into_iter().partition(|row| row.role() == Role::Background);
        let front = Lane::from_rows(front);
        let holding = front.iter().filter(|row| row.role() == Role::Holding).count();
        Self { front, background: Lane::from_rows(background), holding, hold_end }
    }

    /// The entries that are not over: foreground, then background, each in the order of declaration.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        self.front.iter().chain(self.background.iter())
    }

    /// An entry that is not over.
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.front.get(id).or_else(|| self.background.get(id))
    }

    /// Whether an entry holds the running epoch.
    #[inline]
    pub(super) fn hold(&self) -> bool {
        self.holding > 0
    }

    /// The earliest moment at which the running epoch can be over.
    #[inline]
    pub(super) fn hold_end(&self) -> Time {
        self.hold_end
    }

    /// An epoch starts: its entries hold it from now on.
    #[inline]
    pub(super) fn begin_epoch(&mut self, turn: Time) {
        self.hold_end = turn;
    }

    /// Moves an entry that starts into its lane.
    #[inline]
    pub(super) fn take_in(&mut self, row: &mut Row<P>) {
        self.holding += usize::from(row.role() == Role::Holding);
        let background = row.role() == Role::Background;
        if background { &mut self.background } else { &mut self.front }.take_in(row);
    }

    /// Moves plain entries that begin to show at `turn` into their lane.
    #[inline]
    pub(super) fn take_in_plain(&mut self, rows: &mut [Row<P>], turn: Time) {
        self.holding += rows.iter().filter(|row| row.role() == Role::Holding).count();
        self.front.take_in_plain(rows, turn);
    }

    /// An entry of this role has ended.
    #[inline]
    pub(super) fn end_hold(&mut self, role: Role, at: Time) {
        if role == Role::Holding {
            self.holding = self.holding.saturating_sub(1);
            self.hold_end = self.hold_end.max(at);
        }
    }

    /// Removes an entry at `now`, or at the last moment that it has shown if that is later. Returns that moment, the row,
    /// and the payload.
    pub(super) fn cancel(&mut self, id: EntryId, now: Time) -> Option<(Time, EntryState, P)> {
        let state = self.get(id)?.state();
        let payload = self.front.cancel(id).or_else(|| self.background.cancel(id))?;
        let at = if state.has_begun() { now.max(state.shown_until()) } else { now };
        self.end_hold(state.role(), at);
        Some((at, state, payload))
    }

    /// Changes the end of an entry that is not over.
    pub(super) fn change<T>(
        &mut self,
        id: EntryId,
        mut change: impl FnMut(&mut Row<P>) -> T,
    ) -> Option<T> {
        self.front.change(id, &mut change).or_else(|| self.background.change(id, change))
    }

    /// Changes the ends of all entries that are not over.
    pub(super) fn change_all(&mut self, mut change: impl FnMut(&mut Row<P>)) {
        self.front.change_all(&mut change);
        self.background.change_all(change);
    }

    /// Removes everything, and passes on each entry that has not ended.
    pub(super) fn flush(&mut self, now: Time, mut dropped: impl FnMut(&Row<P>, P)) {
        self.front.flush(&mut dropped);
        self.background.flush(dropped);
        (self.holding, self.hold_end) = (0, now);
    }

    /// The number of rows, including the rows of ended entries.
    #[cfg(test)]
    pub(super) fn row_count(&self) -> usize {
        self.front.rows.len() + self.background.rows.len()
    }

    /// Removes the rows of entries that are over, once they are many.
    #[inline]
    pub(super) fn drop_ended(&mut self) {
        self.front.drop_ended();
        self.background.drop_ended();
    }
}

// By hand, so that `clone_from` reuses the memory.
impl<P: Clone> Clone for Lanes<P> {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.hold_end);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { front, background, holding, hold_end } = source;
        self.front.clone_from(front);
        self.background.clone_from(background);
        (self.holding, self.hold_end) = (*holding, *hold_end);
    }
}

/// A copy makes its own list of what is due.
impl<P: Clone> Clone for Lane<P> {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { rows, over, due: _ } = source;
        self.rows.clone_from(rows);
        self.over = *over;
        self.list_due();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sequencer::row::AnyDuration, time::Span};

    fn row(id: u64) -> Row<()> {
        let key = (EntryId(id), 0, Role::Free);
        let timing = (Span::ZERO, AnyDuration::Fixed(Span::from_secs(9)));
        let mut row = Row::waiting(key, Time::ZERO, timing, ());
        row.take_turn(Time::ZERO);
        row.begin();
        row
    }

    #[test]
    fn entries_that_are_cancelled_leave_neither_rows_nor_ends_behind() {
        let mut lane = Lane::new();
        for id in 0..10_000 {
            lane.take_in(&mut row(id));
            assert!(id == 0 || lane.cancel(EntryId(id)).is_some());
            lane.drop_ended();
            assert!(lane.rows.len() < 20 && lane.due.len() < 120, "{id}: {lane:?}");
        }
        assert_eq!(lane.due_by(Time::MAX).map(|due| due.id), Some(EntryId(0)));
    }

    #[test]
    fn an_entry_is_found_by_its_id_with_gaps_and_without() {
        let mut lane = Lane::new();
        for id in [3, 4, 5, 9, 10, 7, 100, 6] {
            lane.take_in(&mut row(id));
        }
        lane.cancel(EntryId(3));
        for id in 0..120 {
            let there = [4, 5, 6, 7, 9, 10, 100].contains(&id);
            assert_eq!(lane.get(EntryId(id)).map(|row| row.id()), there.then_some(EntryId(id)));
        }
    }
}
