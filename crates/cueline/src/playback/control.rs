//! Commands for playing items: a single item or a whole group.
//!
//! Every command takes a [`PlaybackHandle`] or a [`GroupHandle`](super::GroupHandle) and works at the player's present
//! time. Commands that finish, stop or seek return their events at once, in the order of a step.

use super::{
    Blend, Mix, Play, PlayError, PlaybackHandle, PlaybackRef, Player, PlayerEvents, SeekPolicy,
    Subject, Weight, item::PlayerItem, slots::NONE,
};
use crate::{
    clip::{ClipId, ClipRef, ClipSource},
    event::Event,
    time::{Span, Speed},
};

impl<T: Copy> Player<T> {
    /// Pauses an item, or its delay. Fades continue.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// player.pause(door)?;
    /// player.advance(ms(900), &clips);
    /// assert_eq!(player.position(door)?.local, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&mut self, who: impl Into<PlaybackRef>) -> Result<(), PlayError> {
        let now = self.state.now();
        self.change(who.into(), |item| item.playing.pause(now))
    }

    /// Resumes an item from the exact position of the pause.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.pause(door)?;
    /// player.advance(ms(900), &clips);
    /// player.resume(door)?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.position(door)?.local, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&mut self, who: impl Into<PlaybackRef>) -> Result<(), PlayError> {
        let now = self.state.now();
        self.change(who.into(), |item| item.playing.resume(now))
    }

    /// Changes the speed from now on and keeps the position exactly. See
    /// [`Playing::set_speed`](super::Playing::set_speed).
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// player.set_speed(door, Speed::from_percent(50))?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.position(door)?.local, ms(150));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_speed(
        &mut self,
        who: impl Into<PlaybackRef>,
        speed: Speed,
    ) -> Result<(), PlayError> {
        let now = self.state.now();
        self.change(who.into(), |item| {
            let _clips_play_in_both_directions = item.playing.set_speed(now, speed);
        })
    }

    /// Changes the part of the clip that plays. An item that has begun keeps its position in the clip, or moves to the
    /// nearest end of the new range. An item that has not begun begins at the start of the new range.
    ///
    /// See [`Playing::set_range`](super::Playing::set_range).
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`]; [`PlayError::Range`] or [`PlayError::EmptyLoop`] where the item or a member of the group cannot
    /// have that range.
    /// Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.set_range(door, ms(100), ms(250))?; // without the cue at 300 ms
    /// player.advance(ms(50), &clips);
    /// assert_eq!(player.position(door)?.local, ms(150));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_range(
        &mut self,
        who: impl Into<PlaybackRef>,
        from: Span,
        to: Span,
    ) -> Result<(), PlayError> {
        let (who, now) = (who.into(), self.state.now());
        let mut refused = None;
        self.each(who, |player, slot| {
            if let Some(mut copy) = player.state.items().get(slot).copied() {
                refused = refused.take().or(copy.playing.set_range(now, from, to).err());
            }
        })?;
        if let Some(error) = refused {
            return Err(error);
        }
        self.change(who, |item| {
            let _tried_above_on_a_copy = item.playing.set_range(now, from, to);
        })
    }

    /// Moves an item back to its start and pauses it there. [`resume`](Self::resume) starts it again, and the next
    /// step then reports its start again. Reports no events.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// player.reset(door)?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.position(door)?.local, ms(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reset(&mut self, who: impl Into<PlaybackRef>) -> Result<(), PlayError> {
        self.change(who.into(), |item| item.playing.reset())
    }

    /// Restarts an item now, without its delay.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// player.restart(door)?;
    /// assert_eq!(player.position(door)?.local, ms(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, who: impl Into<PlaybackRef>) -> Result<(), PlayError> {
        let now = self.state.now();
        self.change(who.into(), |item| item.playing.restart(now))
    }

    /// Removes an item at once. Its end is reported as [`Reason::Cancelled`](crate::event::Reason::Cancelled), unless
    /// the end was already reported.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.stop(door)?;
    /// assert!(!player.contains(door));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop(&mut self, who: impl Into<PlaybackRef>) -> Result<&[Event<Subject<T>>], PlayError> {
        let who = who.into();
        self.check(who)?;
        self.report.begin();
        self.each(who, Self::cancel)?;
        self.conclude();
        Ok(self.report.events())
    }

    /// Jumps to the end, in the direction of playback, and reports all events up to the end as
    /// [`Reason::Skipped`](crate::event::Reason::Skipped), due now. In a group, endless members are stopped.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`]; [`PlayError::LoopsForever`] for a single item without an end.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let names: Vec<&str> = player.finish(door, &clips)?.cues().map(|(_, cue)| cue.name()).collect();
    /// assert_eq!(names, ["open"]); // skipped, and the door is open all the same
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish<'a, S: ClipSource + ?Sized>(
        &'a mut self,
        who: impl Into<PlaybackRef>,
        clips: &'a S,
    ) -> Result<PlayerEvents<'a, T, S>, PlayError> {
        let who = who.into();
        self.check(who)?;
        if let PlaybackRef::Item(handle) = who
            && self.playhead(handle)?.is_endless()
        {
            return Err(PlayError::LoopsForever);
        }
        self.reload_if_changed(clips);
        self.report.begin();
        self.each(who, |player, slot| match player.state.items().get(slot) {
            Some(item) if item.head().is_endless() => player.cancel(slot),
            _ => player.jump(slot, None, SeekPolicy::All, clips),
        })?;
        self.conclude();
        Ok(PlayerEvents::new(self.report.events(), clips))
    }

    /// Seeks to `elapsed` along all passes, forward or back, clamped to them. A seek ends a delay.
    ///
    /// The policy selects which skipped events are reported, as [`Reason::Sought`](crate::event::Reason::Sought) and
    /// due now.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// use cueline::playback::SeekPolicy;
    ///
    /// player.seek(door, ms(200), SeekPolicy::Silent, &clips)?;
    /// assert_eq!(player.position(door)?.local, ms(200));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seek<'a, S: ClipSource + ?Sized>(
        &'a mut self,
        who: impl Into<PlaybackRef>,
        elapsed: Span,
        policy: SeekPolicy,
        clips: &'a S,
    ) -> Result<PlayerEvents<'a, T, S>, PlayError> {
        let who = who.into();
        self.check(who)?;
        self.reload_if_changed(clips);
        self.report.begin();
        self.each(who, |player, slot| {
            player.jump(slot, Some(elapsed), policy, clips);
        })?;
        self.conclude();
        Ok(PlayerEvents::new(self.report.events(), clips))
    }

    /// Fades the weight linearly to `weight` over a span of the clock.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`], and [`PlayError::NegativeFade`] for a span below zero; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// use cueline::playback::Weight;
    ///
    /// player.fade_to(door, Weight::ZERO, ms(200))?;
    /// player.advance(ms(50), &clips);
    /// assert_eq!(player.get(door)?.weight, Weight::from_percent(75));
    /// assert!(player.fade_to(door, Weight::FULL, ms(-200)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fade_to(
        &mut self,
        who: impl Into<PlaybackRef>,
        weight: Weight,
        over: Span,
    ) -> Result<(), PlayError> {
        check_fade(over)?;
        let now = self.state.now();
        self.change(who.into(), |item| item.playing.fade_to(now, weight, over))
    }

    /// Fades an item out and then removes it. An item that reaches its end before that shows its end until it is
    /// removed.
    ///
    /// An item that is removed before its end reports its end as [`Reason::Cancelled`](crate::event::Reason::Cancelled).
    ///
    /// # Errors
    ///
    /// As [`fade_to`](Self::fade_to).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.fade_out(door, ms(200))?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.get(door)?.weight.as_f64(), 0.5);
    /// player.advance(ms(100), &clips);
    /// assert!(!player.contains(door));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fade_out(&mut self, who: impl Into<PlaybackRef>, over: Span) -> Result<(), PlayError> {
        check_fade(over)?;
        let now = self.state.now();
        self.change(who.into(), |item| item.playing.fade_out(now, over))
    }

    /// Plays another clip on the target of `from`, and fades it in over `from`, which leaves when it is covered.
    ///
    /// `from` keeps its own weight and its own fade until then, so a crossfade that is interrupted by another one does
    /// not jump. Where the new item does not cover `from`, because its weight is below [`Weight::FULL`] or one of the two
    /// is added, `from` fades out meanwhile. Both are active, and [`Blend`] makes one value of both.
    ///
    /// A crossfade to what plays already plays nothing new: it returns `from` if `from` plays that clip, or the item to
    /// which `from` fades. So a game may ask for it in each frame. To play a clip again from its start, use
    /// [`restart`](Self::restart) or [`play_on`](Self::play_on) with a `fade_in`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`], or what [`Player::play`] refuses; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::prelude::*;
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("walk").duration(ms(400)).build()?)?;
    /// # clips.add(ClipBuilder::new("run").duration(ms(300)).build()?)?;
    /// let mut player = Player::new();
    /// let walk = player.play(&clips, "walk", Repeat::Forever)?;
    /// let run = player.crossfade(walk, &clips, "run", Repeat::Forever, ms(200))?;
    /// player.advance(ms(50), &clips);
    /// let covered = player.blend(&0.0, |_| true, |clip, _| if clip == clips.id("run").unwrap() { 1.0 } else { 0.0 });
    /// assert_eq!(covered, 0.25);
    /// assert_eq!(player.crossfade(run, &clips, "run", Repeat::Forever, ms(200))?, run);
    /// player.advance(ms(150), &clips);
    /// assert!(!player.contains(walk));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn crossfade<'c, S: ClipSource + ?Sized>(
        &mut self,
        from: PlaybackHandle,
        clips: &S,
        clip: impl Into<ClipRef<'c>>,
        how: impl Into<Play>,
        over: Span,
    ) -> Result<PlaybackHandle, PlayError>
    where
        T: PartialEq,
    {
        let item = self.state.item(from).ok_or(PlayError::Gone)?;
        let play = how.into();
        if play.fade_in != Span::ZERO {
            let (setting, what) = ("fade_in", "a crossfade, which has a duration of its own");
            return Err(PlayError::NoEffect { setting, what });
        }
        let target = item.target;
        let clip = clip.into().id(clips)?;
        if let Some(playing) = self.already(from, item, clip) {
            return Ok(playing);
        }
        let to = self.play_on(target, clips, clip, Play { fade_in: over, ..play })?;
        let now = self.state.now();
        let covered = self.state.item(to).map_or(now, |to| to.fade().end());
        self.change(from.into(), |item| {
            let covers = play.mix == Mix::Replace && play.weight >= Weight::FULL;
            match item.mix {
                Mix::Replace if covers => item.playing.leave_at(covered),
                _ => item.playing.fade_out(now, over),
            }
        })?;
        Ok(to)
    }

    /// What plays the clip already instead of `from`: `from` itself, or what covers it.
    fn already(
        &self,
        from: PlaybackHandle,
        item: &PlayerItem<T>,
        clip: ClipId,
    ) -> Option<PlaybackHandle>
    where
        T: PartialEq,
    {
        let plays = |item: &PlayerItem<T>| {
            let playing = &item.playing;
            item.clip == clip && playing.leaves().is_none() && !playing.is_over()
        };
        if plays(item) {
            return Some(from);
        }
        item.playing.leaves()?;
        let later = self.state.in_order().filter(|(_, other)| other.serial > item.serial);
        let mut on_it = later.filter(|(_, other)| other.target == item.target);
        on_it.find_map(|(handle, other)| plays(other).then_some(handle))
    }

    /// The value of one property, with the items in the order in which they were played: `on` selects the targets,
    /// `sample` returns the value of a clip at a time of the clip.
    ///
    /// Visits all items. To write many properties, go through [`active`](Self::active) once instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("rise").duration(ms(400)).build()?)?;
    /// let rise = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut player = Player::new();
    /// player.play_on("lift", &clips, "rise", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.blend(&0.0, |target| *target == "lift", |_clip, at| rise.sample(at)), 2.0);
    /// assert_eq!(player.blend(&5.0, |target| *target == "door", |_clip, at| rise.sample(at)), 5.0); // nothing plays
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blend<V: crate::value::Lerp>(
        &self,
        base: &V,
        on: impl Fn(&T) -> bool,
        sample: impl Fn(ClipId, Span) -> V,
    ) -> V {
        let mut blend = Blend::new();
        for active in self.active().filter(|active| on(&active.target)) {
            active.blend_into(&mut blend, |local| sample(active.clip, local));
        }
        blend.over(base)
    }

    fn check(&self, who: PlaybackRef) -> Result<(), PlayError> {
        if self.contains(who) { Ok(()) } else { Err(PlayError::Gone) }
    }

    /// Calls `act` for the item, or for each member of the group.
    fn each(
        &mut self,
        who: PlaybackRef,
        mut act: impl FnMut(&mut Self, u32),
    ) -> Result<(), PlayError> {
        self.check(who)?;
        let mut slot = match who {
            PlaybackRef::Item(handle) => {
                act(self, handle.slot);
                return Ok(());
            }
            PlaybackRef::Group(group) => self.state.group(group).map_or(NONE, |group| group.first),
        };
        while slot != NONE {
            let next = self.state.next_member(slot);
            act(self, slot);
            slot = next;
        }
        Ok(())
    }

    /// Changes items and schedules them for the next step.
    fn change(
        &mut self,
        who: PlaybackRef,
        mut act: impl FnMut(&mut PlayerItem<T>),
    ) -> Result<(), PlayError> {
        self.each(who, |player, slot| player.state.change(slot, |_, item| act(item)))
    }

    fn cancel(&mut self, slot: u32) {
        let (now, report) = (self.state.now(), &mut self.report);
        self.state.mark(slot, |handle, item| {
            let mut is_new = false;
            report.collect(handle, item, |playing, events| {
                let end = playing.cancel(now);
                is_new = end.is_some();
                end.into_iter().for_each(|end| events.push(end));
            });
            if !is_new {
                report.leave(handle, item, now);
            }
        });
    }

    /// Moves one item to `elapsed` along its path, or to its end for `None`, and reports what the policy selects.
    fn jump<S: ClipSource + ?Sized>(
        &mut self,
        slot: u32,
        elapsed: Option<Span>,
        policy: SeekPolicy,
        clips: &S,
    ) {
        let (now, report) = (self.state.now(), &mut self.report);
        self.state.change(slot, |handle, item| {
            let clip = clips.get(item.clip).ok();
            report.collect(handle, item, |playing, events| match elapsed {
                Some(elapsed) => _ = playing.seek(now, elapsed, policy, &clip, events),
                None => _ = playing.finish(now, &clip, events),
            });
        });
    }
}

/// A fade that takes less than no time is a mistake of the caller's arithmetic.
fn check_fade(over: Span) -> Result<(), PlayError> {
    if over < Span::ZERO { Err(PlayError::NegativeFade { fade: over }) } else { Ok(()) }
}
