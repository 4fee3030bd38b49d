//! Many samples of one track.
//!
//! What plays a clip is mostly on its way between the same two keyframes. Then the way from one to the other is
//! looked at once, and the rest are loops without a branch: shares of the way, bent, values. The
//! arithmetic is that of [`Track::sample`], so the bits are.

use alloc::vec::Vec;
use core::ops::Range;

use super::{
    Interpolation, Keyframe, Track, Zeros, cubic, slopes,
    way::{CHUNK, Way, bend},
};
use crate::{
    time::{Span, Time},
    value::{BLOCK, Easing, Kind, Lerp},
    wide::widest,
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
            let samples = Samples::new(Time::ZERO, &mut shares, values);
            widest(
                #[inline(always)]
                || {
                    let mut samples = samples;
                    samples.add(self, zeros, &mut bounds, 0..times.len());
                    samples.finish();
                },
            );
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

/// Samples of many tracks, a chunk at a time. To be used inside of [`widest`].
pub(crate) struct Samples<'a, T: Lerp> {
    now: Time,
    values: &'a mut [T],
    shares: &'a mut [f64; CHUNK],
    /// What is in the chunk.
    legs: Vec<Leg<'a, T>>,
    /// Where the last of the shares ends, and up to where they are bent.
    end: usize,
    bent: usize,
    /// How the others are to be.
    easing: &'a Easing,
    kind: Kind,
}

/// Samples that are on one way, or were. Its shares lie in a chunk, behind those of the leg before.
struct Leg<'a, T: Lerp> {
    track: &'a Track<T>,
    zeros: Zeros<'a>,
    /// The place of its first value.
    first: usize,
    count: usize,
    /// Whether all are on the way.
    are_on: bool,
}

impl<'a, T: Lerp> Samples<'a, T> {
    pub(crate) fn new(now: Time, Shares(shares): &'a mut Shares, values: &'a mut [T]) -> Self {
        let legs = Vec::with_capacity(CHUNK / BLOCK);
        Self {
            now,
            values,
            shares,
            legs,
            end: 0,
            bent: 0,
            easing: &Easing::Linear,
            kind: Kind::default(),
        }
    }

    /// The values of some `places` are to be those of the track at the times from `zeros` to now, which wrap round.
    ///
    /// There have to be zeros up to a whole block, and places of no more than a chunk. `bounds` are the first and the
    /// last of those zeros that count, or further apart; they are tightened where that may help.
    #[inline(always)]
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
        let are_on = way.covers(*bounds, self.now) || {
            *bounds = zeros.first(places.len()).bounds();
            way.covers(*bounds, self.now)
        };
        if self.end.next_multiple_of(BLOCK) + places.len() > CHUNK {
            self.finish();
        }
        let kind = way.easing.kind();
        if kind != self.kind || kind == Kind::ALONE {
            self.bend();
            (self.easing, self.kind) = (way.easing, kind);
        }
        let (first, count) = (places.start, places.len());
        let at = self.end.next_multiple_of(BLOCK);
        // Up to a whole block, so that there is no rest to be done one by one. The last shares of it are nobody's.
        let shares = &mut self.shares[at..][..count.next_multiple_of(BLOCK)];
        self.end = at + count;
        way.shares(zeros, self.now, shares);
        if !are_on {
            way.leave_out(zeros, self.now, &mut shares[..count]);
        }
        self.legs.push(Leg { track, zeros, first, count, are_on });
    }

    /// Bends what is not.
    #[inline(always)]
    fn bend(&mut self) {
        if self.bent < self.end {
            let whole = self.end.next_multiple_of(BLOCK);
            bend(self.easing, &mut self.shares[self.bent..whole], self.end - self.bent);
            self.bent = whole;
        }
    }

    /// Sets the values that are still to be set.
    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        self.bend();
        let mut shares = &self.shares[..];
        for Leg { track, zeros, first, count, are_on } in self.legs.drain(..) {
            let values = &mut self.values[first..][..count];
            if let [key, next] = &*track.keyframes {
                walk(key, next, &shares[..count], values);
            }
            if !are_on {
                sample_off(track, zeros, self.now, values);
            }
            shares = &shares[count.next_multiple_of(BLOCK)..];
        }
        (self.end, self.bent) = (0, 0);
    }
}

/// A few that are not on the way, or no longer.
#[inline(never)]
fn sample_off<T: Lerp>(track: &Track<T>, zeros: Zeros<'_>, now: Time, values: &mut [T]) {
    let way = Way::new(&track.keyframes);
    for (place, value) in values.iter_mut().enumerate() {
        if let Some(at) = way.off(zeros.at(place), now) {
            *value = track.sample(at);
        }
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
#[inline(always)]
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
