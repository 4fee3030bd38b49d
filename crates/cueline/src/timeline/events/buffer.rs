//! The events of a window, and a buffer for them.

use alloc::vec::Vec;
use core::{
    cmp::Reverse,
    hash::{Hash, Hasher},
    ops::Deref,
};

use super::super::id::ItemId;
use crate::{
    event::{Direction, EventKind},
    time::Span,
};

/// One event of a timeline. Two are equal if their public fields are.
#[derive(Clone, Copy, Debug)]
pub struct TimelineEvent {
    /// When the event is due, from the start of the whole: the first flick at or past its moment, in the direction of
    /// travel.
    pub at: Span,
    /// The item of the event.
    pub item: ItemId,
    /// The kind of the event. [`EventKind::Cue`] holds the index of a clip's cue, the number of a call, and else 0.
    ///
    /// Backward, an item starts at its end and ends at its start.
    pub kind: EventKind,
    /// The direction of time around the item; for a clip's cues and for loops, inside the item.
    pub direction: Direction,
    /// For a loop, the item's pass that begins; for a clip's cue, the pass of the clip; else the pass of the timeline
    /// around the item.
    pub pass: u64,
    /// Whether the event is a cue or call that is reported also when a jump passes over it.
    pub is_state: bool,
    /// Sorts events that are due at one time.
    order: u32,
}

impl TimelineEvent {
    fn public(self) -> impl Eq + Hash {
        let Self { at, item, kind, direction, pass, is_state, order: _ } = self;
        (at, item, kind, direction, pass, is_state)
    }
}

impl PartialEq for TimelineEvent {
    fn eq(&self, other: &Self) -> bool {
        self.public() == other.public()
    }
}

impl Eq for TimelineEvent {}

impl Hash for TimelineEvent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.public().hash(state);
    }
}

/// The events of a window, in order: a buffer that keeps its memory between windows.
#[derive(Clone, Debug, Default)]
pub struct TimelineEvents {
    list: Vec<TimelineEvent>,
    /// The numbers of the items still to visit: a stack with a part for each level.
    waiting: Vec<u32>,
}

impl TimelineEvents {
    pub(in super::super) fn clear(&mut self) {
        self.list.clear();
        self.waiting.clear();
    }

    /// Adds an event behind those of the same time.
    pub(super) fn push(
        &mut self,
        at: i64,
        item: ItemId,
        kind: EventKind,
        direction: Direction,
        pass: u64,
        is_state: bool,
    ) {
        let order = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let at = Span::from_flicks(at);
        self.list.push(TimelineEvent { at, item, kind, direction, pass, is_state, order });
    }

    /// The stack of items to visit.
    pub(super) const fn waiting(&mut self) -> &mut Vec<u32> {
        &mut self.waiting
    }

    /// Sorts the events by time, in the direction of travel.
    pub(super) fn sort(&mut self, direction: Direction) {
        match direction {
            // No two events have the same due time and order, so an unstable sort is enough.
            Direction::Forward => self.list.sort_unstable_by_key(|one| (one.at, one.order)),
            Direction::Backward => {
                self.list.sort_unstable_by_key(|one| (Reverse(one.at), one.order));
            }
        }
    }
}

impl Deref for TimelineEvents {
    type Target = [TimelineEvent];
    fn deref(&self) -> &[TimelineEvent] {
        &self.list
    }
}
