//! Why a step was refused or cut short.

use alloc::{boxed::Box, string::String};
use core::fmt;

use super::EntryId;
use crate::{
    suggestion::Suggestion,
    time::{Span, Time},
};

/// Why a step was refused or cut short.
///
/// # A step that is cut off
///
/// It plays nothing that is due after the moment named in the error, and does not call the entries that go on. The
/// queue's [time](super::Sequencer::time) moves to the end of the step all the same, as the game's clock has. Nothing is
/// lost: the next step plays what is still due, with its own due times. A skip that is cut off leaves the time at that
/// moment.
///
/// # Examples
///
/// ```
/// use cueline::{
///     sequencer::{AdvanceError, EntryDuration, Sequencer},
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
    /// Time runs forward only. Nothing was changed.
    Backwards {
        /// The step that was asked for.
        by: Span,
    },
    /// Entries without duration kept queueing further ones at one moment. The step was [cut off](#a-step-that-is-cut-off)
    /// there.
    Runaway {
        /// The moment that would not pass.
        at: Time,
        /// How many entries were played there.
        limit: u32,
    },
    /// An entry of [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn) had its turn, and the
    /// [handler](super::Handler::duration) gave no duration, as a closure never does. The step was
    /// [cut off](#a-step-that-is-cut-off) there; the entry begins with the next step whose handler gives a duration.
    NoDuration {
        /// The entry that has no duration.
        entry: EntryId,
        /// When it was to begin.
        at: Time,
    },
    /// A skip met an endless chain: each entry that was finished queued another. The skip was cut off there; what is
    /// queued stays queued.
    EndlessChain {
        /// How many entries were queued during the skip.
        limit: u64,
    },
    /// No label of this name lies ahead. Nothing was changed.
    UnknownLabel {
        /// The label that was asked for.
        label: Box<str>,
        /// The labels that lie ahead, in order.
        ahead: Box<[String]>,
    },
}

impl fmt::Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backwards { by } => {
                write!(f, "the step is {} ms but must be 0 or more", millis(*by))
            }
            Self::Runaway { at, limit } => write!(
                f,
                "{limit} entries without duration queued one another at {} ms; the step was cut off there",
                millis(at.since_zero())
            ),
            Self::NoDuration { entry, at } => write!(
                f,
                "entry {} needs a duration at {} ms, its turn; implement `Handler::duration` and call `advance_with`",
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

impl core::error::Error for AdvanceError {}

fn millis(span: Span) -> f64 {
    span.flicks() as f64 / crate::time::FLICKS_PER_MILLISECOND as f64
}
