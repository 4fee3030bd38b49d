//! Samples a store: writes the values of many rows without gaps.

use super::{
    Lanes,
    block::{Block, Moment},
    bounds::BLOCK,
    lanes::normalize,
    motion::{LaneMath, Motion, RowMotion},
    spring::SpringBlock,
    store::Store,
    wide,
};
use crate::value::{EasedWork, Polynomial};

/// Blocks that one thread samples at once: enough to pay for the handover.
#[cfg(all(feature = "rayon", not(target_os = "none")))]
pub(super) const PARALLEL: usize = 1 << 9;

/// Rows that are blended together.
const CHUNK: usize = 128;

/// Number of places from which blocks are sampled in turns: memory that is not in a cache arrives faster from several
/// places than from one.
const STREAMS: usize = 4;
/// The least number of blocks that are sampled that way: some hundred thousand rows.
const FAR: usize = if cfg!(test) { 2 * STREAMS } else { 1 << 13 };

/// Blocks of one group, and the number of rows in them.
pub(super) struct Piece<'a, const N: usize> {
    /// `None` in the general group, in which each row has a motion.
    polynomial: Option<Polynomial>,
    blocks: &'a [Block<N>],
    motions: &'a [Motion<N>],
    rows: usize,
}

impl<const N: usize> Store<N> {
    /// All live rows in the order of the values, in pieces of at most this many blocks.
    pub(super) fn pieces(&self, most: usize) -> impl Iterator<Item = Piece<'_, N>> {
        self.filled().live().iter().flat_map(move |group| {
            let polynomial = Polynomial::ALL.get(group).copied();
            self.rows(group).parts(most).map(move |(blocks, motions, rows)| Piece {
                polynomial,
                blocks,
                motions,
                rows,
            })
        })
    }
}

impl<const N: usize> Piece<'_, N> {
    /// Number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Samples on a fixed register width; `false` for rows of the general group.
    #[cfg(test)]
    pub(super) fn sample_narrow<T: Lanes<Numbers = [f32; N]>>(
        &self,
        moment: Moment,
        out: &mut [T],
    ) -> bool {
        struct Narrow<'a, T, const N: usize>(All<'a, T, N>);

        impl<T: Lanes<Numbers = [f32; N]>, const N: usize> EasedWork for Narrow<'_, T, N> {
            type Out = ();

            fn run(self, ease: impl Fn(f32) -> f32) {
                self.0.fill_narrow(ease);
            }
        }

        let Some(polynomial) = self.polynomial else { return false };
        polynomial.with(Narrow(All { blocks: self.blocks, moment, out }));
        true
    }

    /// Writes the values of its rows into `out`, which has exactly that length.
    pub(super) fn sample<T: Lanes<Numbers = [f32; N]>>(
        &self,
        math: LaneMath<N>,
        moment: Moment,
        out: &mut [T],
    ) {
        if let Some(polynomial) = self.polynomial {
            polynomial.with(All { blocks: self.blocks, moment, out });
            return;
        }
        let motions = self.motions.chunks(BLOCK).zip(out.chunks_mut(BLOCK));
        for (block, (motions, out)) in self.blocks.iter().zip(motions) {
            if let Some(springs) = Springs::of(motions) {
                wide::widest(
                    #[inline(always)]
                    || springs.fill(block, moment, out),
                );
                continue;
            }
            for (lane, (motion, out)) in motions.iter().zip(out).enumerate() {
                let lanes = math.at(&block.row(lane), RowMotion::General(motion), moment);
                *out = T::read(&lanes.map(|number| [number]), 0);
            }
        }
    }
}

/// The springs of a block, column by column.
struct Springs<const N: usize> {
    rates: SpringBlock,
    slopes: [[f32; BLOCK]; N],
}

impl<const N: usize> Springs<N> {
    /// `None` if a row has another motion.
    #[inline(always)]
    fn of(motions: &[Motion<N>]) -> Option<Self> {
        let Some(Motion::Spring(first, _)) = motions.first() else { return None };
        let mut all = Self { rates: SpringBlock::all(*first), slopes: [[0.0; BLOCK]; N] };
        for (lane, motion) in motions.iter().enumerate() {
            let Motion::Spring(rates, slope) = motion else { return None };
            all.rates.set(lane, *rates);
            all.slopes.iter_mut().zip(slope).for_each(|(slopes, slope)| slopes[lane] = *slope);
        }
        Some(all)
    }

    /// The same bits as [`LaneMath::at`].
    #[inline(always)]
    fn fill<T: Lanes<Numbers = [f32; N]>>(&self, block: &Block<N>, moment: Moment, out: &mut [T]) {
        let (progress, carry) = self.rates.factors(&block.since(moment));
        let mut lanes = [[0.0; BLOCK]; N];
        blend_block::<T, N>(block, &progress, &mut lanes);
        for (lanes, slopes) in lanes.iter_mut().zip(&self.slopes) {
            for row in 0..BLOCK {
                lanes[row] += slopes[row] * carry[row];
            }
        }
        for (row, out) in out.iter_mut().enumerate() {
            let normal = normalize::<T, N>(&lanes.each_ref().map(|lane| lane[row]));
            *out = T::read(&normal.map(|number| [number]), 0);
        }
    }
}

/// Writes the values of the rows of one polynomial into `out`, which has exactly that length.
struct All<'a, T, const N: usize> {
    blocks: &'a [Block<N>],
    moment: Moment,
    out: &'a mut [T],
}

impl<T: Lanes<Numbers = [f32; N]>, const N: usize> EasedWork for All<'_, T, N> {
    type Out = ();

    fn run(self, ease: impl Fn(f32) -> f32) {
        // Two loops: one loop for both cases would need too many registers.
        if N > 1 {
            wide::widest(
                #[inline(always)]
                || self.fill_chunks(ease),
            );
        } else if self.blocks.len() < FAR {
            wide::widest(
                #[inline(always)]
                || self.fill_blocks(ease),
            );
        } else {
            wide::widest(
                #[inline(always)]
                || self.fill_in_turns(ease),
            );
        }
    }
}

impl<T: Lanes<Numbers = [f32; N]>, const N: usize> All<'_, T, N> {
    /// The same at a fixed width.
    #[cfg(test)]
    fn fill_narrow(self, ease: impl Fn(f32) -> f32) {
        if N > 1 { self.fill_chunks(ease) } else { self.fill_blocks(ease) }
    }

    /// Samples chunk by chunk: a block is too short for the loops that blend and read.
    #[inline(always)]
    fn fill_chunks(self, ease: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        let Aligned(progress) = &mut Aligned([0.0; CHUNK]);
        let [Aligned(begins), Aligned(ends), Aligned(lanes)] = &mut [Aligned([[0.0; CHUNK]; N]); 3];
        for (blocks, out) in blocks.chunks(CHUNK / BLOCK).zip(out.chunks_mut(CHUNK)) {
            for (at, block) in blocks.iter().enumerate() {
                let rows = at * BLOCK..(at + 1) * BLOCK;
                progress[rows.clone()].copy_from_slice(&block.progress(moment, &ease));
                for lane in 0..N {
                    begins[lane][rows.clone()].copy_from_slice(&block.first_values()[lane]);
                    ends[lane][rows.clone()].copy_from_slice(&block.last_values()[lane]);
                }
            }
            // Padding lanes may hold tweens that have ended, with a progress far above 1.
            progress[out.len()..].fill(0.0);
            T::blend(&begins.each_ref(), &ends.each_ref(), progress, lanes);
            for (row, out) in out.iter_mut().enumerate() {
                *out = T::read(lanes, row);
            }
        }
    }

    /// Samples block by block, for values of one lane: a block is long enough for those.
    #[inline(always)]
    fn fill_blocks(self, ease: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        let (whole, rest) = out.as_chunks_mut::<BLOCK>();
        let (blocks, last) = blocks.split_at(whole.len());
        for (block, out) in blocks.iter().zip(whole) {
            fill_block(block, moment, &ease, out);
        }
        if let Some(block) = last.first() {
            let mut progress = block.progress(moment, &ease);
            // Padding lanes, as above.
            progress[rest.len()..].fill(0.0);
            let mut lanes = [[0.0; BLOCK]; N];
            blend_block::<T, N>(block, &progress, &mut lanes);
            for (row, out) in rest.iter_mut().enumerate() {
                *out = T::read(&lanes, row);
            }
        }
    }

    /// The same for blocks that are not in a cache.
    #[inline(always)]
    fn fill_in_turns(self, ease: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        let stream = blocks.len() / STREAMS - 1;
        let (whole, _) = out.as_chunks_mut::<BLOCK>();
        for at in 0..stream {
            for place in 0..STREAMS {
                let at = place * stream + at;
                fill_block(&blocks[at], moment, &ease, &mut whole[at]);
            }
        }
        let done = STREAMS * stream;
        let out = &mut out[done * BLOCK..];
        All { blocks: &blocks[done..], moment, out }.fill_blocks(ease);
    }
}

#[inline(always)]
fn fill_block<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    block: &Block<N>,
    moment: Moment,
    ease: impl Fn(f32) -> f32,
    out: &mut [T; BLOCK],
) {
    let progress = block.progress(moment, ease);
    let mut lanes = [[0.0; BLOCK]; N];
    blend_block::<T, N>(block, &progress, &mut lanes);
    for (row, out) in out.iter_mut().enumerate() {
        *out = T::read(&lanes, row);
    }
}

#[inline(always)]
fn blend_block<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    block: &Block<N>,
    progress: &[f32; BLOCK],
    out: &mut [[f32; BLOCK]; N],
) {
    let (from, to) = (block.first_values(), block.last_values());
    T::blend(&from.each_ref(), &to.each_ref(), progress, out);
}

/// Aligned to a cache line: a read or a write that crosses two lines takes twice as long.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Aligned<T>(T);
