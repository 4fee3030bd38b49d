//! The show: a match of checkers through Cueline.
//!
//! The [rules](crate::rules) answer at once; a storyboard turns what they say into [`Act`](act::Act)s
//! in a queue; a [`Simulation`] lets the queue's time pass in ticks and keeps the [`State`], which is
//! plain data; a [`RewindableMatch`] also keeps how it came about, so that it can show the past; a view draws any moment of it. [`Direct`] runs all of it on the caller's thread and
//! `Threaded` the simulation on one of its own, which a page does not have.

#![expect(
    missing_debug_implementations,
    reason = "what runs is looked at through its state, which is data"
)]

pub mod act;
mod chronicle;
mod direct;
pub mod motions;
mod rewind;
mod saved;
mod shell;
mod simulation;
mod state;
mod storyboard;
pub mod table;
#[cfg(test)]
mod tests;
#[cfg(not(target_arch = "wasm32"))]
mod threaded;
mod view;

pub use chronicle::{Past, Replay};
pub use direct::Direct;
pub use motions::Motions;
pub use rewind::RewindableMatch;
pub use saved::{load, save};
pub use simulation::{Command, Played, Simulation};
pub use state::{Seat, State};
#[cfg(not(target_arch = "wasm32"))]
pub use threaded::Threaded;

use cueline::time::{CatchUp, FixedStep, FixedStepConfig, Span};

/// How much of a recorded match has been shown, 0 to 1.
fn progress(state: &State) -> f64 {
    let (shown, all) = state.progress();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred moves")]
    let progress = shown as f64 / all.max(1) as f64;
    progress.min(1.0)
}

/// The ticks of a match in a window. A second may be caught up with; what is beyond is dropped.
fn steps_in_a_window() -> Result<FixedStep, String> {
    let rules = FixedStepConfig {
        max_ticks: 200,
        catch_up: CatchUp::Carry { max_debt: Span::ZERO },
        ..FixedStepConfig::default()
    };
    FixedStep::with_config(simulation::rate(), rules).map_err(|error| error.to_string())
}

/// A match since it was opened, as text.
fn replay(simulation: &RewindableMatch) -> Result<String, String> {
    serde_json::to_string(&simulation.replay()).map_err(|error| error.to_string())
}
