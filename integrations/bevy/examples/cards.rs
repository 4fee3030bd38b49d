//! Rules ahead of the display: cards are dealt at once, and shown one after the other.
//!
//! `cargo run --example cards` runs without a window and prints what shows.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// What the display shows.
#[derive(Clone, Debug, PartialEq)]
enum Show {
    Deal { card: Entity, place: usize },
    Score(u32),
}

/// What the rules know.
#[derive(Resource, Default)]
struct Score(u32);

/// What the player sees.
#[derive(Resource, Default)]
struct Shown(u32);

/// The rules: all of it in one call.
fn rules(mut commands: Commands, time: Res<CueTime>, mut score: ResMut<Score>) {
    let mut queue = Queue::<Show>::new(&time);
    for place in 0..5 {
        let card = commands.spawn((Transform::default(), Motion::<Translation>::default())).id();
        score.0 += 10;
        queue.enqueue(ms(120), Show::Deal { card, place });
        queue.enqueue(Span::ZERO, Show::Score(score.0));
    }
    commands.spawn(queue).observe(show);
}

/// The display: starts what an entry shows, when its turn comes.
fn show(
    update: On<QueueUpdate<Show>>,
    time: Res<CueTime>,
    mut cards: Query<&mut Motion<Translation>>,
    mut shown: ResMut<Shown>,
) {
    match update.payload {
        Show::Deal { card, place } if update.started => {
            if let Ok(mut motion) = cards.get_mut(card) {
                motion.spring_to(&time, Vec3::X * 60.0 * place as f32, Spring::snappy(ms(300)));
            }
        }
        Show::Deal { .. } => {}
        Show::Score(score) => shown.0 = score,
    }
}

/// Runs the game for some frames; returns the score that shows in each, and where each card is at the end.
pub fn run(frames: usize) -> (Vec<u32>, Vec<f32>) {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .init_resource::<Score>()
        .init_resource::<Shown>()
        .add_queue::<Show>()
        .add_systems(Startup, rules);
    let mut scores = Vec::new();
    for _ in 0..frames {
        app.update();
        scores.push(app.world().resource::<Shown>().0);
    }
    let mut cards = app.world_mut().query_filtered::<&Transform, With<Motion<Translation>>>();
    // All of them lie in one table, in the order in which they were spawned.
    let places = cards.iter(app.world()).map(|transform| transform.translation.x).collect();
    (scores, places)
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    let (scores, places) = run(200);
    println!("the score goes {:?}", {
        let mut seen = scores;
        seen.dedup();
        seen
    });
    println!("the cards lie at {places:?}");
}
