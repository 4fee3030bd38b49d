//! What moves over time: keyframes, tracks, clips and flipbooks.

mod animate;
mod bind;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod clip;
mod clips;
mod cue;
mod draft;
mod flipbook;
mod keyframe;
mod kind;
mod lookup;
mod nearest;
mod track;

pub use animate::{Animate, Field};
pub use bind::{BindError, Binding};
pub use clip::{Clip, TrackNotFound};
pub use clips::{ClipId, Clips, ClipsError};
pub use cue::{Cue, CueKind, CuesIn, Window};
pub use draft::{ClipDraft, ClipError, Length, TrackDraft};
pub use flipbook::{Flipbook, FlipbookError, Order, frame_of_f64};
pub use keyframe::{Interpolation, Keyframe};
pub use kind::{Animated, Bits, Channel, Keys, Kind, Slot, Value};
pub use nearest::Nearest;
pub use track::{Track, TrackError};

#[cfg(feature = "derive")]
pub use cueline_derive::Animate;

#[cfg(test)]
mod tests;
