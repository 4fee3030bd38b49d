//! The loops for [plain](Slot::Plain) entries: nearly all are, and nothing is done for them that need not be.
//!
//! All plain entries on show have started together, at the turn of the running epoch, and are called in every step. So
//! what a step is to one of them follows from the clock and its length; nothing of it is kept in its row.
//!
//! Whoever gets the queue along with an entry can change everything: for each call the payload is taken out of the
//! queue, and what became of its entry is looked up afterwards. [Another loop](super::each) is for whoever gets no
//! queue.

use alloc::vec::Vec;

use super::{
    EntryId, Handler, Role, Sequencer, Shown, Update,
    edges::edge,
    moment::{Moment, NOBODY, Pass, Runaway, SOMEBODY},
    row::{Life, Row, Slot},
    turn::Hold,
    visit::FOREGROUND,
};
use crate::{
    event::{Event, EventKind, Reason},
    time::{Span, Time},
};

/// An entry, its role, and its length in flicks.
pub(super) type About = (EntryId, Role, i64);

/// What a step is to all plain entries on show, in flicks. Nothing goes beyond the range where entries are plain.
#[derive(Clone, Copy)]
pub(super) struct Tact {
    /// When they have started.
    start: i64,
    /// How far the step before has shown them.
    before: i64,
    /// How far this one shows them, if they last that long.
    elapsed: i64,
    /// They have not been called before.
    first: bool,
    /// The end of the step.
    to: i64,
    reason: Reason,
}

impl Tact {
    /// In a step from `now` to `to`.
    #[inline(always)]
    pub(super) fn new(start: Time, now: Time, to: Time, reason: Reason) -> Self {
        let (start, now, to) = (start.flicks(), now.flicks(), to.flicks());
        let (before, first) = (now.saturating_sub(start).max(0), now <= start);
        Self { start, before, elapsed: to - start, first, to, reason }
    }

    /// Whether time has passed for them.
    #[inline(always)]
    pub(super) const fn has_come_on(&self) -> bool {
        self.elapsed > 0
    }

    /// Whether an entry ends in the step.
    #[inline(always)]
    pub(super) const fn is_last(&self, (_, _, length): About) -> bool {
        length <= self.elapsed
    }

    #[inline(always)]
    pub(super) fn mid_play<'a, P>(
        &self,
        (id, role, length): About,
        payload: &'a mut P,
    ) -> Update<'a, P> {
        Update {
            payload,
            id,
            role,
            start: self.first,
            end: false,
            elapsed: Span::from_flicks(self.elapsed),
            before: Span::from_flicks(self.before),
            duration: Some(Span::from_flicks(length)),
            at: Time::from_flicks(self.to),
            lateness: Span::ZERO,
            reason: self.reason,
        }
    }

    #[inline(always)]
    pub(super) fn last<'a, P>(
        &self,
        (id, role, length): About,
        payload: &'a mut P,
    ) -> Update<'a, P> {
        Update {
            end: true,
            elapsed: Span::from_flicks(length),
            at: Time::from_flicks(self.start + length),
            lateness: Span::from_flicks(self.elapsed - length),
            ..self.mid_play((id, role, length), payload)
        }
    }
}

impl<P> Row<P> {
    #[inline]
    pub(super) fn about(&self) -> About {
        (self.id, self.role, self.plain_length())
    }

    /// Tells the end of a plain entry.
    #[inline(always)]
    fn tell_end(
        &self,
        tact: Tact,
        hold: &mut Hold,
        edges: &mut Vec<Event<EntryId>>,
        pass: &mut Pass,
    ) {
        let (id, role, length) = self.about();
        let end = self.plain_end();
        if role == Role::Holding {
            hold.end_of_one(end);
        }
        let lateness = Span::from_flicks(tact.elapsed - length);
        pass.note(end);
        edges.push(Event { lateness, ..edge(end, id, EventKind::End, tact.reason) });
    }

    #[cold]
    fn shown(&self, payload: P) -> Shown<P> {
        Shown::over(self, payload, self.plain_end())
    }
}

impl<P> Sequencer<P> {
    /// Calls for the entries from a place on, up to the first that is to be looked at closely. Answers where that is.
    /// Where no time has passed for them, starts are all there is to tell.
    #[inline(always)]
    fn call_plain(&mut self, mut place: usize, tact: Tact, stage: &mut impl Handler<P>) -> usize {
        while place < self.line.live {
            let Sequencer { line, pass, .. } = &mut *self;
            let Some(row) = line.rows.get_mut(place) else {
                break;
            };
            match row.slot {
                Slot::Plain(_) => {}
                Slot::Over | Slot::Played => {
                    place += 1;
                    continue;
                }
                _ => break,
            }
            if row.life == Life::Unseen {
                self.tell_start(place, tact.reason);
                continue;
            }
            if tact.elapsed == 0 {
                place += 1;
                continue;
            }
            #[cfg(test)]
            super::tests::count_visit();
            let Some(mut payload) = row.slot.take(Slot::Lent) else {
                break; // never: it is plain
            };
            pass.caller = place;
            let about = row.about();
            let last = tact.is_last(about);
            if last {
                stage.step(tact.last(about, &mut payload), self);
            } else {
                stage.step(tact.mid_play(about, &mut payload), self);
            }
            let Some(row) = self.line.rows.get_mut(place).filter(|row| row.slot.is_lent()) else {
                place = self.after_change(place, payload, tact.start + about.2.min(tact.elapsed));
                continue;
            };
            if last {
                row.slot = Slot::Over;
                let Sequencer { line, hold, edges, pass, journal, .. } = &mut *self;
                if let Some(row) = line.rows.get_mut(place) {
                    line.over += 1;
                    row.tell_end(tact, hold, edges, pass);
                    if journal.is_kept() {
                        journal.over(row.shown(payload), true);
                    }
                }
            } else {
                row.slot = Slot::Plain(payload);
            }
            place += 1;
        }
        self.pass.caller = NOBODY;
        place
    }

    /// Calls all on show in the foreground from a place on, plain ones without ado. Time has passed since they were
    /// called, or their turn has come in this step.
    #[inline(always)]
    pub(super) fn call_on_show(
        &mut self,
        mut place: usize,
        to: Time,
        reason: Reason,
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        let tact = Tact::new(self.line.turn, self.now, to, reason);
        loop {
            place = self.call_plain(place, tact, stage);
            if place >= self.line.live {
                return Ok(());
            }
            self.visit::<FOREGROUND>(place, stage)?;
            place = self.place_after(place);
        }
    }

    /// Where to go on behind an entry that was looked at closely or has changed.
    #[cold]
    pub(super) fn place_after(&mut self, place: usize) -> usize {
        if core::mem::take(&mut self.pass.flushed) { self.line.first } else { place + 1 }
    }

    /// The plain entry that was being called has flushed the queue, or cancelled itself. Answers where to go on.
    #[cold]
    fn after_change(&mut self, place: usize, payload: P, at: i64) -> usize {
        self.pass.caller = NOBODY;
        if let Some(Moment { id, start, role, duration, flushed: true, .. }) = self.moment.take() {
            let elapsed = Time::from_flicks(at) - start;
            self.journal.over(Shown { id, payload, role, start, elapsed, duration }, false);
            return self.line.first;
        }
        place + 1
    }

    /// Tells that a plain entry has started.
    #[inline(always)]
    fn tell_start(&mut self, place: usize, reason: Reason) {
        let Self { line, edges, pass, .. } = self;
        let turn = line.turn;
        let Some(row) = line.rows.get_mut(place) else {
            return; // never
        };
        row.life = Life::Begun;
        let lateness = Span::from_flicks(pass.to.flicks() - turn.flicks());
        pass.note(turn);
        edges.push(Event { lateness, ..edge(turn, row.id, EventKind::Start, reason) });
    }

    /// Up to which time plain entries have been called: all of them to now, and those that the step which is under way
    /// has come by to its end.
    pub(super) fn plain_called(&self, place: usize) -> Time {
        let Pass { caller, reached, to, .. } = self.pass;
        let reached = if caller < SOMEBODY { caller } else { reached };
        if place < reached { to } else { self.now }
    }

    /// From here on all on show are looked at closely.
    #[cold]
    pub(super) fn make_all_odd(&mut self) {
        for place in self.line.first..self.line.live {
            let called = self.plain_called(place);
            self.line.rows[place].stop_being_plain(called);
        }
        self.pass.extra = true;
    }
}
