//! Handles of items and groups, and the subjects of events.

use crate::{
    clip::{ClipId, ClipSource, Cue},
    event::{Event, EventKind},
};

/// Defines a handle.
macro_rules! handles {
    ($($(#[$doc:meta])* $handle:ident $variant:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            pub struct $handle {
                pub(super) slot: u32,
                pub(super) generation: u32,
            }

            crate::digest::digested! { struct $handle { slot, generation } }

            impl From<$handle> for PlaybackRef {
                fn from(handle: $handle) -> Self {
                    Self::$variant(handle)
                }
            }
        )*
    };
}

handles! {
    /// A playing item of a [`Player`](super::Player). Once the item has ended, its handle is stale for ever. The same calls give
    /// the same handles, also in two players: a handle of one means some other item in the other one, so keep each with its player.
    PlaybackHandle Item;
    /// A group of playing items that are controlled together. A handle of another player means some other group, as with a
    /// [`PlaybackHandle`].
    GroupHandle Group;
}

/// The target of a command: an item, or all members of a group. Both kinds of handles convert into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlaybackRef {
    /// One item.
    Item(PlaybackHandle),
    /// All members of a group.
    Group(GroupHandle),
}

crate::digest::digested! { enum PlaybackRef { Item(it), Group(it) } }

/// The subject of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Subject<T> {
    /// An item. The event names its clip and its target, even if the item has ended by now.
    Item {
        /// Which item.
        handle: PlaybackHandle,
        /// Its target.
        target: T,
        /// Its clip.
        clip: ClipId,
    },
    /// A whole group: its last member has ended.
    Group(GroupHandle),
}

crate::digest::digested! { enum Subject<T> { Item { handle, target, clip }, Group(it) } }

impl<T> Subject<T> {
    /// The target of the item; `None` for a group.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::prelude::*;
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("walk").duration(ms(400)).build()?)?;
    /// let mut player = Player::new();
    /// player.play_on("hero", &clips, "walk", Repeat::Once)?;
    /// let events = player.advance(ms(100), &clips);
    /// assert_eq!(events[0].id.target(), Some(&"hero"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn target(&self) -> Option<&T> {
        match self {
            Self::Item { target, .. } => Some(target),
            Self::Group(_) => None,
        }
    }

    /// The clip of the item; `None` for a group.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let events = player.advance(ms(100), &clips);
    /// assert_eq!(events[0].id.clip(), Some(clips.id("door")?));
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn clip(&self) -> Option<ClipId> {
        match self {
            Self::Item { clip, .. } => Some(*clip),
            Self::Group(_) => None,
        }
    }
}

impl<T> Event<Subject<T>> {
    /// The passed cue; `None` if the event is not a cue, or the library does not have the clip.
    ///
    /// For events that were stored. For the events of the last step see
    /// [`PlayerEvents::cues`](super::PlayerEvents::cues).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let mut stored = Vec::new();
    /// player.advance_into(ms(400), &clips, &mut stored);
    /// let names: Vec<_> = stored.iter().map(|event| event.cue(&clips).map(|cue| cue.name())).collect();
    /// assert_eq!(names, [None, Some("open"), None]); // start, cue, end
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cue<'c, S: ClipSource + ?Sized>(&self, clips: &'c S) -> Option<&'c Cue> {
        let EventKind::Cue(index) = self.kind else { return None };
        clips.get(self.id.clip()?).ok()?.cues().get(index as usize)
    }
}
