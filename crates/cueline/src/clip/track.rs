//! Tracks: the curve of one property through its keyframes.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{
    Interpolation, Keyframe, KeyframePart,
    lookup::{Lookup, MOST},
};
use crate::{
    time::{FLICKS_PER_SECOND, Span, SpanError, TickRate},
    value::{AnyEasing, Delta, Easing, Lerp},
};

/// The value of a property over time, sampled at any time in any order.
///
/// There is always a value: the first keyframe holds before its time, the last keyframe holds after its time. The cost
/// of a sample depends neither on the samples before it nor on the number of keyframes, except for very uneven times:
/// then it is a binary search.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "Vec<Keyframe<T>>",
        into = "Vec<Keyframe<T>>",
        bound(
            serialize = "T: serde::Serialize, T::Delta: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>, T::Delta: serde::Deserialize<'de>"
        )
    )
)]
pub struct Track<T: Lerp> {
    /// Never empty, sorted by time.
    keyframes: Box<[Keyframe<T>]>,
    lookup: Lookup,
}

impl<T: Lerp> Track<T> {
    /// Builds a track from keyframes sorted by time; two keyframes at one time make a jump.
    ///
    /// # Errors
    ///
    /// [`TrackError::Empty`] without keyframes; [`TrackError::KeyframeOrder`] for the first keyframe that is before its
    /// predecessor; [`TrackError::NotFinite`] for the first keyframe with a value or a tangent that is NaN or infinite;
    /// [`TrackError::TooManyKeyframes`] beyond 2^31 - 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track, TrackError}, time::Span};
    ///
    /// let ms = Span::from_millis;
    /// let fall = Track::new([Keyframe::hold(ms(0), 9.0), Keyframe::linear(ms(100), 8.0), Keyframe::linear(ms(300), 0.0)])?;
    /// assert_eq!([0, 99, 100, 200, 300, 999].map(|at| fall.sample(ms(at))), [9.0, 9.0, 8.0, 4.0, 0.0, 0.0]);
    /// assert_eq!(fall.increment(ms(100), ms(200)), -4.0);
    ///
    /// let back = Track::new([Keyframe::linear(ms(300), 0.0), Keyframe::linear(ms(100), 8.0)]);
    /// assert_eq!(back.unwrap_err().to_string(), "keyframe 1 is at 100 ms but must not come before 300 ms");
    /// # Ok::<(), TrackError>(())
    /// ```
    pub fn new(keyframes: impl IntoIterator<Item = Keyframe<T>>) -> Result<Self, TrackError> {
        let keyframes: Box<[_]> = keyframes.into_iter().collect();
        for (before, pair) in keyframes.windows(2).enumerate() {
            let (after, at) = (pair[0].at, pair[1].at);
            if at < after {
                return Err(TrackError::KeyframeOrder { index: before + 1, at, after });
            }
        }
        for (index, key) in keyframes.iter().enumerate() {
            key.check().map_err(|part| TrackError::NotFinite { index, part })?;
        }
        let times: Vec<i64> = keyframes.iter().map(|key| key.at.flicks()).collect();
        let lookup = Lookup::new(times)?;
        Ok(Self { keyframes, lookup })
    }

    /// Builds a track from `(frame, value, interpolation)`, as animation tools count. Frames may be fractions, and
    /// are rounded to the nearest flick.
    ///
    /// # Errors
    ///
    /// [`TrackError::Frame`] for the first frame that is not finite or beyond a [`Span`], and the errors of
    /// [`Track::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Interpolation, Track, TrackError}, time::{Span, TickRate}};
    ///
    /// let frames = [(0.0, 1.0, Interpolation::Linear), (7.5, 2.0, Interpolation::Linear)];
    /// let track = Track::at_frames(TickRate::HZ_30, frames)?;
    /// assert_eq!(track.duration(), Span::from_millis(250));
    ///
    /// let nowhere = Track::at_frames(TickRate::HZ_30, [(f64::NAN, 1.0, Interpolation::Hold)]);
    /// assert!(matches!(nowhere, Err(TrackError::Frame { index: 0, .. })));
    /// # Ok::<(), TrackError>(())
    /// ```
    pub fn at_frames(
        rate: TickRate,
        keyframes: impl IntoIterator<Item = (f64, T, Interpolation)>,
    ) -> Result<Self, TrackError> {
        let key = |(index, (frame, value, interpolation))| {
            let at = Span::from_frames_f64(frame, rate)
                .map_err(|error| TrackError::Frame { index, error })?;
            Ok(Keyframe::new(at, value, interpolation))
        };
        let keyframes: Vec<_> =
            keyframes.into_iter().enumerate().map(key).collect::<Result<_, _>>()?;
        Self::new(keyframes)
    }

    /// A track with a constant value: one keyframe at the start of the clip.
    ///
    /// # Errors
    ///
    /// [`TrackError::NotFinite`] if the value is NaN or infinite.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Track, time::ms};
    ///
    /// assert_eq!(Track::constant(3.0)?.sample(ms(100)), 3.0);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    pub fn constant(value: T) -> Result<Self, TrackError> {
        Self::new([Keyframe::hold(Span::ZERO, value)])
    }

    /// The value at `at`. Before the first keyframe the first value holds, after the last keyframe the last value.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.sample(ms(100)), 2.0);
    /// assert_eq!(track.sample(ms(900)), 8.0); // the last keyframe holds
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn sample(&self, at: Span) -> T {
        if let [key, next] = &*self.keyframes {
            // Most tracks have two keyframes and need no search.
            return match () {
                () if at < key.at => key.value.clone(),
                () if at >= next.at => next.value.clone(),
                () => between(key, next, at),
            };
        }
        self.search(at)
    }

    /// The value at `at`, for any number of keyframes.
    fn search(&self, at: Span) -> T {
        let Some(index) = self.lookup.last_at_or_before(at.flicks()) else {
            return self.keyframes[0].value.clone();
        };
        let key = &self.keyframes[index];
        let Some(next) = self.keyframes.get(index + 1) else { return key.value.clone() };
        between(key, next, at)
    }

    /// As [`Track::sample`], written to `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut height = 0.0;
    /// track.sample_into(ms(100), &mut height);
    /// assert_eq!(height, 2.0);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    pub fn sample_into(&self, at: Span, out: &mut T) {
        *out = self.sample(at);
    }

    /// The change from `from` to `to`: the difference of both samples, also backward.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.increment(ms(100), ms(200)), 2.0);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn increment(&self, from: Span, to: Span) -> T::Delta {
        self.sample(to).minus(&self.sample(from))
    }

    /// The time of the last keyframe; zero if that is before the start of the clip.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.duration(), ms(400));
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn duration(&self) -> Span {
        self.keyframes[self.keyframes.len() - 1].at.max(Span::ZERO)
    }

    /// The keyframes, sorted by time; never empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.keyframes()[1].value, 8.0);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn keyframes(&self) -> &[Keyframe<T>] {
        &self.keyframes
    }
}

impl<T: Lerp> TryFrom<Vec<Keyframe<T>>> for Track<T> {
    type Error = TrackError;
    fn try_from(keyframes: Vec<Keyframe<T>>) -> Result<Self, TrackError> {
        Self::new(keyframes)
    }
}

impl<T: Lerp> From<Track<T>> for Vec<Keyframe<T>> {
    fn from(track: Track<T>) -> Self {
        track.keyframes.into()
    }
}

impl<T: Lerp> PartialEq for Track<T>
where
    Keyframe<T>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.keyframes == other.keyframes // the lookup follows from the keyframes
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

/// The value at `at`, which is at or after `key` and before `next`.
#[inline]
fn between<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, at: Span) -> T {
    let t = distance(key.at, at) / distance(key.at, next.at);
    match &key.interpolation {
        Interpolation::Linear => key.value.lerp(&next.value, t),
        _ => curved(key, next, at, t),
    }
}

/// The value at `at`; `t` is the progress from `key` to `next`.
#[inline(never)] // not needed by linear keyframes
fn curved<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>, at: Span, t: f64) -> T {
    match &key.interpolation {
        Interpolation::Hold => key.value.clone(),
        Interpolation::Linear | Interpolation::Eased(AnyEasing::Easing(Easing::Linear)) => {
            key.value.lerp(&next.value, t)
        }
        // Also at the keyframe itself: an easing may begin with a jump.
        Interpolation::Eased(easing) => key.value.lerp(&next.value, easing.at(t)),
        Interpolation::Hermite if at == key.at => key.value.clone(),
        Interpolation::Hermite => cubic(key, next, &slopes(key, next), t),
        Interpolation::HermiteEased(easing) => cubic(key, next, &slopes(key, next), easing.at(t)),
    }
}

/// The flicks from `from` to `to`, which is not before `from`, as the nearest float.
#[inline]
fn distance(from: Span, to: Span) -> f64 {
    let flicks = to.flicks().wrapping_sub(from.flicks());
    // Processors convert signed integers in one instruction.
    if flicks >= 0 { flicks as f64 } else { far(flicks) }
}

/// The same for two times that are further apart than an `i64` holds.
#[cold]
fn far(flicks: i64) -> f64 {
    flicks.cast_unsigned() as f64
}

/// The slopes of the cubic at `key` and at `next`, in change per duration between them.
fn slopes<T: Lerp>(key: &Keyframe<T>, next: &Keyframe<T>) -> (T::Delta, T::Delta) {
    let span = next.at.flicks().abs_diff(key.at.flicks());
    let seconds = span as f64 / FLICKS_PER_SECOND as f64;
    (key.tangent_out.scaled(seconds), next.tangent_in.scaled(seconds))
}

/// The value at `t` on the cubic from `key` to `next`.
fn cubic<T: Lerp>(
    key: &Keyframe<T>,
    next: &Keyframe<T>,
    (leave, arrive): &(T::Delta, T::Delta),
    t: f64,
) -> T {
    key.value.hermite(leave, &next.value, arrive, t)
}

/// Why keyframes are not a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackError {
    /// There are no keyframes, so there is no value.
    Empty,
    /// A keyframe is before its predecessor.
    KeyframeOrder {
        /// Which one, from 0.
        index: usize,
        /// The time of the keyframe.
        at: Span,
        /// The time of its predecessor.
        after: Span,
    },
    /// A keyframe's value or tangent is NaN or infinite.
    NotFinite {
        /// Which one, from 0.
        index: usize,
        /// The part.
        part: KeyframePart,
    },
    /// The frame number of a keyframe is not a time.
    Frame {
        /// Which keyframe, from 0.
        index: usize,
        /// What is wrong with it.
        error: SpanError,
    },
    /// More keyframes than a track can hold.
    TooManyKeyframes {
        /// The number of keyframes; a track holds up to 2^31 - 1.
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
            Self::NotFinite { index, part } => {
                write!(f, "the {part} of keyframe {index} is NaN or infinite but must be finite")
            }
            Self::Frame { index, error } => write!(f, "the frame of keyframe {index}: {error}"),
            Self::TooManyKeyframes { count } => {
                write!(f, "{count} keyframes, but a track holds at most {MOST}")
            }
        }
    }
}

impl core::error::Error for TrackError {}

#[cfg(test)]
mod tests;
