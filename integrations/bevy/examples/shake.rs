//! A camera that pans and shakes: an offset adds to whatever else moves it.

mod stage;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{CORAL, MIST, OnStage, PAPER, SLATE, SUN, Shapes, Stage};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "shake",
            text: "The camera pans on a motion of its own. Each hit adds an offset, which only the picture contains.",
            keys: "Enter one more",
        },
    ))
    .add_offset::<Translation>()
    .add_systems(Startup, setup)
    .add_systems(FixedUpdate, rain)
    .add_systems(Update, throw)
    .add_observer(hit);
}

#[derive(Component)]
pub(crate) struct Meteor;

const GROUND: f32 = -150.0;

fn setup(mut commands: Commands, shapes: Res<Shapes>, camera: Single<Entity, With<Camera2d>>) {
    // It pans for ever, between two places.
    let there_and_back =
        Play { repeat: Repeat::Forever, repeat_mode: RepeatMode::PingPong, ..Play::default() };
    let pan = Motion::<TranslationX>::at(-70.0).with_tween(70.0, secs(5.0), Easing::IN_OUT_SINE);
    let shake = Motion::<Offset<Translation>>::at(Vec3::ZERO);
    commands.entity(*camera).insert((pan.with_play(there_and_back), shake));

    let at = Transform::from_xyz;
    for number in 0..90_u16 {
        let place = |factor: u16, of: f32| f32::from(number * factor % 199) / 199.0 * of - of / 2.0;
        let star = shapes.disc(MIST.with_alpha(0.5), 2.0 + f32::from(number % 3));
        commands.spawn((OnStage, star, at(place(37, 1300.0), place(71, 360.0), -9.0)));
    }
    commands.spawn((OnStage, shapes.glow(SUN.with_alpha(0.22), 400.0), at(330.0, 20.0, -8.5)));
    commands.spawn((OnStage, shapes.disc(SUN, 96.0), at(330.0, 20.0, -8.0)));
    for (number, x) in (0_u8..).zip([-560.0, -330.0, -80.0, 190.0, 430.0, 640.0]) {
        let hill = shapes.disc(SLATE.mix(&Color::BLACK, 0.18 * f32::from(number % 3)), 420.0);
        commands.spawn((OnStage, hill, at(x, GROUND - 130.0, -7.0 + f32::from(number % 3))));
    }
    commands.spawn((
        OnStage,
        shapes.round(SLATE.mix(&Color::BLACK, 0.12), 1500.0, 220.0),
        at(0.0, GROUND - 118.0, -3.0),
    ));
}

/// A meteor each second and a half.
fn rain(time: Res<CueTime>, shapes: Res<Shapes>, mut commands: Commands) {
    let tick = time.tick().get();
    if tick % 90 == 20 && !time.is_paused() {
        meteor(&mut commands, &time, &shapes, tick);
    }
}

fn throw(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    mut commands: Commands,
) {
    if keys.just_pressed(KeyCode::Enter) {
        meteor(&mut commands, &time, &shapes, time.tick().get());
    }
}

fn meteor(commands: &mut Commands, time: &CueTime, shapes: &Shapes, seed: i64) {
    let target = (seed * 37 % 640) as f32 - 320.0;
    let from = Vec3::new(target + 260.0, 360.0, 0.0);
    let mut fall = Motion::<Translation>::default();
    fall.tween(time, from, Vec3::new(target, GROUND, 0.0), ms(800), Easing::IN_QUAD);
    commands
        .spawn((OnStage, Meteor, shapes.disc(CORAL, 26.0), Transform::from_translation(from), fall))
        .with_children(|tail| {
            tail.spawn((shapes.glow(CORAL, 150.0), Transform::from_xyz(8.0, 14.0, -0.2)));
            for part in 1..6_u8 {
                let part = f32::from(part);
                let ember = shapes.glow(SUN.with_alpha(0.7 - part * 0.1), 44.0 - part * 5.0);
                tail.spawn((ember, Transform::from_xyz(part * 11.0, part * 21.0, -0.1)));
            }
        });
}

/// Where a meteor comes down: light, debris, and a blow to the camera, all from that moment on.
fn hit(
    ended: On<MotionEnded>,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    meteors: Query<&Transform, With<Meteor>>,
    mut camera: Single<&mut Motion<Offset<Translation>>>,
    mut commands: Commands,
) {
    let Ok(meteor) = meteors.get(ended.entity) else { return };
    let (at, place) = (time.at(ended.due), meteor.translation);
    commands.entity(ended.entity).try_despawn();
    camera.tween_to(at, Vec3::new(-14.0, -20.0, 0.0), ms(45), Easing::OUT_CUBIC);
    camera.then_spring_to(at, Vec3::ZERO, Spring::bouncy(ms(520)));

    let spark = |sprite: Sprite, to: Vec3, size: f32, color: Color, duration: Span| {
        let mut way = Motion::<Translation>::default();
        way.tween(at, place, to, duration, Easing::OUT_CUBIC);
        let (mut grow, mut fade) = (Motion::<Scale>::default(), Motion::<SpriteColor>::default());
        grow.tween(at, Vec3::ONE, Vec3::splat(size), duration, Easing::OUT_CUBIC);
        fade.tween(at, color, color.with_alpha(0.0), duration, Easing::IN_QUAD);
        (OnStage, sprite, Transform::from_translation(place), way, grow, fade)
    };
    let gone = |ended: On<MotionEnded>, mut commands: Commands| {
        commands.entity(ended.entity).try_despawn();
    };
    commands.spawn(spark(shapes.glow(PAPER, 240.0), place, 1.7, PAPER, ms(420))).observe(gone);
    for number in 0..11_u8 {
        let way = Vec2::from_angle(0.15 + f32::from(number) * 0.285)
            * (120.0 + f32::from(number * 7 % 5) * 26.0);
        let color = if number % 2 == 0 { SUN } else { CORAL };
        let debris = shapes.round(color, 16.0, 16.0);
        commands.spawn(spark(debris, place + way.extend(1.0), 0.3, color, ms(900))).observe(gone);
    }
}

fn main() -> AppExit {
    stage::open(game)
}
