//! The items that are active at a time.

use super::{
    ItemId, Timeline,
    exact::Exact,
    node::{Action, Level, Node},
    tables::Tables,
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
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let walk = || from_to("x", 0.0, 8.0).duration(ms(400)).named("walk");
    /// let scene = TimelineBuilder::new("scene").then(walk()).build()?;
    /// let mut active = Vec::new();
    /// scene.for_each_active(ms(100), |item| active.push((scene.item_name(item.item), item.local)));
    /// assert_eq!(active, [("scene", ms(100)), ("walk", ms(100))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_active(&self, at: Span, mut visit: impl FnMut(ActiveItem)) {
        let (whole, at) = (self.whole(), at.flicks());
        if at < whole.start || whole.end <= at {
            return;
        }
        match whole.action {
            Action::Level(level) if whole.is_once() => {
                // The usual case: the result is in whole flicks.
                let local = at - whole.start;
                visit(ActiveItem { item: ItemId::WHOLE, pass: 0, local: Span::from_flicks(local) });
                let tables = self.tables();
                tables.visit_level(tables.level(level), Exact::whole(local), &mut visit);
            }
            _ => self.tables().visit(whole, Exact::whole(at), &mut visit),
        }
    }
}

impl Tables {
    /// An item that is active at `x`.
    #[inline(never)]
    fn visit(&self, node: &Node, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        let (pass, at) = if node.is_once() {
            (0, x.minus(i128::from(node.start)))
        } else {
            let place = self.placement(node).place(x);
            (place.pass(), place.at)
        };
        let local = Span::from_flicks(at.floor());
        visit(ActiveItem { item: ItemId::new(node.id), pass, local });
        if let Action::Level(level) = node.action {
            self.visit_level(self.level(level), at, visit);
        }
    }

    #[inline]
    fn visit_level(&self, level: &Level, x: Exact, visit: &mut impl FnMut(ActiveItem)) {
        let nodes = self.nodes_of(level);
        let floor = x.floor();
        level.active(floor, nodes, |node| {
            if node.is_once() && node.action == Action::Tween {
                // Most items run once at normal speed and need no fraction.
                let local = Span::from_flicks(floor.saturating_sub(node.start));
                visit(ActiveItem { item: ItemId::new(node.id), pass: 0, local });
            } else {
                self.visit(node, x, visit);
            }
        });
    }
}
