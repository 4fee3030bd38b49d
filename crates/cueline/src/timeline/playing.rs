//! The playback state of a timeline: a playhead, and the events that it crosses.
//!
//! The state is a few integers and does not contain the timeline: pass the same [`Timeline`] to every call.

mod control;
mod error;

pub use self::error::PlayingError;
use super::{
    ItemId, ItemKind, Timeline,
    report::{EventBuffer, Reporter, whole},
};
use crate::{
    event::{Event, EventKind, Reason},
    playback::{Phase, Play, Playhead, PlayheadPosition, Repeat, RepeatMode},
    time::{Span, Time},
};

/// The playback state of one timeline: the time, the position, the speed and the pause.
///
/// Calls that report events write them to an [`EventBuffer`] of the caller, and return them as a slice. Keep one buffer
/// and pass it to each call, so that a step allocates no memory.
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
    /// Whether the start was reported, or a silent seek skipped it.
    started: bool,
    /// Whether the end was reported.
    over: bool,
    /// Whether the range is the whole timeline, even if a reload changes the duration of the timeline.
    plays_whole: bool,
    /// Whether the timeline has an item that only plays forward.
    one_way: bool,
}

impl Playing {
    /// Plays a timeline from the time `start` on, with the delay, speed, range and repeat of `play`. The first step
    /// after the delay reports the start.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] for settings that [`Playhead::new`] refuses, and for settings that only a
    /// [`Player`](crate::playback::Player) uses; [`PlayingError::OneWay`] if playback would run backward over an item
    /// that only plays forward; [`PlayingError::Endless`] for repeats of a timeline without an end.
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

    /// The current time: `start` plus all steps, including steps during a pause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(100), &door, &mut events);
    /// playing.pause();
    /// playing.advance(ms(100), &door, &mut events);
    /// assert_eq!((playing.now(), playing.elapsed()), (Time::ZERO + ms(200), ms(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// The current position in the timeline, for [`Timeline::sample`]: from zero to the duration of the timeline.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(300), &door, &mut events);
    /// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(30.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn elapsed(&self) -> Span {
        self.position().local
    }

    /// The current position: pass (counted from 0), time in the timeline and direction.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{playback::{Play, Repeat}, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, wait}};
    ///
    /// let idle = TimelineBuilder::<&str>::new("idle").then(wait(ms(400))).build()?;
    /// let mut playing = Playing::new(&idle, Time::ZERO, &Play { repeat: Repeat::Forever, ..Play::default() })?;
    /// playing.advance(ms(500), &idle, &mut EventBuffer::default());
    /// let position = playing.position();
    /// assert_eq!((position.pass, position.local), (1, ms(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn position(&self) -> PlayheadPosition {
        self.head.at(self.now)
    }

    /// The playhead, which gives the position at any other time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(300), &door, &mut events);
    /// let soon = playing.playhead().at(playing.now() + ms(50)); // for a picture between two steps
    /// assert_eq!(soon.local, ms(350));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn playhead(&self) -> &Playhead {
        &self.head
    }

    /// Whether playback has ended.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(899), &door, &mut events);
    /// assert!(!playing.is_over());
    /// playing.advance(ms(1), &door, &mut events);
    /// assert!(playing.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether playback is paused: by [`pause`](Self::pause), by [`scrub_to`](Self::scrub_to) or at a pause point.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.pause();
    /// assert!(playing.is_held());
    /// playing.resume();
    /// assert!(!playing.is_held());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.head.is_held()
    }

    /// Advances the time by `by` and reports the events that became due, in order.
    ///
    /// Playback pauses at the exact time of a pause point and reports no later events, until [`resume`](Self::resume).
    ///
    /// Two steps report the same events as one step of their sum. A step of zero or less has no effect and no events.
    ///
    /// Once a step has reported [`MOST_IN_ONE_STEP`](crate::playback::LoopEvents::MOST_IN_ONE_STEP) events, or would
    /// report as many loops, only the first pass and the last of what repeats are reported.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, event::EventKind, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// let start = playing.advance(ms(16), &door, &mut events);
    /// assert_eq!(start[0].kind, EventKind::Start);
    /// let end = playing.advance(ms(1000), &door, &mut events)[0];
    /// assert_eq!((end.kind, end.due, end.lateness), (EventKind::End, Time::ZERO + ms(900), ms(116)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance<'t, K>(
        &mut self,
        by: Span,
        timeline: &Timeline<K>,
        buffer: &'t mut EventBuffer,
    ) -> &'t [Event<ItemId>] {
        buffer.clear();
        if by <= Span::ZERO {
            return buffer.events();
        }
        let (after, until) = (self.now, self.now + by);
        self.now = until;
        if self.over {
            return buffer.events();
        }
        let reporter = Reporter::of_step(until);
        let (from, to) = (self.head.at(after), self.head.at(until));
        let plays_on = from.phase == Phase::Playing && to.phase == Phase::Playing;
        if plays_on && self.started && !self.head.is_held() && from.pass == to.pass {
            // The usual case: the step crosses no start, loop or end of the whole timeline.
            reporter.within_pass(&self.head, from, to.local, timeline, buffer);
        } else {
            self.advance_over_edges(after, &reporter, timeline, buffer);
        }
        let is_pause = |event: &&Event<ItemId>| {
            matches!(event.kind, EventKind::Cue(_))
                && matches!(timeline.kind(event.id), Some(ItemKind::Pause))
        };
        if let Some(stop) = buffer.events().iter().find(is_pause).map(|event| event.due) {
            buffer.keep_until(stop);
            self.head.pause(stop);
        }
        self.over = buffer
            .events()
            .iter()
            .any(|event| event.id == ItemId::WHOLE && event.kind == EventKind::End);
        buffer.events()
    }

    /// Reports a step in which the whole timeline may start, loop or end.
    fn advance_over_edges<K>(
        &mut self,
        after: Time,
        reporter: &Reporter,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        let until = self.now;
        let stuck = self.started && !self.head.is_held() && self.is_at_end(after);
        let events = self.head.events(self.started.then_some(after), until);
        let started = reporter.report(events, self.head.reached(until), timeline, buffer);
        self.started |= started;
        if stuck {
            // Playback was reversed at the exact end of its path, so no later event would end it.
            let at = self.head.at(after);
            buffer.push(whole(EventKind::End, after, until, Reason::Played, at.direction, at.pass));
        }
    }
}
