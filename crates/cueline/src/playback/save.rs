//! Saves: the state of a player as clip names and integers.
//!
//! A clip id is good within one program; a name is good for years. A save names each clip that is
//! playing, with a digest of what it was, so that loading finds what is missing or has changed.
//! What cannot be loaded stays whole: repair the set of clips and load it again.

use alloc::{string::String, vec::Vec};
use core::{fmt, hash::Hash};

use super::{Player, state::State};
use crate::{
    clip::{ClipId, ClipIdError, ClipSource},
    save::{OtherVersion, VERSION},
};

/// A [`Player`] by clip names: what goes into a file.
///
/// Of a file with a later form, the version is all that is read: [`load`](Self::load) names it, and nothing
/// is written in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Saved<T> {
    /// Counts up when the form changes.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::save::write_version"))]
    version: u32,
    clips: Vec<SavedClip>,
    /// Clips by their place in `clips`.
    state: State<T, u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedClip {
    name: String,
    digest: u64,
}

impl<T: Copy> Player<T> {
    /// The whole state by clip names. `clips` is the set that everything was played from.
    ///
    /// # Errors
    ///
    /// [`SaveError`] where an item plays a clip that is not in it, or was removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     playback::{LoadError, Play, Player},
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
    ///     LoadError::Clips { missing, changed: vec![] }
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn save<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Saved<T>, SaveError> {
        let mut names: Vec<ClipId> = self.state.items.iter().map(|(.., item)| item.clip).collect();
        names.sort_unstable();
        names.dedup();
        let named = |id: &ClipId| {
            let clip = clips.get(*id).map_err(SaveError)?;
            Ok(SavedClip { name: clip.name().into(), digest: clip.digest() })
        };
        let saved_clips = names.iter().map(named).collect::<Result<_, SaveError>>()?;
        let place = |id| names.binary_search(&id).ok().and_then(|place| u32::try_from(place).ok());
        let state = self.state.clone().map_clips(place);
        // All ids were collected above.
        let state = state.ok_or(SaveError(ClipIdError::Unknown(ClipId::at(usize::MAX))))?;
        Ok(Saved { version: VERSION, clips: saved_clips, state })
    }
}

impl<T: Copy> Saved<T> {
    /// The player as it was, playing clips of the same names from `clips`.
    ///
    /// # Errors
    ///
    /// [`LoadError::Clips`] naming each clip that is missing and each that has changed; [`LoadError::Version`] for a
    /// save from a later version, [`LoadError::Damaged`] for one that does not fit together.
    pub fn load<S: ClipSource + ?Sized>(&self, clips: &S) -> Result<Player<T>, LoadError> {
        if self.version != VERSION {
            return Err(LoadError::Version { found: self.version, read: VERSION });
        }
        let (mut ids, mut missing, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for saved in &self.clips {
            match clips.id(&saved.name).ok().and_then(|id| Some((id, clips.get(id).ok()?))) {
                None => missing.push(saved.name.clone()),
                Some((_, clip)) if clip.digest() != saved.digest => {
                    changed.push(saved.name.clone());
                }
                Some((id, _)) => ids.push(id),
            }
        }
        if !missing.is_empty() || !changed.is_empty() {
            return Err(LoadError::Clips { missing, changed });
        }
        if !self.state.is_sound() {
            return Err(LoadError::Damaged);
        }
        let state = self.state.clone().map_clips(|place| ids.get(place as usize).copied());
        state.map(Player::from_state).ok_or(LoadError::Damaged)
    }

    /// The names of all clips that the save needs.
    pub fn clip_names(&self) -> impl Iterator<Item = &str> {
        self.clips.iter().map(|clip| clip.name.as_str())
    }
}

/// Why a player could not be saved: an item plays a clip that is not in the library, so it has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SaveError(pub ClipIdError);

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an item plays a clip that cannot be named: {}", self.0)
    }
}

impl core::error::Error for SaveError {}

/// Why a save could not be loaded. It stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadError {
    /// It needs clips that are not there, or not as they were.
    Clips {
        /// The names of the missing clips.
        missing: Vec<String>,
        /// The names of the clips with different content.
        changed: Vec<String>,
    },
    /// A later version of the library wrote the save.
    Version {
        /// The version of the save.
        found: u32,
        /// The newest readable version.
        read: u32,
    },
    /// The save is inconsistent.
    Damaged,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clips { missing, changed } => {
                write!(f, "clips missing: {missing:?}; clips changed since: {changed:?}")
            }
            Self::Version { found, .. } => OtherVersion { found: *found }.fmt(f),
            Self::Damaged => write!(f, "the save is damaged: its parts do not fit together"),
        }
    }
}

impl core::error::Error for LoadError {}

#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Saved<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Whole<T> {
            version: u32,
            clips: Vec<SavedClip>,
            state: State<T, u32>,
        }
        let read = crate::save::read_fields(from, &["version", "clips", "state"])?;
        Ok(match read {
            Ok(Whole { version, clips, state }) => Self { version, clips, state },
            Err(version) => {
                Self { version, clips: Vec::new(), state: State::new(crate::time::Time::ZERO) }
            }
        })
    }
}
