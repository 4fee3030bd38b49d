//! Many samples of one track.
//!
//! What plays a clip is mostly on its way between the same two keyframes. Then the way from one to the other is
//! looked at once, and the rest are loops without a branch: shares of the way, bent, values. The
//! arithmetic is that of [`Track::sample`], so the bits are.

use alloc::vec::Vec;

use super::{Interpolation, Keyframe, Track, cubic, float, slopes};
use crate::{time::Span, value::Lerp};

/// So many at a time, so that what lies between two loops stays close by.
const CHUNK: usize = 64;

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
        values.reserve(times.len());
        let mut shares = [0.0; CHUNK];
        for times in times.chunks(CHUNK) {
            let shares = &mut shares[..times.len()];
            match &*self.keyframes {
                [key, next] if shares_between(key, next, times, shares) => {
                    walk(key, next, shares, values);
                }
                _ => values.extend(times.iter().map(|at| self.sample(*at))),
            }
        }
    }
}

/// The shares of the way from `key` to `next`, where all times lie on it; else says no.
fn shares_between<T: Lerp>(
    key: &Keyframe<T>,
    next: &Keyframe<T>,
    times: &[Span],
    shares: &mut [f64],
) -> bool {
    let start = key.at.flicks();
    let length = float(next.at.flicks().abs_diff(start));
    let (mut bits, mut most) = (0, 0.0);
    for (share, at) in shares.iter_mut().zip(times) {
        // One before the start has a high bit, as the start is not near the end of all numbers.
        let gone = at.flicks().wrapping_sub(start).cast_unsigned();
        bits |= gone;
        *share = f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE);
        most = if *share > most { *share } else { most };
    }
    if start.unsigned_abs() >> 62 != 0 || bits >> 52 != 0 || most >= length {
        return false;
    }
    shares.iter_mut().for_each(|share| *share /= length);
    true
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
