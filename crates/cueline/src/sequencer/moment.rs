//! What the callback that is running has to do with time.

use super::{EntryId, Sequencer};
use crate::{edge::Reason, time::Time};

/// The moment of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) id: EntryId,
    /// Start of the entry that is being called.
    pub(super) start: Time,
    /// The moment of the call: the entry's end, or the end of the step.
    pub(super) ends: Time,
    /// The moment to which what is queued in the foreground belongs.
    pub(super) queues: Time,
    /// The entry goes on: what joins from here gets nothing of this step.
    pub(super) mid_play: bool,
    pub(super) reason: Reason,
    pub(super) flushed: bool,
}

/// A plain entry that is being called: what that has to do with time follows from its row, if anybody asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// Its place in the line.
    pub(super) place: usize,
    /// The end of the step.
    pub(super) to: Time,
    pub(super) reason: Reason,
}

impl Caller {
    const NOWHERE: usize = usize::MAX;
    pub(super) const NOBODY: Self =
        Self { place: Self::NOWHERE, to: Time::ZERO, reason: Reason::Played };

    pub(super) fn is_somebody(&self) -> bool {
        self.place != Self::NOWHERE
    }
}

impl<P> Sequencer<P> {
    /// Whether a callback runs.
    #[inline]
    pub(super) fn is_calling(&self) -> bool {
        self.caller.is_somebody() || self.moment.is_some()
    }

    /// What the callback that is running has to do with time; absent outside of callbacks.
    #[inline]
    pub(super) fn moment(&self) -> Option<Moment> {
        if self.is_calling() { self.moment.or_else(|| self.moment_of_caller()) } else { None }
    }

    fn moment_of_caller(&self) -> Option<Moment> {
        let Caller { place, to, reason } = self.caller;
        let row = self.line.rows.get(place)?;
        let end = row.end()?;
        let ends = end.min(to);
        let mid_play = end > to;
        let (id, start, queues) = (row.id, row.time, ends);
        Some(Moment { id, start, ends, queues, mid_play, reason, flushed: false })
    }

    /// Keeps the moment of the entry that is being called, as its row is about to go.
    pub(super) fn caller_becomes_moment(&mut self) {
        self.moment = self.moment();
    }

    /// The moment to which what is queued or changed now belongs.
    pub(super) fn queueing_at(&self) -> Time {
        self.moment().map_or(self.now, |moment| moment.queues)
    }
}
