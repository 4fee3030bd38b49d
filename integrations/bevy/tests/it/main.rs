//! Headless apps with manual time.

mod examples;
mod motion;
mod play;
mod queue;

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// A world with 50 ticks per second, and frames of this many milliseconds. The first update has a delta of zero.
pub(crate) fn app(frame_ms: u64) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::new(TickRate::hz(50).unwrap())))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame_ms)));
    app.update();
    app
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
