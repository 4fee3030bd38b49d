//! What can be wrong with playing a timeline.

use core::fmt;

use super::super::{ItemId, NotFound};
use crate::{playback::PlayError, time::Span};

/// Why a timeline cannot be played that way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayingError {
    /// What a playhead refuses.
    Play(PlayError),
    /// Something in it means something forward only.
    OneWay,
    /// It never ends.
    Endless,
    /// There is no such label.
    NotFound(NotFound),
    /// Another timeline, at least in what has been played.
    Changed {
        /// The first item that differs.
        item: ItemId,
        /// Up to where it was played.
        played: Span,
    },
}

impl fmt::Display for PlayingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::OneWay => f.write_str("something in the timeline runs forward only"),
            Self::Endless => f.write_str("the timeline never ends, so it cannot be finished"),
            Self::NotFound(error) => error.fmt(f),
            Self::Changed { item, played } => {
                write!(f, "{item} is not what was played up to {played}")
            }
        }
    }
}

impl core::error::Error for PlayingError {}

impl From<PlayError> for PlayingError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}
