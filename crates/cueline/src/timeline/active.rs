//! Which items show at a time.

use super::{
    ItemId, Timeline,
    exact::{Exact, clamp},
    tables::{Act, Level, NONE, Node, Tables},
};
use crate::time::Span;

/// An item that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveItem {
    /// Which one.
    pub item: ItemId,
    /// The pass that shows, from 0.
    pub pass: u64,
    /// Where in it that is, in the item's own time, rounded down.
    pub local: Span,
}

impl<K> Timeline<K> {
    /// Hands every item that shows at a time to `visit`: those that have started and are not over. Timelines come
    /// before what is in them, items of one timeline in playing order. Cues, calls and waits never show.
    ///
    /// Costs O(log n) on each level that shows and, for each of its k items that show, at most O(log (n / k)).
    pub fn for_each_active(&self, at: Span, mut visit: impl FnMut(ActiveItem)) {
        self.tables.item(self.whole(), Exact::whole(at.flicks()), &mut visit);
    }
}

impl Tables {
    fn item(&self, node: &Node, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        if matches!(node.what, Act::Cue(_) | Act::Call(_) | Act::Pause | Act::Wait) {
            return;
        }
        let floor = x.floor();
        if floor < node.start || floor >= node.end {
            return;
        }
        let item = ItemId(node.id);
        if node.what == Act::Tween && node.motion == NONE {
            // Once at normal speed; most are.
            return visit(ActiveItem {
                item,
                pass: 0,
                local: Span::from_flicks(floor - node.start),
            });
        }
        let place = self.lying(node).place(x);
        let local = Span::from_flicks(place.at.floor());
        visit(ActiveItem { item, pass: clamp(place.pass).unsigned_abs(), local });
        if let Act::Level(level) = node.what {
            self.level(&self.levels[level as usize], place.at, visit);
        }
    }

    fn level(&self, level: &Level, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        let nodes = self.nodes_of(level);
        let floor = x.floor();
        level.index.find(
            floor,
            floor,
            |at| nodes[at].shows(),
            |at| self.item(&nodes[at], x, visit),
        );
    }
}
