//! Players of assets on entities: clips, timelines, flipbooks, animators.

pub(crate) mod bind;
#[cfg(feature = "characters")]
pub(crate) mod character;
pub(crate) mod clip;
pub(crate) mod clips;
pub(crate) mod cursor;
pub(crate) mod events;
pub(crate) mod flipbook;
#[cfg(feature = "files")]
mod joints;
pub(crate) mod moved;
mod passes;
#[cfg(feature = "egui")]
pub(crate) mod playback;
#[cfg(feature = "characters")]
mod pose;
pub(crate) mod preference;
mod sink;
pub(crate) mod steady;
pub(crate) mod timeline;
