//! The batch: who is live, who waits, and what is due.

use alloc::vec::Vec;
use core::{array, mem, ops::Range};

use super::{
    BatchError, Bend,
    rows::{All, Moment, One, Rows},
    wheel::Wheel,
};
use crate::time::Tick;

/// How many groups there are.
const BENDS: usize = Bend::ALL.len();

/// Rows that one thread does at once: long enough to make up for handing them over.
#[cfg(all(feature = "rayon", not(target_os = "none")))]
const PARALLEL: usize = 1 << 13;

/// A movement from one value to another, once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween<const N: usize> {
    /// Where it begins.
    pub from: [f32; N],
    /// Where it ends.
    pub to: [f32; N],
    /// How many ticks it takes, from 1 to [`Batch::LONGEST`].
    pub ticks: u32,
    /// How many ticks it waits before it starts, up to [`Batch::LONGEST`].
    pub delay: u32,
    /// How its progress is bent.
    pub bend: Bend,
}

/// One tween of a [`Batch`]. Once it has ended, its handle is gone, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Handle {
    /// A small number that no other tween has meanwhile, for looking up what it moves; it is used again later.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.slot
    }
}

/// What has happened to a tween.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due<const N: usize> {
    /// The tick at which it happened.
    pub tick: Tick,
    /// To which of them.
    pub handle: Handle,
    /// What it was.
    pub kind: DueKind,
    /// Its value there: exactly what the tween says.
    pub value: [f32; N],
}

/// What can happen to a tween.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DueKind {
    /// Its delay is over. What has no delay starts in [`Batch::start`] and is not told again.
    Start,
    /// It has reached its end, and is gone.
    End,
}

/// Tweens of values of `N` numbers: 1 for a number, 2 to 4 for vectors.
///
/// Cloning it takes a snapshot. Two are equal when they hold the same tweens and came by them in the same
/// way, to the bit; what the last step told does not count. `serde` writes it as one block of bytes, so that a
/// binary format costs little more than a copy.
#[derive(Debug)]
pub struct Batch<const N: usize> {
    pub(super) now: i64,
    /// In the order of [`Bend::ALL`].
    pub(super) groups: [Rows<N>; BENDS],
    /// A bit for each group that has rows, so that none of the others is looked at.
    filled: u32,
    live: usize,
    pub(super) waiting: Vec<(Handle, Tween<N>)>,
    pub(super) slots: Vec<Slot>,
    /// The last slot that became free, or [`NONE`].
    pub(super) free: u32,
    pub(super) wheel: Wheel,
    told: Vec<Due<N>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slot {
    pub(super) generation: u32,
    pub(super) place: Place,
}

/// Where a slot's tween lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Live {
        bend: Bend,
        row: u32,
    },
    Waiting {
        row: u32,
    },
    /// Which slot became free before it, or [`NONE`].
    Free {
        next: u32,
    },
}

/// No slot. A number in place of an [`Option`]: that is written in two halves and read as one, which stalls.
pub(super) const NONE: u32 = u32::MAX;

impl<const N: usize> Batch<N> {
    /// The longest time, in ticks, that a tween or its delay can take: 77 hours at 60 Hz.
    pub const LONGEST: u32 = (1 << 24) - 1;

    /// Nothing moves; the time is `now`.
    #[must_use]
    pub fn starting_at(now: Tick) -> Self {
        Self {
            now: now.get(),
            groups: array::from_fn(|_| Rows::new()),
            filled: 0,
            live: 0,
            waiting: Vec::new(),
            slots: Vec::new(),
            free: NONE,
            wheel: Wheel::new(now.get()),
            told: Vec::new(),
        }
    }

    /// Starts a tween now, or puts it in line where it has a delay.
    ///
    /// # Errors
    ///
    /// [`BatchError::Length`] for a tween of no ticks or more than [`LONGEST`](Self::LONGEST),
    /// [`BatchError::Delay`] for a longer delay, [`BatchError::EndOfTime`] where it would end behind the last
    /// tick there is, [`BatchError::Full`] where 2^32 less a few hundred tweens are there.
    #[inline]
    pub fn start(&mut self, tween: &Tween<N>) -> Result<Handle, BatchError> {
        let Tween { ticks, delay, .. } = *tween;
        if !(1..=Self::LONGEST).contains(&ticks) {
            return Err(BatchError::Length { ticks });
        }
        if delay > Self::LONGEST {
            return Err(BatchError::Delay { ticks: delay });
        }
        let (delay_ticks, ticks) = (i64::from(delay), i64::from(ticks));
        if self.now.checked_add(delay_ticks + ticks).is_none() {
            return Err(BatchError::EndOfTime);
        }
        let start = self.now + delay_ticks;
        let handle = self.new_handle()?;
        if delay == 0 {
            self.make_live(handle, tween, start);
        } else {
            let row = row_number(self.waiting.len());
            self.slots[handle.slot as usize].place = Place::Waiting { row };
            self.waiting.push((handle, *tween));
            self.wheel.put(handle.slot, start);
        }
        Ok(handle)
    }

    /// Moves time on and tells what has happened since, up to and with that tick.
    ///
    /// In the order of time; what is due at one tick, in the order in which it was put in line: a start by
    /// [`start`](Self::start), an end when its tween started. Only what is due is visited, so a step in which
    /// nothing is due costs the same however many there are.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick that is already over.
    pub fn advance_to(&mut self, to: Tick) -> Result<&[Due<N>], BatchError> {
        let now = Tick::new(self.now);
        if to < now {
            return Err(BatchError::Backwards { now, to });
        }
        self.told.clear();
        while let Some((first, at)) = self.wheel.next_until(to.get()) {
            self.tell_tick(first, at);
        }
        self.now = to.get();
        Ok(&self.told)
    }

    /// Tells what is due at one tick, of which this is the first slot.
    fn tell_tick(&mut self, first: u32, at: i64) {
        let (tick, told_before, mut next) = (Tick::new(at), self.told.len(), Some(first));
        let mut ending = [0; BENDS];
        while let Some(slot) = next {
            next = self.wheel.after(slot);
            let Slot { generation, place } = self.slots[slot as usize];
            let handle = Handle { slot, generation };
            match place {
                Place::Waiting { row } => {
                    let tween = self.stop_waiting(row);
                    self.make_live(handle, &tween, at);
                    self.told.push(Due { tick, handle, kind: DueKind::Start, value: tween.from });
                }
                Place::Live { bend, row } => {
                    let value = self.groups[bend as usize].cold[row as usize].to;
                    self.told.push(Due { tick, handle, kind: DueKind::End, value });
                    ending[bend as usize] += 1;
                }
                Place::Free { .. } => {} // never in line
            }
        }
        // Groups of which all end are emptied as a whole.
        for (bend, ending) in ending.into_iter().enumerate() {
            if ending > 0 && ending == self.groups[bend].len() {
                self.groups[bend].clear();
                self.filled &= !(1 << bend);
                self.live -= ending;
            }
        }
        // Last first: where many end together their rows are often the last ones, and no other has to move.
        for index in (told_before..self.told.len()).rev() {
            let Due { handle, kind: DueKind::End, .. } = self.told[index] else { continue };
            if let Place::Live { bend, row } = self.slots[handle.slot as usize].place {
                if self.filled & 1 << bend as u32 != 0 {
                    self.remove_row(bend, row);
                }
                self.free(handle.slot);
            }
        }
    }

    /// Drops a tween where it is; nothing is told. Whether it was there.
    pub fn cancel(&mut self, handle: Handle) -> bool {
        match self.place(handle) {
            Some(Place::Live { bend, row }) => {
                self.remove_row(bend, row);
            }
            Some(Place::Waiting { row }) => {
                self.stop_waiting(row);
            }
            _ => return false,
        }
        self.wheel.take(handle.slot);
        self.free(handle.slot);
        true
    }

    /// Writes the values of everything live, a list for each of the `N` numbers, in the order of
    /// [`handles`](Self::handles).
    ///
    /// `alpha` is the part of the next tick that has passed, from 0 up to 1, as in
    /// [`Frame::alpha`](crate::time::Frame::alpha); other numbers are brought into that range, NaN is 0. The
    /// lists come out as long as there are values; they allocate nothing unless they have to grow.
    pub fn sample_into(&self, alpha: f32, values: &mut [Vec<f32>; N]) {
        let moment = self.moment(alpha);
        self.parts(values, usize::MAX, |bend, rows, range, out| {
            bend.with(All { rows, range, moment, out });
        });
    }

    /// The same bits as [`sample_into`](Self::sample_into), by all threads of `rayon`'s current pool.
    ///
    /// Worth it from some ten thousand tweens on; fewer are done by one thread.
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    pub fn sample_into_in_parallel(&self, alpha: f32, values: &mut [Vec<f32>; N]) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        let (moment, mut parts) = (self.moment(alpha), Vec::new());
        self.parts(values, PARALLEL, |bend, rows, range, out| parts.push((bend, rows, range, out)));
        parts.into_par_iter().for_each(|(bend, rows, range, out)| {
            bend.with(All { rows, range, moment, out });
        });
    }

    /// Cuts rows and the room for their values into parts of one bend, of so many rows at most.
    pub(super) fn parts<'a>(
        &'a self,
        values: &'a mut [Vec<f32>; N],
        most: usize,
        mut part: impl FnMut(Bend, &'a Rows<N>, Range<usize>, [&'a mut [f32]; N]),
    ) {
        let mut room = values.each_mut().map(|lane| {
            lane.resize(self.len(), 0.0);
            &mut lane[..]
        });
        let mut left = self.filled;
        while left != 0 {
            let bend = left.trailing_zeros() as usize;
            left &= left - 1;
            let rows = &self.groups[bend];
            let mut begin = 0;
            while begin < rows.len() {
                let end = begin.saturating_add(most).min(rows.len());
                let out = room.each_mut().map(|lane| {
                    let (out, rest) = mem::take(lane).split_at_mut(end - begin);
                    *lane = rest;
                    out
                });
                part(Bend::ALL[bend], rows, begin..end, out);
                begin = end;
            }
        }
    }

    /// The value of one of them: the same bits as [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn value(&self, handle: Handle, alpha: f32) -> Option<[f32; N]> {
        let Some(Place::Live { bend, row }) = self.place(handle) else {
            return None;
        };
        let (rows, row) = (&self.groups[bend as usize], row as usize);
        Some(bend.with(One { rows, row, moment: self.moment(alpha) }))
    }

    /// Everything live, in the order of the values that [`sample_into`](Self::sample_into) writes.
    ///
    /// It is the same on every machine, and changes whenever something starts or ends.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.groups.iter().flat_map(|rows| rows.cold.iter().map(|cold| cold.handle))
    }

    /// Where the value of one of them lies in what [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn index_of(&self, handle: Handle) -> Option<usize> {
        let Some(Place::Live { bend, row }) = self.place(handle) else {
            return None;
        };
        let before: usize = self.groups[..bend as usize].iter().map(Rows::len).sum();
        Some(before + row as usize)
    }

    /// Whether it is live or waits.
    #[must_use]
    pub fn contains(&self, handle: Handle) -> bool {
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
    pub const fn waiting(&self) -> usize {
        self.waiting.len()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) fn moment(&self, alpha: f32) -> Moment {
        let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 0.0 };
        Moment { tick: self.now as u32, alpha }
    }

    fn place(&self, handle: Handle) -> Option<Place> {
        let slot = self.slots.get(handle.slot as usize)?;
        let there = slot.generation == handle.generation;
        (there && !matches!(slot.place, Place::Free { .. })).then_some(slot.place)
    }

    #[inline]
    fn new_handle(&mut self) -> Result<Handle, BatchError> {
        if self.free != NONE {
            let slot = self.free;
            let Slot { generation, place } = self.slots[slot as usize];
            self.free = if let Place::Free { next } = place { next } else { NONE };
            return Ok(Handle { slot, generation });
        }
        let slot = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
        if slot >= Wheel::MOST_KEYS {
            return Err(BatchError::Full);
        }
        self.slots.push(Slot { generation: 0, place: Place::Free { next: NONE } });
        self.wheel.add_key();
        Ok(Handle { slot, generation: 0 })
    }

    fn free(&mut self, slot: u32) {
        let Slot { generation, place } = &mut self.slots[slot as usize];
        *place = Place::Free { next: NONE };
        // A slot whose generations are used up stays empty, so that no handle ever means another tween.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            *place = Place::Free { next: self.free };
            self.free = slot;
        }
    }

    #[inline]
    fn make_live(&mut self, handle: Handle, tween: &Tween<N>, start: i64) {
        let row = self.add_row(handle, tween, start);
        self.slots[handle.slot as usize].place = Place::Live { bend: tween.bend, row };
        self.wheel.put(handle.slot, start + i64::from(tween.ticks));
    }

    /// The number of the row.
    #[inline]
    pub(super) fn add_row(&mut self, handle: Handle, tween: &Tween<N>, start: i64) -> u32 {
        let rows = &mut self.groups[tween.bend as usize];
        let row = row_number(rows.len());
        rows.push(handle, tween, start);
        self.filled |= 1 << tween.bend as u32;
        self.live += 1;
        row
    }

    fn remove_row(&mut self, bend: Bend, row: u32) {
        let rows = &mut self.groups[bend as usize];
        rows.swap_remove(row as usize);
        self.live -= 1;
        if rows.len() == 0 {
            self.filled &= !(1 << bend as u32);
        }
        if let Some(moved) = rows.cold.get(row as usize) {
            self.slots[moved.handle.slot as usize].place = Place::Live { bend, row };
        }
    }

    fn stop_waiting(&mut self, row: u32) -> Tween<N> {
        let (_, tween) = self.waiting.swap_remove(row as usize);
        if let Some((moved, _)) = self.waiting.get(row as usize) {
            self.slots[moved.slot as usize].place = Place::Waiting { row };
        }
        tween
    }
}

/// A row for each slot at most, and slots are numbered with an u32.
fn row_number(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(u32::MAX)
}

/// Buffers of a copy that is made anew are used again. What the last step told is not copied.
impl<const N: usize> Clone for Batch<N> {
    fn clone(&self) -> Self {
        let Self { now, groups, filled, live, waiting, slots, free, wheel, told: _ } = self;
        Self {
            now: *now,
            groups: groups.clone(),
            filled: *filled,
            live: *live,
            waiting: waiting.clone(),
            slots: slots.clone(),
            free: *free,
            wheel: wheel.clone(),
            told: Vec::new(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { now, groups, filled, live, waiting, slots, free, wheel, told: _ } = source;
        (self.now, self.filled, self.live, self.free) = (*now, *filled, *live, *free);
        self.groups.clone_from(groups);
        self.waiting.clone_from(waiting);
        self.slots.clone_from(slots);
        self.wheel.clone_from(wheel);
        self.told.clear();
    }
}
