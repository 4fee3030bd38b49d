//! Commands: pause, speed, range, seek, scrub, finish, restart, reload, fades.

use super::{
    super::{
        EventBuffer, Fade, ItemId, PlayError, Playable, Playhead, RepeatMode, SeekPolicy, Weight,
        reporter::Reporter,
    },
    Playing,
};
use crate::{
    event::{Direction, Event, Reason},
    playback::Phase,
    time::{Span, Speed, Time},
};

impl Playing {
    /// Pauses playback, or its delay. Fades continue.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.pause(at(100));
    /// playing.resume(at(200));
    /// assert_eq!(playing.at(at(300)).local, ms(200));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&mut self, now: Time) {
        self.head.pause(now);
    }

    /// Resumes playback from the exact position of the pause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.pause(at(0));
    /// playing.resume(at(500));
    /// assert_eq!(playing.at(at(600)).local, ms(100), "the pause took no time of the door");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&mut self, now: Time) {
        self.head.resume(now);
    }

    /// Changes the speed from `now` on and keeps the position exactly, also before the start. A speed below zero plays
    /// backward.
    ///
    /// The position is exact as long as the denominators of all speeds so far have a common multiple below 2^63.
    /// Beyond that, the fraction of a flick is rounded down to a multiple of 1/2^62.
    ///
    /// # Errors
    ///
    /// [`PlayError::OneWay`] if it would play a one-way item backward. An error changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Speed, Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.set_speed(at(300), Speed::whole(2))?;
    /// assert_eq!(playing.at(at(400)).local, ms(500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_speed(&mut self, now: Time, speed: Speed) -> Result<(), PlayError> {
        if self.one_way && speed.is_backward() {
            return Err(PlayError::OneWay);
        }
        self.head.set_speed(now, speed);
        self.revive(now);
        Ok(())
    }

    /// Turns round where it is, at the same speed. At the very start it stays at the start, and ends there.
    ///
    /// # Errors
    ///
    /// As [`set_speed`](Self::set_speed).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.reverse(at(300))?; // the door closes
    /// assert_eq!(playing.at(at(400)).local, ms(200));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reverse(&mut self, now: Time) -> Result<(), PlayError> {
        self.set_speed(now, -self.head.speed())
    }

    /// Changes the part that plays. Playback that has begun keeps its pass and its position, or moves to the nearest end
    /// of the new range. Playback that has not begun begins at the start of the new range.
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`] for a range that ends before it begins; [`PlayError::EmptyLoop`] for one that is empty
    /// while playback repeats. An error changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.set_range(at(0), ms(300), ms(600))?;
    /// assert_eq!(playing.at(at(100)).local, ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_range(&mut self, now: Time, from: Span, to: Span) -> Result<(), PlayError> {
        self.head.set_range(now, from, to, self.has_begun())?;
        self.plays_whole = false;
        self.revive(now);
        Ok(())
    }

    /// Jumps to `elapsed` along all passes, forward or back, clamped to their ends. Ends a delay.
    ///
    /// The policy selects which events between are reported, as [`Reason::Sought`] and due now. The start and the end
    /// are always reported.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, event::EventKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    /// use cueline::playback::SeekPolicy;
    ///
    /// let door = ClipBuilder::new("door").duration(ms(900)).cue(Cue::state(ms(400), "open")).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// let sought = playing.seek(Time::ZERO, ms(500), SeekPolicy::State, &door, &mut events);
    /// assert_eq!(sought[1].kind, EventKind::Cue(0));
    /// assert_eq!(playing.at(Time::from_millis(10)).local, ms(510));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seek<'b, P: Playable + ?Sized>(
        &mut self,
        now: Time,
        elapsed: Span,
        policy: SeekPolicy,
        what: &P,
        buffer: &'b mut EventBuffer,
    ) -> &'b [Event<ItemId>] {
        if policy == SeekPolicy::Silent && self.has_begun() {
            // A silent seek still reports the start; if the start was reported, there is nothing to report.
            buffer.clear();
            self.head.seek(now, elapsed);
            self.arrive(now, Reason::Sought, buffer);
        } else {
            let mut head = self.head;
            head.seek(now, elapsed);
            self.jump(now, head, Reason::Sought, policy, what, buffer);
        }
        buffer.events()
    }

    /// Jumps to the end, in the direction of playback, and reports all events up to it as [`Reason::Skipped`], due now.
    ///
    /// # Errors
    ///
    /// [`PlayError::Endless`] for what has no end; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, event::EventKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    /// let door = ClipBuilder::new("door").duration(ms(900)).cue(Cue::state(ms(400), "open")).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// let skipped = playing.finish(Time::ZERO, &door, &mut events)?;
    /// let kinds: Vec<_> = skipped.iter().map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::Cue(0), EventKind::End]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish<'b, P: Playable + ?Sized>(
        &mut self,
        now: Time,
        what: &P,
        buffer: &'b mut EventBuffer,
    ) -> Result<&'b [Event<ItemId>], PlayError> {
        let mut head = self.head;
        let (_, end) = head.range();
        if !head.finish(now) || (end == Span::MAX && what.duration().is_none()) {
            return Err(PlayError::Endless);
        }
        self.jump(now, head, Reason::Skipped, SeekPolicy::All, what, buffer);
        Ok(buffer.events())
    }

    /// Starts again at `now`, without a delay, and resumes if paused. The next step reports the start again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut playing = Playing::new(&door, at(0), &Play::default())?;
    /// playing.restart(at(500));
    /// assert_eq!(playing.at(at(600)).local, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, now: Time) {
        self.head.restart(now);
        (self.reported, self.over) = (None, false);
    }

    /// Moves back to the start and pauses there; [`resume`](Self::resume) starts it again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.reset();
    /// assert_eq!(playing.at(Time::from_millis(600)).local, ms(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reset(&mut self) {
        self.head.reset();
        (self.reported, self.over) = (None, false);
    }

    /// Moves to `elapsed` along all passes without any event, and pauses there: for an editor's slider.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.scrub(Time::ZERO, ms(700));
    /// assert_eq!(playing.at(Time::from_millis(100)).local, ms(700));
    /// assert!(playing.is_held());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scrub(&mut self, now: Time, elapsed: Span) {
        self.head.pause(now);
        self.head.seek(now, elapsed);
        self.mark(now);
        self.over = self.head.is_over_at_anchor();
    }

    /// Continues with a changed `Playable`: a reloaded file, or a timeline with more items.
    ///
    /// Playback keeps its position, speed and pause. Playback of the whole takes the new duration. At the new end or
    /// beyond, it continues from the last flick before the end, so that it passes the cues there. What is over plays on
    /// if there is more now. Events ahead of the position are reported once, events behind it never again.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     event::EventKind,
    ///     playback::{EventBuffer, Play, Playing},
    ///     time::{Time, ms},
    ///     timeline::{TimelineBuilder, call, wait},
    /// };
    ///
    /// let walk = |millis| TimelineBuilder::<&str>::new("walk").then(wait(ms(millis))).then(call(9)).build();
    /// let (short, long) = (walk(1000)?, walk(1200)?);
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&short, Time::ZERO, &Play::default())?;
    /// playing.step(Time::from_millis(500), &short, &mut events);
    /// playing.reload(Time::from_millis(500), &long)?;
    /// let reported = playing.step(Time::from_millis(1200), &long, &mut events);
    /// assert_eq!(reported[0].kind, EventKind::Cue(9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reload<P: Playable + ?Sized>(&mut self, now: Time, new: &P) -> Result<(), PlayError> {
        let turns = self.head.repeat() == RepeatMode::PingPong && !self.head.is_single_pass();
        if new.is_one_way() && (turns || self.head.travel() == Direction::Backward) {
            return Err(PlayError::OneWay);
        }
        if self.plays_whole {
            let to = match new.duration() {
                Some(duration) => duration,
                None if !self.head.is_single_pass() => return Err(PlayError::Endless),
                None => Span::MAX,
            };
            if self.head.range() != (Span::ZERO, to) {
                self.stretch(now, Span::ZERO, to)?;
            }
        }
        self.one_way = new.is_one_way();
        if self.has_begun() {
            self.mark(now); // what is new behind the position is not reported
        }
        self.revive(now);
        Ok(())
    }

    /// The same playback for someone else, to whom the events up to `until` were reported; with `None`, not even the start.
    /// A client that receives the row of a server plays on with this.
    ///
    /// A start or an end after `until` is reported.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, event::EventKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// let at = Time::from_millis;
    /// let mut events = EventBuffer::default();
    /// let mut server = Playing::new(&door, at(0), &Play::default())?;
    /// server.step(at(100), &door, &mut events);
    ///
    /// let mut joined = server.with_reported(Some(at(100)));
    /// assert!(joined.step(at(200), &door, &mut events).is_empty());
    /// let mut client = server.with_reported(None);
    /// assert_eq!(client.step(at(200), &door, &mut events)[0].kind, EventKind::Start);
    /// assert_eq!((joined.at(at(200)), client.at(at(200))), (server.at(at(200)), server.at(at(200))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_reported(self, until: Option<Time>) -> Self {
        let begins_later = |until: &Time| self.head.is_fresh() && *until < self.head.anchor();
        let reported = until.filter(|until| !begins_later(until));
        // By itself it ends after the last command.
        let ends = |until| self.is_at_end(until) && !self.is_at_end(self.head.anchor());
        let over = if self.over { reported >= self.reported } else { reported.is_some_and(ends) };
        Self { reported, over, ..self }
    }

    /// Fades the weight linearly to `weight` over a span of the clock; one below zero counts as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// use cueline::playback::Weight;
    ///
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.fade_to(Time::ZERO, Weight::ZERO, ms(200));
    /// assert_eq!(playing.weight(Time::from_millis(50)), Weight::from_percent(75));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fade_to(&mut self, now: Time, weight: Weight, over: Span) {
        let from = self.fade.at(now);
        self.fade = Fade { since: now, over: over.max(Span::ZERO), from, to: weight };
        self.leaves = None;
    }

    /// Fades out and then ends, as [`Reason::Cancelled`] if the end comes first. A span below zero counts as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(900)).build()?;
    /// use cueline::{event::Reason, playback::EventBuffer};
    ///
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.fade_out(Time::ZERO, ms(200));
    /// let mut events = EventBuffer::default();
    /// let end = playing.step(Time::from_millis(300), &door, &mut events)[1];
    /// assert_eq!((end.due, end.reason), (Time::from_millis(200), Reason::Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fade_out(&mut self, now: Time, over: Span) {
        self.fade_to(now, Weight::ZERO, over);
        self.leaves = Some(self.fade.end());
    }

    /// Plays on, and fades on, until something else has covered it.
    pub(in crate::playback) fn leave_at(&mut self, end: Time) {
        self.leaves = Some(self.leaves.map_or(end, |leaves| leaves.min(end)));
    }

    /// Plays another range from now on, at the present position.
    pub(in crate::playback) fn stretch(
        &mut self,
        now: Time,
        from: Span,
        to: Span,
    ) -> Result<(), PlayError> {
        let (was, old) = (self.head.at(now), self.head.range());
        let begun = self.has_begun();
        self.head.set_range(now, from, to, begun)?;
        if begun && !self.over && was.phase != Phase::Waiting {
            // A playhead at the end of a pass counts that end as reported, but it has only now reached it.
            let is_new_end = match was.direction {
                Direction::Forward => was.local >= to && was.local != old.1,
                Direction::Backward => was.local <= from && was.local != old.0,
            };
            if is_new_end {
                self.head.step_back_from_end();
            }
        }
        Ok(())
    }

    /// Stays at its end, which may lie elsewhere now.
    pub(in crate::playback) fn stay_at_end(&mut self, now: Time) {
        let _is_endless = self.head.finish(now);
    }

    /// Ends now; the end is `None` if it was reported before.
    pub(in crate::playback) fn cancel(&mut self, now: Time) -> Option<Event<ItemId>> {
        let was_over = core::mem::replace(&mut self.over, true);
        (!was_over).then(|| self.end_at(now).event(ItemId::WHOLE, now, Reason::Cancelled))
    }

    fn jump<P: Playable + ?Sized>(
        &mut self,
        now: Time,
        head: Playhead,
        reason: Reason,
        policy: SeekPolicy,
        what: &P,
        buffer: &mut EventBuffer,
    ) {
        buffer.clear();
        let before = core::mem::replace(&mut self.head, head);
        let path = self.head.path_at_anchor();
        let events = before.events_of_jump(now, path, !self.has_begun());
        let events = events.reported_as(self.loop_events);
        let facing = *events.head();
        let reporter = Reporter::of_jump(now, reason, policy);
        reporter.report(events, facing.within(path), what, buffer);
        self.arrive(now, reason, buffer);
    }

    /// After a jump: counts everything up to `now` as reported, and reports the end if it has got there.
    #[inline]
    fn arrive(&mut self, now: Time, reason: Reason, buffer: &mut EventBuffer) {
        self.mark(now);
        let was_over = self.over;
        self.over = self.head.is_over_at_anchor() || (was_over && self.has_left(now));
        if self.over && !was_over {
            buffer.push(self.end_at(now).event(ItemId::WHOLE, now, reason));
        }
    }

    fn mark(&mut self, now: Time) {
        self.reported = Some(self.reported.map_or(now, |reported| reported.max(now)));
    }

    /// Lets it play on if it is no longer at its end.
    fn revive(&mut self, now: Time) {
        self.over = self.over && (self.has_left(now) || self.is_at_end(now));
    }

    /// What has left is over for good, unless it starts again.
    fn has_left(&self, now: Time) -> bool {
        self.leaves.is_some_and(|end| end <= now)
    }
}
