//! Many small movements at once, at close to the speed of the machine.
//!
//! A [`Player`](cueline::playback::Player) plays clips with many tracks, loops, speeds, fades and cues. If ten thousand
//! sparks, cards or damage numbers only move from one value to another, use a [`TweenBatch`]. It stores
//! [tweens](Tween) in blocks of sixteen, grouped by their easing, so sampling a frame runs a few loops without branches.
//! Batches count time in [ticks](cueline::time::Tick).
//!
//! - [`advance_to`](TweenBatch::advance_to) moves the time forward and reports starts and ends, in order. A step without
//!   events costs the same for any number of tweens. An end event contains the exact last value.
//! - [`cue`](TweenBatch::cue) adds an event at a tick of a tween: a footstep, an impact.
//! - [`sample_into`](TweenBatch::sample_into) writes the values of all live tweens, without gaps. It changes nothing,
//!   so drawing may sample between two ticks, or not at all.
//! - [`retarget`](TweenBatch::retarget) gives a tween a new end and continues from its present value;
//!   [`retarget_smoothly`](TweenBatch::retarget_smoothly) and [`spring_to`](TweenBatch::spring_to) keep the velocity too.
//!   Of several targets at one tick the last one counts: the others leave no trace.
//!
//! ```
//! use cueline::{time::Tick, value::Easing};
//! use cueline_batch::{Tween, TweenBatch, TweenEventKind};
//!
//! let mut leaves = TweenBatch::new("leaves", Tick::ZERO);
//! let fall = Tween { from: 100.0_f32, to: 0.0, ticks: 20, delay: 0, easing: Easing::IN_QUAD };
//! let leaf = leaves.start(&fall)?;
//! leaves.start(&Tween { from: 0.0, to: 1.0, delay: 5, ..fall })?;
//!
//! assert!(leaves.advance_to(Tick::new(4))?.is_empty(), "nothing has happened");
//! let mut values = Vec::new();
//! leaves.sample_into(0.0, &mut values);
//! assert_eq!(values, [96.0], "one leaf falls, the other waits");
//! assert_eq!(leaves.value(leaf, 0.0), Some(96.0));
//!
//! let events = leaves.advance_to(Tick::new(60))?;
//! let events: Vec<_> = events.iter().map(|event| (event.tick.get(), event.kind)).collect();
//! assert_eq!(events, [(5, TweenEventKind::Start), (20, TweenEventKind::End), (25, TweenEventKind::End)]);
//! assert_eq!(leaves.value(leaf, 0.0), None, "the leaf is gone, and its handle is stale");
//! # Ok::<(), cueline_batch::BatchError>(())
//! ```
//!
//! A batch takes every [`Easing`](cueline::value::Easing). Linear, sine, quad, cubic, quart, quint and back are loops of
//! sums and products in `f32`, and so are springs, with the same bits on every machine and at every register width; the
//! batch computes all other easings one by one. A batch has no pauses, speeds or loops; use a clip and a player for those.
//!
//! The values are numbers, arrays, vectors, rotations, colours, or structs of your own with `#[derive(Lanes)]`.
//!
//! Games that keep their values in their own memory take the loops alone: [`TrackTable`] samples one track of a clip at the
//! times of many instances, [`SpringBlock`] computes sixteen springs, [`ease_f32`] is an easing in single precision.
//!
//! # Features
//!
//! - `derive` (on by default): `#[derive(Lanes)]`.
//! - `serde`: saves and loads a batch.
//! - `glam-027`, `glam-030`, `glam-032`, `glam-033`, `glam-034`: batches hold vectors and quaternions of that version of `glam`.
//! - `wide`: loops use the full width of an x86 processor, with the same bits; needs `std`.
//!
//! The crate needs `alloc` and no `std`.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

extern crate alloc;
// The derive macro names this crate as its users do.
#[cfg(test)]
extern crate self as cueline_batch;
#[cfg(test)]
extern crate std;

mod batch;
mod due;
mod easing;
mod error;
#[cfg(any(
    feature = "glam-027",
    feature = "glam-030",
    feature = "glam-032",
    feature = "glam-033",
    feature = "glam-034"
))]
mod glam;
mod lanes;
mod law;
mod rates;
mod rows;
mod slots;
mod spring;
mod store;
#[cfg(test)]
mod tests;
mod track_table;
mod tween;
mod wide;

pub use batch::TweenBatch;
#[cfg(feature = "derive")]
pub use cueline_derive::Lanes;
#[doc(hidden)]
pub use easing::ease_polynomial;
pub use easing::{WORST_ERROR_F32, ease_f32};
pub use error::BatchError;
pub use lanes::{Lanes, Numbers};
pub use rates::{SpringBlock, SpringRates};
pub use spring::SpringLaw;
pub use track_table::{TrackPlaces, TrackTable};
pub use tween::{Tween, TweenEvent, TweenEventKind, TweenHandle};
