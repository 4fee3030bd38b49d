//! The batch: who is live, who waits, and what is due.

use core::array;

use super::{
    BatchError, Bend, Due, Tween, TweenHandle,
    cues::Cues,
    rows::Rows,
    slots::Slots,
    tell::{Told, Way, straight},
    waiting::{Waiter, Waiting},
};
use crate::time::Tick;

/// How many groups of live tweens there are.
pub(super) const BENDS: usize = Bend::ALL.len();
/// The group of those that wait.
pub(super) const WAITING: usize = BENDS;
/// The number of the cues, which are no group of tweens.
pub(super) const CUES: usize = WAITING + 1;
/// The bits of all groups of live tweens.
pub(super) const LIVE: u32 = (1 << BENDS) - 1;

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
    pub(super) cues: Cues,
    /// A bit for each group that has rows, [`WAITING`] and [`CUES`] too, so that none of the others is looked at.
    pub(super) filled: u32,
    pub(super) live: usize,
    pub(super) slots: Slots,
    pub(super) told: Told<N>,
}

/// No handle in one number: there is no such slot.
const REFUSED: u64 = u64::MAX;

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
            cues: Cues::new(),
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
    pub fn start(&mut self, tween: &Tween<N>) -> Result<TweenHandle, BatchError> {
        match self.start_packed(tween) {
            REFUSED => Err(self.why_not(tween)),
            packed => Ok(TweenHandle::unpacked(packed)),
        }
    }

    /// Starts it if that is allowed.
    ///
    /// The handle comes in one number, which is handed over in a register. A [`Result`] would be written to memory
    /// in pieces and read as a whole, and waiting for that takes as long as all the rest.
    ///
    /// What is rare stays out of the way, so that the rest makes no call and needs no room for one.
    #[inline(never)]
    fn start_packed(&mut self, tween: &Tween<N>) -> u64 {
        // All that starts before it ends before the last tick.
        const SURE: i64 = i64::MAX - (1 << 23);
        let Tween { ticks, delay, bend, .. } = *tween;
        let (now, group) = (self.low(), bend as usize);
        let rows = &mut self.groups[group];
        if delay == 0
            && ticks.wrapping_sub(1) < Self::LONGEST
            && self.now < SURE
            && rows.has_room()
            && let Some(handle) = self.slots.take_within(group, rows.len())
        {
            rows.fill(handle, tween, now);
            self.live += 1;
            return handle.packed();
        }
        self.start_rarely(tween)
    }

    /// Starts what waits, what needs more room, and what starts near the end of time, if that is allowed.
    #[inline(never)]
    fn start_rarely(&mut self, tween: &Tween<N>) -> u64 {
        if self.refusal(tween).is_some() {
            return REFUSED;
        }
        let delay = tween.delay;
        let (group, row) = match tween.bend as usize {
            group if delay == 0 => (group, self.groups[group].len()),
            _ => (WAITING, self.waiting.all().len()),
        };
        let Some(handle) = self.slots.take(group, row) else {
            return REFUSED;
        };
        if delay == 0 {
            self.make_live(handle, tween);
        } else {
            let now = self.low();
            self.waiting.push(Waiter { handle, tween: *tween }, now.wrapping_add(delay), now);
            self.filled |= 1 << WAITING;
        }
        handle.packed()
    }

    /// Why it was refused.
    #[cold]
    fn why_not(&self, tween: &Tween<N>) -> BatchError {
        self.refusal(tween).unwrap_or(BatchError::Full)
    }

    /// What speaks against it, but for want of a slot.
    #[inline]
    fn refusal(&self, tween: &Tween<N>) -> Option<BatchError> {
        let Tween { ticks, delay, .. } = *tween;
        if !(1..=Self::LONGEST).contains(&ticks) {
            Some(BatchError::Length { ticks })
        } else if delay > Self::LONGEST {
            Some(BatchError::Delay { ticks: delay })
        } else {
            (self.now > i64::MAX - i64::from(delay + ticks)).then_some(BatchError::EndOfTime)
        }
    }

    /// Moves time on and tells what has happened since, up to and with that tick.
    ///
    /// In the order of time; what is due at one tick, in the order in which it was put in line: a start by
    /// [`start`](Self::start), an end when its tween started, a [cue](Self::cue) with the end of its tween and before it.
    /// A step in which nothing is due costs the same however many there are; else it looks at one word for every 16
    /// of them, and at those near what is due.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick that is already over.
    #[inline]
    pub fn advance_to(&mut self, to: Tick) -> Result<&[Due<N>], BatchError> {
        self.advance_along(straight, to)
    }

    /// The same, for numbers that go from one end to the other in a way of their own.
    #[inline]
    pub(super) fn advance_along(&mut self, way: Way<N>, to: Tick) -> Result<&[Due<N>], BatchError> {
        let now = Tick::new(self.now);
        if to < now {
            return Err(BatchError::Backwards { now, to });
        }
        self.told.all.clear();
        while let Some(at) = self.next_due()
            && at <= to.get()
        {
            self.now = at;
            self.tell_tick(way);
        }
        self.now = to.get();
        Ok(&self.told.all)
    }

    /// Drops a tween where it is, and its cues; nothing is told. Whether it was there.
    pub fn cancel(&mut self, handle: TweenHandle) -> bool {
        match self.place(handle) {
            Some((WAITING, row)) => self.stop_waiting(row),
            Some((group, row)) => self.remove_row(group, row),
            None => return false,
        }
        self.slots.free(handle.slot);
        true
    }

    /// The low half of now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) const fn low(&self) -> u32 {
        self.now as u32
    }

    /// Its group and its row, unless it is gone.
    pub(super) fn place(&self, handle: TweenHandle) -> Option<(usize, usize)> {
        let (group, row) = self.slots.place(handle.slot)?;
        let generation = match self.groups.get(group) {
            Some(rows) => rows.handle(row).generation,
            None => self.waiting.all()[row].handle.generation,
        };
        (generation == handle.generation).then_some((group, row))
    }

    /// It starts now, in another row behind all others.
    pub(super) fn make_live(&mut self, handle: TweenHandle, tween: &Tween<N>) {
        let (now, group) = (self.low(), tween.bend as usize);
        self.groups[group].push(handle, tween, now);
        self.filled |= 1 << group;
        self.live += 1;
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

    fn stop_waiting(&mut self, row: usize) {
        if let Some(moved) = self.waiting.swap_remove(row, self.low()) {
            self.slots.put(moved, WAITING, row);
        }
        if self.waiting.all().is_empty() {
            self.filled &= !(1 << WAITING);
        }
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
        let Self { now, groups, waiting, cues, filled, live, slots, told: _ } = self;
        Self {
            now: *now,
            groups: groups.clone(),
            waiting: waiting.clone(),
            cues: cues.clone(),
            filled: *filled,
            live: *live,
            slots: slots.clone(),
            told: Told::new(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { now, groups: all, waiting, cues, filled, live, slots, told: _ } = source;
        // All others are empty in both.
        for group in groups(self.filled | *filled) {
            match self.groups.get_mut(group) {
                Some(rows) => rows.clone_from(&all[group]),
                None if group == WAITING => self.waiting.clone_from(waiting),
                None => self.cues.clone_from(cues),
            }
        }
        (self.now, self.filled, self.live) = (*now, *filled, *live);
        self.slots.clone_from(slots);
        self.told.all.clear();
    }
}
