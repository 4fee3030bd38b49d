//! Arranged compositions: an intro, a cut-scene, a combo, a card being dealt.
//!
//! The [sequencer](crate::sequencer) plays what arrives; a timeline is what an author arranges. A [`TimelineBuilder`]
//! takes items in the order of the story (this, then that, together with that, a little later). Built once, the timeline
//! answers what shows at a time, and what happens between two.
//!
//! A [`Timeline`] never changes and remembers nothing, so any time can be asked for in any order, at the cost of a
//! search. [`Playing`] is a few integers: where a game is in a timeline.

mod active;
mod append;
mod bind;
mod builder;
mod compile;
mod cue;
mod error;
mod events;
mod exact;
mod index;
mod item;
mod key;
mod motion;
mod playing;
mod pool;
mod position;
mod report;
mod stagger;
mod tables;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod timeline;
mod values;

pub use active::ActiveItem;
pub use bind::TimelineBinding;
pub use builder::TimelineBuilder;
pub use cue::TimelineCue;
pub use error::{ItemPath, NotFound, TimelineError, TimelineErrorKind};
pub use events::{TimelineEvent, TimelineEvents};
pub use item::{
    Conflict, Item, call, clip, cue, flipbook, from, from_to, nest, pause_here, set, to, wait,
};
pub use key::{KeyError, KeyOf};
pub use playing::{EventBuffer, Playing, PlayingError};
pub use position::{Fraction, Position};
pub use stagger::{Axis, Origin, Stagger};
pub use timeline::{Arrangement, ItemId, ItemKind, LaneId, Timeline};
pub use values::TimelineValues;

/// How many writers of one property may blend at one time.
pub const MAX_BLENDS: usize = 32;
/// How many timelines may lie in each other.
pub const MAX_DEPTH: u32 = 64;

#[cfg(test)]
mod tests;
