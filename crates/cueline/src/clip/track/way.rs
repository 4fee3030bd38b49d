//! The way from one keyframe to the next, looked at once for many samples.

use super::{Interpolation, Keyframe, Scale, Zeros, float};
use crate::{
    time::{Span, Time},
    value::{BLOCK, Easing, Kind, Lerp},
    wide::widest,
};

/// So many shares at a time, so that what lies between two loops stays close by.
pub(super) const CHUNK: usize = 256;

/// A float below 2^52 as an integer is the low bits of this and it.
const WHOLE: u64 = 0x4330_0000_0000_0000;

/// The time between two keyframes, and how it is bent.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    start: i64,
    flicks: u64,
    easing: &'a Easing,
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
    #[inline]
    pub(super) fn covers(&self, (first, last): (Time, Time), now: Time) -> bool {
        let origin = self.origin(now);
        let [most, least] = [first, last].map(|zero| origin.wrapping_sub(bits(zero)));
        // The later the zero, the less has gone; unless it wraps round between the two.
        least <= most && most < self.flicks
    }

    /// Whether all zeros are, looking at each of them; `bounds` are theirs from then on.
    #[inline(never)]
    pub(super) fn are_on(&self, zeros: Zeros<'_>, bounds: &mut (Time, Time), now: Time) -> bool {
        *bounds = zeros.bounds();
        self.covers(*bounds, now)
    }

    /// What has gone of it at `now` is this without the zero.
    #[inline(always)]
    fn origin(&self, now: Time) -> u64 {
        bits(now).wrapping_sub(self.start.cast_unsigned())
    }
}

#[inline(always)]
const fn bits(time: Time) -> u64 {
    time.flicks().cast_unsigned()
}

/// Samples that are on one way, or were. All numbers, which are put down fast.
pub(super) struct Leg<'a> {
    way: Way<'a>,
    /// What has gone is the difference of this and a zero, in short or long.
    origin: u64,
    shift: u32,
    /// One for each sample, and any others up to a whole block; or none.
    shorts: &'a [u32],
    longs: &'a [Time],
    pub(super) count: usize,
    /// The place of its first share.
    pub(super) at: usize,
    /// Whether all are on the way.
    pub(super) are_on: bool,
}

impl<'a> Leg<'a> {
    /// So many samples, the first of which has the share at a place.
    #[inline(always)]
    pub(super) fn new(
        (way, are_on): (Way<'a>, bool),
        zeros: Zeros<'a>,
        now: Time,
        count: usize,
        at: usize,
    ) -> Self {
        let origin = way.origin(now);
        let (origin, shift, shorts, longs): (_, _, &[u32], &[Time]) = match zeros {
            Zeros::Short(Scale { base, shift }, shorts) => {
                (origin.wrapping_sub(bits(base)), shift, shorts, &[])
            }
            Zeros::Long(longs) => (origin, 0, &[], longs),
        };
        Self { way, origin, shift, shorts, longs, count, at, are_on }
    }

    /// Up to a whole block, so that there is no rest to be done one by one. The last shares of it are nobody's.
    #[inline(always)]
    pub(super) fn whole(&self) -> usize {
        self.count.next_multiple_of(BLOCK)
    }

    fn kind(&self) -> Kind {
        self.way.easing.kind()
    }

    /// The time in the track of a sample that is not on the way; none for one that is.
    pub(super) fn off(&self, place: usize) -> Option<Span> {
        let zero = match self.longs.get(place) {
            Some(long) => bits(*long),
            None => u64::from(self.shorts[place]) << self.shift,
        };
        let gone = self.origin.wrapping_sub(zero);
        let at = || Span::from_flicks(gone.cast_signed().wrapping_add(self.way.start));
        (gone >= self.way.flicks).then(at)
    }

    /// The shares that have gone; of any number where one is not on the way.
    #[inline(always)]
    fn shares(&self, shares: &mut [f64]) {
        let length = float(self.way.flicks);
        let share = |gone| (f64::from_bits(gone | WHOLE) - f64::from_bits(WHOLE)) / length;
        let (origin, shift) = (self.origin, self.shift);
        if self.longs.is_empty() {
            for (out, zero) in shares.iter_mut().zip(self.shorts) {
                *out = share(origin.wrapping_sub(u64::from(*zero) << shift));
            }
        } else {
            for (out, zero) in shares.iter_mut().zip(self.longs) {
                *out = share(origin.wrapping_sub(bits(*zero)));
            }
        }
    }

    /// Sets the shares to zero where they are none.
    #[inline(never)]
    fn leave_out(&self, shares: &mut [f64]) {
        for (place, share) in shares.iter_mut().take(self.count).enumerate() {
            if self.off(place).is_some() {
                *share = 0.0;
            }
        }
    }
}

/// The bent shares of all legs; zero is bent for samples that are not on the way.
#[inline(never)]
pub(super) fn bent_shares(legs: &[Leg<'_>], shares: &mut [f64; CHUNK]) {
    widest(
        #[inline(always)]
        move || {
            for leg in legs {
                let shares = &mut shares[leg.at..][..leg.whole()];
                leg.shares(shares);
                if !leg.are_on {
                    leg.leave_out(shares);
                }
            }
            // A second loop: it waits less for results when all that it needs is there.
            let mut legs = legs;
            while let Some((leg, mut rest)) = legs.split_first() {
                let (kind, mut end, mut count) = (leg.kind(), leg.at + leg.whole(), leg.count);
                while kind != Kind::ALONE
                    && let Some((next, others)) = rest.split_first()
                    && next.kind() == kind
                {
                    (end, count) = (next.at + next.whole(), end - leg.at + next.count);
                    rest = others;
                }
                leg.way.easing.bend_all(&mut shares[leg.at..end], count);
                legs = rest;
            }
        },
    );
}
