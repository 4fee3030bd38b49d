//! Tweens of a number or of a place, frame by frame, and their starts and ends.

use std::{
    error::Error,
    time::{Duration, Instant},
};

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::components::Transform;

use crate::Peer;

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

/// An app with as little as time needs.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin));
    // A frame may last longer than a quarter of a second, where all is to end in it.
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
    app
}

/// How long the frames to come are.
pub fn frames_last(app: &mut App, seconds: f64) {
    let length = Duration::from_secs_f64(seconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
}

/// Updates in which no time passes: new graphs of animations are seen only after one.
pub fn settle(app: &mut App) {
    frames_last(app, 0.0);
    app.update();
    app.update();
    frames_last(app, 1.0 / 60.0);
}

fn numbers(work: &[f32]) -> Vec<Tween<f32>> {
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
        ("W1", _) => Box::new(Frames::numbers::<L>(&numbers(work))),
        ("W1v", _) => Box::new(Frames::places::<L>(&places(work))),
        ("W1s", "start") => Box::new(Parts { lap: start::<L>, work: numbers(work), last: None }),
        ("W1s", _) => Box::new(Parts { lap: end::<L>, work: numbers(work), last: None }),
        _ => return Err(format!("there is no row {row} here").into()),
    })
}

/// An app whose tweens have all been started.
struct Frames {
    app: App,
    targets: Vec<Entity>,
    read: fn(EntityRef<'_>) -> Vec<f32>,
}

fn value(of: EntityRef<'_>) -> Vec<f32> {
    of.get::<Value>().map(|value| value.v).into_iter().collect()
}

fn place(of: EntityRef<'_>) -> Vec<f32> {
    of.get::<Transform>().map(|at| at.translation.to_array()).into_iter().flatten().collect()
}

impl Frames {
    /// Nothing started yet.
    fn ready<L: Library>(work: &[Tween<f32>]) -> Self {
        let mut app = app();
        L::plug(&mut app);
        frames_last(&mut app, 1.0 / 60.0);
        // The first update has no time to pass.
        app.update();
        let targets = work.iter().map(|w| app.world_mut().spawn(Value { v: w.from }).id());
        let targets = targets.collect();
        Self { app, targets, read: value }
    }

    fn start<L: Library>(&mut self, work: &[Tween<f32>]) {
        for (target, tween) in self.targets.iter().zip(work) {
            L::number(self.app.world_mut(), *target, tween);
        }
        self.app.world_mut().flush();
    }

    fn numbers<L: Library>(work: &[Tween<f32>]) -> Self {
        let mut this = Self::ready::<L>(work);
        this.start::<L>(work);
        settle(&mut this.app);
        this
    }

    fn places<L: Library>(work: &[Tween<Vec3>]) -> Self {
        let mut this = Self::ready::<L>(&[]);
        let world = this.app.world_mut();
        for tween in work {
            let target = world.spawn(Transform::from_translation(tween.from)).id();
            L::place(world, target, tween);
            this.targets.push(target);
        }
        world.flush();
        this.read = place;
        settle(&mut this.app);
        this
    }
}

impl Peer for Frames {
    fn sample(&mut self, laps: u32) -> Duration {
        let begun = Instant::now();
        for _ in 0..laps {
            self.app.update();
        }
        begun.elapsed()
    }

    fn item(&mut self, index: usize) -> Vec<f32> {
        (self.read)(self.app.world().entity(self.targets[index]))
    }
}

/// Laps of which only a part counts; each begins anew.
struct Parts {
    lap: fn(&[Tween<f32>]) -> (Duration, Frames),
    work: Vec<Tween<f32>>,
    last: Option<Frames>,
}

impl Peer for Parts {
    fn sample(&mut self, laps: u32) -> Duration {
        let mut took = Duration::ZERO;
        for _ in 0..laps {
            self.last = None;
            let (part, last) = (self.lap)(&self.work);
            took += part;
            self.last = Some(last);
        }
        took
    }

    fn item(&mut self, index: usize) -> Vec<f32> {
        self.last.as_mut().map(|last| last.item(index)).unwrap_or_default()
    }
}

/// The starts count; then half of the way is gone.
fn start<L: Library>(work: &[Tween<f32>]) -> (Duration, Frames) {
    let mut frames = Frames::ready::<L>(work);
    let begun = Instant::now();
    frames.start::<L>(work);
    let took = begun.elapsed();
    settle(&mut frames.app);
    frames_last(&mut frames.app, f64::from(work[0].ticks) / 120.0);
    frames.app.update();
    (took, frames)
}

/// The frame in which all end counts.
fn end<L: Library>(work: &[Tween<f32>]) -> (Duration, Frames) {
    let (_, mut frames) = start::<L>(work);
    // A little more than what is left, whichever way sums of times were rounded.
    frames_last(&mut frames.app, f64::from(work[0].ticks) / 120.0 + 1e-3);
    let begun = Instant::now();
    frames.app.update();
    (begun.elapsed(), frames)
}
