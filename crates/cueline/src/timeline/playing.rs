//! A timeline that plays: a playhead over it, and what it comes across.
//!
//! The timeline stays outside and is handed in; the state is a few integers. Time comes in as an argument.

mod control;
mod error;

use alloc::vec::Vec;

pub use self::error::PlayingError;
use super::{
    ItemId, ItemKind, Timeline, TimelineEvents,
    report::{Reporter, whole},
};
use crate::{
    event::{Event, EventKind, Reason},
    playback::{Phase, Play, Playhead, PlayheadPosition, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Time},
};

/// Where a playing timeline is.
///
/// # Examples
///
/// ```
/// use cueline::{
///     event::EventKind,
///     playback::{Play, SeekPolicy},
///     time::{Span, Speed, Time},
///     timeline::{Playing, EventBuffer, TimelineBuilder, call, pause_here, to},
/// };
///
/// let ms = Span::from_millis;
/// let door = TimelineBuilder::new("door")
///     .start("angle", 0.0)
///     .then(to("angle", 90.0).duration(ms(300)))
///     .then(pause_here())
///     .then(call(7))
///     .then(to("angle", 0.0).duration(ms(300)))
///     .build()?;
///
/// let mut buffer = EventBuffer::default();
/// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
/// playing.advance(ms(500), &door, &mut buffer);
/// assert!(playing.is_held(), "it stopped at the pause, to the very moment");
/// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(90.0));
///
/// playing.resume();
/// playing.advance(ms(100), &door, &mut buffer);
/// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(60.0));
///
/// let jump = playing.seek(ms(0), SeekPolicy::State, &door, &mut buffer);
/// assert_eq!(jump[0].kind, EventKind::Cue(7), "back over the call");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Playing {
    #[cfg(feature = "serde")]
    #[serde(default)]
    version: crate::save::Version,
    head: Playhead,
    now: Time,
    /// Whether its start was reported, or passed over in silence.
    started: bool,
    /// Whether its end was reported.
    over: bool,
    /// Whether it plays all of the timeline, however long that is, and not a part of it.
    plays_whole: bool,
    /// Whether something in the timeline runs forward only.
    one_way: bool,
}

/// The events of the last step or command, in order. Reuse one buffer: then a steady step allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct EventBuffer {
    pub(super) events: Vec<Event<ItemId>>,
    pub(super) crossed: TimelineEvents,
}

impl EventBuffer {
    /// The events of the last step or command.
    #[must_use]
    pub fn events(&self) -> &[Event<ItemId>] {
        &self.events
    }
}

impl Playing {
    /// Plays a timeline from `start` on, with the delay, speed, range and repeat of `play`, as a [`Playhead`].
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] for what [`Playhead::new`] refuses, as settings of `play` that only a
    /// [`Player`](crate::playback::Player) uses; [`PlayingError::OneWay`] where it would run backward but must not; [`PlayingError::Endless`] for repeats of a timeline without an end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::{Play, Repeat},
    ///     time::{Span, Time},
    ///     timeline::{Playing, TimelineBuilder, wait},
    /// };
    ///
    /// let timeline = TimelineBuilder::<&str>::new("idle").then(wait(Span::from_secs(1))).build()?;
    /// let play = Play { repeat: Repeat::Forever, ..Play::default() };
    /// let playing = Playing::new(&timeline, Time::ZERO, &play)?;
    ///
    /// let fading = Play { fade_in: Span::from_millis(100), ..play };
    /// let error = Playing::new(&timeline, Time::ZERO, &fading).unwrap_err();
    /// assert_eq!(error.to_string(), "`fade_in` has no effect on a timeline; leave it at its default");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new<K>(timeline: &Timeline<K>, start: Time, play: &Play) -> Result<Self, PlayingError> {
        play.check_for("a timeline")?;
        let turns = play.repeat_mode == RepeatMode::PingPong && play.repeat != Repeat::Once;
        if timeline.is_one_way() && (turns || play.speed.is_backward()) {
            return Err(PlayingError::OneWay);
        }
        let length = match timeline.duration() {
            Some(length) => length,
            None if play.range.is_none() && play.repeat != Repeat::Once => {
                return Err(PlayingError::Endless);
            }
            None => Span::MAX,
        };
        let head = Playhead::new(start, length, play)?;
        let one_way = timeline.is_one_way();
        Ok(Self {
            #[cfg(feature = "serde")]
            version: crate::save::Version,
            head,
            now: start,
            started: false,
            over: false,
            plays_whole: play.range.is_none(),
            one_way,
        })
    }

    /// Its time: the start and the sum of all steps.
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// Where it is: the time of the timeline that shows, for [`Timeline::sample`].
    #[must_use]
    #[inline]
    pub fn elapsed(&self) -> Span {
        self.position().local
    }

    /// Where it is, in which pass, in which direction.
    #[must_use]
    #[inline]
    pub fn position(&self) -> PlayheadPosition {
        self.head.at(self.now)
    }

    /// Its playhead, to ask about any other time.
    #[must_use]
    pub const fn playhead(&self) -> &Playhead {
        &self.head
    }

    /// Whether it has ended, and nothing has moved it away since.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it stands still: paused, or at a pause point.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.head.is_held()
    }

    /// Moves on and reports what was due meanwhile, in order. At a pause point it stops: it reports nothing later, and is
    /// held there as by [`pause`](Self::pause).
    ///
    /// Two steps report together what one of their sum reports. A step of zero or less reports and changes nothing.
    pub fn advance<'t, K>(
        &mut self,
        by: Span,
        timeline: &Timeline<K>,
        buffer: &'t mut EventBuffer,
    ) -> &'t [Event<ItemId>] {
        buffer.events.clear();
        if by <= Span::ZERO {
            return &buffer.events;
        }
        let (after, until) = (self.now, self.now + by);
        self.now = until;
        if self.over {
            return &buffer.events;
        }
        let reporter =
            Reporter { now: until, reason: Reason::Played, policy: SeekPolicy::All, jump: None };
        let (from, to) = (self.head.at(after), self.head.at(until));
        let plays_on = from.phase == Phase::Playing && to.phase == Phase::Playing;
        if plays_on && self.started && !self.head.is_held() && from.pass == to.pass {
            // As nearly always; nothing happens to the whole.
            reporter.within_pass(&self.head, from, to.local, timeline, buffer);
        } else {
            self.advance_over_edges(after, &reporter, timeline, buffer);
        }
        let is_pause = |edge: &&Event<ItemId>| {
            matches!(edge.kind, EventKind::Cue(_))
                && matches!(timeline.kind(edge.id), Some(ItemKind::Pause))
        };
        if let Some(stop) = buffer.events.iter().find(is_pause).map(|edge| edge.due) {
            buffer.events.retain(|edge| edge.due <= stop);
            self.head.pause(stop);
        }
        self.over = buffer
            .events
            .iter()
            .any(|edge| edge.id == ItemId::WHOLE && edge.kind == EventKind::End);
        &buffer.events
    }

    /// Reports a step on which the whole may start, begin another pass, or end.
    fn advance_over_edges<K>(
        &mut self,
        after: Time,
        reporter: &Reporter,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        let until = self.now;
        let stuck = self.started && !self.head.is_held() && self.is_at_end(after);
        let edges = self.head.events(self.started.then_some(after), until);
        let started = reporter.report(edges, self.head.reached(until), timeline, buffer);
        self.started |= started;
        if stuck {
            // Turned round at the very end of its path: nothing lies ahead, so no event would ever end it.
            let at = self.head.at(after);
            buffer.events.push(whole(
                EventKind::End,
                after,
                until,
                Reason::Played,
                at.direction,
                at.pass,
            ));
        }
    }
}
