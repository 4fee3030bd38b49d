//! What a file holds.

use indexmap::IndexMap;

use crate::{ClipSource, FlipbookSource, Sheet, Skeleton, TimelineSource};

/// Items by name, in the order in which the file holds them.
pub type Named<T> = IndexMap<String, T>;

/// What one file holds, in the form that people read and write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Clips by name.
    pub clips: Named<ClipSource>,
    /// Flipbooks by name.
    pub flipbooks: Named<FlipbookSource>,
    /// Images with pictures, by name.
    pub sheets: Named<Sheet>,
    /// Timelines by name.
    pub timelines: Named<TimelineSource>,
    /// Trees of nodes, by name.
    pub skeletons: Named<Skeleton>,
    /// Anything that only its maker needs to know: who made it, with what.
    pub meta: Named<String>,
}
