//! The digest of a timeline, by which a save notices that it is of something else.

use super::{Arrangement, ItemId, ItemKind, Timeline, entry::Write, tables::Tables};
use crate::{
    clip::ValueKind,
    digest::{Digest, Digester},
};

crate::digest::digested! {
    struct Arrangement { start, end, duration, total, speed, passes, gap, ping_pong, purpose }
}

impl Digest for ItemKind<'_> {
    fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Tween => 0_u8.feed(digester),
            Self::Clip(clip) => (1_u8, clip.digest()).feed(digester),
            Self::Flipbook(book) => (2_u8, *book).feed(digester),
            Self::Cue(kind) => (3_u8, *kind).feed(digester),
            Self::Call(number) => (4_u8, *number).feed(digester),
            Self::Pause => 5_u8.feed(digester),
            Self::Wait => 6_u8.feed(digester),
            Self::Timeline => 7_u8.feed(digester),
        }
    }
}

/// Timelines that were built alike have equal digests, on every machine and whatever [preference](Timeline::reduced) they
/// are drawn for. Visits every item and every tween.
impl<K: Digest> Digest for Timeline<K> {
    fn feed(&self, digester: &mut Digester) {
        let tables = self.tables();
        for id in 0..tables.declared() {
            let item = ItemId::new(u32::try_from(id).unwrap_or(u32::MAX));
            self.item_name(item).feed(digester);
            self.names().parent(id).feed(digester);
            (self.kind(item), self.arrangement(item)).feed(digester);
            self.labels_of(item).for_each(|label| label.feed(digester));
        }
        for property in self.properties().iter() {
            (property.key(), property.kind()).feed(digester);
            feed_strand(tables, property.strand(), property.kind(), digester);
        }
    }
}

/// Feeds the writers of a property. What clips and flipbooks write is part of their own digests.
fn feed_strand(tables: &Tables, strand: u32, kind: ValueKind, digester: &mut Digester) {
    for place in tables.strand(strand) {
        let write = tables.entry(place).write;
        tables.node_of_entry(place).id.feed(digester);
        tables.blends(place).feed(digester);
        match (write, tables.tween(write)) {
            (_, Some(tween)) => {
                let [from, to] = [tween.from, tween.to].map(|value| tables.kept(kind, value));
                (from, to, tables.easing(tween.easing as usize)).feed(digester);
                tween.has_slope().feed(digester);
            }
            (Write::Strand(strand), None) => feed_strand(tables, strand, kind, digester),
            (Write::Channel(channel), None) => channel.feed(digester),
            _ => {}
        }
    }
}
