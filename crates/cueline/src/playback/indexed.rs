//! The state of a player with the data derived from it: due times and compact rows.
//!
//! Reads go to the [`State`]. Every change of an item goes through a method of this file, which brings the due time and the
//! row of the slot up to date. So no change can leave one of them behind.

pub(super) mod state;

use alloc::vec::Vec;
use core::{mem, ops::Deref};

use self::state::State;
use super::{Active, PlaybackHandle, item::PlayerItem, rows::ShortRows, timers::TimerHeap};
use crate::time::Time;

/// The state, and what follows from it.
#[derive(Debug)]
pub(super) struct IndexedState<T> {
    state: State<T>,
    /// The times of the next events. Computed from the state and the clips, as the next two fields are.
    timers: TimerHeap,
    /// The revision of the library to which ranges and timers belong; `None` before the first step.
    revision: Option<u64>,
    rows: ShortRows<T>,
    /// The slots that a step visits. Filled and emptied within one call.
    due: Vec<u32>,
}

/// What follows from the visit of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visited {
    /// The due time of its next event. A time up to the end of the step counts as none.
    pub(super) wake: Option<Time>,
    /// Whether the row of the item is not valid any more.
    pub(super) has_changed: bool,
}

impl<T: Copy> IndexedState<T> {
    /// A state without items.
    pub(super) const fn new(now: Time) -> Self {
        Self {
            state: State::new(now),
            timers: TimerHeap::new(),
            revision: None,
            rows: ShortRows::new(),
            due: Vec::new(),
        }
    }

    /// A loaded state.
    pub(super) fn of(state: State<T>) -> Self {
        let mut all = Self { state, ..Self::new(Time::ZERO) };
        let items = all.state.items().iter();
        let mut slots: Vec<_> = items.map(|(slot, _, item)| (item.serial, slot)).collect();
        slots.sort_unstable(); // the rows lie in the order of playing
        slots.into_iter().for_each(|(_, slot)| all.rearm(slot));
        all
    }

    #[inline]
    pub(super) const fn now(&self) -> Time {
        self.state.now()
    }

    /// The active items, in the order in which they were played.
    pub(super) fn active(&self) -> impl Iterator<Item = Active<T>> {
        self.rows.active(&self.state)
    }

    /// All items, in the order in which they were played.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (PlaybackHandle, &PlayerItem<T>)> {
        self.rows.slots().filter_map(|slot| self.state.entry(slot))
    }

    /// Adds an item that gets the given serial; `None` if all slots are full.
    #[inline]
    pub(super) fn insert(
        &mut self,
        item: impl FnOnce(u64) -> PlayerItem<T>,
    ) -> Option<PlaybackHandle> {
        let item = item(self.state.serial());
        let handle = self.state.insert(item)?;
        let now = self.state.now();
        self.timers.set(handle.slot, Some(item.head().anchor()));
        self.write_row(handle.slot, now);
        Some(handle)
    }

    /// Changes an item by a command, and schedules it for the next step. An ended item plays again if it has left its
    /// end.
    pub(super) fn change(
        &mut self,
        slot: u32,
        act: impl FnOnce(PlaybackHandle, &mut PlayerItem<T>),
    ) {
        if let Some((handle, item)) = self.state.entry_mut(slot) {
            let was_over = item.playing.is_over();
            act(handle, item);
            let group = (was_over && !item.playing.is_over()).then_some(item.group);
            self.state.reopen(group);
        }
        self.rearm(slot);
    }

    /// Fits an item to a changed clip, and schedules it for the next step.
    pub(super) fn refit(&mut self, slot: u32, act: impl FnOnce(Time, &mut PlayerItem<T>)) {
        let now = self.state.now();
        if let Some(item) = self.state.item_mut(slot) {
            act(now, item);
            self.rearm(slot);
        }
    }

    /// Marks an item that leaves in this call.
    pub(super) fn mark(&mut self, slot: u32, act: impl FnOnce(PlaybackHandle, &mut PlayerItem<T>)) {
        if let Some((handle, item)) = self.state.entry_mut(slot) {
            act(handle, item);
        }
    }

    /// Removes an item that no remaining member of its group is linked to.
    pub(super) fn remove(&mut self, slot: u32) {
        self.state.remove(slot);
        self.forget(slot);
    }

    /// Removes an item and takes it out of its group.
    pub(super) fn unlink_and_remove(&mut self, slot: u32) {
        self.state.unlink_and_remove(slot);
        self.forget(slot);
    }

    /// The state, to change its time and its groups: due times and rows do not follow from them. The functions that change
    /// items are visible in this file only.
    pub(super) const fn unindexed(&mut self) -> &mut State<T> {
        &mut self.state
    }

    /// Whether ranges and due times belong to this revision of the library.
    pub(super) fn is_of(&self, revision: u64) -> bool {
        self.revision == Some(revision)
    }

    /// Records the revision of the library to which ranges and due times belong from now on.
    pub(super) const fn set_revision(&mut self, revision: u64) {
        self.revision = Some(revision);
    }

    /// The earliest due time.
    #[inline]
    pub(super) fn first_due(&self) -> Option<Time> {
        self.timers.first()
    }

    /// Takes out the slots that are due at `to` or before, in any order. Pass the list to [`end_visits`](Self::end_visits)
    /// after visiting them.
    pub(super) fn take_due(&mut self, to: Time) -> Vec<u32> {
        let mut due = mem::take(&mut self.due);
        self.timers.take_due(to, &mut due);
        due
    }

    /// Visits the item of a due slot in a step up to `to`.
    #[inline]
    pub(super) fn visit(
        &mut self,
        slot: u32,
        to: Time,
        act: impl FnOnce(PlaybackHandle, &mut PlayerItem<T>) -> Visited,
    ) {
        let Some((handle, item)) = self.state.entry_mut(slot) else { return };
        let Visited { wake, has_changed } = act(handle, item);
        // The heap has handed out this slot already, so there is nothing to remove. A wake is later than `to` by
        // construction; a damaged save must not make this step endless.
        if let Some(wake) = wake
            && wake > to
        {
            self.timers.set(slot, Some(wake));
        }
        if has_changed {
            self.write_row(slot, to);
        }
    }

    /// Keeps the memory of the list of [`take_due`](Self::take_due), so that no step allocates.
    pub(super) fn end_visits(&mut self, mut due: Vec<u32>) {
        due.clear();
        self.due = due;
    }

    /// Schedules an item for the next step, after a change.
    fn rearm(&mut self, slot: u32) {
        let now = self.state.now();
        let wake = self.state.items().get(slot).and_then(|item| {
            let playing = &item.playing;
            let next = match (playing.is_over() || playing.is_held(), playing.has_begun()) {
                (true, _) if playing.is_over() && item.leaves_at_end() => Some(now),
                (true, _) => None,
                (false, true) => Some(now),
                (false, false) => Some(item.head().anchor().max(now)),
            };
            match (next, playing.leaves()) {
                (Some(next), Some(end)) => Some(next.min(end)),
                (next, end) => next.or(end),
            }
        });
        self.timers.set(slot, wake);
        self.write_row(slot, now);
    }

    /// Clears everything that follows from an item that was removed.
    fn forget(&mut self, slot: u32) {
        self.timers.set(slot, None);
        self.rows.clear(slot);
    }

    #[inline]
    fn write_row(&mut self, slot: u32, now: Time) {
        if let Some((handle, item)) = self.state.entry(slot) {
            self.rows.write(handle, item, now);
        }
    }
}

/// Reads go to the state. There is no `DerefMut`, so every change goes through the methods above.
impl<T> Deref for IndexedState<T> {
    type Target = State<T>;

    #[inline]
    fn deref(&self) -> &State<T> {
        &self.state
    }
}

crate::cloned::cloned! { struct IndexedState<T: Copy> { state, timers, revision, rows, due } }
