//! `W9` with other plugins in it: `cargo run --release -- [CASE...] [--n N]... [--turns N] [--json FILE] [--threads]`.
//!
//! The cases are those of `cargo bench --bench w9`, in the same process, in turns.

#[path = "../../benches/w9/cases.rs"]
mod cases;
#[path = "../../benches/w9/harness.rs"]
mod harness;

use std::time::Duration;

use bevy_animation::{
    AnimatedBy, AnimationClip, AnimationPlayer, AnimationPlugin, AnimationTargetId, animated_field,
    animation_curves::{AnimatableCurve, AnimatedField},
    graph::{AnimationGraph, AnimationGraphHandle},
};
use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::{
    Vec3,
    curve::{CurveExt as _, EaseFunction, EasingCurve, Interval},
};
use bevy_transform::components::Transform;
use bevy_tween::{
    bevy_time_runner::{TimeRunner, TimeSpan},
    interpolate::translation,
    prelude::{ComponentTween, DefaultTweenPlugins, EaseKind, TimeContext},
    tween::{AnimationTarget, TargetComponent},
};
use bevy_tweening::{Tween, TweenAnim, TweeningPlugin, lens::TransformPositionLens};
use cases::{Ease, Peer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tweening = Peer {
        name: "bevy_tweening 0.16",
        plug: |app| {
            app.add_plugins(TweeningPlugin);
        },
        start: tweening,
        most: 100_000,
    };
    let tween = Peer {
        name: "bevy_tween 0.13",
        plug: |app| {
            app.add_plugins(DefaultTweenPlugins::default());
        },
        start: tween,
        most: 100_000,
    };
    let animation = Peer {
        name: "bevy_animation 0.19",
        plug: |app: &mut App| {
            app.add_plugins((AssetPlugin::default(), AnimationPlugin));
        },
        start: animation,
        most: 100_000,
    };
    cases::run(&[tweening, tween, animation])
}

fn curve(ease: Ease) -> EaseFunction {
    match ease {
        Ease::Linear => EaseFunction::Linear,
        Ease::OutQuad => EaseFunction::QuadraticOut,
        Ease::InCubic => EaseFunction::CubicIn,
        Ease::InOutSine => EaseFunction::SineInOut,
    }
}

fn tweening(world: &mut World, entity: Entity, goal: Vec3, duration: Duration, ease: Ease) {
    let lens = TransformPositionLens { start: Vec3::ZERO, end: goal };
    let tween = Tween::new(curve(ease), duration, lens);
    world.entity_mut(entity).insert(TweenAnim::new(tween));
}

fn tween(world: &mut World, entity: Entity, goal: Vec3, duration: Duration, ease: Ease) {
    let ease = match ease {
        Ease::Linear => EaseKind::Linear,
        Ease::OutQuad => EaseKind::QuadraticOut,
        Ease::InCubic => EaseKind::CubicIn,
        Ease::InOutSine => EaseKind::SineInOut,
    };
    world.entity_mut(entity).insert((
        AnimationTarget,
        TimeRunner::new(duration),
        TimeContext::<()>::default(),
        TimeSpan::try_from(Duration::ZERO..duration).expect("a duration above zero"),
        ease,
        ComponentTween::new_target(TargetComponent::marker(), translation(Vec3::ZERO, goal)),
    ));
}

fn animation(world: &mut World, entity: Entity, goal: Vec3, duration: Duration, ease: Ease) {
    let time = Interval::new(0.0, duration.as_secs_f32()).expect("a duration above zero");
    let way = EasingCurve::new(Vec3::ZERO, goal, curve(ease)).reparametrize_linear(time);
    let id = AnimationTargetId::from_name(&Name::new("target"));
    let mut clip = AnimationClip::default();
    let field = animated_field!(Transform::translation);
    clip.add_curve_to_target(id, AnimatableCurve::new(field, way.expect("it ends")));
    let clip = world.resource_mut::<Assets<AnimationClip>>().add(clip);
    let (graph, node) = AnimationGraph::from_clip(clip);
    let graph = world.resource_mut::<Assets<AnimationGraph>>().add(graph);
    let mut player = AnimationPlayer::default();
    player.play(node);
    world.entity_mut(entity).insert((id, AnimatedBy(entity), AnimationGraphHandle(graph), player));
}
