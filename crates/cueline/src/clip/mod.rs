//! What moves over time: keyframes, tracks, clips and flipbooks.
//!
//! A [`Keyframe`] is a value at a time. A [`Track`] is the curve through the keyframes of one
//! property: it answers with the value at any time, asked in any order, and with what it adds
//! between any two times. A [`Clip`] bundles tracks under the paths of the properties they move
//! (`position.x`) with named moments, its [`Cue`]s, and has one duration. [`Clips`] keeps clips by
//! name, so that what plays them can be saved. A [`Flipbook`] says which picture shows.
//!
//! All of it is data that never changes while it plays. Time comes in as an argument and is that of
//! the clip: how a clock's time becomes a clip's time (start, speed, loops) is the business of
//! [`playback`](crate::playback).
//!
//! A clip reaches a game's own structs in one of three ways: [`Clip::bind`] looks the paths up once
//! and writes fields from then on, [`Clip::for_each`] hands values to a closure, and [`Clip::track`]
//! gives a track to sample by hand.
//!
//! ```
//! use cueline::{
//!     clip::{ClipBuilder, Cue, Keyframe, Window},
//!     time::Span,
//! };
//!
//! let ms = Span::from_millis;
//! let hop = ClipBuilder::new("hop")
//!     .track("height", [
//!         Keyframe::hermite(ms(0), 0.0, 0.0, 4.0), // leaves the board at 4 units per second
//!         Keyframe::hermite(ms(500), 0.0, -4.0, 0.0),
//!     ])
//!     .cue(Cue::effect(ms(500), "land"))
//!     .build()?;
//!
//! assert_eq!(hop.track::<f64>("height")?.sample(ms(250)), 0.5);
//! let passed = hop.cues_in(Window::forward(ms(400), ms(600)));
//! assert_eq!(passed.map(|(_, cue)| &*cue.name).collect::<Vec<_>>(), ["land"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod animate;
mod bind;
mod builder;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod clip;
mod clips;
mod cue;
mod flipbook;
mod keyframe;
mod kind;
pub(crate) mod lookup;
mod suggestion;
mod track;

pub use animate::{Animate, Field};
pub use bind::{BindError, Binding};
pub use builder::{ClipBuilder, ClipDuration, ClipError, TrackBuilder};
pub use clip::{Clip, TrackNotFound};
pub use clips::{ClipId, ClipIdError, ClipRef, ClipSource, Clips, ClipsError};
pub use cue::{Cue, CueKind, CuesIn, Window};
pub use flipbook::{Flipbook, FlipbookError, Order, frame_of_f64};
pub use keyframe::{Interpolation, Keyframe, KeyframePart};
pub(crate) use kind::all_kinds;
pub use kind::{Animated, Channel, Foreign, Keys, Value, ValueKind, ValueMut};
pub use suggestion::Suggestion;
pub use track::{Track, TrackError};

#[cfg(feature = "derive")]
pub use cueline_derive::Animate;

#[cfg(test)]
#[cfg(feature = "derive")] // on its own, so that the lints know tests
mod tests;
