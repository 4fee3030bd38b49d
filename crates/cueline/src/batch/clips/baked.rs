//! A clip as rows of numbers at even distances: one for each tick, or as many as there are begun ticks.
//!
//! Rotations lie four together, all `x`, then all `y`, `z` and `w`, so that between two ticks four of them are
//! brought back to length 1 at once.

use alloc::{boxed::Box, vec::Vec};

use super::{CHUNK, Layout, lanes::Lane};
use crate::wide;

/// So many rotations lie together.
pub(super) const PACK: usize = 4;
/// Numbers in a pack.
pub(super) const PACKED: usize = 4 * PACK;

#[derive(Clone, Debug)]
pub(super) struct Baked {
    /// At even distances; the last one is the end.
    rows: Box<[f32]>,
    width: usize,
    /// Where packs of rotations begin; all before are plain numbers.
    packs: usize,
}

impl Baked {
    /// The most numbers in all rows: 256 MB of them.
    pub(super) const MOST: u64 = 1 << 26;

    /// Samples the lanes at the time of each row from 0 to `last`.
    pub(super) fn new(
        lanes: &[Lane],
        layout: &Layout,
        last: u32,
        time_of: impl Fn(u32) -> i64,
    ) -> Self {
        let (width, packs) = (layout.width, layout.packs);
        let mut rows: Vec<f32> = Vec::new();
        let mut numbers = [0.0; 16];
        for time in (0..=last).map(time_of) {
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
                // A quaternion and its negative are one rotation: the one that is nearer to the row before.
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

    /// The row at or before a part of the duration, from 0 to 1, and how far it is to the next one.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no more than rows"
    )]
    pub(super) fn place(&self, part: f64) -> (u32, f32) {
        let at = part * (self.rows.len() / self.width - 1) as f64;
        let row = at as u32;
        (row, (at - f64::from(row)) as f32)
    }

    /// Writes these rows, [`CHUNK`] at most; `alphas` are the parts of the ways to the next ones.
    ///
    /// Compiled for each width that is usual, so that a row is a few moves.
    pub(super) fn write(&self, places: &[u32], alphas: &[f32], out: &mut [f32]) {
        macro_rules! widths {
            ($($fours:literal)*) => {
                match self.width / PACK {
                    $($fours => self.write_rows::<{ $fours * PACK }>(places, alphas, out),)*
                    _ => self.write_wide(places, alphas, out),
                }
            };
        }
        widths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
        if alphas.iter().any(|alpha| *alpha != 0.0) {
            for pack in (self.packs..self.width).step_by(PACKED) {
                let rows = out.chunks_exact_mut(self.width).zip(alphas);
                // A row itself stays as it is.
                let between = rows.filter(|(_, alpha)| **alpha != 0.0);
                let packs = between.map(|(row, _)| &mut row[pack..][..PACKED]);
                unit(packs.filter_map(|pack| pack.as_mut_array()));
            }
        }
    }

    fn write_rows<const WIDTH: usize>(&self, places: &[u32], alphas: &[f32], out: &mut [f32]) {
        let rows = self.rows.as_chunks::<WIDTH>().0;
        for ((row, alpha), out) in places.iter().zip(alphas).zip(out.as_chunks_mut::<WIDTH>().0) {
            let row = *row as usize;
            if *alpha == 0.0 {
                *out = rows[row];
            } else {
                between(&rows[row], &rows[(row + 1).min(rows.len() - 1)], *alpha, out);
            }
        }
    }

    fn write_wide(&self, places: &[u32], alphas: &[f32], out: &mut [f32]) {
        let values = |row: usize| &self.rows[row * self.width..][..self.width];
        let last = self.rows.len() / self.width - 1;
        for ((row, alpha), out) in places.iter().zip(alphas).zip(out.chunks_exact_mut(self.width)) {
            let row = *row as usize;
            straight(values(row), values((row + 1).min(last)), *alpha, out);
        }
    }
}

/// A row between two others.
///
/// Not inlined, nor are [`squares`] and [`scale`]: the loops around them would be vectorised across rows, and all their
/// time be spent on moving numbers from lane to lane.
#[inline(never)]
fn between<const WIDTH: usize>(
    from: &[f32; WIDTH],
    to: &[f32; WIDTH],
    alpha: f32,
    out: &mut [f32; WIDTH],
) {
    straight(from, to, alpha, out);
}

#[inline(always)]
fn straight(from: &[f32], to: &[f32], alpha: f32, out: &mut [f32]) {
    for ((out, from), to) in out.iter_mut().zip(from).zip(to) {
        // On a row the number itself, also where it is -0.
        *out = if alpha == 0.0 { *from } else { from + (to - from) * alpha };
    }
}

/// So many numbers, one of each rotation in a pack.
type Four = [f32; PACK];

/// Quaternions, [`CHUNK`] packs at most, brought back to length 1, where their length was from 0.7 to 1.
///
/// What they have to be multiplied by is found for all in one loop, which becomes as wide as the machine is.
fn unit<'a>(packs: impl Iterator<Item = &'a mut [f32; PACKED]>) {
    let mut factors = [[1.0; PACK]; CHUNK];
    let mut packs_of = [const { None }; CHUNK];
    for ((factors, kept), pack) in factors.iter_mut().zip(&mut packs_of).zip(packs) {
        squares(pack, factors);
        *kept = Some(pack);
    }
    wide::widest(
        #[inline(always)]
        || {
            for factor in factors.as_flattened_mut() {
                *factor = inverse_root(*factor);
            }
        },
    );
    for (factors, pack) in factors.iter().zip(packs_of.into_iter().flatten()) {
        scale(pack, factors);
    }
}

#[inline(never)]
fn squares(pack: &[f32; PACKED], squares: &mut Four) {
    for (i, square) in squares.iter_mut().enumerate() {
        let [x, y, z, w] = [pack[i], pack[PACK + i], pack[2 * PACK + i], pack[3 * PACK + i]];
        *square = (x * x + y * y) + (z * z + w * w);
    }
}

#[inline(never)]
fn scale(pack: &mut [f32; PACKED], factors: &Four) {
    for (i, part) in pack.iter_mut().enumerate() {
        *part *= factors[i % PACK];
    }
}

/// One by the square root of a number from 0.5 to 1, within 2e-7.
///
/// Two of Newton's steps from a parabola through the zeros of the Chebyshev polynomial of degree 3: sums and
/// products only, so the bits are the same on every machine, and nothing waits for a division.
#[inline(always)]
fn inverse_root(number: f32) -> f32 {
    let half = 0.5 * number;
    let guess = 2.225_520_7 + half * (-4.085_587 + half * 3.280_177_8);
    let guess = guess * (1.5 - half * guess * guess);
    guess * (1.5 - half * guess * guess)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_root_is_as_near_as_stated() {
        let mut worst: f64 = 0.0;
        for step in 0..=1_u32 << 20 {
            let number = 0.5 + 0.5 * step as f32 / (1_u32 << 20) as f32;
            let right = 1.0 / libm::sqrt(f64::from(number));
            worst = worst.max((f64::from(inverse_root(number)) - right).abs());
        }
        assert!((1e-7..=2e-7).contains(&worst), "{worst:e}");
    }
}
