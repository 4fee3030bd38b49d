//! Where an item is put.

use alloc::string::String;

use crate::time::{Span, Speed, SpeedError};

/// A place among what has been put before: an anchor and an offset from it.
///
/// ```
/// use cueline::{time::Span, timeline::{Position, Fraction}};
///
/// let overlap = Position::end().plus(Span::from_millis(-200));
/// let halfway = Position::previous_start().plus_of_previous(Fraction::percent(50));
/// assert_ne!(overlap, halfway);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) anchor: Anchor,
    pub(super) offset: Offset,
}

/// What an item's start is counted from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    End,
    PreviousStart,
    PreviousEnd,
    Time(Span),
    Label(String),
}

/// How far from its anchor an item starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    By(Span),
    OfPrevious(Fraction),
    OfOwn(Fraction),
}

/// An exact fraction of a duration: a quarter, a half, two thirds. May lie outside of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction(Speed);

impl Fraction {
    /// So many hundredths.
    #[must_use]
    pub const fn percent(percent: i64) -> Self {
        Self(Speed::from_percent(percent))
    }

    /// `num / den`.
    ///
    /// # Errors
    ///
    /// [`SpeedError::ZeroDenominator`].
    pub const fn new(num: i64, den: u64) -> Result<Self, SpeedError> {
        match Speed::new(num, den) {
            Ok(share) => Ok(Self(share)),
            Err(error) => Err(error),
        }
    }

    /// That fraction of a duration, to the nearest flick.
    #[must_use]
    pub const fn of(self, length: Span) -> Span {
        self.0.apply(length)
    }
}

impl Position {
    /// Where everything put so far is over, [background](super::TimelineBuilder::background) items excepted.
    #[must_use]
    pub const fn end() -> Self {
        Self::from(Anchor::End)
    }

    /// Where the item before starts.
    #[must_use]
    pub const fn previous_start() -> Self {
        Self::from(Anchor::PreviousStart)
    }

    /// Where the item before ends, whatever else still goes on.
    #[must_use]
    pub const fn previous_end() -> Self {
        Self::from(Anchor::PreviousEnd)
    }

    /// A time of the timeline.
    #[must_use]
    pub const fn time(at: Span) -> Self {
        Self::from(Anchor::Time(at))
    }

    /// A label of the same timeline that was put before.
    #[must_use]
    pub fn label(name: impl Into<String>) -> Self {
        Self::from(Anchor::Label(name.into()))
    }

    /// That much later; earlier for a span below zero. Replaces an offset given before, as all of these do.
    #[must_use]
    pub fn plus(self, offset: Span) -> Self {
        Self { offset: Offset::By(offset), ..self }
    }

    /// Later by a fraction of the duration of the item before, with all its passes.
    #[must_use]
    pub fn plus_of_previous(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfPrevious(fraction), ..self }
    }

    /// Later by a fraction of the duration of the item that is put there, with all its passes.
    #[must_use]
    pub fn plus_of_own(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfOwn(fraction), ..self }
    }

    const fn from(anchor: Anchor) -> Self {
        Self { anchor, offset: Offset::By(Span::ZERO) }
    }
}
