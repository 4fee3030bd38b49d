//! `bevy_tweening`: a lens for each kind of target.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::{change_detection::Mut, prelude::*};
use bevy_math::{Vec3, curve::EaseFunction};
use bevy_tweening::{
    Lens, Tween as Plays, TweenAnim, Tweenable, TweeningPlugin, lens::TransformPositionLens,
};

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

/// A tween of a number.
pub fn number(tween: &Tween<f32>) -> Plays {
    let lens = ValueLens { start: tween.from, end: tween.to };
    Plays::new(ease(tween.shape), tween.length(), lens)
}

/// One that has been on its way for a while.
pub fn at(tween: &Tween<f32>, elapsed: Duration) -> Plays {
    let mut plays = number(tween);
    plays.set_elapsed(elapsed);
    plays
}

impl Library for Tweening {
    fn plug(app: &mut App) {
        app.add_plugins(TweeningPlugin);
    }

    fn number(world: &mut World, target: Entity, tween: &Tween<f32>) {
        world.entity_mut(target).insert(TweenAnim::new(number(tween)));
    }

    fn place(world: &mut World, target: Entity, tween: &Tween<Vec3>) {
        let lens = TransformPositionLens { start: tween.from, end: tween.to };
        let plays = Plays::new(ease(tween.shape), tween.length(), lens);
        world.entity_mut(target).insert(TweenAnim::new(plays));
    }
}
