//! What is done to entries that play or wait: released, cancelled, flushed, marked.

use super::{
    EntryDuration, EntryId, Role, Sequencer, Shown,
    edges::edge,
    row::{Row, Slot},
    turn::Hold,
};
use crate::{
    event::{EventKind, Reason},
    time::Span,
};

impl<P> Sequencer<P> {
    /// Lets an [open-ended](EntryDuration::Open) entry end now, or as soon as it has begun; what waits for
    /// it goes on. Answers whether there was one to release.
    pub fn release(&mut self, id: EntryId) -> bool {
        let (at, now) = (self.queueing_at(), self.now);
        if let Some(row) = self.live_mut().find(|row| row.id == id) {
            let open = row.length() == EntryDuration::Open;
            if open {
                let end = at.max(row.time).max(row.called(now).unwrap_or(at)); // not before it was shown
                row.set_length(EntryDuration::Fixed(end - row.time));
            }
            return open;
        }
        let Some(place) = self.waiting_place(id) else {
            return false;
        };
        let row = &mut self.line.waiting_mut()[place];
        let open = row.length() == EntryDuration::Open && !row.slot.is_over();
        if open {
            row.set_length(EntryDuration::Fixed(Span::ZERO));
        }
        open
    }

    /// Drops one entry without another call and hands its payload back; what waited for it goes on
    /// from now. Absent where it is gone already, and where it is the caller that drops itself: the
    /// payload is with its callback. The next step reports its end as cancelled.
    pub fn cancel(&mut self, id: EntryId) -> Option<P> {
        let mut at = self.queueing_at();
        let calling = self.is_calling();
        let is_it = |row: &Row<P>| row.id == id && !row.slot.is_over();
        let place = self.line.on_show().iter().position(is_it).map(|place| self.line.first + place);
        let plain_called = self.plain_called(place.unwrap_or(0));
        let Self { line, background, journal, .. } = self;
        let of_line = place.and_then(|place| line.rows.get_mut(place));
        let in_line = of_line.is_some();
        let live = of_line.or_else(|| background.iter_mut().find(|row| is_it(row)));
        let payload = if let Some(row) = live {
            if row.has_begun() {
                at = at.max(row.called(plain_called).unwrap_or(row.time)); // not before it was shown
            }
            let payload = row.slot.take(Slot::Over);
            journal.cancelled(row, payload.as_ref(), at);
            if row.role == Role::Holding && row.epoch == self.running {
                self.hold.end_of_one(at);
            }
            line.over += usize::from(in_line);
            if !calling {
                // Places count only while a callback runs.
                background.retain(|row| !row.slot.is_over());
            }
            payload
        } else {
            let place = self.waiting_place(id)?;
            let payload = self.line.waiting_mut()[place].slot.take(Slot::Over);
            payload.as_ref()?; // cancelled before
            payload
        };
        self.pass.extra = true;
        self.dropped.push(edge(at, id, EventKind::End, Reason::Cancelled));
        payload
    }

    /// Drops everything that is playing or waiting, and calls and reports nothing of it.
    pub fn flush(&mut self) {
        let at = self.queueing_at();
        self.keep_moment();
        let Self { line, background, journal, .. } = self;
        for row in line.on_show_mut().iter_mut().chain(&mut *background) {
            if let Some(payload) = row.slot.take(Slot::Over).filter(|_| row.has_begun()) {
                journal.over(Shown::over(row, payload, at), false);
            }
        }
        line.clear();
        background.clear();
        self.labels.clear();
        self.dropped.clear();
        self.running = self.last;
        self.sealed = false;
        self.hold = Hold { entries: 0, end: at };
        if let Some(moment) = &mut self.moment {
            moment.flushed = true;
        }
    }

    /// Marks a moment in the entry that is being called, `at` after its start: the step reports it
    /// among its [events](Self::events), in order of time. Without effect outside of a callback.
    pub fn cue(&mut self, at: Span, cue: u32) {
        if let Some(moment) = self.moment() {
            self.tell(edge(moment.start + at, moment.id, EventKind::Cue(cue), moment.reason));
        }
    }
}
