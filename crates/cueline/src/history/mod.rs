//! The past: what a game has shown, states to go back to, and runs to play again.
//!
//! Four tools; each can be used without the others:
//!
//! - A *journal* is kept by a [`Sequencer`](crate::sequencer::Sequencer::keep_journal) or a
//!   [`Player`](crate::playback::Player::keep_journal): what showed when, in integers, for the last
//!   minutes. Any moment of them can be drawn, though no frame was stored.
//! - [`Snapshots`]: the last states, one a tick, to restore.
//! - [`Ledger`]: the events that the host knows, so that a tick that runs again reports only what
//!   has changed: what is new, and what is retracted.
//! - [`Recording`]: the inputs of a run by tick, and digests of its states. A replay gives the same run, or
//!   the first tick that differs. [`first_difference`] finds the first event in which two runs differ.
//!
//! # Rollback
//!
//! The other player's input comes late. So the game predicts it, and plays some ticks again when it was wrong:
//!
//! ```
//! use cueline::{
//!     history::{Ledger, Snapshots, Novelty},
//!     sequencer::Sequencer,
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

mod difference;
mod ledger;
pub(crate) mod past;
mod recording;
mod snapshots;
#[cfg(test)]
mod tests;

pub use difference::{Difference, EventField, first_difference};
pub use ledger::{Ledger, LedgerError, Novelty};
pub use past::{Keep, PastError};
pub use recording::{Diverged, RecordError, Recording};
pub use snapshots::{Snapshots, TickError};
