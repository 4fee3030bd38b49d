//! Cueline in Bevy: tweens, springs, queues, clips, flipbooks and timelines on integer time.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_cueline::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_math::Vec3;
//! use bevy_transform::components::Transform;
//!
//! fn setup(mut commands: Commands) {
//!     commands
//!         .spawn(Transform::default())
//!         .tween_to::<Translation>(Vec3::X * 100.0, ms(300), Easing::OUT_CUBIC);
//! }
//!
//! App::new()
//!     .add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()))
//!     .add_systems(Startup, setup)
//!     .update();
//! ```
//!
//! # Read first
//!
//! - [`Motion`]: one property of one entity on its way, by tween, spring or glide. One component for each property.
//! - [`Property`]: what can move. Transform, colours and UI are here; `app.animate::<T>()` adds the game's own.
//! - [`CueTime`]: the clock that motions run on; [`add_cue_clock`](CuelineApp::add_cue_clock) adds others.
//! - `ClipPlayer`, `TimelinePlayer`, `FlipbookPlayer`: what was authored: clips, scenes, sprite sheets.
//! - [`Queue`]: rules at once, display in order: a sequencer with the game's own enum.
//!
//! # What shows, and what counts
//!
//! The clock of the world counts the runs of the fixed schedule. What is drawn is sampled between two ticks, in
//! [`CuelineSystems::Show`] of `PostUpdate`, so it is smooth at any frame rate and nothing is stored twice. Rules that
//! decide who wins read [`Motion::value`] at a tick's time, or a queue, and never the component that was drawn.

#![forbid(unsafe_code)]

/// The listings of the README, which are compiled and run.
#[cfg(all(doctest, feature = "assets"))]
#[doc = include_str!("../README.md")]
struct Readme;

extern crate alloc;

#[cfg(feature = "assets")]
mod assets;
#[cfg(feature = "assets")]
mod bind;
mod clock;
mod commands;
mod ease;
#[cfg(feature = "files")]
mod files;
mod motion;
#[cfg(feature = "assets")]
mod play;
mod plugin;
pub mod prelude;
mod property;
mod queue;
#[cfg(feature = "replicon")]
pub mod replication;
mod report;
#[cfg(feature = "ggrs")]
pub mod rollback;
mod show;

#[cfg(feature = "assets")]
pub use assets::{CueClip, CueFlipbook, CueTimeline};
pub use clock::{ClockSource, CueAlpha, CueTime, MAX_CLOCKS, Moment, Shown};
pub use commands::AnimateCommands;
pub use cueline;
#[cfg(feature = "files")]
pub use cueline_assets;
#[cfg(all(feature = "files", feature = "sprite"))]
pub use files::CueSheet;
#[cfg(feature = "files")]
pub use files::{CueFile, CueFileError};
pub use motion::Motion;
#[cfg(feature = "assets")]
pub use play::{ClipPlayer, CueEvent, CueEventKind, FlipbookEnded, FlipbookPlayer, TimelinePlayer};
pub use plugin::{CuelineApp, CuelinePlugin, CuelineSystems};
pub use property::*;
pub use queue::{Queue, QueueUpdate};
#[cfg(feature = "replicon")]
pub use replication::CuelineReplication;
pub use report::{MotionEnded, MotionStarted};
#[cfg(feature = "ggrs")]
pub use rollback::{CueLedger, CuelineRollback, Retracted};
