//! Async code that waits for animations of [`cueline`]: entries, labels and cues of a queue, items and groups of a player.
//!
//! A scene is code that runs from top to bottom:
//!
//! ```
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
//! use cueline_await::pair;
//! use futures::{executor::LocalPool, task::LocalSpawnExt}; // any executor will do
//!
//! let (mut host, script) = pair::<Sequencer<&'static str>>();
//! let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
//! let scene = tasks.spawner().spawn_local_with_handle(async move {
//!     script.blocking(ms(300), "walk in").await?;
//!     script.blocking(ms(500), "bow").await?;
//!     script.blocking(ms(300), "walk out").await
//! })?;
//!
//! for _frame in 0..15 {
//!     host.advance(&mut queue, ms(80), |_update, _| (), || tasks.run_until_stalled())?;
//! }
//! let end = tasks.run_until(scene)?;
//! // 300 + 500 + 300 ms, though no frame ended at any of those moments.
//! assert_eq!(end.at, Time::from_millis(1100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A task holds a [`Script`], and the game holds the [`Host`]. A script waits ([`event`](Script::event),
//! [`end`](Script::end), [`label`](Script::label), [`signal`](Script::signal)), queues entries and waits for their ends
//! ([`blocking`](Script::blocking), [`enqueue`](Script::enqueue), [`play`](Script::play)), changes anything else with
//! [`with`](Script::with), and [skips](Script::skip). The host calls the queue's own `advance` for the game. It stops at
//! every moment that a task waits for, polls the tasks that it has woken, and carries out their requests before time
//! continues. So no time is lost between two awaits, and the game keeps its `&mut` to the queue.
//!
//! **Advance the queue with the host only.** Tasks wake in [`Host::advance`]; a queue that the game advances itself wakes
//! no task. A wait that ended for this reason returns [`WaitError::NeverAdvanced`]. The game may still call `finish` or `skip`
//! of the queue between two steps: in the next step of the host, the waits return `Ok` with `Reason::Skipped`.
//! [`Host::skip`] also skips the entries that the tasks queue during the skip.
//!
//! # Several queues and players
//!
//! Implement [`World`], three short functions, for the struct that holds them, and name each queue and player with a
//! [`Part`]. A script reaches a part by [`Script::on`]. A single [`Player`](cueline::playback::Player) needs no `World`.
//!
//! # In a frame loop, without an executor
//!
//! A task is a future, and the host only needs a function that polls it:
//!
//! ```
//! use std::{pin::pin, task::{Context, Poll, Waker}};
//!
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
//! use cueline_await::{WaitError, local_pair};
//!
//! # fn frame_seconds() -> f32 { 0.016 }
//! # fn draw(_: &str, _: f32) {}
//! let (mut host, script) = local_pair::<Sequencer<&'static str>>();
//! let mut queue = Sequencer::new();
//! let mut scene = pin!(async move {
//!     script.blocking(ms(300), "walk in").await?;
//!     script.blocking(ms(500), "bow").await?;
//!     Ok::<(), WaitError>(())
//! });
//! let mut is_over = false;
//! while !is_over {
//!     host.advance(
//!         &mut queue,
//!         frame_seconds(),
//!         |update, _| draw(update.payload, update.alpha()),
//!         || is_over = is_over || scene.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready(),
//!     )?;
//!     // present the frame here
//! }
//! # use std::future::Future;
//! # Ok::<(), cueline_await::HostError>(())
//! ```
//!
//! # On smol
//!
//! `smol::LocalExecutor` is the type of `async_executor`. The listing runs it until all its tasks wait:
//!
//! ```
//! use async_executor::LocalExecutor; // or smol::LocalExecutor
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
//! use cueline_await::pair;
//!
//! let (mut host, script) = pair::<Sequencer<&'static str>>();
//! let (mut queue, tasks) = (Sequencer::new(), LocalExecutor::new());
//! let scene = tasks.spawn(async move { script.blocking(ms(300), "bow").await });
//! for _frame in 0..20 {
//!     host.advance(&mut queue, ms(16), |_, _| (), || while tasks.try_tick() {})?;
//! }
//! assert!(scene.is_finished());
//! # Ok::<(), cueline_await::HostError>(())
//! ```
//!
//! # On tokio
//!
//! On a current-thread runtime one `yield_now` runs up to 61 woken tasks; the host repeats it as long as further tasks
//! wake. For futures that need a `LocalSet`, use `LocalSet::block_on` in the same way.
//!
//! ```
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
//! use cueline_await::pair;
//! use tokio::{runtime::Builder, task::yield_now};
//!
//! let (mut host, script) = pair::<Sequencer<&'static str>>();
//! let mut queue = Sequencer::new();
//! let tasks = Builder::new_current_thread().build()?;
//! let scene = tasks.spawn(async move { script.blocking(ms(300), "bow").await });
//! for _frame in 0..20 {
//!     host.advance(&mut queue, ms(16), |_, _| (), || tasks.block_on(yield_now()))?;
//! }
//! assert!(scene.is_finished());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An executor with several threads works too. But a task continues only when its thread runs it, and an entry that the task
//! queues then starts at the time that the host has reached by then.
//!
//! # For games that save
//!
//! No program can save or roll back the state of a task. If you need saves, write the scene as data: the payload names the
//! next step, and the callback queues that step when the entry ends. The commands of the callback take effect at that exact
//! moment, so such a scene loses no time either. You save, load and roll back the scene with its queue. Use tasks for scenes that
//! may start again from their beginning.
//!
//! ```
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::{Span, ms}};
//!
//! #[derive(Clone, Copy, Debug, PartialEq)] // and serde's derives
//! enum Scene { WalkIn, Bow, WalkOut }
//!
//! impl Scene {
//!     fn duration(self) -> Span {
//!         if self == Scene::Bow { ms(500) } else { ms(300) }
//!     }
//!     fn next(self) -> Option<Scene> {
//!         match self {
//!             Scene::WalkIn => Some(Scene::Bow),
//!             Scene::Bow => Some(Scene::WalkOut),
//!             Scene::WalkOut => None,
//!         }
//!     }
//! }
//!
//! let mut queue = Sequencer::new();
//! queue.blocking(Scene::WalkIn.duration(), Scene::WalkIn);
//! let mut end = None;
//! for _frame in 0..15 {
//!     let saved = queue.clone(); // in the middle of the scene
//!     queue = saved;
//!     queue.advance(ms(80), |update, commands| {
//!         if update.ended && let Some(next) = update.payload.next() {
//!             commands.blocking(next.duration(), next);
//!         } else if update.ended {
//!             end = Some(update.at);
//!         }
//!     })?;
//! }
//! assert_eq!(end.map(|end| end.since_zero()), Some(ms(1100)));
//! # Ok::<(), cueline::sequencer::AdvanceError>(())
//! ```

mod calls;
mod error;
mod host;
mod mode;
mod order;
mod part;
mod player;
mod queue;
mod report;
mod script;
mod signal;
#[cfg(test)]
mod tests;
mod wait;
mod world;

use std::sync::{Arc, Mutex};

pub use error::{HostError, WaitError};
pub use host::Host;
pub use mode::{Local, Mode, Threads};
pub use order::Order;
pub use part::Part;
pub use player::player_until_next;
pub use queue::queue_until_next;
pub use report::Reports;
pub use script::{Playing, Script};
pub use signal::Signal;
pub use wait::{Happened, Wait};
pub use world::World;

/// A [`Host`] on whose thread the scripts stay.
pub type LocalHost<W> = Host<W, Local>;

/// A [`Script`] that stays on the thread of its host: its payloads and changes need not be `Send`.
pub type LocalScript<W, V = W> = Script<W, V, Local>;

/// The host and the first script of a world that tasks can change: a [`Sequencer`](cueline::sequencer::Sequencer), a
/// [`Player`](cueline::playback::Player), or a [`World`] of your own. Scripts can be sent to other threads.
///
/// # Examples
///
/// See the [first example](crate) of the crate.
#[must_use]
pub fn pair<W>() -> (Host<W>, Script<W>) {
    both_ends()
}

/// The same on one thread: payloads, and the changes that tasks request, need not be `Send`.
///
/// # Examples
///
/// ```
/// use std::rc::Rc;
///
/// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
/// use cueline_await::local_pair;
/// use futures::{executor::LocalPool, task::LocalSpawnExt};
///
/// let (mut host, script) = local_pair::<Sequencer<Rc<str>>>();
/// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
/// tasks.spawner().spawn_local(async move {
///     script.blocking(ms(10), "bow".into()).await.ok();
/// })?;
/// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
/// assert_eq!(host.events().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn local_pair<W>() -> (LocalHost<W>, LocalScript<W>) {
    both_ends()
}

fn both_ends<W, M: Mode>() -> (Host<W, M>, Script<W, W, M>) {
    let waits = Arc::new(wait::Waits::default());
    let asked = script::Requests { changes: Vec::new(), skips: Vec::new(), closed: false };
    let inbox = Arc::new(Mutex::new(asked));
    (Host::new(waits.clone(), inbox.clone()), Script::new(waits, inbox))
}
