//! Clips with tracks of every kind and every interpolation, sampled, bound, summed up and searched
//! for cues.

use cueline::{
    clip::{
        Animate, Animated, Clip, ClipBuilder, ClipDuration, Cue, Interpolation, Keyframe, Track,
        ValueMut, Window,
    },
    time::{Span, TickRate},
    value::{
        Color, CubicBezier, Curve, Delta, Easing, Jump, Mat4, Oklab, Quat, Steps, Transform, Vec2,
        Vec3, Vec4,
    },
};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(7);
    for round in 0..24 {
        tape.scenario();
        let clip = random(&mut dice, &format!("clip {round}"))?;
        tape.put((clip.duration(), clip.duration().frames(clip.rate())));
        for _ in 0..60 {
            // Also before its start and after its end.
            let at = dice.flicks(-50_000_000, clip.duration().flicks() + 50_000_000);
            clip.for_each(at, |path, value| tape.put((path.len(), value)));
        }
        for (path, _) in clip.channels() {
            tape.put(clip.sample(path, clip.duration())?);
        }
        cues(tape, &clip, &mut dice);
        bound(tape, &clip, &mut dice)?;
    }
    tape.scenario();
    for rate in [TickRate::HZ_24, TickRate::NTSC_30, TickRate::hz(164)?] {
        let frames = [0.0, 7.5, 7.5, 33.3].map(|frame| (frame, frame * 2.0, Interpolation::Linear));
        let track = Track::at_frames(rate, frames)?;
        for step in 0..40 {
            tape.put(track.sample(Span::from_frames(step, rate)));
        }
    }
    Ok(())
}

/// A clip with a track of each kind, and some cues.
pub(crate) fn random(dice: &mut Dice, name: &str) -> Result<Clip, Box<dyn core::error::Error>> {
    let mut builder = ClipBuilder::new(name)
        .track("a", keys::<f32>(dice, |dice| dice.scalar(-5.0, 5.0)))
        .track("b", keys::<f64>(dice, |dice| dice.number(-5.0, 5.0)))
        .track("c", keys::<i32>(dice, |dice| dice.below(1 << 30).cast_signed() - (1 << 29)))
        .track("d", keys::<i64>(dice, |dice| dice.roll().cast_signed() >> 8))
        .track("e", keys::<bool>(dice, |dice| dice.chance(1, 2)))
        .track("f", keys::<Vec2>(dice, |dice| dice.scalars(-9.0, 9.0).into()))
        .track("g", keys::<Vec3>(dice, |dice| dice.scalars(-9.0, 9.0).into()))
        .track("h", keys::<Vec4>(dice, |dice| dice.scalars(-9.0, 9.0).into()))
        .track("i", keys::<Quat>(dice, rotation))
        .track("j", keys::<Mat4>(dice, |dice| dice.scalars(-2.0, 2.0).into()))
        .track("k", keys::<Transform>(dice, transform))
        .track("l", keys::<Color>(dice, |dice| dice.scalars(0.0, 1.0).into()))
        .track("m", keys::<Oklab>(dice, |dice| dice.scalars(0.0, 1.0).into()))
        .rate(dice.pick(&[TickRate::HZ_24, TickRate::HZ_60, TickRate::NTSC_60]));
    for cue in 0..dice.below(9) {
        let at = dice.millis(0, 30) * 25;
        let name = format!("cue {cue}");
        builder = builder.cue(if dice.chance(1, 2) {
            Cue::state(at, name)
        } else {
            Cue::effect(at, name)
        });
    }
    if dice.chance(1, 4) {
        builder = builder.duration(ClipDuration::Cut(Span::from_millis(750)));
    }
    Ok(builder.build()?)
}

fn rotation(dice: &mut Dice) -> Quat {
    Quat::from(dice.scalars(-1.0, 1.0))
}

fn transform(dice: &mut Dice) -> Transform {
    Transform {
        scale: dice.scalars(0.1, 3.0).into(),
        rotation: rotation(dice),
        translation: dice.scalars(-50.0, 50.0).into(),
    }
}

/// Up to seven keyframes with any interpolation, some of them at one time.
fn keys<T: Animated>(dice: &mut Dice, mut value: impl FnMut(&mut Dice) -> T) -> Vec<Keyframe<T>> {
    let mut at = dice.flicks(-10_000_000, 50_000_000);
    let count = 1 + dice.below(7);
    let mut keys = Vec::new();
    for _ in 0..count {
        let key = Keyframe::new(at, value(dice), interpolation(dice));
        let mut slope = |dice: &mut Dice| {
            let difference = value(dice).minus(&value(dice));
            difference.scaled(dice.number(-3.0, 3.0))
        };
        let (tangent_in, tangent_out) = (slope(dice), slope(dice));
        keys.push(Keyframe { tangent_in, tangent_out, ..key });
        at += if dice.chance(1, 6) { Span::ZERO } else { dice.flicks(1, 150_000_000) };
    }
    keys
}

pub(crate) fn interpolation(dice: &mut Dice) -> Interpolation {
    match dice.below(7) {
        0 => Interpolation::Hold,
        1 | 2 => Interpolation::Linear,
        3 | 4 => Interpolation::Eased(easing(dice).into()),
        5 => Interpolation::Hermite,
        _ => Interpolation::HermiteEased(easing(dice).into()),
    }
}

pub(crate) fn easing(dice: &mut Dice) -> Easing {
    let [x1, x2, y1, y2] = dice.numbers(0.0, 1.0);
    let curve = match dice.below(6) {
        0 => Curve::Sine,
        1 => Curve::BACK,
        2 => Curve::ELASTIC_BOTH,
        3 => Curve::Power(dice.number(0.2, 5.0)),
        4 => Curve::Exponential { exponent: dice.number(0.1, 8.0) },
        _ => CubicBezier::new(x1, y1, x2, y2).map_or(Curve::Circ, Curve::Bezier),
    };
    match dice.below(5) {
        0 => Easing::In(curve),
        1 => Easing::Out(curve),
        2 => Easing::InOut(curve),
        3 => Easing::OutIn(curve),
        _ => Steps::new(1 + dice.below(9), Jump::End).map_or(Easing::Linear, Easing::Steps),
    }
}

fn cues(tape: &mut Tape, clip: &Clip, dice: &mut Dice) {
    for _ in 0..12 {
        let [from, to] = [dice.millis(0, 32) * 25, dice.millis(0, 32) * 25];
        for window in [Window::forward(from, to), Window::backward(from, to).with_start()] {
            for (index, cue) in clip.cues_in(window) {
                tape.hash(&(index, cue.at, cue.kind));
            }
        }
    }
}

/// A struct with a field for each track.
#[derive(Animate, Clone, Debug, Default)]
struct Node {
    a: f32,
    b: f64,
    c: i32,
    d: i64,
    e: bool,
    f: Vec2,
    g: Vec3,
    h: Vec4,
    i: Quat,
    j: Mat4,
    k: Transform,
    l: Color,
    m: Oklab,
}

impl Record for Node {
    fn record(&self, tape: &mut Tape) {
        let Self { a, b, c, d, e, f, g, h, i, j, k, l, m } = self;
        tape.put((a, b, c, d, e));
        tape.put((f, g, h, i, j));
        tape.put((k, l, m));
    }
}

fn bound(tape: &mut Tape, clip: &Clip, dice: &mut Dice) -> Played {
    let binding = clip.bind::<Node>()?;
    let mut node = Node::default();
    let mut last = Span::ZERO;
    for _ in 0..25 {
        let at = dice.millis(0, 900);
        binding.apply(clip, at, &mut node)?;
        last = at;
        tape.put(&node);
    }
    if let Some(ValueMut::F32(x)) = node.slot(&[6, 0]) {
        *x = 1.0;
    }
    binding.apply(clip, last, &mut node)?;
    tape.put(&node);
    Ok(())
}
