//! Why a step was refused or cut short.

use alloc::{boxed::Box, string::String};
use core::fmt;

use super::EntryId;
use crate::{
    suggestion::Suggestion,
    time::{Span, Time, TimeError},
};

/// Why a step was refused or cut short.
///
/// # A step that is cut off
///
/// Such a step plays nothing that is due after the moment in the error, and does not call the entries that are still
/// active. The [time](super::Sequencer::time) of the queue still advances to the end of the step, as the clock of the
/// game does. Nothing is lost: the next step plays everything that is due, with the original due times. A skip that is
/// cut off leaves the time at the moment in the error.
///
/// # Examples
///
/// ```
/// use cueline::{
///     sequencer::{AdvanceError, Enqueue, EntryDuration, Sequencer},
///     time::{Time, ms},
/// };
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(10), "jump");
/// let walk = queue.enqueue(EntryDuration::OnTurn, "walk");
/// let cut = queue.advance(ms(16), |_, _| ()); // a closure has no duration to give
/// assert_eq!(cut, Err(AdvanceError::NoDuration { entry: walk, at: Time::from_millis(10) }));
/// assert_eq!(queue.time(), Time::from_millis(16));
/// assert!(queue.contains(walk));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdvanceError {
    /// The step is negative: time runs forward only. Nothing has changed.
    Backwards {
        /// The requested step.
        by: Span,
    },
    /// The seconds of the step are no time: NaN, infinite or beyond 414 years. Nothing has changed.
    Time(TimeError),
    /// Entries without a duration queued further entries at one moment, without end. The step was
    /// [cut off](#a-step-that-is-cut-off) there.
    Runaway {
        /// The moment at which this happened.
        at: Time,
        /// The number of entries that played at this moment.
        limit: u32,
    },
    /// An entry with [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn) was about to start, and the
    /// [handler](super::Handler::duration) returned no duration. A closure never returns one. The step was
    /// [cut off](#a-step-that-is-cut-off) there. The entry starts in the next step whose handler returns a duration.
    NoDuration {
        /// The entry that has no duration.
        entry: EntryId,
        /// The time at which the entry was due to start.
        at: Time,
    },
    /// A skip met an endless chain: each finished entry queued another one. The skip stopped there; the rest is
    /// still queued.
    EndlessChain {
        /// How many entries were queued during the skip.
        limit: u64,
    },
    /// No epoch that has not started has this label. Nothing has changed.
    UnknownLabel {
        /// The requested label.
        label: Box<str>,
        /// The labels of epochs that have not started, in order.
        ahead: Box<[String]>,
    },
}

impl fmt::Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backwards { by } => {
                write!(
                    f,
                    "the step is {} ms but must be 0 or more; after a skip the queue is ahead of the game's clock, so \
                     step it by spans, with `advance`",
                    millis(*by)
                )
            }
            Self::Time(error) => write!(f, "the step is no time: {error}"),
            Self::Runaway { at, limit } => write!(
                f,
                "{limit} entries without duration queued one another at {} ms; the step stopped there",
                millis(at.since_zero())
            ),
            Self::NoDuration { entry, at } => write!(
                f,
                "entry {} needs a duration at its start, {} ms; implement `Handler::duration` and call `advance_with`",
                entry.number(),
                millis(at.since_zero())
            ),
            Self::EndlessChain { limit } => write!(
                f,
                "callbacks queued {limit} entries during the skip, without end; the rest stays queued"
            ),
            Self::UnknownLabel { label, ahead } => {
                let mut known = ahead.to_vec();
                known.sort_unstable();
                write!(f, "there is no label ahead called {}", Suggestion::new(label, known))
            }
        }
    }
}

impl core::error::Error for AdvanceError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Time(error) => Some(error),
            _ => None,
        }
    }
}

fn millis(span: Span) -> f64 {
    span.flicks() as f64 / crate::time::FLICKS_PER_MILLISECOND as f64
}
