//! The same clips in libraries from the registry, as their pages say to use them.

use animato::{KeyframeTrack, Quaternion};
use bevy_math::{
    Quat, Vec3,
    curve::{Curve as _, UnevenSampleAutoCurve},
};
use enterpolation::{Signal as _, linear::Linear};
use keyframe::{AnimationSequence, CanTween, Keyframe, functions, num_traits::Float};
use topology_traits::Merge;

use super::work::{Channel, Clip, NUMBERS, ROTATIONS, VECTORS, WIDTH};
use crate::tweens::work::RATE;

fn seconds<const N: usize>(channel: &Channel<N>) -> Vec<f32> {
    channel.ticks.iter().map(|tick| *tick as f32 / RATE as f32).collect()
}

/// The curves of `bevy_math`, of which Bevy's animations are made.
pub struct BevyCurves {
    vectors: Vec<UnevenSampleAutoCurve<Vec3>>,
    rotations: Vec<UnevenSampleAutoCurve<Quat>>,
    numbers: Vec<UnevenSampleAutoCurve<f32>>,
}

impl BevyCurves {
    pub fn new(clip: &Clip) -> Self {
        let vectors = clip.vectors.iter().map(|channel| {
            let values = channel.values.iter().map(|value| Vec3::from_array(*value));
            UnevenSampleAutoCurve::new(seconds(channel).into_iter().zip(values)).expect("sorted")
        });
        let rotations = clip.rotations.iter().map(|channel| {
            let values = channel.values.iter().map(|value| Quat::from_array(*value));
            UnevenSampleAutoCurve::new(seconds(channel).into_iter().zip(values)).expect("sorted")
        });
        let numbers = clip.numbers.iter().map(|channel| {
            let values = channel.values.iter().map(|value| value[0]);
            UnevenSampleAutoCurve::new(seconds(channel).into_iter().zip(values)).expect("sorted")
        });
        Self {
            vectors: vectors.collect(),
            rotations: rotations.collect(),
            numbers: numbers.collect(),
        }
    }

    pub fn write(&self, at: f32, out: &mut [f32; WIDTH]) {
        for (i, curve) in self.vectors.iter().enumerate() {
            out[3 * i..][..3].copy_from_slice(&curve.sample_clamped(at).to_array());
        }
        for (i, curve) in self.rotations.iter().enumerate() {
            let value = curve.sample_clamped(at).to_array();
            out[3 * VECTORS + 4 * i..][..4].copy_from_slice(&value);
        }
        for (i, curve) in self.numbers.iter().enumerate() {
            out[3 * VECTORS + 4 * ROTATIONS + i] = curve.sample_clamped(at);
        }
    }
}

/// A rotation as those blend it who have none themselves: by slerp.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn(Quat);
impl Merge<f32> for Turn {
    fn merge(self, to: Self, factor: f32) -> Self {
        Self(self.0.slerp(to.0, factor))
    }
}

type Curve<T> = Linear<enterpolation::Sorted<Vec<f32>>, Vec<T>, enterpolation::Identity>;

pub struct Enterpolation {
    vectors: Vec<Curve<Vec3>>,
    rotations: Vec<Curve<Turn>>,
    numbers: Vec<Curve<f32>>,
}

fn curve<T: Merge<f32> + Copy + std::fmt::Debug, const N: usize>(
    channel: &Channel<N>,
    value: impl Fn([f32; N]) -> T,
) -> Curve<T> {
    let values: Vec<T> = channel.values.iter().map(|numbers| value(*numbers)).collect();
    Linear::builder().elements(values).knots(seconds(channel)).build().expect("sorted")
}

impl Enterpolation {
    pub fn new(clip: &Clip) -> Self {
        let turn = |value| Turn(Quat::from_array(value));
        Self {
            vectors: clip.vectors.iter().map(|channel| curve(channel, Vec3::from_array)).collect(),
            rotations: clip.rotations.iter().map(|channel| curve(channel, turn)).collect(),
            numbers: clip.numbers.iter().map(|channel| curve(channel, |[x]: [f32; 1]| x)).collect(),
        }
    }

    pub fn write(&self, at: f32, out: &mut [f32; WIDTH]) {
        for (i, curve) in self.vectors.iter().enumerate() {
            out[3 * i..][..3].copy_from_slice(&curve.eval(at).to_array());
        }
        for (i, curve) in self.rotations.iter().enumerate() {
            out[3 * VECTORS + 4 * i..][..4].copy_from_slice(&curve.eval(at).0.to_array());
        }
        for (i, curve) in self.numbers.iter().enumerate() {
            out[3 * VECTORS + 4 * ROTATIONS + i] = curve.eval(at);
        }
    }
}

/// Tracks of `animato`, which goes from rotation to rotation by slerp too.
pub struct AnimatoTracks {
    vectors: Vec<KeyframeTrack<[f32; 3]>>,
    rotations: Vec<KeyframeTrack<Quaternion>>,
    numbers: Vec<KeyframeTrack<f32>>,
}

fn track<T: animato::Animatable, const N: usize>(
    channel: &Channel<N>,
    value: impl Fn([f32; N]) -> T,
) -> KeyframeTrack<T> {
    let keys = seconds(channel).into_iter().zip(channel.values);
    keys.fold(KeyframeTrack::new(), |track, (at, numbers)| track.push(at, value(numbers)))
}

impl AnimatoTracks {
    pub fn new(clip: &Clip) -> Self {
        let turn = |[x, y, z, w]: [f32; 4]| Quaternion { x, y, z, w };
        Self {
            vectors: clip.vectors.iter().map(|channel| track(channel, |value| value)).collect(),
            rotations: clip.rotations.iter().map(|channel| track(channel, turn)).collect(),
            numbers: clip.numbers.iter().map(|channel| track(channel, |[x]| x)).collect(),
        }
    }

    pub fn write(&self, at: f32, out: &mut [f32; WIDTH]) {
        for (i, track) in self.vectors.iter().enumerate() {
            out[3 * i..][..3].copy_from_slice(&track.value_at(at).unwrap_or_default());
        }
        for (i, track) in self.rotations.iter().enumerate() {
            let Quaternion { x, y, z, w } = track.value_at(at).unwrap_or(Quaternion::IDENTITY);
            out[3 * VECTORS + 4 * i..][..4].copy_from_slice(&[x, y, z, w]);
        }
        for (i, track) in self.numbers.iter().enumerate() {
            out[3 * VECTORS + 4 * ROTATIONS + i] = track.value_at(at).unwrap_or_default();
        }
    }
}

impl CanTween for Turn {
    fn ease(from: Self, to: Self, time: impl Float) -> Self {
        Self(from.0.slerp(to.0, time.to_f32().unwrap_or(0.0)))
    }
}

/// One instance in `keyframe`, where keyframes and the place among them are one thing.
pub struct KeyframeSequences {
    vectors: Vec<AnimationSequence<[f32; 3]>>,
    rotations: Vec<AnimationSequence<Turn>>,
    numbers: Vec<AnimationSequence<f32>>,
}

fn sequence<T: CanTween + Copy + Default, const N: usize>(
    channel: &Channel<N>,
    value: impl Fn([f32; N]) -> T,
) -> AnimationSequence<T> {
    let keys = channel.ticks.iter().zip(channel.values);
    let key = |(tick, numbers): (&u32, _)| {
        Keyframe::new(value(numbers), f64::from(*tick) / f64::from(RATE), functions::Linear)
    };
    AnimationSequence::from(keys.map(key).collect::<Vec<_>>())
}

impl KeyframeSequences {
    pub fn new(clip: &Clip) -> Self {
        let turn = |value| Turn(Quat::from_array(value));
        Self {
            vectors: clip.vectors.iter().map(|channel| sequence(channel, |value| value)).collect(),
            rotations: clip.rotations.iter().map(|channel| sequence(channel, turn)).collect(),
            numbers: clip.numbers.iter().map(|channel| sequence(channel, |[x]| x)).collect(),
        }
    }

    pub fn write(&mut self, at: f64, out: &mut [f32; WIDTH]) {
        for (i, sequence) in self.vectors.iter_mut().enumerate() {
            sequence.advance_to(at);
            out[3 * i..][..3].copy_from_slice(&sequence.now());
        }
        for (i, sequence) in self.rotations.iter_mut().enumerate() {
            sequence.advance_to(at);
            out[3 * VECTORS + 4 * i..][..4].copy_from_slice(&sequence.now().0.to_array());
        }
        for (i, sequence) in self.numbers.iter_mut().enumerate() {
            sequence.advance_to(at);
            out[3 * VECTORS + 4 * ROTATIONS + i] = sequence.now();
        }
    }
}

/// All three kinds of channels are there.
const _: () = assert!(VECTORS > 0 && ROTATIONS > 0 && NUMBERS > 0);
