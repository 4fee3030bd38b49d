//! The events in a window of time.
//!
//! A window is mapped from the outside in: for each item that it meets, and for each pass, it becomes a window of the
//! item's own time. An event is reported when the window *arrives* at its moment, by travelling or by the jump back to
//! the start of the next pass. At the turning point of a ping-pong, cues and calls are reported once, in the pass that
//! ends there; items that end there start again, so every start has its end. Events are sorted by due time. Events with
//! one due time come in playing order: items by start, then by declaration, and the events inside an item between its
//! start and its end. Backward the order is mirrored, except for cues at one moment of a clip, which keep their order.

mod passes;
mod walk;

use alloc::vec::Vec;
use core::{cmp::Reverse, ops::Deref};

use self::walk::{Stretch, Walk};
use super::{
    Timeline,
    exact::{Exact, Up},
    timeline::ItemId,
};
use crate::{
    clip::Window,
    event::{Direction, EventKind},
    playback::LoopEvents,
    time::Span,
};

/// One event of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The events of a window, in order: a buffer that keeps its memory between windows.
#[derive(Clone, Debug, Default)]
pub struct TimelineEvents {
    list: Vec<TimelineEvent>,
    /// The numbers of the items still to visit.
    waiting: Vec<u32>,
}

impl Deref for TimelineEvents {
    type Target = [TimelineEvent];
    fn deref(&self) -> &[TimelineEvent] {
        &self.list
    }
}

impl<K> Timeline<K> {
    /// Fills `out` with the events in a window of the whole.
    ///
    /// The cost grows with the events and with the repeated items, clips with cues and timelines that the window meets.
    /// Of more passes than [`LoopEvents::MOST_IN_ONE_STEP`], only the first and the last are reported, so that a tiny
    /// loop in a long window does not hang.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{CueKind, Window},
    ///     event::EventKind,
    ///     time::Span,
    ///     timeline::{TimelineEvents, TimelineBuilder, cue, nest},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let tick = TimelineBuilder::<u8>::new("tick").wait(ms(100)).then(cue(CueKind::Effect, "tick"));
    /// let ticks = nest(tick).times(3).build()?;
    /// let mut crossings = TimelineEvents::default();
    /// ticks.events(Window::forward(ms(100), ms(250)), &mut crossings);
    /// let kinds: Vec<_> = crossings.iter().map(|crossing| crossing.kind).collect();
    /// // The window before reported what happens at 100 ms.
    /// assert_eq!(kinds, [EventKind::Cue(0), EventKind::Loop]);
    /// assert_eq!(ticks.item_name(crossings[0].item), "tick");
    /// # Ok::<(), cueline::timeline::TimelineError>(())
    /// ```
    pub fn events(&self, window: Window, out: &mut TimelineEvents) {
        self.cross(window, false, out);
    }

    /// As [`events`](Self::events); `turns` if the window continues where the previous window has turned round.
    pub(super) fn cross(&self, window: Window, turns: bool, out: &mut TimelineEvents) {
        out.list.clear();
        out.waiting.clear();
        let (from, to, direction, with_start) = window.parts();
        let way = match direction {
            Direction::Forward => from <= to,
            Direction::Backward => from >= to,
        };
        if !way {
            return;
        }
        let mut walk = Walk {
            tables: &self.tables,
            out,
            travel: direction,
            passes_left: LoopEvents::MOST_IN_ONE_STEP,
        };
        let (from, to) = (Exact::whole(from.flicks()), Exact::whole(to.flicks()));
        let stretch = Stretch { from, to, direction, with_start, turns };
        walk.item(self.whole(), Up::WHOLE, 0, stretch, stretch.flicks());
        match direction {
            // No two events have the same due time and order, so an unstable sort is enough.
            Direction::Forward => out.list.sort_unstable_by_key(|one| (one.at, one.order)),
            Direction::Backward => {
                out.list.sort_unstable_by_key(|one| (Reverse(one.at), one.order));
            }
        }
    }
}
