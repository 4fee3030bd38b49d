//! Rules that run ahead of the display: a hand of cards is dealt and won at once, and shown step by step.

mod stage;

use bevy::prelude::*;
use bevy_cueline::prelude::*;
use stage::{BRIGHT, MIST, OnStage, PAPER, SLATE, SUN, Shapes, Stage, VIOLET, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "cards",
            text: "The rules play a whole hand in one call and know the score at once.\nThe display shows step after step.",
            keys: "Enter skip",
        },
    ))
    .add_queue::<Show>()
    .add_systems(Startup, setup)
    .add_systems(Update, (skip, rules, write).chain());
}

/// What the display shows, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Show {
    Deal { card: Entity, place: u32 },
    Score(u32),
    Win { card: Entity, place: u32 },
    Sweep(Vec<Entity>),
}

/// What the rules know, and what the player sees.
#[derive(Resource, Default)]
pub(crate) struct Score {
    hands: u32,
    pub(crate) known: u32,
    pub(crate) shown: u32,
}

#[derive(Component)]
struct Board;

fn setup(mut commands: Commands, time: Res<CueTime>, shapes: Res<Shapes>) {
    commands.insert_resource(Score::default());
    commands.spawn((OnStage, Queue::<Show>::new(&time))).observe(show);
    let place = |x, y, z| Transform::from_xyz(x, y, z);
    commands.spawn((OnStage, text("", 20.0, SUN), place(0.0, -190.0, 1.0), Board));
    for z in 0..4_u8 {
        let up = f32::from(z) * 3.0;
        let deck = shapes.round(SLATE.mix(&MIST, 0.06 * f32::from(z)), 92.0, 128.0);
        commands.spawn((OnStage, deck, place(-390.0 + up, up, 0.0))).with_children(|deck| {
            deck.spawn((shapes.shadow(92.0, 128.0), place(0.0, -8.0, -0.01)));
            deck.spawn((shapes.round(VIOLET.with_alpha(0.22), 68.0, 104.0), place(0.0, 0.0, 0.01)));
        });
    }
}

/// The rules: a hand in one call, as soon as the display has caught up.
fn rules(
    mut commands: Commands,
    shapes: Res<Shapes>,
    mut queue: Single<&mut Queue<Show>>,
    mut score: ResMut<Score>,
) {
    if !queue.is_empty() {
        return;
    }
    score.hands += 1;
    let hand = score.hands;
    let points = |place: u32| (hand * 7 + place * 5) % 13 + 1;
    let cards: Vec<Entity> =
        (0..5).map(|place| card(&mut commands, &shapes, points(place))).collect();
    let best = (0..5).max_by_key(|place| points(*place)).unwrap_or(0);
    for (place, card) in (0..).zip(&cards) {
        queue.enqueue(ms(120), Show::Deal { card: *card, place });
        score.known += points(place);
        queue.enqueue(Span::ZERO, Show::Score(score.known));
    }
    queue.enqueue(ms(900), Show::Win { card: cards[best as usize], place: best });
    queue.enqueue(secs(1.0), Show::Sweep(cards));
}

fn card(commands: &mut Commands, shapes: &Shapes, points: u32) -> Entity {
    let place = Transform::from_xyz(-390.0, 0.0, 1.0);
    let color = BRIGHT[points as usize % BRIGHT.len()];
    let moves = (Motion::<Translation>::default(), Motion::<TransformAngle>::default());
    let motions = (moves, Motion::<Scale>::default());
    commands
        .spawn((OnStage, shapes.round(PAPER, 104.0, 148.0), place, motions))
        .with_children(|on| {
            on.spawn((shapes.shadow(104.0, 148.0), Transform::from_xyz(0.0, -10.0, -0.1)));
            on.spawn((shapes.disc(color, 64.0), Transform::from_xyz(0.0, -22.0, 0.1)));
            let number = text(&points.to_string(), 34.0, SLATE);
            on.spawn((number, Transform::from_xyz(0.0, 42.0, 0.2)));
        })
        .id()
}

fn slot(place: u32) -> Vec3 {
    Vec3::new(-210.0 + 140.0 * place as f32, 0.0, 1.0 + place as f32)
}

/// The display: starts what an entry shows, when its turn comes.
fn show(
    update: On<QueueUpdate<Show>>,
    time: Res<CueTime>,
    mut cards: Query<(&mut Motion<Translation>, &mut Motion<TransformAngle>, &mut Motion<Scale>)>,
    mut score: ResMut<Score>,
    mut commands: Commands,
) {
    let at = time.at(update.at);
    match &update.payload {
        Show::Score(points) => score.shown = *points,
        Show::Deal { card, place } if update.started => {
            let Ok((mut way, mut angle, _)) = cards.get_mut(*card) else { return };
            way.spring_to(at, slot(*place), Spring::snappy(ms(420)));
            angle.tween(at, 0.9, 0.04 * (2.0 - *place as f32), ms(500), Easing::OUT_BACK);
        }
        Show::Win { card, place } if update.started => {
            let Ok((mut way, _, mut scale)) = cards.get_mut(*card) else { return };
            let up = slot(*place) + Vec3::new(0.0, 46.0, 20.0);
            way.spring_to(at, up, Spring::bouncy(ms(600)));
            scale.spring_to(at, Vec3::splat(1.18), Spring::bouncy(ms(600)));
        }
        Show::Sweep(hand) => {
            for (number, card) in (0..).zip(hand) {
                if update.ended {
                    commands.entity(*card).try_despawn();
                } else if update.started
                    && let Ok((mut way, mut angle, _)) = cards.get_mut(*card)
                {
                    let (wait, away) = (ms(60) * number, Vec3::new(640.0, 80.0, 40.0));
                    way.tween_after(at, wait, away, ms(600), Easing::IN_BACK);
                    angle.tween_after(at, wait, -0.8, ms(600), Easing::IN_CUBIC);
                }
            }
        }
        _ => {}
    }
}

/// Enter: all that waits has happened.
fn skip(keys: Res<ButtonInput<KeyCode>>, mut queue: Single<&mut Queue<Show>>) {
    if keys.just_pressed(KeyCode::Enter) {
        queue.finish();
    }
}

fn write(score: Res<Score>, mut board: Single<&mut Text2d, With<Board>>) {
    if score.is_changed() {
        board.0 = format!("the rules: {}      on show: {}", score.known, score.shown);
    }
}

fn main() -> AppExit {
    stage::open(game)
}
