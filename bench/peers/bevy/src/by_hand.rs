//! What one writes by hand for Bevy: a component with the tween, and a system that moves its target.

use std::f32::consts::FRAC_PI_2;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::play::{Library, Shape, Tween, Value};

pub struct ByHand;

#[derive(Component)]
struct Way<T> {
    tween: Tween<T>,
    elapsed: f32,
}

fn ease(shape: Shape, t: f32) -> f32 {
    let (u, v) = (t - 1.0, 1.0 - t);
    match shape {
        Shape::Linear => t,
        Shape::CubicInOut if t < 0.5 => 4.0 * t * t * t,
        Shape::CubicInOut => 1.0 - 4.0 * v * v * v,
        Shape::SineOut => (t * FRAC_PI_2).sin(),
        Shape::BackOut => 1.0 + u * u * (2.70158 * u + 1.70158),
    }
}

impl<T> Way<T> {
    fn new(tween: &Tween<T>) -> Self
    where
        T: Copy,
    {
        Self { tween: *tween, elapsed: 0.0 }
    }

    fn advance(&mut self, seconds: f32) -> f32 {
        self.elapsed += seconds;
        ease(self.tween.shape, (self.elapsed * 60.0 / self.tween.ticks).min(1.0))
    }
}

fn numbers(time: Res<Time>, mut all: Query<(&mut Way<f32>, &mut Value)>) {
    let seconds = time.delta_secs();
    for (mut way, mut value) in &mut all {
        let progress = way.advance(seconds);
        value.v = way.tween.from + (way.tween.to - way.tween.from) * progress;
    }
}

fn places(time: Res<Time>, mut all: Query<(&mut Way<Vec3>, &mut Transform)>) {
    let seconds = time.delta_secs();
    for (mut way, mut at) in &mut all {
        let progress = way.advance(seconds);
        at.translation = way.tween.from + (way.tween.to - way.tween.from) * progress;
    }
}

impl Library for ByHand {
    fn plug(app: &mut App) {
        app.add_systems(Update, (numbers, places));
    }

    fn number(world: &mut World, target: Entity, tween: &Tween<f32>) {
        world.entity_mut(target).insert(Way::new(tween));
    }

    fn place(world: &mut World, target: Entity, tween: &Tween<Vec3>) {
        world.entity_mut(target).insert(Way::new(tween));
    }
}
