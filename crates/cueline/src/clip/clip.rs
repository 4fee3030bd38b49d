//! A named bundle of tracks and cues with one length.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{
    fmt,
    hash::{Hash, Hasher},
};

use super::{Cue, CuesIn, Window, cue};
use crate::{digest::Digest, time::Span};

/// An animation: tracks by property path, cues by name, a length. Immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    name: Box<str>,
    /// Never negative.
    length: Span,
    /// Sorted by time; of one time in the order of declaration. All within `ZERO..=length`.
    cues: Box<[Cue]>,
}

impl Clip {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How long one pass of it lasts; zero is legal, less is not.
    #[must_use]
    pub fn length(&self) -> Span {
        self.length
    }

    /// Its named moments, sorted by time; [`EdgeKind::Cue`](crate::edge::EdgeKind::Cue) holds the index.
    #[must_use]
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// The cues passed in `window`, in the order in which they were passed, with their indices.
    ///
    /// Cues of one moment come in the order of their indices, in both directions.
    #[must_use]
    pub fn cues_in(&self, window: Window) -> CuesIn<'_> {
        cue::in_window(&self.cues, window)
    }

    /// A hash of all that can be seen of it: a saved state tells by it that a clip has changed.
    ///
    /// The same on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        self.name.hash(&mut digest);
        self.length.hash(&mut digest);
        self.cues.hash(&mut digest);
        digest.finish()
    }
}

/// What a clip is made from; checked as a whole by [`ClipDraft::build`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipDraft {
    /// What the clip is called.
    pub name: String,
    /// How long it lasts; by default until the last keyframe or cue.
    pub length: Option<Span>,
    /// Named moments in any order.
    pub cues: Vec<Cue>,
}

impl ClipDraft {
    /// A clip without anything in it yet.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// With a length other than that of what is in it.
    #[must_use]
    pub fn length(self, length: Span) -> Self {
        Self { length: Some(length), ..self }
    }

    /// With a cue.
    #[must_use]
    pub fn cue(mut self, cue: Cue) -> Self {
        self.cues.push(cue);
        self
    }

    /// Checks everything and makes the clip.
    ///
    /// # Errors
    ///
    /// [`ClipError::NegativeLength`]; [`ClipError::CueOutside`] for a cue outside the clip's length.
    pub fn build(mut self) -> Result<Clip, ClipError> {
        self.cues.sort_by_key(|cue| cue.at);
        let last = self.cues.last().map_or(Span::ZERO, |cue| cue.at).max(Span::ZERO);
        let length = self.length.unwrap_or(last);
        if length < Span::ZERO {
            return Err(ClipError::NegativeLength { length });
        }
        if let Some(cue) = self.cues.iter().find(|cue| cue.at < Span::ZERO || cue.at > length) {
            return Err(ClipError::CueOutside { name: cue.name.clone(), at: cue.at, length });
        }
        Ok(Clip { name: self.name.into(), length, cues: self.cues.into() })
    }
}

/// Why a draft is not a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipError {
    /// The length is below zero.
    NegativeLength {
        /// What was asked for.
        length: Span,
    },
    /// A cue lies before the clip's start or after its end.
    CueOutside {
        /// The cue's name.
        name: String,
        /// Where it is.
        at: Span,
        /// How long the clip is.
        length: Span,
    },
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeLength { length } => {
                write!(
                    f,
                    "a clip's length is {} flicks but must not be below zero",
                    length.flicks()
                )
            }
            Self::CueOutside { name, at, length } => write!(
                f,
                "cue {name:?} is at {} flicks but must be within 0 and {} flicks",
                at.flicks(),
                length.flicks()
            ),
        }
    }
}

impl core::error::Error for ClipError {}
