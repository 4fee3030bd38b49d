//! One animation: keys of one property.

use cueline::{
    clip::{CueKind, Interpolation},
    time::{Span, TickRate},
    value::{Color, Delta as _, Mat4, Quat, Vec2, Vec3},
};
use cueline_assets::{CueSource, DocumentPath, InFile, Key, Keys, Problem, Problems, When};
use serde::Deserialize;
use serde_json::Value;

use super::values::{Point, is_step};
use crate::{
    frames::{Times, tick_rate},
    importer::refused,
    names::short,
    spline::{Knot, between, narrow, refine, rotation, single, velocity},
};

/// An animation in the file.
#[derive(Debug, Deserialize)]
pub(super) struct Animation {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default, deserialize_with = "short")]
    pub(super) property: String,
    #[serde(rename = "framePerSecond")]
    pub(super) rate: f64,
    #[serde(rename = "dataType")]
    kind: i64,
    #[serde(rename = "loopBehavior")]
    mode: Option<i64>,
    #[serde(rename = "enableBlending")]
    blends: Option<bool>,
    /// Has no meaning without blending.
    #[serde(rename = "blendingSpeed", default)]
    _blending_speed: Value,
    keys: Vec<Written>,
    pub(super) ranges: Option<Vec<Range>>,
}

#[derive(Debug, Deserialize)]
struct Written {
    frame: f64,
    values: Option<Value>,
    #[serde(default)]
    interpolation: Value,
}

/// A named range, in frames.
#[derive(Debug, Deserialize)]
pub(super) struct Range {
    #[serde(deserialize_with = "short")]
    pub(super) name: String,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Range {
    /// The range for a clip's notes.
    pub(super) fn text(&self) -> String {
        format!("{}..{}", self.from, self.to)
    }

    /// A cue at its start, unless that lies outside of the clip, which ends at `last`.
    pub(super) fn cue(
        &self,
        times: Times,
        rate: TickRate,
        last: Span,
        item: &DocumentPath,
    ) -> Result<Option<CueSource>, Problems> {
        let at = when(self.from, times, rate, item)?;
        let cue = CueSource { at, name: self.name.clone(), kind: CueKind::State };
        Ok(Some(cue).filter(|_| (Span::ZERO..=last).contains(&at.span(rate))))
    }
}

/// The destination of an animation's keys, and its notes.
pub(super) struct Into<'a> {
    /// The frame rate of the clip.
    pub(super) rate: TickRate,
    /// The number of keys that may still be added to splines.
    pub(super) left: &'a mut usize,
    pub(super) notes: &'a mut Problems,
}

type Points<const N: usize> = Vec<(When, Point<N>)>;

impl Animation {
    /// Converts frames to times; the first frame of a clip is `start`.
    pub(super) fn times(&self, start: f64, item: &DocumentPath) -> Result<Times, Problems> {
        let Some(rate) = tick_rate(self.rate) else {
            let found = self.rate.to_string();
            let needed = "a frame rate from 0.001 to 100000";
            return Err(refused(item.field("framePerSecond"), found, needed));
        };
        Ok(Times { rate, start })
    }

    /// The behaviour at the end, if it is known.
    pub(super) fn mode(&self, item: &DocumentPath, notes: &mut Problems) -> Option<&'static str> {
        if self.blends == Some(true) {
            let found = "blending with what was there before";
            notes.push(Problem::note(item.field("enableBlending"), found, "which is not taken"));
        }
        match self.mode? {
            0 => Some("relative"),
            1 => Some("cycle"),
            2 => Some("constant"),
            4 => Some("yoyo"),
            5 => Some("relative_from_current"),
            other => {
                let found = format!("{other}, which is no known behaviour");
                notes.push(Problem::note(item.field("loopBehavior"), found, "left out"));
                None
            }
        }
    }

    /// What it moves, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self.kind {
            0 => "numbers",
            1 | 5 | 6 => "vectors",
            2 => "rotations",
            3 => "matrices",
            4 | 7 => "colours",
            _ => "unknown", // refused
        }
    }

    /// Whether it has keys with values.
    pub(super) fn is_keyed(&self) -> bool {
        self.keys.iter().any(|key| key.values.is_some())
    }

    /// The keys, unless the file contains no values for them.
    pub(super) fn keys(
        &self,
        times: Times,
        into: &mut Into<'_>,
        item: &DocumentPath,
    ) -> Result<Option<Keys>, Problems> {
        let empty = self.keys.iter().filter(|key| key.values.is_none()).count();
        if empty > 0 || self.keys.is_empty() {
            let found = format!("{empty} of {} keys without values", self.keys.len());
            let becomes =
                if empty == self.keys.len() { "so it has no track" } else { "which are left out" };
            into.notes.push(Problem::note(item.field("keys"), found, becomes));
        }
        if empty == self.keys.len() {
            return Ok(None);
        }
        let hz = times.rate.as_hz_f64();
        Ok(Some(match self.kind {
            0 => track(&self.points(times, into, item)?, |[n]| n, |[n]| n * hz),
            1 => track(&self.points(times, into, item)?, |n| vec3(n, 1.0), |slope| vec3(slope, hz)),
            2 => rotations(&self.points(times, into, item)?, hz, into, item)?,
            3 => {
                let mut points: Points<16> = self.points(times, into, item)?;
                points.iter_mut().for_each(|(_, point)| point.step = true);
                track(&points, |n| Mat4(n.map(narrowed)), |_| [0.0; 16])
            }
            4 => track(
                &self.points(times, into, item)?,
                |[r, g, b]| Color::from([r, g, b, 1.0].map(narrowed)),
                |[r, g, b]| [r, g, b, 0.0].map(|n| narrowed(n * hz)),
            ),
            5 | 6 => {
                let vec2 = |[x, y]: [f64; 2], by| Vec2::new(narrowed(x * by), narrowed(y * by));
                track(&self.points(times, into, item)?, |n| vec2(n, 1.0), |slope| vec2(slope, hz))
            }
            7 => track(
                &self.points(times, into, item)?,
                |n| Color::from(n.map(narrowed)),
                |slope| slope.map(|n| narrowed(n * hz)),
            ),
            other => {
                let needed = "one from 0 to 7";
                return Err(refused(item.field("dataType"), other.to_string(), needed));
            }
        }))
    }

    fn points<const N: usize>(
        &self,
        times: Times,
        into: &Into<'_>,
        item: &DocumentPath,
    ) -> Result<Points<N>, Problems> {
        let mut points = Vec::with_capacity(self.keys.len());
        let mut before = f64::NEG_INFINITY;
        for (index, key) in self.keys.iter().enumerate() {
            let Some(values) = &key.values else { continue };
            let item = item.field("keys").index(index);
            if key.frame < before {
                let (found, needed) =
                    (format!("frame {}", key.frame), format!("one not before {before}"));
                return Err(refused(item.field("frame"), found, needed));
            }
            before = key.frame;
            let mut point = Point::new(values, &item.field("values"))?;
            point.step |= is_step(&key.interpolation, &item.field("interpolation"))?;
            points.push((when(key.frame, times, into.rate, &item)?, point));
        }
        Ok(points)
    }
}

/// The time of a frame of an animation, in a clip that may have another rate.
pub(super) fn when(
    frame: f64,
    times: Times,
    rate: TickRate,
    item: &DocumentPath,
) -> Result<When, Problems> {
    let when = times.when(frame, item)?;
    Ok(if times.rate == rate { when } else { When::Span(when.span(times.rate)) })
}

/// The interpolation from one key to the next: tangents count if both sides have one.
fn interpolation<const N: usize>(points: &Points<N>, index: usize) -> Interpolation {
    let (_, point) = points[index];
    let next = points.get(index + 1).and_then(|(_, next)| next.arrive);
    match (point.step, point.leave, next) {
        (true, ..) => Interpolation::Hold,
        (_, Some(_), Some(_)) => Interpolation::Hermite,
        _ => Interpolation::Linear,
    }
}

fn track<T: InFile, const N: usize>(
    points: &Points<N>,
    value: impl Fn([f64; N]) -> T,
    slope: impl Fn([f64; N]) -> T::Delta,
) -> Keys
where
    Keys: From<Vec<Key<T>>>,
{
    let key = |(index, (at, point)): (usize, &(When, Point<N>))| {
        let key = Key::new(*at, value(point.value), interpolation(points, index));
        let tangent_in = point.arrive.map_or(key.tangent_in.clone(), &slope);
        let tangent_out = point.leave.map_or(key.tangent_out.clone(), &slope);
        Key { tangent_in, tangent_out, ..key }
    };
    points.iter().enumerate().map(key).collect::<Vec<_>>().into()
}

/// Rotations; for a cubic of four numbers, keys are added until the track is near to it.
fn rotations(
    points: &Points<4>,
    hz: f64,
    into: &mut Into<'_>,
    item: &DocumentPath,
) -> Result<Keys, Problems> {
    let slope = |tangent: Option<[f64; 4]>| tangent.unwrap_or_default().map(|n| narrowed(n * hz));
    let knot = |(at, point): &(When, Point<4>)| Knot {
        at: at.span(into.rate).as_secs_f64(),
        arrive: slope(point.arrive),
        value: point.value.map(narrowed),
        leave: slope(point.leave),
    };
    let knots: Vec<Knot> = points.iter().map(knot).collect();
    let mut keys: Vec<Key<Quat>> = Vec::with_capacity(knots.len());
    let (mut added, mut lost) = (0, 0);
    for (index, knot) in knots.iter().enumerate() {
        let (at, kind) = (points[index].0, interpolation(points, index));
        let Knot { arrive, value, leave, .. } = *knot;
        let (tangent_in, tangent_out) = (velocity(value, arrive), velocity(value, leave));
        let is_cubic = kind == Interpolation::Hermite;
        keys.push(Key { tangent_in, tangent_out, ..Key::new(at, rotation(value), kind) });
        let Some(next) = knots.get(index + 1).filter(|_| is_cubic) else { continue };
        let (from, to) = (at.span(into.rate), points[index + 1].0.span(into.rate));
        if from >= to {
            continue; // a jump
        }
        let (spots, kept) = refine(knot, next);
        let Some(rest) = into.left.checked_sub(spots.len()) else {
            lost += 1;
            continue;
        };
        *into.left = rest;
        lost += usize::from(!kept);
        added += spots.len();
        keys.extend(spots.into_iter().map(|spot| {
            let Vec3 { x, y, z } = spot.velocity.vector;
            let turn = narrow([x, y, z]);
            Key::hermite(between(from, to, spot.t), single(spot.rotation), turn, turn)
        }));
    }
    if keys.iter().any(|key| !(key.tangent_in.is_finite() && key.tangent_out.is_finite())) {
        let found = "a tangent that is too large for a number";
        return Err(refused(item.field("keys"), found, "one that a track can hold"));
    }
    if added > 0 {
        let found = format!("a spline of quaternions, to which {added} keys were added");
        let becomes = "so that its rotations are right within a ten-thousandth of a radian";
        into.notes.push(Problem::note(item.field("keys"), found, becomes));
    }
    if lost > 0 {
        let found = format!("a spline of quaternions that turns too fast after {lost} of its keys");
        let becomes = "so that rotations there are approximate";
        into.notes.push(Problem::note(item.field("keys"), found, becomes));
    }
    Ok(keys.into())
}

fn vec3(numbers: [f64; 3], by: f64) -> Vec3 {
    let [x, y, z] = numbers.map(|n| narrowed(n * by));
    Vec3::new(x, y, z)
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
fn narrowed(number: f64) -> f32 {
    number as f32
}
