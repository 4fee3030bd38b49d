//! Events, calls and answers of a queue as plain numbers, so that the queue and its model can be compared.

use cueline::{
    event::{Event, EventKind, Reason},
    sequencer::{EntryId, Role, Update},
};

use super::program::Hooks;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Reported {
    pub(crate) due: i64,
    pub(crate) lateness: i64,
    pub(crate) id: u64,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
}

impl From<&Event<EntryId>> for Reported {
    fn from(event: &Event<EntryId>) -> Self {
        let &Event { due, lateness, id, kind, reason, .. } = event;
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
}

impl Call {
    pub(crate) fn new(update: &Update<'_, Hooks>) -> Self {
        Self {
            id: update.id.number(),
            role: update.role,
            start: update.started,
            end: update.ended,
            elapsed: update.elapsed.flicks(),
            before: update.before.flicks(),
            duration: update.duration.map(|span| span.flicks()),
            at: update.at.flicks(),
            lateness: update.lateness.flicks(),
            reason: update.reason,
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
    /// Labels whose turn came in the last step.
    pub(crate) passed: Vec<(String, i64, Reason)>,
}
