//! What a step reports, in order.

use alloc::vec::Vec;

use super::{EntryId, Sequencer, moment::Pass};
use crate::{
    edge::{Direction, Edge, EdgeKind, Reason},
    time::{Span, Time},
};

/// An edge of which it is not known yet how late it is reported.
pub(super) fn edge(due: Time, id: EntryId, kind: EdgeKind, reason: Reason) -> Edge<EntryId> {
    Edge {
        due,
        lateness: Span::ZERO,
        id,
        kind,
        reason,
        direction: Direction::Forward,
        loop_index: 0,
    }
}

impl<P> Sequencer<P> {
    /// Reports something, to be put in its order when the step is over.
    pub(super) fn tell(&mut self, edge: Edge<EntryId>) {
        self.pass.unsettled = true;
        self.edges.push(edge);
    }

    /// Reports the ends of cancelled entries.
    #[inline]
    pub(super) fn tell_dropped(&mut self) {
        if !self.dropped.is_empty() {
            self.pass.unsettled = true;
            self.edges.append(&mut self.dropped);
        }
    }

    /// Puts the edges in order and says how late each is, where that is not known yet.
    #[inline]
    pub(super) fn settle_edges(&mut self) {
        if self.pass.unsettled {
            self.settle();
        }
    }

    #[inline(never)]
    fn settle(&mut self) {
        self.pass.unsettled = false;
        if !self.edges.is_sorted_by_key(|edge| edge.due) {
            // At one time they already lie foreground first and in the order of declaration. Their
            // places keep it so, in the field that is not yet known: a stable sort would allocate.
            for (place, edge) in (0..).zip(&mut self.edges) {
                edge.lateness = Span::from_flicks(place);
            }
            self.edges.sort_unstable_by_key(|edge| (edge.due, edge.lateness));
        }
        for edge in &mut self.edges {
            edge.lateness = self.now - edge.due;
        }
    }
}

/// Reports something of a plain entry, in order and with its lateness.
#[inline]
pub(super) fn tell_plain(
    edges: &mut Vec<Edge<EntryId>>,
    pass: &mut Pass,
    id: EntryId,
    kind: EdgeKind,
    due: i64,
    to: i64,
) {
    let lateness = Span::from_flicks(to - due);
    let due = Time::from_flicks(due);
    if due < pass.latest {
        return tell_early(edges, pass, id, kind, due);
    }
    pass.latest = due;
    edges.push(Edge { lateness, ..edge(due, id, kind, pass.reason) });
}

/// How far back an edge is put by hand before all are sorted.
const NEAR: usize = 16;

/// Puts an edge that is due before the last one behind what is due with it or before.
#[cold]
fn tell_early(
    edges: &mut Vec<Edge<EntryId>>,
    pass: &mut Pass,
    id: EntryId,
    kind: EdgeKind,
    due: Time,
) {
    let last = edges.iter().rev().take(NEAR);
    let mut after = last.take_while(|other| other.due > due).count();
    if after == NEAR {
        pass.unsettled = true;
        after = 0;
    }
    let edge = Edge { lateness: pass.to - due, ..edge(due, id, kind, pass.reason) };
    edges.insert(edges.len() - after, edge);
}
