//! A player as the inspector reads it.

use cueline::playback::Playhead;

/// What a [`ClipPlayer`] or a [`TimelinePlayer`] plays.
pub(crate) struct Playback<A: bevy_asset::Asset> {
    pub(crate) asset: bevy_asset::Handle<A>,
    pub(crate) head: Option<Playhead>,
    pub(crate) clock: u8,
    pub(crate) is_over: bool,
}
