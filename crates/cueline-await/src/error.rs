//! Why a wait or a step of the host fails.

use std::fmt;

use cueline::{
    sequencer::AdvanceError,
    time::{Span, TimeError},
};

/// Why the event that a task waits for will not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WaitError {
    /// The entry, item, group or label was not there when the host first looked for it: it has ended before, was flushed
    /// before, or never existed.
    NotThere,
    /// The entry or item has ended, and the event did not come before its end.
    Ended,
    /// The entry, item, group or label was removed without an event, for example by a flush.
    Flushed,
    /// The host was dropped.
    HostDropped,
    /// The host was dropped and has never advanced: the game advanced the queue or player itself, so that no task
    /// could wake.
    NeverAdvanced,
    /// The change that the task requested has panicked.
    Panicked,
}

impl fmt::Display for WaitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotThere => "the wait began too late: what it waits for has ended, or never existed",
            Self::Ended => "what the task waits for has ended without this event",
            Self::Flushed => "what the task waits for was dropped without an event, as by a flush",
            Self::HostDropped => "the host was dropped while the task waited",
            Self::NeverAdvanced => {
                "the host was dropped and has never advanced; tasks wake only where the host advances \
                 the queue or player, so call `Host::advance` in place of its own `advance`"
            }
            Self::Panicked => "what the task asked of the world has panicked",
        })
    }
}

impl std::error::Error for WaitError {}

/// Why the host refused a step or a skip, or stopped it early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// The step is negative. Nothing has changed.
    Backwards {
        /// The requested step.
        by: Span,
    },
    /// The seconds of the step are no time: NaN, infinite or beyond 414 years. Nothing has changed.
    Time(TimeError),
    /// A queue refused a step or a skip, or stopped it early.
    Queue(AdvanceError),
    /// Tasks requested changes at one moment without end, for example a change that requests another change. The step
    /// stopped there. The remaining changes wait for the next step.
    Runaway {
        /// The number of rounds in which the host polled the tasks and carried out their changes.
        rounds: u32,
    },
    /// A skip found no end, because the tasks queued entries without end. The skip stopped; the rest is still queued.
    EndlessSkip {
        /// The number of moments that the skip played.
        moments: u64,
    },
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backwards { by } => {
                write!(f, "the step is {} ms but must be 0 or more", by.as_secs_f64() * 1e3)
            }
            Self::Time(error) => write!(f, "the step is no time: {error}"),
            Self::Queue(error) => error.fmt(f),
            Self::Runaway { rounds } => write!(
                f,
                "tasks requested changes {rounds} times at one moment; the step stopped there"
            ),
            Self::EndlessSkip { moments } => write!(
                f,
                "the skip has played {moments} moments, and tasks queue further entries; the skip stopped there"
            ),
        }
    }
}

impl std::error::Error for HostError {}

impl From<AdvanceError> for HostError {
    fn from(error: AdvanceError) -> Self {
        match error {
            AdvanceError::Backwards { by } => Self::Backwards { by },
            AdvanceError::Time(error) => Self::Time(error),
            error => Self::Queue(error),
        }
    }
}

impl HostError {
    /// A step of a [`Span`] or of seconds.
    pub(crate) fn step(by: impl TryInto<Span, Error: Into<TimeError>>) -> Result<Span, Self> {
        by.try_into().map_err(|error| Self::Time(error.into()))
    }
}
