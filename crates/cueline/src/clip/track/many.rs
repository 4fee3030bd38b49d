//! Many samples of one track.
//!
//! What plays a clip is mostly on its way between the same two keyframes. Then the way from one to the other is
//! looked at once, and the rest are loops without a branch: shares of the way, bent, values. The
//! arithmetic is that of [`Track::sample`], so the bits are.

use alloc::vec::Vec;
use core::ops::Range;

use super::{
    Interpolation, Keyframe, Track, Zeros, cubic, slopes,
    way::{CHUNK, Leg, Way, bent_shares},
};
use crate::{
    time::{Span, Time},
    value::{BLOCK, Kind, Lerp},
};

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
            let zeros = Zeros::Long(&zeros);
            let mut bounds = zeros.first(times.len()).bounds();
            let mut samples = Samples::new(Time::ZERO, &mut shares, values);
            samples.add(self, zeros, &mut bounds, 0..times.len());
            samples.finish();
        }
    }
}

impl<T: Lerp> Track<T> {
    /// What tracks have in common that are sampled in fewer loops when they come one after the other.
    pub(crate) fn kind(&self) -> Kind {
        match &*self.keyframes {
            [Keyframe { interpolation: Interpolation::Eased(easing), .. }, _] => easing.kind(),
            _ => Kind::default(),
        }
    }
}

/// Room for shares, to be used again. Blocks of them are lines of a cache.
#[repr(align(64))]
pub(crate) struct Shares([f64; CHUNK]);

impl Shares {
    pub(crate) const fn new() -> Self {
        Self([0.0; CHUNK])
    }
}

/// Samples of many tracks, a chunk at a time.
pub(crate) struct Samples<'a, T: Lerp> {
    now: Time,
    values: &'a mut [T],
    shares: &'a mut [f64; CHUNK],
    /// What is in the chunk.
    legs: Vec<Leg<'a>>,
    /// The track of each leg, and the place of its first value.
    tracks: Vec<(&'a Track<T>, usize)>,
    /// How many shares are taken.
    taken: usize,
}

impl<'a, T: Lerp> Samples<'a, T> {
    pub(crate) fn new(now: Time, Shares(shares): &'a mut Shares, values: &'a mut [T]) -> Self {
        let most = CHUNK / BLOCK;
        let (legs, tracks) = (Vec::with_capacity(most), Vec::with_capacity(most));
        Self { now, values, shares, legs, tracks, taken: 0 }
    }

    /// The values of some `places` are to be those of the track at the times from `zeros` to now, which wrap round.
    ///
    /// There have to be zeros up to a whole block. `bounds` are the first and the last of those that count, or
    /// further apart; they are tightened where that may help.
    #[inline]
    pub(crate) fn add(
        &mut self,
        track: &'a Track<T>,
        zeros: Zeros<'a>,
        bounds: &mut (Time, Time),
        places: Range<usize>,
    ) {
        let way = Way::new(&track.keyframes);
        if !way.is_short() {
            return sample_alone(track, zeros, self.now, &mut self.values[places]);
        }
        let are_on = way.covers(*bounds, self.now)
            || way.are_on(zeros.first(places.len()), bounds, self.now);
        let (mut zeros, mut first) = (zeros, places.start);
        while first < places.end {
            let left = places.end - first;
            if self.taken + left > CHUNK && self.taken > 0 {
                self.finish();
            }
            let count = left.min(CHUNK);
            let leg = Leg::new((way, are_on), zeros, self.now, count, self.taken);
            self.taken += leg.whole();
            self.legs.push(leg);
            self.tracks.push((track, first));
            zeros = zeros.after(count);
            first += count;
        }
    }

    /// Sets the values that are still to be set.
    #[inline(never)]
    pub(crate) fn finish(&mut self) {
        bent_shares(&self.legs, self.shares);
        for (leg, (track, first)) in self.legs.iter().zip(&self.tracks) {
            let values = &mut self.values[*first..][..leg.count];
            if let [key, next] = &*track.keyframes {
                walk(key, next, &self.shares[leg.at..][..leg.count], values);
            }
            if !leg.are_on {
                // A few that are not on the way, or no longer.
                let all = values.iter_mut().enumerate();
                let off = all.filter_map(|(place, value)| Some((leg.off(place)?, value)));
                off.for_each(|(at, value)| *value = track.sample(at));
            }
        }
        self.legs.clear();
        self.tracks.clear();
        self.taken = 0;
    }
}

/// One sample after the other.
#[inline(never)]
fn sample_alone<T: Lerp>(track: &Track<T>, zeros: Zeros<'_>, now: Time, values: &mut [T]) {
    for (place, value) in values.iter_mut().enumerate() {
        let at = now.flicks().wrapping_sub(zeros.at(place).flicks());
        *value = track.sample(Span::from_flicks(at));
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
