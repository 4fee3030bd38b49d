//! Async code that waits for what [`cueline`] plays: for an entry of a queue, an item or a group of a
//! player, a label, a cue.
//!
//! A cut-scene reads from top to bottom:
//!
//! ```
//! use cueline::{sequencer::Sequencer, time::{Span, Time}};
//! use cueline_await::pair;
//! use futures::{executor::LocalPool, task::LocalSpawnExt}; // any executor will do
//!
//! let (mut host, script) = pair::<Sequencer<&'static str>>();
//! let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
//! let scene = tasks.spawner().spawn_local_with_handle(async move {
//!     script.blocking(Span::from_millis(300), "walk in").await?;
//!     script.blocking(Span::from_millis(500), "bow").await?;
//!     script.blocking(Span::from_millis(300), "walk out").await
//! })?;
//!
//! for _frame in 0..15 {
//!     let draw = |_: cueline::sequencer::Update<'_, _>, _: &mut cueline::sequencer::Commands<'_, _>| ();
//!     host.advance(&mut queue, Span::from_millis(80), draw, || tasks.run_until_stalled())?;
//! }
//! let end = tasks.run_until(scene)?;
//! // 300 + 500 + 300 ms, though no frame ended at any of those moments.
//! assert_eq!(end.at, Time::from_millis(1100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Script`] is the end that tasks hold, [`Host`] the one that the game drives. Nothing is lost between
//! two awaits in a row: the game's time is played from moment to moment, and at each of them the tasks
//! that are awake are polled before time goes on. How they are polled is the game's choice: by an
//! executor that runs until all its tasks wait (as above), or by hand, with no executor at all. On an
//! executor of another thread everything works too, but what it queues starts when it gets there.
//!
//! The state of a task is the compiler's, and can be neither saved nor rolled back: where that matters,
//! queue entries from plain code and keep tasks for what may be begun anew.

mod awaited;
mod host;
mod script;
#[cfg(test)]
mod tests;

pub use awaited::{Awaited, Gone, Happened, Wait};
pub use host::Host;
pub use script::{Order, Playing, Script};

/// Both ends, over a world that tasks can change: a [`Sequencer`](cueline::sequencer::Sequencer), or
/// a struct of the game's own that holds one, and players, and whatever else.
#[must_use]
pub fn pair<W>() -> (Host<W>, Script<W>) {
    let shared = awaited::Shared::new();
    (Host::new(shared.clone()), Script::new(shared))
}
