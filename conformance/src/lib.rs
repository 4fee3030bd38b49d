//! Compares Cueline, through its public face, with recordings of other systems.
//!
//! A folder of recordings holds one folder for each system, and that one files of records. Every
//! record is compared: it is equal, or equal within a stated tolerance, or departs by a rule of
//! [`deviations`], or it has failed. The rules look at what a record contains, never at its name,
//! so that new recordings can be compared too.

mod animation_sequencer;
mod babylon;
pub mod deviations;
mod easing;
pub mod fields;
mod flipbook;
mod fraction;
mod game_loop;
pub mod page;
pub mod read;
mod render_pipeline;
pub mod report;
mod synced_animation;
pub mod system;
pub mod systems;
mod timeline;
pub mod traces;
pub mod verdict;

pub use deviations::Rule;
pub use report::{FileReport, compare_folder};
pub use verdict::Verdict;
