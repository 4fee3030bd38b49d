//! Clips as rows of numbers: one row per sampled time, with all lanes that move.
//!
//! Lanes come in blocks of eight. A block of a clip has three *parts*: translation, rotation and scale. A part that the
//! clip moves stores some of the rows, its *keys*; one that stays is stored once, and one at rest not at all. Rotations
//! have 16 bits for each number.

use cueline::{
    clip::{Channel, Clip, Track},
    time::{Span, TickRate},
    value::{Lerp, Quat, Transform, Vec3},
};
use cueline_assets::rig::{Property, Rig};

use super::{
    CrowdError,
    bones::{NONE, number},
    reduce::{Body, Stored, WINDOW},
};

/// Numbers of one kind for eight lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [f32; LANES]);

/// The lanes in a block.
pub(super) const LANES: usize = 8;

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

pub(super) fn numbers(vector: Vec3) -> [f64; 3] {
    <[f32; 3]>::from(vector).map(f64::from)
}

pub(super) fn length(numbers: &[f64; 3]) -> f64 {
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

/// Factors that make the angular velocity of a normalized linear blend (nlerp) nearly constant; [`between`] has the
/// formula. Without them the blend turns slowly near its ends and fast in the middle. `u` is 1 minus the cosine of the
/// angle between the two quaternions. The first factor is that of the Taylor series in `u`; the other two are fitted to
/// angles up to 43 degrees, which are 86 degrees between the rotations. There the error is 1.6e-5 rad, at half the
/// angle 2e-6.
pub(super) const ARC: [f32; 3] = [1.0 / 3.0, 0.070_937, 0.075_485];

/// The rotation between two rows, by the formula of the crowd's loops, in `f64`.
pub(super) fn between(from: Quat, to: Quat, t: f64) -> Quat {
    let to = nearer(from, to);
    let [first, second, third] = ARC.map(f64::from);
    let (u, middle) = (1.0 - f64::from(dot(from, to)), 1.0 - 2.0 * t);
    let more = u * (first + u * (second + third * middle * middle));
    from.nlerp(to, t + t * (1.0 - t) * middle * more)
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

pub(super) fn set(local: &mut Transform, kind: usize, from: &Transform) {
    match kind {
        TRANSLATION => local.translation = from.translation,
        ROTATION => local.rotation = from.rotation,
        _ => local.scale = from.scale,
    }
}

pub(super) fn dot(a: Quat, b: Quat) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
}

/// `to` or its negative, which is the same rotation: the one that is nearer to `from`.
pub(super) fn nearer(from: Quat, to: Quat) -> Quat {
    if dot(from, to) < 0.0 { Quat::new(-to.x, -to.y, -to.z, -to.w) } else { to }
}

/// Quaternions of eight lanes, plane by plane, in 16 bits a number: 1 is [`WHOLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(super) struct Turns(pub [[i16; LANES]; 4]);

/// The 16-bit number for 1. Rounding moves a rotation by up to 6.2e-5 rad.
pub(super) const WHOLE: f32 = 32_767.0;

/// A rotation in 16 bits a number.
#[expect(clippy::cast_possible_truncation, reason = "a whole number, and `as` clamps")]
pub(super) fn rounded(rotation: Quat) -> [i16; 4] {
    <[f32; 4]>::from(rotation).map(|number| libm::rintf(number * WHOLE) as i16)
}

/// The rotation that a crowd reads.
pub(super) fn rounded_back(numbers: [i16; 4]) -> Quat {
    numbers.map(|number| f32::from(number) * (1.0 / WHOLE)).into()
}

/// Whether two lists of planes show the same pose. A quaternion and its negative are the same rotation.
pub(super) fn same_planes(a: &[Lanes], b: &[Lanes], kind: usize) -> bool {
    if kind != ROTATION {
        return a == b;
    }
    (0..LANES).all(|lane| {
        let of = |planes: &[Lanes]| -> Quat {
            std::array::from_fn::<f32, 4, _>(|plane| planes[plane].0[lane]).into()
        };
        nearer(of(b), of(a)) == of(b)
    })
}

/// The location of a part of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its first word; [`NONE`] for a part that the clip does not move.
    pub words: u32,
    /// The index of the only key, for a part that does not move; [`NONE`] for a part at rest.
    pub still: u32,
    /// Whether all quaternions of the part have a positive dot product with the middle.
    pub aligned: bool,
}

/// The keys among 64 rows of a part, as bits. The first row is always a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    keys: u64,
    /// The index of the first of these keys.
    first: u32,
}

/// A clip, bound to the lanes of a crowd.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub name: String,
    pub duration: i64,
    pub step: i64,
    pub last: u32,
    /// The greatest distance from the rig.
    pub distance: f64,
    /// For each block, its parts.
    pub parts: Vec<[Part; KINDS]>,
    pub words: Vec<Word>,
    pub vectors: Vec<[Lanes; 3]>,
    pub turns: Vec<Turns>,
}

impl Rows {
    /// The rows of `poses` that `stored` keeps.
    pub(super) fn new(
        clip: &Clip,
        poses: &Poses,
        body: &Body<'_>,
        middle: &[Quat],
        (stored, distance): (Vec<[Stored; KINDS]>, f64),
    ) -> Self {
        let mut rows = Self {
            name: clip.name().into(),
            duration: clip.duration().flicks(),
            step: poses.step,
            last: number(poses.rows.len() - 1),
            distance,
            parts: Vec::new(),
            words: Vec::new(),
            vectors: Vec::new(),
            turns: Vec::new(),
        };
        for (block, (nodes, stored)) in body.lanes.chunks(LANES).zip(&stored).enumerate() {
            let middle = &middle[block * LANES..];
            let parts = std::array::from_fn(|kind| {
                let mut part = Part { words: NONE, still: NONE, aligned: false };
                let near = |pose: &[Transform]| {
                    let mut pairs = nodes.iter().zip(middle);
                    pairs.all(|(node, middle)| dot(pose[*node].rotation, *middle) > 1e-3)
                };
                match &stored[kind] {
                    Stored::Rest => part.aligned = near(body.rest),
                    Stored::Still => part.still = rows.push(&poses.rows[0], nodes, kind),
                    Stored::Moves(words) => {
                        part.words = number(rows.words.len());
                        for (word, keys) in words.iter().enumerate() {
                            let first = if kind == ROTATION {
                                rows.turns.len()
                            } else {
                                rows.vectors.len()
                            };
                            rows.words.push(Word { keys: *keys, first: number(first) });
                            for bit in (0..WINDOW).filter(|bit| keys >> bit & 1 == 1) {
                                rows.push(&poses.rows[word * WINDOW + bit], nodes, kind);
                            }
                        }
                    }
                }
                if kind == ROTATION && stored[kind] != Stored::Rest {
                    part.aligned = poses.rows.iter().all(|row| near(row));
                }
                part
            });
            rows.parts.push(parts);
        }
        rows.words.shrink_to_fit();
        rows.vectors.shrink_to_fit();
        rows.turns.shrink_to_fit();
        rows
    }

    /// Stores a key. Returns its index.
    fn push(&mut self, pose: &[Transform], nodes: &[usize], kind: usize) -> u32 {
        if kind != ROTATION {
            let planes = planes(pose, nodes, kind);
            self.vectors.push(std::array::from_fn(|plane| planes[plane]));
            return number(self.vectors.len() - 1);
        }
        let mut turns = Turns::default();
        for lane in 0..LANES {
            let rotation = nodes.get(lane).map_or(Quat::default(), |node| pose[*node].rotation);
            for (plane, number) in turns.0.iter_mut().zip(rounded(rotation)) {
                plane[lane] = number;
            }
        }
        self.turns.push(turns);
        number(self.turns.len() - 1)
    }

    /// The row at or before a time, and the time clamped to the clip.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows are counted in u32"
    )]
    #[inline]
    pub(super) fn place(&self, at: Span) -> (u32, i64) {
        let at = at.flicks().clamp(0, self.duration);
        (((at / self.step) as u32).min(self.last), at)
    }

    /// The row after `row`, and the position of `at` between the two rows, from 0 to 1.
    pub(super) fn next(&self, row: u32, at: i64) -> (u32, f32) {
        let (from, next) = (i64::from(row) * self.step, (row + 1).min(self.last));
        if at == from || next == row {
            return (row, 0.0);
        }
        (next, fraction(at - from, self.step.min(self.duration - from)))
    }

    /// The indices of the two keys of a moving part around a time, and the position of the time between them, from 0 to
    /// 1. Only the last division rounds.
    #[inline(always)]
    pub(super) fn keys(&self, part: Part, row: u32, at: i64) -> (usize, usize, f32) {
        let bit = row % 64;
        let Word { keys, first } = self.words[(part.words + row / 64) as usize];
        let before = keys & (u64::MAX >> (63 - bit));
        let key = (first + before.count_ones() - 1) as usize;
        let from_row = row - bit + (63 - before.leading_zeros());
        let from = i64::from(from_row) * self.step;
        if at == from || row == self.last {
            return (key, key, 0.0);
        }
        let after = keys & !(u64::MAX >> (63 - bit));
        // Without a later key in this word, `trailing_zeros` is 64: the first row of the next word, which is a key.
        let to_row = row - bit + after.trailing_zeros();
        let to = i64::from(to_row).saturating_mul(self.step).min(self.duration);
        (key, key + 1, fraction(at - from, to - from))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.name.len()
            + size_of_val(&self.parts[..])
            + size_of_val(&self.words[..])
            + size_of_val(&self.vectors[..])
            + size_of_val(&self.turns[..])
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to f32 on purpose")]
#[inline(always)]
fn fraction(part: i64, whole: i64) -> f32 {
    (part as f64 / whole as f64) as f32
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
