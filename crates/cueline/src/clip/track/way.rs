//! The way from one keyframe to the next, looked at once for many samples.

use super::{Interpolation, Keyframe, Scale, Zeros, float};
use crate::{
    time::{Span, Time},
    value::{Easing, Lerp},
    wide::widest,
};

/// So many shares at a time, so that what lies between two loops stays close by.
pub(crate) const CHUNK: usize = 256;

/// A float below 2^52 as an integer is the low bits of this and it.
const WHOLE: u64 = 0x4330_0000_0000_0000;

/// The time between two keyframes, and how it is bent.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    start: i64,
    flicks: u64,
    pub(super) easing: &'a Easing,
}

impl<'a> Way<'a> {
    /// None at all where there are not two keyframes.
    #[inline]
    pub(super) fn new<T: Lerp>(keyframes: &'a [Keyframe<T>]) -> Self {
        let [key, next] = keyframes else {
            return Self { start: 0, flicks: 0, easing: &Easing::Linear };
        };
        let start = key.at.flicks();
        let flicks = next.at.flicks().abs_diff(start);
        let easing = match &key.interpolation {
            Interpolation::Eased(easing) | Interpolation::HermiteEased(easing) => easing,
            Interpolation::Hold | Interpolation::Linear | Interpolation::Hermite => &Easing::Linear,
        };
        Self { start, flicks, easing }
    }

    /// Whether it can be looked at here: not one of many weeks, or of no time.
    #[inline]
    pub(super) fn is_short(&self) -> bool {
        // Nothing that lies off the way wraps round into it.
        self.flicks != 0 && self.flicks >> 52 == 0 && self.start.unsigned_abs() >> 62 == 0
    }

    /// Whether all from the first to the last of two zeros are on the way at `now`.
    #[inline(always)]
    pub(super) fn covers(&self, (first, last): (Time, Time), now: Time) -> bool {
        let origin = self.origin(now);
        let [most, least] = [first, last].map(|zero| origin.wrapping_sub(bits(zero)));
        // The later the zero, the less has gone; unless it wraps round between the two.
        least <= most && most < self.flicks
    }

    /// What has gone of it at `now` is this without the zero.
    #[inline(always)]
    fn origin(&self, now: Time) -> u64 {
        bits(now).wrapping_sub(self.start.cast_unsigned())
    }

    /// The shares that have gone at `now` since each of the zeros; of any number where one is not on the way.
    #[inline(always)]
    pub(super) fn shares(&self, zeros: Zeros<'_>, now: Time, shares: &mut [f64]) {
        let (origin, length) = (self.origin(now), float(self.flicks));
        let share = |gone| (f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE)) / length;
        match zeros {
            Zeros::Short(Scale { base, shift }, zeros) => {
                let origin = origin.wrapping_sub(bits(base));
                set_each(shares, zeros, |zero| {
                    share(origin.wrapping_sub(u64::from(zero) << shift))
                });
            }
            Zeros::Long(zeros) => {
                set_each(shares, zeros, |zero| share(origin.wrapping_sub(bits(zero))));
            }
        }
    }

    /// The time in the track of a sample that is not on the way; none for one that is.
    pub(super) fn off(&self, zero: Time, now: Time) -> Option<Span> {
        let gone = self.origin(now).wrapping_sub(bits(zero));
        let at = || Span::from_flicks(gone.cast_signed().wrapping_add(self.start));
        (gone >= self.flicks).then(at)
    }

    /// Sets the shares to zero where they are none.
    #[inline(never)]
    pub(super) fn leave_out(&self, zeros: Zeros<'_>, now: Time, shares: &mut [f64]) {
        for (place, share) in shares.iter_mut().enumerate() {
            if self.off(zeros.at(place), now).is_some() {
                *share = 0.0;
            }
        }
    }
}

#[inline(always)]
const fn bits(time: Time) -> u64 {
    time.flicks().cast_unsigned()
}

/// Sets each share to that of its zero, of which there are at least as many.
#[inline(always)]
fn set_each<Z: Copy>(shares: &mut [f64], zeros: &[Z], share: impl Fn(Z) -> f64) {
    let zeros = &zeros[..shares.len()];
    for (out, zero) in shares.iter_mut().zip(zeros) {
        *out = share(*zero);
    }
}

/// Bends shares of one kind, of which so many count.
#[inline(never)]
pub(super) fn bend(easing: &Easing, shares: &mut [f64], count: usize) {
    widest(
        #[inline(always)]
        move || easing.bend_all(shares, count),
    );
}
