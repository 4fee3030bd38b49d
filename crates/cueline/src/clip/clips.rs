//! The clips a game knows, by name and by id.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::Clip;

/// A clip's place in its [`Clips`]: what a playing state holds instead of the clip.
///
/// Good within one `Clips` only; saves name clips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipId(u32);

impl ClipId {
    /// The id of what was added after so many others.
    #[expect(clippy::cast_possible_truncation, reason = "the index of an id")]
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u32)
    }

    /// The place, counted from 0.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// A set of clips with different names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clips {
    /// In the order in which they were added; the id is the index.
    clips: Vec<Clip>,
    /// Indices into `clips`, sorted by name.
    by_name: Vec<u32>,
}

impl Clips {
    /// No clips.
    #[must_use]
    pub const fn new() -> Self {
        Self { clips: Vec::new(), by_name: Vec::new() }
    }

    /// Adds a clip.
    ///
    /// # Errors
    ///
    /// [`ClipsError::DuplicateName`] where there is one of that name; [`ClipsError::Full`] after `u32::MAX` clips.
    pub fn add(&mut self, clip: Clip) -> Result<ClipId, ClipsError> {
        match self.place(clip.name()) {
            Ok(_) => Err(ClipsError::DuplicateName { name: clip.name().into() }),
            Err(place) => {
                let index = u32::try_from(self.clips.len()).map_err(|_| ClipsError::Full)?;
                self.by_name.insert(place, index);
                self.clips.push(clip);
                Ok(ClipId(index))
            }
        }
    }

    /// Puts `clip` in the place of the one of the same name, whose id it takes over, or adds it.
    ///
    /// # Errors
    ///
    /// [`ClipsError::Full`] after `u32::MAX` clips.
    pub fn replace(&mut self, clip: Clip) -> Result<ClipId, ClipsError> {
        match self.id(clip.name()) {
            Ok(id) => {
                self.clips[id.0 as usize] = clip;
                Ok(id)
            }
            Err(_) => self.add(clip),
        }
    }

    /// The clip of that id; none for an id of other `Clips` that had more of them.
    #[must_use]
    pub fn get(&self, id: ClipId) -> Option<&Clip> {
        self.clips.get(id.0 as usize)
    }

    /// The id of the clip called `name`.
    ///
    /// # Errors
    ///
    /// [`ClipsError::Missing`] where there is none.
    pub fn id(&self, name: &str) -> Result<ClipId, ClipsError> {
        let place = self.place(name).map_err(|_| ClipsError::Missing { name: name.into() })?;
        Ok(ClipId(self.by_name[place]))
    }

    /// All clips with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (ClipId, &Clip)> {
        (0..=u32::MAX).map(ClipId).zip(&self.clips)
    }

    /// How many clips there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clips.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// Where in `by_name` that name is, or where it would go.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.by_name.binary_search_by(|index| self.clips[*index as usize].name().cmp(name))
    }
}

/// What a set of clips refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipsError {
    /// There is a clip of that name already.
    DuplicateName {
        /// The name.
        name: String,
    },
    /// There is no clip of that name.
    Missing {
        /// The name asked for.
        name: String,
    },
    /// There are `u32::MAX` clips already.
    Full,
}

impl fmt::Display for ClipsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName { name } => write!(f, "there is a clip called {name:?} already"),
            Self::Missing { name } => write!(f, "there is no clip called {name:?}"),
            Self::Full => write!(f, "a set holds at most {} clips", u32::MAX),
        }
    }
}

impl core::error::Error for ClipsError {}
