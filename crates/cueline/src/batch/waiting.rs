//! Tweens that wait for their start.

use alloc::vec::Vec;

use super::{
    due::close, dues::Dues, groups::WAITING, id::Id, motion::Motion, slots::Slots,
    spring::SpringRates, tween::Tween,
};

#[derive(Debug)]
pub(super) struct Waiting<const N: usize> {
    /// The start of each.
    starts: Dues,
    all: Vec<Waiter<N>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter<const N: usize> {
    handle: Id,
    tween: Tween<[f32; N]>,
    /// The spring of a waiting row; the easing of `tween` then has no meaning.
    spring: Option<SpringRates>,
}

impl<const N: usize> Waiter<N> {
    pub(super) const fn new(
        handle: Id,
        tween: Tween<[f32; N]>,
        spring: Option<SpringRates>,
    ) -> Self {
        Self { handle, tween, spring }
    }

    pub(super) const fn handle(&self) -> Id {
        self.handle
    }

    /// The tween, with the delay from the call that started it. Of a spring, the easing has no meaning.
    pub(super) const fn tween(&self) -> &Tween<[f32; N]> {
        &self.tween
    }

    pub(super) const fn spring(&self) -> Option<SpringRates> {
        self.spring
    }

    /// The group after the start.
    pub(super) fn group(&self) -> usize {
        self.motion().group()
    }

    /// The motion after the start.
    pub(super) fn motion(&self) -> Motion<N> {
        self.spring
            .map_or(Motion::Eased(self.tween.easing), |rates| Motion::Spring(rates, [0.0; N]))
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
        self.all.iter_mut().for_each(|Waiter { tween, .. }| change(&mut tween.from, &mut tween.to));
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
        tween: Tween<[f32; N]>,
        spring: Option<SpringRates>,
    ) {
        (self.all[row].tween, self.all[row].spring) = (tween, spring);
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
