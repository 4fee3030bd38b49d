//! Commands to a playing timeline: pause, speed, range, seek, scrub, finish, restart, reload.

use super::{
    super::{
        ItemId, Timeline,
        report::{EventBuffer, Reporter, whole},
    },
    Playing, PlayingError,
};
use crate::{
    event::{Direction, Event, EventKind, Reason},
    playback::{Playhead, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
};

impl Playing {
    /// Pauses playback, or its delay.
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

    /// Resumes playback from the exact position of the pause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.pause();
    /// playing.advance(ms(500), &door, &mut events);
    /// playing.resume();
    /// playing.advance(ms(100), &door, &mut events);
    /// assert_eq!(playing.elapsed(), ms(100), "the pause took no time of the door");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&mut self) {
        self.head.resume(self.now);
    }

    /// Changes the speed from now on and keeps the position exactly. A speed below zero plays backward.
    ///
    /// # Errors
    ///
    /// [`PlayingError::OneWay`] if it would play a one-way item backward. An error changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Speed, Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(300), &door, &mut events);
    /// playing.set_speed(Speed::whole(-1))?; // the door closes
    /// playing.advance(ms(100), &door, &mut events);
    /// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(20.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_speed(&mut self, speed: Speed) -> Result<(), PlayingError> {
        if self.one_way && speed.is_backward() {
            return Err(PlayingError::OneWay);
        }
        self.head.set_speed(self.now, speed);
        if !self.started {
            // No event was reported yet: turned round, playback starts from the other end.
            let (from, to) = self.head.range();
            self.head.change_range(self.now, from, to, false)?;
        }
        self.revive();
        Ok(())
    }

    /// Changes the range that plays. Playback stays where it is, or moves to the nearest end of the range.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] as [`Playhead::set_range`]. An error changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(300), &door, &mut events);
    /// playing.set_range(ms(0), ms(500))?;
    /// playing.advance(ms(900), &door, &mut events);
    /// assert_eq!((playing.is_over(), playing.elapsed()), (true, ms(500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_range(&mut self, from: Span, to: Span) -> Result<(), PlayingError> {
        self.head.change_range(self.now, from, to, self.started)?;
        self.plays_whole = false;
        self.revive();
        Ok(())
    }

    /// The range from one label of the outermost timeline to another, for [`Play::range`](crate::playback::Play::range)
    /// or [`set_range`](Self::set_range).
    ///
    /// # Errors
    ///
    /// [`PlayingError::NotFound`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{playback::Play, time::{Time, ms}, timeline::{Playing, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene")
    ///     .wait(ms(300))
    ///     .label("fight")
    ///     .wait(ms(500))
    ///     .label("end")
    ///     .build()?;
    /// let range = Playing::between(&scene, "fight", "end")?;
    /// assert_eq!(range, (ms(300), ms(800)));
    /// let playing = Playing::new(&scene, Time::ZERO, &Play { range: Some(range), ..Play::default() })?;
    /// assert_eq!(playing.elapsed(), ms(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between<K>(
        timeline: &Timeline<K>,
        from: &str,
        to: &str,
    ) -> Result<(Span, Span), PlayingError> {
        let label = |name| timeline.label(name).map_err(PlayingError::NotFound);
        Ok((label(from)?, label(to)?))
    }

    /// Seeks to a time along all passes of the range, counted from the start of the range, forward or back. A seek ends
    /// a delay.
    ///
    /// The policy selects which skipped events are reported, as [`Reason::Sought`] and due now. The start of the whole
    /// is always reported. Pause points do not stop a seek.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::{Play, SeekPolicy}, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(100), &door, &mut events);
    /// playing.seek(ms(600), SeekPolicy::Silent, &door, &mut events);
    /// assert_eq!(door.sample(&"angle", playing.elapsed()), Ok(60.0));
    /// assert_eq!(playing.now(), Time::ZERO + ms(100), "a seek takes no time");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seek<'t, K>(
        &mut self,
        elapsed: Span,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        buffer: &'t mut EventBuffer,
    ) -> &'t [Event<ItemId>] {
        if policy == SeekPolicy::Silent && self.started {
            // A silent seek still reports the start of the whole; if the start was reported, there is nothing to
            // report.
            buffer.clear();
            self.head.seek(self.now, elapsed);
            self.arrive(Reason::Sought, buffer);
        } else {
            let mut head = self.head;
            head.seek(self.now, elapsed);
            self.jump(head, Reason::Sought, policy, timeline, buffer);
        }
        buffer.events()
    }

    /// Jumps to the end, in the direction of playback, and reports all events up to the end as [`Reason::Skipped`], due
    /// now.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Endless`]. An error changes nothing.
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
        Ok(buffer.events())
    }

    /// Restarts now, without a delay and not paused. The start is reported again.
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

    /// Moves to a time along all passes of the range and pauses there, without events: for the time bar of an editor,
    /// or a player who drags through a scene.
    ///
    /// A scrub ends a delay. [`resume`](Self::resume) continues from there. Events that the scrub passed are never
    /// reported, not even the start of the whole.
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

    /// Continues in another version of the timeline: an edited version, or a version with appended items. From now on,
    /// pass `new` to every call.
    ///
    /// Playback keeps its speed, its pause, its range and its position; a range of the whole timeline takes the new
    /// duration. Events ahead of the position in `new` are reported once, when they are due; earlier events are not
    /// reported, whether they are new or not. If `new` ends before the position, playback moves to the new end, and its
    /// next step reports that end. If playback was over and `new` is longer, playback continues.
    ///
    /// [`Timeline::check_appended`] checks that two versions agree up to a time.
    ///
    /// # Errors
    ///
    /// [`PlayingError::OneWay`], [`PlayingError::Endless`] and [`PlayingError::Play`] as in [`new`](Self::new). An
    /// error changes nothing.
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
        buffer.clear();
        let (before, now) = (self.head, self.now);
        self.head = head;
        let path = self.head.path_at_anchor();
        let events = before.events_of_jump(now, path, !self.started);
        let facing = *events.head();
        Reporter::of_jump(now, reason, policy).report(
            events,
            facing.within(path),
            timeline,
            buffer,
        );
        self.started = true;
        self.arrive(reason, buffer);
    }

    /// Reports the end, if a command has just moved playback there.
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
        buffer.push(whole(EventKind::End, now, now, reason, at.direction, at.pass));
    }

    pub(super) fn is_at_end(&self, now: Time) -> bool {
        self.head.is_over(self.head.reached(now))
    }

    fn revive(&mut self) {
        self.over = self.over && self.is_at_end(self.now);
    }
}
