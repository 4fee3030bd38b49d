//! One item of a player: what plays, on which target, and its place among the others.
//!
//! Generic in how a clip is referred to: by id while it plays, by its place in a table of names in a save.

use super::{AtEnd, Fade, Mix, Play, Playhead, Playing, slots::NONE};
use crate::{
    clip::ClipId,
    time::{Span, Time},
};

/// One item. `Copy`, so that a snapshot is one copy of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PlayerItem<T, C = ClipId> {
    pub(super) playing: Playing,
    pub(super) target: T,
    pub(super) clip: C,
    /// Counts everything ever played; orders events that are due at one time.
    pub(super) serial: u64,
    #[cfg_attr(feature = "serde", serde(rename = "lane"))] // its name in saves of version 1
    pub(super) priority: u32,
    /// The slot of its group, or `NONE`.
    pub(super) group: u32,
    /// The previous and the next member of the group, or `NONE`.
    pub(super) before: u32,
    pub(super) next: u32,
    pub(super) mix: Mix,
    at_end: AtEnd,
}

crate::digest::digested! {
    struct PlayerItem<T, C> { playing, target, clip, serial, priority, group, before, next, mix, at_end }
}

impl<T, C> PlayerItem<T, C> {
    /// An item of no group.
    #[inline]
    pub(super) const fn new(
        playing: Playing,
        target: T,
        clip: C,
        play: &Play,
        serial: u64,
    ) -> Self {
        Self {
            playing,
            target,
            clip,
            serial,
            priority: play.priority,
            group: NONE,
            before: NONE,
            next: NONE,
            mix: play.mix,
            at_end: play.at_end,
        }
    }

    #[inline]
    pub(super) const fn head(&self) -> &Playhead {
        self.playing.playhead()
    }

    #[inline]
    pub(super) const fn fade(&self) -> &Fade {
        self.playing.fade()
    }

    /// Whether the item leaves at its end by itself.
    #[inline]
    pub(super) fn leaves_at_end(&self) -> bool {
        self.group == NONE && self.at_end == AtEnd::Leave && self.playing.leaves().is_none()
    }

    /// Makes the item the last member of a group.
    pub(super) const fn join(&mut self, group: u32, before: u32) {
        (self.group, self.before) = (group, before);
    }

    /// Takes over another duration of the clip, if the item plays its whole clip, at its present position; what has ended
    /// stays at its end. An item that repeats and would be empty keeps its range.
    pub(super) fn stretch_whole(&mut self, now: Time, duration: Span) {
        let to = (Span::ZERO, duration);
        if self.playing.plays_whole()
            && self.head().range() != to
            && self.playing.stretch(now, to.0, to.1).is_ok()
            && self.playing.is_over()
        {
            self.playing.stay_at_end(now);
        }
    }

    /// Whether the fields that a save may damage are consistent; the playhead and the links are checked elsewhere.
    pub(super) fn is_sound(&self) -> bool {
        self.fade().over >= Span::ZERO
    }

    /// The same item with its clip referred to in another way.
    pub(super) fn map_clip<D>(self, map: impl FnOnce(C) -> Option<D>) -> Option<PlayerItem<T, D>> {
        let Self { playing, target, clip, serial, priority, group, before, next, mix, at_end } =
            self;
        let clip = map(clip)?;
        Some(PlayerItem {
            playing,
            target,
            clip,
            serial,
            priority,
            group,
            before,
            next,
            mix,
            at_end,
        })
    }
}
