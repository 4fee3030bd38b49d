//! One item of a player: what plays, on which target, and its place among the others.
//!
//! Generic in how a clip is referred to: by id while it plays, by its place in a table of names in a save.

use super::{AtEnd, Fade, Mix, Play, PlayError, Playhead, Playing, slots::NONE};
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
    extent: Extent,
}

crate::digest::digested! {
    struct PlayerItem<T, C> { playing, target, clip, serial, priority, group, before, next, mix, at_end, extent }
}

/// What the range of an item follows when its clip changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Extent {
    /// The clip, unless the range was chosen.
    Own,
    /// The widest range of its group, in which its clip counts with this duration; `None` for a range that was chosen.
    Widest(Option<Span>),
}

crate::digest::digested! { enum Extent { Own, Widest(it) } }

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
            extent: Extent::Own,
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

    #[inline]
    pub(super) const fn extent(&self) -> Extent {
        self.extent
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

    /// Makes the item follow the widest range of its group.
    pub(super) const fn follow_widest(&mut self, duration: Option<Span>) {
        self.extent = Extent::Widest(duration);
    }

    pub(super) fn set_range(&mut self, now: Time, from: Span, to: Span) -> Result<(), PlayError> {
        self.playing.set_range(now, from, to)?;
        self.extent = Extent::Own;
        Ok(())
    }

    /// Takes over another duration of the clip, for an item that plays its whole clip.
    pub(super) fn stretch_whole(&mut self, now: Time, duration: Span) {
        if self.extent == Extent::Own && self.playing.plays_whole() {
            let _refused_if_it_repeats_and_is_empty = self.stretch(now, Span::ZERO, duration);
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

    /// Plays another range of the clip at its present position; what has ended stays at its end. `false` if the range is
    /// refused.
    fn stretch(&mut self, now: Time, from: Span, to: Span) -> bool {
        if self.head().range() == (from, to) {
            return true;
        }
        let fits = self.playing.stretch(now, from, to).is_ok();
        if fits && self.playing.is_over() {
            self.playing.stay_at_end(now);
        }
        fits
    }

    /// Whether the fields that a save may damage are consistent; the playhead and the links are checked elsewhere.
    pub(super) fn is_sound(&self) -> bool {
        self.fade().over >= Span::ZERO
    }

    /// The same item with its clip referred to in another way.
    pub(super) fn map_clip<D>(self, map: impl FnOnce(C) -> Option<D>) -> Option<PlayerItem<T, D>> {
        let Self {
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
            extent,
        } = self;
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
            extent,
        })
    }
}
