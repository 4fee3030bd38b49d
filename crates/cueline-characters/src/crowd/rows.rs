//! Clips as rows of numbers: one row per sampled time, with all lanes that move.
//!
//! Lanes come in blocks of eight. A block of a clip has three *parts*: translation, rotation and scale. A part that the
//! clip moves stores some of the rows, its *keys*; one that stays is stored once, and one at rest not at all. Rotations
//! have 16 bits for each number.

use cueline::{
    clip::Clip,
    time::Span,
    value::{Quat, Transform},
};

use super::{
    bones::{NONE, number},
    lanes::{KINDS, LANES, Lanes, ROTATION, Turns, dot, planes, rounded},
    poses::Poses,
    reduce::{Body, Stored, WINDOW},
};

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
