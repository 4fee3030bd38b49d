//! The content of a file.

use cueline::value::AnyEasing;
use serde::{Deserialize, Serialize};

use crate::{
    animator::AnimatorSource,
    clip::ClipFile,
    flipbook::{FlipbookSource, Sheet},
    forms::{Version, curve},
    named::Named,
    serial::is_default,
    skeleton::Skeleton,
    timeline::TimelineSource,
};

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
