//! `bevy_animation`: characters from clips to the palettes of their skins. `bevy_pbr` computes palettes where it draws;
//! here a system computes them, with the inputs and the arithmetic of `bevy_pbr::extract_skins`.

use std::{error::Error, fmt::Debug};

use bevy_animation::{
    AnimatedBy, AnimationClip, AnimationPlayer, AnimationTargetId, animated_field,
    animation_curves::{
        AnimatableCurve, AnimatableKeyframeCurve, AnimatableProperty, AnimatedField,
    },
    graph::{AnimationGraph, AnimationGraphHandle},
};
use bevy_app::{App, PostUpdate};
use bevy_asset::{AssetApp, Assets};
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::{
    Mat4, Quat, Vec3, Vec4,
    curve::{ConstantCurve, Interval},
};
use bevy_mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy_reflect::{FromReflect, Reflectable};
use bevy_transform::{TransformPlugin, TransformSystems, prelude::*};

use crate::{
    animation,
    poses::Numbers,
    updates::{self, Updates},
};

/// Frames a second.
const RATE: f32 = 60.0;

/// The matrices of a skin, by joint.
#[derive(Component)]
struct Palette(Vec<Mat4>);

/// Joints whose transform did not change keep their matrix, as in `extract_skins`.
fn palettes(
    mut skins: Query<(&SkinnedMesh, &mut Palette)>,
    binds: Res<Assets<SkinnedMeshInverseBindposes>>,
    changed: Query<&GlobalTransform, Changed<GlobalTransform>>,
) {
    for (skin, mut palette) in &mut skins {
        let Some(binds) = binds.get(&skin.inverse_bindposes) else { continue };
        for ((joint, bind), matrix) in skin.joints.iter().zip(binds.iter()).zip(&mut palette.0) {
            if let Ok(joint) = changed.get(*joint) {
                *matrix = joint.affine() * *bind;
            }
        }
    }
}

struct Joint {
    parent: Option<usize>,
    rest: Transform,
}

/// The keys of one property of a joint: seconds and values.
type Keys<T> = Vec<(f32, T)>;

struct Track {
    translations: Keys<Vec3>,
    rotations: Keys<Quat>,
    scales: Keys<Vec3>,
}

pub fn ready(n: usize, work: &[f32]) -> Result<Updates, Box<dyn Error>> {
    let mut app = updates::app();
    app.add_plugins(TransformPlugin);
    animation::plug(&mut app);
    app.init_asset::<SkinnedMeshInverseBindposes>();
    app.add_systems(PostUpdate, palettes.after(TransformSystems::Propagate));
    updates::frames_last(&mut app, 0.0);
    app.update();
    let targets = spawn(&mut app, n, &mut Numbers(work))?;
    updates::settle(&mut app);
    Ok(Updates { app, targets, read: rows })
}

/// Each entity that comes back has the palette of a character.
fn spawn(
    app: &mut App,
    n: usize,
    numbers: &mut Numbers<'_>,
) -> Result<Vec<Entity>, Box<dyn Error>> {
    let [joints, clips, _unit] = numbers.array();
    let joints: Vec<Joint> = (0..joints as usize)
        .map(|_| {
            let [parent] = numbers.array();
            Joint {
                parent: (parent >= 0.0).then_some(parent as usize),
                rest: Transform {
                    translation: Vec3::from_array(numbers.array()),
                    rotation: Quat::from_array(numbers.array()),
                    scale: Vec3::from_array(numbers.array()),
                },
            }
        })
        .collect();
    let bind = |_| {
        let rows = [0; 3].map(|_| Vec4::from_array(numbers.array()));
        Mat4::from_cols(rows[0], rows[1], rows[2], Vec4::W).transpose()
    };
    let binds: Vec<Mat4> = (0..joints.len()).map(bind).collect();
    let binds = SkinnedMeshInverseBindposes::from(binds);
    let mut all = Vec::new();
    for _ in 0..clips as usize {
        let [duration] = numbers.array();
        let track = |_| Track {
            translations: keys(numbers, Vec3::from_array),
            rotations: keys(numbers, Quat::from_array),
            scales: keys(numbers, Vec3::from_array),
        };
        all.push((duration, (0..joints.len()).map(track).collect::<Vec<_>>()));
    }
    let ids: Vec<AnimationTargetId> =
        (0..joints.len()).map(|joint| AnimationTargetId::from_name(&name(joint))).collect();
    let world = app.world_mut();
    let mut handles = Vec::new();
    for (duration, tracks) in &all {
        let mut clip = AnimationClip::default();
        for (joint, track) in tracks.iter().enumerate() {
            // A joint that holds its rest pose in all clips has no curve, as in a file of glTF.
            let rest = &joints[joint].rest;
            let id = ids[joint];
            let of = |still: fn(&Track, &Transform) -> bool| {
                all.iter().all(|(_, tracks)| still(&tracks[joint], rest))
            };
            if !of(|track, rest| holds(&track.translations, rest.translation)) {
                add(&mut clip, id, animated_field!(Transform::translation), &track.translations)?;
            }
            if !of(|track, rest| holds(&track.rotations, rest.rotation)) {
                add(&mut clip, id, animated_field!(Transform::rotation), &track.rotations)?;
            }
            if !of(|track, rest| holds(&track.scales, rest.scale)) {
                add(&mut clip, id, animated_field!(Transform::scale), &track.scales)?;
            }
        }
        clip.set_duration(*duration);
        handles.push(world.resource_mut::<Assets<AnimationClip>>().add(clip));
    }
    let [layers] = numbers.array();
    let mut graph = AnimationGraph::new();
    let mut shown = Vec::new();
    for _ in 0..layers as usize {
        let [clip, ahead, weight] = numbers.array();
        let clip = clip as usize;
        let node = graph.add_clip(handles[clip].clone(), weight, graph.root);
        shown.push((node, ahead, all[clip].0));
    }
    let graph = world.resource_mut::<Assets<AnimationGraph>>().add(graph);
    let binds = world.resource_mut::<Assets<SkinnedMeshInverseBindposes>>().add(binds);
    let mut targets = Vec::new();
    for character in 0..n {
        let mut player = AnimationPlayer::default();
        for (node, ahead, duration) in &shown {
            let at = (0.25 + (13 * character % 997) as f32 + ahead) / RATE % duration;
            player.play(*node).repeat().seek_to(at);
        }
        let root = world.spawn((Transform::default(), player, AnimationGraphHandle(graph.clone())));
        let root = root.id();
        let mut of: Vec<Entity> = Vec::new();
        for (joint, id) in joints.iter().zip(&ids) {
            let parent = joint.parent.map_or(root, |parent| of[parent]);
            let parts = (joint.rest, *id, AnimatedBy(root), ChildOf(parent));
            of.push(world.spawn(parts).id());
        }
        let palette = Palette(vec![Mat4::IDENTITY; of.len()]);
        let skin = SkinnedMesh { inverse_bindposes: binds.clone(), joints: of };
        targets.push(world.spawn((skin, palette)).id());
    }
    Ok(targets)
}

fn keys<T, const N: usize>(numbers: &mut Numbers<'_>, value: fn([f32; N]) -> T) -> Keys<T> {
    let [count] = numbers.array();
    let key = |_| {
        let [seconds] = numbers.array();
        (seconds, value(numbers.array()))
    };
    (0..count as usize).map(key).collect()
}

fn name(joint: usize) -> Name {
    Name::new(joint.to_string())
}

fn holds<T: PartialEq + Copy>(keys: &Keys<T>, rest: T) -> bool {
    matches!(keys[..], [(_, value)] if value == rest)
}

/// A single key is a constant, as in the importer of Bevy.
fn add<P>(
    clip: &mut AnimationClip,
    id: AnimationTargetId,
    field: P,
    keys: &Keys<P::Property>,
) -> Result<(), Box<dyn Error>>
where
    P: AnimatableProperty<Property: Copy + Debug + FromReflect + Reflectable> + Clone,
{
    if let [(_, value)] = keys[..] {
        let curve = ConstantCurve::new(Interval::EVERYWHERE, value);
        clip.add_curve_to_target(id, AnimatableCurve::new(field, curve));
    } else {
        let curve = AnimatableKeyframeCurve::new(keys.iter().copied())?;
        clip.add_curve_to_target(id, AnimatableCurve::new(field, curve));
    }
    Ok(())
}

/// Three rows for each joint.
fn rows(of: EntityRef<'_>) -> Vec<f32> {
    let Some(Palette(palette)) = of.get::<Palette>() else { return Vec::new() };
    let rows = |matrix: &Mat4| [matrix.row(0), matrix.row(1), matrix.row(2)];
    palette.iter().flat_map(rows).flat_map(|row| row.to_array()).collect()
}
