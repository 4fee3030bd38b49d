//! The form of a queue in a save: the data that decides the future of each entry, without its place in memory.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

use super::{
    EntryId, EpochLabel, Sequencer,
    lane::Lanes,
    outbox::Outbox,
    row::Row,
    state::{Live, Waiting},
};
use crate::{
    event::Event,
    order::sort_by,
    save::{Version, read_count},
    time::Time,
};

/// The form in which it is saved.
#[derive(Deserialize)]
#[serde(rename = "Sequencer")]
pub(super) struct SavedSequencer<P> {
    #[serde(rename = "version", default)]
    _version: Version,
    now: Time,
    waiting: Vec<Waiting<P>>,
    live: Vec<Live<P>>,
    #[serde(deserialize_with = "read_count")]
    next_id: u64,
    #[serde(deserialize_with = "read_count")]
    running: u64,
    #[serde(deserialize_with = "read_count")]
    last: u64,
    sealed: bool,
    epoch_end: Time,
    labels: Vec<EpochLabel>,
    dropped: Vec<Event<EntryId>>,
}

impl<P: Serialize> Serialize for Sequencer<P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = to.serialize_struct("Sequencer", 11)?;
        to.serialize_field("version", &Version)?;
        to.serialize_field("now", &self.now)?;
        to.serialize_field("waiting", &List(self.waiting_views()))?;
        to.serialize_field("live", &List(self.live_views()))?;
        to.serialize_field("next_id", &self.outbox.next_id())?;
        to.serialize_field("running", &self.running)?;
        to.serialize_field("last", &self.last)?;
        to.serialize_field("sealed", &self.sealed)?;
        to.serialize_field("epoch_end", &self.lanes.hold_end())?;
        to.serialize_field("labels", &self.labels)?;
        to.serialize_field("dropped", &self.dropped)?;
        to.end()
    }
}

struct List<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<_> = self.0.clone().collect(); // some formats need the number first
        to.collect_seq(rows)
    }
}

impl<P> From<SavedSequencer<P>> for Sequencer<P> {
    /// A save may have been edited: order and counts are computed again.
    fn from(saved: SavedSequencer<P>) -> Self {
        let mut queue = Self { now: saved.now, since: saved.now, ..Self::default() };
        let (mut waiting, mut followers) = (Vec::new(), Vec::new());
        for entry in saved.waiting {
            let after = entry.after;
            let row = entry.into_row(saved.now);
            match after {
                Some(of) => followers.push((of, row)),
                None => waiting.push(row),
            }
        }
        // Each id once, in whatever list, and none of them again.
        let mut live: Vec<_> = saved.live.into_iter().map(Row::from).collect();
        sort_by(&mut live, |one, other| one.id.cmp(&other.id));
        live.dedup_by_key(|row| row.id);
        queue.lanes = Lanes::of_live(live, saved.epoch_end);
        sort_by(&mut waiting, |one, other| one.id.cmp(&other.id));
        waiting.dedup_by_key(|row| row.id);
        waiting.retain(|row| queue.lanes.get(row.id).is_none());
        waiting.into_iter().for_each(|row| queue.lanes.waiting.insert(row));
        sort_by(&mut followers, |(_, one), (_, other)| one.id.cmp(&other.id));
        followers.dedup_by_key(|(_, row)| row.id);
        followers.retain(|(_, row)| !queue.contains(row.id));
        followers.into_iter().for_each(|(of, row)| queue.followers.add(of, row));
        let lanes = queue.lanes.live().chain(queue.lanes.waiting.iter());
        let all = lanes.chain(queue.followers.iter().map(|(_, row)| row));
        let free = all.map(|row| row.id.number() + 1).max();
        queue.outbox = Outbox::new(saved.next_id.max(free.unwrap_or(0)));
        (queue.running, queue.last, queue.sealed) = (saved.running, saved.last, saved.sealed);
        (queue.labels, queue.dropped) = (saved.labels.into(), saved.dropped);
        queue
    }
}

impl<P> Waiting<P> {
    /// Nothing that waits was queued later than now.
    fn into_row(self, now: Time) -> Row<P> {
        let Self { id, epoch, role, delay, duration, queued, skipped, payload, .. } = self;
        let key = (id, epoch, role);
        let mut row = Row::waiting(key, queued.min(now), (delay, duration), payload);
        row.skipped = skipped;
        row
    }
}

impl<P> From<Live<P>> for Row<P> {
    fn from(live: Live<P>) -> Self {
        let Live { id, epoch, role, start, duration, begun, called, skipped, payload } = live;
        let key = (id, epoch, role);
        let mut row = Self::live(key, (start, duration), (begun, called), payload);
        row.skipped = skipped;
        row
    }
}
