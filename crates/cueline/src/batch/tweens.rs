//! The batch: who is live, who waits, and what is due.

use alloc::vec::Vec;
use core::{array, mem, ops::Range};

use super::{
    BatchError, Bend,
    rows::{All, Moment, One, Rows},
    slots::Slots,
    tell::Told,
    waiting::{Waiter, Waiting},
};
use crate::time::Tick;

/// How many groups of live tweens there are.
pub(super) const BENDS: usize = Bend::ALL.len();
/// The group of those that wait.
pub(super) const WAITING: usize = BENDS;

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

/// No handle in one number: there is no such slot.
const REFUSED: u64 = u64::MAX;

impl Handle {
    const fn packed(self) -> u64 {
        self.slot as u64 | (self.generation as u64) << 32
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
    const fn unpacked(packed: u64) -> Self {
        Self { slot: packed as u32, generation: (packed >> 32) as u32 }
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
    pub(super) waiting: Waiting<N>,
    /// A bit for each group that has rows, [`WAITING`] too, so that none of the others is looked at.
    pub(super) filled: u32,
    pub(super) live: usize,
    pub(super) slots: Slots,
    pub(super) told: Told<N>,
}

impl<const N: usize> Batch<N> {
    /// The longest time, in ticks, that a tween or its delay can take: 38 hours at 60 Hz.
    pub const LONGEST: u32 = (1 << 23) - 1;

    /// Nothing moves; the time is `now`.
    #[must_use]
    pub fn starting_at(now: Tick) -> Self {
        Self {
            now: now.get(),
            groups: array::from_fn(|_| Rows::new()),
            waiting: Waiting::new(),
            filled: 0,
            live: 0,
            slots: Slots::new(),
            told: Told::new(),
        }
    }

    /// Starts a tween now, or puts it in line where it has a delay.
    ///
    /// # Errors
    ///
    /// [`BatchError::Length`] for a tween of no ticks or more than [`LONGEST`](Self::LONGEST),
    /// [`BatchError::Delay`] for a longer delay, [`BatchError::EndOfTime`] where it would end behind the last
    /// tick there is, [`BatchError::Full`] where 2^27 - 1 tweens are there.
    #[inline]
    pub fn start(&mut self, tween: &Tween<N>) -> Result<Handle, BatchError> {
        match self.start_packed(tween) {
            REFUSED => Err(self.refusal(tween)),
            packed => Ok(Handle::unpacked(packed)),
        }
    }

    /// Starts it if that is allowed.
    ///
    /// The handle comes in one number, which is handed over in a register. A [`Result`] would be written to memory
    /// in pieces and read as a whole, and waiting for that takes as long as all the rest.
    #[inline(never)]
    fn start_packed(&mut self, tween: &Tween<N>) -> u64 {
        let Tween { ticks, delay, .. } = *tween;
        let fits = ticks.wrapping_sub(1) < Self::LONGEST && delay <= Self::LONGEST;
        if !fits || self.now > i64::MAX - i64::from(delay + ticks) {
            return REFUSED;
        }
        let Some(handle) = self.slots.take() else {
            return REFUSED;
        };
        if delay == 0 {
            self.make_live(handle, tween);
        } else {
            self.make_wait(handle, tween);
        }
        handle.packed()
    }

    /// Why it could not be started.
    #[cold]
    fn refusal(&self, tween: &Tween<N>) -> BatchError {
        let Tween { ticks, delay, .. } = *tween;
        if !(1..=Self::LONGEST).contains(&ticks) {
            BatchError::Length { ticks }
        } else if delay > Self::LONGEST {
            BatchError::Delay { ticks: delay }
        } else if self.now > i64::MAX - i64::from(delay + ticks) {
            BatchError::EndOfTime
        } else {
            BatchError::Full
        }
    }

    /// Moves time on and tells what has happened since, up to and with that tick.
    ///
    /// In the order of time; what is due at one tick, in the order in which it was put in line: a start by
    /// [`start`](Self::start), an end when its tween started. A step in which nothing is due costs the same
    /// however many there are; else it looks at one word for every 64 of them, and at those near what is due.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick that is already over.
    pub fn advance_to(&mut self, to: Tick) -> Result<&[Due<N>], BatchError> {
        let now = Tick::new(self.now);
        if to < now {
            return Err(BatchError::Backwards { now, to });
        }
        self.told.all.clear();
        while let Some(at) = self.next_due()
            && at <= to.get()
        {
            self.now = at;
            self.tell_tick();
        }
        self.now = to.get();
        Ok(&self.told.all)
    }

    /// Drops a tween where it is; nothing is told. Whether it was there.
    pub fn cancel(&mut self, handle: Handle) -> bool {
        match self.place(handle) {
            Some((WAITING, row)) => {
                self.stop_waiting(row);
            }
            Some((group, row)) => self.remove_row(group, row),
            None => return false,
        }
        self.slots.free(handle.slot);
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
        for group in groups(self.filled & !(1 << WAITING)) {
            let rows = &self.groups[group];
            let mut begin = 0;
            while begin < rows.len() {
                let end = begin.saturating_add(most).min(rows.len());
                let out = room.each_mut().map(|lane| {
                    let (out, rest) = mem::take(lane).split_at_mut(end - begin);
                    *lane = rest;
                    out
                });
                part(Bend::ALL[group], rows, begin..end, out);
                begin = end;
            }
        }
    }

    /// The value of one of them: the same bits as [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn value(&self, handle: Handle, alpha: f32) -> Option<[f32; N]> {
        let (group, row) = self.place(handle)?;
        let rows = self.groups.get(group)?;
        Some(Bend::ALL[group].with(One { rows, row, moment: self.moment(alpha) }))
    }

    /// Everything live, in the order of the values that [`sample_into`](Self::sample_into) writes.
    ///
    /// It is the same on every machine, and changes whenever something starts or ends.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.groups.iter().flat_map(|rows| rows.handles.iter().copied())
    }

    /// Where the value of one of them lies in what [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn index_of(&self, handle: Handle) -> Option<usize> {
        let (group, row) = self.place(handle)?;
        let before: usize = self.groups.get(..group)?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row)
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
    pub fn waiting(&self) -> usize {
        self.waiting.all().len()
    }

    pub(super) fn moment(&self, alpha: f32) -> Moment {
        let alpha = if alpha > 0.0 { alpha.min(1.0) } else { 0.0 };
        Moment { tick: self.low(), alpha }
    }

    /// The low half of now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) const fn low(&self) -> u32 {
        self.now as u32
    }

    /// Its group and its row, unless it is gone.
    fn place(&self, handle: Handle) -> Option<(usize, usize)> {
        let (group, row) = self.slots.place(handle.slot)?;
        let generation = match self.groups.get(group) {
            Some(rows) => rows.handles[row].generation,
            None => self.waiting.all()[row].handle.generation,
        };
        (generation == handle.generation).then_some((group, row))
    }

    /// It starts now.
    #[inline(always)]
    pub(super) fn make_live(&mut self, handle: Handle, tween: &Tween<N>) {
        let (now, group) = (self.low(), tween.bend as usize);
        let row = self.groups[group].push(handle, tween, now);
        self.slots.put(handle.slot, group, row);
        self.filled |= 1 << group;
        self.live += 1;
    }

    #[inline(never)]
    fn make_wait(&mut self, handle: Handle, tween: &Tween<N>) {
        let start = self.low().wrapping_add(tween.delay);
        let row = self.waiting.push(Waiter { handle, start, tween: *tween }, self.low());
        self.slots.put(handle.slot, WAITING, row);
        self.filled |= 1 << WAITING;
    }

    fn remove_row(&mut self, group: usize, row: usize) {
        let now = self.low();
        let rows = &mut self.groups[group];
        if let Some(moved) = rows.swap_remove(row, now) {
            self.slots.put(moved, group, row);
        }
        self.live -= 1;
        if rows.len() == 0 {
            self.filled &= !(1 << group);
        }
    }

    pub(super) fn stop_waiting(&mut self, row: usize) -> Tween<N> {
        let (tween, moved) = self.waiting.swap_remove(row, self.low());
        if let Some(moved) = moved {
            self.slots.put(moved, WAITING, row);
        }
        if self.waiting.all().is_empty() {
            self.filled &= !(1 << WAITING);
        }
        tween
    }
}

/// The groups whose bits are set.
#[inline]
pub(super) fn groups(mut filled: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let group = (filled != 0).then(|| filled.trailing_zeros() as usize);
        filled &= filled.wrapping_sub(1);
        group
    })
}

/// Buffers of a copy that is made anew are used again. What the last step told is not copied.
impl<const N: usize> Clone for Batch<N> {
    fn clone(&self) -> Self {
        let Self { now, groups, waiting, filled, live, slots, told: _ } = self;
        Self {
            now: *now,
            groups: groups.clone(),
            waiting: waiting.clone(),
            filled: *filled,
            live: *live,
            slots: slots.clone(),
            told: Told::new(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { now, groups, waiting, filled, live, slots, told: _ } = source;
        (self.now, self.filled, self.live) = (*now, *filled, *live);
        self.groups.clone_from(groups);
        self.waiting.clone_from(waiting);
        self.slots.clone_from(slots);
        self.told.all.clear();
    }
}
