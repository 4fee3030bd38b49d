//! `bevy_time`: frames at 144 Hz, fixed steps at 60 Hz, and a count in them.

use std::time::Duration;

use bevy_app::FixedUpdate;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};

use crate::{
    Peer,
    updates::{self, Parts, time},
};

#[derive(Resource, Default)]
struct Steps(u32);

fn count(mut steps: ResMut<Steps>) {
    steps.0 += 1;
}

/// A lap is so many frames; the steps in it are what is read.
pub fn ready(frames: usize) -> Box<dyn Peer> {
    let mut app = updates::app();
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.init_resource::<Steps>().add_systems(FixedUpdate, count);
    updates::frames_last(&mut app, 1.0 / 144.0);
    app.update();
    Box::new(Parts {
        state: (app, frames),
        lap: |(app, frames)| -> Duration {
            app.world_mut().resource_mut::<Steps>().0 = 0;
            time(|| (0..*frames).for_each(|_| app.update()))
        },
        read: |(app, _), _| vec![app.world().resource::<Steps>().0 as f32],
    })
}
