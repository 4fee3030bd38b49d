//! What a queue tells while it plays, in plain numbers: the real one and its model tell the same.

use cueline::{
    event::{Event, EventKind, Reason},
    sequencer::{EntryId, Role, Update},
};

use crate::program::Hooks;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Told {
    pub(crate) due: i64,
    pub(crate) lateness: i64,
    pub(crate) id: u64,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
}

impl From<&Event<EntryId>> for Told {
    fn from(edge: &Event<EntryId>) -> Self {
        let &Event { due, lateness, id, kind, reason, .. } = edge;
        let (due, lateness) = (due.flicks(), lateness.flicks());
        Self { due, lateness, id: id.number(), kind, reason }
    }
}

/// One call of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Call {
    pub(crate) id: u64,
    pub(crate) role: Role,
    pub(crate) start: bool,
    pub(crate) end: bool,
    pub(crate) elapsed: i64,
    pub(crate) before: i64,
    pub(crate) duration: Option<i64>,
    pub(crate) at: i64,
    pub(crate) lateness: i64,
    pub(crate) reason: Reason,
    /// How many entries there are when the call is over.
    pub(crate) left: usize,
}

impl Call {
    pub(crate) fn new(step: &Update<'_, Hooks>) -> Self {
        Self {
            id: step.id.number(),
            role: step.role,
            start: step.start,
            end: step.end,
            elapsed: step.elapsed.flicks(),
            before: step.before.flicks(),
            duration: step.duration.map(|span| span.flicks()),
            at: step.at.flicks(),
            lateness: step.lateness.flicks(),
            reason: step.reason,
            left: 0,
        }
    }
}

/// What can be asked of a queue between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Answers {
    pub(crate) now: i64,
    pub(crate) queued: u64,
    /// Numbers of the entries that play or wait.
    pub(crate) alive: Vec<u64>,
    pub(crate) len: usize,
    pub(crate) is_idle: bool,
    pub(crate) is_empty: bool,
    pub(crate) oldest: Option<u64>,
    pub(crate) next_moment: Option<i64>,
    pub(crate) labels: Vec<String>,
}
