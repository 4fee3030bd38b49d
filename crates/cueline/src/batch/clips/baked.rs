//! A clip as one row of numbers for each tick.
//!
//! Rotations lie four together, all `x`, then all `y`, `z` and `w`, so that between two ticks four of them are
//! brought back to length 1 at once.

use alloc::{boxed::Box, vec::Vec};

use super::{Layout, lanes::Lane};
use crate::time::TickRate;

/// So many rotations lie together.
pub(super) const PACK: usize = 4;
/// Numbers in a pack.
pub(super) const PACKED: usize = 4 * PACK;

#[derive(Clone, Debug)]
pub(super) struct Baked {
    /// One for each tick, and one for the end.
    rows: Box<[f32]>,
    width: usize,
    /// Where packs of rotations begin; all before are plain numbers.
    packs: usize,
}

impl Baked {
    /// The most numbers in all rows: 256 MB of them.
    pub(super) const MOST: u64 = 1 << 26;

    /// Samples the lanes at every tick from 0 to `ticks`.
    pub(super) fn new(lanes: &[Lane], layout: &Layout, rate: TickRate, ticks: u32) -> Self {
        let (width, packs) = (layout.width, layout.packs);
        let mut rows: Vec<f32> = Vec::new();
        let mut numbers = [0.0; 16];
        for tick in 0..=ticks {
            let time = rate.span_of(i64::from(tick)).flicks();
            let begin = rows.len();
            rows.resize(begin + width, 0.0);
            let (before, row) = rows.split_at_mut(begin);
            // No rotation, where a pack is not full.
            for pack in row[packs..].chunks_exact_mut(PACKED) {
                pack[3 * PACK..].fill(1.0);
            }
            for (lane, column) in lanes.iter().zip(&layout.columns) {
                let numbers = &mut numbers[..column.numbers];
                lane.write(&[time], numbers, column.numbers, 0);
                if column.stride == 1 {
                    row[column.first..][..numbers.len()].copy_from_slice(numbers);
                    continue;
                }
                // A quaternion and its negative are one rotation: the one that is nearer to the tick before.
                let last = before.len().checked_sub(width).map(|last| &before[last..]);
                let dot = last.map_or(0.0, |last| {
                    (0..4).map(|i| last[column.first + i * column.stride] * numbers[i]).sum()
                });
                for (i, number) in numbers.iter().enumerate() {
                    let number = if dot < 0.0 { -number } else { *number };
                    row[column.first + i * column.stride] = number;
                }
            }
        }
        Self { rows: rows.into(), width, packs }
    }

    fn row(&self, tick: u32) -> &[f32] {
        &self.rows[tick as usize * self.width..][..self.width]
    }

    /// Writes the rows of these ticks; `alpha` is the part of the next tick that has passed.
    pub(super) fn write(&self, ticks: &[u32], alpha: f32, out: &mut [f32]) {
        let places = ticks.iter().zip(out.chunks_exact_mut(self.width));
        if alpha == 0.0 {
            for (tick, place) in places {
                copy(self.row(*tick), place);
            }
            return;
        }
        let last = self.rows.len() / self.width - 1;
        for (tick, place) in places {
            let next = (*tick as usize + 1).min(last) * self.width;
            self.between(self.row(*tick), &self.rows[next..][..self.width], alpha, place);
        }
    }

    #[inline(always)]
    fn between(&self, from: &[f32], to: &[f32], alpha: f32, out: &mut [f32]) {
        for ((out, from), to) in out.iter_mut().zip(from).zip(to) {
            *out = from + (to - from) * alpha;
        }
        for pack in out[self.packs..].chunks_exact_mut(PACKED) {
            unit(pack);
        }
    }
}

/// Rows have a multiple of four numbers.
#[inline(always)]
fn copy(row: &[f32], out: &mut [f32]) {
    for (out, row) in out.chunks_exact_mut(4).zip(row.chunks_exact(4)) {
        out.copy_from_slice(row);
    }
}

/// Four quaternions brought back to length 1, where their length was from 0.7 to 1.
///
/// 1/sqrt by Newton's steps from 1, which are products only: the bits are the same on every machine.
#[inline(always)]
fn unit(pack: &mut [f32]) {
    let mut inverse = [0.0; PACK];
    for (i, inverse) in inverse.iter_mut().enumerate() {
        let [x, y, z, w] = [pack[i], pack[PACK + i], pack[2 * PACK + i], pack[3 * PACK + i]];
        let half = 0.5 * ((x * x + y * y) + (z * z + w * w));
        let mut guess = 1.5 - half;
        for _ in 0..3 {
            guess *= 1.5 - half * guess * guess;
        }
        *inverse = guess;
    }
    for part in pack.chunks_exact_mut(PACK) {
        for (part, inverse) in part.iter_mut().zip(&inverse) {
            *part *= inverse;
        }
    }
}
