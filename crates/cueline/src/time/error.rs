use core::{convert::Infallible, fmt};

use super::{FLICKS_PER_SECOND, Span};

/// Why a span, a rate, a speed or a fixed step is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeError {
    /// A number of seconds that is NaN or infinite.
    NotFinite,
    /// A span of more than 414 years.
    OutOfRange,
    /// A span below zero, where a [`Duration`](core::time::Duration) is wanted.
    Negative,
    /// A rate without ticks.
    ZeroRate,
    /// A rate whose denominator is zero seconds.
    ZeroSeconds,
    /// A rate of more than one tick per flick.
    RateTooHigh {
        /// The number of ticks.
        num: u32,
        /// The seconds that they take.
        den: u32,
    },
    /// A speed whose denominator is zero.
    ZeroDenominator {
        /// The numerator.
        num: i64,
    },
    /// A fixed step whose `max_ticks` is 0, so that its game would stand still.
    NoTicks,
    /// A fixed step whose `min_frame` is negative, or above `max_frame`.
    FrameLimits {
        /// `min_frame`.
        min: Span,
        /// `max_frame`.
        max: Span,
    },
    /// A fixed step whose `max_debt` of [`CatchUp::Carry`](super::CatchUp::Carry) is negative.
    NegativeDebt {
        /// The `max_debt`.
        max_debt: Span,
    },
    /// A fixed step whose tolerance of [`Snap`](super::Snap) is negative.
    NegativeTolerance {
        /// The tolerance.
        tolerance: Span,
    },
    /// A saved fixed step whose accumulator, speed or snapping remainder is out of range.
    Accumulator,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::NotFinite => "the duration is NaN or infinite but must be finite",
            Self::OutOfRange => "the duration is over 414 years but must be within 2^63 flicks",
            Self::Negative => "the duration is negative but must be zero or above",
            Self::ZeroRate => "a rate of 0 Hz has no ticks; it must be above 0",
            Self::ZeroSeconds => {
                "a rate over 0 seconds has no meaning; the denominator must be above 0"
            }
            Self::RateTooHigh { num, den } => {
                return write!(
                    f,
                    "{num}/{den} Hz is above the highest rate of {FLICKS_PER_SECOND} Hz, one tick per flick"
                );
            }
            Self::ZeroDenominator { num } => {
                return write!(f, "{num}/0 is no speed; the denominator must be above 0");
            }
            Self::NoTicks => "max_ticks is 0 but must be 1 or more",
            Self::FrameLimits { min, max } => {
                return write!(
                    f,
                    "min_frame is {min} and max_frame is {max}, but min_frame must be 0 s or above, and at most max_frame"
                );
            }
            Self::NegativeDebt { max_debt } => {
                return write!(f, "max_debt is {max_debt} but must be 0 s or above");
            }
            Self::NegativeTolerance { tolerance } => {
                return write!(f, "the tolerance of snap is {tolerance} but must be 0 s or above");
            }
            Self::Accumulator => {
                "the saved accumulator must be 0 s or above, and the saved speed 0 or above"
            }
        };
        f.write_str(words)
    }
}

impl core::error::Error for TimeError {}

impl From<Infallible> for TimeError {
    /// Never called: it lets a step that takes seconds take a [`Span`] too, whose conversion to itself cannot fail.
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
