//! Headless apps with manual time.

#![allow(clippy::duplicate_mod, reason = "each example has its stage as a module of its own")]

// What the examples take from `bevy`, without a renderer.
#[cfg(not(feature = "window"))]
extern crate self as bevy;

#[cfg(all(not(feature = "window"), feature = "serde"))]
use examples::headless::small::world_serialization;
#[cfg(not(feature = "window"))]
use examples::headless::small::{camera, prelude, sprite, ui};

mod ambiguities;
#[cfg(feature = "aseprite")]
mod aseprite;
mod asset_part;
mod attacks;
mod cancelled;
#[cfg(feature = "characters")]
mod character;
mod easing;
mod examples;
mod files;
mod flipbooks;
mod freed;
#[cfg(feature = "gltf")]
mod gltf;
mod habits;
#[cfg(feature = "inspector_tests")]
mod inspector;
mod manifests;
#[cfg(feature = "serde")]
mod mapped;
mod messages;
mod motion;
mod offset;
mod on_insert;
mod paths;
mod play;
mod players;
mod preference;
mod property;
mod queue;
mod reflect;
#[cfg(feature = "late_join")]
mod replication;
#[cfg(feature = "ggrs")]
mod rollback;
#[cfg(feature = "serde")]
mod scene;
#[cfg(feature = "sheets")]
mod sheets;
mod steady;
mod tracks;
mod transport;

use std::{
    io::Write,
    sync::{Mutex, Once, PoisonError},
    time::Duration,
};

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::{
    prelude::*,
    schedule::{Schedules, SingleThreadedExecutor},
};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

/// So many ticks per second.
pub(crate) fn ticks(hz: u32) -> Time<Fixed> {
    Time::from_hz(hz.into())
}

/// A world with 50 ticks per second, and frames of this many milliseconds. The first update has a delta of zero.
pub(crate) fn app(frame_ms: u64) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame_ms)));
    on_one_thread(&mut app);
    app.update();
    app
}

/// With little to do, to hand each system to a thread takes most of a frame.
pub(crate) fn on_one_thread(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

pub(crate) fn updates(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Runs for this duration.
pub(crate) fn run_ms(app: &mut App, ms: u64, frame_ms: u64) {
    updates(app, usize::try_from(ms / frame_ms).unwrap());
}

/// The reports of an app, in order.
#[derive(Resource)]
pub(crate) struct Heard<T>(pub(crate) Vec<T>);

impl<T> Default for Heard<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

pub(crate) fn heard<T: Clone + Send + Sync + 'static>(app: &App) -> Vec<T> {
    app.world().resource::<Heard<T>>().0.clone()
}

static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Begins to record the log of the process, once.
pub(crate) fn record_log() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let log = tracing_subscriber::fmt().with_ansi(false).with_max_level(tracing::Level::WARN);
        let _other = tracing::subscriber::set_global_default(log.with_writer(|| Log).finish());
    });
}

/// What was logged, as lines that contain a text. All tests of the process write there, so the text has to be unique.
pub(crate) fn logged(text: &str) -> Vec<String> {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = String::from_utf8_lossy(&log).into_owned();
    lines.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
}
