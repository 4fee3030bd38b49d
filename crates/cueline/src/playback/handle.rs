//! Names for playing things that never come to mean another one.

use core::fmt;

use super::PlayError;

/// One playing item of a [`Player`](super::Player). Once the item is gone, so is its handle, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlaybackHandle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

/// Several playing items that are driven as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupHandle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

/// Whom a command is for: an item, or all members of a group. Handles of both turn into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlaybackRef {
    /// One item.
    Item(PlaybackHandle),
    /// All members of a group.
    Group(GroupHandle),
}

impl From<PlaybackHandle> for PlaybackRef {
    fn from(handle: PlaybackHandle) -> Self {
        Self::Item(handle)
    }
}
impl From<GroupHandle> for PlaybackRef {
    fn from(group: GroupHandle) -> Self {
        Self::Group(group)
    }
}

/// What an event happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Subject<T> {
    /// An item, and what it plays on.
    Item(PlaybackHandle, T),
    /// A whole group: its last member is over.
    Group(GroupHandle),
}

/// Why a command was refused. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ControlError {
    /// What the handle stood for is gone.
    Gone,
    /// It has no end that it could be brought to.
    LoopsForever,
    /// It cannot be played like that.
    Play(PlayError),
}

impl From<PlayError> for ControlError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone => write!(f, "what this handle stood for is gone"),
            Self::LoopsForever => write!(f, "an endless item has no end to be brought to; stop it"),
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ControlError {}
