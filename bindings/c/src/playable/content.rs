//! A clip, a timeline or a flipbook.

use std::sync::Arc;

use cueline::{
    clip::{Clip, Flipbook, Value},
    digest::digest,
    playback,
    time::Span,
    timeline::Timeline,
};

use crate::status::{Answer, CUELINE_KIND, CUELINE_UNKNOWN, Refusal};

/// What a player plays. Its copies share one clip or timeline.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Clip(Arc<Clip>),
    Timeline(Arc<Timeline<String>>),
    Flipbook(Flipbook),
}

impl Content {
    pub(crate) fn as_playable(&self) -> &dyn playback::Playable {
        match self {
            Self::Clip(clip) => &**clip,
            Self::Timeline(timeline) => &**timeline,
            Self::Flipbook(flipbook) => flipbook,
        }
    }

    pub(crate) fn duration(&self) -> Option<Span> {
        self.as_playable().duration()
    }

    /// By which a save notices that it is of something else.
    pub(crate) fn digest(&self) -> u64 {
        match self {
            Self::Clip(clip) => clip.digest(),
            Self::Timeline(timeline) => digest(&**timeline),
            Self::Flipbook(flipbook) => digest(flipbook),
        }
    }

    pub(crate) fn value(&self, name: &str, at: Span) -> Answer<Value> {
        match self {
            Self::Clip(clip) => {
                clip.sample(name, at).map_err(|error| Refusal::new(CUELINE_UNKNOWN, error))
            }
            Self::Timeline(timeline) => {
                timeline.value(name, at).map_err(|error| Refusal::new(CUELINE_UNKNOWN, error))
            }
            Self::Flipbook(_) => {
                let text = "a flipbook has no properties; cueline_flipbook_at has its picture";
                Err(Refusal::new(CUELINE_KIND, text))
            }
        }
    }

    /// All properties with their values, sorted by name.
    pub(super) fn each_value(&self, at: Span, mut visit: impl FnMut(&str, Value)) {
        match self {
            Self::Clip(clip) => clip.for_each(at, visit),
            Self::Timeline(timeline) => {
                timeline.sample_all(at).for_each(|(name, value)| visit(name, value));
            }
            Self::Flipbook(_) => {}
        }
    }
}
