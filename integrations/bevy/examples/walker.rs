//! A character that walks, turns and runs: an animator from files, on a hierarchy of entities.
//!
//! `cargo run --features characters --example walker` prints the states that it enters and how far its feet slide.

use std::{f32::consts::PI, time::Duration};

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::time::Time as CueTimePoint,
    cueline_assets::{ClipLibrary, Skeleton},
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::{
    TransformPlugin,
    components::{GlobalTransform, Transform},
};

const FILES: [(&str, &str); 2] = [
    ("walker.ron", include_str!("../../../assets/examples/walker.ron")),
    ("walker-body.ron", include_str!("../../../assets/examples/walker-body.ron")),
];

const FEET: [&str; 2] = ["foot.left", "foot.right"];

/// What the player does: from which second, the speed in metres a second, and how fast it turns to the left, in radians a
/// second.
const INPUT: [(f32, f32, f32); 5] =
    [(0.0, 0.0, 0.0), (0.5, 1.1, 0.0), (3.0, 1.1, PI / 8.0), (7.0, 3.0, 0.0), (10.0, 0.0, 0.0)];

/// What a run came to.
#[derive(Resource, Clone, Debug, Default)]
pub struct Record {
    /// Where it goes on each frame, and its heading.
    pub way: Vec<(Vec3, f32)>,
    /// Where the feet are on each frame.
    pub feet: [Vec<Vec3>; 2],
    /// The states that it has entered, with the time in seconds.
    pub states: Vec<(f32, String)>,
    /// On each 24th frame, its bones, each from a joint to the next.
    pub sticks: Vec<Vec<[Vec3; 2]>>,
}

#[derive(Component, Default)]
struct Heading(f32);

/// The entities of a skeleton, below `root`.
fn spawn_joints(commands: &mut Commands, root: Entity, skeleton: &Skeleton) {
    let mut joints: Vec<(&str, Entity)> = Vec::new();
    for (name, node) in &skeleton.nodes {
        let parent = node.parent.as_deref().and_then(|parent| {
            joints.iter().find(|(known, _)| *known == parent).map(|(_, entity)| *entity)
        });
        let at: [f32; 3] = node.rest.translation.into();
        let place = Transform::from_translation(at.into());
        let parent = ChildOf(parent.unwrap_or(root));
        joints.push((name, commands.spawn((Name::new(name.clone()), place, parent)).id()));
    }
}

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    mut animators: ResMut<Assets<CueAnimator>>,
) -> Result {
    let mut library = ClipLibrary::new();
    for (name, text) in FILES {
        library.load(name, text.as_bytes())?;
    }
    let source = library.animator("walker")?;
    let mut clips = Vec::new();
    for name in source.clips() {
        clips.push(library.get(library.id(name)?)?);
    }
    let animator = animators.add(CueAnimator::new(&source, clips)?);
    let walker =
        (Transform::default(), Heading::default(), CharacterAnimator::new(&time, animator));
    let root = commands.spawn(walker).id();
    spawn_joints(&mut commands, root, library.skeleton("walker")?);
    Ok(())
}

/// The game moves the character; the animator only shows it.
fn steer(
    time: Res<Time>,
    cue_time: Res<CueTime>,
    walker: Single<(&mut Transform, &mut Heading, &mut CharacterAnimator)>,
) {
    let (mut place, mut heading, mut animator) = walker.into_inner();
    let now = time.elapsed_secs();
    let Some((_, speed, turn)) = INPUT.iter().rfind(|(from, ..)| *from <= now + 1e-4) else {
        return;
    };
    animator.set(&*cue_time, "speed", *speed);
    animator.set(&*cue_time, "turn", turn / (PI / 4.0));
    let passed = time.delta_secs();
    heading.0 += turn * passed;
    place.rotation = Quat::from_rotation_y(heading.0);
    let ahead = place.rotation * Vec3::Z;
    place.translation += ahead * *speed * passed;
}

fn watch(
    mut record: ResMut<Record>,
    walker: Single<(&Transform, &Heading)>,
    joints: Query<(&Name, &GlobalTransform, &ChildOf)>,
) {
    if record.way.len().is_multiple_of(24) {
        let bone = |(_, place, parent): (&Name, &GlobalTransform, &ChildOf)| {
            let (_, above, _) = joints.get(parent.parent()).ok()?;
            Some([above.translation(), place.translation()])
        };
        record.sticks.push(joints.iter().filter_map(bone).collect());
    }
    record.way.push((walker.0.translation, walker.1.0));
    for (index, foot) in FEET.into_iter().enumerate() {
        let found = joints.iter().find(|(name, ..)| name.as_str() == foot);
        record.feet[index].push(found.map_or(Vec3::NAN, |(_, place, _)| place.translation()));
    }
}

/// Runs for some frames.
pub fn run(frames: u32, frame: Duration) -> Record {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CuelinePlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .init_resource::<Record>()
        .add_observer(|event: On<CueEvent>, mut record: ResMut<Record>| {
            if let CueEventKind::StateEntered { state, .. } = &event.kind {
                record
                    .states
                    .push(((event.due - CueTimePoint::ZERO).as_secs_f32(), state.to_string()));
            }
        })
        .add_systems(Startup, setup)
        .add_systems(Update, steer)
        .add_systems(Last, watch);
    for _ in 0..frames {
        app.update();
    }
    app.world().resource::<Record>().clone()
}

/// The farthest that a foot moves over the ground while it is within 4 mm of it, in some frames, in metres; and the share of
/// the frames in which it is.
pub fn slide(record: &Record, frames: std::ops::Range<usize>) -> (f32, f32) {
    let (mut farthest, mut standing) = (0.0_f32, 0);
    for path in &record.feet {
        let path = &path[frames.clone()];
        let ground = path.iter().map(|place| place.y).fold(f32::INFINITY, f32::min);
        let mut stood: Option<Vec3> = None;
        for place in path {
            if place.y > ground + 0.004 {
                stood = None;
                continue;
            }
            standing += 1;
            let from = *stood.get_or_insert(*place);
            farthest = farthest.max((*place - from).with_y(0.0).length());
        }
    }
    (farthest, standing as f32 / (2 * frames.len()) as f32)
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    let record = run(660, Duration::from_nanos(16_666_667));
    for (at, state) in &record.states {
        println!("{at:.3} s: {state}");
    }
    for (what, frames) in [("walking", 60..180), ("turning", 190..420), ("running", 450..600)] {
        let (from, to) = (record.way[frames.start].0, record.way[frames.end].0);
        let (far, standing) = slide(&record, frames);
        println!(
            "{what} from {from:.2} to {to:.2}: each foot stands for {:.0} % of the time, and slides by {:.1} mm at most",
            standing * 100.0,
            far * 1000.0
        );
    }
}
