//! Many samples of one track.
//!
//! What plays a clip is mostly on its way between the same two keyframes. Then the way from one to the other is
//! looked at once, and the rest are loops without a branch: shares of the way, bent, values. The
//! arithmetic is that of [`Track::sample`], so the bits are.

use alloc::vec::Vec;

use super::{Interpolation, Keyframe, Track, cubic, float, slopes};
use crate::{
    time::{Span, Time},
    value::Lerp,
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
        self.sample_all(
            times,
            #[inline(always)]
            |at| at.flicks(),
            &mut Shares::new(),
            values,
        );
    }

    /// The same at the times from each of `zeros` to `now`, which must not be longer than a span.
    pub(crate) fn sample_since(
        &self,
        zeros: &[Time],
        now: Time,
        shares: &mut Shares,
        values: &mut Vec<T>,
    ) {
        let now = now.flicks();
        self.sample_all(
            zeros,
            #[inline(always)]
            move |zero| now.wrapping_sub(zero.flicks()),
            shares,
            values,
        );
    }

    #[inline(always)]
    fn sample_all<S>(
        &self,
        all: &[S],
        at: impl Fn(&S) -> i64 + Copy,
        shares: &mut Shares,
        values: &mut Vec<T>,
    ) {
        values.reserve(all.len());
        let way = match &*self.keyframes {
            [key, next] => Way::new(key.at, next.at).map(|way| (way, key, next)),
            _ => None,
        };
        let Some((way, key, next)) = way else {
            return values.extend(all.iter().map(|one| self.sample(Span::from_flicks(at(one)))));
        };
        for some in all.chunks(CHUNK) {
            let (shares, first) = (&mut shares.0[..some.len()], values.len());
            if way.shares(some, at, shares) {
                walk(key, next, shares, values);
                continue;
            }
            // A few that are not on it, or no longer.
            let is_off = |one: &S| way.is_off(way.gone(at(one)));
            shares.iter_mut().zip(some).filter(|(_, one)| is_off(one)).for_each(|(t, _)| *t = 0.0);
            walk(key, next, shares, values);
            for (value, one) in values[first..].iter_mut().zip(some).filter(|(_, one)| is_off(one))
            {
                *value = self.sample(Span::from_flicks(at(one)));
            }
        }
    }
}

/// The time between two keyframes.
#[derive(Clone, Copy)]
struct Way {
    start: i64,
    flicks: u64,
}

impl Way {
    /// None for one of many weeks, or of no time.
    fn new(start: Span, end: Span) -> Option<Self> {
        let start = start.flicks();
        let flicks = end.flicks().abs_diff(start);
        // Nothing that lies off the way wraps round into it.
        let is_short = flicks != 0 && flicks >> 52 == 0 && start.unsigned_abs() >> 62 == 0;
        is_short.then_some(Self { start, flicks })
    }

    /// How far it has come at a time; beyond all ends where it has not begun.
    #[inline(always)]
    fn gone(self, at: i64) -> u64 {
        at.wrapping_sub(self.start).cast_unsigned()
    }

    /// The highest bit is set where it is not on the way.
    #[inline(always)]
    fn off(self, gone: u64) -> u64 {
        gone | (self.flicks - 1).wrapping_sub(gone)
    }

    fn is_off(self, gone: u64) -> bool {
        self.off(gone) >> 63 != 0
    }

    /// The shares of it at some times; whether all lie on it.
    #[inline(always)]
    fn shares<S>(self, all: &[S], at: impl Fn(&S) -> i64 + Copy, shares: &mut [f64]) -> bool {
        let length = float(self.flicks);
        let off = widest(
            #[inline(always)]
            move || {
                let mut off = 0;
                for (share, one) in shares.iter_mut().zip(all) {
                    let gone = self.gone(at(one));
                    off |= self.off(gone);
                    *share = (f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE)) / length;
                }
                off
            },
        );
        off >> 63 == 0
    }
}

/// Appends the values at `shares` of the way from `key` to `next`, all from 0 up to below 1.
fn walk<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, shares: &mut [f64], values: &mut Vec<T>) {
    match key.interpolation {
        Interpolation::Hold => values.extend(shares.iter().map(|_| key.value.clone())),
        Interpolation::Linear => key.value.lerp_each(&next.value, shares, values),
        Interpolation::Eased(easing) => {
            easing.bend_all(shares);
            key.value.lerp_each(&next.value, shares, values);
        }
        Interpolation::Hermite => {
            let slopes = slopes(key, next);
            values.extend(shares.iter().map(|t| {
                if *t == 0.0 { key.value.clone() } else { cubic(key, next, &slopes, *t) }
            }));
        }
        Interpolation::HermiteEased(easing) => {
            easing.bend_all(shares);
            let slopes = slopes(key, next);
            values.extend(shares.iter().map(|t| cubic(key, next, &slopes, *t)));
        }
    }
}
