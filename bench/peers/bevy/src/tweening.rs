//! `bevy_tweening`: a lens for each kind of target.

use bevy_app::App;
use bevy_ecs::{change_detection::Mut, prelude::*};
use bevy_math::{Vec3, curve::EaseFunction};
use bevy_tweening::{Lens, Tween as Plays, TweenAnim, TweeningPlugin, lens::TransformPositionLens};

use crate::play::{Library, Shape, Tween, Value};

pub struct Tweening;

struct ValueLens {
    start: f32,
    end: f32,
}

impl Lens<Value> for ValueLens {
    fn lerp(&mut self, mut target: Mut<'_, Value>, ratio: f32) {
        target.v = self.start + (self.end - self.start) * ratio;
    }
}

pub fn ease(shape: Shape) -> EaseFunction {
    match shape {
        Shape::Linear => EaseFunction::Linear,
        Shape::CubicInOut => EaseFunction::CubicInOut,
        Shape::SineOut => EaseFunction::SineOut,
        Shape::BackOut => EaseFunction::BackOut,
    }
}

impl Library for Tweening {
    fn plug(app: &mut App) {
        app.add_plugins(TweeningPlugin);
    }

    fn number(world: &mut World, target: Entity, tween: &Tween<f32>) {
        let lens = ValueLens { start: tween.from, end: tween.to };
        let plays = Plays::new(ease(tween.shape), tween.length(), lens);
        world.entity_mut(target).insert(TweenAnim::new(plays));
    }

    fn place(world: &mut World, target: Entity, tween: &Tween<Vec3>) {
        let lens = TransformPositionLens { start: tween.from, end: tween.to };
        let plays = Plays::new(ease(tween.shape), tween.length(), lens);
        world.entity_mut(target).insert(TweenAnim::new(plays));
    }
}
