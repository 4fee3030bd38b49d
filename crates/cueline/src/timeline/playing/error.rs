//! Errors of playing a timeline.

use core::fmt;

use super::super::NotFound;
use crate::playback::PlayError;

/// Why a timeline cannot be played with these settings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayingError {
    /// The playhead refuses the settings.
    Play(PlayError),
    /// An item of the timeline is [one way](super::super::Item::one_way).
    OneWay,
    /// The timeline never ends, so it cannot repeat or finish.
    Endless,
    /// A label does not exist.
    NotFound(NotFound),
}

impl fmt::Display for PlayingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::OneWay => {
                f.write_str("the timeline has an item that is one way, so it cannot play backward")
            }
            Self::Endless => f.write_str("the timeline never ends, so it cannot repeat or finish"),
            Self::NotFound(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlayingError {}

impl From<PlayError> for PlayingError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}
