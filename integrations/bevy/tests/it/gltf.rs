//! Clips of glTF files on the entities that a loader of scenes spawns: joints at any depth, and the weights of morph targets.

use bevy_app::App;
use bevy_cueline::prelude::*;
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::Quat;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

use crate::{
    files::{app_with, load, run},
    logged,
};

/// As Bevy's own, with which the tests would build all of Bevy's maths again.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[reflect(Component)]
struct MorphWeights {
    weights: Vec<f32>,
}

/// Within a second the hero rises by 2, its arm turns half about z, and the weights of its face become 1 and 0.5.
const HERO: &str = r#"{
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"name": "hero", "children": [1, 2]}, {"name": "arm"}, {"name": "face", "mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 3}, "targets": [{"POSITION": 3}, {"POSITION": 3}]}]}],
    "buffers": [{"byteLength": 80, "uri": "hero.bin"}],
    "bufferViews": [
        {"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 16},
        {"buffer": 0, "byteOffset": 24, "byteLength": 32}, {"buffer": 0, "byteOffset": 56, "byteLength": 24}
    ],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
        {"bufferView": 1, "componentType": 5126, "count": 4, "type": "SCALAR"},
        {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC4"},
        {"bufferView": 3, "componentType": 5126, "count": 2, "type": "VEC3", "min": [0, 0, 0], "max": [0, 2, 0]}
    ],
    "animations": [{"name": "greet",
        "samplers": [{"input": 0, "output": 1}, {"input": 0, "output": 2}, {"input": 0, "output": 3}],
        "channels": [
            {"sampler": 0, "target": {"node": 2, "path": "weights"}},
            {"sampler": 1, "target": {"node": 1, "path": "rotation"}},
            {"sampler": 2, "target": {"node": 0, "path": "translation"}}
        ]
    }]
}"#;

fn hero() -> App {
    let times = [0.0_f32, 1.0];
    let weights = [0.0, 0.0, 1.0, 0.5];
    let turns = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let places = [0.0, 0.0, 0.0, 0.0, 2.0, 0.0];
    let numbers = times.into_iter().chain(weights).chain(turns).chain(places);
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    let (mut app, _) = app_with(&[("hero.gltf", HERO.as_bytes()), ("hero.bin", &bytes)]);
    app.register_type::<MorphWeights>(); // as Bevy does by itself
    app
}

/// What a loader spawns below an entity, `depth` levels down.
fn spawn_scene(app: &mut App, root: Entity, depth: usize) {
    let world = app.world_mut();
    let joint = |name: &str| (Name::new(name.to_owned()), Transform::default());
    let mut parent = root;
    for level in 0..depth {
        parent = world.spawn((joint(&format!("level {level}")), ChildOf(parent))).id();
    }
    let hero = world.spawn((joint("hero"), ChildOf(parent))).id();
    world.spawn((joint("arm"), ChildOf(hero)));
    let weights = MorphWeights { weights: vec![0.0; 2] };
    world.spawn((joint("face"), weights, ChildOf(hero)));
}

fn named<T: Component + Clone>(app: &mut App, wanted: &str) -> T {
    let world = app.world_mut();
    let mut all = world.query::<(&Name, &T)>();
    all.iter(world).find(|(name, _)| name.as_str() == wanted).unwrap().1.clone()
}

#[test]
fn a_clip_of_a_gltf_file_moves_joints_and_morph_weights() {
    // (levels between the player and the hero, frames until the scene is there)
    for (depth, late) in [(0, 0), (3, 0), (0, 4), (3, 4)] {
        let mut app = hero();
        let clip = load::<CueClip>(&mut app, "hero.gltf#clip/greet");
        let player = ClipPlayer::on_insert(clip, Repeat::Once);
        let root = app.world_mut().spawn((Transform::default(), player)).id();
        run(&mut app, late);
        spawn_scene(&mut app, root, depth);
        let mut seen = 0.0;
        for frame in 0..60 {
            run(&mut app, 1);
            let time = app.world().resource::<CueTime>();
            let player = app.world().get::<ClipPlayer>(root).unwrap();
            let at = player.position(time).unwrap().as_secs_f64() as f32;
            let what = format!("{depth} levels, {late} frames late, frame {frame}, {at} s");
            let face = named::<MorphWeights>(&mut app, "face");
            let [smile, wink] = face.weights[..] else { panic!("{what}: {face:?}") };
            assert!(
                (smile - at).abs() < 1e-6 && (wink - at / 2.0).abs() < 1e-6,
                "{what}: {face:?}"
            );
            let hero = named::<Transform>(&mut app, "hero");
            assert!((hero.translation.y - 2.0 * at).abs() < 1e-6, "{what}: {hero:?}");
            let arm = named::<Transform>(&mut app, "arm").rotation;
            let right = Quat::from_rotation_z(core::f32::consts::PI * at);
            assert!(arm.dot(right).abs() > 1.0 - 1e-5, "{what}: {arm}, not {right}");
            seen = at;
        }
        assert_eq!(seen, 1.0, "it has played to its end");
    }
}

#[test]
fn a_joint_that_is_not_there_is_one_message_with_the_nearest_name() {
    let mut app = hero();
    let clip = load::<CueClip>(&mut app, "hero.gltf#clip/greet");
    let root = app.world_mut().spawn(ClipPlayer::on_insert(clip, Repeat::Once)).id();
    let joint = |name: &'static str| (Name::new(name), Transform::default());
    let hero = app.world_mut().spawn((joint("hero"), ChildOf(root))).id();
    app.world_mut().spawn((joint("arms"), ChildOf(hero)));
    app.world_mut().spawn((joint("face"), MorphWeights::default(), ChildOf(hero)));
    run(&mut app, 10);
    let lines = logged("cannot play \"arm/rotation\"");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = "\"arm/rotation\": below entity ";
    assert!(lines[0].contains(line) && lines[0].contains("did you mean \"arms\"?"), "{lines:?}");
    // All else plays; the face has no targets.
    assert!(named::<Transform>(&mut app, "hero").translation.y > 0.0);
    let parts = logged("plays \"face/weights/");
    assert_eq!(parts.len(), 2, "{parts:?}");
}
