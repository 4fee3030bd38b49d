//! The position of an item.

use alloc::string::String;

use crate::time::{Span, Speed, TimeError};

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    pub(super) anchor: Anchor,
    pub(super) offset: Offset,
}

/// The anchor of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Anchor {
    End,
    PreviousStart,
    PreviousEnd,
    Time(Span),
    Label(String),
}

/// The offset of a position from its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Offset {
    By(Span),
    OfPrevious(Fraction),
    OfOwn(Fraction),
}

/// An exact fraction of a duration: a quarter, a half, two thirds. May lie outside of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fraction(Speed);

impl Fraction {
    /// `percent / 100`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::Fraction};
    ///
    /// assert_eq!(Fraction::percent(150).of(ms(400)), ms(600));
    /// ```
    #[must_use]
    pub const fn percent(percent: i64) -> Self {
        Self(Speed::from_percent(percent))
    }

    /// `num / den`.
    ///
    /// # Errors
    ///
    /// [`TimeError::ZeroDenominator`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::Fraction};
    ///
    /// assert_eq!(Fraction::new(2, 3)?.of(ms(600)), ms(400));
    /// assert!(Fraction::new(2, 0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(num: i64, den: u64) -> Result<Self, TimeError> {
        match Speed::new(num, den) {
            Ok(fraction) => Ok(Self(fraction)),
            Err(error) => Err(error),
        }
    }

    /// This fraction of a duration, to the nearest flick.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::Fraction};
    ///
    /// assert_eq!(Fraction::percent(-25).of(ms(400)), ms(-100));
    /// ```
    #[must_use]
    pub const fn of(self, length: Span) -> Span {
        self.0.apply(length)
    }
}

impl Position {
    /// The end of all earlier items, [background](super::TimelineBuilder::background) items excluded.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let scene = scene.put(Position::end(), wait(ms(50))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(450)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn end() -> Self {
        Self::from(Anchor::End)
    }

    /// The start of the previous item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let scene = scene.put(Position::previous_start(), wait(ms(500))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)), "both items before it start at 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn previous_start() -> Self {
        Self::from(Anchor::PreviousStart)
    }

    /// The end of the previous item, even if other items still run.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let scene = scene.put(Position::previous_end(), wait(ms(500))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(600)), "it waits for the item of 100 ms only");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn previous_end() -> Self {
        Self::from(Anchor::PreviousEnd)
    }

    /// An absolute time of the timeline.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let scene = scene.put(Position::time(ms(700)), wait(ms(50))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(750)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn time(at: Span) -> Self {
        Self::from(Anchor::Time(at))
    }

    /// An earlier label of the same timeline.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let scene = scene.label("middle").wait(ms(400)).put(Position::label("middle").plus(ms(100)), wait(ms(500)));
    /// assert_eq!(scene.build()?.duration(), Some(ms(1000)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn label(name: impl Into<String>) -> Self {
        Self::from(Anchor::Label(name.into()))
    }

    /// Moves the position later, or earlier for a span below zero. Replaces any earlier offset, as the other offset
    /// methods do.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let overlap = Position::end().plus(ms(-100));
    /// let scene = scene.put(overlap, wait(ms(300))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(600)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plus(self, offset: Span) -> Self {
        Self { offset: Offset::By(offset), ..self }
    }

    /// Moves the position later by a fraction of the duration of the previous item, with all its passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Fraction, Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let half_way = Position::previous_start().plus_of_previous(Fraction::percent(50));
    /// let scene = scene.put(half_way, wait(ms(500))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(550)), "half of the item of 100 ms");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plus_of_previous(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfPrevious(fraction), ..self }
    }

    /// Moves the position later by a fraction of the duration of the item itself, with all its passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Fraction, Position, TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(400))).with(wait(ms(100)));
    /// let overlap = Position::end().plus_of_own(Fraction::percent(-50));
    /// let scene = scene.put(overlap, wait(ms(200))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)), "half of it overlaps");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plus_of_own(self, fraction: Fraction) -> Self {
        Self { offset: Offset::OfOwn(fraction), ..self }
    }

    const fn from(anchor: Anchor) -> Self {
        Self { anchor, offset: Offset::By(Span::ZERO) }
    }
}
