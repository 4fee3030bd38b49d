//! The numbers of a batch: live tweens, waiting tweens, and due ticks.
//!
//! A [`Store`] knows lanes only. The [`TweenBatch`](super::TweenBatch) around it knows the type of the values, and
//! passes its [`LaneMath`].

use core::array;

use super::{
    BatchError, TweenHandle,
    block::{Moment, Row},
    cues::Cues,
    due::ticks,
    motion::{LaneMath, Motion, Retarget, RowMotion, smoothstep},
    rows::Rows,
    slots::Slots,
    spring::SpringRates,
    waiting::{Waiter, Waiting},
};
use crate::{
    time::Tick,
    value::{Easing, Polynomial},
};

/// The group of live tweens without a polynomial. The groups of polynomials come before it.
pub(super) const GENERAL: usize = Polynomial::ALL.len();
/// Number of groups of live tweens.
pub(super) const GROUPS: usize = GENERAL + 1;
/// The group of waiting tweens.
pub(super) const WAITING: usize = GROUPS;
/// The bit number of the cues, which are not a group of tweens.
pub(super) const CUES: usize = WAITING + 1;
/// The bits of all groups of live tweens.
pub(super) const LIVE: u32 = (1 << GROUPS) - 1;

/// The longest duration and the longest delay of a tween, in ticks.
pub(super) const LONGEST: u32 = (1 << 23) - 1;

/// One tween of a store. An id is never used for a second tween.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Id {
    /// The handle of this row in a batch.
    #[inline(always)]
    pub(super) const fn of(self, batch: u32) -> TweenHandle {
        let Self { slot, generation } = self;
        TweenHandle { slot, generation, batch }
    }

    /// Slot and generation in one number. Slots are too low for the result to be `u64::MAX`.
    pub(super) const fn packed(self) -> u64 {
        self.slot as u64 | (self.generation as u64) << 32
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
    pub(super) const fn unpacked(packed: u64) -> Self {
        Self { slot: packed as u32, generation: (packed >> 32) as u32 }
    }
}

/// A tween of a store, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numeric<const N: usize> {
    pub(super) from: [f32; N],
    pub(super) to: [f32; N],
    pub(super) ticks: u32,
    /// Ticks from the call that started it to its start.
    pub(super) delay: u32,
    pub(super) easing: Easing,
}

/// Tweens of values of `N` lanes.
#[derive(Debug)]
pub struct Store<const N: usize> {
    /// The id of the batch, which its handles must name.
    pub(super) name: u32,
    pub(super) now: i64,
    /// In the order of [`Polynomial::ALL`], and [`GENERAL`].
    pub(super) groups: [Rows<N>; GROUPS],
    pub(super) waiting: Waiting<N>,
    pub(super) cues: Cues,
    /// A bit for each group that has rows, also for [`WAITING`] and [`CUES`]; a step skips all other groups.
    pub(super) filled: u32,
    pub(super) live: usize,
    pub(super) slots: Slots,
}

/// `None` of a packed handle: no slot has this number.
const REFUSED: u64 = u64::MAX;

/// The group of live tweens with this easing.
#[inline(always)]
pub(super) fn group_of(easing: &Easing) -> usize {
    easing.polynomial().map_or(GENERAL, |polynomial| polynomial as usize)
}

impl<const N: usize> Store<N> {
    pub(super) fn new(name: u32, now: Tick) -> Self {
        Self {
            name,
            now: now.get(),
            groups: array::from_fn(|_| Rows::new()),
            waiting: Waiting::new(),
            cues: Cues::new(),
            filled: 0,
            live: 0,
            slots: Slots::new(),
        }
    }

    /// Starts a tween now, or lets it wait for its delay.
    #[inline]
    pub(super) fn start(&mut self, tween: &Numeric<N>) -> Result<Id, BatchError> {
        match self.start_packed(tween) {
            REFUSED => Err(self.refusal_or_full(tween)),
            packed => Ok(Id::unpacked(packed)),
        }
    }

    /// Starts a tween if it is valid.
    ///
    /// The handle is returned in one number, that is in a register. The compiler writes a [`Result`] to memory in
    /// pieces and reads it as a whole; that wait takes as long as the rest of the call.
    ///
    /// Rare cases are in a function of their own, so that this function makes no call and needs no stack.
    #[inline(never)]
    fn start_packed(&mut self, tween: &Numeric<N>) -> u64 {
        // All tweens that start before it end before the last tick.
        const SURE: i64 = i64::MAX - (1 << 23);
        let Numeric { from, to, ticks, delay, easing } = tween;
        let now = self.low();
        if *delay == 0
            && ticks.wrapping_sub(1) < LONGEST
            && self.now < SURE
            && let Some(polynomial) = easing.polynomial()
            && let group = polynomial as usize
            && let rows = &mut self.groups[group]
            && rows.has_room()
            && finite(from, to)
            && let Some(handle) = self.slots.take_within(group, rows.len())
        {
            rows.fill(handle, Row::starting(from, to, *ticks, now), now.wrapping_add(*ticks), now);
            self.live += 1;
            return handle.packed();
        }
        self.start_rarely(tween)
    }

    /// Starts a tween that waits, needs more memory, has no polynomial, or starts near the end of time, if it is
    /// valid.
    #[inline(never)]
    fn start_rarely(&mut self, tween: &Numeric<N>) -> u64 {
        if self.refusal(tween).is_some() {
            return REFUSED;
        }
        let delay = tween.delay;
        let (group, row) = match group_of(&tween.easing) {
            group if delay == 0 => (group, self.groups[group].len()),
            _ => (WAITING, self.waiting.all().len()),
        };
        let Some(handle) = self.slots.take(group, row) else {
            return REFUSED;
        };
        let now = self.low();
        if delay == 0 {
            self.make_live(handle, tween, now);
        } else {
            self.wait(Waiter { handle, tween: *tween, spring: None });
        }
        handle.packed()
    }

    /// Starts a row on a spring, now or after its delay; it settles after the ticks of `tween`, whose easing has no
    /// meaning.
    pub(super) fn start_spring(
        &mut self,
        tween: &Numeric<N>,
        rates: SpringRates,
    ) -> Result<Id, BatchError> {
        let motion = Motion::Spring(rates, [0.0; N]);
        if let Some(error) = self.refusal(tween) {
            return Err(error);
        }
        if !motion.is_finite() {
            return Err(BatchError::NotFinite);
        }
        let waits = tween.delay > 0;
        let (group, row) = if waits {
            (WAITING, self.waiting.all().len())
        } else {
            (GENERAL, self.groups[GENERAL].len())
        };
        let handle = self.slots.take(group, row).ok_or(BatchError::Full)?;
        if waits {
            self.wait(Waiter { handle, tween: *tween, spring: Some(rates) });
        } else {
            let row = Row::starting(&tween.from, &tween.to, tween.ticks, self.low());
            self.push_live(handle, row, tween.ticks, GENERAL, motion);
        }
        Ok(handle)
    }

    fn wait(&mut self, waiter: Waiter<N>) {
        let now = self.low();
        self.waiting.push(waiter, now.wrapping_add(waiter.tween.delay), now);
        self.filled |= 1 << WAITING;
    }

    /// Starts a tween at a tick: now, later or earlier.
    pub(super) fn start_at(&mut self, tween: &Numeric<N>, start: i128) -> Result<Id, BatchError> {
        let now = i128::from(self.now);
        if start >= now {
            let delay = u32::try_from(start - now).ok().filter(|delay| *delay <= LONGEST);
            let delay = delay.ok_or(BatchError::Delay {
                ticks: u64::try_from(start - now).unwrap_or(u64::MAX),
            })?;
            return self.start(&Numeric { delay, ..*tween });
        }
        let tween = Numeric { delay: 0, ..*tween };
        if let Some(error) = self.refusal(&tween) {
            return Err(error);
        }
        // It started less than 2^24 ticks ago, or it has ended.
        let since = u32::try_from(now - start).unwrap_or(u32::MAX);
        if since >= tween.ticks {
            return Err(BatchError::Over { ticks: tween.ticks, since: u64::from(since) });
        }
        let group = group_of(&tween.easing);
        let handle = self.slots.take(group, self.groups[group].len()).ok_or(BatchError::Full)?;
        self.make_live(handle, &tween, self.low().wrapping_sub(since));
        Ok(handle)
    }

    /// The reason of a refusal.
    #[cold]
    fn refusal_or_full(&self, tween: &Numeric<N>) -> BatchError {
        self.refusal(tween).unwrap_or(BatchError::Full)
    }

    /// The reason against a tween, apart from a lack of slots.
    #[inline]
    fn refusal(&self, tween: &Numeric<N>) -> Option<BatchError> {
        let Numeric { from, to, ticks, delay, easing } = tween;
        if !(1..=LONGEST).contains(ticks) {
            Some(BatchError::Duration { ticks: *ticks })
        } else if *delay > LONGEST {
            Some(BatchError::Delay { ticks: u64::from(*delay) })
        } else if self.now > i64::MAX - i64::from(delay + ticks) {
            Some(BatchError::EndOfTime)
        } else if !finite(from, to) {
            Some(BatchError::NotFinite)
        } else if !easing.is_finite() {
            Some(BatchError::Easing)
        } else {
            None
        }
    }

    /// Cancels a tween and its cues without events. Returns `false` if the handle is stale.
    pub(super) fn cancel(&mut self, handle: Id) -> bool {
        match self.place(handle) {
            Some((WAITING, row)) => self.stop_waiting(row),
            Some((group, row)) => self.remove_row(group, row),
            None => return false,
        }
        self.slots.free(handle.slot);
        true
    }

    /// Gives a tween a new end, from `from` or, if it waits, from its start value. It moves with an easing, or keeps
    /// its velocity. `lanes` makes the lanes of a motion from the lanes of its start.
    pub(super) fn retarget(
        &mut self,
        math: LaneMath<N>,
        handle: Id,
        ticks: u32,
        retarget: Retarget,
        lanes: impl FnOnce(&[f32; N]) -> ([f32; N], [f32; N]),
    ) -> Result<(), BatchError> {
        let (group, row) = self.place(handle).ok_or(BatchError::Stale)?;
        let (now, moment) = (self.low(), self.moment(0.0));
        let Some(rows) = self.groups.get(group) else {
            let Numeric { from, delay, .. } = self.waiting.all()[row].tween;
            let (from, to) = lanes(&from);
            let after = self.waiting.starts()[row].wrapping_sub(now);
            let (easing, spring) = match retarget {
                Retarget::Eased(easing) => (easing, None),
                Retarget::Smoothly => (smoothstep(), None),
                Retarget::Spring(rates) => (Easing::LINEAR, Some(rates)),
            };
            let tween = Numeric { from, to, ticks, delay, easing };
            if let Some(error) = self.refusal(&Numeric { delay: after, ..tween }) {
                return Err(error);
            }
            if spring.is_some_and(|rates| !rates.is_finite()) {
                return Err(BatchError::NotFinite);
            }
            self.cues.drop_of(handle, now);
            self.waiting.replace(row, tween, spring);
            self.mark_cues();
            return Ok(());
        };
        let old = rows.row(row);
        let before = rows.motion(group, row);
        let (from, to) = lanes(&math.at(&old, before, moment));
        let slope = |ticks: f32| {
            let faster = ticks * old.inverse;
            math.slope(&old, before, moment).map(|slope| slope * faster)
        };
        let (motion, easing) = match retarget {
            Retarget::Eased(easing) => (Motion::Eased(easing), easing),
            Retarget::Smoothly => (Motion::Hermite(slope(ticks as f32)), Easing::LINEAR),
            Retarget::Spring(rates) => (Motion::Spring(rates, slope(1.0)), Easing::LINEAR),
        };
        if let Some(error) = self.refusal(&Numeric { from, to, ticks, delay: 0, easing }) {
            return Err(error);
        }
        if !motion.is_finite() {
            return Err(BatchError::NotFinite);
        }
        self.cues.drop_of(handle, now);
        self.mark_cues();
        self.remove_row(group, row);
        let group = match &motion {
            Motion::Eased(easing) => group_of(easing),
            Motion::Hermite(_) | Motion::Spring(..) => GENERAL,
        };
        self.slots.put(handle.slot, group, self.groups[group].len());
        self.push_live(handle, Row::starting(&from, &to, ticks, now), ticks, group, motion);
        Ok(())
    }

    /// A tick before which nothing is due.
    #[inline]
    pub(super) fn next_due(&self) -> Option<i64> {
        let now = self.low();
        let after = groups(self.filled)
            .map(|group| match self.groups.get(group) {
                Some(rows) => rows.first_due(now),
                None if group == WAITING => self.waiting.first_due(now),
                None => self.cues.first_due(now),
            })
            .min()?;
        self.now.checked_add(i64::from(after))
    }

    fn mark_cues(&mut self) {
        if self.cues.len() == 0 {
            self.filled &= !(1 << CUES);
        }
    }

    /// The low half of now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(super) const fn low(&self) -> u32 {
        self.now as u32
    }

    /// Its group and its row, unless the handle is stale.
    pub(super) fn place(&self, handle: Id) -> Option<(usize, usize)> {
        let (group, row) = self.slots.place(handle.slot)?;
        let generation = match self.groups.get(group) {
            Some(rows) => rows.handle(row).generation,
            None => self.waiting.all()[row].handle.generation,
        };
        (generation == handle.generation).then_some((group, row))
    }

    /// Starts a waiting tween: moves it to a row behind all live rows.
    pub(super) fn make_live(&mut self, handle: Id, tween: &Numeric<N>, start: u32) {
        let Numeric { from, to, ticks, easing, .. } = tween;
        let row = Row::starting(from, to, *ticks, start);
        self.push_live(handle, row, *ticks, group_of(easing), Motion::Eased(*easing));
    }

    pub(super) fn push_live(
        &mut self,
        handle: Id,
        row: Row<N>,
        ticks: u32,
        group: usize,
        motion: Motion<N>,
    ) {
        let motion = (group == GENERAL).then_some(motion);
        let now = self.low();
        self.groups[group].push(handle, row, ticks, motion, now);
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

    /// The low half of the tick at which a tween starts, and its duration in ticks; `None` for a stale handle.
    pub(super) fn times(&self, handle: Id) -> Option<(u32, u32)> {
        let (group, row) = self.place(handle)?;
        Some(match self.groups.get(group) {
            Some(rows) => {
                let Row { start, inverse, .. } = rows.row(row);
                (start, ticks(inverse))
            }
            None => (self.waiting.starts()[row], self.waiting.all()[row].tween.ticks),
        })
    }

    /// The value of a tween at its start or later, but not at its end.
    pub(super) fn value_at(
        &self,
        math: LaneMath<N>,
        (group, row): (usize, usize),
        moment: Moment,
    ) -> [f32; N] {
        match self.groups.get(group) {
            Some(rows) => rows.value(group, row, moment, math),
            None => {
                let waiter = &self.waiting.all()[row];
                let Numeric { from, to, ticks, .. } = &waiter.tween;
                let row = Row::starting(from, to, *ticks, moment.tick);
                let start = Moment { alpha: 0.0, ..moment };
                math.at(&row, RowMotion::General(&waiter.motion()), start)
            }
        }
    }
}

/// Returns `true` if all lanes, and all values between them, are finite.
#[inline(always)]
pub(super) fn finite<const N: usize>(from: &[f32; N], to: &[f32; N]) -> bool {
    // Infinite or NaN if a lane is.
    from.iter().zip(to).all(|(from, to)| (to - from).is_finite())
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
        for group in groups(self.filled | *filled) {
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
