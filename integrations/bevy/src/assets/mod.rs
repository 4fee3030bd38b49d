//! Clips, flipbooks and timelines as assets.

#[cfg(feature = "files")]
pub(crate) mod files;
pub(crate) mod part;
#[cfg(feature = "serde")]
pub(crate) mod path;
#[cfg(all(feature = "files", feature = "sprite"))]
mod pixels;
#[cfg(all(feature = "files", feature = "sprite"))]
pub(crate) mod sheet;

use alloc::{string::String, sync::Arc};

use bevy_asset::Asset;
use bevy_reflect::TypePath;
use cueline::{
    clip::{Clip, Flipbook},
    timeline::Timeline,
};

/// A [`Clip`] as an asset.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CueClip(pub Arc<Clip>);

impl From<Clip> for CueClip {
    fn from(clip: Clip) -> Self {
        Self(Arc::new(clip))
    }
}

/// A [`Flipbook`] as an asset. Its cues are [`CueEvent`](crate::CueEvent)s.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CueFlipbook {
    /// Which picture shows when.
    pub book: Flipbook,
}

impl From<Flipbook> for CueFlipbook {
    fn from(book: Flipbook) -> Self {
        Self { book }
    }
}

/// A [`Timeline`] as an asset; its keys are paths as those of a clip's tracks.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CueTimeline(pub Arc<Timeline<String>>);

impl From<Timeline<String>> for CueTimeline {
    fn from(timeline: Timeline<String>) -> Self {
        Self(Arc::new(timeline))
    }
}
