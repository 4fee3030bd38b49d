//! A player as the inspector reads it.

use cueline::playback::Playing;

/// What a [`ClipPlayer`] or a [`TimelinePlayer`] plays.
///
/// [`ClipPlayer`]: crate::ClipPlayer
/// [`TimelinePlayer`]: crate::TimelinePlayer
pub(crate) struct Playback<A: bevy_asset::Asset> {
    pub(crate) asset: bevy_asset::Handle<A>,
    pub(crate) playing: Option<Playing>,
    pub(crate) clock: u8,
}
