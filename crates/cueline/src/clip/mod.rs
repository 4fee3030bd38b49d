//! Animation data: keyframes, tracks, clips, flipbooks and typed texts.
//!
//! A [`Keyframe`] is a value at a time. A [`Track`] is the curve through the keyframes of one property: it returns the
//! value at any time, in any order, and the change of the value between any two times. A [`Clip`] bundles tracks by
//! the paths of their properties (`position.x`) with named moments, its [`Cue`]s, and has one duration. [`Clips`]
//! stores clips by name, so that a game can save which clips play. A [`Flipbook`] returns the picture to draw at a time,
//! a [`Typing`] the characters of a text that types itself.
//!
//! This data never changes while it plays. Every method takes the time of the clip as an argument. The module
//! [`playback`](crate::playback) converts the time of a clock to the time of a clip (start, speed, loops).
//!
//! There are three ways to read a clip: [`Clip::bind`] looks the paths up once
//! and then writes fields, [`Clip::for_each`] passes values to a closure, and [`Clip::track`]
//! returns a track to sample by hand.
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
mod animated;
mod bind;
mod builder;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod clip;
mod clips;
mod content_error;
mod cue;
mod flipbook;
mod id;
mod keyframe;
mod kind;
pub(crate) mod lookup;
mod lookup_error;
pub(crate) mod track;
mod typing;

pub use animate::{Animate, Field};
pub use animated::Animated;
pub use bind::Binding;
pub use builder::{ClipBuilder, ClipDuration};
pub use clip::Clip;
pub use clips::{ClipRef, ClipSource, Clips};
pub use content_error::ContentError;
pub use cue::{Cue, CueKind, Window};
pub(crate) use flipbook::Limits;
pub use flipbook::{Flipbook, Order};
pub use id::ClipId;
pub use keyframe::{Interpolation, Keyframe};
pub(crate) use kind::all_kinds;
pub use kind::{Channel, Foreign, Keys, Value, ValueKind, ValueMut};
pub use lookup_error::LookupError;
pub use track::{Keyframes, Track};
pub use typing::Typing;

pub use crate::suggestion::Suggestion;

#[cfg(feature = "derive")]
pub use cueline_derive::Animate;

#[cfg(test)]
#[cfg(feature = "derive")] // on its own, so that the lints know tests
mod tests;
