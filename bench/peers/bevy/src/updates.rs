//! An app whose time is set by hand, and peers that are timed by its updates.

use std::time::{Duration, Instant};

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy, Virtual};

use crate::Peer;

/// An app with as little as time needs.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin));
    // A frame may last longer than a quarter of a second, where all is to end in it.
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
    app
}

/// How long the frames to come are.
pub fn frames_last(app: &mut App, seconds: f64) {
    let length = Duration::from_secs_f64(seconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
}

/// Updates in which no time passes: new graphs of animations are seen only after one.
pub fn settle(app: &mut App) {
    frames_last(app, 0.0);
    app.update();
    app.update();
    frames_last(app, 1.0 / 60.0);
}

/// A peer whose laps are updates of an app, and what its user reads of an entity.
pub struct Updates {
    pub app: App,
    pub targets: Vec<Entity>,
    pub read: fn(EntityRef<'_>) -> Vec<f32>,
}

impl Peer for Updates {
    fn sample(&mut self, laps: u32) -> Duration {
        time(|| (0..laps).for_each(|_| self.app.update()))
    }

    fn item(&self, index: usize) -> Vec<f32> {
        (self.read)(self.app.world().entity(self.targets[index]))
    }
}

/// A peer of whose laps only a part counts, which they return.
pub struct Parts<S> {
    pub state: S,
    pub lap: fn(&mut S) -> Duration,
    pub read: fn(&S, usize) -> Vec<f32>,
}

impl<S> Peer for Parts<S> {
    fn sample(&mut self, laps: u32) -> Duration {
        (0..laps).map(|_| (self.lap)(&mut self.state)).sum()
    }

    fn item(&self, index: usize) -> Vec<f32> {
        (self.read)(&self.state, index)
    }
}

pub fn time(what: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    what();
    begun.elapsed()
}
