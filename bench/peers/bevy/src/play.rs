//! Tweens of a number or of a place, frame by frame, and their starts and ends.

use std::{error::Error, time::Duration};

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;

use crate::{
    Peer,
    updates::{self, Parts, Updates, frames_last, settle, time},
};

/// What tweens of a number move.
#[derive(Component, Clone, Copy, Default, Reflect)]
#[reflect(Component)]
pub struct Value {
    pub v: f32,
}

#[derive(Clone, Copy)]
pub enum Shape {
    Linear,
    CubicInOut,
    SineOut,
    BackOut,
}

/// A tween on its way from the value that its target has.
#[derive(Clone, Copy)]
pub struct Tween<T> {
    pub from: T,
    pub to: T,
    pub ticks: f32,
    pub shape: Shape,
}

impl<T> Tween<T> {
    pub fn length(&self) -> Duration {
        Duration::from_secs_f64(f64::from(self.ticks) / 60.0)
    }
}

/// A library that plays tweens on components of entities.
pub trait Library: 'static {
    fn plug(app: &mut App);
    fn number(world: &mut World, target: Entity, tween: &Tween<f32>);
    /// On its `Transform`.
    fn place(world: &mut World, target: Entity, tween: &Tween<Vec3>);
}

pub fn numbers(work: &[f32]) -> Vec<Tween<f32>> {
    let (tweens, _) = work.as_chunks();
    let tween = |[from, to, ticks, shape]: &[f32; 4]| {
        let shapes = [Shape::Linear, Shape::CubicInOut, Shape::SineOut, Shape::BackOut];
        Tween { from: *from, to: *to, ticks: *ticks, shape: shapes[*shape as usize % 4] }
    };
    tweens.iter().map(tween).collect()
}

fn places(work: &[f32]) -> Vec<Tween<Vec3>> {
    let (tweens, _) = work.as_chunks();
    let tween = |[a, b, c, x, y, z, ticks]: &[f32; 7]| Tween {
        from: Vec3::new(*a, *b, *c),
        to: Vec3::new(*x, *y, *z),
        ticks: *ticks,
        shape: Shape::Linear,
    };
    tweens.iter().map(tween).collect()
}

pub fn tweens<L: Library>(
    row: &str,
    kind: &str,
    work: &[f32],
) -> Result<Box<dyn Peer>, Box<dyn Error>> {
    Ok(match (row, kind) {
        ("W1", _) => Box::new(begun::<L>(&numbers(work))),
        ("W1v", _) => Box::new(moving::<L>(&places(work))),
        ("W1s", kind) => Box::new(Parts {
            state: Fresh { work: numbers(work), last: None },
            lap: if kind == "start" { start::<L> } else { end::<L> },
            read: |state, index| state.last.as_ref().map_or(Vec::new(), |last| last.item(index)),
        }),
        _ => return Err(format!("there is no row {row} here").into()),
    })
}

fn value(of: EntityRef<'_>) -> Vec<f32> {
    of.get::<Value>().map(|value| value.v).into_iter().collect()
}

fn place(of: EntityRef<'_>) -> Vec<f32> {
    of.get::<Transform>().map(|at| at.translation.to_array()).into_iter().flatten().collect()
}

/// Nothing started yet.
fn ready<L: Library>(work: &[Tween<f32>]) -> Updates {
    let mut app = updates::app();
    L::plug(&mut app);
    frames_last(&mut app, 1.0 / 60.0);
    // The first update has no time to pass.
    app.update();
    let targets = work.iter().map(|w| app.world_mut().spawn(Value { v: w.from }).id());
    let targets = targets.collect();
    Updates { app, targets, read: value }
}

fn start_all<L: Library>(at: &mut Updates, work: &[Tween<f32>]) {
    for (target, tween) in at.targets.iter().zip(work) {
        L::number(at.app.world_mut(), *target, tween);
    }
    at.app.world_mut().flush();
}

/// All of them started.
pub fn begun<L: Library>(work: &[Tween<f32>]) -> Updates {
    let mut begun = ready::<L>(work);
    start_all::<L>(&mut begun, work);
    settle(&mut begun.app);
    begun
}

fn moving<L: Library>(work: &[Tween<Vec3>]) -> Updates {
    let mut moving = ready::<L>(&[]);
    let world = moving.app.world_mut();
    for tween in work {
        let target = world.spawn(Transform::from_translation(tween.from)).id();
        L::place(world, target, tween);
        moving.targets.push(target);
    }
    world.flush();
    moving.read = place;
    settle(&mut moving.app);
    moving
}

/// An app of its own in each lap.
struct Fresh {
    work: Vec<Tween<f32>>,
    last: Option<Updates>,
}

/// The starts count; then half of the way is gone.
fn start<L: Library>(fresh: &mut Fresh) -> Duration {
    fresh.last = None;
    let mut frames = ready::<L>(&fresh.work);
    let took = time(|| start_all::<L>(&mut frames, &fresh.work));
    settle(&mut frames.app);
    frames_last(&mut frames.app, f64::from(fresh.work[0].ticks) / 120.0);
    frames.app.update();
    fresh.last = Some(frames);
    took
}

/// The frame in which all end counts.
fn end<L: Library>(fresh: &mut Fresh) -> Duration {
    start::<L>(fresh);
    let rest = f64::from(fresh.work[0].ticks) / 120.0;
    let Some(frames) = &mut fresh.last else {
        return Duration::ZERO;
    };
    // A little more than what is left, whichever way sums of times were rounded.
    frames_last(&mut frames.app, rest + 1e-3);
    time(|| frames.app.update())
}
