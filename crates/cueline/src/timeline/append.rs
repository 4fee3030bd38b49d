//! Appending to a timeline that is playing: the part already played must not change.

use super::{
    ItemId, Timeline,
    entry::Write,
    exact::Exact,
    node::{Action, Node},
    tables::Tables,
};
use crate::{clip::ValueKind, time::Span};

impl<K: Ord> Timeline<K> {
    /// Checks that this timeline is `old` plus items that are declared after all others and begin after `played`. Then
    /// both timelines agree up to `played`, and the item numbers of `old` stay valid.
    ///
    /// A timeline that repeats as a whole cannot be appended to. Visits every item.
    ///
    /// # Errors
    ///
    /// The first item that has changed, that begins too early, or that becomes the first writer of a property and
    /// starts from another value: before its first writer a property shows what that one starts from.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let start = || TimelineBuilder::new("scene").then(from_to("x", 0.0, 8.0).duration(ms(400)));
    /// let (old, new) = (start().build()?, start().then(from_to("y", 0.0, 1.0)).build()?);
    /// assert_eq!(new.check_appended(&old, ms(300)), Ok(()));
    /// assert!(new.check_appended(&old, ms(400)).is_err(), "the new item would begin in the past");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_appended(&self, old: &Self, played: Span) -> Result<(), ItemId> {
        let (new, was) = (self.tables(), old.tables());
        let whole = new.placement(self.whole());
        let limit = match whole.motion.passes() {
            1 => whole.own(Exact::whole(played.flicks())).floor(),
            _ => i64::MAX,
        };
        for id in 0..was.declared().max(new.declared()) {
            let is_kept = match (new.node(id), was.node(id)) {
                (Some(one), Some(other)) => id == 0 || same(new, one, was, other),
                (Some(one), None) if id >= was.declared() => {
                    match self.names().parent(id) {
                        Some(0) => one.start > limit,
                        Some(parent) => parent as usize >= was.declared(),
                        None => false, // the whole, which `old` has too
                    }
                }
                (one, other) => one.is_none() && other.is_none(),
            };
            if !is_kept {
                return Err(ItemId::new(u32::try_from(id).unwrap_or(u32::MAX)));
            }
        }
        if new.motion(self.whole()) != was.motion(old.whole()) {
            return Err(ItemId::WHOLE);
        }
        for property in old.properties().iter() {
            let found = self.properties().get(property.key()).ok_or(ItemId::WHOLE)?;
            if found.kind() != property.kind() {
                return Err(ItemId::WHOLE);
            }
            strands_agree((new, found.strand()), (was, property.strand()), property.kind(), limit)?;
            // Before its first writer a property shows what that one starts from.
            let first = |tables: &Tables, strand| {
                tables.sample(strand, property.kind(), tables.local(Span::ZERO))
            };
            if first(new, found.strand()) != first(was, property.strand()) {
                let writer =
                    new.strand(found.strand()).next().map(|place| new.node_of_entry(place));
                return Err(writer.map_or(ItemId::WHOLE, |node| ItemId::new(node.id)));
            }
        }
        Ok(())
    }
}

/// Whether two items have the same position and the same kind; ignores the values that they write.
fn same(new: &Tables, one: &Node, old: &Tables, other: &Node) -> bool {
    let what = match (one.action, other.action) {
        (Action::Clip(one), Action::Clip(other)) => {
            new.clip(one).digest() == old.clip(other).digest()
        }
        (Action::Flipbook(one), Action::Flipbook(other)) => new.book(one) == old.book(other),
        (Action::Level(_), Action::Level(_)) => true,
        (one, other) => one == other,
    };
    what && one.end == other.end && new.placement(one) == old.placement(other)
}

/// Whether two strands have equal entries up to `limit`, a time of their level.
fn strands_agree(
    (new, new_strand): (&Tables, u32),
    (old, old_strand): (&Tables, u32),
    kind: ValueKind,
    limit: i64,
) -> Result<(), ItemId> {
    let mut news = new.strand(new_strand);
    for place in old.strand(old_strand) {
        let entry = old.entry(place);
        let id = ItemId::new(old.node_of_entry(place).id);
        if entry.start > limit {
            break;
        }
        let at = news.next().ok_or(id)?;
        let found = new.entry(at);
        let is_same = (found.start, found.end) == (entry.start, entry.end)
            && new.node_of_entry(at).id == id.number();
        let writes_same = match (new.tween(found.write), old.tween(entry.write)) {
            (Some(one), Some(other)) => new.moves_same(one, old, other, kind),
            _ => match (found.write, entry.write) {
                (Write::Strand(one), Write::Strand(other)) => {
                    strands_agree((new, one), (old, other), kind, i64::MAX)?;
                    true
                }
                (one, other) => one == other,
            },
        };
        if !is_same || !writes_same {
            return Err(id);
        }
    }
    Ok(())
}
