//! A great many small movements at once, close to what the machine can do.
//!
//! A [`Player`](crate::playback::Player) plays anything: clips of many tracks, loops, speeds, fades, cues. Where
//! ten thousand sparks, cards or damage numbers just move from one value to another, a [`Batch`] does
//! that one thing: it holds [tweens](Tween) in blocks of sixteen, grouped by their [bend](Bend), so that a frame
//! is a handful of loops in which nothing branches. Time is counted in [ticks](crate::time::Tick).
//!
//! - [`advance_to`](Batch::advance_to) moves time on and tells what has started and ended, in order. A step in which
//!   nothing is due costs the same however many there are. An end carries the exact last value.
//! - [`cue`](Batch::cue) has a tween tell a moment on its way as well: a step, an impact.
//! - [`sample_into`](Batch::sample_into) writes the values of all that is live, without a gap; it changes nothing,
//!   so a picture between two ticks, or none at all, is as good.
//! - [`value`](Batch::value) is one of them, to the same bits.
//!
//! ```
//! use cueline::{
//!     batch::{Batch, Bend, TweenEventKind, Tween},
//!     time::Tick,
//! };
//!
//! let mut batch = Batch::starting_at(Tick::ZERO);
//! let fall = Tween { from: [100.0], to: [0.0], ticks: 20, delay: 0, bend: Bend::QuadIn };
//! let leaf = batch.start(&fall)?;
//! batch.start(&Tween { from: [0.0], to: [1.0], delay: 5, ..fall })?;
//!
//! assert!(batch.advance_to(Tick::new(4))?.is_empty(), "nothing is due");
//! let mut values = [Vec::new()];
//! batch.sample_into(0.0, &mut values);
//! assert_eq!(values, [[96.0]], "one leaf falls, the other waits");
//! assert_eq!(batch.value(leaf, 0.0), Some([96.0]));
//!
//! let due: Vec<_> = batch.advance_to(Tick::new(60))?.iter().map(|due| (due.tick.get(), due.kind)).collect();
//! assert_eq!(due, [(5, TweenEventKind::Start), (20, TweenEventKind::End), (25, TweenEventKind::End)]);
//! assert_eq!(batch.value(leaf, 0.0), None, "gone, and its handle with it");
//! # Ok::<(), cueline::batch::BatchError>(())
//! ```
//!
//! It computes in `f32`, with sums and products only: the same bits everywhere, however wide the machine's
//! registers are. It has no pauses, speeds or loops; what needs them is a clip for a player.
//!
//! A [`Batch`] knows numbers only. A [`TweenBatch`] is the same for values: vectors, rotations, colours, structs of your own
//! with `#[derive(Lanes)]`.
//!
//! [`ClipBatch`] samples a great many instances of one clip. [`FlipbookBatch`] tells the frames of a great many sprites of one
//! [`Flipbook`](crate::clip::Flipbook), and [`FrameLoops`] those of sprites that each have numbers of their own.

mod bend;
mod block;
#[cfg(feature = "serde")]
mod bytes;
mod clips;
mod cues;
mod due;
mod dues;
mod error;
mod flipbook;
mod flipbooks;
mod lanes;
#[cfg(any(feature = "serde", test))]
mod load;
mod read;
mod rows;
mod save;
mod saved;
mod slots;
mod soonest;
mod starts;
mod tell;
#[cfg(test)]
mod tests;
mod tween;
mod tweens;
mod typed;
mod waiting;

pub use bend::Bend;
pub use clips::{ClipBatch, ClipBatchError, Column, Round, SavedClipBatch};
#[cfg(feature = "derive")]
pub use cueline_derive::Lanes;
pub use error::BatchError;
pub use flipbook::{FlipbookBatch, FlipbookBatchError, SavedFlipbookBatch};
pub use flipbooks::{FrameLoop, FrameLoopError, FrameLoops};
pub use lanes::{Lanes, Numbers};
pub use tween::{Due, Tween, TweenEventKind, TweenHandle};
pub use tweens::Batch;
pub use typed::{DueOf, TweenBatch, TweenOf};
