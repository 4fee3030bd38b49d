//! The content of a file.

use cueline::{time::TickRate, value::AnyEasing};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{
    ClipFile, FlipbookSource, Sheet, Skeleton, TimelineSource, Version, animator::AnimatorSource,
    forms::curve,
};

/// Items by name, in the order in which the file holds them.
pub type Named<T> = IndexMap<String, T>;

/// What one file holds, in the form that people read and write.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Of which version of the format the file is.
    pub version: Version,
    /// Easings by name. Keys and items name them as they name any easing. A document in memory holds the easings
    /// themselves: the reader puts the easing in the place of its name, and the writer the name in the place of an equal
    /// easing. Serde alone does not follow names.
    #[serde(default, with = "curve", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Named<crate::schema::EasingForm>"))]
    pub curves: Named<AnyEasing>,
    /// Clips by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clips: Named<ClipFile>,
    /// Flipbooks by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub flipbooks: Named<FlipbookSource>,
    /// Images with pictures, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sheets: Named<Sheet>,
    /// Timelines by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timelines: Named<TimelineSource>,
    /// Trees of nodes, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skeletons: Named<Skeleton>,
    /// Animators (state machines of characters), by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub animators: Named<AnimatorSource>,
    /// Notes for tools and authors: who made it, with what.
    #[serde(default, skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

/// The frame rate of what a program makes without one. Files write theirs.
pub(crate) const USUAL_RATE: TickRate = TickRate::HZ_60;

/// What a file leaves out. Of no use for floats, of which 0 and -0 are equal.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
