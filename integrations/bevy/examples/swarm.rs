//! Many tweens at once: leaves that fall, each on an easing of its own; a new fall starts where one ends.
//!
//! `cargo run --release --no-default-features --example swarm -- 100000` prints what a frame costs.

use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

const GROUND: f32 = -100.0;

#[derive(Resource, Default)]
struct Landed(usize);

/// Where a leaf begins, by its number: the same in every run.
fn place(number: usize) -> Vec3 {
    let spread = |factor: usize| (number * factor % 199) as f32 - 99.0;
    Vec3::new(spread(37), 100.0, spread(71))
}

fn fall(motion: &mut Motion<Translation>, now: impl Into<Moment>, number: usize) {
    let easings = [Easing::LINEAR, Easing::IN_QUAD, Easing::IN_OUT_SINE, Easing::OUT_CUBIC];
    let (from, duration) = (place(number), ms(500) + ms(10) * (number % 100));
    motion.tween(now, from, from.with_y(GROUND), duration, easings[number % 4]);
}

#[derive(Component)]
struct Leaf(usize);

/// The next leaf falls from the exact end of the one before, so the frame rate changes nothing.
fn again(
    ended: On<MotionEnded>,
    time: Res<CueTime>,
    mut leaves: Query<(&mut Leaf, &mut Motion<Translation>)>,
    mut landed: ResMut<Landed>,
) {
    let Ok((mut leaf, mut motion)) = leaves.get_mut(ended.entity) else { return };
    landed.0 += 1;
    leaf.0 += 7;
    fall(&mut motion, time.at(ended.due), leaf.0);
}

/// Runs for some frames.
pub fn play(leaves: usize, frames: u32, frame: Duration) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .init_resource::<Landed>()
        .add_observer(again)
        .add_systems(Startup, move |mut commands: Commands, time: Res<CueTime>| {
            for number in 0..leaves {
                let mut motion = Motion::<Translation>::default();
                fall(&mut motion, &time, number);
                commands.spawn((Leaf(number), Transform::default(), motion));
            }
        });
    for _ in 0..frames {
        app.update();
    }
    app
}

/// Runs for some frames; returns how many leaves have landed, and the mean height.
pub fn run(leaves: usize, frames: u32, frame: Duration) -> (usize, f32) {
    let mut app = play(leaves, frames, frame);
    // Rules read the motion: what is drawn shows a new start in the next frame.
    let time = app.world().resource::<CueTime>().clone();
    let mut motions = app.world_mut().query::<&Motion<Translation>>();
    let heights = motions.iter(app.world()).filter_map(|motion| motion.value(&time));
    let sum: f64 = heights.map(|place| f64::from(place.y)).sum();
    (app.world().resource::<Landed>().0, (sum / leaves as f64) as f32)
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    let leaves = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let frames = 300;
    let begun = Instant::now();
    let (landed, height) = run(leaves, frames, Duration::from_nanos(16_666_667));
    let frame = begun.elapsed() / frames;
    println!("{leaves} leaves: {landed} have landed, {height:.1} is the mean height");
    println!("{frame:?} a frame, {:?} a leaf", frame / u32::try_from(leaves).unwrap_or(1).max(1));
}
