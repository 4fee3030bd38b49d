//! Clips, flipbooks and timelines as assets.

#[cfg(feature = "files")]
pub(crate) mod files;
pub(crate) mod part;
#[cfg(feature = "serde")]
pub(crate) mod path;

use alloc::{string::String, sync::Arc, vec::Vec};

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

/// A [`Flipbook`] as an asset.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CueFlipbook {
    /// Which frame shows when.
    pub book: Flipbook,
    /// The picture of each frame; of frames without one, the frame's own number.
    pub pictures: Vec<u32>,
}

impl CueFlipbook {
    /// The picture of a frame.
    #[must_use]
    pub fn picture(&self, frame: u32) -> usize {
        let picture = usize::try_from(frame).ok().and_then(|frame| self.pictures.get(frame));
        usize::try_from(*picture.unwrap_or(&frame)).unwrap_or(0)
    }
}

impl From<Flipbook> for CueFlipbook {
    fn from(book: Flipbook) -> Self {
        Self { book, pictures: Vec::new() }
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
