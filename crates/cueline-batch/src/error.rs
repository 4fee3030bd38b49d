//! Errors of a batch.

use core::fmt;

use cueline::time::Tick;

use crate::tween::LONGEST;

/// The reason why a batch refused a call. A refused call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The duration of a tween is zero or too long.
    Duration {
        /// The duration in ticks.
        ticks: u32,
    },
    /// A delay is too long.
    Delay {
        /// The delay in ticks.
        ticks: u64,
    },
    /// A tween with a start in the past has ended already.
    Over {
        /// The duration of the tween in ticks.
        ticks: u32,
        /// The ticks from its start until now.
        since: u64,
    },
    /// A tween would end after the last tick.
    EndOfTime,
    /// A value is NaN or infinite, or two values lie too far apart for an `f32`.
    NotFinite,
    /// A parameter of the easing is NaN or infinite.
    Easing,
    /// A spring has almost no damping, so it never settles; or it is so stiff or so soft that it has no useful motion.
    Spring,
    /// The given tick lies before the tick of the batch.
    Backwards {
        /// The tick of the batch.
        now: Tick,
        /// The given tick.
        to: Tick,
    },
    /// The batch has the largest possible count of tweens or of cues.
    Full,
    /// Stale handle: the tween has ended or was cancelled.
    Stale,
    /// The handle belongs to a batch with another name or with another number of lanes.
    OtherBatch,
    /// A cue lies after the end of its tween.
    CueAfterEnd {
        /// The tick of the cue, from the start of the tween.
        at: u32,
        /// The duration of the tween in ticks.
        ticks: u32,
    },
    /// A cue lies in the past.
    CuePassed {
        /// The tick of the cue, from the start of the tween.
        at: u32,
        /// The ticks from the start of the tween until now.
        since: u32,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duration { ticks } => {
                write!(f, "the tween takes {ticks} ticks but must take from 1 to {LONGEST}")
            }
            Self::Delay { ticks } => {
                write!(f, "the tween waits for {ticks} ticks but may wait for at most {LONGEST}")
            }
            Self::Over { ticks, since } => {
                write!(f, "the tween takes {ticks} ticks but was to start {since} ticks ago, so it is over")
            }
            Self::EndOfTime => f.write_str("the tween would end after the last possible tick"),
            Self::NotFinite => f.write_str(
                "a value of the tween is NaN or infinite, or its two values lie too far apart for an f32",
            ),
            Self::Easing => f.write_str("a parameter of the easing is NaN or infinite"),
            Self::Spring => f.write_str(
                "the spring never settles, or moves beyond the range of an f32; it needs damping and a usual stiffness",
            ),
            Self::Backwards { now, to } => {
                write!(f, "the batch is at {now} and cannot go back to {to}")
            }
            Self::Full => f.write_str("the batch is full: it has as many tweens or cues as it can hold"),
            Self::Stale => f.write_str("stale handle: the tween has ended or was cancelled"),
            Self::OtherBatch => f.write_str(
                "the handle is of another batch: the name or the number of lanes differs",
            ),
            Self::CueAfterEnd { at, ticks } => {
                write!(f, "the cue is at tick {at} of a tween that takes {ticks} ticks")
            }
            Self::CuePassed { at, since } => {
                write!(f, "the cue is at tick {at} of a tween that is at tick {since} already")
            }
        }
    }
}

impl core::error::Error for BatchError {}
