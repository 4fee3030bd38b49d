//! The short way to a frame, which nearly every question takes: while it plays, and after its end.
//!
//! One comparison tells whether all that was prepared is exact. What is left are products, and one look into a table
//! where frames hold unequally long.

use core::hash;

use super::{Flipbook, Holds, even::Even, uneven::Uneven};
use crate::time::Time;

/// What is prepared for a flipbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Short {
    /// What counts as elapsed at the start, in flicks.
    ahead: u64,
    /// The longest time since the start for which the way is exact, and no end has come.
    most: u64,
    /// Whether its end comes just after that.
    ends: bool,
    way: Way,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    Even(Even),
    Uneven(Uneven),
}

impl Short {
    /// None where numbers are too large for it, or where it is over as it starts.
    pub(super) fn new(book: &Flipbook) -> Option<Self> {
        let offset = book.offset.flicks().unsigned_abs();
        let (way, ahead, exact) = match &book.holds {
            Holds::Equal { frames, hold } => {
                let (even, skipped, exact) = Even::new(book, *frames, *hold)?;
                (Way::Even(even), offset.checked_add(skipped)?, exact)
            }
            Holds::Each { ends } => {
                (Way::Uneven(Uneven::new(book, ends)?), offset, i64::MAX.unsigned_abs())
            }
        };
        let exact = exact.checked_sub(ahead)?;
        let left = book.total().map(|total| total - 1 - i128::from(offset));
        let ends = left.is_some_and(|left| left <= exact.into());
        let most = if ends { u64::try_from(left?).ok()? } else { exact };
        Some(Self { ahead, most, ends, way })
    }

    /// None before the start, after the end, and where times lie too far apart.
    #[inline]
    pub(super) fn frame_at(&self, start: Time, now: Time) -> Option<u32> {
        // What is below zero wraps to 2^63 or above.
        let since = now.flicks().checked_sub(start.flicks())?.cast_unsigned();
        (since <= self.most).then(|| self.shown(since))
    }

    /// Before the start of one that ends, and after its end. None where it has none, or none soon.
    pub(super) fn beyond(&self, start: Time, now: Time) -> Option<u32> {
        self.ends.then(|| self.shown(if now < start { 0 } else { self.most }))
    }

    #[inline]
    fn shown(&self, since: u64) -> u32 {
        match &self.way {
            Way::Even(even) => even.frame_at(since + self.ahead),
            Way::Uneven(uneven) => uneven.frame_at(since + self.ahead),
        }
    }
}

/// It says nothing that the flipbook does not say.
impl hash::Hash for Short {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {}
}
