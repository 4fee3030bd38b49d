//! The numbers of a batch: live tweens, waiting tweens, and due ticks.
//!
//! A [`Store`] knows lanes only. The [`TweenBatch`](super::TweenBatch) around it knows the type of the values, and
//! passes its [`LaneMath`]. This file keeps rows, slots, counts and the set of filled groups in step; other files
//! start, retarget, report and save tweens through its methods.

use alloc::vec::Vec;
use core::{array, mem};

use super::{
    BatchError,
    block::{Moment, Row},
    bounds::NEVER,
    cues::{Cues, Mark},
    due::DueRows,
    groups::{CUES, Filled, GENERAL, GROUPS, WAITING},
    id::Id,
    motion::{LaneMath, Motion, RowMotion},
    rows::Rows,
    slots::Slots,
    tween::Tween,
    waiting::Waiting,
};
use crate::{time::Tick, value::Polynomial};

/// Tweens of values of `N` lanes.
#[derive(Debug)]
pub struct Store<const N: usize> {
    /// The hash of kind, lanes and name of the batch, which its handles contain.
    name: u32,
    now: i64,
    /// In the order of [`Polynomial::ALL`], and [`GENERAL`].
    groups: [Rows<N>; GROUPS],
    waiting: Waiting<N>,
    cues: Cues,
    filled: Filled,
    live: usize,
    slots: Slots,
}

impl<const N: usize> Store<N> {
    pub(super) fn new(name: u32, now: Tick) -> Self {
        Self {
            name,
            now: now.get(),
            groups: array::from_fn(|_| Rows::new()),
            waiting: Waiting::new(),
            cues: Cues::new(),
            filled: Filled::default(),
            live: 0,
            slots: Slots::new(),
        }
    }

    /// The store with these rows, whose places the slots hold.
    #[cfg(any(feature = "serde", test))]
    pub(super) fn with_rows(
        self,
        groups: [Rows<N>; GROUPS],
        waiting: Waiting<N>,
        slots: Slots,
    ) -> Self {
        let mut filled = Filled::default();
        let lens = groups.iter().map(Rows::len).chain([waiting.all().len()]);
        lens.enumerate().filter(|(_, len)| *len > 0).for_each(|(group, _)| filled.add(group));
        let live = groups.iter().map(Rows::len).sum();
        Self { groups, waiting, filled, live, slots, ..self }
    }

    /// The hash of kind, lanes and name of the batch.
    pub(super) const fn name(&self) -> u32 {
        self.name
    }

    /// The present tick.
    pub(super) const fn now(&self) -> Tick {
        Tick::new(self.now)
    }

    /// The low half of now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) const fn low(&self) -> u32 {
        self.now as u32
    }

    pub(super) fn moment(&self, alpha: f32) -> Moment {
        Moment::new(self.low(), alpha)
    }

    /// Number of live tweens.
    pub(super) const fn len(&self) -> usize {
        self.live
    }

    /// The live tweens of one group.
    #[inline(always)]
    pub(super) fn rows(&self, group: usize) -> &Rows<N> {
        &self.groups[group]
    }

    /// The live tweens, group by group.
    pub(super) const fn groups(&self) -> &[Rows<N>; GROUPS] {
        &self.groups
    }

    /// The tweens that wait for their start.
    #[inline(always)]
    pub(super) const fn waiters(&self) -> &Waiting<N> {
        &self.waiting
    }

    pub(super) const fn cues(&self) -> &Cues {
        &self.cues
    }

    pub(super) const fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The groups that have rows.
    #[inline]
    pub(super) const fn filled(&self) -> Filled {
        self.filled
    }

    /// The group and the row of a tween; `None` for a stale id.
    pub(super) fn place(&self, id: Id) -> Option<(usize, usize)> {
        let (group, row) = self.slots.place(id.slot())?;
        let there = match self.groups.get(group) {
            Some(rows) => rows.handle(row),
            None => self.waiting.all()[row].handle(),
        };
        (there.generation() == id.generation()).then_some((group, row))
    }

    /// Returns `true` if the tween is live or waits.
    pub(super) fn contains(&self, id: Id) -> bool {
        self.place(id).is_some()
    }

    /// All live tweens, in the order of the values.
    pub(super) fn handles(&self) -> impl Iterator<Item = Id> {
        self.groups.iter().flat_map(Rows::handles)
    }

    /// The index of a tween in that order. `None` for a stale or a waiting tween.
    pub(super) fn index_of(&self, id: Id) -> Option<usize> {
        let (group, row) = self.place(id)?;
        let before: usize = self.groups.get(..group)?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row)
    }

    /// The low half of the tick at which a tween starts, and its duration in ticks; `None` for a stale id.
    pub(super) fn times(&self, id: Id) -> Option<(u32, u32)> {
        let (group, row) = self.place(id)?;
        Some(match self.groups.get(group) {
            Some(rows) => {
                let row = rows.row(row);
                (row.start(), row.ticks())
            }
            None => (self.waiting.starts()[row], self.waiting.all()[row].ticks()),
        })
    }

    /// The lanes of one tween. `None` for a stale or a waiting tween.
    pub(super) fn value(&self, math: LaneMath<N>, id: Id, alpha: f32) -> Option<[f32; N]> {
        let (group, row) = self.place(id)?;
        Some(self.groups.get(group)?.value(group, row, self.moment(alpha), math))
    }

    /// The ticks since the start of a tween, and its lanes: at its end exactly its end. `None` for a stale id.
    #[inline]
    pub(super) fn value_now(&self, math: LaneMath<N>, id: Id) -> Option<(u32, [f32; N])> {
        let (group, place) = self.place(id)?;
        let (now, moment) = (self.low(), Moment::at_tick(self.low()));
        let Some(rows) = self.groups.get(group) else {
            // It starts now.
            let waiter = &self.waiting.all()[place];
            let row = Row::starting(waiter.from(), waiter.to(), waiter.ticks(), now);
            let lanes = math.at(&row, RowMotion::General(&self.waiting.motion(place)), moment);
            return Some((now.wrapping_sub(self.waiting.starts()[place]), lanes));
        };
        let row = rows.row(place);
        let since = now.wrapping_sub(row.start());
        if since == row.ticks() {
            return Some((since, *row.to()));
        }
        Some((since, math.at(&row, rows.motion(group, place), moment)))
    }

    /// Adds a tween that starts now to the group of a polynomial, if that needs no more memory.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        group: usize,
        from: &[f32; N],
        to: &[f32; N],
        ticks: u32,
    ) -> Option<Id> {
        let now = self.low();
        let rows = &mut self.groups[group];
        if !rows.has_room() {
            return None;
        }
        // The row comes before its slot, which needs the registers of its numbers. Without a slot the row is padding.
        rows.put_next(Row::starting(from, to, ticks, now));
        let id = self.slots.take_within(group, rows.len())?;
        rows.take_next(id, now.wrapping_add(ticks), now);
        self.live += 1;
        Some(id)
    }

    /// Adds a live tween with this duration in ticks. `None` if there are too many.
    pub(super) fn add_live(&mut self, row: Row<N>, ticks: u32, motion: Motion<N>) -> Option<Id> {
        let group = motion.group();
        let id = self.slots.take(group, self.groups[group].len())?;
        self.push_live(id, row, ticks, group, (group == GENERAL).then_some(motion));
        Some(id)
    }

    /// Adds a live tween of a polynomial, with this duration in ticks. `None` if there are too many.
    #[inline]
    pub(super) fn add_polynomial(
        &mut self,
        row: Row<N>,
        ticks: u32,
        polynomial: Polynomial,
    ) -> Option<Id> {
        let group = polynomial as usize;
        let id = self.slots.take(group, self.groups[group].len())?;
        self.push_live(id, row, ticks, group, None);
        Some(id)
    }

    /// Adds a tween of a polynomial that starts after its delay. `None` if there are too many.
    #[inline]
    pub(super) fn add_waiting_polynomial(
        &mut self,
        tween: &Tween<[f32; N]>,
        polynomial: Polynomial,
    ) -> Option<Id> {
        let id = self.slots.take(WAITING, self.waiting.all().len())?;
        let now = self.low();
        self.waiting.push_polynomial(id, tween, polynomial, now.wrapping_add(tween.delay), now);
        self.filled.add(WAITING);
        Some(id)
    }

    /// Adds a row that starts after its delay. `None` if there are too many. The easing of `tween` has no meaning.
    pub(super) fn add_waiting(&mut self, tween: &Tween<[f32; N]>, motion: Motion<N>) -> Option<Id> {
        let id = self.slots.take(WAITING, self.waiting.all().len())?;
        let now = self.low();
        self.waiting.push(id, tween, motion, now.wrapping_add(tween.delay), now);
        self.filled.add(WAITING);
        Some(id)
    }

    /// Gives a live tween another row, and drops its cues.
    pub(super) fn replace_live(&mut self, id: Id, row: Row<N>, ticks: u32, motion: Motion<N>) {
        if let Some((group, row)) = self.place(id) {
            self.drop_cues_of(id);
            self.remove_row(group, row);
        }
        let group = motion.group();
        self.slots.set_place(id.slot(), group, self.groups[group].len());
        self.push_live(id, row, ticks, group, (group == GENERAL).then_some(motion));
    }

    /// Gives a waiting tween other ends with the same start tick, and drops its cues. The easing of `tween` has no
    /// meaning.
    pub(super) fn replace_waiting(&mut self, id: Id, tween: &Tween<[f32; N]>, motion: Motion<N>) {
        if let Some((WAITING, row)) = self.place(id) {
            self.drop_cues_of(id);
            self.waiting.replace(row, tween, motion);
        }
    }

    /// Cancels a tween and its cues without events. Returns `false` if the id is stale.
    pub(super) fn cancel(&mut self, id: Id) -> bool {
        match self.place(id) {
            Some((WAITING, row)) => self.stop_waiting(row),
            Some((group, row)) => self.remove_row(group, row),
            None => return false,
        }
        self.slots.free(id.slot());
        true
    }

    /// Adds a cue of a tween, `at` ticks after the start of the tween.
    pub(super) fn cue(&mut self, id: Id, at: u32, cue: u16) -> Result<(), BatchError> {
        let now = self.low();
        let (start, ticks) = self.times(id).ok_or(BatchError::Stale)?;
        // Both ticks lie within 2^24 ticks of now, so the low halves show which one is earlier.
        let (due, since) = (start.wrapping_add(at), now.wrapping_sub(start));
        if at > ticks {
            return Err(BatchError::CueAfterEnd { at, ticks });
        }
        if due.wrapping_sub(now) >= NEVER {
            return Err(BatchError::CuePassed { at, since });
        }
        if self.cues.is_full() {
            let mut cues = mem::replace(&mut self.cues, Cues::new());
            cues.sweep(now, |id| self.contains(id));
            self.cues = cues;
        }
        if self.cues.len() >= Cues::MOST {
            return Err(BatchError::Full);
        }
        self.cues.push(due, Mark::new(id, cue), now);
        self.filled.add(CUES);
        Ok(())
    }

    /// A tick before which nothing is due.
    #[inline]
    pub(super) fn next_due(&self) -> Option<i64> {
        let now = self.low();
        let after = self
            .filled
            .iter()
            .map(|group| match self.groups.get(group) {
                Some(rows) => rows.first_due(now),
                None if group == WAITING => self.waiting.first_due(now),
                None => self.cues.first_due(now),
            })
            .min()?;
        self.now.checked_add(i64::from(after))
    }

    /// Moves time on to a tick before which nothing is due that was not reported.
    pub(super) const fn go_to(&mut self, tick: i64) {
        self.now = tick;
    }

    /// Lists the rows of a group that end now. The caller frees their slots, which come with the rows.
    pub(super) fn find_ending(
        &mut self,
        group: usize,
        hits: &mut Vec<DueRows>,
    ) -> (&Rows<N>, &mut Slots) {
        let now = self.low();
        let rows = &mut self.groups[group];
        rows.find_due(group, now, hits);
        (rows, &mut self.slots)
    }

    /// Removes the rows of a group that end now, `count` in total. `gone` is a buffer.
    pub(super) fn remove_ended(
        &mut self,
        group: usize,
        hits: &[DueRows],
        count: usize,
        gone: &mut Vec<usize>,
    ) {
        let now = self.low();
        let rows = &mut self.groups[group];
        if count == rows.len() {
            rows.clear();
        } else {
            gone.clear();
            hits.iter().for_each(|hit| hit.each_row(|row| gone.push(row)));
            rows.take_out(group, gone, &mut self.slots, now);
        }
        self.live -= count;
        if rows.len() == 0 {
            self.filled.remove(group);
        }
    }

    /// Lists the waiting rows that start now.
    pub(super) fn find_starting(&mut self, found: &mut Vec<usize>) {
        let now = self.low();
        self.waiting.find_due(now, found);
    }

    /// Moves the waiting rows that start now to the live rows, in the order of `ids`.
    pub(super) fn make_live(&mut self, starting: &[usize], ids: impl Iterator<Item = Id>) {
        let now = self.low();
        for id in ids {
            let Some((WAITING, row)) = self.slots.place(id.slot()) else { continue };
            let (waiter, group) = (self.waiting.all()[row], self.waiting.group(row));
            let motion = (group == GENERAL).then(|| self.waiting.motion(row));
            self.slots.set_place(id.slot(), group, self.groups[group].len());
            let (handle, ticks) = (waiter.handle(), waiter.ticks());
            let row = Row::starting(waiter.from(), waiter.to(), ticks, now);
            self.push_live(handle, row, ticks, group, motion);
        }
        self.waiting.take_out(starting, &mut self.slots, now);
        if self.waiting.all().is_empty() {
            self.filled.remove(WAITING);
        }
    }

    /// Removes the cues that are due now; `taken` gets each of them, with the store without its cues.
    pub(super) fn take_due_cues(&mut self, mut taken: impl FnMut(&Self, Mark)) {
        let mut cues = mem::replace(&mut self.cues, Cues::new());
        cues.take_due(self.low(), |mark| taken(self, mark));
        self.cues = cues;
        self.mark_cues();
    }

    /// Changes the start and end values of each tween.
    #[cfg(feature = "serde")]
    pub(super) fn change_ends(&mut self, mut change: impl FnMut(&mut [f32; N], &mut [f32; N])) {
        self.groups.iter_mut().for_each(|rows| rows.change_ends(&mut change));
        self.waiting.change_ends(change);
    }

    /// The slots, to pretend that generations are used up.
    #[cfg(test)]
    pub(super) const fn slots_mut(&mut self) -> &mut Slots {
        &mut self.slots
    }

    fn drop_cues_of(&mut self, id: Id) {
        self.cues.drop_of(id, self.low());
        self.mark_cues();
    }

    const fn mark_cues(&mut self) {
        if self.cues.len() == 0 {
            self.filled.remove(CUES);
        }
    }

    /// Adds a row to a group; in the general group it has a motion.
    fn push_live(
        &mut self,
        id: Id,
        row: Row<N>,
        ticks: u32,
        group: usize,
        motion: Option<Motion<N>>,
    ) {
        let now = self.low();
        self.groups[group].push(id, row, ticks, motion, now);
        self.filled.add(group);
        self.live += 1;
    }

    fn remove_row(&mut self, group: usize, row: usize) {
        let now = self.low();
        let rows = &mut self.groups[group];
        if let Some(moved) = rows.swap_remove(row, now) {
            self.slots.set_place(moved, group, row);
        }
        self.live -= 1;
        if rows.len() == 0 {
            self.filled.remove(group);
        }
    }

    fn stop_waiting(&mut self, row: usize) {
        if let Some(moved) = self.waiting.swap_remove(row, self.low()) {
            self.slots.set_place(moved, WAITING, row);
        }
        if self.waiting.all().is_empty() {
            self.filled.remove(WAITING);
        }
    }
}

/// `clone_from` reuses the buffers of the target.
impl<const N: usize> Clone for Store<N> {
    fn clone(&self) -> Self {
        let Self { name, now, groups, waiting, cues, filled, live, slots } = self;
        Self {
            name: *name,
            now: *now,
            groups: groups.clone(),
            waiting: waiting.clone(),
            cues: cues.clone(),
            filled: *filled,
            live: *live,
            slots: slots.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { name, now, groups: all, waiting, cues, filled, live, slots } = source;
        // All other groups are empty in both.
        for group in self.filled.or(*filled).iter() {
            match self.groups.get_mut(group) {
                Some(rows) => rows.clone_from(&all[group]),
                None if group == WAITING => self.waiting.clone_from(waiting),
                None => self.cues.clone_from(cues),
            }
        }
        (self.name, self.now, self.filled, self.live) = (*name, *now, *filled, *live);
        self.slots.clone_from(slots);
    }
}
