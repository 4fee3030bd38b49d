//! What moves over time: keyframes, tracks, clips and flipbooks.

#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod clip;
mod clips;
mod cue;
mod flipbook;
mod keyframe;
mod lookup;
mod track;

pub use clip::{Clip, ClipDraft, ClipError};
pub use clips::{ClipId, Clips, ClipsError};
pub use cue::{Cue, CueKind, CuesIn, Window};
pub use flipbook::{Flipbook, FlipbookError, Order, frame_of_f64};
pub use keyframe::{Interpolation, Keyframe};
pub use track::{Track, TrackError};
