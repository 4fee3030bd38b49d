//! Sixteen tweens of one easing, stored column by column.
//!
//! A column fills one cache line and a whole number of registers, so a loop computes it without a remainder. In a
//! block with fewer tweens the other lanes are padding: they hold tweens that were there before, or copies of the
//! first one. Results of padding lanes are never written out.
//!
//! A duration is kept as its inverse only, from which it follows exactly.

use core::{
    array,
    sync::atomic::{Ordering, compiler_fence},
};

use super::bounds::BLOCK;

#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const N: usize> {
    start: [u32; BLOCK],
    inverse: [f32; BLOCK],
    from: [[f32; BLOCK]; N],
    to: [[f32; BLOCK]; N],
}

/// One tween of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<const N: usize> {
    /// The low half of the tick at which it started.
    start: u32,
    /// The inverse of its duration in ticks.
    inverse: f32,
    from: [f32; N],
    to: [f32; N],
}

/// The time of a sample: the low half of the tick, and the part of the next tick that has passed.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    tick: u32,
    /// From 0 to 1.
    alpha: f32,
}

impl Moment {
    /// Clamps `alpha` to 0 to 1; NaN is 0.
    #[inline(always)]
    pub(super) fn new(tick: u32, alpha: f32) -> Self {
        Self { tick, alpha: if alpha > 0.0 { alpha.min(1.0) } else { 0.0 } }
    }

    /// The tick itself.
    pub(super) const fn at_tick(tick: u32) -> Self {
        Self { tick, alpha: 0.0 }
    }

    /// Progress of a tween, from 0 to 1.
    ///
    /// A live tween started less than 2^24 ticks ago, so the low halves of the ticks give the elapsed ticks, and an
    /// `f32` holds them exactly. A live tween has not ended, so the elapsed ticks with all of alpha are at most its
    /// duration. A duration below 2^23 times its rounded inverse is at most `1 + 2^-24`, which rounds to 1.
    #[inline(always)]
    fn progress(self, start: u32, inverse: f32) -> f32 {
        self.since(start) * inverse
    }

    /// Ticks since a start.
    #[inline(always)]
    #[expect(clippy::cast_possible_wrap, reason = "below 2^24; signed converts in one instruction")]
    fn since(self, start: u32) -> f32 {
        self.tick.wrapping_sub(start) as i32 as f32 + self.alpha
    }
}

impl<const N: usize> Row<N> {
    #[inline(always)]
    pub(super) fn starting(from: &[f32; N], to: &[f32; N], ticks: u32, start: u32) -> Self {
        Self { start, inverse: 1.0 / ticks as f32, from: *from, to: *to }
    }

    /// The low half of the tick at which it started.
    #[inline(always)]
    pub(super) const fn start(&self) -> u32 {
        self.start
    }

    /// Its duration in ticks.
    #[inline(always)]
    pub(super) fn ticks(&self) -> u32 {
        ticks(self.inverse)
    }

    /// The low half of the tick at which it ends.
    #[inline(always)]
    pub(super) fn due(&self) -> u32 {
        self.start.wrapping_add(self.ticks())
    }

    #[inline(always)]
    pub(super) const fn from(&self) -> &[f32; N] {
        &self.from
    }

    #[inline(always)]
    pub(super) const fn to(&self) -> &[f32; N] {
        &self.to
    }

    /// Progress, from 0 to 1.
    #[inline(always)]
    pub(super) fn progress(&self, moment: Moment) -> f32 {
        moment.progress(self.start, self.inverse)
    }

    /// Ticks since the start.
    #[inline(always)]
    pub(super) fn since(&self, moment: Moment) -> f32 {
        moment.since(self.start)
    }

    /// The inverse of its duration in ticks.
    #[inline(always)]
    pub(super) const fn inverse(&self) -> f32 {
        self.inverse
    }
}

impl<const N: usize> Block<N> {
    /// The same value in all lanes.
    #[inline(always)]
    pub(super) fn all(row: Row<N>) -> Self {
        let Row { start, inverse, from, to } = row;
        Self {
            start: [start; BLOCK],
            inverse: [inverse; BLOCK],
            from: from.map(|number| [number; BLOCK]),
            to: to.map(|number| [number; BLOCK]),
        }
    }

    /// A block with these starts and durations, and these start and end values. Durations are at most 2^23.
    #[cfg(any(feature = "serde", test))]
    #[inline(always)]
    pub(super) fn of_columns(
        start: [u32; BLOCK],
        ticks: [u32; BLOCK],
        [from, to]: [[[f32; BLOCK]; N]; 2],
    ) -> Self {
        Self { start, inverse: ticks.map(|ticks| 1.0 / ticks.cast_signed() as f32), from, to }
    }

    #[inline(always)]
    pub(super) fn row(&self, lane: usize) -> Row<N> {
        Row {
            start: self.start[lane],
            inverse: self.inverse[lane],
            from: self.from.each_ref().map(|from| from[lane]),
            to: self.to(lane),
        }
    }

    /// The end of one tween.
    #[inline(always)]
    pub(super) fn to(&self, lane: usize) -> [f32; N] {
        self.to.each_ref().map(|to| to[lane])
    }

    #[inline(always)]
    pub(super) fn set_row(&mut self, lane: usize, row: Row<N>) {
        self.start[lane] = row.start;
        self.inverse[lane] = row.inverse;
        for part in 0..N {
            self.from[part][lane] = row.from[part];
            self.to[part][lane] = row.to[part];
        }
    }

    /// Changes the start and end values of each tween.
    #[cfg(feature = "serde")]
    pub(super) fn change_ends(&mut self, mut change: impl FnMut(&mut [f32; N], &mut [f32; N])) {
        for lane in 0..BLOCK {
            let mut row = self.row(lane);
            change(&mut row.from, &mut row.to);
            self.set_row(lane, row);
        }
    }

    /// The low halves of the ticks at which the tweens started.
    #[inline(always)]
    pub(super) const fn starts(&self) -> &[u32; BLOCK] {
        &self.start
    }

    /// The durations in ticks.
    #[inline(always)]
    pub(super) fn ticks(&self) -> [u32; BLOCK] {
        all_ticks(&self.inverse)
    }

    /// The ticks from now until each tween ends.
    #[inline(always)]
    pub(super) fn left(&self, now: u32) -> [u32; BLOCK] {
        let (start, ticks) = (&self.start, self.ticks());
        array::from_fn(|lane| start[lane].wrapping_add(ticks[lane]).wrapping_sub(now))
    }

    /// The columns of the start values.
    #[inline(always)]
    pub(super) const fn first_values(&self) -> &[[f32; BLOCK]; N] {
        &self.from
    }

    /// The columns of the end values.
    #[inline(always)]
    pub(super) const fn last_values(&self) -> &[[f32; BLOCK]; N] {
        &self.to
    }

    /// Ticks since the start of each tween. Padding lanes may give any number.
    #[inline(always)]
    pub(super) fn since(&self, moment: Moment) -> [f32; BLOCK] {
        // A loop: the compiler does not always inline `map`.
        let mut since = [0.0; BLOCK];
        for (since, start) in since.iter_mut().zip(&self.start) {
            *since = moment.since(*start);
        }
        since
    }

    /// The eased progress of each.
    #[inline(always)]
    pub(super) fn progress(&self, moment: Moment, ease: impl Fn(f32) -> f32) -> [f32; BLOCK] {
        let mut progress = [0.0; BLOCK];
        let times = self.start.iter().zip(&self.inverse);
        for (each, (start, inverse)) in progress.iter_mut().zip(times) {
            *each = ease(moment.progress(*start, *inverse));
        }
        // Has no effect, but keeps the compiler from computing the first lane of many blocks before the second lane.
        compiler_fence(Ordering::SeqCst);
        progress
    }
}

/// The durations in ticks that have these inverses.
///
/// The two roundings of an f32 put `1 / (1 / ticks)` off by less than `ticks / 2^23`, so below 2^20 the nearest whole
/// number is the right one. Adding 2^23 rounds to that number.
#[inline(always)]
pub(super) fn all_ticks(inverse: &[f32; BLOCK]) -> [u32; BLOCK] {
    const SURE: u32 = 1 << 20;
    let (mut all, mut most) = ([0; BLOCK], 0);
    for (all, inverse) in all.iter_mut().zip(inverse) {
        *all = (1.0 / inverse + 8_388_608.0).to_bits().wrapping_sub(0x4B00_0000);
        most |= *all;
    }
    if most >= SURE {
        all = inverse.map(ticks);
    }
    all
}

/// The duration that has this inverse.
///
/// Durations below 2^23 have different inverses in an f32. Each inverse is off by at most 2^-24 of itself, so that its
/// own inverse is less than half a tick off.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 up to 2^23")]
pub(super) fn ticks(inverse: f32) -> u32 {
    (1.0 / f64::from(inverse) + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::{all_ticks, ticks};
    use crate::batch::{bounds::BLOCK, tween::LONGEST};

    #[test]
    fn every_duration_follows_from_its_inverse() {
        let longest = LONGEST;
        for first in (1..=longest).step_by(BLOCK) {
            let lengths: [u32; BLOCK] =
                core::array::from_fn(|lane| longest.min(first + u32::try_from(lane).unwrap()));
            let inverses = lengths.map(|length| 1.0 / length as f32);
            assert_eq!(inverses.map(ticks), lengths);
            assert_eq!(all_ticks(&inverses), lengths);
            // Therefore the progress of a live tween needs no upper limit.
            let ends =
                lengths.iter().zip(inverses).map(|(length, inverse)| *length as f32 * inverse);
            assert!(ends.into_iter().all(|end| end <= 1.0));
        }
    }
}
