//! Hot reload: a library whose clips change while they play.
//!
//! The range of an item and the due time of its next event follow from its clip, and belong to one revision of the
//! library. A player that meets another revision computes them again, from its state and the new clips alone. So a
//! copy does the same, and so does a player that was saved and loaded.

use super::Player;
use crate::clip::{ClipId, ClipSource, LookupError};

impl<T: Copy> Player<T> {
    /// Takes over the present clips of the library. Every step, seek and finish does so if the library's
    /// [revision](ClipSource::revision) has changed; call it to read positions before the next step.
    ///
    /// Every item keeps its position in its clip. An item that plays its whole clip gets the clip's new duration.
    /// Events follow the new clip: events ahead of the item are reported once, events behind it never again.
    ///
    /// - An item at the new end or beyond continues from the last flick before the end, so it passes the cues at the
    ///   end and ends or loops at once. Backward it continues from the new end.
    /// - An item that has ended shows the new end and stays ended.
    /// - A repeating item whose clip now has a duration of zero keeps its old duration.
    /// - An item whose clip was removed plays on to the end of its old duration, without cues.
    /// - An item of a loaded state whose clips have other ids here takes the id of the clip of the same name.
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
        self.state.set_revision(clips.revision());
        for slot in self.state.items().indices() {
            let id = self.state.items().get(slot).map(|item| item.clip);
            let is_missing = |id: &ClipId| {
                matches!(
                    clips.get(*id),
                    Err(LookupError::OtherLibrary(_) | LookupError::Unknown(_))
                )
            };
            if let Some(here) = id.filter(is_missing).and_then(|id| clips.moved(id)) {
                self.state.refit(slot, |_, item| item.clip = here);
            }
        }
        for slot in self.state.items().indices() {
            self.state.refit(slot, |now, item| {
                if let Ok(clip) = clips.get(item.clip) {
                    item.stretch_whole(now, clip.duration());
                }
            });
        }
    }

    /// The same, unless the revision is still the same.
    pub(super) fn reload_if_changed<S: ClipSource + ?Sized>(&mut self, clips: &S) {
        if !self.state.is_of(clips.revision()) {
            self.reload(clips);
        }
    }
}
