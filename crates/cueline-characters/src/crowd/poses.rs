//! The tracks of a clip, sampled at its rows.

use cueline::{
    clip::{Channel, Clip, Track},
    time::{Span, TickRate},
    value::{Lerp, Quat, Transform, Vec3},
};
use cueline_assets::rig::{Property, Rig};

use super::{
    CrowdError,
    lanes::{ROTATION, SCALE, TRANSLATION, between, dot, length, nearer, numbers, set},
};

/// The largest allowed distance between the line from row to row and the track: in radians, or as a fraction of the
/// longest vector of the track.
const TOLERANCE: f64 = 1e-4;
/// The rates that are tried for every clip. The last one is the finest.
const RATES: [i64; 6] = [24, 30, 48, 60, 120, 240];
const FLICKS: i64 = 705_600_000;
/// The most rows of a clip.
const MOST_ROWS: i64 = 1_000_000;
/// The most rows times nodes of a clip: 2.5 GB while a crowd is built.
const MOST_LOCALS: i64 = 64_000_000;

/// The most rows of a clip for a rig of so many nodes.
fn most_rows(nodes: usize) -> i64 {
    let nodes = i64::try_from(nodes).unwrap_or(i64::MAX).max(1);
    (MOST_LOCALS / nodes).min(MOST_ROWS)
}

/// The tracks of a clip that move nodes of a rig.
pub(super) struct Tracks<'a> {
    pub clip: &'a Clip,
    most_rows: i64,
    vectors: Vec<(usize, usize, &'a Track<Vec3>)>,
    rotations: Vec<(usize, &'a Track<Quat>)>,
}

impl<'a> Tracks<'a> {
    /// The tracks of the needed nodes, found by name as in [`Rig::sample`].
    pub(super) fn of(rig: &Rig, clip: &'a Clip, needed: &[bool]) -> Self {
        let (mut vectors, mut rotations) = (Vec::new(), Vec::new());
        for (path, channel) in clip.channels() {
            let Some((name, property)) = Property::of(path) else { continue };
            let Some(node) = rig.node(name).filter(|node| needed[*node]) else { continue };
            match (property, channel) {
                (Property::Translation, Channel::Vec3(track)) => {
                    vectors.push((node, TRANSLATION, track));
                }
                (Property::Scale, Channel::Vec3(track)) => vectors.push((node, SCALE, track)),
                (Property::Rotation, Channel::Rotation(track)) => rotations.push((node, track)),
                _ => {}
            }
        }
        Self { clip, most_rows: most_rows(rig.nodes().len()), vectors, rotations }
    }

    pub(super) fn sample(&self, at: Span, pose: &mut [Transform]) {
        for (node, kind, track) in &self.vectors {
            let local = &mut pose[*node];
            let slot = if *kind == SCALE { &mut local.scale } else { &mut local.translation };
            *slot = track.sample(at);
        }
        for (node, track) in &self.rotations {
            pose[*node].rotation = track.sample(at);
        }
    }

    /// The coarsest step at which straight lines between rows follow the tracks. A step that needs too many rows is not
    /// considered.
    pub(super) fn own_step(&self) -> i64 {
        let mut common = 0;
        let of_vectors = self.vectors.iter().flat_map(|(.., track)| times(track));
        for at in of_vectors.chain(self.rotations.iter().flat_map(|(_, track)| times(track))) {
            common = gcd(common, at);
        }
        let finest = FLICKS / RATES[RATES.len() - 1];
        let mut steps: Vec<i64> = RATES.iter().map(|hz| FLICKS / hz).collect();
        steps.extend([1, 2, 4].map(|parts| common / parts).iter().filter(|step| **step >= finest));
        steps.retain(|step| count(self.clip, *step) <= self.most_rows);
        steps.sort_unstable_by(|a, b| b.cmp(a));
        steps.dedup();
        steps.into_iter().find(|step| self.follows(*step, TOLERANCE)).unwrap_or(finest)
    }

    /// Whether straight lines between rows follow the tracks, tested at each quarter of each step. The tolerance is in
    /// radians for rotations, and a fraction of the longest vector of the track for vectors.
    pub(super) fn follows(&self, step: i64, tolerance: f64) -> bool {
        let vectors = self.vectors.iter().all(|(.., track)| {
            let most = track.values().iter().map(|value| length(&numbers(*value)));
            let most = most.fold(0.0, f64::max).max(1e-3);
            self.probes(step).all(|(from, at, to, t)| {
                let [from, at, to] = [from, at, to].map(|at| numbers(track.sample(at)));
                let miss: [f64; 3] =
                    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * t - at[i]);
                length(&miss) <= tolerance * most
            })
        });
        vectors
            && self.rotations.iter().all(|(_, track)| {
                self.probes(step).all(|(from, at, to, t)| {
                    let between = between(track.sample(from), track.sample(to), t);
                    let miss = between.minus(&track.sample(at));
                    length(&numbers(miss.vector)) <= tolerance
                })
            })
    }

    /// The times to test: the time of the row before, the time itself, the time of the row after, and the position
    /// between the two rows, from 0 to 1.
    fn probes(&self, step: i64) -> impl Iterator<Item = (Span, Span, Span, f64)> {
        let (duration, rows) = (self.clip.duration().flicks(), count(self.clip, step));
        (0..rows - 1).flat_map(move |row| {
            let from = row * step;
            let to = from.saturating_add(step).min(duration);
            [1, 2, 3].map(|quarter| {
                let (part, rest) = ((to - from) / 4, (to - from) % 4);
                let at = from + part * quarter + rest * quarter / 4;
                let t = (at - from) as f64 / (to - from) as f64;
                (Span::from_flicks(from), Span::from_flicks(at), Span::from_flicks(to), t)
            })
        })
    }
}

fn times<T: Lerp>(track: &Track<T>) -> impl Iterator<Item = i64> {
    let times = track.times();
    // A track with one key does not move its node.
    times.iter().filter(|_| times.len() > 1).map(|at| at.flicks())
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// The flicks between two rows at a rate.
pub(super) fn step_at(rate: TickRate) -> i64 {
    (FLICKS * i64::from(rate.den()) / i64::from(rate.num())).max(1)
}

/// How many rows a clip has: from 0 to its duration, both ends included.
pub(super) fn count(clip: &Clip, step: i64) -> i64 {
    let duration = clip.duration().flicks().max(0);
    duration / step + i64::from(duration % step != 0) + 1
}

/// The poses of all nodes at each row of a clip. Rotations have length 1, and from row to row they take the shorter arc.
pub(super) struct Poses {
    pub step: i64,
    pub rows: Vec<Vec<Transform>>,
}

impl Poses {
    pub(super) fn new(rig: &Rig, tracks: &Tracks<'_>, step: i64) -> Result<Self, CrowdError> {
        let (clip, rest) = (tracks.clip, rig.rest().locals);
        let count = count(clip, step);
        let most = tracks.most_rows;
        if count > most {
            return Err(CrowdError::TooManyRows { clip: clip.name().into(), rows: count, most });
        }
        let duration = clip.duration().flicks();
        let mut rows: Vec<Vec<Transform>> = Vec::new();
        for row in 0..count {
            let mut pose = rest.clone();
            tracks.sample(Span::from_flicks(row.saturating_mul(step).min(duration)), &mut pose);
            for (node, local) in pose.iter_mut().enumerate() {
                local.rotation = local.rotation.normalized();
                if !Lerp::is_finite(local) {
                    let node = rig.nodes().nth(node).unwrap_or_default().into();
                    return Err(CrowdError::NotFinite { clip: clip.name().into(), node });
                }
                if let Some(before) = rows.last() {
                    local.rotation = nearer(before[node].rotation, local.rotation);
                }
            }
            rows.push(pose);
        }
        for (node, rest) in rest.iter().enumerate() {
            let rest = Transform { rotation: rest.rotation.normalized(), ..*rest };
            let first = rows.first().map_or(rest, |row| row[node]);
            for kind in [TRANSLATION, ROTATION, SCALE] {
                let still = [rest, first].into_iter().find(|still| stays(&rows, node, kind, still));
                for row in rows.iter_mut().filter(|_| still.is_some()) {
                    set(&mut row[node], kind, &still.unwrap_or(rest));
                }
            }
        }
        Ok(Self { step, rows })
    }

    /// The time of a row.
    pub(super) fn time(&self, row: usize, tracks: &Tracks<'_>) -> Span {
        let row = i64::try_from(row).unwrap_or(i64::MAX);
        let duration = tracks.clip.duration().flicks();
        Span::from_flicks(row.saturating_mul(self.step).min(duration))
    }

    /// Negates all quaternions of a node if the first of them lies nearer to `-middle` than to `middle`. The rotations
    /// stay the same.
    pub(super) fn turn_to(&mut self, node: usize, middle: Quat) {
        if self.rows.first().is_some_and(|row| dot(row[node].rotation, middle) < 0.0) {
            for row in &mut self.rows {
                let Quat { x, y, z, w } = row[node].rotation;
                row[node].rotation = Quat::new(-x, -y, -z, -w);
            }
        }
    }
}

/// Whether a part of a node stays within half the tolerance of `still`. Exporters leave noise in tracks that do not
/// move.
fn stays(rows: &[Vec<Transform>], node: usize, kind: usize, still: &Transform) -> bool {
    let vector =
        |local: &Transform| numbers(if kind == SCALE { local.scale } else { local.translation });
    let most = TOLERANCE / 2.0;
    rows.iter().all(|row| {
        let local = &row[node];
        if kind == ROTATION {
            // For two near quaternions, the angle of the rotation is about twice their distance.
            let other = nearer(still.rotation, local.rotation);
            let pairs = <[f32; 4]>::from(other).into_iter().zip(<[f32; 4]>::from(still.rotation));
            let square: f64 = pairs.map(|(a, b)| f64::from(a - b) * f64::from(a - b)).sum();
            return 2.0 * square.sqrt() <= most;
        }
        let (found, wanted) = (vector(local), vector(still));
        let miss: [f64; 3] = std::array::from_fn(|axis| found[axis] - wanted[axis]);
        length(&miss) <= most * length(&wanted)
    })
}
