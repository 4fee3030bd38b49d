//! `bevy_animation`: a clip, a graph and a player for each tween.

use bevy_animation::{
    AnimatedBy, AnimationClip, AnimationPlayer, AnimationPlugin, AnimationTargetId, animated_field,
    animation_curves::{AnimatableCurve, AnimatedField},
    graph::{AnimationGraph, AnimationGraphHandle},
    prelude::AnimationCurve,
};
use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::{
    Vec3,
    curve::{CurveExt as _, EasingCurve, Interval},
};
use bevy_transform::components::Transform;

use crate::{
    play::{Library, Tween, Value},
    tweening::ease,
};

pub struct Clips;

pub fn plug(app: &mut App) {
    app.add_plugins((AssetPlugin::default(), AnimationPlugin));
    app.finish();
    app.cleanup();
}

fn start(world: &mut World, target: Entity, curve: impl AnimationCurve) {
    let id = AnimationTargetId::from_name(&Name::new("target"));
    let mut clip = AnimationClip::default();
    clip.add_curve_to_target(id, curve);
    let clip = world.resource_mut::<Assets<AnimationClip>>().add(clip);
    let (graph, node) = AnimationGraph::from_clip(clip);
    let graph = world.resource_mut::<Assets<AnimationGraph>>().add(graph);
    let mut player = AnimationPlayer::default();
    player.play(node);
    let parts = (id, AnimatedBy(target), AnimationGraphHandle(graph), player);
    world.entity_mut(target).insert(parts);
}

fn time<T>(tween: &Tween<T>) -> Interval {
    Interval::new(0.0, tween.ticks / 60.0).expect("it has a length")
}

impl Library for Clips {
    fn plug(app: &mut App) {
        plug(app);
    }

    fn number(world: &mut World, target: Entity, tween: &Tween<f32>) {
        let way = EasingCurve::new(tween.from, tween.to, ease(tween.shape));
        let way = way.reparametrize_linear(time(tween)).expect("it ends");
        start(world, target, AnimatableCurve::new(animated_field!(Value::v), way));
    }

    fn place(world: &mut World, target: Entity, tween: &Tween<Vec3>) {
        let way = EasingCurve::new(tween.from, tween.to, ease(tween.shape));
        let way = way.reparametrize_linear(time(tween)).expect("it ends");
        start(world, target, AnimatableCurve::new(animated_field!(Transform::translation), way));
    }
}
