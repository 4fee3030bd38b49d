//! The items that are active at a time.

use super::{
    ItemId, Timeline,
    exact::{Exact, clamp},
    tables::{Act, Level, NONE, Node, Tables},
};
use crate::time::Span;

/// An active item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveItem {
    /// The item's id.
    pub item: ItemId,
    /// The current pass, counted from 0.
    pub pass: u64,
    /// The position in the pass, in the item's own time, rounded down.
    pub local: Span,
}

impl<K> Timeline<K> {
    /// Calls `visit` for every active item: items that have started and are not over. A timeline comes before its
    /// items, and the items of one timeline come in playing order. Cues, calls and waits are never active.
    ///
    /// Costs O(log n) for each active timeline and, for each of its k active items, at most O(log (n / k)).
    pub fn for_each_active(&self, at: Span, mut visit: impl FnMut(ActiveItem)) {
        let (whole, at) = (self.whole(), at.flicks());
        if at < whole.start || whole.end <= at {
            return;
        }
        match whole.what {
            Act::Level(level) if whole.motion == NONE => {
                // The usual case: the result is in whole flicks.
                let local = at - whole.start;
                visit(ActiveItem { item: ItemId::WHOLE, pass: 0, local: Span::from_flicks(local) });
                let level = &self.tables.levels[level as usize];
                self.tables.level(level, Exact::whole(local), &mut visit);
            }
            _ => self.tables.item(whole, Exact::whole(at), &mut visit),
        }
    }
}

impl Tables {
    /// An item that is active at `x`.
    #[inline(never)]
    fn item(&self, node: &Node, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        let (pass, at) = if node.motion == NONE {
            (0, x.minus(i128::from(node.start)))
        } else {
            let place = self.lying(node).place(x);
            (clamp(place.pass).unsigned_abs(), place.at)
        };
        let local = Span::from_flicks(at.floor());
        visit(ActiveItem { item: ItemId(node.id), pass, local });
        if let Act::Level(level) = node.what {
            self.level(&self.levels[level as usize], at, visit);
        }
    }

    #[inline(always)]
    fn level(&self, level: &Level, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        let nodes = self.nodes_of(level);
        let floor = x.floor();
        let begun = &nodes[..level.index.begun(floor, nodes, Node::shows)];
        level.index.running(floor, begun, Node::shows, |_, node| {
            if node.motion == NONE && node.what == Act::Tween {
                // Most items run once at normal speed and need no fraction.
                let local = Span::from_flicks(floor.saturating_sub(node.start));
                visit(ActiveItem { item: ItemId(node.id), pass: 0, local });
            } else {
                self.item(node, x, visit);
            }
        });
    }
}
