//! The state as data. Copies, comparisons, hashes and saves use exactly the data that decides the future of the queue.

use super::{
    EntryId, EpochLabel, Role, Sequencer,
    row::{AnyDuration, Row},
};
use crate::{
    digest::{Digest, Digester},
    event::Event,
    time::{Span, Time},
};
use alloc::collections::VecDeque;

/// The form of an entry that has not started, in comparisons and saves.
#[derive(PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Waiting<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::save::read_count"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    pub(super) delay: Span,
    pub(super) duration: AnyDuration,
    pub(super) queued: Time,
    pub(super) skipped: bool,
    /// The entry for whose end it waits, if it does not wait for its epoch.
    pub(super) after: Option<EntryId>,
    pub(super) payload: P,
}

crate::digest::digested! {
    struct Waiting<P> { id, epoch, role, delay, duration, queued, skipped, after, payload }
}

/// The form of an entry that has started, in comparisons and saves.
#[derive(PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Live<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::save::read_count"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    pub(super) start: Time,
    pub(super) duration: AnyDuration,
    pub(super) begun: bool,
    pub(super) called: Option<Time>,
    pub(super) skipped: bool,
    pub(super) payload: P,
}

crate::digest::digested! {
    struct Live<P> { id, epoch, role, start, duration, begun, called, skipped, payload }
}

impl<P> Row<P> {
    /// Absent where the entry was cancelled.
    fn as_waiting(&self, after: Option<EntryId>) -> Option<Waiting<&P>> {
        let (id, epoch, role) = (self.id, self.epoch, self.role);
        let (queued, skipped) = (self.time(), self.skipped);
        let (delay, duration, payload) = (self.delay(), self.duration(), self.payload()?);
        Some(Waiting { id, epoch, role, delay, duration, queued, skipped, after, payload })
    }

    /// Absent where the entry is over.
    fn as_live(&self) -> Option<Live<&P>> {
        let (id, epoch, role, skipped) = (self.id, self.epoch, self.role, self.skipped);
        let (start, begun, called) = (self.time(), self.has_begun(), self.called());
        let (duration, payload) = (self.duration(), self.payload()?);
        Some(Live { id, epoch, role, start, duration, begun, called, skipped, payload })
    }
}

impl<P> Sequencer<P> {
    /// The entries that wait for their epoch, then the entries that wait for another entry.
    pub(super) fn waiting_views(&self) -> impl Iterator<Item = Waiting<&P>> + Clone {
        let epochs = self.lanes.waiting.iter().filter_map(|row| row.as_waiting(None));
        epochs.chain(self.followers.iter().filter_map(|(of, row)| row.as_waiting(Some(of))))
    }

    pub(super) fn live_views(&self) -> impl Iterator<Item = Live<&P>> + Clone {
        self.lanes.live().filter_map(Row::as_live)
    }

    /// The other data that decides the future of the queue.
    fn numbers(&self) -> (Time, u64, u64, u64, bool, Time) {
        let Self { now, running, last, sealed, .. } = *self;
        (now, self.outbox.next_id(), running, last, sealed, self.lanes.hold_end())
    }

    fn lists(&self) -> (&VecDeque<EpochLabel>, &[Event<EntryId>]) {
        (&self.labels, &self.dropped)
    }
}

// Without the macro `cloned!`, which the compiler would quote to who clones a queue of payloads that cannot be cloned.
impl<P: Clone> Clone for Sequencer<P> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            now,
            since,
            lanes,
            followers,
            labels,
            running,
            last,
            sealed,
            dropped,
            outbox,
            passed,
        } = source;
        (self.now, self.since) = (*now, *since);
        self.lanes.clone_from(lanes);
        self.followers.clone_from(followers);
        self.labels.clone_from(labels);
        (self.running, self.last, self.sealed) = (*running, *last, *sealed);
        self.dropped.clone_from(dropped);
        self.outbox.clone_from(outbox);
        self.passed.clone_from(passed);
    }
}

impl<P: PartialEq> PartialEq for Sequencer<P> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
            && self.waiting_views().eq(other.waiting_views())
            && self.live_views().eq(other.live_views())
            && self.lists() == other.lists()
    }
}
impl<P: Eq> Eq for Sequencer<P> {}
impl<P: Digest> Digest for Sequencer<P> {
    fn feed(&self, digester: &mut Digester) {
        self.numbers().feed(digester);
        feed_all(self.waiting_views(), digester);
        feed_all(self.live_views(), digester);
        self.lists().feed(digester);
    }
}

/// Feeds rows as a list of them does.
fn feed_all(rows: impl Iterator<Item: Digest> + Clone, digester: &mut Digester) {
    rows.clone().count().feed(digester);
    rows.for_each(|row| row.feed(digester));
}
