//! A playing timeline with a clock of its own, which the tests advance.

use crate::{
    event::Event,
    playback::{EventBuffer, ItemId, Play, PlayError, PlayheadPosition, Playing, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::Timeline,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stepped {
    pub(super) playing: Playing,
    now: Time,
}

crate::digest::digested! { struct Stepped { playing, now } }

impl Stepped {
    pub(super) fn new<K>(
        timeline: &Timeline<K>,
        start: Time,
        play: &Play,
    ) -> Result<Self, PlayError> {
        Ok(Self { playing: Playing::new(timeline, start, play)?, now: start })
    }

    pub(super) fn advance<'b, K>(
        &mut self,
        by: Span,
        timeline: &Timeline<K>,
        buffer: &'b mut EventBuffer,
    ) -> &'b [Event<ItemId>] {
        self.now += by;
        self.playing.step(self.now, timeline, buffer)
    }

    pub(super) fn position(&self) -> PlayheadPosition {
        self.playing.at(self.now)
    }

    pub(super) fn elapsed(&self) -> Span {
        self.position().local
    }

    pub(super) fn is_held(&self) -> bool {
        self.playing.is_held()
    }

    pub(super) fn is_over(&self) -> bool {
        self.playing.is_over()
    }

    pub(super) fn pause(&mut self) {
        self.playing.pause(self.now);
    }

    pub(super) fn resume(&mut self) {
        self.playing.resume(self.now);
    }

    pub(super) fn restart(&mut self) {
        self.playing.restart(self.now);
    }

    pub(super) fn scrub_to(&mut self, elapsed: Span) {
        self.playing.scrub(self.now, elapsed);
    }

    pub(super) fn set_speed(&mut self, speed: Speed) -> Result<(), PlayError> {
        self.playing.set_speed(self.now, speed)
    }

    pub(super) fn set_range(&mut self, from: Span, to: Span) -> Result<(), PlayError> {
        self.playing.set_range(self.now, from, to)
    }

    pub(super) fn reload<K>(&mut self, new: &Timeline<K>) -> Result<(), PlayError> {
        self.playing.reload(self.now, new)
    }

    pub(super) fn seek<'b, K>(
        &mut self,
        elapsed: Span,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        buffer: &'b mut EventBuffer,
    ) -> &'b [Event<ItemId>] {
        self.playing.seek(self.now, elapsed, policy, timeline, buffer)
    }

    pub(super) fn finish<'b, K>(
        &mut self,
        timeline: &Timeline<K>,
        buffer: &'b mut EventBuffer,
    ) -> Result<&'b [Event<ItemId>], PlayError> {
        self.playing.finish(self.now, timeline, buffer)
    }
}
