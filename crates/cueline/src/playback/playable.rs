//! What can play: anything with a duration and events.

use super::{ContentEvents, ItemId};
use crate::{
    clip::{Clip, CueKind, Typing, Window},
    event::{Direction, EventKind},
    motion::Purpose,
    time::Span,
};

/// Anything with a duration and events: a [`Clip`], a [`Flipbook`](crate::clip::Flipbook), a [`Typing`], a
/// [`Timeline`](crate::timeline::Timeline), or what an engine stores. A [`Playing`](super::Playing) plays it.
///
/// The trait can be used behind `dyn`, so one list can hold all kinds. A type of an engine implements it by passing each call
/// on to what it holds; only content of this crate makes events.
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, Cue, Flipbook},
///     playback::{EventBuffer, Play, Playable, Playing},
///     time::{Time, ms},
/// };
///
/// let hop = ClipBuilder::new("hop").duration(ms(300)).cue(Cue::effect(ms(100), "jump")).build()?;
/// let spark = Flipbook::equal(4, ms(100))?;
/// let all: [&dyn Playable; 2] = [&hop, &spark];
///
/// let mut buffer = EventBuffer::default();
/// let mut reported = Vec::new();
/// for what in all {
///     let mut playing = Playing::new(what, Time::ZERO, &Play::default())?;
///     reported.push(playing.step(Time::from_millis(500), what, &mut buffer).len());
/// }
/// assert_eq!(reported, [3, 1]); // the flipbook repeats for ever, so it only starts
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Playable {
    /// The duration of one pass; `None` if it never ends.
    fn duration(&self) -> Option<Span>;

    /// Replaces the content of `out` by the events in a window, in the order in which the window passes them.
    fn events_in(&self, window: Window, out: &mut ContentEvents);

    /// The time of the first event in a window, in its direction. `out` is used as a buffer.
    ///
    /// By default asks [`events_in`](Self::events_in) for windows that double until one has an event.
    fn next_in(&self, window: Window, out: &mut ContentEvents) -> Option<Span> {
        let (from, to, direction, _) = window.parts();
        let mut length = Span::from_millis(1);
        loop {
            let part = match direction {
                Direction::Forward => to.min(from + length),
                Direction::Backward => to.max(from - length),
            };
            out.refill();
            self.events_in(window.up_to(part), out);
            let first = out.iter().find(|event| !event.is_edge_of_whole()).map(|event| event.at);
            if first.is_some() || part == to {
                return first;
            }
            length = length + length;
        }
    }

    /// Whether it has no events at all.
    fn is_silent(&self) -> bool {
        false
    }

    /// Whether it must not play backward.
    fn is_one_way(&self) -> bool {
        false
    }

    /// Whether playback pauses at the cue of this item, until it is resumed.
    fn stops_at(&self, item: ItemId) -> bool {
        _ = item;
        false
    }

    /// Whether it moves for decoration only, as a whole; see [`motion`](crate::motion).
    fn purpose(&self) -> Purpose {
        Purpose::Essential
    }
}

impl<P: Playable + ?Sized> Playable for &P {
    fn duration(&self) -> Option<Span> {
        (**self).duration()
    }
    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        (**self).events_in(window, out);
    }
    fn next_in(&self, window: Window, out: &mut ContentEvents) -> Option<Span> {
        (**self).next_in(window, out)
    }
    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }
    fn is_one_way(&self) -> bool {
        (**self).is_one_way()
    }
    fn stops_at(&self, item: ItemId) -> bool {
        (**self).stops_at(item)
    }
    fn purpose(&self) -> Purpose {
        (**self).purpose()
    }
}

/// `None` has no events and no duration: it stands for content that a library has no more.
impl<P: Playable> Playable for Option<P> {
    fn duration(&self) -> Option<Span> {
        self.as_ref()?.duration()
    }
    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        match self {
            Some(what) => what.events_in(window, out),
            None => out.clear(),
        }
    }
    fn next_in(&self, window: Window, out: &mut ContentEvents) -> Option<Span> {
        self.as_ref()?.next_in(window, out)
    }
    fn is_silent(&self) -> bool {
        self.as_ref().is_none_or(P::is_silent)
    }
    fn is_one_way(&self) -> bool {
        self.as_ref().is_some_and(P::is_one_way)
    }
    fn stops_at(&self, item: ItemId) -> bool {
        self.as_ref().is_some_and(|what| what.stops_at(item))
    }
    fn purpose(&self) -> Purpose {
        self.as_ref().map_or(Purpose::Essential, P::purpose)
    }
}

impl Playable for Clip {
    fn duration(&self) -> Option<Span> {
        Some(self.duration())
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        out.clear();
        let (_, _, direction, _) = window.parts();
        for (index, cue) in self.cues_in(window) {
            let is_state = cue.kind == CueKind::State;
            out.push(cue.at.flicks(), ItemId::WHOLE, EventKind::Cue(index), direction, 0, is_state);
        }
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        self.cues_in(window).next().map(|(_, cue)| cue.at)
    }

    fn is_silent(&self) -> bool {
        self.cues().is_empty()
    }

    fn purpose(&self) -> Purpose {
        self.purpose()
    }
}

/// Each character is a cue.
impl Playable for Typing {
    fn duration(&self) -> Option<Span> {
        Some(self.duration())
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        out.clear();
        let (_, _, direction, _) = window.parts();
        for index in self.due_in(window) {
            // A typing refuses more characters than an u32 counts.
            if let (Ok(cue), Some((_, due))) = (u32::try_from(index), self.character(index)) {
                out.push(due.flicks(), ItemId::WHOLE, EventKind::Cue(cue), direction, 0, false);
            }
        }
        out.sort(direction);
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        let mut due = self.due_in(window);
        let (_, _, direction, _) = window.parts();
        let first = match direction {
            Direction::Forward => due.next(),
            Direction::Backward => due.next_back(),
        };
        self.character(first?).map(|(_, due)| due)
    }

    fn is_silent(&self) -> bool {
        self.text().is_empty()
    }
}
