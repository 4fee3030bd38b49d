//! What moves is written to a scene as text and read back: everything goes on in the middle of its motion.

mod stage;

use bevy::{
    prelude::*,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_cueline::prelude::*;
use serde::de::DeserializeSeed;
use stage::{BRIGHT, MIST, OnStage, SUN, Shapes, Stage, text};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "save",
            text: "S writes all bees in the middle of their flight, and marks their places. L brings them back there,\nwith the speed and the target that they had.",
            keys: "S save   L load",
        },
    ))
    .register_type::<Bee>()
    .register_type::<Transform>()
    .add_systems(Startup, setup)
    .add_systems(FixedUpdate, fly)
    .add_systems(Update, (save, load, dress).chain());
}

const FLOWERS: u32 = 18;

/// A bee, by the flowers that it has seen.
#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component)]
pub(crate) struct Bee {
    pub(crate) number: u32,
    pub(crate) seen: u32,
}

#[derive(Resource, Default)]
pub(crate) struct Saved(pub(crate) String);

/// A place at which a bee was saved.
#[derive(Component)]
struct Mark;

#[derive(Component)]
struct Line;

fn flower(number: u32) -> Vec3 {
    let number = number as f32 + 0.5;
    let way = Vec2::from_angle(number * 2.399_963) * (number / FLOWERS as f32).sqrt();
    Vec3::new(way.x * 400.0, way.y * 150.0 - 20.0, 1.0)
}

fn setup(mut commands: Commands, shapes: Res<Shapes>) {
    commands.insert_resource(Saved::default());
    for number in 0..FLOWERS {
        let at = flower(number);
        let petals = BRIGHT[number as usize % 5].darker(0.12);
        commands
            .spawn((OnStage, Transform::from_translation(at.with_z(0.0)), Visibility::default()))
            .with_children(|flower| {
                for petal in 0..6_u8 {
                    let way =
                        Vec2::from_angle(f32::from(petal) * std::f32::consts::TAU / 6.0) * 15.0;
                    flower
                        .spawn((shapes.disc(petals, 22.0), Transform::from_xyz(way.x, way.y, 0.0)));
                }
                flower.spawn((shapes.disc(SUN, 16.0), Transform::from_xyz(0.0, 0.0, 0.1)));
            });
    }
    for number in 0..24 {
        let bee = Bee { number, seen: number * 5 };
        commands.spawn((
            bee,
            Transform::from_translation(flower(bee.seen % FLOWERS)),
            Motion::<Translation>::default(),
        ));
    }
    let line = text("nothing saved yet", 15.0, MIST);
    commands.spawn((OnStage, Line, line, Transform::from_xyz(0.0, -210.0, 5.0)));
}

/// A bee that rests flies on.
fn fly(time: Res<CueTime>, mut bees: Query<(&mut Bee, &mut Motion<Translation>)>) {
    for (mut bee, mut motion) in &mut bees {
        if motion.is_resting() {
            bee.seen += 3 + bee.number % 4;
            let (wait, target) = (ms(60) * i64::from(bee.number % 7), flower(bee.seen % FLOWERS));
            motion.spring_after(&time, wait, target.with_z(3.0), Spring::bouncy(ms(900)));
        }
    }
}

/// The looks of a bee are no part of the scene.
fn dress(
    bees: Query<Entity, (Added<Bee>, Without<Sprite>)>,
    shapes: Res<Shapes>,
    mut commands: Commands,
) {
    for bee in &bees {
        commands.entity(bee).insert((OnStage, shapes.round(SUN, 26.0, 18.0))).with_children(|on| {
            on.spawn((shapes.glow(SUN.with_alpha(0.4), 80.0), Transform::from_xyz(0.0, 0.0, -0.2)));
            on.spawn((shapes.round(stage::SLATE, 5.0, 17.0), Transform::from_xyz(-2.0, 0.0, 0.1)));
            on.spawn((
                shapes.disc(stage::PAPER.with_alpha(0.7), 15.0),
                Transform::from_xyz(-3.0, 11.0, -0.1),
            ));
        });
    }
}

fn save(world: &mut World) {
    if !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::KeyS) {
        return;
    }
    let bees: Vec<(Entity, Vec3)> = {
        let mut bees = world.query_filtered::<(Entity, &Transform), With<Bee>>();
        bees.iter(world).map(|(bee, place)| (bee, place.translation)).collect()
    };
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let scene = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .allow_resource::<CueTime>()
        .deny_all_components()
        .allow_component::<Bee>()
        .allow_component::<Transform>()
        .allow_component::<Motion<Translation>>()
        .extract_resources()
        .extract_entities(bees.iter().map(|(bee, _)| *bee))
        .build();
    let text = match scene.serialize(&registry) {
        Ok(text) => text,
        Err(error) => return say(world, &format!("not saved: {error}")),
    };
    let line = format!("saved {} bees in {:.1} kB of text", bees.len(), text.len() as f32 / 1000.0);
    world.insert_resource(Saved(text));
    say(world, &line);
    for mark in world.query_filtered::<Entity, With<Mark>>().iter(world).collect::<Vec<_>>() {
        world.despawn(mark);
    }
    let shapes = world.resource::<Shapes>().clone();
    for (_, place) in bees {
        let mark = shapes.disc(stage::PAPER.with_alpha(0.22), 34.0);
        world.spawn((OnStage, Mark, mark, Transform::from_translation(place.with_z(2.0))));
    }
}

fn load(world: &mut World) {
    let text = world.resource::<Saved>().0.clone();
    if text.is_empty() || !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::KeyL) {
        return;
    }
    let loaded = read(world, &text).map_err(|error| error.to_string());
    let line = match loaded {
        Ok(scene) => {
            for bee in world.query_filtered::<Entity, With<Bee>>().iter(world).collect::<Vec<_>>() {
                world.despawn(bee);
            }
            match scene.write_to_world(world, &mut Default::default()) {
                Ok(()) => "loaded: they go on from their marks".to_owned(),
                Err(error) => format!("not loaded: {error}"),
            }
        }
        Err(error) => format!("not loaded: {error}"),
    };
    say(world, &line);
}

fn read(world: &World, text: &str) -> Result<DynamicWorld> {
    let registry = world.resource::<AppTypeRegistry>().read();
    let mut assets = world.resource::<AssetServer>().clone();
    let seed = WorldDeserializer { type_registry: &registry, load_from_path: &mut assets };
    Ok(seed.deserialize(&mut ron::de::Deserializer::from_str(text)?)?)
}

fn say(world: &mut World, line: &str) {
    for mut own in world.query_filtered::<&mut Text2d, With<Line>>().iter_mut(world) {
        own.0 = line.to_owned();
    }
}

fn main() -> AppExit {
    stage::open(game)
}
