//! `bevy-sequential-actions`: a queue of epochs as actions of one agent.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_sequential_actions::{
    Action, ActionsProxy, ManageActions, SequentialActions, SequentialActionsPlugin, StopReason,
};

use crate::{
    Peer,
    updates::{self, Parts, time},
};

/// The epoch that plays: how long its entries last, and for how long it has played.
#[derive(Component)]
struct Plays {
    lengths: Vec<f32>,
    elapsed: f32,
}

/// The sum of what entries receive.
#[derive(Resource, Default)]
struct Seen {
    calls: f32,
    ends: f32,
}

#[derive(Resource)]
struct Frame(f32);

struct Epoch(Vec<f32>);

impl Action for Epoch {
    fn is_finished(&self, agent: Entity, world: &World) -> bool {
        let over = |plays: &Plays| plays.lengths.iter().all(|length| plays.elapsed >= *length);
        world.get::<Plays>(agent).is_none_or(over)
    }

    fn on_start(&mut self, agent: Entity, world: &mut World) -> bool {
        let lengths = std::mem::take(&mut self.0);
        world.entity_mut(agent).insert(Plays { lengths, elapsed: 0.0 });
        false
    }

    fn on_stop(&mut self, agent: Option<Entity>, world: &mut World, _: StopReason) {
        if let Some(agent) = agent {
            world.entity_mut(agent).remove::<Plays>();
        }
    }
}

fn advance(mut playing: Query<&mut Plays>, frame: Res<Frame>, mut seen: ResMut<Seen>) {
    for mut plays in &mut playing {
        let before = plays.elapsed;
        plays.elapsed += frame.0;
        for length in &plays.lengths {
            if before < *length {
                seen.calls += 1.0;
                seen.ends += f32::from(u8::from(plays.elapsed >= *length));
            }
        }
    }
}

struct Drain {
    together: usize,
    frame: f32,
    lengths: Vec<f32>,
    /// Of the last lap: updates, last calls.
    last: [f32; 2],
}

/// The work: how many together, a frame in milliseconds, and the lengths of all.
pub fn ready(work: &[f32]) -> Box<dyn Peer> {
    let (parameters, lengths) = work.split_at(2);
    let (together, frame) = (parameters[0] as usize, parameters[1]);
    let state = Drain { together, frame, lengths: lengths.to_vec(), last: [0.0; 2] };
    Box::new(Parts { state, lap: Drain::lap, read: |drain, _| drain.last.to_vec() })
}

impl Drain {
    fn filled(&self) -> (App, Entity) {
        let mut app = updates::app();
        app.add_plugins(SequentialActionsPlugin).add_systems(Update, advance);
        app.init_resource::<Seen>().insert_resource(Frame(self.frame));
        app.update();
        let agent = app.world_mut().spawn(SequentialActions).id();
        for epoch in self.lengths.chunks(self.together) {
            app.world_mut().actions(agent).add(Epoch(epoch.to_vec()));
        }
        (app, agent)
    }

    fn lap(&mut self) -> Duration {
        let (mut app, agent) = self.filled();
        let mut updates = 0.0;
        let took = time(|| {
            while app.world().get::<Plays>(agent).is_some() {
                app.update();
                updates += 1.0;
            }
        });
        self.last = [updates, app.world().resource::<Seen>().ends];
        took
    }
}
