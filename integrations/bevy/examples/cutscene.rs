//! A scene that a player scrubs while the game runs: forwards, backwards, and on from there.
//!
//! `cargo run --example cutscene` prints where the hero stands, and the events as they pass.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::{
        clip::CueKind,
        timeline::{TimelineBuilder, cue, to},
    },
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// What a run came to.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Record {
    frame: u32,
    /// Frame, x of the hero, height of the lamp.
    pub places: Vec<(u32, f32, f32)>,
    /// Frame and name.
    pub events: Vec<(u32, String)>,
}

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    mut scenes: ResMut<Assets<CueTimeline>>,
) -> Result {
    let x = || String::from("hero/Transform.translation.x");
    let lamp = || String::from("hero/lamp/Transform.scale.y");
    let scene = TimelineBuilder::new("enter")
        .start(x(), -100.0_f32)
        .start(lamp(), 1.0_f32)
        .then(to(x(), 0.0_f32).duration(secs(1.0)).eased(Easing::OUT_CUBIC))
        .then(cue(CueKind::State, "door"))
        .then(to(lamp(), 3.0_f32).duration(ms(500)))
        .then(to(x(), 100.0_f32).duration(secs(1.0)))
        .build()?;
    let player = TimelinePlayer::new(&time, scenes.add(scene), Repeat::Once);
    let scene = commands.spawn(player).id();
    let hero = commands.spawn((Name::new("hero"), Transform::default(), ChildOf(scene))).id();
    commands.spawn((Name::new("lamp"), Transform::default(), ChildOf(hero)));
    Ok(())
}

/// The player's hand: from frame 40 on the bar goes back, from frame 80 on the scene plays on from there.
fn scrub(time: Res<CueTime>, mut player: Single<&mut TimelinePlayer>, record: Res<Record>) {
    match record.frame {
        frame @ 40..80 => player.scrub_to(&time, ms(1500) - ms(30) * (frame - 40)),
        80 => player.resume(&time),
        _ => {}
    }
}

fn watch(mut record: ResMut<Record>, places: Query<(&Name, &Transform)>) {
    let of = |name: &str, part: fn(Vec3, Vec3) -> f32| {
        let found = places.iter().find(|(own, _)| own.as_str() == name);
        found.map_or(f32::NAN, |(_, at)| part(at.translation, at.scale))
    };
    let place = (record.frame, of("hero", |at, _| at.x), of("lamp", |_, scale| scale.y));
    record.places.push(place);
    record.frame += 1;
}

fn note(event: On<CueEvent>, mut record: ResMut<Record>) {
    let name = event.cue().map_or_else(|| format!("{:?}", event.kind), str::to_owned);
    let frame = record.frame;
    record.events.push((frame, name));
}

/// Runs the scene for some frames of 1/40 s.
pub fn run(frames: u32) -> Record {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(25)))
        .init_resource::<Record>()
        .add_observer(note)
        .add_systems(Startup, setup)
        .add_systems(Update, scrub)
        .add_systems(Last, watch);
    for _ in 0..frames {
        app.update();
    }
    app.world().resource::<Record>().clone()
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    let record = run(220);
    for (frame, x, lamp) in record.places.iter().step_by(10) {
        println!("frame {frame:3}: the hero at {x:6.1}, the lamp {lamp:.2}");
    }
    println!("{:?}", record.events);
}
