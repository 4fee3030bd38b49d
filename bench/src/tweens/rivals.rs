//! The same tweens in libraries from the registry, as their pages say to use them.

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

impl Plays for TweenStatic {
    fn name() -> &'static str {
        "tween Tweener<Linear>"
    }
    fn start(work: &[Tween]) -> Self {
        let all = work.iter().map(|w| Tweener::linear(w.from, w.to, w.seconds())).collect();
        Self { all, values: vec![0.0; work.len()] }
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

impl Plays for Animato {
    fn name() -> &'static str {
        "animato Vec<Tween>"
    }
    fn start(work: &[Tween]) -> Self {
        let of = |w: &Tween| {
            let easing = match w.shape {
                Shape::Linear => Easing::Linear,
                Shape::CubicInOut => Easing::EaseInOutCubic,
                Shape::SineOut => Easing::EaseOutSine,
                Shape::BackOut => Easing::EaseOutBack,
            };
            animato::Tween::new(w.from, w.to).duration(w.seconds()).easing(easing).build()
        };
        Self { all: work.iter().map(of).collect(), values: vec![0.0; work.len()] }
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

/// What `keyframe` does not bring along, in the way it asks for it.
struct Bend(Shape);
impl EasingFunction for Bend {
    fn y(&self, x: f64) -> f64 {
        self.0.at(x)
    }
}

pub struct KeyframeCrate {
    pub all: Vec<AnimationSequence<f32>>,
    values: Vec<f32>,
}

impl Plays for KeyframeCrate {
    fn name() -> &'static str {
        "keyframe AnimationSequence"
    }
    fn start(work: &[Tween]) -> Self {
        let of = |w: &Tween| {
            let first = match w.shape {
                Shape::Linear => Keyframe::new(w.from, 0.0, functions::Linear),
                Shape::CubicInOut => Keyframe::new(w.from, 0.0, functions::EaseInOutCubic),
                bend => Keyframe::new(w.from, 0.0, Bend(bend)),
            };
            let last = Keyframe::new(w.to, f64::from(w.seconds()), functions::Linear);
            AnimationSequence::from(vec![first, last])
        };
        Self { all: work.iter().map(of).collect(), values: vec![0.0; work.len()] }
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
