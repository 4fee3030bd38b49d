//! Two clips on one plant, weighted by the wind, and a cross-fade to a third one.

mod stage;

use bevy::prelude::*;
use bevy_cueline::{
    cueline::{clip::Clip, value::Quat as Turn},
    cueline_assets,
    prelude::*,
};
use stage::{CORAL, MINT, MIST, OnStage, SKY, SLATE, SUN, Shapes, Stage, VIOLET, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "blend",
            text: "Left the clip of a calm, right that of a storm, between them both by weights.",
            keys: "Enter close the flowers",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(FixedUpdate, wind)
    .add_systems(Update, (close, draw));
}

/// The states of a plant. `wind` weights its two clips; `close` fades over to a third one.
const PLANT: &str = r#"(version: 1, animators: {"plant": (
    parameters: {"wind": Float(0.0), "close": Trigger("200ms")},
    layers: {"stem": (
        states: {
            "sway": (motion: Blend(along: "wind", clips: [(at: 0.0, clip: "calm"), (at: 1.0, clip: "storm")])),
            "closed": (motion: Clip("closed"), once: true),
        },
        transitions: [
            (from: "sway", to: "closed", when: [Fired("close")], change: Fade(over: "500ms", easing: "in-out-sine")),
            (from: "closed", to: "sway", when: [Progress(1.0)], change: Fade(over: "900ms", easing: "in-out-sine")),
        ],
    )},
)})"#;

const JOINTS: u8 = 8;
const SEGMENT: f32 = 34.0;

/// The wind at a plant; the one in the middle feels it come and go.
#[derive(Component)]
struct Plant(Option<f32>);

/// The line that says how much each clip weighs.
#[derive(Component)]
struct Weights;

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    mut animators: ResMut<Assets<CueAnimator>>,
) -> Result {
    let document = cueline_assets::read(PLANT.as_bytes(), "plant.ron")?.document;
    let clips = [sway("calm", 0.05, 0.02)?, sway("storm", 0.2, -0.15)?, sway("closed", 0.0, 0.42)?];
    let plant = animators.add(CueAnimator::new(&document.animators["plant"], clips)?);
    let at = Transform::from_xyz;
    commands.spawn((OnStage, shapes.round(SLATE, 900.0, 60.0), at(0.0, -190.0, 2.0)));
    let plants = [(-290.0, Some(0.0), SKY), (0.0, None, VIOLET), (290.0, Some(1.0), CORAL)];
    for (x, wind, color) in plants {
        let animator = CharacterAnimator::new(&time, plant.clone());
        let root = (OnStage, Plant(wind), animator, at(x, -165.0, 0.0), Visibility::default());
        let mut parent = commands.spawn(root).id();
        for joint in 0..JOINTS {
            let up = if joint == 0 { 0.0 } else { SEGMENT };
            let stem = MINT.darker(0.22 - 0.02 * f32::from(joint));
            let width = 20.0 - 1.4 * f32::from(joint);
            let node = (
                Name::new(format!("joint{joint}")),
                at(0.0, up, 0.01),
                Visibility::default(),
                ChildOf(parent),
            );
            parent = commands
                .spawn(node)
                .with_child((
                    shapes.round(stem, width, SEGMENT + 12.0),
                    at(0.0, SEGMENT / 2.0, 0.0),
                ))
                .id();
            if joint % 2 == 1 && joint < 6 {
                let way = if joint % 4 == 1 { 1.0 } else { -1.0 };
                let leaf = at(way * 20.0, SEGMENT * 0.4, 0.1)
                    .with_rotation(Quat::from_rotation_z(way * 0.6));
                commands.spawn((shapes.round(MINT, 38.0, 15.0), leaf, ChildOf(parent)));
            }
        }
        let flower = commands
            .spawn((at(0.0, SEGMENT + 8.0, 1.0), Visibility::default(), ChildOf(parent)))
            .id();
        for petal in 0..7_u8 {
            let way = Vec2::from_angle(f32::from(petal) * std::f32::consts::TAU / 7.0) * 23.0;
            commands.spawn((shapes.disc(color, 30.0), at(way.x, way.y, 0.0), ChildOf(flower)));
        }
        commands.spawn((shapes.disc(SUN, 30.0), at(0.0, 0.0, 0.5), ChildOf(flower)));
    }
    commands.spawn((OnStage, Weights, text("", 15.0, MIST), at(0.0, -190.0, 3.0)));
    Ok(())
}

/// A clip of two seconds: each joint is bent by `bend` and swings about that by `amplitude`, a little later than the one below.
fn sway(name: &str, amplitude: f32, bend: f32) -> Result<Clip> {
    let mut clip = ClipBuilder::new(name).duration(secs(2.0));
    for joint in 0..JOINTS {
        let keys = (0..=16).map(|part| {
            let phase = (part as f32 / 8.0 - f32::from(joint) * 0.14) * std::f32::consts::PI;
            let (sin, cos) = ((bend + amplitude * phase.sin()) / 2.0).sin_cos();
            Keyframe::linear(ms(125) * part, Turn { x: 0.0, y: 0.0, z: sin, w: cos })
        });
        clip = clip.track(format!("joint{joint}/rotation"), keys.collect::<Vec<_>>());
    }
    Ok(clip.build()?)
}

/// The weight of the storm, from 0 to 1 and back in eight seconds.
fn gust(time: &CueTime) -> f32 {
    let turn = time.now().since_zero().as_secs_f32() * std::f32::consts::TAU / 8.0;
    0.5 - 0.5 * turn.cos()
}

fn wind(time: Res<CueTime>, mut plants: Query<(&Plant, &mut CharacterAnimator)>) {
    for (plant, mut animator) in &mut plants {
        animator.set(&time, "wind", plant.0.unwrap_or_else(|| gust(&time)));
    }
}

fn close(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<CueTime>,
    mut plants: Query<&mut CharacterAnimator>,
) {
    if keys.just_pressed(KeyCode::Enter) {
        for mut animator in &mut plants {
            animator.fire(&time, "close");
        }
    }
}

fn draw(time: Res<CueTime>, mut line: Single<&mut Text2d, With<Weights>>) {
    let storm = (gust(&time) * 100.0).round();
    let calm = 100.0 - storm;
    line.0 = format!(
        "calm 100 %                    calm {calm:3} %   storm {storm:3} %                    storm 100 %"
    );
}

fn main() -> AppExit {
    stage::open(game)
}
