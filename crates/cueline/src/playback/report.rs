//! The report of the last step or command: its events, and the items that it removed.

use alloc::vec::Vec;

use super::{
    Active, Subject,
    pending::{Pending, PendingEvents},
};
use crate::event::Event;

/// Events in order, and removed items in the order of removal.
#[derive(Debug)]
pub(super) struct Report<T> {
    /// Filled and emptied within one call.
    pending: PendingEvents<T>,
    events: Vec<Event<Subject<T>>>,
    ended: Vec<Active<T>>,
}

impl<T: Copy> Report<T> {
    pub(super) const fn new() -> Self {
        Self { pending: PendingEvents::new(), events: Vec::new(), ended: Vec::new() }
    }

    /// Clears the report before a step or command.
    pub(super) fn begin(&mut self) {
        self.events.clear();
        self.ended.clear();
    }

    /// Adds an event of the present step or command, in any order.
    #[inline]
    pub(super) fn push(&mut self, pending: Pending<T>) {
        self.pending.push(pending);
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
        Self { pending: PendingEvents::new(), events, ended } // nothing is pending between two calls
    }

    fn clone_from(&mut self, source: &Self) {
        self.events.clone_from(&source.events);
        self.ended.clone_from(&source.ended);
    }
}
