//! The id of a clip in a library.

use crate::digest::digest;

/// The id of a clip in its library; the state of a player holds ids instead of clips.
///
/// An id is an index and a check number made from the clip's name. So a library refuses an id of another
/// library, unless both have a clip of the same name at the same index. Ids are valid while the program
/// runs; saves contain names, and a loaded state finds its clips by the check numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipId {
    index: u32,
    /// The low half of the digest of the clip's name.
    check: u32,
}

crate::digest::digested! { struct ClipId { index, check } }

impl ClipId {
    /// The id of the clip called `name` at `index`, for a [`ClipSource`](super::ClipSource) of your own.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "half of a digest is enough for a check")]
    pub fn new(index: u32, name: &str) -> Self {
        Self { index, check: digest(name) as u32 }
    }

    /// An id that sorts before all others of that index.
    pub(crate) const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the index of an id")]
        Self { index: index as u32, check: 0 }
    }

    /// Whether both are of clips of one name, as far as their check numbers say.
    pub(super) const fn has_name_of(self, other: Self) -> bool {
        self.check == other.check
    }

    /// The index in the library, from 0: a place in a table of your own.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::ClipId;
    ///
    /// let sounds = ["step.ogg", "thud.ogg"]; // one for each clip
    /// assert_eq!(sounds[ClipId::new(1, "fall").index() as usize], "thud.ogg");
    /// ```
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }
}
