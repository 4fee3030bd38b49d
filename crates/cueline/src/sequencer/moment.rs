//! The step that is under way, and what the callback that is running has to do with time.

use super::{AdvanceError, EntryId, Role, Sequencer};
use crate::{
    event::Reason,
    time::{Span, Time},
};

/// The moment of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) id: EntryId,
    /// Start of the entry that is being called.
    pub(super) start: Time,
    pub(super) role: Role,
    pub(super) duration: Option<Span>,
    /// The moment of the call: the entry's end, or the end of the step.
    pub(super) ends: Time,
    /// The moment to which what is queued in the foreground belongs.
    pub(super) queues: Time,
    /// The entry goes on: what joins from here gets nothing of this step.
    pub(super) mid_play: bool,
    pub(super) reason: Reason,
    pub(super) flushed: bool,
}

/// The step that is under way, if one is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) caller: usize,
    /// What lies before this place in the line has been called in the step.
    pub(super) reached: usize,
    /// The end of the step.
    pub(super) to: Time,
    pub(super) reason: Reason,
    /// Entries from this number on were queued during the step. Between steps, the number of the next.
    pub(super) first_new: u64,
    /// When the last event of a plain entry was due, and whether one was told after another that is due later.
    pub(super) latest: Time,
    pub(super) early: bool,
    /// There may be more to do in a step than to call plain entries: something else is on show, in the foreground or
    /// behind it, something was cancelled, callbacks have queued something, a journal is kept, or all comes from a
    /// save.
    pub(super) extra: bool,
    /// Edges may not be in order, and how late they are is not known.
    pub(super) unsettled: bool,
    /// Everything was dropped by the callback that has run last.
    pub(super) flushed: bool,
    /// Entries without length that were queued and played at `chain_at` during the step.
    chain: u32,
    chain_at: Time,
}

/// No callback runs.
pub(super) const NOBODY: usize = usize::MAX;
/// A callback runs whose [moment](Moment) is known. Any other number is the place in the line of the plain entry that
/// is being called: what that has to do with time follows from its row, if anybody asks.
pub(super) const SOMEBODY: usize = usize::MAX - 1;

/// Entries without length that may queue one another at one moment before the step is cut off.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// Too many entries without length were played at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runaway {
    at: Time,
}

impl From<Runaway> for AdvanceError {
    #[cold]
    fn from(Runaway { at }: Runaway) -> Self {
        Self::Runaway { at, limit: CHAIN_LIMIT }
    }
}

impl Pass {
    pub(super) const NONE: Self = Self {
        caller: NOBODY,
        reached: 0,
        to: Time::ZERO,
        reason: Reason::Played,
        first_new: 0,
        latest: Time::MIN,
        early: false,
        extra: false,
        unsettled: false,
        flushed: false,
        chain: 0,
        chain_at: Time::MIN,
    };

    /// The same where places are counted from `first` on.
    pub(super) fn moved_up(&self, first: usize) -> Self {
        let in_line = self.caller < SOMEBODY;
        let caller = if in_line { self.caller.saturating_sub(first) } else { self.caller };
        Self { caller, reached: self.reached.saturating_sub(first), ..*self }
    }

    /// Notes that an event of plain entries is told.
    #[inline]
    pub(super) fn note(&mut self, due: Time) {
        self.early |= due < self.latest;
        self.latest = due;
    }

    /// Counts entries without length that were queued by one another at one moment.
    pub(super) fn count_chain(
        &mut self,
        id: EntryId,
        start: Time,
        end: Time,
    ) -> Result<(), Runaway> {
        if id.0 < self.first_new || start != end {
            return Ok(());
        }
        self.chain = if end == self.chain_at { self.chain + 1 } else { 1 };
        self.chain_at = end;
        if self.chain < CHAIN_LIMIT {
            return Ok(());
        }
        Err(Runaway { at: end })
    }

    /// Begins to count anew. Only what is queued in a step is counted.
    pub(super) fn forget_chain(&mut self) {
        self.chain = 0;
    }
}

impl<P> Sequencer<P> {
    /// Whether a callback runs.
    #[inline]
    pub(super) fn is_calling(&self) -> bool {
        self.pass.caller != NOBODY
    }

    /// What the callback that is running has to do with time; absent outside of callbacks.
    #[inline]
    pub(super) fn moment(&self) -> Option<Moment> {
        if self.is_calling() { self.moment_of_caller() } else { None }
    }

    fn moment_of_caller(&self) -> Option<Moment> {
        let Pass { caller, to, reason, .. } = self.pass;
        if caller == SOMEBODY {
            return self.moment;
        }
        let row = self.line.rows.get(caller)?;
        let end = row.end()?;
        let ends = end.min(to);
        let mid_play = end > to;
        let (id, start, role) = (row.id, row.time, row.role);
        let duration = Some(end - start);
        let (queues, flushed) = (ends, false);
        Some(Moment { id, start, role, duration, ends, queues, mid_play, reason, flushed })
    }

    /// Keeps the moment of the entry that is being called, as its row is about to go.
    pub(super) fn keep_moment(&mut self) {
        if let Some(moment) = self.moment() {
            self.moment = Some(moment);
            self.pass.caller = SOMEBODY;
        }
    }

    /// The moment to which what is queued or changed now belongs.
    pub(super) fn queueing_at(&self) -> Time {
        self.moment().map_or(self.now, |moment| moment.queues)
    }
}
