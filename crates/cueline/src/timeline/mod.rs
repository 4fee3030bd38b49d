//! Timelines: animations that are arranged in advance, such as an intro, a cutscene, a combo or a dealt card.
//!
//! The [sequencer](crate::sequencer) plays entries in the order in which the game queues them; an author arranges a
//! timeline in advance. A [`TimelineBuilder`] takes items one by one: after, together with, or some time after the previous
//! item. The built timeline returns the values at any time and the events between two times.
//!
//! A [`Timeline`] is immutable and has no playback state. It can be sampled at any time, in any order; each sample
//! costs a search. A [`Playing`](crate::playback::Playing) plays it: a few integers.

mod bind;
mod builder;
mod compile;
mod cue;
mod digest;
mod entry;
mod error;
mod events;
mod exact;
mod index;
mod item;
mod key;
mod motion;
mod names;
mod node;
mod pool;
mod position;
mod properties;
#[cfg(feature = "serde")]
mod saved;
mod stagger;
mod tables;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod timeline;

pub use crate::{clip::LookupError, playback::ItemId};
pub use bind::TimelineBinding;
pub use builder::{TimelineBuilder, nest};
pub use cue::TimelineCue;
pub use error::{ItemPath, TimelineError, TimelineErrorKind};
pub use item::{
    Conflict, Item, by, call, clip, cue, flipbook, from, from_to, pause_here, set, to, wait,
};
pub use key::KeyOf;
pub use position::{Fraction, Position};
pub use stagger::{Axis, Origin, Stagger};
pub use timeline::{Arrangement, ItemKind, Timeline};

/// How many writers of one property may blend at one time.
const MAX_BLENDS: usize = 32;
/// The maximum nesting depth of timelines.
const MAX_DEPTH: u32 = 64;

#[cfg(test)]
mod tests;
