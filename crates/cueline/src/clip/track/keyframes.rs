//! The keyframes of a track, put together again from their columns.

use core::{fmt, iter::FusedIterator, ops::Range};

use super::{Keyframe, Track};
use crate::value::Lerp;

/// The keyframes of a [`Track`], by value and sorted by time; made by [`Track::keyframes`].
///
/// Any of them is found in constant time: by [`nth`](Iterator::nth) from the start, by
/// [`nth_back`](DoubleEndedIterator::nth_back) from the end.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{Keyframe, Track}, time::ms};
///
/// let track = Track::new([0, 100, 300].map(|at| Keyframe::linear(ms(at), at as f64)))?;
/// let mut keys = track.keyframes();
/// assert_eq!(keys.next_back(), Some(Keyframe::linear(ms(300), 300.0)));
/// assert_eq!(keys.len(), 2); // those that are left
/// # Ok::<(), cueline::clip::ContentError>(())
/// ```
pub struct Keyframes<'a, T: Lerp> {
    track: &'a Track<T>,
    /// Those that are left.
    left: Range<usize>,
}

impl<'a, T: Lerp> Keyframes<'a, T> {
    pub(super) fn new(track: &'a Track<T>) -> Self {
        Self { track, left: 0..track.values.len() }
    }

    fn get(&self, index: usize) -> Keyframe<T> {
        let (at, value) = (self.track.times()[index], self.track.values[index].clone());
        let is_last = index + 1 == self.track.values.len();
        let (interpolation, tangent_in, tangent_out) = self.track.shape.get(index, is_last);
        Keyframe { at, value, interpolation, tangent_in, tangent_out }
    }
}

impl<T: Lerp> Iterator for Keyframes<'_, T> {
    type Item = Keyframe<T>;

    fn next(&mut self) -> Option<Keyframe<T>> {
        self.left.next().map(|index| self.get(index))
    }

    fn nth(&mut self, n: usize) -> Option<Keyframe<T>> {
        self.left.nth(n).map(|index| self.get(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn count(self) -> usize {
        self.left.len()
    }

    fn last(mut self) -> Option<Keyframe<T>> {
        self.next_back()
    }
}

impl<T: Lerp> DoubleEndedIterator for Keyframes<'_, T> {
    fn next_back(&mut self) -> Option<Keyframe<T>> {
        self.left.next_back().map(|index| self.get(index))
    }

    fn nth_back(&mut self, n: usize) -> Option<Keyframe<T>> {
        self.left.nth_back(n).map(|index| self.get(index))
    }
}

impl<T: Lerp> ExactSizeIterator for Keyframes<'_, T> {}

impl<T: Lerp> FusedIterator for Keyframes<'_, T> {}

impl<T: Lerp> Clone for Keyframes<'_, T> {
    fn clone(&self) -> Self {
        Self { track: self.track, left: self.left.clone() }
    }
}

impl<T: Lerp> fmt::Debug for Keyframes<'_, T>
where
    Keyframe<T>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
