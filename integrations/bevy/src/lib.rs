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
//! - [`Motion`]: moves one property of one entity, by tween, spring or glide. There is one component type per property.
//! - [`Property`]: a property that can move. Transform, colours and UI are built in; `app.animate::<T>()` adds your
//!   own.
//! - `asset_property!`: a property of an asset, such as the colour of a material.
//! - [`Offset`]: what is drawn on top of a property, such as a recoil, whatever else writes that.
//! - [`PathMotions`]: moves parts of components by their paths, such as `Lamp.colors[1]`.
//! - [`CueTime`]: the clock of motions; [`add_cue_clock`](CuelineApp::add_cue_clock) adds further clocks.
//! - `ClipPlayer`, `TimelinePlayer`, `FlipbookPlayer`: play authored clips, scenes and sprite sheets.
//! - `CharacterAnimator` (feature `characters`): states, transitions and blends on the joints of a character.
//! - [`Queue`]: a sequencer whose payload is the game's own enum. The rules queue at once; the display plays in order.
//!   [`MainQueue`] is one as a resource.
//! - `CueInspectorPlugin` (feature `egui`): a window that lists what plays, shows it and steers it.
//!
//! # Drawn values and game rules
//!
//! The clock of the world counts the runs of the fixed schedule. Values for drawing are sampled between two ticks, in
//! [`CuelineSystems::Show`] of `PostUpdate`, so motion is smooth at any frame rate and no value is stored twice. Rules
//! that decide who wins read [`Motion::value`] at the time of a tick, or a queue, and never the drawn component.
//!
//! Entities with `Disabled` are left out, as in all systems. Once enabled, they are where they would have been, and report the
//! events that they have missed.

#![forbid(unsafe_code)]

/// The listings of the README, which are compiled and run.
#[cfg(all(doctest, feature = "assets"))]
#[doc = include_str!("../README.md")]
struct Readme;

extern crate alloc;

#[cfg(feature = "assets")]
mod assets;
mod clock;
mod duration;
mod easing;
#[cfg(feature = "egui")]
mod inspector;
mod motion;
#[cfg(any(feature = "ggrs", feature = "replicon"))]
mod net;
#[cfg(feature = "assets")]
mod player;
mod plugin;
pub mod prelude;
mod property;
mod queue;
mod report;
mod schedule;
mod transport;

#[cfg(feature = "files")]
pub use assets::files::{CueFile, CueFileError};
#[cfg(feature = "assets")]
pub use assets::part::{AssetPart, AssetProperty, Holds};
#[cfg(all(feature = "files", feature = "sprite"))]
pub use assets::sheet::CueSheet;
#[cfg(feature = "assets")]
pub use assets::{CueClip, CueFlipbook, CueTimeline};
#[cfg(feature = "assets")]
#[doc(hidden)] // for `asset_property!`
pub use bevy_asset::AsAssetId;
pub use clock::{ClockSource, CueAlpha, CueTime, MAX_CLOCKS, Moment, Shown};
pub use cueline;
#[cfg(feature = "files")]
pub use cueline_assets;
#[cfg(feature = "characters")]
pub use cueline_characters;
pub use duration::IntoSpan;
#[doc(hidden)] // for what is tested with each version of Bevy
pub use easing::bevy as bevy_curves;
pub use easing::{IntoEasing, easing_path};
#[cfg(feature = "egui")]
pub use inspector::{Animating, CueInspector, CueInspectorPlugin};
pub use motion::{
    Motion,
    commands::AnimateCommands,
    paths::{ByPath, PathMotions, PathValue},
};
#[cfg(feature = "replicon")]
pub use net::replication;
#[cfg(feature = "replicon")]
pub use net::replication::CuelineReplication;
#[cfg(feature = "ggrs")]
pub use net::rollback;
#[cfg(feature = "ggrs")]
pub use net::rollback::{CueLedger, CuelineRollback, Retracted};
#[cfg(feature = "characters")]
pub use player::character::{CharacterAnimator, CueAnimator, JointRest};
#[cfg(feature = "assets")]
pub use player::{
    bind::track_paths, clip::ClipPlayer, flipbook::FlipbookPlayer, preference::CueMotionPreference,
    timeline::TimelinePlayer,
};
pub use plugin::{CuelineApp, CuelinePlugin};
pub use property::*;
pub use queue::{MainQueue, Queue, QueueUpdate};
pub use report::{CancelCause, MotionCancelled, MotionEnded, MotionLooped, MotionStarted};
#[cfg(feature = "assets")]
pub use report::{CueEvent, CueEventKind};
pub use schedule::CuelineSystems;
pub use transport::CuePlayer;
