//! The events in a window of time.
//!
//! A window is mapped from the outside in: for each item that it meets, and for each pass, it becomes a window of the
//! item's own time. An event is reported when the window *arrives* at its moment, by travelling or by the jump back to
//! the start of the next pass. At the turning point of a ping-pong, cues and calls are reported once, in the pass that
//! ends there; items that end there start again, so every start has its end. Events are sorted by due time. Events with
//! one due time come in playing order: items by start, then by declaration, and the events inside an item between its
//! start and its end. Backward the order is mirrored, except for cues at one moment of a clip, which keep their order.

mod walk;

use self::walk::walk;
use super::Timeline;
use super::node::Action;
use crate::{
    clip::Window,
    event::Direction,
    motion::Purpose,
    playback::{ContentEvents, ItemId, Playable},
    time::Span,
};

impl<K> Timeline<K> {
    /// Fills `out` with the events in a window of the whole.
    ///
    /// The cost grows with the events and with the repeated items, clips with cues and timelines that the window meets.
    /// Once it has [`MOST_IN_ONE_STEP`](crate::playback::LoopEvents::MOST_IN_ONE_STEP) events, or would have as many
    /// loops, it has only the first pass and the last of a repeated item, so that a tiny loop in a long window neither
    /// hangs nor fills the memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{CueKind, Window},
    ///     event::EventKind,
    ///     playback::ContentEvents,
    ///     time::Span,
    ///     timeline::{TimelineBuilder, cue, nest},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let tick = TimelineBuilder::<u8>::new("tick").wait(ms(100)).then(cue(CueKind::Effect, "tick"));
    /// let ticks = nest(tick).times(3).build()?;
    /// let mut crossings = ContentEvents::default();
    /// ticks.events(Window::forward(ms(100), ms(250)), &mut crossings);
    /// let kinds: Vec<_> = crossings.iter().map(|crossing| crossing.kind).collect();
    /// // The window before reported what happens at 100 ms.
    /// assert_eq!(kinds, [EventKind::Cue(0), EventKind::Loop]);
    /// assert_eq!(ticks.item_name(crossings[0].item), "tick");
    /// # Ok::<(), cueline::timeline::TimelineError>(())
    /// ```
    pub fn events(&self, window: Window, out: &mut ContentEvents) {
        out.refill();
        self.cross(window, out);
    }

    /// As [`events`](Self::events), within what the buffer has left.
    fn cross(&self, window: Window, out: &mut ContentEvents) {
        out.clear();
        let (from, to, direction, _) = window.parts();
        let is_window = match direction {
            Direction::Forward => from <= to,
            Direction::Backward => from >= to,
        };
        if is_window {
            walk(self.tables(), window, out);
            out.sort(direction);
        }
    }
}

impl<K> Playable for Timeline<K> {
    fn duration(&self) -> Option<Span> {
        self.duration()
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        self.cross(window, out);
    }

    fn is_one_way(&self) -> bool {
        self.is_one_way()
    }

    fn stops_at(&self, item: ItemId) -> bool {
        self.node(item).is_some_and(|node| matches!(node.action, Action::Pause))
    }

    fn purpose(&self) -> Purpose {
        self.tables().purpose(self.whole())
    }
}
