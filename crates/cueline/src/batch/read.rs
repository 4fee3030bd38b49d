//! Reads a store: live tweens, the places of their rows, and the blocks to sample.

use super::{
    block::{Block, Moment},
    motion::{LaneMath, Motion},
    rows::Rows,
    store::{Id, LIVE, Store, WAITING, groups},
};
use crate::{time::Tick, value::Polynomial};

/// Blocks that one thread samples at once: enough to pay for the handover.
#[cfg(all(feature = "rayon", not(target_os = "none")))]
pub(super) const PARALLEL: usize = 1 << 9;

/// Blocks of one group, and the number of rows in them.
pub(super) struct Piece<'a, const N: usize> {
    /// Empty in all groups but the general one, in which each row has a motion.
    pub(super) polynomial: Option<Polynomial>,
    pub(super) blocks: &'a [Block<N>],
    pub(super) motions: &'a [Motion<N>],
    pub(super) rows: usize,
}

impl<const N: usize> Store<N> {
    /// All live rows in the order of the values, in pieces of at most this many blocks.
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

    /// The lanes of one tween. `None` for a stale or a waiting tween.
    pub(super) fn value(&self, math: LaneMath<N>, handle: Id, alpha: f32) -> Option<[f32; N]> {
        let (group, row) = self.place(handle)?;
        (group != WAITING).then(|| self.value_at(math, (group, row), self.moment(alpha)))
    }

    /// All live tweens, in the order of the values.
    pub(super) fn handles(&self) -> impl Iterator<Item = Id> {
        self.groups.iter().flat_map(Rows::handles)
    }

    /// The index of a tween in that order. `None` for a stale or a waiting tween.
    pub(super) fn index_of(&self, handle: Id) -> Option<usize> {
        let (group, row) = self.place(handle)?;
        let before: usize = self.groups.get(..group)?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row)
    }

    /// Returns `true` if the tween is live or waits.
    pub(super) fn contains(&self, handle: Id) -> bool {
        self.place(handle).is_some()
    }

    /// The present tick.
    pub(super) const fn now(&self) -> Tick {
        Tick::new(self.now)
    }

    /// Number of live tweens.
    pub(super) const fn len(&self) -> usize {
        self.live
    }

    /// Number of waiting tweens.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.all().len()
    }

    pub(super) fn moment(&self, alpha: f32) -> Moment {
        let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 0.0 };
        Moment { tick: self.low(), alpha }
    }
}
