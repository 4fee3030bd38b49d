//! The configuration of a [`FixedStep`](super::FixedStep): how it treats frames that are too long, too short or nearly
//! as long as a refresh period.

use crate::time::{Span, TickRate, TimeError};

/// What a loop does when a frame owes more ticks than it may run: the guard against the spiral of death.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CatchUp {
    /// Drops the excess whole ticks: the game slows down. The part of a tick in the accumulator stays.
    #[default]
    Drop,
    /// Keeps the excess ticks for the next frames, which catch up. Drops whole ticks beyond a debt of `max_debt`.
    Carry {
        /// The longest debt; [`Span::MAX`] drops nothing. Below one tick, the same as [`Drop`](Self::Drop).
        max_debt: Span,
    },
    /// Empties the accumulator after a frame that ran the maximum number of ticks, even if less than a tick was left.
    Reset,
}

crate::digest::digested! { enum CatchUp { Drop, Carry { max_debt }, Reset } }

/// Rounds the duration of a frame to whole refresh periods of the screen where it is close enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snap {
    /// The refresh rate of the screen.
    pub display: TickRate,
    /// The largest difference from a whole number of periods that is rounded away, included. Zero or more; a fifth of
    /// a period is a good value.
    pub tolerance: Span,
}

crate::digest::digested! { struct Snap { display, tolerance } }

/// How a [`FixedStep`](super::FixedStep) treats frames that are too long, too short or nearly as long as a refresh
/// period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FixedStepConfig {
    /// The maximum number of ticks in a frame at normal speed, 1 or more; 10 by default.
    ///
    /// At another [speed](super::FixedStep::set_speed) the loop multiplies it by the speed, rounds up and allows at
    /// least 1. So a game at triple speed slows down only where it would at normal speed.
    pub max_ticks: u32,
    /// What happens to the excess ticks; [`CatchUp::Drop`] by default.
    pub catch_up: CatchUp,
    /// The shortest frame, in real time: a shorter one counts as this long. Zero by default.
    pub min_frame: Span,
    /// The longest frame, in real time: a longer one counts as this long, and the loop drops the rest. [`Span::MAX`]
    /// by default.
    pub max_frame: Span,
    /// Prevents frames of 0, 1 and 2 ticks in turn at a tick rate near the refresh rate; off by default.
    pub snap: Option<Snap>,
}

crate::digest::digested! {
    struct FixedStepConfig { max_ticks, catch_up, min_frame, max_frame, snap }
}

impl Default for FixedStepConfig {
    fn default() -> Self {
        Self {
            max_ticks: 10,
            catch_up: CatchUp::Drop,
            min_frame: Span::ZERO,
            max_frame: Span::MAX,
            snap: None,
        }
    }
}

impl FixedStepConfig {
    pub(super) fn check(&self) -> Result<(), TimeError> {
        let Self { max_ticks, min_frame: min, max_frame: max, .. } = *self;
        if max_ticks == 0 {
            return Err(TimeError::NoTicks);
        }
        if min.is_negative() || max < min {
            return Err(TimeError::FrameLimits { min, max });
        }
        if let CatchUp::Carry { max_debt } = self.catch_up
            && max_debt.is_negative()
        {
            return Err(TimeError::NegativeDebt { max_debt });
        }
        match self.snap {
            Some(Snap { tolerance, .. }) if tolerance.is_negative() => {
                Err(TimeError::NegativeTolerance { tolerance })
            }
            _ => Ok(()),
        }
    }
}
