//! The curve of one property: keyframes in, a value at any time out.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{Interpolation, Keyframe, lookup::Lookup};
use crate::{
    time::{FLICKS_PER_SECOND, Span},
    value::{Delta, Lerp},
};

/// A property's curve over time, sampled at any time in any order.
#[derive(Clone)]
pub struct Track<T: Lerp> {
    /// Never empty, sorted by time.
    keyframes: Box<[Keyframe<T>]>,
    lookup: Lookup,
}

impl<T: Lerp> Track<T> {
    /// Builds a track from keyframes sorted by time; several at one time make a jump.
    ///
    /// # Errors
    ///
    /// [`TrackError::Empty`] without any keyframe; [`TrackError::KeyframeOrder`] for the first one
    /// that lies before its predecessor; [`TrackError::TooManyKeyframes`] beyond `u32::MAX`.
    pub fn new(keyframes: impl IntoIterator<Item = Keyframe<T>>) -> Result<Self, TrackError> {
        let keyframes: Box<[_]> = keyframes.into_iter().collect();
        for (before, pair) in keyframes.windows(2).enumerate() {
            let (after, at) = (pair[0].at, pair[1].at);
            if at < after {
                return Err(TrackError::KeyframeOrder { index: before + 1, at, after });
            }
        }
        let times: Vec<i64> = keyframes.iter().map(|key| key.at.flicks()).collect();
        let lookup = Lookup::new(times)?;
        Ok(Self { keyframes, lookup })
    }

    /// A track that always has the same value: one keyframe at the clip's start.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "one keyframe is neither none nor out of order")]
    pub fn constant(value: T) -> Self {
        Self::new([Keyframe::hold(Span::ZERO, value)]).expect("one keyframe is in order")
    }

    /// The value at `at`; before the first keyframe that one's value, from the last one on that one's.
    #[must_use]
    pub fn sample(&self, at: Span) -> T {
        let Some(index) = self.lookup.last_at_or_before(at.flicks()) else {
            return self.keyframes[0].value.clone();
        };
        let key = &self.keyframes[index];
        let Some(next) = self.keyframes.get(index + 1) else { return key.value.clone() };
        between(key, next, at)
    }

    /// As [`Track::sample`], into a value that is already there.
    pub fn sample_into(&self, at: Span, out: &mut T) {
        *out = self.sample(at);
    }

    /// What the track adds from `from` to `to`: the difference of the two samples, also backwards.
    #[must_use]
    pub fn increment(&self, from: Span, to: Span) -> T::Delta {
        self.sample(to).minus(&self.sample(from))
    }

    /// From the clip's start to the last keyframe; zero where that one lies before the start.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.keyframes[self.keyframes.len() - 1].at.max(Span::ZERO)
    }

    /// The keyframes, sorted by time; never empty.
    #[must_use]
    pub fn keyframes(&self) -> &[Keyframe<T>] {
        &self.keyframes
    }
}

impl<T: Lerp> PartialEq for Track<T>
where
    Keyframe<T>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.keyframes == other.keyframes // the rest follows from them
    }
}

impl<T: Lerp> fmt::Debug for Track<T>
where
    Keyframe<T>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Track").field(&self.keyframes).finish()
    }
}

/// The value at `at`, which lies from `key` (included) to `next` (excluded).
fn between<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, at: Span) -> T {
    if at == key.at {
        return key.value.clone();
    }
    // Widened: two keyframes can lie further apart than an i64 holds.
    let span = i128::from(next.at.flicks()) - i128::from(key.at.flicks());
    let elapsed = i128::from(at.flicks()) - i128::from(key.at.flicks());
    let t = elapsed as f64 / span as f64; // `span` > `elapsed` > 0
    match key.interpolation {
        Interpolation::Hold => key.value.clone(),
        Interpolation::Linear => key.value.lerp(&next.value, t),
        Interpolation::Hermite => hermite(key, next, t, span as f64 / FLICKS_PER_SECOND as f64),
    }
}

/// The cubic Hermite curve in the usual basis, as differences from `key`; `seconds` is its length.
fn hermite<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, t: f64, seconds: f64) -> T {
    let rise = t * t * (3.0 - 2.0 * t);
    let leave = t * (1.0 - t) * (1.0 - t) * seconds;
    let arrive = t * t * (t - 1.0) * seconds;
    let way = next.value.minus(&key.value).scaled(rise);
    let way = way.and(&key.tangent_out.scaled(leave)).and(&next.tangent_in.scaled(arrive));
    key.value.plus(&way)
}

/// Why keyframes are not a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackError {
    /// There is no keyframe, so there is no value to show.
    Empty,
    /// A keyframe lies before its predecessor.
    KeyframeOrder {
        /// Which one, from 0.
        index: usize,
        /// Where it is.
        at: Span,
        /// Where the one before it is.
        after: Span,
    },
    /// More keyframes than a track can hold.
    TooManyKeyframes {
        /// How many there are; a track holds up to `u32::MAX`.
        count: usize,
    },
}

impl fmt::Display for TrackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a track needs at least one keyframe"),
            Self::KeyframeOrder { index, at, after } => {
                write!(f, "keyframe {index} is at {at} but must not come before {after}")
            }
            Self::TooManyKeyframes { count } => {
                write!(f, "{count} keyframes, but a track holds at most {}", u32::MAX)
            }
        }
    }
}

impl core::error::Error for TrackError {}

#[cfg(test)]
mod tests;
