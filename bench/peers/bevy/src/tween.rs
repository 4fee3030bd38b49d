//! `bevy_tween`: everything of a tween on the entity that it moves.

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tween::{
    bevy_time_runner::{TimeRunner, TimeSpan},
    component_tween_system,
    interpolate::translation,
    prelude::*,
    tween::{AnimationTarget, TargetComponent},
};

use crate::play::{Library, Shape, Tween as Work, Value};

pub struct Tween;

struct Way {
    start: f32,
    end: f32,
}

impl Interpolator for Way {
    type Item = Value;

    fn interpolate(&self, item: &mut Value, value: f32, _before: f32) {
        item.v = self.start + (self.end - self.start) * value;
    }
}

fn ease(shape: Shape) -> EaseKind {
    match shape {
        Shape::Linear => EaseKind::Linear,
        Shape::CubicInOut => EaseKind::CubicInOut,
        Shape::SineOut => EaseKind::SineOut,
        Shape::BackOut => EaseKind::BackOut,
    }
}

fn start<T, I: Interpolator>(world: &mut World, target: Entity, tween: &Work<T>, way: I)
where
    ComponentTween<I>: Component,
{
    let length = tween.length();
    world.entity_mut(target).insert((
        AnimationTarget,
        TimeRunner::new(length),
        TimeContext::<()>::default(),
        TimeSpan::try_from(Duration::ZERO..length).expect("it has a length"),
        ease(tween.shape),
        ComponentTween::new_target(TargetComponent::marker(), way),
    ));
}

impl Library for Tween {
    fn plug(app: &mut App) {
        app.add_plugins(DefaultTweenPlugins::default());
        app.add_tween_systems(PostUpdate, component_tween_system::<Way>());
    }

    fn number(world: &mut World, target: Entity, tween: &Work<f32>) {
        start(world, target, tween, Way { start: tween.from, end: tween.to });
    }

    fn place(world: &mut World, target: Entity, tween: &Work<Vec3>) {
        start(world, target, tween, translation(tween.from, tween.to));
    }
}
