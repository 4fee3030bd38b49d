//! What a step reports, in order.

use alloc::vec::Vec;

use super::{
    EntryId, Sequencer,
    line::Line,
    row::{Row, Slot},
};
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

/// What happened in a step to plain entries, where nobody has asked yet. It follows from their rows, which lie where they
/// lay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Untold {
    /// To the rows from here to the last on show. No other had a part in the step.
    from: usize,
    /// Rows from here on have started in the step.
    begun: usize,
    /// When the step began. What ended then was told before.
    after: Time,
}

impl Untold {
    /// Of a step that begins.
    #[inline]
    pub(super) const fn since<P>(line: &Line<P>, now: Time) -> Self {
        Self { from: line.first, begun: line.live, after: now }
    }

    /// Tells it, once the step has come to `to`.
    #[cold]
    pub(super) fn tell<P>(self, line: &Line<P>, to: Time, edges: &mut Vec<Edge<EntryId>>) {
        let mut place = self.from;
        let rows = line.rows.get(place..line.live).unwrap_or_default();
        let tell = |due, row: &Row<P>, kind| edge(due, row.id, kind, Reason::Played);
        for epoch in rows.chunk_by(|one, next| one.epoch == next.epoch) {
            let plain =
                epoch.iter().filter(|row| matches!(row.slot, Slot::Plain(_) | Slot::Played));
            if place >= self.begun {
                edges.extend(plain.clone().map(|row| tell(row.time, row, EdgeKind::Start)));
            }
            edges.extend(plain.filter_map(|row| {
                let end = row.end().filter(|end| *end > self.after && *end <= to)?;
                Some(tell(end, row, EdgeKind::End))
            }));
            place += epoch.len();
        }
    }
}

/// A step that [`Sequencer::advance_each`] has made.
#[derive(Debug)]
pub struct Stepped<'a, P> {
    pub(super) queue: &'a mut Sequencer<P>,
    pub(super) untold: Option<Untold>,
}

impl<'a, P> Stepped<'a, P> {
    /// What has started, ended or been marked in the step, as [`Sequencer::edges`] tells it from here on.
    ///
    /// It is worked out only now: whoever does not ask does not pay.
    #[must_use]
    pub fn edges(self) -> &'a [Edge<EntryId>] {
        let Self { queue, untold } = self;
        if let Some(untold) = untold {
            untold.tell(&queue.line, queue.now, &mut queue.edges);
            queue.settle();
        }
        &queue.edges
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
