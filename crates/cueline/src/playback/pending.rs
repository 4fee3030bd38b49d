//! The events of one step, sorted.
//!
//! A row is large, so rows do not move: if they are out of order, small keys are sorted instead.

use alloc::vec::Vec;
use core::mem;

use super::{
    GroupHandle, ItemId, PlaybackHandle, Subject, indexed::state::Group, item::PlayerItem,
    slots::NONE,
};
use crate::{
    event::{Event, EventKind, Reason},
    time::Time,
};

/// An event of a step with its sort key, or an item that leaves without an event.
#[derive(Clone, Debug)]
pub(super) struct Pending<T> {
    due: Time,
    priority: u32,
    serial: u64,
    index: u32,
    /// The slot of the item or the group.
    slot: u32,
    /// `None`: the item leaves without an event.
    event: Option<Event<Subject<T>>>,
    /// Whether the item leaves, for any value of its `at_end`.
    leaves: bool,
}

impl<T: Copy> Pending<T> {
    /// The `index`th event of an item in this step. An item that was cancelled leaves with it.
    #[inline]
    pub(super) fn of_item(
        item: &PlayerItem<T>,
        handle: PlaybackHandle,
        event: &Event<ItemId>,
        index: u32,
    ) -> Self {
        let Event { due, lateness, id: _, kind, reason, direction, loop_index } = *event;
        let id = Subject::Item { handle, target: item.target, clip: item.clip };
        Self {
            due,
            priority: item.priority,
            serial: item.serial,
            index,
            slot: handle.slot,
            event: Some(Event { due, lateness, id, kind, reason, direction, loop_index }),
            leaves: reason == Reason::Cancelled,
        }
    }

    /// An item that leaves without an event.
    pub(super) fn leaving(item: &PlayerItem<T>, handle: PlaybackHandle, due: Time) -> Self {
        Self {
            due,
            priority: item.priority,
            serial: item.serial,
            index: u32::MAX,
            slot: handle.slot,
            event: None,
            leaves: true,
        }
    }

    /// The end of a group, from the end of its last member.
    fn of_group(handle: GroupHandle, group: &Group, last: Event<Subject<T>>) -> Self {
        Self {
            due: last.due,
            priority: group.priority,
            serial: group.serial,
            index: 0,
            slot: handle.slot,
            event: Some(Event { id: Subject::Group(handle), loop_index: 0, ..last }),
            leaves: false,
        }
    }
}

/// The sort key of an event, and what happens once it is reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingRow {
    due: Time,
    pub(super) serial: u64,
    priority: u32,
    index: u32,
    pub(super) slot: u32,
    /// The index of the event, or `NONE`.
    event: u32,
    pub(super) effect: Effect,
}

/// What happens once the event is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// The item has reached its end.
    Ended,
    /// The item leaves, for any value of its `at_end`.
    Leaves,
    /// The group has ended.
    GroupEnded,
}

/// The sort key of a row; no two rows have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PendingKey {
    due: Time,
    priority: u32,
    serial: u64,
    index: u32,
    /// The index of the row.
    place: usize,
}

impl PendingRow {
    #[inline]
    fn key(&self, place: usize) -> PendingKey {
        let Self { due, priority, serial, index, .. } = *self;
        PendingKey { due, priority, serial, index, place }
    }
}

/// All events of one step.
#[derive(Debug)]
pub(super) struct PendingEvents<T> {
    rows: Vec<PendingRow>,
    events: Vec<Event<Subject<T>>>,
    /// Sorted; empty if the rows are in order already.
    keys: Vec<PendingKey>,
    is_in_order: bool,
}

impl<T: Copy> PendingEvents<T> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), events: Vec::new(), keys: Vec::new(), is_in_order: true }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "2^32 events do not fit into memory")]
    pub(super) fn push(&mut self, pending: Pending<T>) {
        let Pending { due, priority, serial, index, slot, event, leaves } = pending;
        let effect = match event {
            Some(Event { id: Subject::Group(_), .. }) => Effect::GroupEnded,
            _ if leaves => Effect::Leaves,
            Some(Event { kind: EventKind::End, .. }) => Effect::Ended,
            _ => Effect::Nothing,
        };
        let place = event.map_or(NONE, |_| self.events.len() as u32);
        self.events.extend(event);
        let row = PendingRow { due, serial, priority, index, slot, event: place, effect };
        // The last row is still in a register here; later each would be fetched again.
        self.is_in_order &= self.rows.last().is_none_or(|last| last.key(0) < row.key(0));
        self.rows.push(row);
    }

    /// Adds the end of a group, from the end of its last member.
    pub(super) fn push_group(
        &mut self,
        handle: GroupHandle,
        group: &Group,
        last: Event<Subject<T>>,
    ) {
        self.push(Pending::of_group(handle, group, last));
    }

    pub(super) fn sort(&mut self) {
        if !self.is_in_order {
            self.keys.clear();
            self.keys.extend(self.rows.iter().enumerate().map(|(place, row)| row.key(place)));
            self.keys.sort_unstable();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row at `index` of the sorted order.
    #[inline]
    pub(super) fn get(&self, index: usize) -> PendingRow {
        self.rows[self.keys.get(index).map_or(index, |key| key.place)]
    }

    /// The event of a row.
    pub(super) fn event(&self, row: PendingRow) -> Option<Event<Subject<T>>> {
        self.events.get(row.event as usize).copied()
    }

    /// Appends all events in order to `events`, and clears this.
    pub(super) fn report_into(&mut self, events: &mut Vec<Event<Subject<T>>>) {
        if !self.keys.is_empty() {
            events.extend((0..self.len()).filter_map(|index| self.event(self.get(index))));
        } else if events.is_empty() {
            mem::swap(events, &mut self.events);
        } else {
            events.append(&mut self.events);
        }
        self.rows.clear();
        self.events.clear();
        self.keys.clear();
        self.is_in_order = true;
    }
}
