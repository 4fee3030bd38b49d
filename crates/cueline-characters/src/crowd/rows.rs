//! Clips as rows of numbers: one row per sampled time, with all lanes that move.
//!
//! Lanes come in blocks of eight. A block of a clip has three *parts*: translation, rotation and scale. A part is in
//! every row if the clip moves one of its lanes; otherwise it is stored once for the whole clip.

use cueline::{
    clip::{Channel, Clip, Track},
    time::{Span, TickRate},
    value::{Lerp, Quat, Transform, Vec3},
};
use cueline_assets::rig::{Property, Rig};

use super::{CrowdError, bones::number};

/// Numbers of one kind for eight lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [f32; LANES]);

/// The lanes in a block.
pub(super) const LANES: usize = 8;

/// How far the numbers between two rows may lie from the track: radians, or parts of the greatest number.
const TOLERANCE: f64 = 1e-4;
/// Rates that suit most clips. The last one is the finest.
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

/// The kinds of parts. A vector has three planes, a rotation four.
pub(super) const KINDS: usize = 3;
pub(super) const TRANSLATION: usize = 0;
pub(super) const ROTATION: usize = 1;
pub(super) const SCALE: usize = 2;
pub(super) const PLANES: [usize; KINDS] = [3, 4, 3];

/// The tracks of a clip that move nodes of a rig.
pub(super) struct Tracks<'a> {
    pub clip: &'a Clip,
    most_rows: i64,
    vectors: Vec<(usize, usize, &'a Track<Vec3>)>,
    rotations: Vec<(usize, &'a Track<Quat>)>,
}

impl<'a> Tracks<'a> {
    /// Those of needed nodes, as [`Rig::sample`] finds them.
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

    fn sample(&self, at: Span, pose: &mut [Transform]) {
        for (node, kind, track) in &self.vectors {
            let local = &mut pose[*node];
            let slot = if *kind == SCALE { &mut local.scale } else { &mut local.translation };
            *slot = track.sample(at);
        }
        for (node, track) in &self.rotations {
            pose[*node].rotation = track.sample(at);
        }
    }

    /// The coarsest step at which straight lines between rows follow the tracks, of those that do not need too many
    /// rows.
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

    /// Whether quarters of all steps lie near the lines between rows: within a tolerance in radians, and of the greatest
    /// length in a track.
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

    /// The row before, a time, the row after, and how far the time lies between them.
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
    // A track of one key moves nothing.
    times.iter().filter(|_| times.len() > 1).map(|at| at.flicks())
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

fn numbers(vector: Vec3) -> [f64; 3] {
    <[f32; 3]>::from(vector).map(f64::from)
}

fn length(numbers: &[f64; 3]) -> f64 {
    numbers.iter().map(|number| number * number).sum::<f64>().sqrt()
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

/// The poses of all nodes at each row of a clip, with rotations of length 1 that never turn the long way.
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

    /// Takes the quaternions of a node that lie nearer to `middle` at first. Their rotations stay the same.
    pub(super) fn turn_to(&mut self, node: usize, middle: Quat) {
        if self.rows.first().is_some_and(|row| dot(row[node].rotation, middle) < 0.0) {
            for row in &mut self.rows {
                let Quat { x, y, z, w } = row[node].rotation;
                row[node].rotation = Quat::new(-x, -y, -z, -w);
            }
        }
    }
}

/// How much faster than their mean two rotations are blended by their numbers: by this much, times the distance of the
/// quaternions, more of the second one makes it even. Of a series in that distance `u` (1 less the cosine of the angle
/// between them) the first factor is exact; the others are fitted to angles up to 43 degrees, twice that for the
/// rotations. Between rotations 86 degrees apart the error is 1.6e-5 rad, at half of that 2e-6.
pub(super) const ARC: [f32; 3] = [1.0 / 3.0, 0.070_937, 0.075_485];

/// A rotation between two rows, as the loops of a crowd have it, in `f64`.
fn between(from: Quat, to: Quat, t: f64) -> Quat {
    let to = nearer(from, to);
    let [first, second, third] = ARC.map(f64::from);
    let (u, middle) = (1.0 - f64::from(dot(from, to)), 1.0 - 2.0 * t);
    let more = u * (first + u * (second + third * middle * middle));
    from.nlerp(to, t + t * (1.0 - t) * middle * more)
}

/// Whether a part of a node stays where `still` has it, but for half the tolerance: exporters leave noise in tracks that
/// do not move.
fn stays(rows: &[Vec<Transform>], node: usize, kind: usize, still: &Transform) -> bool {
    let vector =
        |local: &Transform| numbers(if kind == SCALE { local.scale } else { local.translation });
    let most = TOLERANCE / 2.0;
    rows.iter().all(|row| {
        let local = &row[node];
        if kind == ROTATION {
            // The angle is twice the distance of two quaternions that are near.
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

fn set(local: &mut Transform, kind: usize, from: &Transform) {
    match kind {
        TRANSLATION => local.translation = from.translation,
        ROTATION => local.rotation = from.rotation,
        _ => local.scale = from.scale,
    }
}

pub(super) fn dot(a: Quat, b: Quat) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
}

/// A rotation by the numbers that are nearer to `from`.
pub(super) fn nearer(from: Quat, to: Quat) -> Quat {
    if dot(from, to) < 0.0 { Quat::new(-to.x, -to.y, -to.z, -to.w) } else { to }
}

/// Where a part of a block lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    /// The first of its planes in the first row that has it.
    pub first: u32,
    /// The number of planes from one row to the next; 0 for a part that the clip does not move.
    pub stride: u32,
    /// Whether all of its rotations lie on the side of the middle.
    pub aligned: bool,
}

/// A clip, bound.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub name: String,
    pub duration: i64,
    pub step: i64,
    pub last: u32,
    /// For each block, its parts.
    pub parts: Vec<[Part; KINDS]>,
    /// What does not move, then row after row.
    pub planes: Vec<Lanes>,
}

impl Rows {
    pub(super) fn new(
        clip: &Clip,
        poses: &Poses,
        lanes: &[usize],
        middle: &[Quat],
        live: &[[bool; KINDS]],
    ) -> Self {
        let mut parts = Vec::new();
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for (block, nodes) in lanes.chunks(LANES).enumerate() {
            let mut of_block = [Part::default(); KINDS];
            for (kind, part) in of_block.iter_mut().enumerate() {
                if !live[block][kind] {
                    continue; // never read
                }
                let first = planes(&poses.rows[0], nodes, kind);
                let moves = poses.rows.iter().any(|row| planes(row, nodes, kind) != first);
                let list = if moves { &mut moving } else { &mut still };
                let before: usize = list.iter().map(|(_, _, kind)| PLANES[*kind]).sum();
                *part = Part { first: number(before), stride: u32::from(moves), aligned: false };
                list.push((block, nodes, kind));
                if kind == ROTATION {
                    let one_side = |(lane, node): (usize, &usize)| {
                        let middle = middle[block * LANES + lane];
                        poses.rows.iter().all(|row| dot(row[*node].rotation, middle) > 1e-3)
                    };
                    part.aligned = nodes.iter().enumerate().all(one_side);
                }
            }
            parts.push(of_block);
        }
        let width = |list: &[(usize, &[usize], usize)]| -> usize {
            list.iter().map(|(_, _, kind)| PLANES[*kind]).sum()
        };
        let (base, row) = (number(width(&still)), number(width(&moving)));
        for part in parts.iter_mut().flatten().filter(|part| part.stride > 0) {
            (part.first, part.stride) = (part.first + base, row);
        }
        let mut all = Vec::new();
        all.extend(still.iter().flat_map(|(_, nodes, kind)| planes(&poses.rows[0], nodes, *kind)));
        for pose in poses.rows.iter().filter(|_| row > 0) {
            all.extend(moving.iter().flat_map(|(_, nodes, kind)| planes(pose, nodes, *kind)));
        }
        Self {
            name: clip.name().into(),
            duration: clip.duration().flicks(),
            step: poses.step,
            last: number(poses.rows.len() - 1),
            parts,
            planes: all,
        }
    }

    /// The row at or before a time, the row after it, and how far the time lies between them: exact until the last
    /// division.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows are counted in u32, and a quotient is rounded to f32 on purpose"
    )]
    #[inline]
    pub(super) fn place(&self, at: Span) -> (u32, u32, f32) {
        let at = at.flicks().clamp(0, self.duration);
        let row = ((at / self.step) as u32).min(self.last);
        let from = i64::from(row) * self.step;
        if at == from {
            return (row, row, 0.0);
        }
        let length = self.step.min(self.duration - from);
        (row, row + 1, ((at - from) as f64 / length as f64) as f32)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.name.len()
            + size_of_val(&self.parts[..])
            + size_of_val(&self.planes[..])
    }
}

/// The planes of a part: lane by lane the same number of each node. Lanes beyond the last node are at rest.
pub(super) fn planes(pose: &[Transform], nodes: &[usize], kind: usize) -> Vec<Lanes> {
    let mut planes = [Lanes::default(); 4];
    for lane in 0..LANES {
        let local = nodes.get(lane).map_or(Transform::default(), |node| pose[*node]);
        let [x, y, z] = match kind {
            TRANSLATION => local.translation.into(),
            SCALE => local.scale.into(),
            _ => [local.rotation.x, local.rotation.y, local.rotation.z],
        };
        for (plane, number) in planes.iter_mut().zip([x, y, z, local.rotation.w]) {
            plane.0[lane] = number;
        }
    }
    planes[..PLANES[kind]].to_vec()
}
