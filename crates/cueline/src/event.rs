//! What happened: starts, ends, loops and cues, as data in a strict order.
//!
//! Every part of the library that plays something reports in these terms. Within one step events
//! come sorted by due time, then lane, then declaration, then index, whatever the step size.

use crate::time::{Span, Time};

/// One thing that happened at one moment to one playing item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event<Id> {
    /// The moment at which it was to happen.
    pub due: Time,
    /// How long ago that was when the step that reports it ended.
    pub lateness: Span,
    /// What it happened to. Stable: the same run gives the same ids.
    pub id: Id,
    /// What happened.
    pub kind: EventKind,
    /// Why it is reported.
    pub reason: Reason,
    /// Which way time ran through it.
    pub direction: Direction,
    /// The pass, from 0, of a looping item in which it happened.
    pub loop_index: u64,
}

impl<Id> Event<Id> {
    /// Whether a sound may be played for it: time passed over it, now or in a repeated simulation, and
    /// forwards. What was skipped, sought or cancelled stays silent.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "bang");
    /// queue.finish(|_, _| ())?;
    /// assert!(!queue.events().iter().any(|event| event.is_audible()), "it was skipped");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_audible(&self) -> bool {
        matches!(self.reason, Reason::Played | Reason::Resimulated)
            && self.direction == Direction::Forward
    }
}

/// What can happen to a playing item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EventKind {
    /// It began to show.
    Start,
    /// It passed a named moment; the number is the cue's index or id.
    Cue(u32),
    /// A pass ended and the next began.
    Loop,
    /// It ended. Reported once, whatever ended it.
    End,
}

/// Why an event is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// Time passed over it.
    Played,
    /// It was skipped: the state counts, sounds may stay silent.
    Skipped,
    /// A seek passed over it.
    Sought,
    /// It was played again after a restore.
    Resimulated,
    /// It was dropped before its end.
    Cancelled,
}

/// Which way time runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Towards later times.
    #[default]
    Forward,
    /// Towards earlier times.
    Backward,
}
