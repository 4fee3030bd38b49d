//! One playing thing: a playhead, what was reported of it, and its weight.
//!
//! The state is a few integers and does not contain what plays: pass the same [`Playable`] to every call. It does not
//! depend on how time was cut into steps: only an event that is reported changes it, or a command.

mod control;

use super::{
    EventBuffer, Fade, ItemId, LoopEvents, Phase, Play, PlayError, Playable, Playhead,
    PlayheadPosition, Repeat, RepeatMode, Weight,
    playhead_events::PlayheadEvent,
    reporter::{Reporter, first_after},
};
use crate::{
    digest::{Digest, Digester},
    event::{Direction, Event, EventKind, Reason},
    motion::MotionPreference,
    time::{Span, Time},
};

/// One playing thing: a [`Clip`](crate::clip::Clip), a [`Timeline`](crate::timeline::Timeline), a
/// [`Flipbook`](crate::clip::Flipbook), or any other [`Playable`].
///
/// It is plain data: a field of a struct, a row of a list, a component. [`at`](Self::at) gives the position at any time;
/// [`step`](Self::step) reports the events that became due. The commands take the present time of the clock. Step up to
/// that time before a command: a command keeps no past, so what was not yet reported is lost.
///
/// Calls that report events write them to an [`EventBuffer`] of the caller, and return them as a slice. Keep one buffer
/// and pass it to each call, so that a step allocates no memory.
///
/// # Examples
///
/// ```
/// use cueline::{
///     event::EventKind,
///     playback::{EventBuffer, Play, Playing, SeekPolicy},
///     time::{Time, ms},
///     timeline::{TimelineBuilder, call, pause_here, to},
/// };
///
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
/// let mut now = Time::from_millis(500);
/// playing.step(now, &door, &mut buffer);
/// assert!(playing.is_held(), "it stopped at the pause, to the very moment");
/// assert_eq!(door.sample(&"angle", playing.at(now).local), Ok(90.0));
///
/// playing.resume(now);
/// now += ms(100);
/// playing.step(now, &door, &mut buffer);
/// assert_eq!(door.sample(&"angle", playing.at(now).local), Ok(60.0));
///
/// let jump = playing.seek(now, ms(0), SeekPolicy::State, &door, &mut buffer);
/// assert_eq!(jump[0].kind, EventKind::Cue(7), "back over the call");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Playing {
    #[cfg(feature = "serde")]
    #[serde(default)]
    version: crate::save::Version,
    head: Playhead,
    /// The time up to which everything was reported: of the last event, or of the last jump. `None` before the start.
    reported: Option<Time>,
    fade: Fade,
    loop_events: LoopEvents,
    /// Whether the end was reported.
    over: bool,
    /// The time at which it ends whatever it plays: it has faded out then, or is replaced.
    leaves: Option<Time>,
    /// Whether the range is the whole, even if a reload changes the duration.
    plays_whole: bool,
    /// Whether it must not play backward.
    one_way: bool,
}

impl Digest for Playing {
    fn feed(&self, digester: &mut Digester) {
        let Self { head, reported, fade, loop_events, over, leaves, plays_whole, one_way, .. } =
            self;
        (head, reported, fade, loop_events).feed(digester);
        (over, leaves, plays_whole, one_way).feed(digester);
    }
}

impl Playing {
    /// Plays something from the time `start` on, which may be in the past: then the first step reports the events since
    /// then, late. `play` sets the delay, the speed, the range, the repeats, the weight and the fade.
    ///
    /// # Errors
    ///
    /// What [`Playhead::new`] refuses; [`PlayError::NoEffect`] for settings that only a
    /// [`Player`](crate::playback::Player) uses; [`PlayError::OneWay`] if playback would run backward over an item
    /// that only plays forward; [`PlayError::Endless`] for repeats of what has no end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::{Play, Playing, Repeat},
    ///     time::{Span, Time},
    ///     timeline::{TimelineBuilder, wait},
    /// };
    ///
    /// let timeline = TimelineBuilder::<&str>::new("idle").then(wait(Span::from_secs(1))).build()?;
    /// let play = Play { repeat: Repeat::Forever, ..Play::default() };
    /// let playing = Playing::new(&timeline, Time::ZERO, &play)?;
    ///
    /// let with_priority = Play { priority: 1, ..play };
    /// let error = Playing::new(&timeline, Time::ZERO, &with_priority).unwrap_err();
    /// let words = "`priority` has no effect on what plays outside of a player; leave it at its default";
    /// assert_eq!(error.to_string(), words);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new<P: Playable + ?Sized>(
        what: &P,
        start: Time,
        play: &Play,
    ) -> Result<Self, PlayError> {
        play.check_for_row()?;
        let turns = play.repeat_mode == RepeatMode::PingPong && play.repeat != Repeat::Once;
        let one_way = what.is_one_way();
        if one_way && (turns || play.speed.is_backward()) {
            return Err(PlayError::OneWay);
        }
        let length = match what.duration() {
            Some(length) => length,
            None if play.range.is_none() && play.repeat != Repeat::Once => {
                return Err(PlayError::Endless);
            }
            None => Span::MAX,
        };
        Ok(Self { one_way, ..Self::of_length(length, start, play)? })
    }

    /// The same for what is this long and may play in both directions.
    pub(super) fn of_length(length: Span, start: Time, play: &Play) -> Result<Self, PlayError> {
        if play.fade_in < Span::ZERO {
            return Err(PlayError::NegativeFade { fade: play.fade_in });
        }
        let head = Playhead::placed(start, length, play)?;
        let from = if play.fade_in > Span::ZERO { Weight::ZERO } else { play.weight };
        Ok(Self {
            #[cfg(feature = "serde")]
            version: crate::save::Version,
            head,
            reported: None,
            fade: Fade { since: head.anchor(), over: play.fade_in, from, to: play.weight },
            loop_events: play.loop_events,
            over: false,
            leaves: None,
            plays_whole: play.range.is_none(),
            one_way: false,
        })
    }

    /// The position at any time: pass (counted from 0), time of what plays, direction and phase. Free of effects. For
    /// times before the last command it is the position at that command.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::{Play, Playing, Repeat},
    ///     time::{Time, ms},
    ///     timeline::{TimelineBuilder, from_to},
    /// };
    ///
    /// let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let playing = Playing::new(&door, Time::ZERO, &Play::from(Repeat::Forever))?;
    /// assert_eq!(door.sample(&"angle", playing.at(Time::from_millis(300)).local), Ok(30.0));
    /// let later = playing.at(Time::from_millis(1000));
    /// assert_eq!((later.pass, later.local), (1, ms(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn at(&self, now: Time) -> PlayheadPosition {
        self.head.at(now)
    }

    /// The position at which a display with this preference draws what plays, by the rule of
    /// [`MotionPreference::shown`]. It is [`at`](Self::at), unless what plays is [decorative](Playable::purpose).
    ///
    /// Reduced, it goes straight to the end that lies ahead: to its start, if it plays backward, and to the end of its
    /// last pass, if it repeats. An endless repeat stands at its start. Events and their times stay as they are.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, playback::{Play, Playing}, time::{Time, ms}, timeline::{TimelineBuilder, from_to}};
    ///
    /// let menu = TimelineBuilder::new("menu").then(from_to("x", -300.0, 0.0).duration(ms(300))).decorative().build()?;
    /// let mut playing = Playing::new(&menu, Time::ZERO, &Play::default())?;
    /// let drawn = |playing: &Playing, now| {
    ///     menu.sample::<f64>(&"x", playing.reduced(Time::from_millis(now), &menu, MotionPreference::None).local)
    /// };
    /// assert_eq!(drawn(&playing, 10), Ok(0.0), "open");
    /// playing.reverse(Time::from_millis(150))?;
    /// assert_eq!(drawn(&playing, 160), Ok(-300.0), "closed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reduced<P: Playable + ?Sized>(
        &self,
        now: Time,
        what: &P,
        motion: MotionPreference,
    ) -> PlayheadPosition {
        self.head.reduced(now, what.purpose().limits(motion))
    }

    /// The weight at any time, fades included.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, playback::{Play, Playing, Weight}, time::{Time, ms}};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let playing = Playing::new(&walk, Time::ZERO, &Play { fade_in: ms(200), ..Play::default() })?;
    /// assert_eq!(playing.weight(Time::from_millis(50)), Weight::from_percent(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn weight(&self, now: Time) -> Weight {
        self.fade.at(now)
    }

    /// The playhead: speed, range, pause, and the increments of values.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Speed, Time, ms}};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let playing = Playing::new(&walk, Time::ZERO, &Play { speed: Speed::whole(2), ..Play::default() })?;
    /// assert_eq!(playing.playhead().speed(), Speed::whole(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn playhead(&self) -> &Playhead {
        &self.head
    }

    /// Whether the start was reported, or a jump has passed it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let mut playing = Playing::new(&walk, Time::ZERO, &Play { delay: ms(100), ..Play::default() })?;
    /// assert!(!playing.has_begun());
    /// playing.step(Time::from_millis(100), &walk, &mut EventBuffer::default());
    /// assert!(playing.has_begun());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn has_begun(&self) -> bool {
        self.reported.is_some()
    }

    /// Whether the end was reported.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let mut playing = Playing::new(&walk, Time::ZERO, &Play::default())?;
    /// playing.step(Time::from_millis(399), &walk, &mut EventBuffer::default());
    /// assert!(!playing.is_over());
    /// playing.step(Time::from_millis(400), &walk, &mut EventBuffer::default());
    /// assert!(playing.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether playback is paused: by [`pause`](Self::pause), by [`scrub`](Self::scrub) or at a pause point.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let mut playing = Playing::new(&walk, Time::ZERO, &Play::default())?;
    /// playing.pause(Time::ZERO);
    /// assert!(playing.is_held());
    /// playing.resume(Time::ZERO);
    /// assert!(!playing.is_held());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.head.is_held()
    }

    /// Reports the events that became due up to `now` since the last step, in order. A step to an earlier time has no
    /// events and no effect.
    ///
    /// Playback pauses at the exact time of a pause point and reports no later events, until [`resume`](Self::resume).
    ///
    /// Two steps report the same events as one step over both.
    ///
    /// Once a step has reported [`MOST_IN_ONE_STEP`](crate::playback::LoopEvents::MOST_IN_ONE_STEP) events, or would
    /// report as many loops, only the first pass and the last of what repeats are reported.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::ClipBuilder, event::EventKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms},
    /// };
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(400)).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&walk, Time::ZERO, &Play::default())?;
    /// let start = playing.step(Time::from_millis(16), &walk, &mut events);
    /// assert_eq!(start[0].kind, EventKind::Start);
    /// let end = playing.step(Time::from_millis(500), &walk, &mut events)[0];
    /// assert_eq!((end.kind, end.due, end.lateness), (EventKind::End, Time::from_millis(400), ms(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step<'b, P: Playable + ?Sized>(
        &mut self,
        now: Time,
        what: &P,
        buffer: &'b mut EventBuffer,
    ) -> &'b [Event<ItemId>] {
        self.step_since(Time::MIN, now, what, buffer)
    }

    /// The same, where nothing up to `since` is reported: it was, or was not there then.
    pub(super) fn step_since<'b, P: Playable + ?Sized>(
        &mut self,
        since: Time,
        now: Time,
        what: &P,
        buffer: &'b mut EventBuffer,
    ) -> &'b [Event<ItemId>] {
        buffer.clear();
        if self.over || self.reported.is_some_and(|reported| now < reported) {
            return buffer.events();
        }
        if what.is_silent()
            && let Some((start, end)) = self.plain()
        {
            self.step_plain(start, end, now, buffer);
            return buffer.events();
        }
        let leaves = self.leaves.filter(|end| *end <= now);
        self.report_up_to(since, leaves.unwrap_or(now), now, what, buffer);
        if let Some(end) = leaves.filter(|_| !self.over) {
            buffer.push(self.end_at(end).event(ItemId::WHOLE, now, Reason::Cancelled));
            self.over = true;
        }
        if let Some(last) = buffer.events().last() {
            self.reported = Some(last.due);
        }
        buffer.events()
    }

    /// Reports the events up to `until` in a step up to `now`.
    fn report_up_to<P: Playable + ?Sized>(
        &mut self,
        since: Time,
        until: Time,
        now: Time,
        what: &P,
        buffer: &mut EventBuffer,
    ) {
        let reporter = Reporter::of_step(now, self.fade);
        let after = self.after(since);
        if let Some(after) = after {
            if self.is_stuck_at(after) {
                let end = self.end_at(after);
                buffer.push(end.event(ItemId::WHOLE, now, Reason::Played));
                self.over = true;
                return;
            }
            let (from, to) = (self.head.at(after), self.head.at(until));
            let plays_on = from.phase == Phase::Playing && to.phase == Phase::Playing;
            if plays_on && !self.head.is_held() && from.pass == to.pass {
                // The usual case: the step crosses no loop and no end.
                if !what.is_silent() {
                    reporter.within_pass(&self.head, from, to.local, what, buffer);
                }
                return self.stop_at_pause(what, buffer);
            }
        }
        let events = self.head.events(after, until).reported_as(self.loop_events);
        reporter.report(events, self.head.reached(until), what, buffer);
        self.stop_at_pause(what, buffer);
        let is_end =
            |event: &Event<ItemId>| event.id == ItemId::WHOLE && event.kind == EventKind::End;
        self.over = buffer.events().iter().any(is_end);
    }

    /// Pauses at the first pause point that was reported, and drops what is due later.
    fn stop_at_pause<P: Playable + ?Sized>(&mut self, what: &P, buffer: &mut EventBuffer) {
        let is_pause = |event: &&Event<ItemId>| {
            matches!(event.kind, EventKind::Cue(_)) && what.stops_at(event.id)
        };
        if let Some(stop) = buffer.events().iter().find(is_pause).map(|event| event.due) {
            buffer.keep_until(stop);
            self.head.pause(stop);
        }
    }

    /// The due time of the next event; no step is needed before that. `None` if no event is ahead. A loop that steps to
    /// each next due time ends: such a step always reports something.
    ///
    /// The buffer is only used to search.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Cue}, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    ///
    /// let door = ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?;
    /// let mut buffer = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// let mut stops = Vec::new();
    /// while let Some(due) = playing.next_due(&door, &mut buffer) {
    ///     playing.step(due, &door, &mut buffer);
    ///     stops.push(due);
    /// }
    /// assert_eq!(stops, [0, 300, 400].map(Time::from_millis));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn next_due<P: Playable + ?Sized>(
        &self,
        what: &P,
        buffer: &mut EventBuffer,
    ) -> Option<Time> {
        self.next_due_since(Time::MIN, what, buffer)
    }

    /// The same, where nothing up to `since` is reported.
    pub(super) fn next_due_since<P: Playable + ?Sized>(
        &self,
        since: Time,
        what: &P,
        buffer: &mut EventBuffer,
    ) -> Option<Time> {
        if self.over {
            return None;
        }
        if what.is_silent()
            && let Some((start, end)) = self.plain()
        {
            return Some(if self.has_begun() { end } else { start });
        }
        let next = match self.after(since) {
            None => self.head.events(None, Time::MAX).next().map(|event| event.due),
            Some(after) if self.is_stuck_at(after) => Some(after),
            Some(after) => first_after(&self.head, after, what, buffer.crossed()),
        };
        match (next, self.leaves) {
            (Some(next), Some(end)) => Some(next.min(end)),
            (next, end) => next.or(end),
        }
    }

    /// The start and the end of what plays once, forward at normal speed, if only their two events lie ahead.
    #[inline]
    pub(super) fn plain(&self) -> Option<(Time, Time)> {
        self.head.once().filter(|(start, end)| {
            let is_within = self.reported.is_none_or(|last| *start <= last && last < *end);
            is_within && !self.over && self.leaves.is_none()
        })
    }

    /// A step of what is [plain](Self::plain), without windows. Most of what a game plays is.
    #[inline]
    fn step_plain(&mut self, start: Time, end: Time, now: Time, buffer: &mut EventBuffer) {
        let mut report = |due, kind| {
            let event = PlayheadEvent { due, kind, pass: 0, direction: Direction::Forward };
            buffer.push(event.event(ItemId::WHOLE, now, Reason::Played));
            Some(due)
        };
        if self.reported.is_none() && start <= now {
            self.reported = report(start, EventKind::Start);
        }
        if end <= now {
            self.reported = report(end, EventKind::End);
            self.over = true;
        }
    }

    #[inline]
    pub(super) const fn fade(&self) -> &Fade {
        &self.fade
    }

    #[inline]
    pub(super) const fn plays_whole(&self) -> bool {
        self.plays_whole
    }

    /// The time at which it ends whatever it plays.
    #[inline]
    pub(super) const fn leaves(&self) -> Option<Time> {
        self.leaves
    }

    /// The time after which nothing was reported; `None` before the start.
    #[inline]
    fn after(&self, since: Time) -> Option<Time> {
        // Since its last change the playhead is where that change has put it. What has begun does not begin again,
        // also if the playhead was resumed at its very start.
        let changed = if self.head.is_held() { Time::MIN } else { self.head.anchor() };
        self.reported.map(|reported| reported.max(changed).max(since))
    }

    /// Whether it was put at its end, or turned round there, so that no later event would end it.
    fn is_stuck_at(&self, now: Time) -> bool {
        !self.head.is_held() && self.is_at_end(now)
    }

    fn is_at_end(&self, now: Time) -> bool {
        self.head.is_over(self.head.reached(now))
    }

    /// An end at `due`, at the position then.
    fn end_at(&self, due: Time) -> PlayheadEvent {
        let at = self.head.at(due);
        PlayheadEvent { due, kind: EventKind::End, pass: at.pass, direction: at.direction }
    }
}
