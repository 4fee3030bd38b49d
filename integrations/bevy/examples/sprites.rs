//! Flipbooks: pictures with durations of their own, cues on them, and a sprite that is written only when its picture changes.

mod stage;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{BRIGHT, MIST, OnStage, SLATE, Shapes, Stage, picture};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "sprites",
            text: "Flipbooks with a duration for each picture. Each step raises dust, at the exact time of its cue.",
            keys: "J jump",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(Update, jump)
    .add_observer(dust);
}

/// A walker goes to the right at this speed, in pixels a second.
const SPEED: f32 = 62.0;
const SIDE: u32 = 64;

#[derive(Resource)]
struct Books {
    jump: Handle<CueFlipbook>,
}

/// Who jumps, rather than walks.
#[derive(Component)]
pub(crate) struct Jumper;

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    (mut images, mut layouts): (ResMut<Assets<Image>>, ResMut<Assets<TextureAtlasLayout>>),
    mut books: ResMut<Assets<CueFlipbook>>,
) -> Result {
    // Two rows of eight pictures: steps, and a jump.
    let sheet = images.add(picture(UVec2::new(8, 2) * SIDE, &|at| blob(at)));
    let layout = layouts.add(TextureAtlasLayout::from_grid(UVec2::splat(SIDE), 8, 2, None, None));
    let sprite = |color: Color| Sprite {
        image: sheet.clone(),
        texture_atlas: Some(TextureAtlas { layout: layout.clone(), index: 0 }),
        color,
        ..Sprite::default()
    };
    // A foot that stands shows longer.
    let holds = [ms(150), ms(60), ms(60), ms(60), ms(150), ms(60), ms(60), ms(60)];
    let steps = [Cue::effect(ms(1), "step"), Cue::effect(ms(331), "step")];
    let walk = books.add(Flipbook::each(holds)?.with_cues(steps)?);
    let jump = books.add(Flipbook::equal(8, ms(90))?.times(1)?);

    let at = Transform::from_xyz;
    for row in 0..3_u8 {
        let y = 92.0 - 92.0 * f32::from(row);
        commands.spawn((OnStage, shapes.round(SLATE, 900.0, 8.0), at(0.0, y - 34.0, 0.0)));
        for number in 0..5_u8 {
            let late = ms(90) * (i64::from(number) + 2 * i64::from(row));
            let x = 180.0 * f32::from(number) - 450.0 + 60.0 * f32::from(row);
            let color = BRIGHT[usize::from(number + row) % 5];
            let mut go = Motion::<TranslationX>::default();
            go.tween(time.ago((x + 450.0) / SPEED), -450.0, 450.0, 900.0 / SPEED, Easing::LINEAR);
            go.set_play(Repeat::Forever);
            let player = FlipbookPlayer::new(time.ago(late), walk.clone());
            commands.spawn((OnStage, sprite(color), at(x, y, 1.0), player, go));
        }
    }
    let jumper = (sprite(MIST), at(0.0, -172.0, 1.0).with_scale(Vec3::splat(1.3)));
    let player = FlipbookPlayer::new(&time, jump.clone()).with_first(8);
    commands.spawn((OnStage, Jumper, jumper, player));
    commands.insert_resource(Books { jump });
    Ok(())
}

/// A press of the key, and each two seconds without: the flipbook from its start, by another player.
fn jump(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<CueTime>,
    books: Res<Books>,
    jumper: Single<(Entity, &FlipbookPlayer), With<Jumper>>,
    mut commands: Commands,
) {
    let (entity, player) = *jumper;
    if player.is_over() && (keys.just_pressed(KeyCode::KeyJ) || time.tick().get() % 120 == 0) {
        let again = FlipbookPlayer::new(&time, books.jump.clone()).with_first(8);
        commands.entity(entity).insert(again);
    }
}

/// Where a foot comes down.
fn dust(
    event: On<CueEvent>,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    walkers: Query<&Transform>,
    mut commands: Commands,
) {
    let (Some("step"), Ok(walker)) = (event.cue(), walkers.get(event.entity)) else { return };
    let place = walker.translation + Vec3::new(-8.0, -27.0, -0.5);
    let at = time.at(event.due);
    let (mut grow, mut fade) = (Motion::<Scale>::default(), Motion::<SpriteColor>::default());
    grow.tween(at, Vec3::splat(0.4), Vec3::new(2.4, 1.4, 1.0), ms(600), Easing::OUT_CUBIC);
    fade.tween(at, MIST.with_alpha(0.5), MIST.with_alpha(0.0), ms(600), Easing::LINEAR);
    let puff = (shapes.glow(MIST, 18.0), Transform::from_translation(place), grow, fade);
    commands.spawn((OnStage, puff)).observe(|ended: On<MotionEnded>, mut commands: Commands| {
        commands.entity(ended.entity).try_despawn();
    });
}

/// A pixel of the sheet: a body, eyes and two feet. White, as sprites are tinted, with dark eyes.
fn blob(at: Vec2) -> [f32; 2] {
    let tile = (at / SIDE as f32).floor();
    let at = at - (tile + 0.5) * SIDE as f32;
    let phase = tile.x / 8.0 * std::f32::consts::TAU;
    let is_jump = tile.y > 0.0;
    let up = if is_jump { 15.0 * (phase / 2.0).sin() } else { 3.0 * (2.0 * phase).sin().abs() };
    let flat = if is_jump { 1.0 + 0.22 * (2.0 * phase + 1.6).sin() } else { 1.0 };
    // Up is up here.
    let at = Vec2::new(at.x, -at.y - up);
    let disc =
        |middle: Vec2, size: Vec2| (1.0 - ((at - middle) / size).length()) * size.min_element();
    let body = disc(Vec2::new(0.0, 2.0), Vec2::new(17.0 * flat, 17.0 / flat));
    let foot = |turn: f32| {
        let (sin, cos) = (phase + turn).sin_cos();
        let way = if is_jump {
            Vec2::new(turn - 1.5, 0.0) * 5.0
        } else {
            Vec2::new(10.0 * cos, sin.max(0.0) * 6.0 + up)
        };
        disc(
            Vec2::new(way.x, way.y - 21.0 - if is_jump { 0.0 } else { up * 2.0 }),
            Vec2::new(8.0, 5.5),
        )
    };
    let feet = foot(0.0).max(foot(std::f32::consts::PI));
    let eyes = disc(Vec2::new(5.0, 6.0), Vec2::splat(3.0))
        .max(disc(Vec2::new(13.0, 6.0), Vec2::splat(3.0)));
    let light = 1.0 - 0.85 * (eyes + 0.5).clamp(0.0, 1.0);
    let light = if feet > body { light * 0.75 } else { light };
    [light, (body.max(feet) + 0.5).clamp(0.0, 1.0)]
}

fn main() -> AppExit {
    stage::open(game)
}
