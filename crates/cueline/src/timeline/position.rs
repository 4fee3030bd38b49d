//! The position of an item.

use alloc::string::String;

use crate::time::{Span, Speed, SpeedError};

/// A position relative to earlier items: an anchor and an offset.
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
    anchor: Anchor,
    offset: Offset,
}

/// The anchor of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    End,
    PreviousStart,
    PreviousEnd,
    Time(Span),
    Label(String),
}

/// The offset of a position from its anchor.
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
    /// `percent / 100`.
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
            Ok(fraction) => Ok(Self(fraction)),
            Err(error) => Err(error),
        }
    }

    /// This fraction of a duration, to the nearest flick.
    #[must_use]
    pub const fn of(self, length: Span) -> Span {
        self.0.apply(length)
    }
}

impl Position {
    /// The end of all earlier items, [background](super::TimelineBuilder::background) items excluded.
    #[must_use]
    pub const fn end() -> Self {
        Self::from(Anchor::End)
    }

    /// The start of the previous item.
    #[must_use]
    pub const fn previous_start() -> Self {
        Self::from(Anchor::PreviousStart)
    }

    /// The end of the previous item, even if other items still run.
    #[must_use]
    pub const fn previous_end() -> Self {
        Self::from(Anchor::PreviousEnd)
    }

    /// An absolute time of the timeline.
    #[must_use]
    pub const fn time(at: Span) -> Self {
        Self::from(Anchor::Time(at))
    }

    /// An earlier label of the same timeline.
    #[must_use]
    pub fn label(name: impl Into<String>) -> Self {
        Self::from(Anchor::Label(name.into()))
    }

    /// Moves the position later, or earlier for a span below zero. Replaces any earlier offset, as the other offset
    /// methods do.
    #[must_use]
    pub fn plus(self, offset: Span) -> Self {
        Self { offset: Offset::By(offset), ..self }
    }

    /// Moves the position later by a fraction of the duration of the previous item, with all its passes.
    #[must_use]
    pub fn plus_of_previous(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfPrevious(fraction), ..self }
    }

    /// Moves the position later by a fraction of the duration of the item itself, with all its passes.
    #[must_use]
    pub fn plus_of_own(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfOwn(fraction), ..self }
    }

    pub(super) const fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    pub(super) const fn offset(&self) -> Offset {
        self.offset
    }

    const fn from(anchor: Anchor) -> Self {
        Self { anchor, offset: Offset::By(Span::ZERO) }
    }
}
