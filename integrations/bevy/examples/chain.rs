//! Motions in a row, mirrored ones, ones that add up, and ones that keep their velocity.

mod stage;

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{BRIGHT, CORAL, MINT, MIST, OnStage, SKY, SLATE, SUN, Shapes, Stage, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "chain",
            text: "Four ways to go on where a motion ends, or before it does.",
            keys: "",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(FixedUpdate, call);
}

/// What goes round the corners, again and again.
#[derive(Component)]
pub(crate) struct Runner;

/// What is called to another place before it has arrived.
#[derive(Component)]
enum Called {
    Spring,
    Tween,
}

const CORNERS: [Vec3; 4] = [
    Vec3::new(-370.0, 110.0, 2.0),
    Vec3::new(-110.0, 110.0, 2.0),
    Vec3::new(-110.0, -20.0, 2.0),
    Vec3::new(-370.0, -20.0, 2.0),
];

fn setup(mut commands: Commands, time: Res<CueTime>, shapes: Res<Shapes>) {
    let at = Transform::from_xyz;
    let forever = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut label = |line: &str, x: f32, y: f32| {
        commands.spawn((OnStage, text(line, 15.0, MIST), at(x, y, 0.0)));
    };
    label("then: one after the other", -240.0, 160.0);
    label("mirrored", 240.0, 160.0);
    label("relative: each pass adds", -240.0, -84.0);
    label("called away early: spring and tween", 240.0, -84.0);

    for corner in CORNERS {
        commands.spawn((
            OnStage,
            shapes.disc(SLATE, 22.0),
            Transform::from_translation(corner.with_z(0.0)),
        ));
    }
    let runner = (shapes.round(SUN, 44.0, 44.0), Transform::from_translation(CORNERS[0]));
    let mut way = Motion::<Translation>::at(CORNERS[0]);
    round(&mut way, &time);
    commands.spawn((OnStage, Runner, runner, way)).observe(again);

    for (number, color) in (0..).zip(BRIGHT) {
        let x = 160.0 + 40.0 * number as f32;
        let mut up = Motion::<TranslationY>::default();
        up.tween(time.ago(ms(120) * (5 - number)), -20.0, 110.0, ms(700), Easing::IN_OUT_CUBIC);
        up.set_play(Play { repeat_mode: RepeatMode::PingPong, ..forever });
        commands.spawn((OnStage, shapes.disc(color, 34.0), at(x, -20.0, 1.0), up));
    }

    for (x, way, color) in [(-312.0, -1.0, CORAL), (-168.0, 1.0, SKY)] {
        let mut turn = Motion::<TransformAngle>::default();
        turn.tween(&time, 0.0, way * FRAC_PI_2 / 2.0, ms(600), Easing::OUT_BACK);
        turn.set_play(Play { repeat_mode: RepeatMode::Relative, ..forever });
        commands.spawn((OnStage, at(x, -158.0, 1.0), Visibility::default(), turn)).with_children(
            |wheel| {
                wheel.spawn((shapes.round(color, 118.0, 26.0), at(0.0, 0.0, 0.0)));
                wheel.spawn((shapes.round(color, 26.0, 118.0), at(0.0, 0.0, 0.1)));
                wheel.spawn((shapes.disc(SLATE, 40.0), at(0.0, 0.0, 0.2)));
            },
        );
    }

    for (called, y, color) in [(Called::Spring, -130.0, MINT), (Called::Tween, -186.0, CORAL)] {
        commands.spawn((OnStage, shapes.round(SLATE, 330.0, 10.0), at(240.0, y, 0.0)));
        let ball = (shapes.disc(color, 40.0), at(100.0, y, 1.0));
        commands.spawn((OnStage, called, ball, Motion::<TranslationX>::at(100.0)));
    }
}

/// Four motions, each of which begins at the exact end of the one before.
fn round(way: &mut Motion<Translation>, now: impl Into<Moment>) {
    let now = now.into();
    for corner in 1..=4 {
        way.then_tween_to(now, CORNERS[corner % 4], ms(450), Easing::IN_OUT_BACK);
    }
}

/// Round again from the exact end of the last of them, at any frame rate.
fn again(ended: On<MotionEnded>, time: Res<CueTime>, mut ways: Query<&mut Motion<Translation>>) {
    if let Ok(mut way) = ways.get_mut(ended.entity)
        && way.is_resting()
    {
        round(&mut way, time.at(ended.due));
    }
}

/// Another place each 30 ticks, in the middle of the way to the last one.
fn call(time: Res<CueTime>, mut balls: Query<(&Called, &mut Motion<TranslationX>)>) {
    let now = time.tick().get();
    if time.is_paused() || now % 30 != 0 {
        return;
    }
    let x = [370.0, 200.0, 290.0, 110.0, 250.0][(now / 30) as usize % 5];
    for (called, mut way) in &mut balls {
        match called {
            Called::Spring => way.spring_to(&time, x, Spring::smooth(ms(700))),
            Called::Tween => way.tween_to(&time, x, ms(700), Easing::IN_OUT_CUBIC),
        }
    }
}

fn main() -> AppExit {
    stage::open(game)
}
