//! One step of a player: visits the due items, reports their events in order, and removes items that leave.

use super::{
    Active, GroupHandle, Player, PlayerEvents, Subject,
    item::Item,
    pending::{Pending, PendingEvents, Then},
    slots::NONE,
};
use crate::{
    clip::{Clip, ClipSource},
    event::{Direction, Event, EventKind, Reason},
    playback::PlayheadEvent,
    time::{Span, Time},
};
use alloc::vec::Vec;

impl<T: Copy> Player<T> {
    /// Advances by `by` and reports the events that became due, sorted by due time, lane, declaration and index.
    ///
    /// A step of zero or less has no events and no effect. Two steps report the same events as one step of their sum.
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
        self.begin_report();
        if to > self.state.now() {
            self.keep_up(clips);
            let is_due = self.timers.first().is_some_and(|wake| wake <= to);
            if is_due {
                // Events are sorted afterwards, so the order of items does not matter here.
                let mut due = core::mem::take(&mut self.due);
                self.timers.take_due(to, &mut due);
                due.drain(..).for_each(|slot| self.visit(slot, to, clips));
                self.due = due;
            }
            self.state.advance_to(to);
            if is_due {
                self.conclude();
            }
        }
        PlayerEvents::new(&self.events, clips)
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
        out.extend_from_slice(&self.events);
    }

    /// The due time of the next event; no step is needed before that. `None` if no event is ahead.
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
        if self.revision != Some(clips.revision()) {
            let mut ahead = self.clone();
            ahead.reload(clips);
            return ahead.next_due(clips);
        }
        // Items that a command has changed are in the heap at or before now, so that the next step visits them.
        match self.timers.first()? {
            wake if wake > self.state.now() => Some(wake),
            _ => (self.state.items().iter())
                .filter_map(|(_, _, item)| self.wake_of(item, clips.get(item.clip()).ok()))
                .min(),
        }
    }

    pub(super) fn begin_report(&mut self) {
        self.events.clear();
        self.ended.clear();
    }

    /// The due time of an item's next event, later than all reported events.
    fn wake_of(&self, item: &Item<T>, clip: Option<&Clip>) -> Option<Time> {
        let (now, head) = (self.state.now(), item.head());
        let due = if item.has_ended() {
            None
        } else if item.has_started() {
            let stuck = !head.is_held() && item.is_at_end(now);
            head.next_due(now, clip).or(stuck.then_some(now))
        } else {
            head.events(None, Time::MAX).next().map(|event| event.due)
        };
        match (due, item.fade_end()) {
            (Some(due), Some(end)) => Some(due.min(end)),
            (due, end) => due.or(end),
        }
    }

    /// Schedules an item for the next step, after a command has changed it.
    pub(super) fn rearm(&mut self, slot: u32) {
        let now = self.state.now();
        let wake = self.state.items().get(slot).and_then(|item| {
            let next = match (item.has_ended() || item.head().is_held(), item.has_started()) {
                (true, _) => None,
                (false, true) => Some(now),
                (false, false) => Some(item.head().anchor().max(now)),
            };
            match (next, item.fade_end()) {
                (Some(next), Some(end)) => Some(next.min(end)),
                (next, end) => next.or(end),
            }
        });
        self.timers.set(slot, wake);
        self.write_row(slot, now);
        self.remember(slot, now);
    }

    /// Reports the events of one item up to `to` and sets its next timer.
    fn visit<S: ClipSource + ?Sized>(&mut self, slot: u32, to: Time, clips: &S) {
        #[cfg(test)]
        {
            self.visits += 1;
        }
        let now = self.state.now();
        let Some((handle, item)) = self.state.entry_mut(slot) else {
            return self.timers.set(slot, None);
        };
        let clip = clips.get(item.clip()).ok();
        if let Some((start, end)) = item.once(now)
            && clip.is_none_or(|clip| clip.cues().is_empty())
        {
            // The same as the general path below, for the most frequent kind of item.
            let event_at =
                |due, kind| PlayheadEvent { due, kind, pass: 0, direction: Direction::Forward };
            let mut index = 0;
            if !item.has_started() && start <= to {
                item.mark_started();
                let start = event_at(start, EventKind::Start);
                self.pending.push(Pending::of_item(
                    item,
                    handle,
                    start,
                    to,
                    Reason::Played,
                    &mut index,
                ));
            }
            if end <= to {
                item.mark_ended();
                let end = event_at(end, EventKind::End);
                self.pending.push(Pending::of_item(
                    item,
                    handle,
                    end,
                    to,
                    Reason::Played,
                    &mut index,
                ));
            }
            let wake = if item.has_started() { end } else { start };
            let stays_at_end = item.has_ended() && !item.leaves_at_end();
            // The heap has handed out this slot already, so there is nothing to remove.
            if wake > to {
                self.timers.set(slot, Some(wake));
            }
            if stays_at_end {
                self.write_row(slot, to);
            }
            return; // the row is valid up to its end, or the item leaves
        }
        let faded = item.fade_end().filter(|end| *end <= to);
        let until = faded.unwrap_or(to);

        let mut index = 0;
        if !item.has_ended() {
            let after = item.has_started().then_some(now);
            // The item was turned round at the very end of its path, so no later event would end it.
            let stuck = item.has_started() && !item.head().is_held() && item.is_at_end(now);
            let events =
                item.head().events(after, until).with_cues(clip).reported_as(item.loop_events());
            let end = stuck.then(|| ending(item, now));
            for moment in events.chain(end) {
                item.mark_started();
                if moment.kind == EventKind::End {
                    item.mark_ended();
                }
                self.pending.push(Pending::of_item(
                    item,
                    handle,
                    moment,
                    to,
                    Reason::Played,
                    &mut index,
                ));
            }
        }
        if let Some(end) = faded {
            let is_new = item.mark_ended();
            let end = ending(item, end);
            let pending = Pending::of_item(item, handle, end, to, Reason::Cancelled, &mut index);
            self.pending.push(pending.reported_if(is_new).leaving());
        }
        let wake = if faded.is_some() {
            None
        } else if item.has_ended() {
            item.fade_end()
        } else {
            let after = item.has_started().then_some(to);
            let next = item.head().events(after, Time::MAX).with_cues(clip).next();
            match (next.map(|event| event.due), item.fade_end()) {
                (Some(due), Some(end)) => Some(due.min(end)),
                (due, end) => due.or(end),
            }
        };
        // Later than `to` by construction; a damaged save must not make this step endless.
        self.timers.set(slot, wake.filter(|wake| *wake > to));
        self.write_row(slot, to);
    }

    /// Sorts the pending events, adds the ends of groups, and removes the items that leave, in that order.
    pub(super) fn conclude(&mut self) {
        self.pending.sort();
        if self.close_groups() {
            self.pending.sort();
        }
        let mut pending = core::mem::replace(&mut self.pending, PendingEvents::new());
        for index in 0..pending.len() {
            let one = pending.get(index);
            match one.then() {
                Then::Nothing => {}
                Then::Ended => self.end_item(one.slot(), one.serial(), one.due()),
                Then::Leaves => self.drop_item(one.slot(), one.serial(), one.due()),
                Then::GroupEnded => {
                    if let Some(Event { id: Subject::Group(group), .. }) = pending.event(one) {
                        self.end_group(group, one.due());
                    }
                }
            }
        }
        pending.report_into(&mut self.events);
        self.pending = pending; // reused, so that no step allocates
    }

    /// Reports the end of each group whose last member has ended. Returns whether there was one.
    fn close_groups(&mut self) -> bool {
        let members = self.pending.len();
        if self.state.groups().is_unused() {
            return false;
        }
        for index in 0..members {
            let one = self.pending.get(index);
            let event = self.pending.event(one).filter(|event| event.kind == EventKind::End);
            if let Some(event) = event
                && let Some((handle, group)) = self.state.member_ended(one.slot())
            {
                self.pending.push_group(handle, &group, event);
            }
        }
        self.pending.len() > members
    }

    /// Removes an item at its end, unless it or its group stays.
    fn end_item(&mut self, slot: u32, serial: u64, due: Time) {
        let Some(item) = self.state.items().get(slot) else { return };
        if item.serial() == serial && item.leaves_at_end() && item.has_ended() {
            self.let_go(slot, due);
        }
    }

    pub(super) fn end_group(&mut self, handle: GroupHandle, due: Time) {
        let Some(group) = self.state.group(handle) else { return };
        if group.holds_end() {
            return;
        }
        let mut slot = group.first();
        while slot != NONE {
            let next = self.state.next_member(slot);
            self.let_go(slot, due);
            slot = next;
        }
        self.state.remove_group(handle.slot());
    }

    /// Removes an item at its end; [`Player::ended`] shows it once more.
    fn let_go(&mut self, slot: u32, due: Time) {
        let Some((handle, item)) = self.state.entry(slot) else { return };
        let active: Active<T> = self.active_of(handle, item);
        self.ended.push(active);
        self.state.remove(slot);
        self.forget(slot, due);
    }

    /// Removes an item before its end; other members of its group continue.
    fn drop_item(&mut self, slot: u32, serial: u64, due: Time) {
        if self.state.items().get(slot).is_some_and(|item| item.serial() == serial) {
            self.state.unlink_and_remove(slot);
            self.forget(slot, due);
        }
    }

    /// Clears everything that follows from an item that was removed.
    fn forget(&mut self, slot: u32, due: Time) {
        self.timers.set(slot, None);
        self.clear_row(slot);
        self.remember(slot, due);
    }
}

/// An end at `due`, at the position of the item then.
pub(super) fn ending<T>(item: &Item<T>, due: Time) -> PlayheadEvent {
    let at = item.head().at(due);
    PlayheadEvent { due, kind: EventKind::End, pass: at.pass, direction: at.direction }
}
