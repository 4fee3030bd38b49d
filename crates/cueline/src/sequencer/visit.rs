//! The close look at one entry: whatever its length, its delay, its lane, and whatever its callback does.

use super::{
    EntryDuration, Handler, Role, Sequencer, Shown, Update,
    edges::edge,
    moment::{Moment, NOBODY, Runaway, SOMEBODY},
    row::{Life, Row, Slot},
};
use crate::{event::EventKind, time::Span};

/// The lanes, as what is called for an entry is compiled for each.
pub(super) const FOREGROUND: bool = true;
pub(super) const BACKGROUND: bool = false;

impl<P> Sequencer<P> {
    fn row_in<const LANE: bool>(&mut self, place: usize) -> &mut Row<P> {
        if LANE == FOREGROUND { &mut self.line.rows[place] } else { &mut self.background[place] }
    }

    /// Calls one entry for what it shows in this step, if anything.
    #[inline(never)]
    pub(super) fn visit<const LANE: bool>(
        &mut self,
        place: usize,
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        #[cfg(test)]
        super::tests::count_visit();
        let (to, reason) = (self.pass.to, self.pass.reason);
        let now = self.now;
        self.pass.reached = if LANE == FOREGROUND { place } else { usize::MAX };
        let row = self.row_in::<LANE>(place);
        if row.next_step || row.time > to {
            return Ok(());
        }
        let called = row.called(now);
        let put_back = if let Slot::Plain(_) = row.slot { Slot::Plain } else { Slot::Odd };
        if row.slot.payload().is_none() {
            return Ok(()); // it is over
        }
        let Some(mut payload) = row.slot.take(Slot::Called) else {
            return Ok(());
        };
        if row.length() == EntryDuration::OnTurn {
            row.set_length(EntryDuration::Fixed(stage.length(&mut payload).max(Span::ZERO)));
        }
        let (id, start, role) = (row.id, row.time, row.role);
        let its_end = row.end();
        if !row.has_begun() {
            row.life = Life::Begun;
            self.tell(edge(start, id, EventKind::Start, reason));
        }
        let end = its_end.filter(|end| *end <= to);
        let at = end.unwrap_or(to);
        let before = called.unwrap_or(start);
        if end.is_none() && before == at {
            // No time has passed for it.
            self.row_in::<LANE>(place).slot = put_back(payload);
            return Ok(());
        }
        let duration = its_end.map(|end| end - start);
        let step = Update {
            payload: &mut payload,
            id,
            role,
            start: called.is_none(),
            end: end.is_some(),
            elapsed: at - start,
            before: before - start,
            duration,
            at,
            lateness: to - at,
            reason,
        };
        // The foreground has had the whole step when the background is called.
        let queues = if LANE == FOREGROUND { at } else { to };
        self.moment = Some(Moment {
            id,
            start,
            role,
            duration,
            ends: at,
            queues,
            mid_play: end.is_none(),
            reason,
            flushed: false,
        });
        self.pass.caller = SOMEBODY;
        stage.step(step, self);
        self.pass.caller = NOBODY;
        let flushed = self.moment.take().is_some_and(|moment| moment.flushed);
        if flushed {
            self.pass.flushed = true; // the entry is gone
            let shown = Shown { id, payload, role, start, elapsed: at - start, duration };
            self.journal.over(shown, false);
            return Ok(());
        }
        // Lists grow at their end during a call, and lose nothing but by a flush: `place` still holds.
        let running = self.running;
        let row = self.row_in::<LANE>(place);
        if row.slot.is_over() {
            return Ok(()); // it has cancelled itself
        }
        row.set_called(at);
        let Some(end) = end else {
            row.slot = Slot::Odd(payload);
            return Ok(());
        };
        row.slot = Slot::Over;
        if role == Role::Holding && row.epoch == running {
            self.hold.end_of_one(end);
        }
        if LANE == FOREGROUND {
            self.line.over += 1;
        }
        if self.journal.is_kept() {
            let row =
                if LANE == FOREGROUND { &self.line.rows[place] } else { &self.background[place] };
            self.journal.over(Shown::over(row, payload, end), true);
        }
        self.tell(edge(end, id, EventKind::End, reason));
        self.pass.count_chain(id, start, end)
    }
}
