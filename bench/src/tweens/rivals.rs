//! The same tweens in libraries from the registry, as their pages say to use them.

use std::{
    f32::consts::FRAC_PI_2,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use animato::{Easing, Update};
use keyframe::{AnimationSequence, EasingFunction, Keyframe, functions};
use tween::{BackOut, CubicInOut, Linear, SineOut, Tweener};

use super::work::{Plays, RATE, Shape, Tween};

const FRAME: f32 = 1.0 / RATE as f32;

/// `tween`, of one static type: straight tweens only.
pub struct TweenStatic {
    all: Vec<Tweener<f32, f32, Linear>>,
    values: Vec<f32>,
}

impl TweenStatic {
    pub fn of(w: &Tween) -> Tweener<f32, f32, Linear> {
        Tweener::linear(w.from, w.to, w.seconds())
    }
}

impl Plays for TweenStatic {
    fn name() -> &'static str {
        "tween Tweener<Linear>"
    }
    fn start(work: &[Tween]) -> Self {
        Self { all: work.iter().map(Self::of).collect(), values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        for (tween, value) in self.all.iter_mut().zip(&mut self.values) {
            *value = tween.move_by(FRAME);
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

type Boxed = Box<dyn tween::Tween<f32>>;

/// `tween`, of any shape.
pub struct TweenBoxed {
    all: Vec<Tweener<f32, f32, Boxed>>,
    values: Vec<f32>,
}

impl Plays for TweenBoxed {
    fn name() -> &'static str {
        "tween Tweener<Box<dyn>>"
    }
    fn start(work: &[Tween]) -> Self {
        let of = |w: &Tween| {
            let shape: Boxed = match w.shape {
                Shape::Linear => Box::new(Linear),
                Shape::CubicInOut => Box::new(CubicInOut),
                Shape::SineOut => Box::new(SineOut),
                Shape::BackOut => Box::new(BackOut),
            };
            Tweener::new(w.from, w.to, w.seconds(), shape)
        };
        Self { all: work.iter().map(of).collect(), values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        for (tween, value) in self.all.iter_mut().zip(&mut self.values) {
            *value = tween.move_by(FRAME);
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

pub struct Animato {
    all: Vec<animato::Tween<f32>>,
    values: Vec<f32>,
}

impl Animato {
    pub fn of(w: &Tween) -> animato::Tween<f32> {
        let easing = match w.shape {
            Shape::Linear => Easing::Linear,
            Shape::CubicInOut => Easing::EaseInOutCubic,
            Shape::SineOut => Easing::EaseOutSine,
            Shape::BackOut => Easing::EaseOutBack,
        };
        animato::Tween::new(w.from, w.to).duration(w.seconds()).easing(easing).build()
    }
}

impl Plays for Animato {
    fn name() -> &'static str {
        "animato Vec<Tween>"
    }
    fn start(work: &[Tween]) -> Self {
        Self { all: work.iter().map(Self::of).collect(), values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        for (tween, value) in self.all.iter_mut().zip(&mut self.values) {
            tween.update(FRAME);
            *value = tween.value();
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

/// The same, where their owner is the library's driver: it hands nothing out, so each puts its value where it is read.
pub struct Driven {
    driver: animato::AnimationDriver,
    values: Arc<[AtomicU32]>,
}

struct Shown {
    tween: animato::Tween<f32>,
    index: usize,
    values: Arc<[AtomicU32]>,
}

impl Update for Shown {
    fn update(&mut self, dt: f32) -> bool {
        let goes_on = self.tween.update(dt);
        self.values[self.index].store(self.tween.value().to_bits(), Ordering::Relaxed);
        goes_on
    }
}

impl Plays for Driven {
    fn name() -> &'static str {
        "animato AnimationDriver"
    }
    fn start(work: &[Tween]) -> Self {
        let values: Arc<[AtomicU32]> = work.iter().map(|w| w.from.to_bits().into()).collect();
        let mut driver = animato::AnimationDriver::new();
        for (index, w) in work.iter().enumerate() {
            driver.add(Shown { tween: Animato::of(w), index, values: values.clone() });
        }
        Self { driver, values }
    }
    fn frame(&mut self) {
        self.driver.tick(FRAME);
    }
    fn value(&self, index: usize) -> f32 {
        f32::from_bits(self.values[index].load(Ordering::Relaxed))
    }
}

/// An easing that `keyframe` does not have.
struct OwnEasing(Shape);
impl EasingFunction for OwnEasing {
    fn y(&self, x: f64) -> f64 {
        self.0.at(x)
    }
}

pub struct KeyframeCrate {
    all: Vec<AnimationSequence<f32>>,
    values: Vec<f32>,
}

impl KeyframeCrate {
    pub fn of(w: &Tween) -> AnimationSequence<f32> {
        let first = match w.shape {
            Shape::Linear => Keyframe::new(w.from, 0.0, functions::Linear),
            Shape::CubicInOut => Keyframe::new(w.from, 0.0, functions::EaseInOutCubic),
            shape => Keyframe::new(w.from, 0.0, OwnEasing(shape)),
        };
        let last = Keyframe::new(w.to, f64::from(w.seconds()), functions::Linear);
        AnimationSequence::from(vec![first, last])
    }
}

impl Plays for KeyframeCrate {
    fn name() -> &'static str {
        "keyframe AnimationSequence"
    }
    fn start(work: &[Tween]) -> Self {
        Self { all: work.iter().map(Self::of).collect(), values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        for (tween, value) in self.all.iter_mut().zip(&mut self.values) {
            tween.advance_by(f64::from(FRAME));
            *value = tween.now();
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

/// What one writes in ten lines: a list of structs, and a `match` for the shape.
pub struct Structs {
    all: Vec<Moving>,
    values: Vec<f32>,
}

struct Moving {
    from: f32,
    to: f32,
    seconds: f32,
    elapsed: f32,
    shape: Shape,
}

impl Plays for Structs {
    fn name() -> &'static str {
        "hand-written Vec of structs"
    }
    fn start(work: &[Tween]) -> Self {
        let of = |w: &Tween| {
            let Tween { from, to, shape, .. } = *w;
            Moving { from, to, seconds: w.seconds(), elapsed: 0.0, shape }
        };
        Self { all: work.iter().map(of).collect(), values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        for (one, value) in self.all.iter_mut().zip(&mut self.values) {
            one.elapsed += FRAME;
            let t = (one.elapsed / one.seconds).min(1.0);
            let (u, v) = (t - 1.0, 1.0 - t);
            let eased = match one.shape {
                Shape::Linear => t,
                Shape::CubicInOut if t < 0.5 => 4.0 * t * t * t,
                Shape::CubicInOut => 1.0 - 4.0 * v * v * v,
                Shape::SineOut => (t * FRAC_PI_2).sin(),
                Shape::BackOut => 1.0 + u * u * (2.70158 * u + 1.70158),
            };
            *value = one.from + (one.to - one.from) * eased;
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}
