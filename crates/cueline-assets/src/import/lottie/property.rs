//! A property of a layer: one value, or keyframes with Bezier curves in time.

use cueline::{
    clip::Interpolation as Way,
    value::{CubicBezier, Curve, Easing, Lerp, Vec2, Vec3},
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    DocumentPath, InFile, Key, Keys, Problem, Problems, When,
    import::{
        frames::Times,
        json::{self, Untaken},
        refused,
    },
};

/// A property as it is written; `k` is a number, numbers, or keyframes.
#[derive(Debug, Deserialize)]
pub(super) struct Property {
    k: Value,
    /// Whether those are keyframes, which shows.
    #[serde(rename = "a", default)]
    _animated: Value,
}

/// One number, or one for each axis.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Numbers {
    One(f64),
    Many(Vec<f64>),
}

impl Numbers {
    /// The number of an axis; where there are fewer, the last of them.
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
    /// Where it is to arrive, in older files.
    #[serde(rename = "e")]
    end: Option<Numbers>,
    #[serde(rename = "o")]
    leave: Option<Handle>,
    #[serde(rename = "i")]
    arrive: Option<Handle>,
    #[serde(rename = "h", default)]
    hold: f64,
    /// Handles of a curved way.
    to: Option<Numbers>,
    ti: Option<Numbers>,
}

#[derive(Debug, Deserialize)]
struct Handle {
    x: Numbers,
    y: Numbers,
}

/// Of what the values of a property are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Number,
    Plane,
    Space,
}

/// What a property is to become.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken<'a> {
    /// The path of its track.
    pub(super) path: &'a str,
    pub(super) of: Of,
    /// By which its numbers are multiplied.
    pub(super) scale: f64,
}

impl Property {
    /// Its tracks: one, or one for each axis where those go by curves of their own.
    pub(super) fn tracks(
        self,
        taken: Taken<'_>,
        times: Times,
        item: &DocumentPath,
        untaken: &mut Untaken,
        notes: &mut Problems,
    ) -> Result<Vec<(String, Keys)>, Problems> {
        let item = item.field("k");
        let keyed = self.k.get(0).is_some_and(Value::is_object);
        let mut keys: Vec<Keyframe> = if keyed {
            typed(self.k, &item, untaken)?
        } else {
            let (value, end, leave, arrive, to, ti) =
                (Some(typed(self.k, &item, untaken)?), None, None, None, None, None);
            vec![Keyframe { t: times.start, value, end, leave, arrive, hold: 1.0, to, ti }]
        };
        complete(&mut keys, &item)?;
        if keys.iter().any(|key| [&key.to, &key.ti].into_iter().flatten().any(bent)) {
            let found = "a way along a curve";
            notes.push(Problem::note(
                item.clone(),
                found,
                "which is straight here, with the same keys and easings",
            ));
        }
        let axes = match taken.of {
            Of::Number => 1,
            Of::Plane => 2,
            Of::Space => 3,
        };
        let number = |key: &Keyframe, axis: usize| {
            key.value.as_ref().and_then(|value| value.axis(axis)).map(|number| number * taken.scale)
        };
        let ways: Vec<Vec<Way>> = keys
            .iter()
            .enumerate()
            .map(|(index, key)| (0..axes).map(|axis| way(key, axis, &item.index(index))).collect())
            .collect::<Result<_, _>>()?;
        let whens =
            keys.iter().enumerate().map(|(index, key)| times.when(key.t, &item.index(index)));
        let whens: Vec<When> = whens.collect::<Result<_, _>>()?;
        let at =
            |axis: usize, index: usize| number(&keys[index], axis).map(single).unwrap_or_default();
        let together = ways.iter().all(|ways| ways.iter().all(|way| *way == ways[0]));
        let path = taken.path;
        Ok(match (taken.of, together) {
            (Of::Number, _) => vec![(path.into(), track(&whens, &ways, 0, |index| at(0, index)))],
            (Of::Plane, true) => {
                let value = |index| Vec2::new(at(0, index), at(1, index));
                vec![(path.into(), track(&whens, &ways, 0, value))]
            }
            (Of::Space, true) => {
                let value = |index| Vec3::new(at(0, index), at(1, index), at(2, index));
                vec![(path.into(), track(&whens, &ways, 0, value))]
            }
            (_, false) => (0..axes)
                .map(|axis| {
                    (
                        format!("{path}.{}", ["x", "y", "z"][axis]),
                        track(&whens, &ways, axis, |index| at(axis, index)),
                    )
                })
                .collect(),
        })
    }
}

fn track<T: InFile + Lerp>(
    whens: &[When],
    ways: &[Vec<Way>],
    axis: usize,
    value: impl Fn(usize) -> T,
) -> Keys
where
    Keys: From<Vec<Key<T>>>,
{
    let key = |(index, at): (usize, &When)| Key::new(*at, value(index), ways[index][axis]);
    whens.iter().enumerate().map(key).collect::<Vec<_>>().into()
}

/// Gives every key a value, and sees that times run forward.
fn complete(keys: &mut [Keyframe], item: &DocumentPath) -> Result<(), Problems> {
    for index in 0..keys.len() {
        if index > 0 && keys[index].t < keys[index - 1].t {
            let (found, needed) = (
                format!("frame {}", keys[index].t),
                format!("one not before {}", keys[index - 1].t),
            );
            return Err(refused(item.index(index).field("t"), found, needed));
        }
        // The last key of older files is only the time at which the one before it arrives.
        if keys[index].value.is_none() {
            let before = index.checked_sub(1).and_then(|before| keys[before].end.clone());
            keys[index].value = before;
        }
        if keys[index].value.as_ref().and_then(|value| value.axis(0)).is_none() {
            return Err(refused(item.index(index).field("s"), "no value", "a number or more"));
        }
    }
    Ok(())
}

/// The way from a key to the next.
fn way(key: &Keyframe, axis: usize, item: &DocumentPath) -> Result<Way, Problems> {
    let (Some(leave), Some(arrive)) = (&key.leave, &key.arrive) else {
        return Ok(if key.hold == 0.0 { Way::Linear } else { Way::Hold });
    };
    if key.hold != 0.0 {
        return Ok(Way::Hold);
    }
    let numbers = [&leave.x, &leave.y, &arrive.x, &arrive.y].map(|numbers| numbers.axis(axis));
    let [Some(x1), Some(y1), Some(x2), Some(y2)] = numbers else {
        return Err(refused(
            item.clone(),
            "a handle without a number",
            "one number or one for each axis",
        ));
    };
    if x1 == y1 && x2 == y2 {
        return Ok(Way::Linear);
    }
    // Some exporters are off by a rounding error.
    let bezier = CubicBezier::new(x1.clamp(0.0, 1.0), y1, x2.clamp(0.0, 1.0), y2);
    let bezier = bezier
        .map_err(|error| refused(item.clone(), error.to_string(), "handles of a curve in time"))?;
    Ok(Way::Eased(Easing::In(Curve::Bezier(bezier))))
}

fn bent(handle: &Numbers) -> bool {
    (0..3).any(|axis| handle.axis(axis).is_some_and(|number| number != 0.0))
}

fn typed<T: serde::de::DeserializeOwned>(
    value: Value,
    item: &DocumentPath,
    untaken: &mut Untaken,
) -> Result<T, Problems> {
    json::typed(value, untaken).map_err(|(inner, error)| {
        let item = inner.steps().iter().fold(item.clone(), |item, step| item.step(step.clone()));
        refused(item, error.to_string(), "what the format asks for there")
    })
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
fn single(number: f64) -> f32 {
    number as f32
}
