//! The same clips in libraries from the registry, as their pages say to use them.

use bevy_math::{
    Quat, Vec3,
    curve::{Curve as _, UnevenSampleAutoCurve},
};
use enterpolation::{Signal as _, linear::Linear};
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

/// A rotation as `enterpolation` blends it: by slerp.
#[derive(Clone, Copy, Debug)]
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

/// All three kinds of channels are there.
const _: () = assert!(VECTORS > 0 && ROTATIONS > 0 && NUMBERS > 0);
