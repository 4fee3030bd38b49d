//! A clip as rows of numbers at even distances: one row for each tick, or for each begun tick.
//!
//! Four rotations form a pack: all `x`, then all `y`, `z` and `w`. So one loop normalizes four rotations of a row
//! between two ticks.

use alloc::{boxed::Box, vec::Vec};

use super::{
    lanes::{CHUNK, Lane, Places},
    layout::{Layout, PACK, PACKED},
};
use crate::batch::wide;

#[derive(Clone, Debug)]
pub(super) struct Baked {
    /// Rows at even distances; the last row is the end of the clip.
    rows: Box<[f32]>,
    width: usize,
    /// The index at which packs of rotations begin; all numbers before it are plain.
    packs: usize,
}

impl Baked {
    /// The largest size of all rows together, in numbers: 256 MB.
    pub(super) const MOST: u64 = 1 << 26;

    /// Samples the lanes at the time of each row from 0 to `last`.
    pub(super) fn new(
        lanes: &[Lane],
        layout: &Layout,
        last: u32,
        time_of: impl Fn(u32) -> i64,
    ) -> Self {
        let (width, packs) = (layout.width(), layout.packs());
        let mut rows: Vec<f32> = Vec::new();
        let (mut numbers, mut places) = ([0.0; 16], Places::new());
        for time in (0..=last).map(time_of) {
            places.times_mut(1).fill(time);
            let begin = rows.len();
            rows.resize(begin + width, 0.0);
            let (before, row) = rows.split_at_mut(begin);
            // Unused places of a pack hold no rotation.
            for pack in row[packs..].chunks_exact_mut(PACKED) {
                pack[3 * PACK..].fill(1.0);
            }
            for (lane, column) in lanes.iter().zip(layout.columns()) {
                let numbers = &mut numbers[..column.numbers];
                lane.find(&mut places);
                lane.write(&places, numbers, column.numbers, 0);
                if column.stride == 1 {
                    row[column.first..][..numbers.len()].copy_from_slice(numbers);
                    continue;
                }
                // A quaternion and its negative are one rotation. Takes the sign that is nearer to the previous row.
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

    /// The row at or before a progress from 0 to 1, and the fraction of the distance to the next row.
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

    /// Writes these rows, at most [`CHUNK`]; `alphas` are the fractions of the distances to the next rows.
    ///
    /// Compiled once for each common width, so that a row is a few moves.
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
                // At a row itself the numbers are copied.
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

/// Interpolates between two rows.
///
/// Not inlined, like [`squares`] and [`scale`]: otherwise the compiler vectorises the surrounding loops across rows
/// and spends most of the time on moving numbers between lanes.
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
        // On a row this gives the number itself, also for -0.
        *out = if alpha == 0.0 { *from } else { from + (to - from) * alpha };
    }
}

/// One number of each rotation in a pack.
type Four = [f32; PACK];

/// Normalizes quaternions with lengths from 0.7 to 1, at most [`CHUNK`] packs.
///
/// One loop computes the factors of all quaternions, so it uses the full width of the machine.
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

/// The inverse of the square root of a number from 0.5 to 1, within 2e-7.
///
/// Two Newton steps from a parabola through the zeros of the Chebyshev polynomial of degree 3. It uses sums and
/// products only, so the bits are the same on every machine and no step waits for a division.
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
