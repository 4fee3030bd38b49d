//! A property of a layer: one value, or keyframes with Bezier curves in time.

use cueline::{
    clip::Interpolation,
    value::{CubicBezier, Curve, Easing, Lerp, Vec2, Vec3, Vec4},
};
use cueline_assets::{DocumentPath, InFile, Key, Keys, Problem, Problems, When};
use serde::Deserialize;
use serde_json::Value;

use super::{
    count::count,
    flag::Flag,
    path::{Path, Point},
};
use crate::{
    frames::Times,
    importer::refused,
    json::{self, Unread},
    motion::Motion,
};

/// A property in the file; `k` is a number, numbers, or keyframes.
#[derive(Debug, Deserialize)]
pub(super) struct Property {
    /// Missing if a theme gives the value.
    #[serde(default)]
    k: Value,
    /// An expression that gives the value.
    #[serde(rename = "x")]
    expression: Option<Value>,
}

/// One number, or one for each axis.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Numbers {
    One(f64),
    Many(Vec<f64>),
}

impl Numbers {
    /// The number of an axis; if there are fewer, the last of them.
    fn axis(&self, axis: usize) -> Option<f64> {
        match self {
            Self::One(number) => Some(*number),
            Self::Many(numbers) => numbers.get(axis).or(numbers.last()).copied(),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Keyframe {
    t: f64,
    #[serde(rename = "s")]
    value: Option<Numbers>,
    /// The value at the end of the segment, in older files.
    #[serde(rename = "e")]
    end: Option<Numbers>,
    #[serde(rename = "o")]
    leave: Option<Handle>,
    #[serde(rename = "i")]
    arrive: Option<Handle>,
    #[serde(rename = "h", default)]
    hold: Flag,
    /// Handles of a curved path, from this value and from the next one.
    to: Option<Numbers>,
    ti: Option<Numbers>,
    /// Whether it has no value of its own, but that at the end of the segment before.
    #[serde(skip)]
    is_end: bool,
}

#[derive(Debug, Deserialize)]
struct Handle {
    x: Numbers,
    y: Numbers,
}

/// The kind of a property's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Plane,
    Space,
    /// Seconds.
    Time,
    /// Red, green, blue and opacity.
    Color,
}

/// The track made from a property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) path: &'a str,
    pub(super) kind: Kind,
    /// The factor of the property's numbers.
    pub(super) scale: f64,
    /// What the property is of, for the counts.
    pub(super) of: &'static str,
}

/// The shortest time between two added keys, in seconds: thousands of flicks.
const SHORTEST: f64 = 1e-5;

/// The number of keys that may still be added to a file, and its lost motion.
#[derive(Debug)]
pub(super) struct Budget {
    keys: usize,
    straight: usize,
    expressions: usize,
    /// The counts of what moves.
    pub(super) motion: Motion,
}

impl Budget {
    pub(super) fn of(file: &[u8]) -> Self {
        let mut motion = Motion::default();
        count(file, &mut motion);
        Self { keys: 4096 + file.len() / 16, straight: 0, expressions: 0, motion }
    }

    /// A warning for each kind of lost motion.
    pub(super) fn report(&self, problems: &mut Problems) {
        let lost = [
            (self.expressions, "expression", "which are not run: the keys of the file play"),
            (self.straight, "curved path", "which are straight, as the file has too many"),
        ];
        for (count, kind, becomes) in lost {
            if count > 0 {
                let found = format!("{count} {kind}{}", if count == 1 { "" } else { "s" });
                problems.push(Problem::warning(DocumentPath::root(), found, becomes));
            }
        }
    }
}

impl Property {
    pub(super) fn new(k: Value, expression: Option<Value>) -> Self {
        Self { k, expression }
    }

    /// The tracks: one, or one for each axis if the axes have separate curves.
    pub(super) fn tracks(
        self,
        target: Target<'_>,
        times: Times,
        item: &DocumentPath,
        budget: &mut Budget,
        unread: &mut Unread,
    ) -> Result<Vec<(String, Keys)>, Problems> {
        budget.expressions += usize::from(self.expression.is_some_and(|own| own.is_string()));
        if self.k.is_null() {
            return Ok(Vec::new());
        }
        let item = item.field("k");
        let keyed = self.k.get(0).is_some_and(Value::is_object);
        let mut keys: Vec<Keyframe> = if keyed {
            typed(self.k, &item, unread)?
        } else {
            let value = Some(typed(self.k, &item, unread)?);
            let (hold, t) = (Flag::SET, times.start);
            let (end, leave, arrive, to, ti) = (None, None, None, None, None);
            vec![Keyframe { t, value, end, leave, arrive, hold, to, ti, is_end: false }]
        };
        complete(&mut keys, &item)?;
        let axes = match target.kind {
            Kind::Number | Kind::Time => 1,
            Kind::Plane => 2,
            Kind::Space => 3,
            Kind::Color => 4,
        };
        let moves = usize::from(keyed && keys.len() > 1);
        let interpolations: Vec<Vec<Interpolation>> = keys
            .iter()
            .enumerate()
            .map(|(index, key)| {
                (0..axes).map(|axis| interpolation(key, axis, &item.index(index))).collect()
            })
            .collect::<Result<_, _>>()?;
        let whens =
            keys.iter().enumerate().map(|(index, key)| times.when(key.t, &item.index(index)));
        let whens: Vec<When> = whens.collect::<Result<_, _>>()?;
        let number = |index: usize, axis: usize| {
            let value = keys[index].value.as_ref().and_then(|value| match value {
                // A colour of three numbers is opaque.
                Numbers::Many(numbers) if axis == 3 => Some(numbers.get(3).copied().unwrap_or(1.0)),
                value => value.axis(axis),
            });
            value.unwrap_or_default() * target.scale
        };
        let at = |axis: usize, index: usize| single(number(index, axis));
        let path = target.path;
        budget.motion.took(target.of, moves);
        if matches!(target.kind, Kind::Plane | Kind::Space) {
            let paths = curves(&keys, axes, target.scale, budget);
            if paths.iter().any(Option::is_some) {
                let first = interpolations.iter().map(|axes| axes[0].clone());
                let curved = Curved { paths, first: first.collect(), whens, times, item: &item };
                let track = if target.kind == Kind::Plane {
                    curved.track(
                        &keys,
                        budget,
                        |index| Vec2::new(at(0, index), at(1, index)),
                        |[x, y, _]| Vec2::new(single(x), single(y)),
                    )?
                } else {
                    curved.track(
                        &keys,
                        budget,
                        |index| Vec3::new(at(0, index), at(1, index), at(2, index)),
                        |point| point.map(single).into(),
                    )?
                };
                return Ok(vec![(path.into(), track)]);
            }
        }
        let together = interpolations.iter().all(|axes| axes.iter().all(|each| *each == axes[0]));
        let own = &interpolations;
        Ok(match (target.kind, together) {
            (Kind::Number, _) => vec![(path.into(), track(&whens, own, 0, |index| at(0, index)))],
            (Kind::Time, _) => {
                vec![(path.into(), track(&whens, own, 0, |index| number(index, 0)))]
            }
            (Kind::Plane, true) => {
                let value = |index| Vec2::new(at(0, index), at(1, index));
                vec![(path.into(), track(&whens, own, 0, value))]
            }
            (Kind::Space, true) => {
                let value = |index| Vec3::new(at(0, index), at(1, index), at(2, index));
                vec![(path.into(), track(&whens, own, 0, value))]
            }
            (Kind::Color, true) => {
                let value =
                    |index| Vec4::new(at(0, index), at(1, index), at(2, index), at(3, index));
                vec![(path.into(), track(&whens, own, 0, value))]
            }
            (_, false) => (0..axes)
                .map(|axis| {
                    let name = format!("{path}.{}", ["x", "y", "z", "w"][axis]);
                    (name, track(&whens, own, axis, |index| at(axis, index)))
                })
                .collect(),
        })
    }
}

/// The curved paths from key to key.
fn curves(keys: &[Keyframe], axes: usize, scale: f64, budget: &mut Budget) -> Vec<Option<Path>> {
    let point = |numbers: &Numbers| -> Point {
        [0, 1, 2].map(|axis| {
            if axis < axes { numbers.axis(axis).unwrap_or_default() * scale } else { 0.0 }
        })
    };
    let path = |pair: &[Keyframe]| {
        let (from, to) = (pair[0].value.as_ref()?, pair[1].value.as_ref()?);
        if pair[0].hold.is_set() {
            return None;
        }
        let leave = pair[0].to.as_ref().map_or([0.0; 3], point);
        let arrive = pair[0].ti.as_ref().map_or([0.0; 3], point);
        if leave == [0.0; 3] && arrive == [0.0; 3] {
            return None;
        }
        // lottie-web takes handles from a line if the next key has a value.
        let path = Path::new(point(from), leave, arrive, point(to), pair[1].is_end)?;
        if budget.keys == 0 {
            budget.straight += 1;
            return None;
        }
        Some(path)
    };
    keys.windows(2).map(path).collect()
}

/// A track with curved segments.
struct Curved<'a> {
    paths: Vec<Option<Path>>,
    first: Vec<Interpolation>,
    whens: Vec<When>,
    times: Times,
    item: &'a DocumentPath,
}

impl Curved<'_> {
    fn track<T: InFile + Lerp + Into<T::Delta>>(
        &self,
        keys: &[Keyframe],
        budget: &mut Budget,
        value: impl Fn(usize) -> T,
        of: impl Fn(Point) -> T,
    ) -> Result<Keys, Problems>
    where
        Keys: From<Vec<Key<T>>>,
    {
        let mut all: Vec<Key<T>> = Vec::new();
        let mut arriving = None;
        for (index, when) in self.whens.iter().enumerate() {
            let mut key = Key::new(*when, value(index), self.first[index].clone());
            if let Some(slope) = arriving.take() {
                key.tangent_in = slope;
            }
            let path = self.paths.get(index).and_then(Option::as_ref);
            let Some(path) = path.filter(|_| budget.keys > 0) else {
                budget.straight += usize::from(path.is_some());
                all.push(key);
                continue;
            };
            let frames = keys[index + 1].t - keys[index].t;
            let seconds = frames / self.times.rate.as_hz_f64();
            if seconds <= 0.0 {
                all.push(key);
                continue;
            }
            let slope = |slope: Point| -> T::Delta { of(slope.map(|part| part / seconds)).into() };
            let (spots, arrive) = path.keys(&self.first[index], SHORTEST / seconds);
            budget.keys = budget.keys.saturating_sub(spots.len());
            for (number, spot) in spots.iter().enumerate() {
                if number == 0 {
                    key.interpolation = Interpolation::Hermite;
                    key.tangent_out = slope(spot.slope);
                    all.push(key.clone());
                } else {
                    let frame = keys[index].t + frames * spot.t;
                    let at = self.times.when(frame, &self.item.index(index))?;
                    all.push(Key::hermite(
                        at,
                        of(spot.point),
                        slope(spot.slope),
                        slope(spot.slope),
                    ));
                }
            }
            arriving = Some(slope(arrive));
        }
        Ok(all.into())
    }
}

fn track<T: InFile + Lerp>(
    whens: &[When],
    interpolations: &[Vec<Interpolation>],
    axis: usize,
    value: impl Fn(usize) -> T,
) -> Keys
where
    Keys: From<Vec<Key<T>>>,
{
    let key = |(index, at): (usize, &When)| {
        Key::new(*at, value(index), interpolations[index][axis].clone())
    };
    whens.iter().enumerate().map(key).collect::<Vec<_>>().into()
}

/// Gives every key a value, and checks that times run forward.
fn complete(keys: &mut [Keyframe], item: &DocumentPath) -> Result<(), Problems> {
    for index in 0..keys.len() {
        if index > 0 && keys[index].t < keys[index - 1].t {
            let (found, needed) = (
                format!("frame {}", keys[index].t),
                format!("one not before {}", keys[index - 1].t),
            );
            return Err(refused(item.index(index).field("t"), found, needed));
        }
        // The last key of older files contains only the end time of the key before it.
        if keys[index].value.is_none() {
            let before = index.checked_sub(1).and_then(|before| keys[before].end.clone());
            (keys[index].value, keys[index].is_end) = (before, true);
        }
        if keys[index].value.as_ref().and_then(|value| value.axis(0)).is_none() {
            return Err(refused(item.index(index).field("s"), "no value", "a number or more"));
        }
    }
    Ok(())
}

/// The interpolation from a key to the next.
fn interpolation(
    key: &Keyframe,
    axis: usize,
    item: &DocumentPath,
) -> Result<Interpolation, Problems> {
    let (Some(leave), Some(arrive)) = (&key.leave, &key.arrive) else {
        let hold = key.hold.is_set();
        return Ok(if hold { Interpolation::Hold } else { Interpolation::Linear });
    };
    if key.hold.is_set() {
        return Ok(Interpolation::Hold);
    }
    let numbers = [&leave.x, &leave.y, &arrive.x, &arrive.y].map(|numbers| numbers.axis(axis));
    let [Some(x1), Some(y1), Some(x2), Some(y2)] = numbers else {
        let needed = "one number or one for each axis";
        return Err(refused(item.clone(), "a handle without a number", needed));
    };
    if x1 == y1 && x2 == y2 {
        return Ok(Interpolation::Linear);
    }
    // Some exporters have rounding errors.
    let bezier = CubicBezier::new(x1.clamp(0.0, 1.0), y1, x2.clamp(0.0, 1.0), y2);
    let bezier = bezier
        .map_err(|error| refused(item.clone(), error.to_string(), "handles of a curve in time"))?;
    Ok(Interpolation::Eased(Easing::In(Curve::Bezier(bezier)).into()))
}

pub(super) fn typed<T: serde::de::DeserializeOwned>(
    value: Value,
    item: &DocumentPath,
    unread: &mut Unread,
) -> Result<T, Problems> {
    json::typed(value, unread).map_err(|(inner, error)| {
        let (found, needed) = json::words(&error, || "another value".into());
        refused(item.join(&inner), found, needed)
    })
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
fn single(number: f64) -> f32 {
    number as f32
}
