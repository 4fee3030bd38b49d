//! What is done to entries that play or wait: released, cancelled, finished, flushed.

use super::{
    EntryId, Role, Sequencer, Shown,
    due::DueList,
    event_at,
    row::{AnyDuration, Ending, Row},
    step::Moment,
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

impl<P> Sequencer<P> {
    /// Lets an [open-ended](super::EntryDuration::Open) entry end now, or as soon as it has begun; what waits
    /// for it goes on. Returns `false` if there is no such entry to release.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{EntryDuration, Sequencer}, time::ms};
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

    /// Brings one entry to its end now: a click shows the whole line. Its last call comes with the next step,
    /// with [`Reason::Skipped`], and what waits for the entry goes on from now. An entry whose turn has not
    /// come keeps its place and takes no time there. Returns `false` if the entry is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::Sequencer, time::ms};
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

    /// Drops one entry without another call and returns its payload; what waited for it goes on from now.
    /// `None` if the entry is over. The next step reports its end as cancelled.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::Sequencer, time::ms};
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

    /// Drops everything that is playing or waiting, labels included. It calls nothing and reports nothing.
    pub fn flush(&mut self) {
        self.flush_at(Moment::outside(self.now));
    }

    pub(super) fn release_at(&mut self, id: EntryId, moment: Moment) -> bool {
        if let Some((row, due)) = self.live_row_mut(id) {
            let open = row.ending() == Ending::Open;
            if open {
                row.end_at(moment.at);
                due.add(row);
            }
            return open;
        }
        let Some(row) = self.pending_row_mut(id).filter(|row| row.ending() == Ending::Open) else {
            return false;
        };
        row.set_duration(AnyDuration::Fixed(Span::ZERO));
        true
    }

    pub(super) fn finish_entry_at(&mut self, id: EntryId, moment: Moment) -> bool {
        if let Some((row, due)) = self.live_row_mut(id) {
            if row.end().is_none_or(|end| end > moment.at) {
                row.finish_at(moment.at);
                due.add(row);
            }
            return true;
        }
        let Some(row) = self.pending_row_mut(id) else { return false };
        row.finish_waiting();
        true
    }

    pub(super) fn cancel_at(&mut self, id: EntryId, moment: Moment) -> Option<P> {
        let mut at = moment.at;
        let payload = if let Some((row, _)) = self.live_row_mut(id) {
            if row.has_begun() {
                at = at.max(row.shown_until());
            }
            let payload = row.payload.take();
            let (role, row) = (row.role, row.without_payload());
            self.over += 1;
            self.journal.cancelled(&row, payload.as_ref(), at);
            if role == Role::Holding {
                self.end_hold(at);
            }
            if !moment.in_step {
                self.drop_ended();
            }
            payload?
        } else if let Some(place) = self.followers.iter().position(|(_, row)| row.id == id) {
            self.followers.remove(place).1.payload?
        } else {
            let place = self.waiting_place(id)?;
            let payload = self.waiting[place].payload.take()?;
            self.trim_waiting();
            payload
        };
        let event = event_at(at, id, EventKind::End, Reason::Cancelled);
        if moment.in_step { &mut self.outbox.events } else { &mut self.dropped }.push(event);
        self.start_followers(id, at);
        Some(payload)
    }

    pub(super) fn flush_at(&mut self, moment: Moment) {
        for row in self.front.iter_mut().chain(&mut self.background) {
            let payload = row.payload.take();
            if let Some(payload) = payload.filter(|_| row.has_begun()) {
                self.journal.over(Shown::over(row, payload, moment.at), false);
            }
        }
        self.front.clear();
        self.background.clear();
        self.waiting.clear();
        self.followers.clear();
        self.labels.clear();
        self.dropped.clear();
        self.due.clear();
        self.running = self.last;
        self.sealed = false;
        (self.holding, self.over, self.hold_end) = (0, 0, moment.at);
    }

    /// An entry that held the running epoch is over.
    #[inline]
    pub(super) fn end_hold(&mut self, at: Time) {
        self.holding = self.holding.saturating_sub(1);
        self.hold_end = self.hold_end.max(at);
    }

    /// Removes the rows of entries that are over, once they are many: then a search passes few of them, and each
    /// is moved once or never.
    #[inline]
    pub(super) fn drop_ended(&mut self) {
        if self.over == 0 {
            return;
        }
        let rows = self.front.len() + self.background.len();
        if self.over == rows {
            self.front.clear();
            self.background.clear();
            self.over = 0;
        } else if self.over > 8 && self.over > rows / 2 {
            self.front.retain(|row| !row.is_over());
            self.background.retain(|row| !row.is_over());
            self.over = 0;
        }
    }

    /// Keeps an entry that has not ended at both ends of what waits.
    fn trim_waiting(&mut self) {
        while self.waiting.front().is_some_and(Row::is_over) {
            self.waiting.pop_front();
        }
        while self.waiting.back().is_some_and(Row::is_over) {
            self.waiting.pop_back();
        }
    }

    /// An entry whose turn has come and that has not ended, with the list for its next start or end.
    fn live_row_mut(&mut self, id: EntryId) -> Option<(&mut Row<P>, &mut DueList)> {
        let lane = if super::place_of(&self.front, id).is_some() {
            &mut self.front
        } else {
            &mut self.background
        };
        let place = super::place_of(lane, id)?;
        let row = lane.get_mut(place).filter(|row| !row.is_over())?;
        Some((row, &mut self.due))
    }

    /// An entry whose turn has not come.
    fn pending_row_mut(&mut self, id: EntryId) -> Option<&mut Row<P>> {
        let row = if let Some(place) = self.waiting_place(id) {
            &mut self.waiting[place]
        } else {
            &mut self.followers.iter_mut().find(|(_, row)| row.id == id)?.1
        };
        Some(row).filter(|row| !row.is_over())
    }
}
