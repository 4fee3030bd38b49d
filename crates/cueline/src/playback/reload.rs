//! Hot reload: a library whose clips change while they play.
//!
//! What is derived from a clip and kept (the range of an item, the time at which its next event is due)
//! belongs to one revision of the library. A player that sees another revision works all of it out again,
//! from its state and the new clips alone. So a copy, or a player that was saved and loaded, does the same.

use super::{
    Phase, Player,
    state::{Extent, Item, NONE},
};
use crate::{
    clip::ClipSource,
    event::Direction,
    time::{Span, Time},
};

impl<T: Copy> Player<T> {
    /// Goes on with the clips as they are in the library now. Every step, seek and finish does so by itself where
    /// the library's [revision](ClipSource::revision) has changed; call it to read positions before that.
    ///
    /// Every item stays where it is in its clip. An item that plays its whole clip gets the clip's new duration. Events
    /// follow the new clip: events ahead of the item are reported once, events behind it never again.
    ///
    /// - A place at the new end or beyond: the item goes on from the last flick before the end, so it passes the end's
    ///   cues and ends or loops at once. Backward it goes on from the new end.
    /// - An item that has ended shows the new end and stays ended.
    /// - A repeating item whose clip has a duration of zero now keeps the duration it had.
    /// - A clip that was removed: its items play on to the end of the duration they have, without cues.
    /// - Groups that play the widest range get the widest range of the clips of all members that are still there.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips, Cue},
    ///     event::EventKind,
    ///     playback::{Player, Repeat},
    ///     time::{Span, Time},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("open").duration(ms(1000)).build()?)?;
    ///
    /// let mut player = Player::new();
    /// player.play(&clips, "open", Repeat::Once)?;
    /// player.advance(ms(500), &clips);
    ///
    /// // The file was saved again: longer, with a cue near the end.
    /// clips.replace(ClipBuilder::new("open").duration(ms(1200)).cue(Cue::state(ms(1100), "is open")).build()?)?;
    ///
    /// let events = player.advance(ms(700), &clips);
    /// assert_eq!(events.cues().next().unwrap().1.name(), "is open");
    /// assert_eq!((events[1].kind, events[1].due), (EventKind::End, Time::from_millis(1200)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn reload<S: ClipSource + ?Sized>(&mut self, clips: &S) {
        self.revision = Some(clips.revision());
        for group in (0..NONE).take(self.state.groups.rows.len()) {
            self.widen(group, clips);
        }
        for slot in (0..NONE).take(self.state.items.rows.len()) {
            let now = self.state.now;
            let Some(item) = self.state.items.get_mut(slot) else { continue };
            if let (Extent::Whole(before), Ok(clip)) = (item.extent, clips.get(item.clip))
                && clip.duration() != before
                && item.stretch(now, Span::ZERO, clip.duration())
            {
                item.extent = Extent::Whole(clip.duration());
            }
            self.rearm(slot);
        }
    }

    /// The same, unless the clips are those that were seen last.
    pub(super) fn keep_up<S: ClipSource + ?Sized>(&mut self, clips: &S) {
        if self.revision != Some(clips.revision()) {
            self.reload(clips);
        }
    }

    /// Gives the members of a group their widest range again, where a clip that counts has another duration.
    fn widen<S: ClipSource + ?Sized>(&mut self, group: u32, clips: &S) {
        let Some((first, fixed)) =
            self.state.groups.get(group).map(|group| (group.first, group.fixed))
        else {
            return;
        };
        let (mut widest, mut has_changed) = (fixed, false);
        let mut slot = first;
        while let Some(item) = self.state.items.get(slot) {
            if let Extent::Widest(Some(before)) = item.extent {
                let duration = clips.get(item.clip).map_or(before, |clip| clip.duration());
                has_changed |= duration != before;
                let (from, to) = widest.unwrap_or((Span::ZERO, duration));
                widest = Some((from.min(Span::ZERO), to.max(duration)));
            }
            slot = item.next;
        }
        let (Some((from, to)), true) = (widest, has_changed) else { return };
        let (mut slot, now) = (first, self.state.now);
        while let Some(item) = self.state.items.get_mut(slot) {
            slot = item.next;
            let Extent::Widest(before) = item.extent else { continue };
            if item.stretch(now, from, to)
                && let (Some(_), Ok(clip)) = (before, clips.get(item.clip))
            {
                item.extent = Extent::Widest(Some(clip.duration()));
            }
        }
    }
}

impl<T> Item<T> {
    /// Plays another range of its clip from now on, at the place where it is; `false` where it cannot.
    fn stretch(&mut self, now: Time, from: Span, to: Span) -> bool {
        let (was, old_range) = (self.head.at(now), self.head.range());
        let begun = self.started;
        if self.head.change_range(now, from, to, begun).is_err() {
            return false;
        }
        if self.ended {
            // An endless one never ends; what was faded out has left.
            let _ends = self.head.finish(now);
        } else if begun && was.phase != Phase::Waiting {
            // The end of a pass counts as reported where a playhead stands on it; this one has only now got there.
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
}
