//! A scene in one timeline, over several entities: played, skipped, and wound back and forth.

mod stage;

use bevy::prelude::*;
use bevy_cueline::{
    cueline::{
        clip::CueKind,
        timeline::{TimelineBuilder, cue, from_to, to},
        value::{self, Color as Tint},
    },
    prelude::*,
};
use stage::{CORAL, MINT, OnStage, PAPER, SIZE, SLATE, SUN, Shapes, Stage, VIOLET, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "cutscene",
            text: "One timeline moves the moon, a wanderer and the door.",
            keys: "Enter skip   Left wind back   Backspace turn round",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(Update, direct);
}

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    mut scenes: ResMut<Assets<CueTimeline>>,
) -> Result {
    let player = TimelinePlayer::new(&time, scenes.add(enter()?), Repeat::Once);
    let at = Transform::from_xyz;
    let named =
        |name: &str, place: Transform| (Name::new(name.to_owned()), place, Visibility::default());
    commands.spawn((OnStage, player, at(0.0, 0.0, 0.0), Visibility::default())).with_children(
        |scene| {
            scene.spawn(named("moon", at(300.0, -260.0, -8.0))).with_children(|moon| {
                moon.spawn((shapes.glow(PAPER.with_alpha(0.25), 420.0), at(0.0, 0.0, -0.2)));
                moon.spawn((shapes.disc(PAPER, 84.0), at(0.0, 0.0, 0.0)));
            });
            for (number, x, size) in [(0_u8, -380.0, 620.0), (1, 60.0, 760.0), (2, 460.0, 560.0)] {
                let hill = SLATE.mix(&Color::BLACK, 0.2 + 0.12 * f32::from(number));
                scene.spawn((
                    shapes.disc(hill, size),
                    at(x, -size / 2.0 - 36.0, -6.0 + f32::from(number)),
                ));
            }
            scene.spawn((shapes.round(SLATE, SIZE.x * 2.0, 300.0), at(0.0, -300.0, -2.0)));
            scene.spawn((
                shapes.round(VIOLET.mix(&Color::BLACK, 0.6), 170.0, 230.0),
                at(300.0, -60.0, -1.0),
            ));
            scene.spawn((shapes.round(SUN, 76.0, 124.0), at(300.0, -96.0, -0.5)));
            // It turns on its hinge, so its board hangs to the right of it.
            scene
                .spawn(named("door", at(262.0, -96.0, 0.0)))
                .with_child((shapes.round(CORAL.darker(0.1), 76.0, 124.0), at(38.0, 0.0, 0.0)));
            scene.spawn(named("hero", at(-560.0, -122.0, 2.0))).with_children(|hero| {
                hero.spawn(named("body", at(0.0, 0.0, 0.0))).with_children(|body| {
                    body.spawn((shapes.round(MINT, 34.0, 70.0), at(0.0, 0.0, 0.0)));
                    body.spawn((shapes.disc(PAPER, 38.0), at(0.0, 50.0, 0.1)));
                });
                hero.spawn(named("lamp", at(30.0, 6.0, 0.3))).with_children(|lamp| {
                    lamp.spawn((shapes.glow(SUN.with_alpha(0.5), 190.0), at(0.0, 0.0, -0.1)));
                    lamp.spawn((shapes.disc(SUN, 14.0), at(0.0, 0.0, 0.0)));
                });
            });
            let title = text("Home, at last.", 40.0, PAPER.with_alpha(0.0));
            scene.spawn((Name::new("title"), title, at(-140.0, 90.0, 5.0)));
        },
    );
    Ok(())
}

/// Keys are paths from the entity of the player.
fn enter() -> Result<CueTimeline> {
    let moon = || "moon/Transform.translation.y".to_owned();
    let x = || "hero/Transform.translation.x".to_owned();
    let step = || "hero/body/Transform.translation.y".to_owned();
    let lamp = || "hero/lamp/Transform.scale".to_owned();
    let door = || "door/Transform.scale.x".to_owned();
    let title = || "title/TextColor".to_owned();
    let size = |size: f32| value::Vec3::new(size, size, size);
    let paper = |alpha: f32| {
        let LinearRgba { red: r, green: g, blue: b, .. } = PAPER.to_linear();
        Tint { r, g, b, a: alpha }
    };
    let scene = TimelineBuilder::new("enter")
        .start(door(), 1.0_f32)
        .start(lamp(), size(1.0))
        .then(from_to(x(), -560.0_f32, 190.0).duration(secs(3.2)).eased(Easing::IN_OUT_SINE))
        .with(from_to(moon(), -260.0_f32, 150.0).duration(secs(3.2)).eased(Easing::OUT_CUBIC))
        .with(
            from_to(step(), 0.0_f32, 9.0)
                .duration(ms(160))
                .eased(Easing::OUT_SINE)
                .times(20)
                .ping_pong(),
        )
        .then(to(lamp(), size(1.5)).duration(ms(500)).eased(Easing::OUT_BACK))
        .then(cue(CueKind::State, "door"))
        .then(to(door(), 0.12_f32).duration(ms(700)).eased(Easing::OUT_BOUNCE))
        .then(to(x(), 300.0_f32).duration(ms(900)).eased(Easing::IN_OUT_QUAD))
        .with(to(lamp(), size(0.6)).duration(ms(900)))
        .then(from_to(title(), paper(0.0), paper(1.0)).duration(ms(900)))
        .build()?;
    Ok(scene.into())
}

/// The player's hand. Left, held, winds back; the scene goes on from there.
fn direct(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<CueTime>,
    mut scene: Single<&mut TimelinePlayer>,
) {
    if keys.just_pressed(KeyCode::Enter) {
        scene.finish();
    }
    if keys.just_pressed(KeyCode::Backspace) {
        scene.reverse(&time);
    }
    if keys.pressed(KeyCode::ArrowLeft) {
        let elapsed = scene.elapsed().unwrap_or_default();
        scene.scrub_to(&time, (elapsed - ms(40)).max(Span::ZERO));
    } else if keys.just_released(KeyCode::ArrowLeft) {
        scene.resume(&time);
    }
}

fn main() -> AppExit {
    stage::open(game)
}
