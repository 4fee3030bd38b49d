//! The fast path to a frame, for nearly every question: while the flipbook plays, and after its end.
//!
//! One comparison finds whether the precomputed numbers are exact. The rest are products, and one table lookup for
//! frames of different durations.

use core::hash;

use super::{Flipbook, Holds, even::Even, uneven::Uneven};
use crate::time::Time;

/// Precomputed numbers for a flipbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Short {
    /// The elapsed flicks at the start.
    ahead: u64,
    /// The longest time since the start for which the path is exact and the flipbook has not ended.
    most: u64,
    /// Whether the end comes just after `most`.
    ends: bool,
    path: Path,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Path {
    Even(Even),
    Uneven(Uneven),
}

impl Short {
    /// `None` if the numbers are too large, or if the flipbook is over at its start.
    pub(super) fn new(book: &Flipbook) -> Option<Self> {
        let offset = book.offset.flicks().unsigned_abs();
        let (path, ahead, exact) = match &book.holds {
            Holds::Equal { frames, hold } => {
                let (even, skipped, exact) = Even::new(book, *frames, *hold)?;
                (Path::Even(even), offset.checked_add(skipped)?, exact)
            }
            Holds::Each { ends } => {
                (Path::Uneven(Uneven::new(book, ends)?), offset, i64::MAX.unsigned_abs())
            }
        };
        let exact = exact.checked_sub(ahead)?;
        let left = book.total().map(|total| total - 1 - i128::from(offset));
        let ends = left.is_some_and(|left| left <= exact.into());
        let most = if ends { u64::try_from(left?).ok()? } else { exact };
        Some(Self { ahead, most, ends, path })
    }

    /// `None` before the start, after the end, and for times too far apart.
    #[inline]
    pub(super) fn frame_at(&self, start: Time, now: Time) -> Option<u32> {
        // A negative time wraps to 2^63 or above.
        let since = now.flicks().checked_sub(start.flicks())?.cast_unsigned();
        (since <= self.most).then(|| self.shown(since))
    }

    /// The frame and the time of the next one. `None` too where frames have different durations, and in the last frame of
    /// all.
    #[inline]
    pub(super) fn frame_until(&self, start: Time, now: Time) -> Option<(u32, Time)> {
        let Path::Even(even) = &self.path else { return None };
        let since = now.flicks().checked_sub(start.flicks())?.cast_unsigned();
        if since > self.most {
            return None;
        }
        let (frame, rest) = even.frame_and_rest(since + self.ahead);
        if since + rest > self.most {
            return None;
        }
        let next = now.flicks().checked_add(i64::try_from(rest).ok()?)?;
        Some((frame, Time::from_flicks(next)))
    }

    /// The frame before the start or after the end; `None` if the flipbook is endless, or ends beyond `most`.
    pub(super) fn beyond(&self, start: Time, now: Time) -> Option<u32> {
        self.ends.then(|| self.shown(if now < start { 0 } else { self.most }))
    }

    #[inline]
    fn shown(&self, since: u64) -> u32 {
        match &self.path {
            Path::Even(even) => even.frame_at(since + self.ahead),
            Path::Uneven(uneven) => uneven.frame_at(since + self.ahead),
        }
    }
}

/// Follows from the flipbook, so it adds nothing to the hash.
impl hash::Hash for Short {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {}
}
