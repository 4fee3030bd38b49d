//! Characters that walk, turn and run, a person and a fox: animators from files, on hierarchies of entities.

mod stage;

use std::f32::consts::PI;

use bevy::prelude::*;
use bevy_cueline::{
    cueline::time::Time as Instant,
    cueline_assets::{ClipLibrary, Skeleton},
    prelude::*,
};
use stage::{CORAL, MINT, MIST, OnStage, PAPER, SKY, SLATE, Shapes, Stage};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "walker",
            text: "The game moves the figure; an animator of states, blends and layers only shows it.",
            keys: "W A D walk, turn   Shift run   Enter jump   V wave   Tab fox",
        },
    ))
    .insert_resource(WALKER)
    .add_systems(Startup, setup)
    .add_systems(Update, (steer, act, swap))
    .add_systems(PostUpdate, draw.after(TransformSystems::Propagate));
}

/// A character of the examples.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct Cast {
    /// The name of its animator.
    pub(crate) name: &'static str,
    /// The animator; the clips and the skeleton.
    files: [&'static [u8]; 2],
    skeleton: &'static str,
    #[allow(dead_code, reason = "the tests measure how far they slide")]
    pub(crate) feet: &'static [&'static str],
    /// The length of a unit of the skeleton, in metres.
    unit: f32,
    /// Metres a second: walking, running.
    speeds: [f32; 2],
}

/// A person of sticks.
pub(crate) const WALKER: Cast = Cast {
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
pub(crate) const FOX: Cast = Cast {
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

/// What the player does without keys: from which second of twelve; whether it stands, walks or runs; and how fast it turns to
/// the left, in radians a second.
const INPUT: [(f32, Option<usize>, f32); 5] = [
    (0.0, None, 0.0),
    (0.5, Some(0), 0.0),
    (3.0, Some(0), PI / 8.0),
    (7.0, Some(1), 0.0),
    (10.0, None, 0.0),
];

/// The direction in which the character goes, and the time up to which it has gone.
#[derive(Component, Default)]
pub(crate) struct Heading {
    pub(crate) angle: f32,
    until: Option<Instant>,
}

/// The entities of a skeleton, below `root`: names, joints, and the joints above them.
fn spawn_joints<'s>(
    commands: &mut Commands,
    root: Entity,
    skeleton: &'s Skeleton,
) -> Vec<(&'s str, Entity, Option<Entity>)> {
    let mut joints: Vec<(&str, Entity, Option<Entity>)> = Vec::new();
    for (name, node) in &skeleton.nodes {
        let parent = node.parent.as_deref().and_then(|parent| {
            joints.iter().find(|(known, ..)| *known == parent).map(|(_, entity, _)| *entity)
        });
        let (at, turn): ([f32; 3], [f32; 4]) =
            (node.rest.translation.into(), node.rest.rotation.into());
        let place = Transform::from_translation(at.into()).with_rotation(Quat::from_array(turn));
        let below = ChildOf(parent.unwrap_or(root));
        let joint = commands.spawn((Name::new(name.clone()), place, below)).id();
        joints.push((name, joint, parent));
    }
    joints
}

/// What shows a joint: a limb from the joint above to it, or a stone on the ground.
#[derive(Component)]
enum Looks {
    Limb { from: Entity, to: Entity, width: f32 },
    Stone(Vec3),
}

fn setup(
    mut commands: Commands,
    cast: Res<Cast>,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    mut animators: ResMut<Assets<CueAnimator>>,
) -> Result {
    let mut library = ClipLibrary::new();
    for (name, file) in ["animator", "body"].into_iter().zip(cast.files) {
        library.load(name, file)?;
    }
    let source = library.animator(cast.name)?;
    let mut clips = Vec::new();
    for name in source.clips() {
        clips.push(library.get(library.id(name)?)?.clone());
    }
    let animator = animators.add(CueAnimator::new(&source, clips)?);
    let size = Transform::from_scale(Vec3::splat(cast.unit));
    let character = (OnStage, size, Heading::default(), CharacterAnimator::new(&time, animator));
    let root = commands.spawn(character).id();
    let skeleton = library.skeleton(cast.skeleton)?;
    let joints = spawn_joints(&mut commands, root, skeleton);
    for (name, joint, above) in joints {
        let Some(from) = above else { continue };
        let is_left = name.contains("left") || name.contains("Left");
        let is_fox = cast.name == "fox";
        let (color, width) = match name {
            "head" | "chest" => (SKY, if name == "head" { 0.11 } else { 0.24 }),
            _ if is_fox => (if is_left { CORAL } else { CORAL.darker(0.12) }, 0.07),
            _ => (if is_left { MINT } else { MINT.darker(0.16) }, 0.11),
        };
        let limb = Looks::Limb { from, to: joint, width };
        commands.spawn((OnStage, limb, shapes.round(color, 1.0, 1.0), Transform::default()));
        // A head, hands and feet.
        let end = ["head", "hand", "foot"].into_iter().find(|end| !is_fox && name.starts_with(end));
        if let Some(end) = end {
            let width = if end == "head" { 0.3 } else { 0.15 };
            let end = Looks::Limb { from: joint, to: joint, width };
            commands.spawn((OnStage, end, shapes.disc(PAPER, 1.0), Transform::default()));
        }
    }
    for number in 0..169_u16 {
        let place = Vec3::new(f32::from(number % 13) - 6.0, 0.0, f32::from(number / 13) - 6.0);
        let stone = (shapes.disc(SLATE, 1.0), Transform::default());
        commands.spawn((OnStage, Looks::Stone(place), stone));
    }
    Ok(())
}

/// The game moves the character; the animator only shows it. Time is that of the clock, so that both stop together.
fn steer(
    (time, alpha): (Res<CueTime>, Res<Time<Fixed>>),
    keys: Res<ButtonInput<KeyCode>>,
    cast: Res<Cast>,
    character: Single<(&mut Transform, &mut Heading, &mut CharacterAnimator)>,
) {
    let (mut place, mut heading, mut animator) = character.into_inner();
    let now = time.shown(alpha.overstep_fraction_f64());
    let passed = (now - heading.until.replace(now).unwrap_or(now)).as_secs_f32();
    let second = now.since_zero().as_secs_f32() % 12.0;
    let mut input =
        INPUT.iter().rfind(|(from, ..)| *from <= second + 1e-4).copied().unwrap_or(INPUT[0]);
    if keys.any_pressed([KeyCode::KeyW, KeyCode::KeyA, KeyCode::KeyD]) {
        let turn = f32::from(u8::from(keys.pressed(KeyCode::KeyA)))
            - f32::from(u8::from(keys.pressed(KeyCode::KeyD)));
        input = (0.0, Some(usize::from(keys.pressed(KeyCode::ShiftLeft))), turn * PI / 4.0);
    }
    let (_, gait, turn) = input;
    let speed = gait.map_or(0.0, |gait| cast.speeds[gait]);
    animator.set(&time, "speed", speed);
    if animator.get("turn").is_some() {
        animator.set(&time, "turn", turn / (PI / 4.0));
    }
    heading.angle += turn * passed;
    place.rotation = Quat::from_rotation_y(heading.angle);
    let ahead = place.rotation * Vec3::Z;
    place.translation += ahead * speed * passed;
}

fn act(
    time: Res<CueTime>,
    keys: Res<ButtonInput<KeyCode>>,
    mut animator: Single<&mut CharacterAnimator>,
) {
    if keys.just_pressed(KeyCode::Enter) && animator.get("jump").is_some() {
        animator.fire(&time, "jump");
    }
    if animator.get("waves").is_some() {
        animator.set(&time, "waves", keys.pressed(KeyCode::KeyV));
    }
}

/// Tab: the other character.
fn swap(world: &mut World) {
    if !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::Tab) {
        return;
    }
    let other = if world.resource::<Cast>().name == WALKER.name { FOX } else { WALKER };
    world.insert_resource(other);
    stage::begin_again(world);
}

/// Draws the joints where they are in this frame, from the side and a little from above.
fn draw(
    cast: Res<Cast>,
    character: Single<&Transform, With<Heading>>,
    places: Query<&GlobalTransform, Without<Looks>>,
    mut drawn: Query<(&Looks, &mut Sprite, &mut GlobalTransform)>,
) {
    let root = character.translation;
    let scale = if cast.name == "fox" { 230.0 } else { 172.0 };
    // To the right, up, and towards the viewer.
    let seen = |at: Vec3| {
        let at = at - root;
        let (right, near) = (at.x * 0.5 + at.z * 0.866, at.x * 0.866 - at.z * 0.5);
        Vec3::new(right, at.y - near * 0.3, near) * scale - Vec3::Y * 165.0
    };
    for (looks, mut sprite, mut place) in &mut drawn {
        let own = match looks {
            Looks::Limb { from, to, width } => {
                let (Ok(from), Ok(to)) = (places.get(*from), places.get(*to)) else { continue };
                let (from, to) = (seen(from.translation()), seen(to.translation()));
                let (way, width) = ((to - from).truncate(), width * scale);
                sprite.custom_size = Some(Vec2::new(way.length() + width, width));
                let middle = ((from + to) / 2.0).truncate();
                // A head lies before its neck.
                let front = if way == Vec2::ZERO { 0.3 } else { 0.0 };
                let z = 20.0 + front + (from.z + to.z) / 2.0 / scale;
                Transform::from_translation(middle.extend(z))
                    .with_rotation(Quat::from_rotation_z(way.to_angle()))
            }
            Looks::Stone(at) => {
                // The ground has no end: a stone that is left behind lies ahead again.
                let wrap = |at: f32, root: f32| (at - root + 6.5).rem_euclid(13.0) - 6.5 + root;
                let at = Vec3::new(wrap(at.x, root.x), 0.0, wrap(at.z, root.z));
                let fade = 1.0 - ((at - root).length() / 5.5).min(1.0);
                sprite.color = MIST.with_alpha(0.6 * fade);
                sprite.custom_size = Some(Vec2::new(20.0, 9.0));
                Transform::from_translation(seen(at).truncate().extend(1.0))
            }
        };
        *place = own.into();
    }
}

fn main() -> AppExit {
    stage::open(game)
}
