//! Starts tweens and springs in a store, if they are valid.

use super::{
    BatchError,
    block::Row,
    id::Id,
    motion::Motion,
    spring::SpringRates,
    store::Store,
    tween::{LONGEST, Tween},
};
use crate::value::{Easing, Polynomial};

/// `None` of a packed id: no slot has this number.
const REFUSED: u64 = u64::MAX;

impl<const N: usize> Store<N> {
    /// Starts a tween now, or lets it wait for its delay.
    ///
    /// The caller contains this function, so that a known easing and a known delay cost nothing. The numbers go on one by
    /// one, in registers. By reference, the compiler reads two of them as one from the memory to which the caller has just
    /// written each alone; that wait takes as long as the rest of the call. The easing is copied only where it is kept.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        (from, to): ([f32; N], [f32; N]),
        ticks: u32,
        delay: u32,
        easing: &Easing,
    ) -> Result<Id, BatchError> {
        let packed = match easing.polynomial() {
            Some(polynomial) if delay == 0 => self.start_now(from, to, ticks, polynomial),
            Some(polynomial) => self.start_later(from, to, ticks, delay, polynomial),
            None => REFUSED,
        };
        match packed {
            REFUSED => self.start_rarely(&Tween { from, to, ticks, delay, easing: *easing }),
            packed => Ok(Id::unpacked(packed)),
        }
    }

    /// Starts a tween now if it is valid.
    ///
    /// The id is returned in one number, that is in a register. The compiler writes a [`Result`] to memory in
    /// pieces and reads it as a whole, which is a wait too.
    ///
    /// Rare cases are in a function of their own, so that this function makes no call and needs no stack.
    #[inline(never)]
    fn start_now(
        &mut self,
        from: [f32; N],
        to: [f32; N],
        ticks: u32,
        polynomial: Polynomial,
    ) -> u64 {
        // All tweens that are started before it end before the last tick.
        const SURE: i64 = i64::MAX - (1 << 23);
        if ticks.wrapping_sub(1) < LONGEST
            && finite(&from, &to)
            && self.now().get() < SURE
            && let Some(id) = self.fill(polynomial as usize, &from, &to, ticks)
        {
            return id.packed();
        }
        self.start_in_new_block(from, to, ticks, polynomial)
    }

    /// Starts a tween that may need more memory, or end near the end of time, if it is valid.
    #[inline(never)]
    fn start_in_new_block(
        &mut self,
        from: [f32; N],
        to: [f32; N],
        ticks: u32,
        polynomial: Polynomial,
    ) -> u64 {
        if self.refusal_of_numbers(&from, &to, ticks, 0).is_some() {
            return REFUSED;
        }
        let row = Row::starting(&from, &to, ticks, self.low());
        self.add_polynomial(row, ticks, polynomial).map_or(REFUSED, Id::packed)
    }

    /// Starts a tween after its delay if it is valid.
    #[inline(never)]
    fn start_later(
        &mut self,
        from: [f32; N],
        to: [f32; N],
        ticks: u32,
        delay: u32,
        polynomial: Polynomial,
    ) -> u64 {
        if self.refusal_of_numbers(&from, &to, ticks, delay).is_some() {
            return REFUSED;
        }
        let tween = Tween { from, to, ticks, delay, easing: Easing::LINEAR };
        self.add_waiting_polynomial(&tween, polynomial).map_or(REFUSED, Id::packed)
    }

    /// Starts a tween without a polynomial, or returns the reason of a refusal.
    #[inline(never)]
    fn start_rarely(&mut self, tween: &Tween<[f32; N]>) -> Result<Id, BatchError> {
        if let Some(error) = self.refusal(tween) {
            return Err(error);
        }
        let id = match tween.delay {
            0 => self.add_tween(tween, self.low()),
            _ => self.add_waiting(tween, Motion::Eased(tween.easing)),
        };
        id.ok_or(BatchError::Full)
    }

    /// Starts a row on a spring, now or after its delay; it settles after the ticks of `tween`, whose easing has no
    /// meaning.
    pub(super) fn start_spring(
        &mut self,
        tween: &Tween<[f32; N]>,
        rates: SpringRates,
    ) -> Result<Id, BatchError> {
        let motion = Motion::Spring(rates, [0.0; N]);
        if let Some(error) = self.refusal(tween) {
            return Err(error);
        }
        if !motion.is_finite() {
            return Err(BatchError::NotFinite);
        }
        let id = match tween.delay {
            0 => self.add_spring(tween, motion),
            _ => self.add_waiting(tween, motion),
        };
        id.ok_or(BatchError::Full)
    }

    /// Starts a tween at a tick: now, later or earlier.
    pub(super) fn start_at(
        &mut self,
        tween: &Tween<[f32; N]>,
        start: i128,
    ) -> Result<Id, BatchError> {
        let now = i128::from(self.now().get());
        if start >= now {
            let delay = u32::try_from(start - now).ok().filter(|delay| *delay <= LONGEST);
            let delay = delay.ok_or(BatchError::Delay {
                ticks: u64::try_from(start - now).unwrap_or(u64::MAX),
            })?;
            return self.start((tween.from, tween.to), tween.ticks, delay, &tween.easing);
        }
        let tween = Tween { delay: 0, ..*tween };
        if let Some(error) = self.refusal(&tween) {
            return Err(error);
        }
        // It started less than 2^24 ticks ago, or it has ended.
        let since = u32::try_from(now - start).unwrap_or(u32::MAX);
        if since >= tween.ticks {
            return Err(BatchError::Over { ticks: tween.ticks, since: u64::from(since) });
        }
        self.add_tween(&tween, self.low().wrapping_sub(since)).ok_or(BatchError::Full)
    }

    /// Starts a spring now.
    fn add_spring(&mut self, tween: &Tween<[f32; N]>, motion: Motion<N>) -> Option<Id> {
        let Tween { from, to, ticks, .. } = tween;
        self.add_live(Row::starting(from, to, *ticks, self.low()), *ticks, motion)
    }

    /// Starts a tween now or, given the low half of the tick, in the past.
    fn add_tween(&mut self, tween: &Tween<[f32; N]>, start: u32) -> Option<Id> {
        let Tween { from, to, ticks, easing, .. } = tween;
        self.add_live(Row::starting(from, to, *ticks, start), *ticks, Motion::Eased(*easing))
    }

    /// The reason against a tween, apart from a lack of slots.
    #[inline]
    pub(super) fn refusal(&self, tween: &Tween<[f32; N]>) -> Option<BatchError> {
        let Tween { from, to, ticks, delay, easing } = tween;
        let refusal = self.refusal_of_numbers(from, to, *ticks, *delay);
        refusal.or_else(|| (!easing.is_finite()).then_some(BatchError::Easing))
    }

    /// The reason against a tween apart from its easing.
    #[inline]
    fn refusal_of_numbers(
        &self,
        from: &[f32; N],
        to: &[f32; N],
        ticks: u32,
        delay: u32,
    ) -> Option<BatchError> {
        if !(1..=LONGEST).contains(&ticks) {
            Some(BatchError::Duration { ticks })
        } else if delay > LONGEST {
            Some(BatchError::Delay { ticks: u64::from(delay) })
        } else if self.now().get() > i64::MAX - i64::from(delay + ticks) {
            Some(BatchError::EndOfTime)
        } else if !finite(from, to) {
            Some(BatchError::NotFinite)
        } else {
            None
        }
    }
}

/// Returns `true` if all lanes, and all values between them, are finite.
#[inline(always)]
pub(super) fn finite<const N: usize>(from: &[f32; N], to: &[f32; N]) -> bool {
    // Infinite or NaN if a lane is.
    from.iter().zip(to).all(|(from, to)| (to - from).is_finite())
}
