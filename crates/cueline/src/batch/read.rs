//! Reading a store: which tweens are live, where their rows lie, and the blocks to be sampled.

use super::{
    block::{Block, Moment},
    motion::{LaneMath, Motion},
    rows::Rows,
    store::{Id, LIVE, Store, WAITING, groups},
};
use crate::{time::Tick, value::Polynomial};

/// Blocks that one thread does at once: enough to make up for handing them over.
#[cfg(all(feature = "rayon", not(target_os = "none")))]
pub(super) const PARALLEL: usize = 1 << 9;

/// Blocks of one group, and the number of rows in them.
pub(super) struct Piece<'a, const N: usize> {
    /// None in the general group, where each row has a motion.
    pub(super) polynomial: Option<Polynomial>,
    pub(super) blocks: &'a [Block<N>],
    pub(super) motions: &'a [Motion<N>],
    pub(super) rows: usize,
}

impl<const N: usize> Store<N> {
    /// All that is live, in the order of the values: pieces of so many blocks at most.
    pub(super) fn pieces(&self, most: usize) -> impl Iterator<Item = Piece<'_, N>> {
        groups(self.filled & LIVE).flat_map(move |group| {
            let polynomial = Polynomial::ALL.get(group).copied();
            self.groups[group].parts(most).map(move |(blocks, motions, rows)| Piece {
                polynomial,
                blocks,
                motions,
                rows,
            })
        })
    }

    /// The lanes of one tween. None for what is gone and for what still waits.
    pub(super) fn value(&self, math: LaneMath<N>, handle: Id, alpha: f32) -> Option<[f32; N]> {
        let (group, row) = self.place(handle)?;
        (group != WAITING).then(|| self.value_at(math, (group, row), self.moment(alpha)))
    }

    /// Everything live, in the order of the values.
    pub(super) fn handles(&self) -> impl Iterator<Item = Id> {
        self.groups.iter().flat_map(Rows::handles)
    }

    /// The place of one in that order. None for what is gone and for what still waits.
    pub(super) fn index_of(&self, handle: Id) -> Option<usize> {
        let (group, row) = self.place(handle)?;
        let before: usize = self.groups.get(..group)?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row)
    }

    /// Whether it is live or waits.
    pub(super) fn contains(&self, handle: Id) -> bool {
        self.place(handle).is_some()
    }

    /// The last tick it was moved on to.
    pub(super) const fn now(&self) -> Tick {
        Tick::new(self.now)
    }

    /// How many are live.
    pub(super) const fn len(&self) -> usize {
        self.live
    }

    /// How many wait for their start.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.all().len()
    }

    pub(super) fn moment(&self, alpha: f32) -> Moment {
        let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 0.0 };
        Moment { tick: self.low(), alpha }
    }
}
