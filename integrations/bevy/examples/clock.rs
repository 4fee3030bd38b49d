//! Three clocks: the world, a slow motion of its own, and one that goes by single steps.

mod stage;

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{CORAL, MINT, MIST, OnStage, PAPER, SLATE, SUN, Shapes, Stage, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "clock",
            text: "One and the same motion on three clocks: the world, slow motion, and steps.",
            keys: "S slow or not   Enter step",
        },
    ))
    .add_cue_clock::<Slow>(ClockSource::FixedTicks)
    .add_cue_clock::<Steps>(ClockSource::Manual)
    .add_systems(Startup, setup)
    .add_systems(Update, (slow_down, step));
}

/// The clock of slow motion.
pub(crate) struct Slow;

/// A clock that stands still until the game steps it.
pub(crate) struct Steps;

#[derive(Component)]
pub(crate) struct Hand;

fn setup(
    mut commands: Commands,
    shapes: Res<Shapes>,
    (world, mut slow, steps): (Res<CueTime>, ResMut<CueTime<Slow>>, Res<CueTime<Steps>>),
) {
    slow.set_speed(Speed::from_percent(25));
    dial(&mut commands, &shapes, &world, -290.0, MINT, "the world");
    dial(&mut commands, &shapes, &slow, 0.0, SUN, "slow motion");
    dial(&mut commands, &shapes, &steps, 290.0, CORAL, "steps of 1/8 s");
}

/// A hand that goes round in four seconds, and a ball that bounces four times meanwhile, on one of the clocks.
fn dial<C: Send + Sync + 'static>(
    commands: &mut Commands,
    shapes: &Shapes,
    time: &CueTime<C>,
    x: f32,
    color: Color,
    name: &str,
) {
    let forever = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut turn = Motion::<TransformAngle>::default();
    turn.tween(time, 0.0, -TAU, secs(4.0), Easing::LINEAR);
    turn.set_play(forever);
    let mut bounce = Motion::<TranslationY>::default();
    bounce.tween(time, -176.0, -124.0, ms(500), Easing::OUT_QUAD);
    bounce.set_play(Play { repeat_mode: RepeatMode::PingPong, ..forever });
    let mut squash = Motion::<Scale>::default();
    squash.tween(time, Vec3::new(1.25, 0.75, 1.0), Vec3::ONE, ms(500), Easing::OUT_EXPO);
    squash.set_play(Play { repeat_mode: RepeatMode::PingPong, ..forever });

    let at = Transform::from_xyz;
    commands.spawn((OnStage, at(x, 54.0, 0.0), Visibility::default())).with_children(|dial| {
        dial.spawn((shapes.disc(SLATE, 196.0), at(0.0, 0.0, 0.0)));
        dial.spawn((shapes.glow(color.with_alpha(0.35), 330.0), at(0.0, 0.0, -1.0)));
        for hour in 0..12_u8 {
            let way = Vec2::from_angle(f32::from(hour) * TAU / 12.0) * 84.0;
            let size = if hour % 3 == 0 { 9.0 } else { 5.0 };
            dial.spawn((shapes.disc(MIST, size), at(way.x, way.y, 1.0)));
        }
        dial.spawn((Hand, at(0.0, 0.0, 2.0), Visibility::default(), turn))
            .with_child((shapes.round(color, 10.0, 84.0), at(0.0, 34.0, 0.0)));
        dial.spawn((shapes.disc(PAPER, 18.0), at(0.0, 0.0, 3.0)));
        dial.spawn((shapes.disc(color, 34.0), at(0.0, -176.0, 1.0), bounce, squash));
        dial.spawn((shapes.round(SLATE, 150.0, 8.0), at(0.0, -197.0, 0.0)));
        dial.spawn((text(name, 17.0, PAPER), at(0.0, -226.0, 0.0)));
    });
}

fn slow_down(keys: Res<ButtonInput<KeyCode>>, mut slow: ResMut<CueTime<Slow>>) {
    if keys.just_pressed(KeyCode::KeyS) {
        let percent = if slow.speed() == Speed::NORMAL { 25 } else { 100 };
        slow.set_speed(Speed::from_percent(percent));
    }
}

/// Steps by hand, and twice a second without.
fn step(
    keys: Res<ButtonInput<KeyCode>>,
    world: Res<CueTime>,
    mut steps: ResMut<CueTime<Steps>>,
    mut halves: Local<i64>,
) {
    let now = (world.now().since_zero().as_secs_f64() * 2.0) as i64;
    if keys.just_pressed(KeyCode::Enter) || now != *halves {
        steps.step(ms(125));
    }
    *halves = now;
}

fn main() -> AppExit {
    stage::open(game)
}
