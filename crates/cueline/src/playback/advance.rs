//! One step of a player: visits the due items, reports their events in order, and removes items that leave.

use super::{
    Active, EventBuffer, GroupHandle, Player, PlayerEvents, Subject, indexed::Visited,
    pending::Effect, slots::NONE,
};
use crate::{
    clip::ClipSource,
    event::{Event, EventKind},
    time::{Span, Time},
};
use alloc::vec::Vec;

impl<T: Copy> Player<T> {
    /// Advances by `by` and reports the events that became due, sorted by due time, priority, declaration and index.
    ///
    /// A step of zero reports what is due now and was not reported yet; a negative step has no effect. Two steps report the
    /// same events as one step of their sum.
    /// The cost grows with the due items only.
    ///
    /// A step also takes over clips that have changed in the library since the last step: see [`reload`](Self::reload).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let events = player.advance(ms(350), &clips);
    /// assert_eq!(events[0].kind, EventKind::Start);
    /// assert_eq!((events[1].kind, events[1].lateness), (EventKind::Cue(0), ms(50))); // "open", due at 300 ms
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance<'a, S: ClipSource + ?Sized>(
        &'a mut self,
        by: impl Into<Span>,
        clips: &'a S,
    ) -> PlayerEvents<'a, T, S> {
        self.advance_to(self.state.now() + by.into(), clips)
    }

    /// As [`advance`](Self::advance), up to a time; an earlier time has no effect.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance_to(Time::from_millis(100), &clips);
    /// player.advance_to(Time::from_millis(40), &clips); // no way back
    /// assert_eq!(player.position(door)?.local, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_to<'a, S: ClipSource + ?Sized>(
        &'a mut self,
        to: Time,
        clips: &'a S,
    ) -> PlayerEvents<'a, T, S> {
        self.report.begin();
        if to >= self.state.now() {
            self.reload_if_changed(clips);
            let is_due = self.state.first_due().is_some_and(|wake| wake <= to);
            if is_due {
                // Events are sorted afterwards, so the order of items does not matter here.
                let due = self.state.take_due(to);
                due.iter().for_each(|slot| self.visit(*slot, to, clips));
                self.state.end_visits(due);
            }
            self.state.unindexed().advance_to(to);
            if is_due {
                self.conclude();
            }
        }
        PlayerEvents::new(self.report.events(), clips)
    }

    /// As [`advance`](Self::advance), and appends the events to `out`. The player is not borrowed then, so the code
    /// that goes through the events can call it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let mut events = Vec::new();
    /// player.advance_into(ms(400), &clips, &mut events);
    /// for event in events.iter().filter(|event| event.kind == EventKind::End) {
    ///     player.play(&clips, "door", Repeat::Once)?; // again
    /// #   let _ = event;
    /// }
    /// assert_eq!(player.len(), 1);
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_into<S: ClipSource + ?Sized>(
        &mut self,
        by: impl Into<Span>,
        clips: &S,
        out: &mut Vec<Event<Subject<T>>>,
    ) {
        self.advance(by, clips);
        out.extend_from_slice(self.report.events());
    }

    /// As [`advance`](Self::advance), and calls `act` with each event at its time: [`now`](Self::now) is then the time at
    /// which it is due. A clip that `act` plays starts exactly there, so chains of clips lose no time, for any length of
    /// the steps.
    ///
    /// [`events`](Self::events) is empty afterwards. An item that ends is still in [`ended`](Self::ended) while `act` gets
    /// its end. After [`MOST_IN_ONE_STEP`](super::LoopEvents::MOST_IN_ONE_STEP) events the rest of the step is one step.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, prelude::*};
    /// # let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("hop").duration(ms(100)).build()?)?;
    /// let mut player = Player::new();
    /// player.play(&clips, "hop", Repeat::Once)?;
    /// let mut hops = 0;
    /// for _frame in 0..1000 {
    ///     player.advance_with(ms(16), &clips, |player, event| {
    ///         if event.kind == EventKind::End {
    ///             hops += 1;
    ///             let _ = player.play(&clips, "hop", Repeat::Once); // starts where the last one ended
    ///         }
    ///     });
    /// }
    /// assert_eq!(hops, 160); // 16 seconds of 100 ms
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_with<S: ClipSource + ?Sized>(
        &mut self,
        by: impl Into<Span>,
        clips: &S,
        mut act: impl FnMut(&mut Self, Event<Subject<T>>),
    ) {
        let to = self.state.now() + by.into();
        self.reload_if_changed(clips);
        let mut left = super::LoopEvents::MOST_IN_ONE_STEP;
        loop {
            let now = self.state.now();
            let due = self.state.first_due().filter(|due| *due <= to && left > 0);
            self.advance_to(due.map_or(to, |due| due.max(now)), clips);
            let events = self.report.take_events();
            for event in &events {
                left = left.saturating_sub(1);
                act(self, Event { lateness: to - event.due, ..*event });
            }
            self.report.give_back(events);
            if due.is_none() {
                return;
            }
        }
    }

    /// The due time of the next event; no step is needed before that. `None` if no event is ahead. A loop that steps to
    /// each next due time ends: such a step reports an event, or removes an item that has faded out.
    ///
    /// # Examples
    ///
    /// A loop that sleeps until something happens:
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.next_due(&clips), Some(Time::from_millis(300))); // the cue
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn next_due<S: ClipSource + ?Sized>(&self, clips: &S) -> Option<Time>
    where
        T: Copy,
    {
        if !self.state.is_of(clips.revision()) {
            let mut ahead = self.clone();
            ahead.reload(clips);
            return ahead.next_due(clips);
        }
        // Items that a command has changed are in the heap at or before now, so that the next step visits them.
        match self.state.first_due()? {
            wake if wake > self.state.now() => Some(wake),
            _ => (self.state.items().iter())
                .filter_map(|(_, _, item)| {
                    let playing = &item.playing;
                    let clip = clips.get(item.clip).ok();
                    let next =
                        playing.next_due_since(self.state.now(), &clip, &mut EventBuffer::new());
                    next.or_else(|| playing.leaves())
                })
                .min(),
        }
    }

    #[inline]
    fn visit<S: ClipSource + ?Sized>(&mut self, slot: u32, to: Time, clips: &S) {
        let (now, report) = (self.state.now(), &mut self.report);
        self.state.visit(slot, to, |handle, item| {
            if item.playing.is_over() && item.leaves_at_end() {
                report.leave(handle, item, now); // it was to fade out after its end, and does not any more
                return Visited { wake: None, has_changed: false };
            }
            let clip = clips.get(item.clip).ok();
            let is_plain = item.playing.plain().is_some();
            let mut wake = None;
            report.collect(handle, item, |playing, events| {
                playing.step_since(now, to, &clip, events);
                wake = match playing.leaves() {
                    Some(end) if end <= to => None,
                    end if playing.is_over() => end,
                    _ => playing.next_due_since(to, &clip, events),
                };
            });
            let playing = &item.playing;
            if let Some(end) = playing.leaves().filter(|end| *end <= to) {
                report.leave(handle, item, end);
            }
            // The row of a plain item is valid up to its end, or the item leaves.
            let is_row_valid = is_plain && (!playing.is_over() || item.leaves_at_end());
            Visited { wake, has_changed: !is_row_valid }
        });
    }

    /// Sorts the pending events, adds the ends of groups, and removes the items that leave, in that order.
    pub(super) fn conclude(&mut self) {
        self.report.pending().sort();
        if self.close_groups() {
            self.report.pending().sort();
        }
        for index in 0..self.report.pending().len() {
            let one = self.report.pending().get(index);
            match one.effect {
                Effect::Nothing => {}
                Effect::Ended => self.end_item(one.slot, one.serial),
                Effect::Leaves => self.drop_item(one.slot, one.serial),
                Effect::GroupEnded => {
                    let event = self.report.pending().event(one);
                    if let Some(Event { id: Subject::Group(group), .. }) = event {
                        self.end_group(group);
                    }
                }
            }
        }
        self.report.finish();
    }

    /// Reports the end of each group whose last member has ended. Returns whether there was one.
    fn close_groups(&mut self) -> bool {
        if self.state.groups().is_unused() {
            return false;
        }
        let pending = self.report.pending();
        let members = pending.len();
        for index in 0..members {
            let one = pending.get(index);
            let event = pending.event(one).filter(|event| event.kind == EventKind::End);
            if let Some(event) = event
                && let Some((handle, group)) = self.state.unindexed().member_ended(one.slot)
            {
                pending.push_group(handle, &group, event);
            }
        }
        pending.len() > members
    }

    /// Removes an item at its end, unless it or its group stays.
    fn end_item(&mut self, slot: u32, serial: u64) {
        let Some(item) = self.state.items().get(slot) else { return };
        if item.serial == serial && item.leaves_at_end() && item.playing.is_over() {
            self.remove_ended_item(slot);
        }
    }

    pub(super) fn end_group(&mut self, handle: GroupHandle) {
        let Some(group) = self.state.group(handle) else { return };
        if group.holds_end() {
            return;
        }
        let mut slot = group.first;
        while slot != NONE {
            let next = self.state.next_member(slot);
            self.remove_ended_item(slot);
            slot = next;
        }
        self.state.unindexed().remove_group(handle.slot);
    }

    /// Removes an item at its end; [`Player::ended`] shows it once more.
    fn remove_ended_item(&mut self, slot: u32) {
        let Some((handle, item)) = self.state.entry(slot) else { return };
        let active: Active<T> = self.active_of(handle, item);
        self.report.push_ended(active);
        self.state.remove(slot);
    }

    /// Removes an item before its end; other members of its group continue.
    fn drop_item(&mut self, slot: u32, serial: u64) {
        if self.state.items().get(slot).is_some_and(|item| item.serial == serial) {
            self.state.unlink_and_remove(slot);
        }
    }
}
