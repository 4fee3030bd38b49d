//! The entries of the foreground and of the background, from their queueing to their ends.

use alloc::vec::Vec;
use core::ops::Deref;

use super::{
    EntryId, Role,
    due::{Due, DueList},
    line::Line,
    row::Row,
};
use crate::{order::sort_in_place, time::Time};

/// The foreground or the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Front,
    Back,
}

impl Ground {
    #[inline]
    pub(super) fn of(role: Role) -> Self {
        if role == Role::Background { Self::Back } else { Self::Front }
    }
}

/// The entries of the foreground or of the background whose turn has come.
#[derive(Debug)]
pub(super) struct Lane<P> {
    /// Entries that show later. No step visits them before.
    delayed: Line<P>,
    /// Entries that show, or begin to show when the step comes to their start.
    shown: Line<P>,
    /// The next start or end of each entry, if it is known. Computed from the rows. The first place is never outdated.
    due: DueList,
}

impl<P> Lane<P> {
    const fn new() -> Self {
        Self { delayed: Line::new(), shown: Line::new(), due: DueList::new() }
    }

    /// The entries, in the order of ids.
    #[inline]
    pub(super) fn live(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        ById::new(self.delayed.iter(), self.shown.iter())
    }

    /// The entries, in the order of ids.
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        ById::new(self.delayed.iter_mut(), self.shown.iter_mut())
    }

    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.shown.get(id).or_else(|| self.delayed.get(id))
    }

    fn len(&self) -> usize {
        self.delayed.len() + self.shown.len()
    }

    /// The first start or end that is due.
    #[inline]
    pub(super) fn first_due(&self) -> Option<Due> {
        self.due.first()
    }

    /// The row of the first start or end that is due, and the list.
    #[inline]
    pub(super) fn first(&mut self) -> Option<(&mut Row<P>, &mut DueList)> {
        let id = self.due.first()?.id;
        if !self.delayed.is_empty()
            && let Some(row) = self.delayed.take(id)
        {
            self.shown.insert(row);
        }
        Some((self.shown.get_mut(id)?, &mut self.due))
    }

    /// The row of the first end that is due was taken.
    #[inline]
    fn remove_first(&mut self) {
        self.due.remove_first();
        self.shown.count_gap();
        self.settle();
    }

    /// The entries that show, or begin to show in this step, from an index on.
    #[inline]
    pub(super) fn shown_from(&mut self, index: usize) -> impl Iterator<Item = &mut Row<P>> {
        self.shown.iter_mut_from(index)
    }

    /// The index of the first entry that shows behind `id`.
    pub(super) fn index_behind(&self, id: EntryId) -> usize {
        self.shown.index_behind(id)
    }

    /// The turn of an entry comes at `turn`: it shows when its delay is over.
    #[inline]
    fn take_turn(&mut self, mut row: Row<P>, turn: Time) {
        row.take_turn(turn);
        self.due.add(&row);
        let line = if row.time() > turn { &mut self.delayed } else { &mut self.shown };
        line.insert(row);
    }

    /// Takes an entry out.
    fn cancel(&mut self, id: EntryId) -> Option<Row<P>> {
        let row = self.shown.take(id).or_else(|| self.delayed.take(id))?;
        if row.next_moment().is_some() {
            self.outdate();
        }
        Some(row)
    }

    fn change<T>(&mut self, id: EntryId, change: impl FnOnce(&mut Row<P>) -> T) -> Option<T> {
        let row = match self.shown.get_mut(id) {
            Some(row) => row,
            None => self.delayed.get_mut(id)?,
        };
        let before = row.next_moment();
        let changed = change(row);
        if row.next_moment() != before {
            self.due.add(row);
            if before.is_some() {
                self.outdate();
            }
        }
        Some(changed)
    }

    /// Changes the entries for which `change` returns `true`. Returns whether there was one.
    fn change_all(&mut self, change: &mut impl FnMut(&mut Row<P>) -> bool) -> bool {
        let rows = self.shown.iter_mut().chain(self.delayed.iter_mut());
        let changed = rows.fold(false, |changed, row| change(row) | changed);
        if changed {
            self.list_due();
        }
        changed
    }

    fn clear(&mut self) {
        self.delayed.clear();
        self.shown.clear();
        self.due.clear();
    }

    /// A place on the list is outdated.
    fn outdate(&mut self) {
        self.due.outdate();
        if self.due.outdated() > self.len() {
            self.list_due();
        } else {
            self.settle();
        }
    }

    /// Drops outdated places at the front of the list.
    #[inline]
    pub(super) fn settle(&mut self) {
        while self.due.outdated() > 0
            && let Some(due) = self.due.first()
            && self.get(due.id).is_none_or(|row| row.next_moment() != Some(due.at))
        {
            self.due.remove_outdated();
        }
    }

    fn list_due(&mut self) {
        self.due.clear();
        for row in self.delayed.iter().chain(self.shown.iter()) {
            self.due.add(row);
        }
    }
}

/// All entries but those that wait for another one, and how long they hold their epoch.
#[derive(Debug)]
pub(super) struct Lanes<P> {
    front: Lane<P>,
    back: Lane<P>,
    /// Entries of later epochs, which wait for them.
    pub(super) waiting: Line<P>,
    /// The number of entries that hold the running epoch.
    holding: usize,
    /// The earliest moment at which the running epoch can be over.
    hold_end: Time,
    /// Entries that have ended in the last step, in the order of ids after the step. For samples; not part of the state.
    ended: Vec<Row<P>>,
}

impl<P> Lanes<P> {
    pub(super) const fn new(now: Time) -> Self {
        Self {
            front: Lane::new(),
            back: Lane::new(),
            waiting: Line::new(),
            holding: 0,
            hold_end: now,
            ended: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn lane(&self, ground: Ground) -> &Lane<P> {
        match ground {
            Ground::Front => &self.front,
            Ground::Back => &self.back,
        }
    }

    #[inline]
    pub(super) fn lane_mut(&mut self, ground: Ground) -> &mut Lane<P> {
        match ground {
            Ground::Front => &mut self.front,
            Ground::Back => &mut self.back,
        }
    }

    /// The entries whose turn has come: foreground, then background, each in the order of declaration.
    pub(super) fn live(&self) -> impl Iterator<Item = &Row<P>> + Clone {
        self.front.live().chain(self.back.live())
    }

    /// The entries of a lane that show at a time, in the order of ids.
    pub(super) fn shown_at(&self, ground: Ground, at: Time) -> impl Iterator<Item = &Row<P>> {
        let ended = self.ended.iter().filter(move |row| Ground::of(row.role) == ground);
        let ended = ended.filter(move |row| row.end().is_none_or(|end| at < end));
        let shown = self.lane(ground).shown.iter().filter(|row| row.has_begun());
        ById::new(ended, shown).filter(move |row| row.time() <= at)
    }

    /// All entries: those that have ended in the last step, those whose turn has come, those that wait for their epochs.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        let Self { front, back, waiting, ended, .. } = self;
        ended.iter_mut().chain(front.iter_mut()).chain(back.iter_mut()).chain(waiting.iter_mut())
    }

    /// An entry whose turn has come.
    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.front.get(id).or_else(|| self.back.get(id))
    }

    pub(super) fn len(&self) -> usize {
        self.front.len() + self.back.len() + self.waiting.len()
    }

    /// The oldest entry of the foreground.
    pub(super) fn oldest(&self) -> Option<EntryId> {
        let waiting = self.waiting.iter().find(|row| Ground::of(row.role) == Ground::Front);
        let first = [self.front.delayed.first(), self.front.shown.first(), waiting];
        first.into_iter().flatten().map(|row| row.id).min()
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

    /// The turn of an epoch comes: its entries hold it from now on.
    #[inline]
    pub(super) fn begin_epoch(&mut self, epoch: u64, turn: Time) {
        self.hold_end = turn;
        while self.waiting.first().is_some_and(|row| row.epoch == epoch)
            && let Some(row) = self.waiting.pop_first()
        {
            let queued = row.time();
            self.take_turn(row, turn.max(queued));
        }
    }

    /// The turn of an entry comes.
    #[inline]
    pub(super) fn take_turn(&mut self, row: Row<P>, turn: Time) {
        self.holding += usize::from(row.role == Role::Holding);
        self.lane_mut(Ground::of(row.role)).take_turn(row, turn);
    }

    /// The entry that was first on the list of a lane has ended, and its row was taken.
    #[inline]
    pub(super) fn end_first(&mut self, ground: Ground, ended: Row<P>, at: Time) {
        self.lane_mut(ground).remove_first();
        self.end_hold(ended.role, at);
        self.ended.push(ended);
    }

    /// An entry of this role has ended.
    #[inline]
    fn end_hold(&mut self, role: Role, at: Time) {
        if role == Role::Holding {
            self.holding = self.holding.saturating_sub(1);
            self.hold_end = self.hold_end.max(at);
        }
    }

    /// Takes out an entry whose turn has come, at `now`, or at the last moment that it has shown if that is later. Returns
    /// that moment and the payload.
    pub(super) fn cancel(&mut self, id: EntryId, now: Time) -> Option<(Time, P)> {
        let mut row = self.front.cancel(id).or_else(|| self.back.cancel(id))?;
        let at = if row.has_begun() { now.max(row.shown_until()) } else { now };
        self.end_hold(row.role, at);
        row.take_payload().map(|payload| (at, payload))
    }

    /// Forgets the entries that have ended in the last step.
    #[inline]
    pub(super) fn forget_ended(&mut self) {
        self.ended.clear();
    }

    /// Sorts the entries that have ended in this step.
    #[inline]
    pub(super) fn sort_ended(&mut self) {
        sort_in_place(&mut self.ended, |row| row.id);
    }

    /// Changes an entry whose turn has come.
    pub(super) fn change<T>(
        &mut self,
        id: EntryId,
        mut change: impl FnMut(&mut Row<P>) -> T,
    ) -> Option<T> {
        self.front.change(id, &mut change).or_else(|| self.back.change(id, change))
    }

    /// Changes entries whose turn has come: those for which `change` returns `true`. Returns whether there was one.
    pub(super) fn change_all(&mut self, mut change: impl FnMut(&mut Row<P>) -> bool) -> bool {
        self.front.change_all(&mut change) | self.back.change_all(&mut change)
    }

    pub(super) fn clear(&mut self, now: Time) {
        self.front.clear();
        self.back.clear();
        self.waiting.clear();
        self.ended.clear();
        (self.holding, self.hold_end) = (0, now);
    }
}

#[cfg(feature = "serde")]
impl<P> Lanes<P> {
    /// From the rows of entries whose turn has come, in the order of ids, each id once.
    pub(super) fn of_live(rows: impl IntoIterator<Item = Row<P>>, hold_end: Time) -> Self {
        let mut lanes = Self::new(hold_end);
        for row in rows {
            lanes.holding += usize::from(row.role == Role::Holding);
            let lane = lanes.lane_mut(Ground::of(row.role));
            lane.due.add(&row);
            let line = if row.has_begun() { &mut lane.shown } else { &mut lane.delayed };
            line.insert(row);
        }
        lanes
    }
}

crate::cloned::cloned! { struct Lanes<P: Clone> { front, back, waiting, holding, hold_end, ended } }

crate::cloned::cloned! { struct Lane<P: Clone> { delayed, shown, due } }

/// Two lists of rows as one, in the order of ids.
#[derive(Clone)]
struct ById<R, A, B> {
    first: A,
    second: B,
    /// The next row of each list.
    heads: (Option<R>, Option<R>),
}

impl<R, A: Iterator<Item = R>, B: Iterator<Item = R>> ById<R, A, B> {
    fn new(mut first: A, mut second: B) -> Self {
        let heads = (first.next(), second.next());
        Self { first, second, heads }
    }
}

impl<P, R, A, B> Iterator for ById<R, A, B>
where
    R: Deref<Target = Row<P>>,
    A: Iterator<Item = R>,
    B: Iterator<Item = R>,
{
    type Item = R;

    fn next(&mut self) -> Option<R> {
        let second_is_next = match &self.heads {
            (Some(first), Some(second)) => second.id < first.id,
            (first, _) => first.is_none(),
        };
        if second_is_next {
            core::mem::replace(&mut self.heads.1, self.second.next())
        } else {
            core::mem::replace(&mut self.heads.0, self.first.next())
        }
    }
}
