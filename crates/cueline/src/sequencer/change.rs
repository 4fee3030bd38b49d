//! Changes to entries that play or wait: release, cancel, finish, flush.

use super::{
    EntryId, Sequencer,
    outbox::{Moment, event_at},
    row::{AnyDuration, Ending, Row},
};
use crate::{
    event::{EventKind, Reason},
    time::Span,
};

impl<P> Sequencer<P> {
    /// Lets an [open-ended](super::EntryDuration::Open) entry end now, or as soon as it has begun; what waits
    /// for it goes on. Returns `false` if there is no such entry to release.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryDuration, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let wait = queue.enqueue(EntryDuration::Open, "press any key");
    /// queue.enqueue(ms(500), "start");
    /// queue.advance(ms(9000), |update, _| assert_eq!(*update.payload, "press any key"))?;
    /// assert!(queue.release(wait));
    /// queue.advance(ms(500), |update, _| assert!(update.ended))?;
    /// assert!(queue.is_empty());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn release(&mut self, id: EntryId) -> bool {
        self.release_at(id, Moment::outside(self.now))
    }

    /// Ends one entry now, for example when a click shows the whole line of a dialogue. The next step makes the last
    /// call of the entry, with [`Reason::Skipped`]. Entries that wait for this entry wait no longer. If the entry has not
    /// started yet, it keeps its place in the queue and takes no time there. Returns `false` if the entry has ended.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let line = queue.enqueue(ms(3000), "To be, or not to be");
    /// queue.enqueue(ms(3000), "that is the question");
    /// queue.advance(ms(500), |_, _| ())?;
    /// assert!(queue.finish_entry(line)); // the player clicks
    /// let mut shown = Vec::new();
    /// queue.advance(ms(16), |update, _| shown.push((update.progress() == 1.0, update.reason)))?;
    /// assert_eq!(shown, [(true, Reason::Skipped), (false, Reason::Played)]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn finish_entry(&mut self, id: EntryId) -> bool {
        self.finish_entry_at(id, Moment::outside(self.now))
    }

    /// Removes one entry without another call, and returns its payload. Entries that wait for this entry wait no
    /// longer. The next step reports the end of the entry as cancelled. `None` if the entry has ended.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let walk = queue.enqueue(ms(300), "walk");
    /// assert_eq!(queue.cancel(walk), Some("walk"));
    /// assert_eq!(queue.cancel(walk), None);
    /// queue.advance(ms(16), |_, _| unreachable!())?;
    /// assert_eq!(queue.events()[0].reason, Reason::Cancelled);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn cancel(&mut self, id: EntryId) -> Option<P> {
        self.cancel_at(id, Moment::outside(self.now))
    }

    /// Removes all entries and labels. There are no further calls, and no events.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "walk");
    /// queue.advance(ms(100), |_, _| ())?;
    /// queue.flush(); // the player leaves the level
    /// queue.advance(ms(100), |_, _| unreachable!())?;
    /// assert!(queue.is_empty() && queue.events().is_empty(), "no end either");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn flush(&mut self) {
        self.flush_at(Moment::outside(self.now));
    }

    pub(super) fn release_at(&mut self, id: EntryId, moment: Moment) -> bool {
        let release = |row: &mut Row<P>| {
            let open = row.ending() == Ending::Open;
            if open {
                row.end_at(moment.at);
            }
            open
        };
        if let Some(released) = self.lanes.change(id, release) {
            return released;
        }
        let Some(row) = self.pending_row_mut(id).filter(|row| row.ending() == Ending::Open) else {
            return false;
        };
        row.set_duration(AnyDuration::Fixed(Span::ZERO));
        true
    }

    pub(super) fn finish_entry_at(&mut self, id: EntryId, moment: Moment) -> bool {
        let finish = |row: &mut Row<P>| {
            if row.end().is_none_or(|end| end > moment.at) {
                row.finish_at(moment.at);
            }
        };
        if self.lanes.change(id, finish).is_some() {
            return true;
        }
        let Some(row) = self.pending_row_mut(id) else { return false };
        row.finish_waiting();
        true
    }

    pub(super) fn cancel_at(&mut self, id: EntryId, moment: Moment) -> Option<P> {
        let mut at = moment.at;
        let payload = if let Some((end, payload)) = self.lanes.cancel(id, at) {
            at = end;
            payload
        } else if let Some(payload) = self.followers.cancel(id) {
            payload
        } else {
            self.lanes.waiting.take(id)?.take_payload()?
        };
        let (kind, reason) = (EventKind::End, Reason::Cancelled);
        if moment.in_step {
            self.outbox.report_unsettled(at, id, kind, reason);
        } else {
            self.dropped.push(event_at(at, id, kind, reason));
        }
        self.start_followers(id, at);
        Some(payload)
    }

    pub(super) fn flush_at(&mut self, moment: Moment) {
        self.lanes.clear(moment.at);
        self.followers.clear();
        self.labels.clear();
        self.dropped.clear();
        self.running = self.last;
        self.sealed = false;
    }

    /// An entry that has not started.
    fn pending_row_mut(&mut self, id: EntryId) -> Option<&mut Row<P>> {
        let Self { lanes, followers, .. } = self;
        lanes.waiting.get_mut(id).or_else(|| followers.get_mut(id))
    }
}
