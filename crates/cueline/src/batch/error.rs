//! What a batch refuses.

use core::fmt;

use super::Batch;
use crate::time::Tick;

/// Why a batch refused something. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A tween takes no time or too much of it.
    Length {
        /// How many ticks it was to take.
        ticks: u32,
    },
    /// A delay is too long.
    Delay {
        /// How many ticks it was to take.
        ticks: u32,
    },
    /// A tween would end behind the last tick there is.
    EndOfTime,
    /// Time was to run backwards.
    Backwards {
        /// The tick it was moved on to before.
        now: Tick,
        /// The one it was to be moved to.
        to: Tick,
    },
    /// There are as many tweens as there are handles, or as many cues as there can be.
    Full,
    /// A cue was for a tween that is gone.
    Gone,
    /// A cue would come behind the end of its tween.
    CueBehindEnd {
        /// How many ticks after the start of the tween it was to be.
        at: u32,
        /// How many ticks the tween takes.
        ticks: u32,
    },
    /// A cue was for a tick that is already over.
    CueOver {
        /// How many ticks after the start of the tween it was to be.
        at: u32,
        /// How many ticks ago the tween started.
        since: u32,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = Batch::<1>::LONGEST;
        match self {
            Self::Length { ticks } => {
                write!(f, "a tween takes {ticks} ticks but must take from 1 to {longest}")
            }
            Self::Delay { ticks } => {
                write!(f, "a delay takes {ticks} ticks but must take at most {longest}")
            }
            Self::EndOfTime => write!(f, "a tween would end behind the last tick there is"),
            Self::Backwards { now, to } => {
                write!(f, "time is at {now} and cannot go back to {to}")
            }
            Self::Full => write!(f, "there are as many tweens or cues as there can be"),
            Self::Gone => write!(f, "a cue is for a tween that is gone"),
            Self::CueBehindEnd { at, ticks } => {
                write!(f, "a cue is {at} ticks after the start of a tween that takes {ticks}")
            }
            Self::CueOver { at, since } => {
                write!(f, "a cue is {at} ticks after the start of a tween, which was {since} ago")
            }
        }
    }
}

impl core::error::Error for BatchError {}
