//! Saves: the state of a player as clip names and integers.
//!
//! The id of a clip is valid within one program; its name is valid for years. A save names each playing clip with a
//! digest of its content, so that loading finds clips that are missing or have changed. A save that cannot be loaded
//! stays whole: repair the library and load it again.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::{Player, indexed::state::State};
use crate::{
    clip::{ClipId, ClipSource, ClipsError},
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
    /// [`SaveError::Unnamed`] if an item plays a clip that the library does not have, or that was removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     playback::{SaveError, Play, Player},
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
    ///     SaveError::Clips { missing, changed: vec![] }
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn save<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Saved<T>, SaveError> {
        let mut names: Vec<ClipId> =
            self.state.items().iter().map(|(.., item)| item.clip).collect();
        names.sort_unstable();
        names.dedup();
        let named = |id: &ClipId| {
            let clip = clips.get(*id).map_err(SaveError::Unnamed)?;
            Ok(SavedClip { name: clip.name().into(), digest: clip.digest() })
        };
        let saved_clips = names.iter().map(named).collect::<Result<_, SaveError>>()?;
        let place = |id| names.binary_search(&id).ok().and_then(|place| u32::try_from(place).ok());
        let state = State::clone(&self.state).map_clips(place);
        // Cannot fail: all ids were collected above.
        let state = state.ok_or(SaveError::Unnamed(ClipsError::Unknown(ClipId::at(usize::MAX))))?;
        Ok(Saved { version: Version, clips: saved_clips, state })
    }
}

impl<T: Copy> Saved<T> {
    /// The player as it was saved, with the clips of the same names from `clips`.
    ///
    /// # Errors
    ///
    /// [`SaveError::Clips`] with the name of each clip that is missing or has changed; [`SaveError::Damaged`] for an
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
    pub fn load<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Player<T>, SaveError> {
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
            return Err(SaveError::Clips { missing, changed });
        }
        if !self.state.is_sound() {
            return Err(SaveError::Damaged);
        }
        let state = self.state.clone().map_clips(|place| ids.get(place as usize).copied());
        state.map(Player::from_state).ok_or(SaveError::Damaged)
    }

    /// The names of all clips that the save needs, to load them first.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// assert!(player.save(&clips)?.clip_names().eq(["door"]));
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clip_names(&self) -> impl Iterator<Item = &str> {
        self.clips.iter().map(|clip| clip.name.as_str())
    }
}

/// Why a player could not be saved or loaded. The player or the save stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// An item plays a clip that the library does not have, so the clip has no name.
    Unnamed(ClipsError),
    /// Clips of the save are missing, or have changed.
    Clips {
        /// The names of the missing clips.
        missing: Vec<String>,
        /// The names of the clips with different content.
        changed: Vec<String>,
    },
    /// The save is inconsistent.
    Damaged,
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed(error) => write!(f, "an item plays a clip that has no name: {error}"),
            Self::Clips { missing, changed } => {
                let lists = [("missing", missing), ("changed since the save", changed)];
                let mut lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
                if let Some((what, names)) = lists.next() {
                    write!(f, "clips {what}: {}", names.join(", "))?;
                }
                lists.try_for_each(|(what, names)| write!(f, "; {what}: {}", names.join(", ")))
            }
            Self::Damaged => write!(f, "the save is damaged: its parts are inconsistent"),
        }
    }
}

impl core::error::Error for SaveError {}
