//! The results of a step and its callbacks: events, commands and ids.

use alloc::{string::String, vec::Vec};

use super::{EntryId, row::AnyDuration};
use crate::{
    event::{Direction, Event, EventKind, Reason},
    order::sort_in_place,
    time::{Span, Time},
};

/// The events of a step, the commands of the callback that runs, and the next id.
#[derive(Debug)]
pub(super) struct Outbox<P> {
    next_id: u64,
    commands: Vec<Command<P>>,
    events: Vec<Event<EntryId>>,
    /// Whether each event has its lateness and the events are sorted by time, which is nearly always so after a walk.
    settled: bool,
}

/// Where an entry goes, by the method that queues it.
#[derive(Clone, Copy, Debug)]
pub enum EntryPlacement {
    Enqueue,
    Concurrently,
    Background,
    Blocking,
    NonBlocking,
    Now,
    After(EntryId),
}

#[derive(Debug)]
pub(super) enum Command<P> {
    Take { id: EntryId, placement: EntryPlacement, timing: (Span, AnyDuration), payload: P },
    NewEpoch,
    Label(String),
    Release(EntryId),
    Cancel(EntryId),
    FinishEntry(EntryId),
    Flush,
}

/// When a change takes effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at: Time,
    pub(super) in_step: bool,
}

impl Moment {
    /// From outside of a step.
    pub(super) const fn outside(now: Time) -> Self {
        Self { at: now, in_step: false }
    }

    pub(super) const fn in_step(at: Time) -> Self {
        Self { at, in_step: true }
    }
}

impl<P> Outbox<P> {
    pub(super) const fn new(next_id: u64) -> Self {
        Self { next_id, commands: Vec::new(), events: Vec::new(), settled: true }
    }

    /// The number of assigned ids.
    pub(super) fn next_id(&self) -> u64 {
        self.next_id
    }

    #[inline]
    pub(super) fn new_id(&mut self) -> EntryId {
        let id = EntryId(self.next_id);
        self.next_id += 1;
        id
    }

    /// Begins a new report.
    #[inline]
    pub(super) fn begin_step(&mut self) {
        self.events.clear();
        self.settled = true;
        if self.has_commands() {
            self.commands.clear(); // left there by a callback that has panicked
        }
    }

    #[inline]
    pub(super) fn command(&mut self, command: Command<P>) {
        self.commands.push(command);
    }

    #[inline]
    pub(super) fn has_commands(&self) -> bool {
        !self.commands.is_empty()
    }

    /// Takes the list out, to be [handed back](Self::keep_memory) empty.
    pub(super) fn take_commands(&mut self) -> Vec<Command<P>> {
        core::mem::take(&mut self.commands)
    }

    pub(super) fn keep_memory(&mut self, commands: Vec<Command<P>>) {
        self.commands = commands;
    }

    /// The walk moves from the moment `now` to the moment `at`, whose events it reports next.
    #[inline]
    pub(super) fn walk_on(&mut self, now: &mut Time, at: Time) {
        if at < *now {
            self.settled = false;
        } else {
            *now = at;
        }
    }

    /// Reports an event of the walk, with its lateness.
    #[inline]
    pub(super) fn report(
        &mut self,
        (due, lateness): (Time, Span),
        id: EntryId,
        kind: EventKind,
        reason: Reason,
    ) {
        self.events.push(Event { lateness, ..event_at(due, id, kind, reason) });
    }

    /// Reports an event whose place and lateness the end of the step finds.
    pub(super) fn report_unsettled(
        &mut self,
        due: Time,
        id: EntryId,
        kind: EventKind,
        reason: Reason,
    ) {
        self.settled = false;
        self.events.push(event_at(due, id, kind, reason));
    }

    /// For a walk whose end is not known: the lateness of its events is computed later.
    pub(super) fn leave_unsettled(&mut self) {
        self.settled = false;
    }

    /// Reports events from between two steps.
    #[inline]
    pub(super) fn report_all(&mut self, events: &mut Vec<Event<EntryId>>) {
        if !events.is_empty() {
            self.settled = false;
            self.events.append(events);
        }
    }

    pub(super) fn events(&self) -> &[Event<EntryId>] {
        &self.events
    }

    /// Computes the missing lateness of events, and sorts the events by time.
    #[inline]
    pub(super) fn end_step(&mut self, now: Time) {
        if !self.settled {
            self.sort_events(now);
        }
    }

    #[inline(never)]
    fn sort_events(&mut self, now: Time) {
        // Events of one time are already in order. Their indices keep that order during the sort, in the field that is
        // computed again afterwards: a stable sort would allocate.
        for (place, event) in (0..).zip(&mut self.events) {
            event.lateness = Span::from_flicks(place);
        }
        sort_in_place(&mut self.events, |event| (event.due, event.lateness));
        for event in &mut self.events {
            event.lateness = now - event.due;
        }
    }
}

/// Copies ids and events, as no command waits between two steps.
impl<P> Clone for Outbox<P> {
    fn clone(&self) -> Self {
        Self { events: self.events.clone(), ..Self::new(self.next_id) }
    }

    fn clone_from(&mut self, source: &Self) {
        self.next_id = source.next_id;
        self.commands.clear();
        self.events.clone_from(&source.events);
    }
}

/// An event whose lateness is not known yet.
#[inline]
pub(super) fn event_at(due: Time, id: EntryId, kind: EventKind, reason: Reason) -> Event<EntryId> {
    let (lateness, direction) = (Span::ZERO, Direction::Forward);
    Event { due, lateness, id, kind, reason, direction, loop_index: 0 }
}
