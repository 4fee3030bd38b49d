//! What a step reports, in order.

use super::{EntryId, Sequencer};
use crate::{
    edge::{Direction, Edge, EdgeKind, Reason},
    time::{Span, Time},
};

/// How far back an edge is put by hand before all are sorted.
const NEAR: usize = 16;

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
        self.unsettled = true;
        self.edges.push(edge);
    }

    /// Reports the ends of cancelled entries.
    #[inline]
    pub(super) fn tell_dropped(&mut self) {
        if !self.dropped.is_empty() {
            self.unsettled = true;
            self.edges.append(&mut self.dropped);
        }
    }

    /// Puts an edge that is due before the last one among what is due with it or before.
    #[cold]
    pub(super) fn tell_early(
        &mut self,
        due: Time,
        id: EntryId,
        kind: EdgeKind,
        reason: Reason,
        lateness: Span,
    ) {
        let edge = Edge { lateness, ..edge(due, id, kind, reason) };
        let last = self.edges.iter().rev().take(NEAR);
        let after = last.take_while(|other| other.due > edge.due).count();
        if after == NEAR {
            self.tell(edge);
        } else {
            self.edges.insert(self.edges.len() - after, edge);
        }
    }

    /// Puts the edges in order and says how late each is, where that is not known yet.
    #[inline]
    pub(super) fn settle_edges(&mut self) {
        if self.unsettled {
            self.settle();
        }
    }

    #[inline(never)]
    fn settle(&mut self) {
        self.unsettled = false;
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
