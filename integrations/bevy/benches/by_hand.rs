//! Motions beside the system that a user would write by hand, in one process, round robin.
//!
//! `cargo bench --no-default-features --bench by_hand [-- ROUNDS]` prints the least time of all rounds for one whole
//! `App::update` without drawing, per entity, and its ratio to the first row of each table.

use std::{env, time::Duration};

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::{
    prelude::*,
    schedule::{Schedules, SingleThreadedExecutor},
};
use bevy_math::Vec3;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::components::Transform;

/// What a user would write: linear, or one of four easings.
#[derive(Component, Clone, Copy)]
struct Way {
    from: Vec3,
    to: Vec3,
    elapsed: f32,
    duration: f32,
    easing: Ease,
}

#[derive(Clone, Copy)]
enum Ease {
    Linear,
    OutQuad,
    InCubic,
    InOutSine,
}

impl Ease {
    fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::OutQuad => 1.0 - (1.0 - t) * (1.0 - t),
            Self::InCubic => t * t * t,
            Self::InOutSine => 0.5 * (1.0 - (core::f32::consts::PI * t).cos()),
        }
    }
}

fn by_hand(time: Res<Time<Virtual>>, mut ways: Query<(&mut Way, &mut Transform)>) {
    let dt = time.delta_secs();
    for (mut way, mut transform) in &mut ways {
        way.elapsed += dt;
        let t = (way.elapsed / way.duration).min(1.0);
        transform.translation = way.from.lerp(way.to, way.easing.at(t));
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Spawned,
    Shuffled,
}

fn bare() -> App {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)));
    app
}

/// The order in which motions start.
fn order(count: usize, order: Order) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    if order == Order::Shuffled {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        for i in (1..count).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            places.swap(i, usize::try_from(state % (i as u64 + 1)).unwrap());
        }
    }
    places
}

fn goal(i: usize) -> Vec3 {
    Vec3::new(i as f32, 10.0, -(i as f32))
}

fn hand_app(count: usize, eased: bool) -> App {
    let mut app = bare();
    app.add_systems(PostUpdate, by_hand);
    let easings = [Ease::Linear, Ease::OutQuad, Ease::InCubic, Ease::InOutSine];
    for i in 0..count {
        let easing = if eased { easings[i % 4] } else { Ease::Linear };
        let way = Way { from: Vec3::ZERO, to: goal(i), elapsed: 0.0, duration: 1e4, easing };
        app.world_mut().spawn((Transform::default(), way));
    }
    app
}

fn cue_app(count: usize, eased: bool, starts: Order) -> App {
    let mut app = bare();
    app.add_plugins(CuelinePlugin::default());
    let easings = [Easing::LINEAR, Easing::OUT_QUAD, Easing::IN_CUBIC, Easing::IN_OUT_SINE];
    let entities: Vec<_> = (0..count)
        .map(|_| {
            app.world_mut().spawn((Transform::default(), Motion::<Translation>::default())).id()
        })
        .collect();
    let time = app.world().resource::<CueTime>().clone();
    for i in order(count, starts) {
        let easing = if eased { easings[i % 4] } else { Easing::LINEAR };
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entities[i]).unwrap();
        motion.tween_to(&time, goal(i), secs(1e4), easing);
    }
    app
}

fn idle_app(count: usize) -> App {
    let mut app = bare();
    app.add_plugins(CuelinePlugin::default());
    for _ in 0..count {
        app.world_mut().spawn((Transform::default(), Motion::<Translation>::default()));
    }
    app
}

/// One in a hundred starts in each frame and one in a hundred ends.
fn churn_hand(count: usize) -> App {
    #[derive(Resource)]
    struct Next(usize, Vec<Entity>);
    fn restart(mut next: ResMut<Next>, mut ways: Query<&mut Way>) {
        let step = next.1.len() / 100;
        for _ in 0..step {
            next.0 = (next.0 + 1) % next.1.len();
            let entity = next.1[next.0];
            if let Ok(mut way) = ways.get_mut(entity) {
                (way.from, way.elapsed, way.duration) = (way.to, 0.0, 49.0 / 60.0);
            }
        }
    }
    fn moves(time: Res<Time<Virtual>>, mut ways: Query<(&mut Way, &mut Transform)>) {
        let dt = time.delta_secs();
        for (mut way, mut transform) in &mut ways {
            if way.elapsed >= way.duration {
                continue;
            }
            way.elapsed += dt;
            let t = (way.elapsed / way.duration).min(1.0);
            transform.translation = way.from.lerp(way.to, way.easing.at(t));
        }
    }
    let mut app = hand_app(0, false);
    let entities = (0..count)
        .map(|i| {
            let way = Way {
                from: Vec3::ZERO,
                to: goal(i),
                elapsed: 1.0,
                duration: 0.5,
                easing: Ease::Linear,
            };
            app.world_mut().spawn((Transform::default(), way)).id()
        })
        .collect();
    app.insert_resource(Next(0, entities)).add_systems(Update, restart);
    app.add_systems(PostUpdate, moves);
    app
}

fn churn_cue(count: usize) -> App {
    #[derive(Resource)]
    struct Next(usize, Vec<Entity>);
    fn restart(
        time: Res<CueTime>,
        mut next: ResMut<Next>,
        mut motions: Query<&mut Motion<Translation>>,
    ) {
        let step = next.1.len() / 100;
        for _ in 0..step {
            next.0 = (next.0 + 1) % next.1.len();
            let (i, entity) = (next.0, next.1[next.0]);
            if let Ok(mut motion) = motions.get_mut(entity) {
                motion.tween(&time, Vec3::ZERO, goal(i), Span::from_millis(817), Easing::LINEAR);
            }
        }
    }
    let mut app = idle_app(count);
    let mut query = app.world_mut().query_filtered::<Entity, With<Motion<Translation>>>();
    let entities = query.iter(app.world()).collect();
    app.insert_resource(Next(0, entities)).add_systems(Update, restart);
    app
}

fn main() {
    let rounds: usize = env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(40);
    for count in [10_000_usize, 100_000] {
        let mut apps: Vec<(&str, App)> = vec![
            ("by hand, linear", hand_app(count, false)),
            ("bevy_cueline, linear, in order", cue_app(count, false, Order::Spawned)),
            ("bevy_cueline, linear, shuffled", cue_app(count, false, Order::Shuffled)),
            ("by hand, four easings", hand_app(count, true)),
            ("bevy_cueline, four easings, in order", cue_app(count, true, Order::Spawned)),
            ("bevy_cueline, four easings, shuffled", cue_app(count, true, Order::Shuffled)),
            ("by hand, 1 % start and end", churn_hand(count)),
            ("bevy_cueline, 1 % start and end", churn_cue(count)),
            ("bevy_cueline, all idle", idle_app(count)),
        ];
        for (_, app) in &mut apps {
            app.finish();
            let mut schedules = app.world_mut().resource_mut::<Schedules>();
            for (_, schedule) in schedules.iter_mut() {
                schedule.set_executor(SingleThreadedExecutor::new());
            }
        }
        let mut least = vec![f64::MAX; apps.len()];
        for round in 0..rounds + 60 {
            for ((_, app), least) in apps.iter_mut().zip(&mut least) {
                let begun = std::time::Instant::now();
                app.update();
                let taken = begun.elapsed().as_secs_f64() * 1e9;
                // The first rounds bring the churn to its steady state.
                if round >= 60 {
                    *least = least.min(taken);
                }
            }
        }
        println!("{count} entities, {rounds} rounds");
        let mut hand = 1.0;
        for ((name, _), least) in apps.iter().zip(&least) {
            if name.starts_with("by hand") {
                hand = *least;
            }
            println!("{name:40} {:8.2} ns {:6.2} x", least / count as f64, least / hand);
        }
    }
}
