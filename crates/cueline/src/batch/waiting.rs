//! Tweens that wait for their start.

use alloc::vec::Vec;

use super::{
    due::close,
    due_ticks::DueTicks,
    groups::{GENERAL, WAITING},
    id::Id,
    motion::Motion,
    slots::Slots,
    tween::Tween,
};
use crate::value::Polynomial;

/// Stands for the first place of a motion; lower numbers are groups of polynomials.
#[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
const FIRST_PLACE: u32 = GENERAL as u32;

#[derive(Debug)]
pub(super) struct Waiting<const N: usize> {
    /// The start of each.
    starts: DueTicks,
    all: Vec<Waiter<N>>,
    /// The motions without a polynomial, which are large and rare.
    motions: Vec<Motion<N>>,
    /// The places in `motions` that have no row.
    free: Vec<u32>,
}

/// A tween or spring that waits. Small, as a start writes all of it to memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter<const N: usize> {
    handle: Id,
    from: [f32; N],
    to: [f32; N],
    ticks: u32,
    delay: u32,
    /// The group of its polynomial, or [`FIRST_PLACE`] plus the place of its motion.
    course: u32,
}

impl<const N: usize> Waiter<N> {
    const fn of(handle: Id, tween: &Tween<[f32; N]>, course: u32) -> Self {
        let Tween { from, to, ticks, delay, .. } = *tween;
        Self { handle, from, to, ticks, delay, course }
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

    /// The duration.
    pub(super) const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The delay from the call that started it.
    pub(super) const fn delay(&self) -> u32 {
        self.delay
    }

    /// The place of its motion, if that has no polynomial.
    fn place(&self) -> Option<u32> {
        self.course.checked_sub(FIRST_PLACE)
    }
}

impl<const N: usize> Waiting<N> {
    pub(super) const fn new() -> Self {
        Self { starts: DueTicks::new(), all: Vec::new(), motions: Vec::new(), free: Vec::new() }
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

    /// The group of a row after its start.
    #[inline]
    pub(super) fn group(&self, row: usize) -> usize {
        (self.all[row].course as usize).min(GENERAL)
    }

    /// The motion of a row after its start.
    pub(super) fn motion(&self, row: usize) -> Motion<N> {
        let waiter = &self.all[row];
        match waiter.place() {
            Some(place) => self.motions[place as usize],
            None => Motion::Eased(Polynomial::ALL[waiter.course as usize].easing()),
        }
    }

    /// Adds a tween with this polynomial. The easing of `tween` has no meaning.
    #[inline]
    pub(super) fn push_polynomial(
        &mut self,
        handle: Id,
        tween: &Tween<[f32; N]>,
        polynomial: Polynomial,
        start: u32,
        now: u32,
    ) {
        self.put(handle, tween, polynomial as u32, start, now);
    }

    /// Adds a row with any motion. The easing of `tween` has no meaning.
    pub(super) fn push(
        &mut self,
        handle: Id,
        tween: &Tween<[f32; N]>,
        motion: Motion<N>,
        start: u32,
        now: u32,
    ) {
        let course = self.course(motion);
        self.put(handle, tween, course, start, now);
    }

    /// Gives a row another tween with the same start tick. The easing of `tween` has no meaning.
    pub(super) fn replace(&mut self, row: usize, tween: &Tween<[f32; N]>, motion: Motion<N>) {
        self.release(row);
        let course = self.course(motion);
        self.all[row] = Waiter::of(self.all[row].handle, tween, course);
    }

    /// Removes a row; the last row takes its place. Returns the slot of the moved row, if there is one.
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> Option<u32> {
        self.release(row);
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
        if !self.motions.is_empty() {
            gone.iter().for_each(|row| self.release(*row));
        }
        close(&mut self.all, gone);
        self.starts.close(gone, now);
        let moved = gone.iter().copied().take_while(|row| *row < self.all.len());
        moved.for_each(|row| slots.set_place(self.all[row].handle.slot(), WAITING, row));
    }

    #[inline]
    fn put(&mut self, handle: Id, tween: &Tween<[f32; N]>, course: u32, start: u32, now: u32) {
        self.starts.push(start, now);
        self.all.push(Waiter::of(handle, tween, course));
    }

    /// The `course` of a row with this motion, which gets a place if it has no polynomial.
    #[expect(clippy::cast_possible_truncation, reason = "fewer than slots, which are below 2^27")]
    fn course(&mut self, motion: Motion<N>) -> u32 {
        let group = motion.group();
        if group != GENERAL {
            return group as u32;
        }
        let place = self.free.pop().unwrap_or(self.motions.len() as u32);
        match self.motions.get_mut(place as usize) {
            Some(free) => *free = motion,
            None => self.motions.push(motion),
        }
        FIRST_PLACE + place
    }

    /// Frees the place of a row's motion.
    fn release(&mut self, row: usize) {
        let Some(place) = self.all[row].place() else { return };
        self.free.push(place);
        if self.free.len() == self.motions.len() {
            self.free.clear();
            self.motions.clear();
        }
    }
}

impl<const N: usize> Clone for Waiting<N> {
    fn clone(&self) -> Self {
        let Self { starts, all, motions, free } = self;
        let (starts, all) = (starts.clone(), all.clone());
        Self { starts, all, motions: motions.clone(), free: free.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { starts, all, motions, free } = source;
        self.starts.clone_from(starts);
        self.all.clone_from(all);
        self.motions.clone_from(motions);
        self.free.clone_from(free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Curve, Easing};

    #[test]
    fn the_place_of_a_motion_is_used_again() {
        let mut waiting = Waiting::<1>::new();
        let tween = Tween {
            from: [0.0],
            to: [1.0],
            ticks: 5,
            delay: 5,
            easing: Easing::Out(Curve::Bounce),
        };
        let motion = Motion::Eased(tween.easing);
        for round in 0..3 {
            for slot in 0..4 {
                waiting.push(Id::new(slot, round), &tween, motion, 5, 0);
            }
            waiting.replace(1, &tween, Motion::Eased(Easing::LINEAR));
            assert!(matches!(waiting.motion(1), Motion::Eased(Easing::Linear)));
            waiting.push(Id::new(4, round), &tween, motion, 5, 0);
            assert_eq!(waiting.motions.len(), 4, "the new row has the free place");
            assert!(matches!(waiting.motion(4), Motion::Eased(Easing::Out(Curve::Bounce))));
            let mut slots = Slots::new();
            (0..5).for_each(|row| _ = slots.take(WAITING, row));
            waiting.take_out(&[0, 2], &mut slots, 0);
            assert_eq!(waiting.free.len(), 2);
            (0..3).for_each(|_| _ = waiting.swap_remove(0, 0));
            assert!(waiting.motions.is_empty() && waiting.free.is_empty());
        }
    }
}
