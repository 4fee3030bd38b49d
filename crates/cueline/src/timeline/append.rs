//! Appending to a timeline that is playing: the part already played must not change.

use super::{
    ItemId, Timeline,
    exact::Exact,
    tables::{Act, Entry, NONE, Node, Tables, Write},
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
    /// The first item that has changed or that begins too early.
    pub fn check_appended(&self, old: &Self, played: Span) -> Result<(), ItemId> {
        let (new, was) = (&self.tables, &old.tables);
        let whole = new.lying(self.whole());
        let limit = match whole.motion.passes {
            1 => whole.own(Exact::whole(played.flicks())).floor(),
            _ => i64::MAX,
        };
        for id in 0..was.node_of.len().max(new.node_of.len()) {
            let is_kept = match (node(new, id), node(was, id)) {
                (Some(one), Some(other)) => id == 0 || same(new, one, was, other),
                (Some(one), None) if id >= was.node_of.len() => {
                    match self.parents.get(id).map_or(NONE, |parent| *parent) {
                        0 => one.start > limit,
                        parent => parent as usize >= was.node_of.len(),
                    }
                }
                (one, other) => one.is_none() && other.is_none(),
            };
            if !is_kept {
                return Err(ItemId(u32::try_from(id).unwrap_or(NONE)));
            }
        }
        if new.motion(self.whole()) != was.motion(old.whole()) {
            return Err(ItemId::WHOLE);
        }
        for property in &old.properties {
            let found = self.properties.binary_search_by(|one| one.key.cmp(&property.key));
            let lane = &self.properties[found.map_err(|_| ItemId::WHOLE)?];
            if lane.kind != property.kind {
                return Err(ItemId::WHOLE);
            }
            lanes_agree((new, lane.lane), (was, property.lane), property.kind, limit)?;
        }
        Ok(())
    }
}

fn node(tables: &Tables, id: usize) -> Option<&Node> {
    let place = *tables.node_of.get(id)?;
    if place == NONE { None } else { tables.nodes.get(place as usize) }
}

/// Whether two items have the same position and the same kind; ignores the values that they write.
fn same(new: &Tables, one: &Node, old: &Tables, other: &Node) -> bool {
    let what = match (one.what, other.what) {
        (Act::Clip(one), Act::Clip(other)) => {
            new.clips[one as usize].digest() == old.clips[other as usize].digest()
        }
        (Act::Flipbook(one), Act::Flipbook(other)) => {
            new.books[one as usize] == old.books[other as usize]
        }
        (Act::Level(_), Act::Level(_)) => true,
        (one, other) => one == other,
    };
    what && one.end == other.end && new.lying(one) == old.lying(other)
}

/// Whether two lanes have equal entries up to `limit`, a time of their level.
fn lanes_agree(
    (new, new_lane): (&Tables, u32),
    (old, old_lane): (&Tables, u32),
    kind: ValueKind,
    limit: i64,
) -> Result<(), ItemId> {
    let mut news = new.lane(new_lane);
    for place in old.lane(old_lane) {
        let entry = old.entries[place];
        let id = ItemId(old.nodes[old.backs[place].node as usize].id);
        if entry.start > limit {
            break;
        }
        let at = news.next().ok_or(id)?;
        let (Entry { start, end, write }, node) = (new.entries[at], new.backs[at].node);
        let is_same =
            (start, end) == (entry.start, entry.end) && new.nodes[node as usize].id == id.0;
        let writes_same = match (new.way(write), old.way(entry.write)) {
            (Some(one), Some(other)) => {
                let easings =
                    (&new.easings[one.easing as usize], &old.easings[other.easing as usize]);
                new.pools.get(kind, one.from) == old.pools.get(kind, other.from)
                    && new.pools.get(kind, one.to) == old.pools.get(kind, other.to)
                    && easings.0 == easings.1
                    && (one.slope == NONE) == (other.slope == NONE)
            }
            _ => match (write, entry.write) {
                (Write::Lane(one), Write::Lane(other)) => {
                    lanes_agree((new, one), (old, other), kind, i64::MAX)?;
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
