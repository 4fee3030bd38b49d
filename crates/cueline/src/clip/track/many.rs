//! Many samples of one track.
//!
//! What plays a clip is mostly on its way between the same two keyframes. Then the way from one to the other is
//! looked at once, and the rest are loops without a branch: shares of the way, bent, values. The
//! arithmetic is that of [`Track::sample`], so the bits are.

use alloc::vec::Vec;

use super::{Interpolation, Keyframe, Track, cubic, float, slopes};
use crate::{
    time::{Span, Time},
    value::{BLOCK, Easing, Lerp},
    wide::widest,
};

/// So many at a time, so that what lies between two loops stays close by.
const CHUNK: usize = 128;

/// Room for the shares of a way, to be used again.
pub(crate) struct Shares([f64; CHUNK]);

impl Shares {
    pub(crate) const fn new() -> Self {
        Self([0.0; CHUNK])
    }
}

/// A float below 2^52 as an integer is the low bits of this and it.
const WHOLE: u64 = 0x4330_0000_0000_0000;

impl<T: Lerp> Track<T> {
    /// Appends the values at `times` to `values`, in that order: those that [`sample`](Self::sample) gives, to the
    /// bit.
    ///
    /// Costs a fraction of it for a track of two keyframes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::Span};
    ///
    /// let ms = Span::from_millis;
    /// let rise = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut values = Vec::new();
    /// rise.sample_each(&[ms(100), ms(0), ms(999)], &mut values);
    /// assert_eq!(values, [2.0, 0.0, 8.0]);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    pub fn sample_each(&self, times: &[Span], values: &mut Vec<T>) {
        let first = values.len();
        values.resize(first + times.len(), self.keyframes[0].value.clone());
        let (mut shares, mut zeros) = (Shares::new(), [Time::ZERO; CHUNK]);
        for (times, values) in times.chunks(CHUNK).zip(values[first..].chunks_mut(CHUNK)) {
            for (zero, at) in zeros.iter_mut().zip(times) {
                *zero = Time::from_flicks(at.flicks().wrapping_neg());
            }
            let mut bounds = bounds(&zeros[..times.len()]);
            self.sample_since(&zeros, &mut bounds, Time::ZERO, &mut shares, values);
        }
    }

    /// Sets each of `values` to that at the time from its one of `zeros` to `now`, which wraps round.
    ///
    /// There have to be zeros up to a whole block. `bounds` are the first and the last of those that count, or
    /// further apart; they are tightened where that may help.
    #[inline]
    pub(crate) fn sample_since(
        &self,
        zeros: &[Time],
        bounds: &mut (Time, Time),
        now: Time,
        shares: &mut Shares,
        values: &mut [T],
    ) {
        let [key, next] = &*self.keyframes else {
            return self.sample_alone(zeros, now, values, |_| true);
        };
        let Some(way) = Way::new(key, next) else {
            return self.sample_alone(zeros, now, values, |_| true);
        };
        let are_on = way.covers(*bounds, now) || way.are_on(&zeros[..values.len()], bounds, now);
        let (mut zeros, mut values) = (zeros, values);
        while !values.is_empty() {
            let some;
            (some, values) = values.split_at_mut(values.len().min(CHUNK));
            way.shares(zeros, some.len(), are_on, now, shares);
            walk(key, next, &shares.0[..some.len()], some);
            if !are_on {
                self.sample_alone(zeros, now, some, |zero| way.is_off(zero, now));
            }
            zeros = &zeros[some.len()..];
        }
    }

    /// The same for those whose zeros are such, one after the other.
    #[inline(never)]
    fn sample_alone(
        &self,
        zeros: &[Time],
        now: Time,
        values: &mut [T],
        is_such: impl Fn(Time) -> bool,
    ) {
        for (value, zero) in values.iter_mut().zip(zeros).filter(|(_, zero)| is_such(**zero)) {
            *value = self.sample(Span::from_flicks(now.flicks().wrapping_sub(zero.flicks())));
        }
    }
}

/// The first and the last of some times.
pub(crate) fn bounds(times: &[Time]) -> (Time, Time) {
    times
        .iter()
        .fold((Time::MAX, Time::MIN), |(first, last), time| (first.min(*time), last.max(*time)))
}

/// The time between two keyframes, and how it is bent.
struct Way<'a> {
    start: i64,
    flicks: u64,
    easing: Option<&'a Easing>,
}

impl<'a> Way<'a> {
    /// None for one of many weeks, or of no time.
    #[inline]
    fn new<T: Lerp>(key: &'a Keyframe<T>, next: &Keyframe<T>) -> Option<Self> {
        let start = key.at.flicks();
        let flicks = next.at.flicks().abs_diff(start);
        let easing = match &key.interpolation {
            Interpolation::Eased(easing) | Interpolation::HermiteEased(easing) => Some(easing),
            Interpolation::Hold | Interpolation::Linear | Interpolation::Hermite => None,
        };
        // Nothing that lies off the way wraps round into it.
        let is_short = flicks != 0 && flicks >> 52 == 0 && start.unsigned_abs() >> 62 == 0;
        is_short.then_some(Self { start, flicks, easing })
    }

    /// How far it has come at `now`; beyond all ends where it has not begun.
    #[inline(always)]
    fn gone(&self, zero: Time, now: Time) -> u64 {
        now.flicks().wrapping_sub(zero.flicks()).wrapping_sub(self.start).cast_unsigned()
    }

    #[inline(always)]
    fn is_off(&self, zero: Time, now: Time) -> bool {
        self.gone(zero, now) >= self.flicks
    }

    /// Whether all from the first to the last of two zeros are on the way.
    #[inline]
    fn covers(&self, (first, last): (Time, Time), now: Time) -> bool {
        // What has gone is all the less, the later its zero, unless it wraps round between the two.
        let (most, least) = (self.gone(first, now), self.gone(last, now));
        least <= most && most < self.flicks
    }

    /// Whether all zeros are, looking at each of them; `bounds` are theirs from then on.
    #[inline(never)]
    fn are_on(&self, zeros: &[Time], bounds: &mut (Time, Time), now: Time) -> bool {
        *bounds = self::bounds(zeros);
        self.covers(*bounds, now)
    }

    /// The bent shares of it for `count` rows, at most a chunk; zero is bent for those that are not on the way.
    #[inline(never)]
    fn shares(
        &self,
        rows: &[Time],
        count: usize,
        are_on: bool,
        now: Time,
        Shares(shares): &mut Shares,
    ) {
        widest(
            #[inline(always)]
            move || {
                // Whole blocks leave no rest to be done one by one. The last shares of it are nobody's.
                let whole = rows.len().min(CHUNK).min(count.div_ceil(BLOCK) * BLOCK);
                let origin = now.flicks().wrapping_sub(self.start);
                let length = float(self.flicks);
                for (share, zero) in shares[..whole].iter_mut().zip(&rows[..whole]) {
                    let gone = origin.wrapping_sub(zero.flicks()).cast_unsigned();
                    *share = (f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE)) / length;
                }
                if !are_on {
                    let off =
                        shares.iter_mut().zip(rows).filter(|(_, zero)| self.is_off(**zero, now));
                    off.for_each(|(share, _)| *share = 0.0);
                }
                if let Some(easing) = self.easing {
                    easing.bend_all(&mut shares[..whole], count);
                }
            },
        );
    }
}

/// Sets values to those at bent `shares` of the way from `key` to `next`.
#[inline]
fn walk<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, shares: &[f64], values: &mut [T]) {
    let all = values.iter_mut().zip(shares);
    match key.interpolation {
        Interpolation::Hold => values.fill(key.value.clone()),
        Interpolation::Linear | Interpolation::Eased(_) => {
            key.value.lerp_each(&next.value, shares, values);
        }
        Interpolation::Hermite => {
            let slopes = slopes(key, next);
            all.for_each(|(value, t)| {
                *value = if *t == 0.0 { key.value.clone() } else { cubic(key, next, &slopes, *t) };
            });
        }
        Interpolation::HermiteEased(_) => {
            let slopes = slopes(key, next);
            all.for_each(|(value, t)| *value = cubic(key, next, &slopes, *t));
        }
    }
}
