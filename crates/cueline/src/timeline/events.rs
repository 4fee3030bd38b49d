//! What happens in a window of time.
//!
//! A window goes from the outside in: mapped into each item that it meets, pass by pass, it becomes a window of that
//! item's own time. A moment is reported when the window *arrives* at it, by travelling or by the jump back to the start of
//! the next pass. At the turning point of a ping-pong cues and calls count once, in the pass that ends there, while items
//! that end there start again: every start has its end. Events are sorted by
//! due time; of one due time it comes in playing order: items by start, then declaration; what is inside an item between
//! its start and its end. Backward everything is mirrored, but for the cues of one moment of a clip, which keep
//! their order.

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

/// One thing that happens in a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimelineEvent {
    /// When, from the start of the whole: the first flick at or past it, in the direction of travel.
    pub at: Span,
    /// To which item.
    pub item: ItemId,
    /// What. Of a clip, [`EventKind::Cue`] holds the index of its cue; of a call, its number; else 0.
    ///
    /// Backward, an item starts where it is left forward, and ends at its start.
    pub kind: EventKind,
    /// The direction of time around the item; for a clip's cues and for loops, inside the item.
    pub direction: Direction,
    /// For a loop, the pass of the item that begins; for a clip's cue, the pass in which it lies; else the pass of the
    /// timeline around the item.
    pub pass: u64,
    /// Whether it is a cue or call that counts also when it is jumped over.
    pub is_state: bool,
    /// Sorts what is due at one time.
    order: u32,
}

/// What happens in a window, in order; made to be filled again and again without asking for memory.
#[derive(Clone, Debug, Default)]
pub struct TimelineEvents {
    list: Vec<TimelineEvent>,
    /// Numbers of items still to be looked at.
    waiting: Vec<u32>,
}

impl Deref for TimelineEvents {
    type Target = [TimelineEvent];
    fn deref(&self) -> &[TimelineEvent] {
        &self.list
    }
}

impl<K> Timeline<K> {
    /// Fills `out` with all that happens in a window of the whole.
    ///
    /// Costs what happens and the repeated items, clips with cues and timelines that the window meets. More passes
    /// than [`LoopEvents::MOST_IN_ONE_STEP`] are reported by their first and last: a tiny loop in a long window must not hang.
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

    /// The same; `turns` where it goes on where another window has turned round.
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
            // Nothing is due twice with one order, so sorting in place keeps all in order.
            Direction::Forward => out.list.sort_unstable_by_key(|one| (one.at, one.order)),
            Direction::Backward => {
                out.list.sort_unstable_by_key(|one| (Reverse(one.at), one.order));
            }
        }
    }
}
