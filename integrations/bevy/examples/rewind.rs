//! One clip over many children, which plays forwards and backwards, and which a bar scrubs.

mod stage;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{BRIGHT, CORAL, MIST, OnStage, PAPER, SLATE, SUN, Shapes, Stage};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "rewind",
            text: "A clip of 22 tracks that runs forwards and back. Drag the bar to any of its times.",
            keys: "Backspace turn round   Left drag",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(Update, (drag, show).chain());
}

const DOMINOES: u8 = 19;
const BAR: f32 = 780.0;
const BAR_Y: f32 = -186.0;

#[derive(Component)]
struct Knob;

fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    shapes: Res<Shapes>,
    mut clips: ResMut<Assets<CueClip>>,
) -> Result {
    let there_and_back =
        Play { repeat: Repeat::Forever, repeat_mode: RepeatMode::PingPong, ..Play::default() };
    let player = ClipPlayer::new(&time, clips.add(fall()?), there_and_back);
    let at = Transform::from_xyz;
    commands.spawn((OnStage, player, at(0.0, 0.0, 0.0), Visibility::default())).with_children(
        |scene| {
            scene.spawn((shapes.round(SLATE, 860.0, 18.0), at(0.0, -109.0, 0.0)));
            for number in 0..DOMINOES {
                let x = -342.0 + 34.0 * f32::from(number);
                let color = BRIGHT[usize::from(number) % 5];
                // It turns about its lower right corner.
                scene
                    .spawn((
                        Name::new(format!("domino{number}")),
                        at(x, -100.0, 1.0),
                        Visibility::default(),
                    ))
                    .with_child((shapes.round(color, 16.0, 92.0), at(-8.0, 46.0, 0.0)));
            }
            scene.spawn((Name::new("ball"), shapes.disc(PAPER, 42.0), at(-420.0, 150.0, 2.0)));
            scene
                .spawn((Name::new("bell"), at(356.0, 66.0, 1.0), Visibility::default()))
                .with_children(|bell| {
                    bell.spawn((shapes.round(MIST, 6.0, 90.0), at(0.0, -40.0, 0.0)));
                    bell.spawn((shapes.glow(SUN.with_alpha(0.3), 200.0), at(0.0, -104.0, -0.1)));
                    bell.spawn((shapes.disc(SUN, 62.0), at(0.0, -104.0, 0.1)));
                });
        },
    );
    commands.spawn((OnStage, shapes.round(SLATE, BAR + 20.0, 12.0), at(0.0, BAR_Y, 4.0)));
    commands.spawn((OnStage, Knob, shapes.disc(CORAL, 28.0), at(0.0, BAR_Y, 5.0)));
    Ok(())
}

/// Tracks are paths from the entity of the player.
fn fall() -> Result<CueClip> {
    let key = |at: i64, value: f32, easing: Easing| Keyframe::eased(ms(at), value, easing);
    let mut clip = ClipBuilder::new("fall")
        .track(
            "ball/Transform.translation.x",
            [key(0, -420.0, Easing::LINEAR), key(700, -372.0, Easing::LINEAR)],
        )
        .track(
            "ball/Transform.translation.y",
            [
                key(0, 190.0, Easing::IN_QUAD),
                key(700, -20.0, Easing::OUT_QUAD),
                key(880, 14.0, Easing::IN_QUAD),
                key(1060, -79.0, Easing::LINEAR),
            ],
        );
    for number in 0..i64::from(DOMINOES) {
        let begin = 620 + 85 * number;
        let end = if number + 1 == i64::from(DOMINOES) { -1.571 } else { -1.19 };
        let keys = [key(begin, 0.0, Easing::IN_QUAD), key(begin + 330, end, Easing::LINEAR)];
        clip = clip.track(format!("domino{number}/Transform.angle"), keys);
    }
    let swing = [(0, 0.0), (240, 0.55), (620, -0.4), (1000, 0.26), (1360, -0.14), (1700, 0.0)];
    let swing = swing.map(|(at, angle)| key(2400 + at, angle, Easing::IN_OUT_SINE));
    Ok(clip.track("bell/Transform.angle", swing).build()?.into())
}

/// While the bar is dragged, the clip shows that time; then it plays on from there.
fn drag(
    (keys, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (windows, cameras): (Query<&Window>, Query<(&Camera, &GlobalTransform)>),
    time: Res<CueTime>,
    clips: Res<Assets<CueClip>>,
    mut player: Single<&mut ClipPlayer>,
) {
    if keys.just_pressed(KeyCode::Backspace) {
        player.reverse(&time);
    }
    if buttons.just_released(MouseButton::Left) {
        player.resume(&time);
    }
    let (Ok(window), Ok((camera, place))) = (windows.single(), cameras.single()) else { return };
    let cursor =
        window.cursor_position().and_then(|at| camera.viewport_to_world_2d(place, at).ok());
    let Some(cursor) = cursor.filter(|_| buttons.pressed(MouseButton::Left)) else { return };
    let part = f64::from((cursor.x / BAR + 0.5).clamp(0.0, 1.0));
    if let Some((_, clip)) = clips.iter().next() {
        player.scrub_to(&time, secs(part * clip.0.duration().as_secs_f64()));
    }
}

fn show(
    time: Res<CueTime>,
    clips: Res<Assets<CueClip>>,
    player: Single<&ClipPlayer>,
    mut knob: Single<&mut Transform, With<Knob>>,
) {
    let (Some(at), Some((_, clip))) = (player.position(&time), clips.iter().next()) else { return };
    knob.translation.x = (at.ratio(clip.0.duration()) as f32 - 0.5) * BAR;
}

fn main() -> AppExit {
    stage::open(game)
}
