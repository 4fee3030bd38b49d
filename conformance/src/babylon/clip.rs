//! Clips as Babylon.js keeps them, as tracks of ours.

use cueline::{
    clip::{Interpolation, Keyframe, Track},
    playback::Active,
    time::{FLICKS_PER_SECOND, Span, TickRate},
    value::{Delta, Lerp, Mat4, Quat, Transform},
};
use serde::Deserialize;
use serde_json::Value;

use super::easing;
use crate::{
    fraction::fraction,
    read::{Malformed, other, parts},
};

/// A clip as it is recorded.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Recorded {
    /// Frames per second.
    pub(super) fps: f64,
    /// In the order of their frames.
    pub(super) keys: Vec<Key>,
    /// Of all keys without an easing of their own.
    pub(super) easing: Option<easing::Recorded>,
    /// Of what kind its values are, where the clip itself says it.
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    /// How it loops.
    #[serde(rename = "loop", default)]
    mode: Option<String>,
}

/// One key.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Key {
    pub(super) frame: f64,
    pub(super) value: Value,
    /// The slope before it, per frame.
    #[serde(rename = "in", default)]
    pub(super) tangent_in: Option<Value>,
    /// The slope after it, per frame.
    #[serde(rename = "out", default)]
    pub(super) tangent_out: Option<Value>,
    /// Whether it holds until the next.
    #[serde(default)]
    pub(super) step: bool,
    #[serde(default)]
    pub(super) easing: Option<easing::Recorded>,
}

impl Key {
    /// A key at frame 0 that holds the value of another up to it.
    pub(super) fn at_zero(first: &Self) -> Self {
        let value = first.value.clone();
        Self { frame: 0.0, value, tangent_in: None, tangent_out: None, step: false, easing: None }
    }
}

fn array<const N: usize>(value: &Value) -> Result<[f64; N], Malformed> {
    let parts = parts(value)?;
    parts.try_into().map_err(|_| other(format!("{N} numbers, not {value}")))
}

impl Recorded {
    /// The way from a key to the next: tangents count only where both of its sides have one.
    pub(super) fn interpolation(&self, index: usize) -> Result<Interpolation, Malformed> {
        let key = &self.keys[index];
        let easing = key.easing.as_ref().or(self.easing.as_ref());
        let easing = easing.map(easing::Recorded::easing).transpose()?;
        Ok(match (key.step, self.is_cubic(index), easing) {
            (true, ..) => Interpolation::Hold,
            (_, false, None) => Interpolation::Linear,
            (_, false, Some(easing)) => Interpolation::Eased(easing.into()),
            (_, true, None) => Interpolation::Hermite,
            (_, true, Some(easing)) => Interpolation::HermiteEased(easing.into()),
        })
    }

    /// A track of values that are read by `read`, without tangents.
    fn plain<T: Lerp>(
        &self,
        rate: TickRate,
        read: impl Fn(&Value) -> Result<T, Malformed>,
    ) -> Result<Track<T>, Malformed> {
        let mut keys = Vec::new();
        for (index, key) in self.keys.iter().enumerate() {
            keys.push((key.frame, read(&key.value)?, self.interpolation(index)?));
        }
        Track::at_frames(rate, keys).map_err(other)
    }

    /// A track of numbers, each on its own.
    fn numbers<const N: usize>(&self, rate: TickRate) -> Result<Track<[f64; N]>, Malformed>
    where
        [f64; N]: Lerp<Delta = [f64; N]>,
        [f64; N]: Delta,
    {
        let mut keys = Vec::new();
        for (index, key) in self.keys.iter().enumerate() {
            let at = Span::from_frames_f64(key.frame, rate).map_err(other)?;
            let slope = |tangent: &Option<Value>| tangent.as_ref().map_or(Ok([0.0; N]), array);
            let keyframe = Keyframe::new(at, array(&key.value)?, self.interpolation(index)?);
            keys.push(keyframe.tangents_per_frame(
                rate,
                &slope(&key.tangent_in)?,
                &slope(&key.tangent_out)?,
            ));
        }
        Track::new(keys).map_err(other)
    }

    /// The clip's own rate.
    pub(super) fn rate(&self) -> Result<TickRate, Malformed> {
        let (num, den) = fraction(self.fps, 0.0)?;
        TickRate::new(u32::try_from(num).map_err(other)?, den).map_err(other)
    }

    /// How it loops, as it is called in the recordings.
    pub(super) fn mode(&self) -> &str {
        self.mode.as_deref().unwrap_or("cycle")
    }

    /// The largest number of its keys, at least 1.
    pub(super) fn size(&self) -> f64 {
        let parts = self.keys.iter().flat_map(|key| parts(&key.value).unwrap_or_default());
        parts.fold(1.0, |most, part| most.max(part.abs()))
    }

    /// Whether one of its easings rises without bound somewhere.
    pub(super) fn is_vertical(&self) -> bool {
        let own = self.keys.iter().filter_map(|key| key.easing.as_ref());
        own.chain(self.easing.as_ref()).any(easing::Recorded::is_vertical)
    }

    /// Whether all keys are of length 1.
    pub(super) fn is_unit(&self) -> bool {
        self.keys.iter().all(|key| parts(&key.value).is_ok_and(|parts| is_unit(&parts)))
    }

    /// Whether there is a way between two keys that hardly differ.
    pub(super) fn turns_little(&self) -> bool {
        let keys: Vec<_> = self.keys.iter().filter_map(|key| parts(&key.value).ok()).collect();
        keys.windows(2).any(|pair| dot(&pair[0], &pair[1]).abs() > 0.999_999)
    }

    /// A flick, in frames.
    pub(super) fn flick(&self) -> f64 {
        self.fps / FLICKS_PER_SECOND as f64
    }

    /// The time of a frame, to the nearest flick.
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    pub(super) fn flicks_at(&self, frame: f64) -> i64 {
        (frame * FLICKS_PER_SECOND as f64 / self.fps).round() as i64
    }

    /// The frames of the first and the last key.
    pub(super) fn limits(&self) -> (f64, f64) {
        let frame = |key: Option<&Key>| key.map_or(0.0, |key| key.frame);
        (frame(self.keys.first()), frame(self.keys.last()))
    }

    /// The index of the key at or before `frame`, if it is not the last.
    pub(super) fn way_at(&self, frame: f64) -> Option<usize> {
        let after = self.keys.iter().position(|key| key.frame > frame)?;
        after.checked_sub(1)
    }

    /// Whether the way from a key is a cubic.
    pub(super) fn is_cubic(&self, index: usize) -> bool {
        let out = self.keys[index].tangent_out.is_some();
        out && self.keys.get(index + 1).is_some_and(|next| next.tangent_in.is_some())
            && !self.keys[index].step
    }

    /// The largest number that the value at `frame` is a sum of: what its last digits depend on.
    pub(super) fn size_at(&self, frame: f64) -> Result<f64, Malformed> {
        let largest = |value: &Value, factor: f64| -> Result<f64, Malformed> {
            let parts = parts(value)?;
            Ok(parts.iter().fold(0.0, |largest: f64, part| largest.max((part * factor).abs())))
        };
        let Some(index) = self.way_at(frame) else { return Ok(1.0) };
        let (key, next) = (&self.keys[index], &self.keys[index + 1]);
        let mut size = largest(&key.value, 1.0)?.max(largest(&next.value, 1.0)?).max(1.0);
        for tangent in [&key.tangent_out, &next.tangent_in].into_iter().flatten() {
            size = size.max(largest(tangent, next.frame - key.frame)?);
        }
        Ok(size)
    }
}

/// The sum of the products, which of two rotations is the cosine between them.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Whether numbers are those of a rotation.
pub(super) fn is_unit(parts: &[f64]) -> bool {
    (dot(parts, parts).sqrt() - 1.0).abs() < 1e-9
}

/// How matrices are blended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blend {
    /// Not at all, which is Babylon.js's default.
    Not,
    /// Each of the numbers on its own.
    Numbers,
    /// Scale, rotation and translation on their own.
    Transform,
}

/// A clip's values over time.
pub(super) enum Curve {
    One(Track<[f64; 1]>),
    Two(Track<[f64; 2]>),
    Three(Track<[f64; 3]>),
    Four(Track<[f64; 4]>),
    /// Blended as rotations; cubics are blended part by part and brought to length 1.
    Rotation(Track<Quat<f64>>, Track<[f64; 4]>),
    Matrix(Track<Mat4<f64>>),
    /// Blended by its parts.
    Placed(Track<Transform<f64>>),
}

/// When a track is looked at: a time, or the place of something that plays, with where its frame 0 lies.
trait Moment {
    fn of<V: Lerp + Clone>(&self, sample: impl Fn(Span) -> V) -> V;
}

impl Moment for Span {
    fn of<V: Lerp + Clone>(&self, sample: impl Fn(Span) -> V) -> V {
        sample(*self)
    }
}

impl<T: Copy> Moment for (&Active<T>, Span) {
    fn of<V: Lerp + Clone>(&self, sample: impl Fn(Span) -> V) -> V {
        self.0.value(|at| sample(at - self.1))
    }
}

/// A clip that can be sampled by its frames.
pub(super) struct Clip<'a> {
    recorded: &'a Recorded,
    curve: Curve,
    rate: TickRate,
}

impl<'a> Clip<'a> {
    /// The clip, with its frames at `rate`.
    pub(super) fn new(
        recorded: &'a Recorded,
        kind: &str,
        rate: TickRate,
        blend: Blend,
    ) -> Result<Self, Malformed> {
        let quat = |value: &Value| Ok(Quat::from(array::<4>(value)?));
        let matrix = |value: &Value| Ok(Mat4::from(array::<16>(value)?));
        let curve = match kind {
            "float" => Curve::One(recorded.numbers(rate)?),
            "vector2" | "size" => Curve::Two(recorded.numbers(rate)?),
            "vector3" | "color3" => Curve::Three(recorded.numbers(rate)?),
            "color4" => Curve::Four(recorded.numbers(rate)?),
            "quaternion" => Curve::Rotation(recorded.plain(rate, quat)?, recorded.numbers(rate)?),
            "matrix" if blend == Blend::Not => {
                let mut steps = recorded.clone();
                steps.keys.iter_mut().for_each(|key| key.step = true);
                Curve::Matrix(steps.plain(rate, matrix)?)
            }
            "matrix" if blend == Blend::Numbers => Curve::Matrix(recorded.plain(rate, matrix)?),
            "matrix" => Curve::Placed(
                recorded.plain(rate, |value| Ok(Mat4::from(array::<16>(value)?).decompose()))?,
            ),
            unknown => return Err(other(format!("a kind of value, not {unknown:?}"))),
        };
        Ok(Self { recorded, curve, rate })
    }

    /// The value that something playing shows; on top of what was there, if that is given.
    /// Frame 0 of these keys lies at `zero` of what plays.
    pub(super) fn shown<T: Copy>(
        &self,
        active: &Active<T>,
        zero: Span,
        below: Option<&[f64]>,
    ) -> Vec<f64> {
        self.seen(&(active, zero), below)
    }

    fn seen(&self, moment: &impl Moment, below: Option<&[f64]>) -> Vec<f64> {
        fn on_top<const N: usize>(value: [f64; N], below: Option<&[f64]>) -> Vec<f64>
        where
            [f64; N]: Lerp<Delta = [f64; N]>,
        {
            let below = below.and_then(|below| <[f64; N]>::try_from(below).ok());
            below.map_or(value, |below| below.plus(&value)).to_vec()
        }
        match &self.curve {
            Curve::One(track) => on_top(moment.of(|at| track.sample(at)), below),
            Curve::Two(track) => on_top(moment.of(|at| track.sample(at)), below),
            Curve::Three(track) => on_top(moment.of(|at| track.sample(at)), below),
            Curve::Four(track) => on_top(moment.of(|at| track.sample(at)), below),
            Curve::Rotation(turning, cubic) => {
                let value = moment.of(|at| self.rotation_at(turning, cubic, at));
                let below =
                    below.and_then(|below| <[f64; 4]>::try_from(below).ok()).map(Quat::from);
                let turned = value.minus(&Quat::default());
                <[f64; 4]>::from(below.map_or(value, |below| below.plus(&turned))).to_vec()
            }
            Curve::Matrix(track) => {
                let value = moment.of(|at| track.sample(at)).0.to_vec();
                let below = below.unwrap_or_default().iter().chain(std::iter::repeat(&0.0));
                value.iter().zip(below).map(|(value, below)| value + below).collect()
            }
            Curve::Placed(track) => moment.of(|at| track.sample(at)).compose().0.to_vec(),
        }
    }

    fn rotation_at(
        &self,
        turning: &Track<Quat<f64>>,
        cubic: &Track<[f64; 4]>,
        at: Span,
    ) -> Quat<f64> {
        let frame = at.as_secs_f64() * self.rate.as_hz_f64();
        let way = self.recorded.way_at(frame);
        if way.is_some_and(|index| self.recorded.is_cubic(index)) {
            Quat::from(cubic.sample(at)).normalized()
        } else {
            turning.sample(at)
        }
    }

    /// The same of a rotation whose numbers are blended each on its own.
    pub(super) fn numbers_at(&self, frame: f64) -> Result<Vec<f64>, Malformed> {
        let Curve::Rotation(_, numbers) = &self.curve else { return self.at(frame) };
        Ok(numbers.sample(Span::from_frames_f64(frame, self.rate).map_err(other)?).to_vec())
    }

    /// The value at `frame`, to the nearest moment.
    pub(super) fn at(&self, frame: f64) -> Result<Vec<f64>, Malformed> {
        Ok(self.seen(&Span::from_frames_f64(frame, self.rate).map_err(other)?, None))
    }
}
