//! Two thousand springs: each spark has a place in a figure, and flies on to the next one with the speed that it has.

mod stage;

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_cueline::{cueline::time::Time as Instant, prelude::*};
use stage::{OnStage, Shapes, Stage};

pub(crate) const SPARKS: u32 = 2000;

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "swarm",
            text: "Two thousand springs. Each spark sets off a little later than the one before,\nand keeps its speed where the figure changes.",
            keys: "",
        },
    ))
    .add_systems(Startup, setup)
    .add_systems(FixedUpdate, form);
}

#[derive(Component)]
pub(crate) struct Spark(pub(crate) u32);

/// The figure that the sparks fly to, and when they fly on.
#[derive(Resource)]
struct Figure {
    number: u32,
    until: Instant,
}

fn setup(mut commands: Commands, time: Res<CueTime>, shapes: Res<Shapes>) {
    commands.insert_resource(Figure { number: 0, until: time.now() + ms(900) });
    for number in 0..SPARKS {
        let part = number as f32 / SPARKS as f32;
        let color = Color::hsl(25.0 + 250.0 * part, 0.95, 0.68);
        let place = Transform::from_translation(place(0, number).extend(part));
        let spark = (shapes.glow(color, 17.0), place, Spark(number));
        commands.spawn((OnStage, spark, Motion::<Translation>::default()));
    }
}

/// At ticks of the fixed schedule, so that each machine shows the same.
fn form(
    time: Res<CueTime>,
    mut figure: ResMut<Figure>,
    mut sparks: Query<(&Spark, &mut Motion<Translation>)>,
) {
    if time.now() < figure.until {
        return;
    }
    figure.number += 1;
    figure.until = time.now() + ms(2600);
    for (spark, mut motion) in &mut sparks {
        let part = spark.0 as f32 / SPARKS as f32;
        let target = place(figure.number, spark.0).extend(part);
        motion.spring_after(&time, 0.9 * part, target, Spring::bouncy(ms(1100)));
    }
}

/// The place of a spark in a figure.
fn place(figure: u32, number: u32) -> Vec2 {
    let part = number as f32 / SPARKS as f32;
    let turn = number as f32 * 2.399_963;
    let figure = match figure % 5 {
        0 => Vec2::from_angle(turn) * 190.0 * part.sqrt(),
        1 => {
            let ring = number % 3;
            let round = Vec2::from_angle(part * TAU) * (52.0 + (number / 3 % 7) as f32 * 5.0);
            round + Vec2::new(ring as f32 * 200.0 - 200.0, if ring == 1 { 30.0 } else { -30.0 })
        }
        2 => {
            let (sin, cos) = turn.sin_cos();
            let y = 13.0 * cos
                - 5.0 * (2.0 * turn).cos()
                - 2.0 * (3.0 * turn).cos()
                - (4.0 * turn).cos();
            Vec2::new(16.0 * sin.powi(3), y + 2.0) * 11.5 * (0.35 + 0.65 * part.sqrt())
        }
        3 => {
            let (column, row) = ((number % 80) as f32, (number / 80) as f32);
            Vec2::new(
                column * 10.6 - 419.0,
                row * 11.0 - 132.0 + 34.0 * (column * 0.16 + row * 0.1).sin(),
            )
        }
        _ => Vec2::new(390.0 * (3.0 * part * TAU).sin(), 165.0 * (4.0 * part * TAU).sin()),
    };
    figure - Vec2::new(0.0, 24.0)
}

fn main() -> AppExit {
    stage::open(game)
}
