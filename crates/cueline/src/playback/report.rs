//! The report of the last step or command: its events, and the items that it removed.

use alloc::vec::Vec;

use super::{
    Active, EventBuffer, PlaybackHandle, Playing, Subject,
    item::PlayerItem,
    pending::{Pending, PendingEvents},
};
use crate::{event::Event, time::Time};

/// Events in order, and removed items in the order of removal.
#[derive(Debug)]
pub(super) struct Report<T> {
    /// Filled and emptied within one call.
    pending: PendingEvents<T>,
    /// The events of one item, likewise.
    of_item: EventBuffer,
    events: Vec<Event<Subject<T>>>,
    ended: Vec<Active<T>>,
}

impl<T: Copy> Report<T> {
    pub(super) const fn new() -> Self {
        Self {
            pending: PendingEvents::new(),
            of_item: EventBuffer::new(),
            events: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// Clears the report before a step or command.
    pub(super) fn begin(&mut self) {
        self.events.clear();
        self.ended.clear();
    }

    /// Adds the events that `act` reports of an item, in any order of the items.
    #[inline]
    pub(super) fn collect(
        &mut self,
        handle: PlaybackHandle,
        item: &mut PlayerItem<T>,
        act: impl FnOnce(&mut Playing, &mut EventBuffer),
    ) {
        self.of_item.clear();
        act(&mut item.playing, &mut self.of_item);
        for (event, index) in self.of_item.events().iter().zip(0..) {
            self.pending.push(Pending::of_item(item, handle, event, index));
        }
    }

    /// Lets an item leave at `due` after its events.
    pub(super) fn leave(&mut self, handle: PlaybackHandle, item: &PlayerItem<T>, due: Time) {
        self.pending.push(Pending::leaving(item, handle, due));
    }

    /// Adds an item that was removed at its end.
    pub(super) fn push_ended(&mut self, active: Active<T>) {
        self.ended.push(active);
    }

    /// The pending events, to sort them and to carry out what follows from them.
    #[inline]
    pub(super) const fn pending(&mut self) -> &mut PendingEvents<T> {
        &mut self.pending
    }

    /// Reports the pending events, which are sorted. Their memory is kept, so that no step allocates.
    pub(super) fn finish(&mut self) {
        self.pending.report_into(&mut self.events);
    }

    /// Takes the events out, to act on them.
    pub(super) fn take_events(&mut self) -> Vec<Event<Subject<T>>> {
        core::mem::take(&mut self.events)
    }

    /// Keeps the memory of events that were taken out.
    pub(super) fn give_back(&mut self, mut events: Vec<Event<Subject<T>>>) {
        events.clear();
        self.events = events;
    }

    pub(super) const fn events(&self) -> &Vec<Event<Subject<T>>> {
        &self.events
    }

    pub(super) const fn ended(&self) -> &Vec<Active<T>> {
        &self.ended
    }
}

impl<T: Copy> Clone for Report<T> {
    fn clone(&self) -> Self {
        let (events, ended) = (self.events.clone(), self.ended.clone());
        Self { events, ended, ..Self::new() } // nothing is pending between two calls
    }

    fn clone_from(&mut self, source: &Self) {
        self.events.clone_from(&source.events);
        self.ended.clone_from(&source.ended);
    }
}
