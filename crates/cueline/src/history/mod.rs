//! The past: what a game has shown, states to restore, and runs to replay.
//!
//! There are three independent tools:
//!
//! - [`Snapshots`] keeps the most recent states, by tick, and restores them.
//! - [`Ledger`] stores the events that the game has already reacted to. If a tick runs again, the ledger returns which
//!   events are new and which events no longer happen.
//! - [`Recording`] stores the inputs of a run by tick, and digests (hashes) of its states. A replay runs the same ticks
//!   and returns the first tick with a different state.
//!
//! # Rollback
//!
//! The input of the other player arrives late. So the game predicts the input. If the prediction was wrong, the game
//! restores an older state and runs the ticks since then again:
//!
//! ```
//! use cueline::{
//!     history::{Ledger, Snapshots, Novelty},
//!     sequencer::{Enqueue, Sequencer},
//!     time::{Span, Tick},
//! };
//! # use std::num::NonZeroUsize;
//!
//! #[derive(Clone, Default)]
//! struct Fight { show: Sequencer<&'static str> }
//! impl Fight {
//!     /// One tick, and the sounds that fall due in it.
//!     fn tick(&mut self, strikes: bool) -> Vec<&'static str> {
//!         if strikes {
//!             self.show.blocking(Span::from_millis(30), "strike");
//!         }
//!         let mut sounds = Vec::new();
//!         let step = self.show.advance(Span::from_millis(10), |update, _| {
//!             if update.started { sounds.push(*update.payload) }
//!         });
//!         step.unwrap();
//!         sounds
//!     }
//! }
//!
//! let (mut fight, mut ledger) = (Fight::default(), Ledger::new());
//! let mut states = Snapshots::new(NonZeroUsize::new(8).unwrap());
//! for tick in 0..4 {
//!     let tick = Tick::new(tick);
//!     states.keep(tick, &fight);
//!     let predicted = tick == Tick::new(2); // our guess: they strike in tick 2
//!     for sound in fight.tick(predicted) {
//!         assert_eq!(ledger.report(tick, sound)?, Novelty::New); // start to play it
//!     }
//! }
//!
//! // Their input arrives: they struck in tick 1.
//! fight.clone_from(states.restore(Tick::new(1))?);
//! ledger.rewind(Tick::new(1));
//! for tick in 1..4 {
//!     let tick = Tick::new(tick);
//!     states.keep(tick, &fight);
//!     for sound in fight.tick(tick == Tick::new(1)) {
//!         assert_eq!(ledger.report(tick, sound)?, Novelty::New); // late, but it has to sound
//!     }
//! }
//! assert_eq!(ledger.settle(Tick::new(3)), [(Tick::new(2), "strike")]); // stop this one
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod error;
mod ledger;
mod recording;
mod snapshots;
#[cfg(test)]
mod tests;

pub use error::HistoryError;
pub use ledger::{Ledger, Novelty};
pub use recording::Recording;
pub use snapshots::Snapshots;
