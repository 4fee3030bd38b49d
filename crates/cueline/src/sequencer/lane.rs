//! The entries of one lane that have started.
//!
//! A lane keeps its rows in the order in which they were queued, and lists their next starts and ends. The row of an ended
//! entry stays in its place until there are many such rows.

#[cfg(feature = "serde")]
use alloc::vec::Vec;

use super::{
    EntryId, Role,
    due::{Due, DueList},
    line::Line,
    row::Row,
};
use crate::time::Time;

/// A lane removes the rows of ended entries when there are more than this number.
const OVER_LIMIT: usize = 8;

/// The entries of the foreground or of the background that have started.
#[derive(Debug)]
pub(super) struct Lane<P> {
    /// In the foreground also the entries that wait for their epochs, of all lanes.
    line: Line<P>,
    /// The number of rows of ended entries among those that have started.
    over: usize,
    /// The next start or end of each row that has not ended, if it is known. Computed from the rows.
    due: DueList,
}

impl<P> Lane<P> {
    pub(super) const fn new() -> Self {
        Self { line: Line::new(), over: 0, due: DueList::new() }
    }

    /// From rows in the order of ids, each id once.
    #[cfg(feature = "serde")]
    fn from_rows(rows: Vec<Row<P>>) -> Self {
        let mut lane = Self { line: Line::of_started(rows), ..Self::new() };
        lane.list_due();
        lane
    }

    /// Whether no row is left, not even of an entry that is over.
    #[inline]
    pub(super) fn has_no_rows(&self) -> bool {
        self.line.started_len() == 0
    }

    /// The entries that are not over.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        self.line.started().iter().filter(|row| !row.is_over())
    }

    /// An entry that is not over.
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.line.get(id).filter(|row| !row.is_over())
    }

    /// Whether the list is empty.
    #[inline]
    pub(super) fn lists_none(&self) -> bool {
        self.due.is_empty()
    }

    /// The first start or end that is due, if it is not later than `to`.
    #[inline]
    pub(super) fn due_by(&self, to: Time) -> Option<Due> {
        self.due.first().filter(|due| due.at <= to)
    }

    /// The row of `due`, the first on the list. `None` if the entry was cancelled or has ended at another time; then the
    /// list drops `due`.
    #[inline]
    pub(super) fn row_of_first(&mut self, due: Due) -> Option<&mut Row<P>> {
        let found = self.line.get_mut(due.id).filter(|row| row.is_due(due.at));
        if found.is_none() {
            self.due.remove_first();
        }
        found
    }

    /// The index of the first row.
    #[inline]
    pub(super) fn first_index(&self) -> usize {
        self.line.first_index()
    }

    /// The row at an index, which may be of an ended entry.
    #[inline]
    pub(super) fn row_at(&mut self, index: usize) -> Option<&mut Row<P>> {
        self.line.row_at(index)
    }

    /// Moves an entry that starts into the lane.
    #[inline(always)]
    fn take_in(&mut self, row: &mut Row<P>) {
        self.due.add(row);
        self.clear_if_over();
        self.line.push_started(row.take());
    }

    /// Begins to show the next entries of an epoch, as long as each of them is [plain](Row::is_plain). `begun` gets their
    /// rows. Returns how many of them hold the epoch.
    #[inline]
    fn begin_plain(&mut self, epoch: u64, turn: Time, begun: impl FnOnce(&[Row<P>])) -> usize {
        self.clear_if_over();
        if !self.line.follows_started() {
            return 0;
        }
        let waiting = self.line.waiting_mut();
        let (mut count, mut holding) = (0, 0);
        for row in &mut *waiting {
            if row.epoch() != epoch || !row.is_plain(turn) {
                break;
            }
            #[cfg(test)]
            super::tests::count_visit();
            row.begin_plain(turn);
            count += 1;
            holding += usize::from(row.role() == Role::Holding);
        }
        let rows = waiting.get(..count).unwrap_or_default();
        self.due.add_ends(rows);
        begun(rows);
        self.line.start(count);
        holding
    }

    /// Removes all rows that have started if all entries are over.
    #[inline]
    fn clear_if_over(&mut self) {
        if self.over == self.line.started_len() {
            self.line.give_up_started();
            self.over = 0;
        }
    }

    /// The entry that is first on the list has begun to show: lists its end instead of its start.
    #[inline]
    pub(super) fn first_has_begun(&mut self, id: EntryId) {
        self.due.remove_first();
        if let Some(row) = self.line.get(id) {
            self.due.add(row);
        }
    }

    /// The payload of the entry that is first on the list was taken: the entry has ended.
    #[inline]
    pub(super) fn first_has_ended(&mut self) {
        self.due.remove_first();
        self.over += 1;
    }

    /// Removes an entry that has not ended. Returns its payload.
    fn cancel(&mut self, id: EntryId) -> Option<P> {
        let payload = self.line.get_mut(id)?.take_payload()?;
        self.over += 1;
        self.trim_due();
        Some(payload)
    }

    fn change<T>(&mut self, id: EntryId, change: impl FnOnce(&mut Row<P>) -> T) -> Option<T> {
        let row = self.line.get_mut(id).filter(|row| !row.is_over())?;
        let before = row.next_moment();
        let changed = change(row);
        if row.next_moment() != before {
            self.due.add(row);
            self.trim_due();
        }
        Some(changed)
    }

    fn change_all(&mut self, mut change: impl FnMut(&mut Row<P>)) {
        for row in self.line.started_mut().iter_mut().filter(|row| !row.is_over()) {
            let before = row.next_moment();
            change(row);
            if row.next_moment() != before {
                self.due.add(row);
            }
        }
        self.trim_due();
    }

    fn flush(&mut self) {
        self.line.clear();
        self.over = 0;
        self.due.clear();
    }

    /// Removes the rows of entries that are over, once they are many.
    #[inline]
    pub(super) fn drop_ended(&mut self) {
        if self.over > OVER_LIMIT && self.over > self.line.started_len() / 2 {
            self.line.close_gaps();
            self.over = 0;
        }
    }

    /// Makes a new list when most of the list is outdated.
    fn trim_due(&mut self) {
        if self.due.len() > 2 * self.line.started_len() + 64 {
            self.list_due();
        }
    }

    fn list_due(&mut self) {
        self.due.clear();
        for row in self.line.started().iter().filter(|row| !row.is_over()) {
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

    /// Whether no known start or end of an entry that has its turn is due by `to`.
    #[inline]
    pub(super) fn nothing_due_by(&self, to: Time) -> bool {
        self.front.due_by(to).is_none() && self.background.due_by(to).is_none()
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

    /// Begins to show the next entries of an epoch, as long as each of them is [plain](Row::is_plain). `begun` gets their
    /// rows.
    #[inline]
    pub(super) fn begin_plain(&mut self, epoch: u64, turn: Time, begun: impl FnOnce(&[Row<P>])) {
        self.holding += self.front.begin_plain(epoch, turn, begun);
    }

    /// Starts the next entry in its lane, after `start` has given it its times. A cancelled one leaves a gap.
    pub(super) fn begin_next(&mut self, start: impl FnOnce(&mut Row<P>)) {
        let Some(row) = self.front.line.waiting_mut().first_mut() else { return };
        if row.is_over() || row.role() == Role::Background {
            if !row.is_over() {
                start(row);
                self.background.take_in(row);
            }
            self.front.line.start_in_order();
            self.front.over += 1;
            return;
        }
        start(row);
        self.holding += usize::from(row.role() == Role::Holding);
        self.front.due.add(row);
        self.front.line.start_in_order();
    }

    /// The entries that wait for their epochs, sorted by id and so by epoch. The first and the last row are not
    /// cancelled.
    #[inline]
    pub(super) fn waiting(&self) -> &[Row<P>] {
        self.front.line.waiting()
    }

    pub(super) fn waiting_mut(&mut self) -> &mut [Row<P>] {
        self.front.line.waiting_mut()
    }

    /// The entry that starts next of those that wait.
    #[inline]
    pub(super) fn next(&self) -> Option<&Row<P>> {
        self.front.line.next()
    }

    /// Adds an entry that waits, with a higher id than all others that wait.
    #[inline]
    pub(super) fn push_waiting(&mut self, row: Row<P>) {
        self.front.line.push_waiting(row);
    }

    /// Removes the rows of cancelled entries at both ends of those that wait.
    pub(super) fn trim_waiting(&mut self) {
        self.front.over += self.front.line.trim_waiting();
    }

    /// An entry of this role has ended.
    #[inline]
    pub(super) fn end_hold(&mut self, role: Role, at: Time) {
        if role == Role::Holding {
            self.holding = self.holding.saturating_sub(1);
            self.hold_end = self.hold_end.max(at);
        }
    }

    /// Removes an entry at `now`, or at the last moment that it has shown if that is later. Returns that moment and the
    /// payload.
    pub(super) fn cancel(&mut self, id: EntryId, now: Time) -> Option<(Time, P)> {
        let state = self.get(id)?.state();
        let payload = self.front.cancel(id).or_else(|| self.background.cancel(id))?;
        let at = if state.has_begun() { now.max(state.shown_until()) } else { now };
        self.end_hold(state.role(), at);
        Some((at, payload))
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

    /// Removes everything.
    pub(super) fn flush(&mut self, now: Time) {
        self.front.flush();
        self.background.flush();
        (self.holding, self.hold_end) = (0, now);
    }

    /// The number of rows, including the rows of ended entries.
    #[cfg(test)]
    pub(super) fn row_count(&self) -> usize {
        self.front.line.started_len() + self.background.line.started_len()
    }

    /// The number of rows for which there is memory.
    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.front.line.memory() + self.background.line.memory()
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
        let Self { line, over, due: _ } = source;
        self.line.copy_from(line);
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
            assert!(lane.line.started_len() < 20 && lane.due.len() < 120, "{id}: {lane:?}");
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
