//! Characters that walk, turn and run, a person and a fox: animators from files, on hierarchies of entities.
//!
//! `cargo run --features characters --example walker` prints the states that they enter and how far their feet slide.

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

/// A character of the examples.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Cast {
    /// The name of its animator.
    pub name: &'static str,
    /// The animator; the clips and the skeleton.
    files: [&'static [u8]; 2],
    skeleton: &'static str,
    feet: &'static [&'static str],
    /// The length of a unit of the skeleton, in metres.
    unit: f32,
    /// Metres a second: walking, running.
    speeds: [f32; 2],
}

/// A person of sticks.
pub const WALKER: Cast = Cast {
    name: "walker",
    files: [
        include_bytes!("../../../assets/examples/walker.ron"),
        include_bytes!("../../../assets/examples/walker-body.ron"),
    ],
    skeleton: "walker",
    feet: &["foot.left", "foot.right"],
    unit: 1.0,
    speeds: [1.1, 3.0],
};

/// The fox of the Khronos samples.
pub const FOX: Cast = Cast {
    name: "fox",
    files: [
        include_bytes!("../../../assets/examples/fox.ron"),
        include_bytes!("../../../assets/examples/fox-body.cue"),
    ],
    skeleton: "scene",
    feet: &["b_RightHand_08", "b_LeftFoot02_018", "b_RightFoot02_022", "b_LeftHand_011"],
    unit: 0.01,
    speeds: [1.4, 2.5],
};

/// What the player does: from which second; whether it stands, walks or runs; and how fast it turns to the left, in radians a
/// second.
const INPUT: [(f32, Option<usize>, f32); 5] = [
    (0.0, None, 0.0),
    (0.5, Some(0), 0.0),
    (3.0, Some(0), PI / 8.0),
    (7.0, Some(1), 0.0),
    (10.0, None, 0.0),
];

/// What a run came to.
#[derive(Resource, Clone, Debug, Default)]
pub struct Record {
    /// Where it goes on each frame, and its heading.
    pub way: Vec<(Vec3, f32)>,
    /// Where the feet are on each frame.
    pub feet: Vec<Vec<Vec3>>,
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
        let (at, turn): ([f32; 3], [f32; 4]) =
            (node.rest.translation.into(), node.rest.rotation.into());
        let place = Transform::from_translation(at.into()).with_rotation(Quat::from_array(turn));
        let parent = ChildOf(parent.unwrap_or(root));
        joints.push((name, commands.spawn((Name::new(name.clone()), place, parent)).id()));
    }
}

fn setup(
    mut commands: Commands,
    cast: Res<Cast>,
    time: Res<CueTime>,
    mut animators: ResMut<Assets<CueAnimator>>,
) -> Result {
    let mut library = ClipLibrary::new();
    for (name, file) in ["animator", "body"].into_iter().zip(cast.files) {
        library.load(name, file)?;
    }
    let source = library.animator(cast.name)?;
    let mut clips = Vec::new();
    for name in source.clips() {
        clips.push(library.get(library.id(name)?)?);
    }
    let animator = animators.add(CueAnimator::new(&source, clips)?);
    let size = Transform::from_scale(Vec3::splat(cast.unit));
    let character = (size, Heading::default(), CharacterAnimator::new(&time, animator));
    let root = commands.spawn(character).id();
    spawn_joints(&mut commands, root, library.skeleton(cast.skeleton)?);
    Ok(())
}

/// The game moves the character; the animator only shows it.
fn steer(
    time: Res<Time>,
    cue_time: Res<CueTime>,
    cast: Res<Cast>,
    character: Single<(&mut Transform, &mut Heading, &mut CharacterAnimator)>,
) {
    let (mut place, mut heading, mut animator) = character.into_inner();
    let now = time.elapsed_secs();
    let Some((_, gait, turn)) = INPUT.iter().rfind(|(from, ..)| *from <= now + 1e-4) else {
        return;
    };
    let speed = gait.map_or(0.0, |gait| cast.speeds[gait]);
    animator.set(&*cue_time, "speed", speed);
    if animator.get("turn").is_some() {
        animator.set(&*cue_time, "turn", turn / (PI / 4.0));
    }
    let passed = time.delta_secs();
    heading.0 += turn * passed;
    place.rotation = Quat::from_rotation_y(heading.0);
    let ahead = place.rotation * Vec3::Z;
    place.translation += ahead * speed * passed;
}

fn watch(
    mut record: ResMut<Record>,
    cast: Res<Cast>,
    character: Single<(&Transform, &Heading)>,
    joints: Query<(&Name, &GlobalTransform, &ChildOf)>,
) {
    if record.way.len().is_multiple_of(24) {
        let bone = |(_, place, parent): (&Name, &GlobalTransform, &ChildOf)| {
            let (_, above, _) = joints.get(parent.parent()).ok()?;
            Some([above.translation(), place.translation()])
        };
        record.sticks.push(joints.iter().filter_map(bone).collect());
    }
    record.way.push((character.0.translation, character.1.0));
    record.feet.resize(cast.feet.len(), Vec::new());
    for (index, foot) in cast.feet.iter().enumerate() {
        let found = joints.iter().find(|(name, ..)| name.as_str() == *foot);
        record.feet[index].push(found.map_or(Vec3::NAN, |(_, place, _)| place.translation()));
    }
}

/// Runs for some frames.
pub fn run(cast: Cast, frames: u32, frame: Duration) -> Record {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CuelinePlugin::default()))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame))
        .insert_resource(cast)
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

/// The farthest that each foot moves over the ground while it is within 4 mm of its lowest place, in some frames, in metres;
/// and the share of the frames in which feet are there.
pub fn slide(record: &Record, frames: std::ops::Range<usize>) -> (Vec<f32>, f32) {
    let (mut all, mut standing) = (Vec::new(), 0);
    for path in &record.feet {
        let mut farthest = 0.0_f32;
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
        all.push(farthest);
    }
    let share = standing as f32 / (all.len() * frames.len()) as f32;
    (all, share)
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    for cast in [WALKER, FOX] {
        let record = run(cast, 660, Duration::from_nanos(16_666_667));
        for (at, state) in &record.states {
            println!("{}, {at:.3} s: {state}", cast.name);
        }
        for (what, frames) in [("walks", 60..180), ("turns", 190..420), ("runs", 450..600)] {
            let (from, to) = (record.way[frames.start].0, record.way[frames.end].0);
            let (slides, standing) = slide(&record, frames);
            let millimetres: Vec<i32> = slides.iter().map(|far| (far * 1000.0) as i32).collect();
            println!(
                "it {what} from {from:.2} to {to:.2}: feet stand for {:.0} % of the time, and slide by {millimetres:?} mm",
                standing * 100.0,
            );
        }
    }
}
