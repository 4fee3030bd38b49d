//! Many small movements at once, at close to the speed of the machine.
//!
//! A [`Player`](crate::playback::Player) plays clips with many tracks, loops, speeds, fades and cues. If ten thousand
//! sparks, cards or damage numbers only move from one value to another, use a [`TweenBatch`]. It stores
//! [tweens](Tween) in blocks of sixteen, grouped by their easing, so sampling a frame runs a few loops without branches.
//! Batches count time in [ticks](crate::time::Tick).
//!
//! - [`advance_to`](TweenBatch::advance_to) moves the time forward and reports starts and ends, in order. A step without
//!   events costs the same for any number of tweens. An end event contains the exact last value.
//! - [`cue`](TweenBatch::cue) adds an event at a tick of a tween: a footstep, an impact.
//! - [`sample_into`](TweenBatch::sample_into) writes the values of all live tweens, without gaps. It changes nothing,
//!   so drawing may sample between two ticks, or not at all.
//! - [`retarget`](TweenBatch::retarget) gives a tween a new end and continues from its present value.
//! - [`SpringBatch`] moves values on springs: [`spring_to`](SpringBatch::spring_to) gives a value a new target and
//!   keeps its velocity.
//!
//! ```
//! use cueline::{
//!     batch::{Tween, TweenBatch, TweenEventKind},
//!     time::Tick,
//!     value::Easing,
//! };
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
//! # Ok::<(), cueline::batch::BatchError>(())
//! ```
//!
//! A batch takes every [`Easing`](crate::value::Easing). Linear, sine, quad, cubic, quart, quint and back are loops of
//! sums and products in `f32`, with the same bits on every machine and at every register width; the batch computes
//! all other easings one by one. A batch has no pauses, speeds or loops; use a clip and a player for those.
//!
//! The values are numbers, arrays, vectors, rotations, colours, or structs of your own with `#[derive(Lanes)]`.

use crate::{value as spring, wide};

mod block;
mod bounds;
mod cues;
mod due;
mod due_ticks;
mod error;
mod groups;
mod id;
mod lanes;
#[cfg(any(feature = "serde", test))]
mod load;
mod motion;
mod report;
mod retarget;
mod rows;
mod sample;
mod save;
mod slots;
mod springs;
mod start;
mod store;
#[cfg(test)]
mod tests;
mod tween;
mod tweens;
mod waiting;

#[cfg(feature = "derive")]
pub use cueline_derive::Lanes;
pub use error::BatchError;
pub use lanes::{Lanes, Numbers};
pub use springs::SpringBatch;
pub use tween::{Tween, TweenEvent, TweenEventKind, TweenHandle};
pub use tweens::TweenBatch;
