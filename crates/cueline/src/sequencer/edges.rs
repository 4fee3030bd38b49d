//! What a step reports, in order.

use alloc::vec::Vec;

use super::{EntryId, Sequencer, line::Line};
use crate::{
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};

/// An event of which it is not known yet how late it is reported.
pub(super) fn edge(due: Time, id: EntryId, kind: EventKind, reason: Reason) -> Event<EntryId> {
    Event {
        due,
        lateness: Span::ZERO,
        id,
        kind,
        reason,
        direction: Direction::Forward,
        loop_index: 0,
    }
}

/// What happened in a step to plain entries, where nobody has asked yet. It follows from their rows, which lie where
/// they lay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Untold {
    /// To the rows from here to the last on show. No other had a part in the step.
    pub(super) from: usize,
    /// Rows from here on have started in the step.
    pub(super) begun: usize,
    /// When the step began. What ended then was told before.
    pub(super) after: Time,
}

impl Untold {
    /// Of a step that begins.
    #[inline]
    pub(super) const fn since<P>(line: &Line<P>, now: Time) -> Self {
        Self { from: line.first, begun: line.live, after: now }
    }

    /// Tells it, once the step has come to `to`; whether that is in order.
    #[inline(never)]
    pub(super) fn tell<P>(self, line: &Line<P>, to: Time, edges: &mut Vec<Event<EntryId>>) -> bool {
        let (mut in_order, mut last) = (true, Time::MIN);
        let mut tell = |due: Time, id, kind| {
            in_order &= last <= due;
            last = due;
            edges.push(Event { lateness: to - due, ..edge(due, id, kind, Reason::Played) });
        };
        // What was on show is of one epoch, as it all is plain; behind it lie those that have had their turn since.
        let (old, new) =
            (line.rows.get(self.from..self.begun), line.rows.get(self.begun..line.live));
        for row in old.unwrap_or_default() {
            if row.slot.is_played() && self.after < row.plain_end() {
                tell(row.plain_end(), row.id, EventKind::End);
            }
        }
        let mut new = new.unwrap_or_default();
        while let Some(first) = new.first() {
            let mut count = 0;
            for row in new.iter().take_while(|row| row.epoch == first.epoch) {
                count += 1;
                if row.slot.is_plain() || row.slot.is_played() {
                    tell(row.time, row.id, EventKind::Start);
                }
            }
            let epoch;
            (epoch, new) = new.split_at(count);
            for row in epoch.iter().filter(|row| row.slot.is_played()) {
                tell(row.plain_end(), row.id, EventKind::End);
            }
        }
        in_order
    }
}

/// A step that [`Sequencer::advance_each`] has made: to be dropped, or asked for its [events](Self::events).
#[derive(Debug)]
pub struct Stepped<'a, P> {
    pub(super) queue: &'a mut Sequencer<P>,
    pub(super) untold: Option<Untold>,
}

impl<'a, P> Stepped<'a, P> {
    /// What has started, ended or been marked in the step, as [`Sequencer::events`] tells it from here to the next one.
    ///
    /// Where nothing but plain entries played it is worked out only now: whoever does not ask does not pay.
    #[must_use]
    pub fn events(self) -> &'a [Event<EntryId>] {
        let Self { queue, untold } = self;
        if let Some(untold) = untold {
            let in_order = untold.tell(&queue.line, queue.now, &mut queue.edges);
            if !in_order {
                queue.settle();
            }
        }
        &queue.edges
    }
}

impl<P> Sequencer<P> {
    /// Reports something, to be put in its order when the step is over.
    pub(super) fn tell(&mut self, edge: Event<EntryId>) {
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

    /// Puts the events in order and says how late each is, where that is not known yet.
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
