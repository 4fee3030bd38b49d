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
        let (whole, at) = (self.whole(), at.flicks());
        if at < whole.start || whole.end <= at {
            return;
        }
        match whole.what {
            Act::Level(level) if whole.motion == NONE => {
                // As nearly always: with what comes of it in whole flicks.
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
    /// An item that shows at `x`.
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
        level.index.lasting(floor, begun, Node::shows, |_, node| {
            if node.motion == NONE && node.what == Act::Tween {
                // Most are that, and need no fraction.
                let local = Span::from_flicks(floor.saturating_sub(node.start));
                visit(ActiveItem { item: ItemId(node.id), pass: 0, local });
            } else {
                self.item(node, x, visit);
            }
        });
    }
}
