//! Errors of playing.

use core::fmt;

use crate::playback::PlayError;

/// Why something cannot be played like that.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayingError {
    /// The settings are refused.
    Play(PlayError),
    /// An item of the timeline is [one way](crate::timeline::Item::one_way).
    OneWay,
    /// It never ends, so it cannot repeat or finish.
    Endless,
}

impl fmt::Display for PlayingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::OneWay => {
                f.write_str("the timeline has an item that is one way, so it cannot play backward")
            }
            Self::Endless => f.write_str("it never ends, so it cannot repeat or finish"),
        }
    }
}

impl core::error::Error for PlayingError {}

impl From<PlayError> for PlayingError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}
