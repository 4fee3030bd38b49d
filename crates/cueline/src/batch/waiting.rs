//! Tweens that wait for their start.

use alloc::vec::Vec;

use super::{
    block::Row, due::close, dues::Dues, groups::WAITING, id::Id, motion::Motion, slots::Slots,
    spring::SpringRates, tween::Tween,
};
use crate::value::Easing;

#[derive(Debug)]
pub(super) struct Waiting<const N: usize> {
    /// The start of each.
    starts: Dues,
    all: Vec<Waiter<N>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter<const N: usize> {
    handle: Id,
    from: [f32; N],
    to: [f32; N],
    ticks: u32,
    delay: u32,
    motion: FromRest,
}

/// A motion that begins at rest.
#[derive(Clone, Copy, Debug)]
pub(super) enum FromRest {
    Eased(Easing),
    Spring(SpringRates),
}

impl<const N: usize> Waiter<N> {
    /// Of a spring, the easing of `tween` has no meaning.
    #[inline]
    pub(super) const fn new(
        handle: Id,
        tween: &Tween<[f32; N]>,
        spring: Option<SpringRates>,
    ) -> Self {
        let Tween { from, to, ticks, delay, easing } = *tween;
        let motion = match spring {
            Some(rates) => FromRest::Spring(rates),
            None => FromRest::Eased(easing),
        };
        Self { handle, from, to, ticks, delay, motion }
    }

    pub(super) const fn handle(&self) -> Id {
        self.handle
    }

    pub(super) const fn from(&self) -> &[f32; N] {
        &self.from
    }

    pub(super) const fn to(&self) -> &[f32; N] {
        &self.to
    }

    /// The duration in ticks.
    pub(super) const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The delay from the call that started it.
    pub(super) const fn delay(&self) -> u32 {
        self.delay
    }

    pub(super) const fn start_motion(&self) -> &FromRest {
        &self.motion
    }

    /// The row that starts at a tick, given its low half.
    pub(super) fn starting(&self, start: u32) -> Row<N> {
        Row::starting(&self.from, &self.to, self.ticks, start)
    }

    /// The motion after the start.
    pub(super) const fn motion(&self) -> Motion<N> {
        match self.motion {
            FromRest::Eased(easing) => Motion::Eased(easing),
            FromRest::Spring(rates) => Motion::Spring(rates, [0.0; N]),
        }
    }
}

impl<const N: usize> Waiting<N> {
    pub(super) const fn new() -> Self {
        Self { starts: Dues::new(), all: Vec::new() }
    }

    pub(super) fn all(&self) -> &[Waiter<N>] {
        &self.all
    }

    /// The low halves of the ticks at which they start.
    pub(super) const fn starts(&self) -> &Vec<u32> {
        self.starts.ticks()
    }

    /// Changes the start and end values of each tween.
    #[cfg(feature = "serde")]
    pub(super) fn change_ends(&mut self, mut change: impl FnMut(&mut [f32; N], &mut [f32; N])) {
        self.all.iter_mut().for_each(|Waiter { from, to, .. }| change(from, to));
    }

    /// Ticks from now to the earliest bound. Requires at least one row.
    pub(super) const fn first_due(&self, now: u32) -> u32 {
        self.starts.first_due(now)
    }

    pub(super) fn push(&mut self, waiter: Waiter<N>, start: u32, now: u32) {
        self.starts.push(start, now);
        self.all.push(waiter);
    }

    /// Gives a row another tween with the same start tick.
    pub(super) fn replace(
        &mut self,
        row: usize,
        tween: &Tween<[f32; N]>,
        spring: Option<SpringRates>,
    ) {
        self.all[row] = Waiter::new(self.all[row].handle, tween, spring);
    }

    /// Removes a row; the last row takes its place. Returns the slot of the moved row, if there is one.
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        self.starts.swap_remove(row, now);
        self.all.swap_remove(row);
        self.all.get(row).map(|moved| moved.handle.slot())
    }

    /// Lists the rows that start now.
    pub(super) fn find_due(&mut self, now: u32, found: &mut Vec<usize>) {
        self.starts.find(now, found);
    }

    /// Removes those rows; the last rows take their places.
    pub(super) fn take_out(&mut self, gone: &[usize], slots: &mut Slots, now: u32) {
        close(&mut self.all, gone);
        self.starts.close(gone, now);
        let moved = gone.iter().copied().take_while(|row| *row < self.all.len());
        moved.for_each(|row| slots.set_place(self.all[row].handle.slot(), WAITING, row));
    }
}

impl<const N: usize> Clone for Waiting<N> {
    fn clone(&self) -> Self {
        Self { starts: self.starts.clone(), all: self.all.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.starts.clone_from(&source.starts);
        self.all.clone_from(&source.all);
    }
}
