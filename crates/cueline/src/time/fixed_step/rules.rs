//! The config of a [`FixedStep`](super::FixedStep): frames that are too long, too short or nearly right.

use core::fmt;
use core::num::NonZeroU32;

use crate::time::{Span, TickRate};

/// What happens when a frame owes more ticks than it may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CatchUp {
    /// The whole ticks too many are dropped: the game slows down. The phase between two ticks is kept.
    #[default]
    Drop,
    /// The ticks too many stay owed, and the next frames catch up. Whole ticks beyond a debt of
    /// `max_debt` are dropped.
    Carry {
        /// The longest debt; [`Span::MAX`] keeps all of it. Below one tick it is as [`Drop`](Self::Drop).
        max_debt: Span,
    },
    /// A frame that has run as many ticks as it may drops all that is left, the part of a tick as
    /// well, even where no whole tick was left.
    Reset,
}

/// Frame times are taken for whole screen periods where they nearly are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snap {
    /// How often the screen shows a picture.
    pub display: TickRate,
    /// How far, at most, a frame may lie from a whole number of periods to be taken for it. Not
    /// negative; a fifth of a period is a good value.
    pub tolerance: Span,
}

/// How a [`FixedStep`](super::FixedStep) deals with frames that are too long, too short or nearly right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FixedStepConfig {
    /// The most ticks that one frame runs at normal speed; 10 by default.
    ///
    /// It limits real time: at another [speed](super::FixedStep::set_speed) it is multiplied by the speed, rounded up
    /// and at least 1, so that a game at triple speed does not slow down where it would not at single speed.
    pub max_ticks: NonZeroU32,
    /// What happens to the rest; dropped by default.
    pub overrun: CatchUp,
    /// A shorter frame counts as this long, in real time; zero by default.
    pub min_frame: Span,
    /// A longer frame counts as this long, in real time, and the rest is dropped; [`Span::MAX`] by default.
    pub max_frame: Span,
    /// Against 0, 1 or 2 ticks a picture in turn; off by default.
    pub snap: Option<Snap>,
}

impl Default for FixedStepConfig {
    fn default() -> Self {
        const TEN: NonZeroU32 = NonZeroU32::new(10).unwrap();
        Self {
            max_ticks: TEN,
            overrun: CatchUp::Drop,
            min_frame: Span::ZERO,
            max_frame: Span::MAX,
            snap: None,
        }
    }
}

impl FixedStepConfig {
    pub(super) fn check(&self) -> Result<(), FixedStepError> {
        let Self { min_frame: min, max_frame: max, .. } = *self;
        if min.is_negative() || max < min {
            return Err(FixedStepError::FrameLimits { min, max });
        }
        if let CatchUp::Carry { max_debt } = self.overrun
            && max_debt.is_negative()
        {
            return Err(FixedStepError::NegativeDebt { max_debt });
        }
        match self.snap {
            Some(Snap { tolerance, .. }) if tolerance.is_negative() => {
                Err(FixedStepError::NegativeTolerance { tolerance })
            }
            _ => Ok(()),
        }
    }
}

/// Why there is no such [`FixedStep`](super::FixedStep).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixedStepError {
    /// The shortest frame is negative, or longer than the longest.
    FrameLimits {
        /// The shortest frame.
        min: Span,
        /// The longest frame.
        max: Span,
    },
    /// A debt below zero.
    NegativeDebt {
        /// That debt.
        max_debt: Span,
    },
    /// A tolerance below zero.
    NegativeTolerance {
        /// That tolerance.
        tolerance: Span,
    },
    /// A saved loop with an account or a speed out of range.
    Account,
}
impl fmt::Display for FixedStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FrameLimits { min, max } => {
                write!(
                    f,
                    "the frame limits are {min} to {max} but must be 0 s or above and in order"
                )
            }
            Self::NegativeDebt { max_debt } => {
                write!(f, "the longest debt is {max_debt} but must be 0 s or above")
            }
            Self::NegativeTolerance { tolerance } => {
                write!(f, "the snapping tolerance is {tolerance} but must be 0 s or above")
            }
            Self::Account => f.write_str(
                "the saved account of time is out of range: it must be 0 s or above, at a speed of 0 or above",
            ),
        }
    }
}
impl core::error::Error for FixedStepError {}
