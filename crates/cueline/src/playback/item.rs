//! One playing item: its playhead, its settings, and what was reported of it.
//!
//! Generic in how a clip is referred to: by id while it plays, by its place in a table of names in a save.

use super::{AtEnd, Fade, LoopEvents, Mix, Phase, Play, PlayError, Playhead, Weight, slots::NONE};
use crate::{
    clip::ClipId,
    event::Direction,
    time::{Span, Speed, Time},
};

/// One playing item. `Copy`, so that a snapshot is one copy of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Item<T, C = ClipId> {
    head: Playhead,
    target: T,
    clip: C,
    fade: Fade,
    /// Counts everything ever played; orders events that are due at one time.
    serial: u64,
    lane: u32,
    /// The slot of its group, or `NONE`.
    group: u32,
    /// The previous and the next member of the group, or `NONE`.
    before: u32,
    next: u32,
    mix: Mix,
    at_end: AtEnd,
    loop_events: LoopEvents,
    extent: Extent,
    /// Whether the start was reported.
    started: bool,
    /// Whether the end was reported.
    ended: bool,
    /// Whether the item leaves at the end of its fade.
    fades_out: bool,
}

/// What the range of an item follows when its clip changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Extent {
    /// Nothing: the range was chosen.
    Fixed,
    /// The whole clip, which has this duration.
    Whole(Span),
    /// The widest range of its group, in which its clip counts with this duration; `None` for a range that was chosen.
    Widest(Option<Span>),
}

impl<T, C> Item<T, C> {
    /// An item of no group, of which nothing was reported.
    #[inline]
    pub(super) fn new(
        head: Playhead,
        target: T,
        clip: C,
        play: &Play,
        extent: Extent,
        serial: u64,
    ) -> Self {
        let from = if play.fade_in > Span::ZERO { Weight::ZERO } else { play.weight };
        Self {
            fade: Fade { since: head.anchor(), over: play.fade_in, from, to: play.weight },
            head,
            target,
            clip,
            serial,
            lane: play.lane,
            group: NONE,
            before: NONE,
            next: NONE,
            mix: play.mix,
            at_end: play.at_end,
            loop_events: play.loop_events,
            extent,
            started: false,
            ended: false,
            fades_out: false,
        }
    }

    #[inline]
    pub(super) const fn head(&self) -> &Playhead {
        &self.head
    }

    #[inline]
    pub(super) const fn fade(&self) -> &Fade {
        &self.fade
    }

    #[inline]
    pub(super) const fn serial(&self) -> u64 {
        self.serial
    }

    #[inline]
    pub(super) const fn lane(&self) -> u32 {
        self.lane
    }

    #[inline]
    pub(super) const fn mix(&self) -> Mix {
        self.mix
    }

    #[inline]
    pub(super) const fn loop_events(&self) -> LoopEvents {
        self.loop_events
    }

    #[inline]
    pub(super) const fn extent(&self) -> Extent {
        self.extent
    }

    /// Whether the start was reported.
    #[inline]
    pub(super) const fn has_started(&self) -> bool {
        self.started
    }

    /// Whether the end was reported.
    #[inline]
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the item leaves at its end by itself.
    #[inline]
    pub(super) fn leaves_at_end(&self) -> bool {
        self.group == NONE && self.at_end == AtEnd::Leave
    }

    /// The time at which the item has faded out and leaves.
    #[inline]
    pub(super) fn fade_end(&self) -> Option<Time> {
        self.fades_out.then(|| self.fade.end())
    }

    pub(super) fn is_at_end(&self, now: Time) -> bool {
        self.head.at(now).phase == Phase::Ended
    }

    /// The start and the end of an item that plays once at normal speed, if nothing but these two lies ahead at `now`.
    #[inline]
    pub(super) fn once(&self, now: Time) -> Option<(Time, Time)> {
        self.head.once().filter(|(start, end)| {
            now < *end && (now >= *start || !self.started) && !(self.ended || self.fades_out)
        })
    }

    /// The slot of the group, or `NONE`.
    #[inline]
    pub(super) const fn group(&self) -> u32 {
        self.group
    }

    /// The slot of the next member of the group, or `NONE`.
    #[inline]
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// The slot of the previous member of the group, or `NONE`.
    pub(super) const fn before(&self) -> u32 {
        self.before
    }

    /// Makes the item the last member of a group.
    pub(super) fn join(&mut self, group: u32, before: u32) {
        (self.group, self.before) = (group, before);
    }

    pub(super) fn set_next(&mut self, next: u32) {
        self.next = next;
    }

    pub(super) fn set_before(&mut self, before: u32) {
        self.before = before;
    }

    /// Records that the start was reported.
    #[inline]
    pub(super) fn mark_started(&mut self) {
        self.started = true;
    }

    /// Records that the end was reported; `false` if it was reported before.
    #[inline]
    pub(super) fn mark_ended(&mut self) -> bool {
        !core::mem::replace(&mut self.ended, true)
    }

    /// Lets an ended item play again if it is no longer at its end; returns whether it was ended.
    pub(super) fn revive(&mut self, now: Time) -> bool {
        let revives = self.ended && (!self.started || !self.is_at_end(now));
        self.ended &= !revives;
        revives
    }

    pub(super) fn pause(&mut self, now: Time) {
        self.head.pause(now);
    }

    pub(super) fn resume(&mut self, now: Time) {
        self.head.resume(now);
    }

    pub(super) fn set_speed(&mut self, now: Time, speed: Speed) {
        self.head.set_speed(now, speed);
    }

    /// Sets the range that plays. An item that has started keeps its position.
    pub(super) fn set_range(&mut self, now: Time, from: Span, to: Span) -> Result<(), PlayError> {
        self.head.change_range(now, from, to, self.started)?;
        self.extent = Extent::Fixed;
        Ok(())
    }

    pub(super) fn reset(&mut self) {
        self.head.reset();
        self.started = false;
    }

    pub(super) fn restart(&mut self, now: Time) {
        self.head.restart(now);
        self.started = false;
    }

    /// Moves to `elapsed` along the path, or to the end for `None`; an endless item has no end and stays.
    pub(super) fn seek(&mut self, now: Time, elapsed: Option<Span>) {
        match elapsed {
            Some(elapsed) => self.head.seek(now, elapsed),
            None => _ = self.head.finish(now),
        }
    }

    pub(super) fn fade_to(&mut self, now: Time, weight: Weight, over: Span) {
        let from = self.fade.at(now);
        self.fade = Fade { since: now, over: over.max(Span::ZERO), from, to: weight };
        self.fades_out = false;
    }

    /// Lets the item leave at the end of its fade, and hold its own end until then.
    pub(super) fn leave_after_fade(&mut self) {
        self.fades_out = true;
        self.at_end = AtEnd::Hold;
    }

    /// Takes over another duration of the clip, for an item that plays its whole clip.
    pub(super) fn stretch_whole(&mut self, now: Time, duration: Span) {
        if let Extent::Whole(before) = self.extent
            && duration != before
            && self.stretch(now, Span::ZERO, duration)
        {
            self.extent = Extent::Whole(duration);
        }
    }

    /// Takes over another widest range of the group. The clip counts with `duration`, if it still exists.
    pub(super) fn stretch_widest(
        &mut self,
        now: Time,
        from: Span,
        to: Span,
        duration: Option<Span>,
    ) {
        let Extent::Widest(before) = self.extent else { return };
        if self.stretch(now, from, to)
            && let (Some(_), Some(duration)) = (before, duration)
        {
            self.extent = Extent::Widest(Some(duration));
        }
    }

    /// Plays another range of the clip from now on, at its present position; `false` if the range is refused.
    fn stretch(&mut self, now: Time, from: Span, to: Span) -> bool {
        let (was, old_range) = (self.head.at(now), self.head.range());
        let begun = self.started;
        if self.head.change_range(now, from, to, begun).is_err() {
            return false;
        }
        if self.ended {
            // An endless item never ends, and an item that has faded out has left.
            let _ends = self.head.finish(now);
        } else if begun && was.phase != Phase::Waiting {
            // A playhead at the end of a pass counts that end as reported, but this item has only now reached it.
            let is_new_end = match was.direction {
                Direction::Forward => was.local >= to && was.local != old_range.1,
                Direction::Backward => was.local <= from && was.local != old_range.0,
            };
            if is_new_end {
                self.head.step_back_from_end();
            }
        }
        true
    }

    /// Whether the fields that a save may damage are consistent; the playhead and the links are checked elsewhere.
    pub(super) fn is_sound(&self) -> bool {
        self.fade.over >= Span::ZERO
    }

    /// The same item with its clip referred to in another way.
    pub(super) fn map_clip<D>(self, map: impl FnOnce(C) -> Option<D>) -> Option<Item<T, D>> {
        let Self {
            head,
            target,
            clip,
            fade,
            serial,
            lane,
            group,
            before,
            next,
            mix,
            at_end,
            loop_events,
            extent,
            started,
            ended,
            fades_out,
        } = self;
        let clip = map(clip)?;
        Some(Item {
            head,
            target,
            clip,
            fade,
            serial,
            lane,
            group,
            before,
            next,
            mix,
            at_end,
            loop_events,
            extent,
            started,
            ended,
            fades_out,
        })
    }
}

impl<T: Copy, C: Copy> Item<T, C> {
    #[inline]
    pub(super) const fn target(&self) -> T {
        self.target
    }

    #[inline]
    pub(super) const fn clip(&self) -> C {
        self.clip
    }
}
