//! The state as data: copied, compared, hashed and saved by what decides how it goes on, not by where that lies.

use alloc::string::String;
use core::hash::{Hash, Hasher};

use super::{EntryDuration, EntryId, Role, Sequencer, row::Row};
use crate::{
    event::Event,
    time::{Span, Time},
};

/// An entry whose turn has not come, as it is compared and saved.
#[derive(PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Waiting<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    pub(super) delay: Span,
    pub(super) length: EntryDuration,
    pub(super) queued: Time,
    /// Absent once it was cancelled.
    pub(super) payload: Option<P>,
}

/// An entry whose turn has come, as it is compared and saved.
#[derive(PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Live<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    pub(super) start: Time,
    pub(super) length: EntryDuration,
    pub(super) begun: bool,
    pub(super) called: Option<Time>,
    pub(super) next_step: bool,
    /// Absent while it is being called.
    pub(super) payload: Option<P>,
    pub(super) ended: bool,
}

impl<P> Row<P> {
    fn as_waiting(&self) -> Waiting<&P> {
        let Self { id, epoch, role, time: queued, .. } = *self;
        let (delay, length, payload) = (self.delay(), self.length(), self.slot.payload());
        Waiting { id, epoch, role, delay, length, queued, payload }
    }

    /// Plain ones have been called up to `plain`.
    fn as_live(&self, plain: Time) -> Live<&P> {
        let Self { id, epoch, role, time: start, next_step, .. } = *self;
        let (begun, called) = (self.has_begun(), self.called(plain));
        let (length, payload) = (self.length(), self.slot.payload());
        Live { id, epoch, role, start, length, begun, called, next_step, payload, ended: false }
    }
}

impl<P> Sequencer<P> {
    pub(super) fn waiting_views(&self) -> impl Iterator<Item = Waiting<&P>> + Clone {
        self.line.waiting().iter().map(Row::as_waiting)
    }

    pub(super) fn foreground_views(&self) -> impl Iterator<Item = Live<&P>> + Clone {
        let places = self.line.first..;
        let rows = places.zip(self.line.on_show()).filter(|(_, row)| !row.slot.is_over());
        rows.map(|(place, row)| row.as_live(self.plain_called(place)))
    }

    pub(super) fn background_views(&self) -> impl Iterator<Item = Live<&P>> + Clone {
        let rows = self.background.iter().filter(|row| !row.slot.is_over());
        rows.map(|row| row.as_live(self.now))
    }

    /// What else decides how it goes on, before and after the entries.
    fn numbers(&self) -> (Time, u64, u64, u64, bool, usize, Time) {
        let Self { now, next_id, running, last, sealed, hold, .. } = *self;
        (now, next_id, running, last, sealed, hold.entries, hold.end)
    }

    fn lists(&self) -> (&[(u64, String)], &[Event<EntryId>]) {
        (&self.labels, &self.dropped)
    }
}

// By hand, so that `clone_from` uses the memory that is there and leaves the journal.
impl<P: Clone> Clone for Sequencer<P> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            now,
            line,
            background,
            next_id,
            running,
            last,
            sealed,
            hold,
            labels,
            dropped,
            edges,
            pass,
            moment,
            journal: _,
        } = source;
        self.now = *now;
        self.line.copy_from(line);
        self.background.clone_from(background);
        (self.next_id, self.running, self.last) = (*next_id, *running, *last);
        (self.sealed, self.hold) = (*sealed, *hold);
        self.labels.clone_from(labels);
        self.dropped.clone_from(dropped);
        self.edges.clone_from(edges);
        (self.pass, self.moment) = (pass.moved_up(line.first), *moment);
        self.pass.extra |= self.journal.is_kept();
        self.journal.turn_back(self.now);
    }
}

impl<P: PartialEq> PartialEq for Sequencer<P> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
            && self.waiting_views().eq(other.waiting_views())
            && self.foreground_views().eq(other.foreground_views())
            && self.background_views().eq(other.background_views())
            && self.lists() == other.lists()
    }
}
impl<P: Eq> Eq for Sequencer<P> {}
impl<P: Hash> Hash for Sequencer<P> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.numbers().hash(hasher);
        hash_all(self.waiting_views(), hasher);
        hash_all(self.foreground_views(), hasher);
        hash_all(self.background_views(), hasher);
        self.lists().hash(hasher);
    }
}

/// As a list of them is hashed.
fn hash_all<H: Hasher>(rows: impl Iterator<Item: Hash> + Clone, hasher: &mut H) {
    hasher.write_usize(rows.clone().count());
    rows.for_each(|row| row.hash(hasher));
}
