//! What a step reports, in order.

use super::{EntryId, Sequencer};
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
        if self.pass.unsettled | self.pass.early {
            self.settle();
        }
    }

    #[inline(never)]
    fn settle(&mut self) {
        (self.pass.unsettled, self.pass.early) = (false, false);
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
