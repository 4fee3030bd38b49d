//! Tracks: the curve of one property through its keyframes.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{ContentError, Interpolation, Keyframe, lookup::Lookup};
use crate::{
    time::{FLICKS_PER_SECOND, Span, TickRate},
    value::{AnyEasing, Delta, Lerp},
};

mod keyframes;
mod shape;

pub use keyframes::Keyframes;
use shape::{Mixed, Shape};

/// The value of a property over time, sampled at any time in any order.
///
/// There is always a value: the first keyframe holds before its time, the last keyframe holds after its time. The cost
/// of a sample depends neither on the samples before it nor on the number of keyframes, except for very uneven times:
/// then it is a binary search.
///
/// A track stores times, values and all other data of its keyframes in separate arrays. So a keyframe of a
/// [`Vec3`](crate::value::Vec3) takes 24 bytes: 8 for its time, 12 for its value, and at most 4 for the lookup. If the
/// interpolations of a track differ, each keyframe takes 1 byte more (4 bytes with more than 256 different
/// interpolations), and each different interpolation takes 56 bytes. An interpolation is stored again if more than 16
/// others were used since its last use. Tangents take two differences for each keyframe.
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
    /// The times; never empty.
    lookup: Lookup,
    /// One for each time.
    values: Box<[T]>,
    shape: Shape<T::Delta>,
}

impl<T: Lerp> Track<T> {
    /// Builds a track from keyframes sorted by time; two keyframes at one time make a jump.
    ///
    /// # Errors
    ///
    /// [`ContentError::NoKeyframes`] without keyframes; [`ContentError::KeyframeOrder`] for the first keyframe that is before its
    /// predecessor; [`ContentError::NotFinite`] for the first keyframe with a value or a tangent that is NaN or infinite;
    /// [`ContentError::TooManyKeyframes`] beyond 2^31 - 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track, ContentError}, time::Span};
    ///
    /// let ms = Span::from_millis;
    /// let fall = Track::new([Keyframe::hold(ms(0), 9.0), Keyframe::linear(ms(100), 8.0), Keyframe::linear(ms(300), 0.0)])?;
    /// assert_eq!([0, 99, 100, 200, 300, 999].map(|at| fall.sample(ms(at))), [9.0, 9.0, 8.0, 4.0, 0.0, 0.0]);
    /// assert_eq!(fall.increment(ms(100), ms(200)), -4.0);
    ///
    /// let back = Track::new([Keyframe::linear(ms(300), 0.0), Keyframe::linear(ms(100), 8.0)]);
    /// assert_eq!(back.unwrap_err().to_string(), "keyframe 1 is at 100 ms but must not come before 300 ms");
    /// # Ok::<(), ContentError>(())
    /// ```
    pub fn new(keyframes: impl IntoIterator<Item = Keyframe<T>>) -> Result<Self, ContentError> {
        let keyframes = keyframes.into_iter();
        let count = keyframes.size_hint().0;
        let mut times = Vec::with_capacity(count);
        let mut values = Vec::with_capacity(count);
        let mut interpolations = Vec::with_capacity(count);
        let mut tangents = Vec::with_capacity(count);
        let mut finite = Ok(());
        for key in keyframes {
            if let (Ok(()), Err(part)) = (&finite, key.check()) {
                finite = Err(ContentError::NotFinite { index: times.len(), part });
            }
            times.push(key.at);
            values.push(key.value);
            interpolations.push(key.interpolation);
            tangents.push([key.tangent_in, key.tangent_out]);
        }
        check_order(&times)?;
        finite?;
        let count = times.len();
        if count == 0 {
            return Err(ContentError::NoKeyframes);
        }
        let lookup = Lookup::new(times).ok_or(ContentError::TooManyKeyframes { count })?;
        let shape = Shape::new(&interpolations, tangents);
        Ok(Self { lookup, values: values.into(), shape })
    }

    /// Builds a track from `(frame, value, interpolation)`, as animation tools count. Frames may be fractions, and
    /// are rounded to the nearest flick.
    ///
    /// # Errors
    ///
    /// [`ContentError::FrameNumber`] for the first frame that is not finite or beyond a [`Span`], and the errors of
    /// [`Track::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Interpolation, Track, ContentError}, time::{Span, TickRate}};
    ///
    /// let frames = [(0.0, 1.0, Interpolation::Linear), (7.5, 2.0, Interpolation::Linear)];
    /// let track = Track::at_frames(TickRate::HZ_30, frames)?;
    /// assert_eq!(track.duration(), Span::from_millis(250));
    ///
    /// let nowhere = Track::at_frames(TickRate::HZ_30, [(f64::NAN, 1.0, Interpolation::Hold)]);
    /// assert!(matches!(nowhere, Err(ContentError::FrameNumber { index: 0, .. })));
    /// # Ok::<(), ContentError>(())
    /// ```
    pub fn at_frames(
        rate: TickRate,
        keyframes: impl IntoIterator<Item = (f64, T, Interpolation)>,
    ) -> Result<Self, ContentError> {
        let key = |(index, (frame, value, interpolation))| {
            let at = Span::from_frames_f64(frame, rate)
                .map_err(|error| ContentError::FrameNumber { index, error })?;
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
    /// [`ContentError::NotFinite`] if the value is NaN or infinite.
    pub fn constant(value: T) -> Result<Self, ContentError> {
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
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    #[inline] // a loop over the items of a player then keeps more in registers
    pub fn sample(&self, at: Span) -> T {
        if let ([from, to], [value, next]) = (self.times(), &*self.values) {
            // Most tracks have two keyframes and need no search.
            return match () {
                () if at < *from => value.clone(),
                () if at >= *to => next.clone(),
                () => self.between(0, (value, next), distance(*from, at) / distance(*from, *to)),
            };
        }
        self.search(at)
    }

    /// The value at `at`, for any number of keyframes.
    #[inline(never)] // so that two keyframes need few registers
    fn search(&self, at: Span) -> T {
        let index = self.lookup.last_at_or_before(at.flicks()).unwrap_or(0);
        match (&self.times()[index..], &self.values[index..]) {
            ([from, to, ..], [value, next, ..]) if at >= *from => {
                self.between(index, (value, next), distance(*from, at) / distance(*from, *to))
            }
            _ => self.values[index].clone(),
        }
    }

    /// The value between the keyframe of that index and the next one; `t` is the progress, from 0.
    #[inline]
    fn between(&self, index: usize, (key, next): (&T, &T), t: f64) -> T {
        match &self.shape {
            Shape::Linear(_) => key.lerp(next, t),
            Shape::Hold(_) => key.clone(),
            Shape::Curved(mixed) => self.curved(mixed, index, (key, next), t),
        }
    }

    /// The value after the keyframe of that index with the value `key` and before the next one; `t` is the progress.
    #[inline(never)] // not needed by linear keyframes
    fn curved(&self, mixed: &Mixed<T::Delta>, index: usize, (key, next): (&T, &T), t: f64) -> T {
        match mixed.table.leaving(index) {
            // Also at the keyframe itself: an easing may begin with a jump.
            Interpolation::Eased(AnyEasing::Easing(easing)) => key.lerp(next, easing.eval(t)),
            rare => self.curved_rarely(rare, mixed, index, t),
        }
    }

    /// The same for an interpolation that is not an easing.
    #[inline(never)]
    fn curved_rarely(
        &self,
        interpolation: &Interpolation,
        mixed: &Mixed<T::Delta>,
        index: usize,
        t: f64,
    ) -> T {
        let eased = |t| self.values[index].lerp(&self.values[index + 1], t);
        match interpolation {
            Interpolation::Hold => self.values[index].clone(),
            Interpolation::Linear => eased(t),
            Interpolation::Eased(easing) => eased(easing.at(t)),
            Interpolation::Hermite if t == 0.0 => self.values[index].clone(),
            Interpolation::Hermite => self.cubic(mixed, index, t),
            Interpolation::HermiteEased(easing) => self.cubic(mixed, index, easing.at(t)),
        }
    }

    /// The value at `t` on the cubic from the keyframe of that index to the next.
    fn cubic(&self, mixed: &Mixed<T::Delta>, index: usize, t: f64) -> T {
        let times = self.times();
        let span = times[index + 1].flicks().abs_diff(times[index].flicks());
        let seconds = span as f64 / FLICKS_PER_SECOND as f64;
        // The slopes at both ends, in change per duration between them.
        let leave = mixed.tangent(index, 1).scaled(seconds);
        let arrive = mixed.tangent(index + 1, 0).scaled(seconds);
        self.values[index].hermite(&leave, &self.values[index + 1], &arrive, t)
    }

    /// The change from `from` to `to`: the difference of both samples, also backward.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{Keyframe, Track}, time::ms};
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.increment(ms(100), ms(200)), 2.0);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn increment(&self, from: Span, to: Span) -> T::Delta {
        self.sample(to).minus(&self.sample(from))
    }

    /// The time of the last keyframe; zero if that is before the start of the clip.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.times()[self.values.len() - 1].max(Span::ZERO)
    }

    /// The keyframes by value, sorted by time; never empty.
    #[must_use]
    pub fn keyframes(&self) -> Keyframes<'_, T> {
        Keyframes::new(self)
    }

    /// The times of the keyframes, sorted; never empty.
    #[must_use]
    #[inline]
    pub fn times(&self) -> &[Span] {
        self.lookup.times()
    }

    /// The values of the keyframes, one for each of the [`times`](Self::times).
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

impl<T: Lerp> TryFrom<Vec<Keyframe<T>>> for Track<T> {
    type Error = ContentError;
    fn try_from(keyframes: Vec<Keyframe<T>>) -> Result<Self, ContentError> {
        Self::new(keyframes)
    }
}

impl<T: Lerp> From<Track<T>> for Vec<Keyframe<T>> {
    fn from(track: Track<T>) -> Self {
        track.keyframes().collect()
    }
}

impl<T: Lerp> PartialEq for Track<T>
where
    Keyframe<T>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.keyframes().eq(other.keyframes()) // the lookup follows from the keyframes
    }
}

impl<T: Lerp> fmt::Debug for Track<T>
where
    Keyframe<T>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Track").field(&self.keyframes()).finish()
    }
}

fn check_order(times: &[Span]) -> Result<(), ContentError> {
    for (before, pair) in times.windows(2).enumerate() {
        let (after, at) = (pair[0], pair[1]);
        if at < after {
            return Err(ContentError::KeyframeOrder { index: before + 1, at, after });
        }
    }
    Ok(())
}

/// The flicks from `from` to `to`, which is not before `from`, as the nearest float.
#[inline]
fn distance(from: Span, to: Span) -> f64 {
    // Two times can be further apart than an `i64` holds. To convert a signed integer takes one instruction on most
    // processors, but one that waits for what its register held before: for the value of the last sample.
    to.flicks().wrapping_sub(from.flicks()).cast_unsigned() as f64
}

#[cfg(test)]
mod tests;
