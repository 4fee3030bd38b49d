//! Commands to a playing timeline: pause, speed, range, seek, scrub, finish, restart, reload.

use super::{
    super::{
        ItemId, Timeline,
        report::{Reporter, whole},
    },
    EventBuffer, Playing, PlayingError,
};
use crate::{
    event::{Direction, Event, EventKind, Reason},
    playback::{Playhead, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
};

impl Playing {
    /// Stops it where it is, or stops its delay.
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
    /// playing.resume();
    /// playing.advance(ms(100), &door, &mut events);
    /// assert_eq!(playing.elapsed(), ms(200));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&mut self) {
        self.head.pause(self.now);
    }

    /// Goes on from just where it stopped.
    pub fn resume(&mut self) {
        self.head.resume(self.now);
    }

    /// Changes the speed from now on; the phase is kept exactly. Below zero it runs backward.
    ///
    /// # Errors
    ///
    /// [`PlayingError::OneWay`] where it must not run backward; nothing has changed then.
    pub fn set_speed(&mut self, speed: Speed) -> Result<(), PlayingError> {
        if self.one_way && speed.is_backward() {
            return Err(PlayingError::OneWay);
        }
        self.head.set_speed(self.now, speed);
        if !self.started {
            // Nothing of it was reported: turned round, it begins from its other end.
            let (from, to) = self.head.range();
            self.head.change_range(self.now, from, to, false)?;
        }
        self.revive();
        Ok(())
    }

    /// Changes the part that plays. It stays where it is, or goes to the nearest end of the part.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] as [`Playhead::set_range`]; nothing has changed then.
    pub fn set_range(&mut self, from: Span, to: Span) -> Result<(), PlayingError> {
        self.head.change_range(self.now, from, to, self.started)?;
        self.plays_whole = false;
        self.revive();
        Ok(())
    }

    /// The part from one label of the outermost timeline to another, for [`Play::range`](crate::playback::Play::range) or
    /// [`set_range`](Self::set_range).
    ///
    /// # Errors
    ///
    /// [`PlayingError::NotFound`].
    pub fn between<K>(
        timeline: &Timeline<K>,
        from: &str,
        to: &str,
    ) -> Result<(Span, Span), PlayingError> {
        let label = |name| timeline.label(name).map_err(PlayingError::NotFound);
        Ok((label(from)?, label(to)?))
    }

    /// Moves it to a time along all passes of its range, counted from the range's start, forward or back. A delay is
    /// over with it.
    ///
    /// It reports what it jumps over by the policy, as [`Reason::Sought`] and due now, and always its own start. Pause
    /// points do not stop it.
    pub fn seek<'t, K>(
        &mut self,
        elapsed: Span,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        buffer: &'t mut EventBuffer,
    ) -> &'t [Event<ItemId>] {
        if policy == SeekPolicy::Silent && self.started {
            // Silence has one exception, its own start; where that was reported there is nothing to look for.
            buffer.events.clear();
            self.head.seek(self.now, elapsed);
            self.arrive(Reason::Sought, buffer);
        } else {
            let mut head = self.head;
            head.seek(self.now, elapsed);
            self.jump(head, Reason::Sought, policy, timeline, buffer);
        }
        &buffer.events
    }

    /// Brings it to its end at once, in the direction in which it plays, and reports all that lay ahead as
    /// [`Reason::Skipped`], due now.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Endless`]; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.finish(&door, &mut events)?;
    /// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(90.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish<'t, K>(
        &mut self,
        timeline: &Timeline<K>,
        buffer: &'t mut EventBuffer,
    ) -> Result<&'t [Event<ItemId>], PlayingError> {
        let mut head = self.head;
        let (_, end) = head.range();
        if !head.finish(self.now) || (end == Span::MAX && timeline.duration().is_none()) {
            return Err(PlayingError::Endless);
        }
        self.jump(head, Reason::Skipped, SeekPolicy::All, timeline, buffer);
        Ok(&buffer.events)
    }

    /// Begins again now, without a delay and not held. It reports its start again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(100), &door, &mut events);
    /// playing.restart();
    /// assert_eq!(playing.elapsed(), ms(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self) {
        self.head.restart(self.now);
        (self.started, self.over) = (false, false);
    }

    /// Moves it to a time along all passes of its range and holds it there, without any event: an editor's time bar, or
    /// a player who drags through a scene.
    ///
    /// A delay is over with it. [`resume`](Self::resume) goes on from there; what the scrub passed over is not reported
    /// any more, the start of the whole included.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::Play,
    ///     time::{Span, Time},
    ///     timeline::{EventBuffer, Playing, TimelineBuilder, call, to},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let scene = TimelineBuilder::new("scene")
    ///     .start("x", 0.0)
    ///     .then(to("x", 100.0).duration(ms(100)))
    ///     .then(call(1))
    ///     .then(to("x", 0.0).duration(ms(100)))
    ///     .build()?;
    /// let mut playing = Playing::new(&scene, Time::ZERO, &Play::default())?;
    /// playing.scrub_to(ms(150));
    /// assert_eq!(scene.sample("x", playing.elapsed()), Ok(50.0));
    /// playing.scrub_to(ms(30));
    /// assert!(playing.is_held());
    ///
    /// playing.resume();
    /// let mut buffer = EventBuffer::default();
    /// assert_eq!(playing.advance(ms(20), &scene, &mut buffer), [], "the call lies ahead");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn scrub_to(&mut self, elapsed: Span) {
        self.head.pause(self.now);
        self.head.seek(self.now, elapsed);
        self.started = true;
        self.over = self.head.is_over_at_anchor();
    }

    /// Goes on in another version of its timeline: one that was edited, or that items were appended to. From now on,
    /// hand in `new` to every call.
    ///
    /// It keeps its speed, its hold, its range and its place; where it plays the whole timeline it takes the new
    /// duration. What lies ahead of its place in `new` is reported once, when its time comes; what lies behind is not
    /// reported, whether it is new or not. Where `new` ends before its place, it stands at the new end, and its
    /// next step reports that end. One that was over goes on where `new` is longer.
    ///
    /// [`Timeline::check_appended`] says whether two versions agree in what was played.
    ///
    /// # Errors
    ///
    /// [`PlayingError::OneWay`], [`PlayingError::Endless`] and [`PlayingError::Play`] as in [`new`](Self::new). Nothing
    /// has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::Play,
    ///     time::{Span, Time},
    ///     timeline::{EventBuffer, Playing, TimelineBuilder, call, wait},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let old = TimelineBuilder::<&str>::new("scene").then(wait(ms(1000))).build()?;
    /// let new = TimelineBuilder::<&str>::new("scene").then(wait(ms(1200))).then(call(5)).build()?;
    /// let mut buffer = EventBuffer::default();
    /// let mut playing = Playing::new(&old, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(500), &old, &mut buffer);
    ///
    /// playing.reload(&new)?;
    /// assert_eq!(playing.elapsed(), ms(500));
    /// playing.advance(ms(500), &new, &mut buffer);
    /// assert!(!playing.is_over());
    /// assert_eq!(playing.advance(ms(500), &new, &mut buffer).len(), 2, "the call and the end");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn reload<K>(&mut self, new: &Timeline<K>) -> Result<(), PlayingError> {
        let turns = self.head.repeat() == RepeatMode::PingPong && !self.head.is_single_pass();
        if new.is_one_way() && (turns || self.head.travel() == Direction::Backward) {
            return Err(PlayingError::OneWay);
        }
        if self.plays_whole {
            let to = match new.duration() {
                Some(duration) => duration,
                None if !self.head.is_single_pass() => return Err(PlayingError::Endless),
                None => Span::MAX,
            };
            self.head.change_range(self.now, Span::ZERO, to, self.started)?;
        }
        self.one_way = new.is_one_way();
        self.revive();
        Ok(())
    }

    fn jump<K>(
        &mut self,
        head: Playhead,
        reason: Reason,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        buffer.events.clear();
        let (before, now) = (self.head, self.now);
        self.head = head;
        let path = self.head.path_at_anchor();
        let edges = before.events_of_jump(now, path, !self.started);
        let facing = *edges.head();
        let reporter = Reporter { now, reason, policy, jump: Some(facing) };
        reporter.report(edges, facing.within(path), timeline, buffer);
        self.started = true;
        self.arrive(reason, buffer);
    }

    /// Reports its end where a command just put it there.
    #[inline]
    fn arrive(&mut self, reason: Reason, buffer: &mut EventBuffer) {
        let was_over = core::mem::replace(&mut self.over, self.head.is_over_at_anchor());
        if self.over && !was_over {
            self.report_end(reason, buffer);
        }
    }

    #[cold]
    fn report_end(&self, reason: Reason, buffer: &mut EventBuffer) {
        let (now, at) = (self.now, self.head.at(self.now));
        buffer.events.push(whole(EventKind::End, now, now, reason, at.direction, at.pass));
    }

    pub(super) fn is_at_end(&self, now: Time) -> bool {
        self.head.is_over(self.head.reached(now))
    }

    fn revive(&mut self) {
        self.over = self.over && self.is_at_end(self.now);
    }
}
