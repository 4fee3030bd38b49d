//! Cueline plays animation in games: in the right order, at the right time, and the same way on
//! every machine.
//!
//! *Time is an integer. Everything on screen is a function of it.*
//!
//! Cueline computes (*samples*) each value directly from the time, and adds up nothing from frame to
//! frame. A step reports the events (starts, ends, cues, loops) whose times lie in the step. So the state
//! of a playing animation is a few integers: the clip, its start and its speed.
//!
//! # Read first
//!
//! - [`Span`](time::Span) and [`Time`](time::Time): a duration and a point on a clock, in flicks of 1/705,600,000 s.
//!   A frame at nearly every usual rate is a whole number of flicks.
//! - [`Sequencer`](sequencer::Sequencer): a queue of animations that play in order.
//! - [`Moving`](value::Moving): one value that moves to a target, and takes a new target at any time.
//! - [`Clip`](clip::Clip): one animation, made of keyframes and cues (named moments).
//! - [`Playing`](playback::Playing): one clip, timeline or flipbook that plays: pause, seek, speed, reverse, finish.
//! - [`Player`](playback::Player): plays many clips, each with its own start, speed and repeats.
//!
//! [`prelude`] brings these and a few more into scope.
//!
//! # How the parts work together
//!
//! The rules of a game queue animations. In each frame the queue reports the active animations and the time since the
//! start of each. A clip converts that time to a position.
//!
//! ```
//! use cueline::{
//!     clip::{ClipBuilder, Keyframe},
//!     sequencer::{Enqueue, Sequencer},
//!     time::Span,
//! };
//!
//! #[derive(Clone, Debug, PartialEq)]
//! enum Show {
//!     Hop { from: f64, to: f64 },
//!     Remove,
//! }
//!
//! let hop = ClipBuilder::new("hop")
//!     .track("along", [
//!         Keyframe::linear(Span::ZERO, 0.0),
//!         Keyframe::linear(Span::from_millis(400), 1.0),
//!     ])
//!     .build()?;
//! let along = hop.track::<f64>("along")?;
//!
//! // The rules: at once. The second hop and the removal wait for the first hop.
//! let mut queue = Sequencer::new();
//! queue.blocking(hop.duration(), Show::Hop { from: 1.0, to: 3.0 });
//! queue.blocking(Span::ZERO, Show::Remove);
//! queue.blocking(hop.duration(), Show::Hop { from: 3.0, to: 5.0 });
//!
//! // The display: a frame of half a second goes over the end of the first hop.
//! let mut drawn = Vec::new();
//! let mut draw = |queue: &mut Sequencer<Show>, frame: Span| {
//!     queue.advance(frame, |update, _| match *update.payload {
//!         Show::Hop { from, to } => {
//!             drawn.push(format!("at {}", from + (to - from) * along.sample(update.elapsed)));
//!         }
//!         Show::Remove => drawn.push("gone".to_string()),
//!     })
//! };
//! let saved = queue.clone(); // a saved game is a copy
//! draw(&mut queue, Span::from_millis(500))?;
//! assert_eq!(saved.len(), 3);
//! draw(&mut queue, Span::from_millis(500))?;
//! assert_eq!(drawn, ["at 3", "gone", "at 3.5", "at 5"]);
//! assert!(queue.is_idle());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Each module uses only modules above it in this table.
//!
//! | module | the question it answers |
//! | --- | --- |
//! | [`digest`] | Is it the same? A hash of a whole state, equal on every machine |
//! | [`time`] | When? Points, durations, ticks, rates, speeds, clocks, and the fixed-step loop |
//! | [`event`] | What happened? Starts, ends, cues and loops, in one form for all modules |
//! | [`motion`] | Does it have to move? What is decorative, and a player's wish for less motion |
//! | [`value`] | What moves? Numbers, vectors, rotations, colours, structs of them; [`Moving`](value::Moving), easings, springs, shake |
//! | [`clip`] | How does it move? Keyframes, tracks, clips with cues, flipbooks, typed text; reading a clip into your structs |
//! | [`playback`] | Where in the clip are we? One playing thing, a player of many, groups, cross-fades |
//! | [`sequencer`] | What comes after what? Epochs, blocking entries, a background lane, skips |
//! | [`timeline`] | What shows at any moment of an authored scene, in both directions? |
//! | [`relay`] | Has the display caught up with the rules? |
//! | [`history`] | What was the state before? Snapshots, rollback, recordings |
//!
//! # Features
//!
//! All features are additive, and no feature changes a computed value.
//!
//! - `derive` (on by default): `#[derive(Lerp)]` makes a struct a value, `#[derive(Animate)]` lets
//!   clips write the fields of a struct, `#[derive(Digest)]` gives a type a digest.
//! - `serde`: saves and loads playback states and clips.
//! - `glam-027`, `glam-030`, `glam-032`, `glam-033`, `glam-034`: vectors, quaternions and matrices of that version of `glam`
//!   are values (macroquad 0.4 has 0.27, Bevy 0.19 has 0.32): `Lerp`, springs, clips.
//!
//! The crate needs `alloc` and no `std`.
//!
//! # What it does not do
//!
//! - It reads no clock: time is an argument. [`FixedStep`](time::FixedStep) converts real time, which you
//!   measure, to ticks.
//! - It draws nothing and plays no sound: an update says what shows, and a cue says that a sound is due.
//! - It starts no threads, draws no random numbers, and keeps no closure in its state.
//! - It reads no files. You build clips in code, or load them with serde; the crate `cueline-assets` reads files.
//! - It knows no rules, scenes or entities: a payload or a target is a type of your own.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

extern crate alloc;
// The derive macros name this crate as its users do.
#[cfg(test)]
extern crate self as cueline;
#[cfg(test)]
extern crate std;

/// Parts that other crates of Cueline build on. Not a part of the stable interface.
#[doc(hidden)]
pub mod advanced {
    pub use crate::{
        playback::advanced::Fade,
        suggestion::nearest,
        value::advanced::{Arc, MovingRow, Polynomial, weighted, weights},
    };
}
pub mod clip;
mod cloned;
pub mod digest;
pub mod event;
#[cfg(any(
    feature = "glam-027",
    feature = "glam-030",
    feature = "glam-032",
    feature = "glam-033",
    feature = "glam-034"
))]
mod glam;
pub mod history;
pub mod motion;
mod order;
pub mod playback;
pub mod prelude;
pub mod relay;
mod save;
pub mod sequencer;
mod suggestion;
pub mod time;
pub mod timeline;
pub mod value;

#[cfg(feature = "derive")]
pub use cueline_derive::{Animate, Digest, Lerp};
