//! Saves: the state of a player as clip names and integers.
//!
//! The id of a clip is valid within one program; its name is valid for years. A save names each playing clip with a
//! digest of its content, so that loading finds clips that are missing or have changed. A save that cannot be loaded
//! stays whole: repair the library and load it again.

use alloc::{string::String, vec::Vec};

use super::{PlayError, Player, indexed::state::State};
use crate::{
    clip::{ClipId, ClipSource, LookupError},
    save::Version,
};

/// A [`Player`] by clip names: the content of a save file.
///
/// Reading a file of another version is an error that names both versions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Saved<T> {
    version: Version,
    clips: Vec<SavedClip>,
    /// The clip of each item as an index into `clips`.
    state: State<T, u32>,
}

crate::digest::digested! { struct Saved<T> { version, clips, state } }

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedClip {
    name: String,
    digest: u64,
}

crate::digest::digested! { struct SavedClip { name, digest } }

impl<T: Copy> Player<T> {
    /// The whole state by clip names. `clips` is the library from which all items were played.
    ///
    /// # Errors
    ///
    /// [`PlayError::Unnamed`] if an item plays a clip that the library does not have, or that was removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     playback::{PlayError, Play, Player},
    ///     time::Span,
    /// };
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("hop").duration(Span::from_secs(1)).build()?)?;
    /// let mut player = Player::new();
    /// player.play_on(7_u32, &clips, "hop", Play::default())?;
    /// player.advance(Span::from_millis(400), &clips);
    ///
    /// let saved = player.save(&clips)?;
    /// assert_eq!(saved.load(&clips)?, player);
    ///
    /// let missing = vec!["hop".to_string()];
    /// assert_eq!(
    ///     saved.load(&Clips::new()).unwrap_err(),
    ///     PlayError::Clips { missing, changed: vec![] }
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn save<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Saved<T>, PlayError> {
        let mut names: Vec<ClipId> =
            self.state.items().iter().map(|(.., item)| item.clip).collect();
        names.sort_unstable();
        names.dedup();
        let named = |id: &ClipId| {
            let clip = clips.get(*id).map_err(PlayError::Unnamed)?;
            Ok(SavedClip { name: clip.name().into(), digest: clip.digest() })
        };
        let saved_clips = names.iter().map(named).collect::<Result<_, PlayError>>()?;
        let place = |id| names.binary_search(&id).ok().and_then(|place| u32::try_from(place).ok());
        let state = State::clone(&self.state).map_clips(place);
        // Cannot fail: all ids were collected above.
        let state =
            state.ok_or(PlayError::Unnamed(LookupError::Unknown(ClipId::at(usize::MAX))))?;
        Ok(Saved { version: Version, clips: saved_clips, state })
    }
}

impl<T: Copy> Saved<T> {
    /// The player as it was saved, with the clips of the same names from `clips`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Clips`] with the name of each clip that is missing or has changed; [`PlayError::Damaged`] for an
    /// inconsistent save.
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
    /// let saved = player.save(&clips)?; // write it with serde
    ///
    /// let mut loaded = saved.load(&clips)?;
    /// assert_eq!(loaded, player);
    /// assert_eq!(loaded.position(door)?.local, ms(100)); // handles stay valid
    /// # loaded.advance(ms(1), &clips);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Player<T>, PlayError> {
        let (mut ids, mut missing, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for saved in &self.clips {
            match clips.find(&saved.name).and_then(|id| Some((id, clips.get(id).ok()?))) {
                None => missing.push(saved.name.clone()),
                Some((_, clip)) if clip.digest() != saved.digest => {
                    changed.push(saved.name.clone());
                }
                Some((id, _)) => ids.push(id),
            }
        }
        if !missing.is_empty() || !changed.is_empty() {
            return Err(PlayError::Clips { missing, changed });
        }
        if !self.state.is_sound() {
            return Err(PlayError::Damaged);
        }
        let state = self.state.clone().map_clips(|place| ids.get(place as usize).copied());
        state.map(Player::from_state).ok_or(PlayError::Damaged)
    }
}
