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
            values,
        );
    }

    /// The same at the times `since` each of `zeros`, which must not be further away than a span holds.
    pub(crate) fn sample_since(&self, zeros: &[Time], now: Time, values: &mut Vec<T>) {
        let now = now.flicks();
        self.sample_all(
            zeros,
            #[inline(always)]
            move |zero| now.wrapping_sub(zero.flicks()),
            values,
        );
    }

    #[inline(always)]
    fn sample_all<S>(&self, all: &[S], at: impl Fn(&S) -> i64 + Copy, values: &mut Vec<T>) {
        values.reserve(all.len());
        let mut shares = [0.0; CHUNK];
        for some in all.chunks(CHUNK) {
            let shares = &mut shares[..some.len()];
            match &*self.keyframes {
                [key, next] if shares_between(key.at, next.at, some, at, shares) => {
                    walk(key, next, shares, values);
                }
                _ => {
                    let at = some.iter().map(|one| Span::from_flicks(at(one)));
                    values.extend(at.map(|at| self.sample(at)));
                }
            }
        }
    }
}

/// The shares of the way between two times, where all lie on it; else says no.
#[inline(always)]
fn shares_between<S>(
    start: Span,
    end: Span,
    all: &[S],
    at: impl Fn(&S) -> i64 + Copy,
    shares: &mut [f64],
) -> bool {
    let start = start.flicks();
    let flicks = end.flicks().abs_diff(start);
    // Long enough for a few weeks, and so that nothing below wraps round into the way.
    if flicks == 0 || flicks >> 52 != 0 || start.unsigned_abs() >> 62 != 0 {
        return false;
    }
    let length = float(flicks);
    let outside = widest(
        #[inline(always)]
        move || {
            let mut outside = 0;
            for (share, one) in shares.iter_mut().zip(all) {
                // What is below zero has its highest bit set.
                let gone = at(one).wrapping_sub(start).cast_unsigned();
                outside |= gone | (flicks - 1).wrapping_sub(gone);
                *share = (f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE)) / length;
            }
            outside
        },
    );
    outside >> 63 == 0
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
