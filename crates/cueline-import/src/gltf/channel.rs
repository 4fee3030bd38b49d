//! One channel of an animation: keys of one property of one node.

use std::rc::Rc;

use cueline::{
    clip::{Interpolation as Way, ValueKind},
    value::{Delta as _, Quat, Vec2, Vec3, Vec4},
};
use cueline_assets::{DocumentPath, Key, Keys, Problem, Problems, When};
use gltf_json::animation::Interpolation;

use super::accessors::Wanted;
use crate::{
    importer::refused,
    spline::{Knot, between, narrow, refine, rotation, single, velocity},
    times::Frames,
};

/// The keys of a channel as the file has them.
#[derive(Debug)]
pub(super) struct Curve {
    pub(super) item: DocumentPath,
    /// In seconds, in their order.
    pub(super) times: Rc<[f32]>,
    /// The accessor of its numbers, and how many it has.
    pub(super) output: usize,
    pub(super) wanted: Wanted,
    pub(super) count: usize,
    /// A value for each time; for a cubic spline the slope before it, the value, the slope after it. Empty until
    /// they are needed.
    pub(super) numbers: Vec<f32>,
    pub(super) interpolation: Interpolation,
}

/// The track that a curve, or a part of it, becomes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Vectors,
    Pairs,
    Fours,
    Flags,
    Rotations,
    /// One of several numbers of each key.
    Weight {
        target: usize,
        targets: usize,
    },
}

impl Form {
    /// The memory that a key takes, in bytes.
    pub(super) fn key_size(self) -> usize {
        match self {
            Self::Vectors => size_of::<Key<Vec3>>(),
            Self::Pairs => size_of::<Key<Vec2>>(),
            Self::Fours => size_of::<Key<Vec4>>(),
            Self::Flags => size_of::<Key<bool>>(),
            Self::Rotations => size_of::<Key<Quat>>(),
            Self::Weight { .. } => size_of::<Key<f32>>(),
        }
    }

    pub(super) fn kind(self) -> ValueKind {
        match self {
            Self::Vectors => ValueKind::Vec3,
            Self::Pairs => ValueKind::Vec2,
            Self::Fours => ValueKind::Vec4,
            Self::Flags => ValueKind::Bool,
            Self::Rotations => ValueKind::Rotation,
            Self::Weight { .. } => ValueKind::F32,
        }
    }
}

impl Curve {
    /// Numbers for each key, without slopes; `None` if the count is not divisible.
    pub(super) fn width(&self) -> Option<usize> {
        let each = self.times.len().checked_mul(self.parts())?;
        (each > 0 && self.count.is_multiple_of(each)).then(|| self.count / each)
    }

    /// The keys of a track. `left` is the number of keys that may still be added to rotations.
    ///
    /// # Errors
    ///
    /// A slope whose angular velocity does not fit an `f32`.
    pub(super) fn track(
        &self,
        form: Form,
        frames: Frames,
        left: &mut usize,
        notes: &mut Problems,
    ) -> Result<Keys, Problems> {
        Ok(match form {
            Form::Vectors => self.vectors(frames),
            Form::Pairs => self.pairs(frames),
            Form::Fours => self.fours(frames),
            Form::Flags => self.flags(frames),
            Form::Rotations => return self.rotations(frames, left, notes),
            Form::Weight { target, targets } => self.weight(target, targets, frames),
        })
    }

    /// The keys as vectors.
    fn vectors(&self, frames: Frames) -> Keys {
        let keys: Vec<Key<Vec3>> = self.keys(3, frames, |n| Vec3::new(n[0], n[1], n[2])).collect();
        keys.into()
    }

    /// The keys as points in a plane.
    fn pairs(&self, frames: Frames) -> Keys {
        let keys: Vec<Key<Vec2>> = self.keys(2, frames, |n| Vec2::new(n[0], n[1])).collect();
        keys.into()
    }

    /// The keys as groups of four numbers.
    fn fours(&self, frames: Frames) -> Keys {
        let four = |n: &[f32]| Vec4::new(n[0], n[1], n[2], n[3]);
        let keys: Vec<Key<Vec4>> = self.keys(4, frames, four).collect();
        keys.into()
    }

    /// The keys as booleans, which hold.
    fn flags(&self, frames: Frames) -> Keys {
        let keys = self.keys_of(1, frames, |n| n[0] != 0.0);
        let held = keys.map(|key| Key { interpolation: Way::Hold, ..key });
        held.collect::<Vec<Key<bool>>>().into()
    }

    /// The keys of a morph target's weight.
    fn weight(&self, target: usize, targets: usize, frames: Frames) -> Keys {
        let keys: Vec<Key<f32>> = self.keys(targets, frames, |n| n[target]).collect();
        keys.into()
    }

    /// The keys as rotations.
    ///
    /// # Errors
    ///
    /// A slope whose angular velocity does not fit an `f32`.
    fn rotations(
        &self,
        frames: Frames,
        left: &mut usize,
        notes: &mut Problems,
    ) -> Result<Keys, Problems> {
        if self.interpolation != Interpolation::CubicSpline {
            let keys = self.keys_of(4, frames, |n| rotation([n[0], n[1], n[2], n[3]]));
            return Ok(keys.collect::<Vec<_>>().into());
        }
        let four = |n: &[f32]| [n[0], n[1], n[2], n[3]];
        let knot = |(at, n): (&f32, &[f32])| Knot {
            at: f64::from(*at),
            arrive: four(n),
            value: four(&n[4..]),
            leave: four(&n[8..]),
        };
        let knots: Vec<Knot> =
            self.times.iter().zip(self.numbers.chunks_exact(12)).map(knot).collect();
        let mut keys: Vec<Key<Quat>> = Vec::with_capacity(knots.len());
        let (mut added, mut lost) = (0, 0);
        for (index, knot) in knots.iter().enumerate() {
            let at = self.when(index, frames);
            let Knot { arrive, value, leave, .. } = *knot;
            keys.push(Key::hermite(
                at,
                rotation(value),
                velocity(value, arrive),
                velocity(value, leave),
            ));
            let Some(next) = knots.get(index + 1) else { break };
            let (from, to) = (at.span(frames.rate), self.when(index + 1, frames).span(frames.rate));
            if from >= to {
                continue; // a jump
            }
            let (spots, kept) = refine(knot, next);
            match left.checked_sub(spots.len()) {
                Some(rest) => {
                    *left = rest;
                    lost += usize::from(!kept);
                }
                None => {
                    lost += 1;
                    continue;
                }
            }
            added += spots.len();
            keys.extend(spots.into_iter().map(|spot| {
                let Vec3 { x, y, z } = spot.velocity.vector;
                let at = between(from, to, spot.t);
                Key::hermite(at, single(spot.rotation), narrow([x, y, z]), narrow([x, y, z]))
            }));
        }
        let steep = |key: &Key<Quat>| !(key.tangent_in.is_finite() && key.tangent_out.is_finite());
        if keys.iter().any(steep) {
            let found = "a slope that is too large for a number";
            return Err(refused(self.item.clone(), found, "one that a track can hold"));
        }
        if added > 0 {
            let found = format!("a spline of quaternions, to which {added} keys were added");
            let becomes = "so that its rotations are right within a ten-thousandth of a radian";
            notes.push(Problem::note(self.item.clone(), found, becomes));
        }
        if lost > 0 {
            let found =
                format!("a spline of quaternions that turns too fast after {lost} of its keys");
            notes.push(Problem::note(
                self.item.clone(),
                found,
                "so that rotations there are approximate",
            ));
        }
        Ok(keys.into())
    }

    fn keys<'a, T, F>(
        &'a self,
        width: usize,
        frames: Frames,
        value: F,
    ) -> impl Iterator<Item = Key<T>> + 'a
    where
        T: cueline_assets::InFile<Delta = T> + 'a,
        F: Fn(&[f32]) -> T + Copy + 'a,
    {
        let cubic = self.interpolation == Interpolation::CubicSpline;
        let parts = self.numbers.chunks_exact(width * self.parts());
        let slopes = move |part: &[f32]| match cubic {
            true => Some((value(&part[..width]), value(&part[2 * width..]))),
            false => None,
        };
        let slopes = parts.map(slopes);
        self.keys_of(width, frames, value).zip(slopes).map(|(key, slopes)| match slopes {
            Some((tangent_in, tangent_out)) => Key { tangent_in, tangent_out, ..key },
            None => key,
        })
    }

    /// Keys with level tangents.
    fn keys_of<'a, T, F>(
        &'a self,
        width: usize,
        frames: Frames,
        value: F,
    ) -> impl Iterator<Item = Key<T>> + 'a
    where
        T: cueline_assets::InFile + 'a,
        F: Fn(&[f32]) -> T + 'a,
    {
        let (interpolation, at) = match self.interpolation {
            Interpolation::Linear => (Way::Linear, 0),
            Interpolation::Step => (Way::Hold, 0),
            Interpolation::CubicSpline => (Way::Hermite, width),
        };
        let parts = self.numbers.chunks_exact(width * self.parts()).enumerate();
        parts.map(move |(index, part)| {
            Key::new(self.when(index, frames), value(&part[at..at + width]), interpolation.clone())
        })
    }

    /// The time of a key.
    pub(super) fn when(&self, index: usize, frames: Frames) -> When {
        // Times were checked when they were read.
        self.times.get(index).and_then(|at| frames.when(*at).ok()).unwrap_or_default()
    }

    fn parts(&self) -> usize {
        if self.interpolation == Interpolation::CubicSpline { 3 } else { 1 }
    }
}
