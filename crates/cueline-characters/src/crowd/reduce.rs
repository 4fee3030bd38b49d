//! Chooses the rows of a clip that stay, within a distance in model space.
//!
//! An error of a rotation moves everything that hangs on the joint, so it counts by its *lever*: the distance to the
//! farthest joint below, and the reach of the skin. A finger may err by a larger angle than a hip. Each joint starts
//! with the whole distance for itself. Then all rows are measured in model space, against the rig; where a joint lies
//! too far away, it and its ancestors get less, until the distance holds or all rows stay.
//!
//! The rows are divided into *windows* of 64. The first row of a window always stays, so windows do not depend on each
//! other, and one word of bits says which rows of a window stay.

use cueline::{
    time::Span,
    value::{Mat4, Quat, Transform},
};
use cueline_assets::rig::{Pose, Rig, skin_distance};

use super::{
    lanes::{
        KINDS, LANES, ROTATION, SCALE, TRANSLATION, between, dot, length, nearer, numbers, planes,
        rounded, rounded_back, same_planes, set,
    },
    poses::{Poses, Tracks},
};

/// The rows in a window: the bits of a word.
pub(super) const WINDOW: usize = 64;
/// How much less a joint gets where it lies too far away.
const LESS: f64 = 0.6;
/// After so many rounds all rows stay.
const ROUNDS: usize = 14;
/// Of the distance; the rest is for the rounding of a crowd, and for the time between two rows.
const AIM: f64 = 0.95;
/// Between rotations farther apart the arc of a crowd is not accurate: 1 less the cosine of 43 degrees.
const WIDEST: f32 = 0.268;

/// How far a crowd may lie from the rig, in the units of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tolerance {
    pub distance: f64,
    pub reach: f64,
}

/// What a clip stores of a part.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stored {
    /// Nothing: the part is at rest in this clip.
    Rest,
    /// One key for the whole clip.
    Still,
    /// The rows whose bits are set, one word for each window.
    Moves(Vec<u64>),
}

/// What all clips of a crowd have in common.
pub(super) struct Body<'a> {
    pub rig: &'a Rig,
    pub rest: &'a [Transform],
    /// The nodes that count: joints of the skin and all above them.
    pub needed: &'a [bool],
    pub lanes: &'a [usize],
    /// For each block, which parts some clip moves.
    pub live: &'a [[bool; KINDS]],
}

impl Body<'_> {
    /// What a clip stores if every row stays.
    fn stored(&self, poses: &Poses) -> Vec<[Stored; KINDS]> {
        let mut all = Vec::new();
        for (nodes, live) in self.lanes.chunks(LANES).zip(self.live) {
            all.push(std::array::from_fn(|kind| {
                if !live[kind] {
                    return Stored::Rest;
                }
                let first = planes(&poses.rows[0], nodes, kind);
                if poses.rows.iter().any(|row| planes(row, nodes, kind) != first) {
                    return Stored::Moves(vec![0; poses.rows.len().div_ceil(WINDOW)]);
                }
                let rest = same_planes(&first, &planes(self.rest, nodes, kind), kind);
                if rest { Stored::Rest } else { Stored::Still }
            }));
        }
        all
    }

    /// Replaces the rows of `poses` by what the crowd will show there: rounded rotations, and lines between the rows
    /// that stay. Returns what the clip stores, and the greatest distance from the rig.
    pub(super) fn reduce(
        &self,
        tracks: &Tracks<'_>,
        poses: &mut Poses,
        tolerance: Tolerance,
    ) -> (Vec<[Stored; KINDS]>, f64) {
        let mut stored = self.stored(poses);
        let last = poses.rows.len() - 1;
        let mut worst = 0.0_f64;
        let mut before: Option<Vec<Transform>> = None;
        for (word, from) in (0..=last).step_by(WINDOW).enumerate() {
            let to = (from + WINDOW).min(last);
            let mut exact = poses.rows[from..=to].to_vec();
            if let Some(before) = before {
                exact[0] = before; // it was replaced, with the rows of the window before
            }
            before = exact.last().cloned();
            let times = (from..=to).map(|row| poses.time(row, tracks)).collect();
            let mut window = Window::new(self, tracks, exact, times, tolerance);
            let (keys, distance) = window.choose(&stored);
            worst = worst.max(distance);
            for (block, keys) in stored.iter_mut().zip(keys) {
                for (stored, keys) in block.iter_mut().zip(keys) {
                    if let Stored::Moves(words) = stored {
                        words[word] = keys | 1;
                    }
                }
            }
            poses.rows.splice(from..=to, window.shown);
        }
        for stored in stored.iter_mut().flatten() {
            if let Stored::Moves(words) = stored {
                words[last / WINDOW] |= 1 << (last % WINDOW);
            }
        }
        (stored, worst)
    }
}

/// Up to 64 rows, and the first one after them.
struct Window<'a> {
    body: &'a Body<'a>,
    tolerance: Tolerance,
    times: Vec<Span>,
    /// The local poses before they are reduced.
    exact: Vec<Vec<Transform>>,
    /// What the crowd will show.
    shown: Vec<Vec<Transform>>,
    /// The matrices of the rig.
    globals: Vec<Vec<Mat4<f64>>>,
    /// By node: how far an error of 1 moves its skin, for each kind.
    levers: Vec<[f64; KINDS]>,
    /// By node: its part of the distance.
    parts: Vec<f64>,
}

/// For each block and kind, the rows that stay.
type Keys = Vec<[u64; KINDS]>;

impl<'a> Window<'a> {
    fn new(
        body: &'a Body<'a>,
        tracks: &Tracks<'_>,
        exact: Vec<Vec<Transform>>,
        times: Vec<Span>,
        tolerance: Tolerance,
    ) -> Self {
        let mut pose = body.rig.rest();
        let rest = pose.locals.clone();
        let globals = times.iter().map(|at| {
            pose.locals.clone_from(&rest);
            tracks.sample(*at, &mut pose.locals);
            // As the rows hold them. A quaternion of another length would be a scale in the matrix.
            for local in &mut pose.locals {
                local.rotation = local.rotation.normalized();
            }
            body.rig.globals(&pose)
        });
        let globals: Vec<_> = globals.collect();
        let levers = levers(body, &exact, &globals, tolerance.reach);
        let parts = vec![1.0; exact[0].len()];
        Self { body, tolerance, times, shown: exact.clone(), exact, globals, levers, parts }
    }

    fn choose(&mut self, stored: &[[Stored; KINDS]]) -> (Keys, f64) {
        let mut keys: Keys = vec![[0; KINDS]; stored.len()];
        self.round(stored);
        let all = u64::MAX >> (WINDOW - self.last().max(1));
        let mut stale = vec![true; stored.len()];
        for round in 0..=ROUNDS {
            for block in (0..stored.len()).filter(|block| stale[*block]) {
                for kind in 0..KINDS {
                    if matches!(stored[block][kind], Stored::Moves(_)) {
                        let whole = round == ROUNDS || self.tolerance.distance <= 0.0;
                        keys[block][kind] = if whole {
                            self.keep_all(block, kind);
                            all
                        } else {
                            self.reduce(block, kind)
                        };
                    }
                }
            }
            let (worst, far) = self.measure();
            let whole = keys.iter().zip(stored).all(|(keys, stored)| {
                let mut pairs = keys.iter().zip(stored);
                pairs.all(|(keys, stored)| *keys == all || !matches!(stored, Stored::Moves(_)))
            });
            if far.is_empty() || whole {
                return (keys, worst);
            }
            let mut less = vec![round + 1 == ROUNDS; self.parts.len()];
            for node in far {
                let mut next = Some(node);
                while let Some(node) = next.filter(|node| !less[*node]) {
                    less[node] = true;
                    self.parts[node] *= LESS;
                    next = self.body.rig.parent(node);
                }
            }
            let blocks = self.body.lanes.chunks(LANES);
            stale = blocks.map(|nodes| nodes.iter().any(|node| less[*node])).collect();
        }
        (keys, f64::INFINITY) // not reached: the last round returns
    }

    fn last(&self) -> usize {
        self.exact.len() - 1
    }

    /// Rounds the rotations that the clip stores.
    fn round(&mut self, stored: &[[Stored; KINDS]]) {
        for (nodes, stored) in self.body.lanes.chunks(LANES).zip(stored) {
            if stored[ROTATION] != Stored::Rest {
                for row in &mut self.shown {
                    for node in nodes {
                        row[*node].rotation = rounded_back(rounded(row[*node].rotation));
                    }
                }
            }
        }
    }

    fn nodes(&self, block: usize) -> &'a [usize] {
        let from = block * LANES;
        &self.body.lanes[from..self.body.lanes.len().min(from + LANES)]
    }

    /// A row as it is stored.
    fn key(&self, row: usize, node: usize) -> Transform {
        let local = self.exact[row][node];
        Transform { rotation: rounded_back(rounded(local.rotation)), ..local }
    }

    fn keep_all(&mut self, block: usize, kind: usize) {
        for row in 0..self.exact.len() {
            for node in self.nodes(block) {
                let key = self.key(row, *node);
                set(&mut self.shown[row][*node], kind, &key);
            }
        }
    }

    /// From each row that stays, the farthest one to which a line is near enough.
    fn reduce(&mut self, block: usize, kind: usize) -> u64 {
        let (last, mut keys, mut from) = (self.last(), 0_u64, 0);
        while from < last {
            keys |= 1 << from;
            let (mut good, mut step) = (from + 1, 1);
            while good < last && self.fits(block, kind, from, (good + step).min(last)) {
                good = (good + step).min(last);
                step *= 2;
            }
            let mut bad = (good + step).min(last + 1);
            while good + 1 < bad {
                let middle = good.midpoint(bad);
                if self.fits(block, kind, from, middle) {
                    good = middle;
                } else {
                    bad = middle;
                }
            }
            for row in from..=good {
                for node in self.nodes(block) {
                    let local = self.line(*node, from, good, row);
                    set(&mut self.shown[row][*node], kind, &local);
                }
            }
            from = good;
        }
        keys
    }

    /// A node at a row, on the line between two others.
    fn line(&self, node: usize, from: usize, to: usize, row: usize) -> Transform {
        let (a, b) = (self.key(from, node), self.key(to, node));
        if row == from || row == to {
            return if row == from { a } else { b };
        }
        let flicks = |row: usize| self.times[row].flicks();
        let t = (flicks(row) - flicks(from)) as f64 / (flicks(to) - flicks(from)) as f64;
        let vector = |a, b| {
            let (a, b) = (numbers(a), numbers(b));
            #[expect(clippy::cast_possible_truncation, reason = "rounded as a crowd does")]
            let mixed: [f32; 3] = std::array::from_fn(|i| (a[i] + (b[i] - a[i]) * t) as f32);
            mixed.into()
        };
        Transform {
            translation: vector(a.translation, b.translation),
            rotation: between(a.rotation, b.rotation, t),
            scale: vector(a.scale, b.scale),
        }
    }

    fn fits(&self, block: usize, kind: usize, from: usize, to: usize) -> bool {
        self.nodes(block).iter().all(|node| {
            let node = *node;
            let (a, b) = (&self.exact[from][node], &self.exact[to][node]);
            if kind == ROTATION && 1.0 - dot(a.rotation, b.rotation) > WIDEST {
                return false;
            }
            let most = self.tolerance.distance * AIM * self.parts[node];
            (from + 1..to).all(|row| {
                let (local, exact) = (self.line(node, from, to, row), &self.exact[row][node]);
                let miss = match kind {
                    TRANSLATION => apart(numbers(local.translation), numbers(exact.translation)),
                    SCALE => apart(numbers(local.scale), numbers(exact.scale)),
                    _ => angle(local.rotation, exact.rotation),
                };
                miss * self.levers[node][kind] <= most
            })
        })
    }

    /// The greatest distance from the rig, and the nodes that lie too far away.
    fn measure(&self) -> (f64, Vec<usize>) {
        let most = self.tolerance.distance * AIM;
        let mut far = vec![false; self.parts.len()];
        let mut worst = 0.0_f64;
        let weights = Vec::new();
        let mut pose = Pose { locals: Vec::new(), weights };
        for (row, wanted) in self.shown.iter().zip(&self.globals) {
            pose.locals.clone_from(row);
            let found = self.body.rig.globals(&pose);
            let pairs = found.iter().zip(wanted).enumerate();
            for (node, (found, wanted)) in pairs.filter(|(node, _)| self.body.needed[*node]) {
                let off = skin_distance(found, wanted, self.tolerance.reach);
                worst = worst.max(off);
                far[node] |= off > most || off.is_nan();
            }
        }
        let far = far.iter().enumerate().filter(|(_, far)| **far).map(|(node, _)| node);
        (worst, far.collect())
    }
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    length(&[a[0] - b[0], a[1] - b[1], a[2] - b[2]])
}

/// Twice the distance of two quaternions that are near.
fn angle(a: Quat, b: Quat) -> f64 {
    let pairs = <[f32; 4]>::from(nearer(b, a)).into_iter().zip(<[f32; 4]>::from(b));
    2.0 * pairs.map(|(a, b)| f64::from(a - b) * f64::from(a - b)).sum::<f64>().sqrt()
}

/// A column of a matrix.
fn column(Mat4(matrix): &Mat4<f64>, index: usize) -> [f64; 3] {
    [matrix[index * 4], matrix[index * 4 + 1], matrix[index * 4 + 2]]
}

/// By node: how far an error of 1 moves its skin, for each kind, in all rows.
fn levers(
    body: &Body<'_>,
    exact: &[Vec<Transform>],
    globals: &[Vec<Mat4<f64>>],
    reach: f64,
) -> Vec<[f64; KINDS]> {
    let longest =
        |matrix: &Mat4<f64>| (0..3).map(|axis| length(&column(matrix, axis))).fold(0.0, f64::max);
    let mut levers = vec![[0.0, reach, reach]; body.needed.len()];
    for (row, globals) in exact.iter().zip(globals) {
        for node in (0..globals.len()).filter(|node| body.needed[*node]) {
            let parent = body.rig.parent(node);
            let outer = parent.map_or(1.0, |parent| longest(&globals[parent]));
            levers[node][TRANSLATION] = outer.max(levers[node][TRANSLATION]);
            let place = column(&globals[node], 3);
            let mut next = parent;
            while let Some(above) = next {
                let far = apart(place, column(&globals[above], 3)) + reach;
                levers[above][ROTATION] = far.max(levers[above][ROTATION]);
                next = body.rig.parent(above);
            }
        }
        for (lever, local) in levers.iter_mut().zip(row) {
            // An error of a scale counts by its part of the scale.
            let least = <[f32; 3]>::from(local.scale).map(|number| f64::from(number.abs()));
            let least = least.into_iter().fold(f64::INFINITY, f64::min).max(1e-3);
            lever[SCALE] = lever[SCALE].max(lever[ROTATION] / least);
        }
    }
    levers
}

/// The diagonal of the box around some nodes at rest.
pub(super) fn size_of_rest(rig: &Rig, nodes: impl Iterator<Item = usize>) -> f64 {
    let globals = rig.globals(&rig.rest());
    let mut sides = [(f64::INFINITY, f64::NEG_INFINITY); 3];
    for node in nodes {
        for (side, number) in sides.iter_mut().zip(column(&globals[node], 3)) {
            *side = (side.0.min(number), side.1.max(number));
        }
    }
    length(&sides.map(|(least, most)| (most - least).max(0.0)))
}
