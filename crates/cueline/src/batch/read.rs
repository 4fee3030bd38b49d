//! Reading a batch: the values of all that is live, of one of them, and how many there are.

use alloc::vec::Vec;
use core::mem;

use super::{
    Batch, Bend, TweenHandle,
    block::{Block, Moment},
    rows::{All, Rows},
    tell::{Way, straight},
    tweens::{LIVE, WAITING, groups},
};
use crate::time::Tick;

/// Blocks that one thread does at once: enough to make up for handing them over.
#[cfg(all(feature = "rayon", not(target_os = "none")))]
pub(super) const PARALLEL: usize = 1 << 9;

impl<const N: usize> Batch<N> {
    /// Writes the values of everything live, a list for each of the `N` numbers, in the order of
    /// [`handles`](Self::handles).
    ///
    /// `alpha` is the part of the next tick that has passed, from 0 up to 1, as in
    /// [`Frame::alpha`](crate::time::Frame::alpha); other numbers are brought into that range, NaN is 0. The
    /// lists come out as long as there are values; they allocate nothing unless they have to grow.
    pub fn sample_into(&self, alpha: f32, values: &mut [Vec<f32>; N]) {
        let moment = self.moment(alpha);
        self.parts(values, usize::MAX, |bend, blocks, out| {
            bend.with(All { blocks, moment, out });
        });
    }

    /// The same bits as [`sample_into`](Self::sample_into), by all threads of `rayon`'s current pool.
    ///
    /// Worth it from some ten thousand tweens on; fewer are done by one thread.
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    pub fn sample_into_in_parallel(&self, alpha: f32, values: &mut [Vec<f32>; N]) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        let (moment, mut parts) = (self.moment(alpha), Vec::new());
        self.parts(values, PARALLEL, |bend, blocks, out| parts.push((bend, blocks, out)));
        parts.into_par_iter().for_each(|(bend, blocks, out)| {
            bend.with(All { blocks, moment, out });
        });
    }

    /// Cuts rows and the room for their values into parts of one bend, of so many blocks at most.
    pub(super) fn parts<'a>(
        &'a self,
        values: &'a mut [Vec<f32>; N],
        most: usize,
        mut part: impl FnMut(Bend, &'a [Block<N>], [&'a mut [f32]; N]),
    ) {
        let mut room = values.each_mut().map(|lane| {
            lane.resize(self.len(), 0.0);
            &mut lane[..]
        });
        for (bend, blocks, rows) in self.pieces(most) {
            let out = room.each_mut().map(|lane| {
                let (out, rest) = mem::take(lane).split_at_mut(rows);
                *lane = rest;
                out
            });
            part(bend, blocks, out);
        }
    }

    /// What is live, in the order of the values: blocks of one bend, so many at most, with the number of rows in them.
    pub(super) fn pieces(&self, most: usize) -> impl Iterator<Item = (Bend, &[Block<N>], usize)> {
        groups(self.filled & LIVE).flat_map(move |group| {
            let parts = self.groups[group].parts(most);
            parts.map(move |(blocks, rows)| (Bend::ALL[group], blocks, rows))
        })
    }

    /// The value of one of them: the same bits as [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn value(&self, handle: TweenHandle, alpha: f32) -> Option<[f32; N]> {
        self.value_along(straight, handle, alpha)
    }

    /// The same, for numbers that go from one end to the other in a way of their own.
    pub(super) fn value_along(
        &self,
        way: Way<N>,
        handle: TweenHandle,
        alpha: f32,
    ) -> Option<[f32; N]> {
        let (group, row) = self.place(handle)?;
        let rows = self.groups.get(group)?;
        Some(rows.value(row, Bend::ALL[group], self.moment(alpha), way))
    }

    /// Everything live, in the order of the values that [`sample_into`](Self::sample_into) writes.
    ///
    /// It is the same on every machine, and changes whenever something starts or ends.
    pub fn handles(&self) -> impl Iterator<Item = TweenHandle> {
        self.groups.iter().flat_map(Rows::handles)
    }

    /// Where the value of one of them lies in what [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn index_of(&self, handle: TweenHandle) -> Option<usize> {
        let (group, row) = self.place(handle)?;
        let before: usize = self.groups.get(..group)?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row)
    }

    /// Whether it is live or waits.
    #[must_use]
    pub fn contains(&self, handle: TweenHandle) -> bool {
        self.place(handle).is_some()
    }

    /// The last tick it was moved on to.
    #[must_use]
    pub const fn now(&self) -> Tick {
        Tick::new(self.now)
    }

    /// How many are live.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.live
    }

    /// Whether none is live.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many wait for their start.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.all().len()
    }

    pub(super) fn moment(&self, alpha: f32) -> Moment {
        let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 0.0 };
        Moment { tick: self.low(), alpha }
    }
}
