//! The events of what plays: the parts that report them, and a buffer for the events of a window.

use alloc::vec::Vec;
use core::{fmt, ops::Deref};

use super::LoopEvents;
use crate::{
    digest::{Digest, Digester},
    event::{Direction, EventKind},
    time::Span,
};

/// A part of what plays: the declaration number of an item of a timeline. The items of nested timelines are counted too.
/// The whole is 0; a clip and a flipbook have no other part. Appending items does not change earlier numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(u32);

crate::digest::digested! { struct ItemId(it) }

impl ItemId {
    /// What plays as a whole.
    pub const WHOLE: Self = Self(0);

    #[inline]
    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number of items declared before this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{ItemId, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").wait(ms(100)).then(wait(ms(100)).named("second")).build()?;
    /// assert_eq!(scene.find("second")?.number(), 2);
    /// assert_eq!(ItemId::WHOLE.number(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.0)
    }
}

/// One event of what plays, at a time of its own. Two are equal if their public fields are.
#[derive(Clone, Copy, Debug)]
pub struct ContentEvent {
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

impl ContentEvent {
    fn public(self) -> impl Eq + Digest {
        let Self { at, item, kind, direction, pass, is_state, order: _ } = self;
        (at, item, kind, direction, pass, is_state)
    }

    /// Whether it is the start or the end of the whole, which the playhead reports, because it may play only a part.
    pub(super) fn is_edge_of_whole(&self) -> bool {
        self.item == ItemId::WHOLE && matches!(self.kind, EventKind::Start | EventKind::End)
    }
}

impl PartialEq for ContentEvent {
    fn eq(&self, other: &Self) -> bool {
        self.public() == other.public()
    }
}

impl Eq for ContentEvent {}

impl Digest for ContentEvent {
    fn feed(&self, digester: &mut Digester) {
        self.public().feed(digester);
    }
}

/// The events of a window, in order: a buffer that keeps its memory between windows.
#[derive(Clone, Debug, Default)]
pub struct ContentEvents {
    list: Vec<ContentEvent>,
    /// The numbers of the items still to visit: a stack with a part for each level.
    waiting: Vec<u32>,
    left: EventsLeft,
}

/// How many events a step may still report before it leaves out passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventsLeft(u64);

impl Default for EventsLeft {
    fn default() -> Self {
        Self::ALL
    }
}

impl EventsLeft {
    const ALL: Self = Self(LoopEvents::MOST_IN_ONE_STEP);

    /// How many.
    pub(crate) const fn count(self) -> u64 {
        self.0
    }

    pub(crate) const fn count_one(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    /// Whether so many passes, each with a loop at least, are too many.
    pub(crate) const fn are_too_few(self, passes: u64) -> bool {
        passes > self.0
    }
}

impl ContentEvents {
    pub(super) const fn new() -> Self {
        Self { list: Vec::new(), waiting: Vec::new(), left: EventsLeft::ALL }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.waiting.clear();
    }

    /// Lets the next windows have as many events as a step may report.
    pub(crate) fn refill(&mut self) {
        self.left = EventsLeft::ALL;
    }

    /// How many events may still be added. Counts for all windows of a step.
    pub(crate) const fn left(&mut self) -> &mut EventsLeft {
        &mut self.left
    }

    /// Adds an event behind those of the same time.
    pub(crate) fn push(
        &mut self,
        at: i64,
        item: ItemId,
        kind: EventKind,
        direction: Direction,
        pass: u64,
        is_state: bool,
    ) {
        self.left.count_one();
        let order = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let at = Span::from_flicks(at);
        self.list.push(ContentEvent { at, item, kind, direction, pass, is_state, order });
    }

    /// The stack of items to visit.
    pub(crate) const fn waiting(&mut self) -> &mut Vec<u32> {
        &mut self.waiting
    }

    /// Sorts the events by time, in the direction of travel.
    pub(crate) fn sort(&mut self, direction: Direction) {
        let is_backward = direction == Direction::Backward;
        // No two events have the same due time and order, so an unstable sort is enough. `!at` falls as `at` rises.
        self.list.sort_unstable_by_key(|one| {
            let at = one.at.flicks();
            (if is_backward { !at } else { at }, one.order)
        });
    }
}

impl Deref for ContentEvents {
    type Target = [ContentEvent];
    fn deref(&self) -> &[ContentEvent] {
        &self.list
    }
}
