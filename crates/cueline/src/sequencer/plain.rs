//! The loops for [plain](Slot::Plain) entries: nearly all are, and nothing is done for them that need not be.
//!
//! All plain entries on show have started together, at the turn of the running epoch, and are called in every step. So
//! what a step is to one of them follows from the clock and its length; nothing of it is kept in its row.
//!
//! Whoever gets the queue along with an entry can change everything: for each call the payload is taken out of the queue,
//! and what became of its entry is looked up afterwards. Whoever gets no queue is shown the payload in its place.

use alloc::vec::Vec;
use core::ops::Range;

use super::{
    EntryId, Role, Sequencer, Shown, Stage, Step,
    edges::edge,
    moment::{Moment, NOBODY, Pass, Runaway, SOMEBODY},
    row::{Life, Row, Slot},
    turn::Hold,
    visit::FOREGROUND,
};
use crate::{
    edge::{Edge, EdgeKind, Reason},
    time::{Span, Time},
};

/// Who is called in a step.
pub(super) trait Caller<P>: Stage<P> {
    /// Whether the queue is lent along, so that a call may change what comes after it.
    const LENDS: bool;

    /// Calls for the entries from a place on, up to the first that is to be looked at closely. Answers where that is.
    /// Where no time has passed for them, starts are all there is to tell.
    fn call_plain(&mut self, queue: &mut Sequencer<P>, place: usize, tact: Tact) -> usize;
}

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
    #[inline]
    fn mid_play<'a, P>(
        &self,
        (id, role, length): (EntryId, Role, i64),
        payload: &'a mut P,
    ) -> Step<'a, P> {
        Step {
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

    #[inline]
    fn last<'a, P>(
        &self,
        (id, role, length): (EntryId, Role, i64),
        payload: &'a mut P,
    ) -> Step<'a, P> {
        Step {
            end: true,
            elapsed: Span::from_flicks(length),
            at: Time::from_flicks(self.start + length),
            lateness: Span::from_flicks(self.elapsed - length),
            ..self.mid_play((id, role, length), payload)
        }
    }
}

/// A stage, which gets the queue along.
pub(super) struct WithQueue<'a, S>(pub(super) &'a mut S);

impl<P, S: Stage<P>> Stage<P> for WithQueue<'_, S> {
    #[inline]
    fn step(&mut self, step: Step<'_, P>, queue: &mut Sequencer<P>) {
        self.0.step(step, queue);
    }

    fn length(&mut self, payload: &mut P) -> Span {
        self.0.length(payload)
    }
}

impl<P, S: Stage<P>> Caller<P> for WithQueue<'_, S> {
    const LENDS: bool = true;

    #[inline(always)]
    fn call_plain(&mut self, queue: &mut Sequencer<P>, mut place: usize, tact: Tact) -> usize {
        while place < queue.line.live {
            let Sequencer { line, pass, .. } = &mut *queue;
            let Some(row) = line.rows.get_mut(place) else {
                break;
            };
            match row.slot {
                Slot::Plain(_) => {}
                Slot::Over => {
                    place += 1;
                    continue;
                }
                _ => break,
            }
            if row.life == Life::Unseen {
                queue.tell_starts(place..place + 1, tact.reason);
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
            let last = about.2 <= tact.elapsed;
            if last {
                self.0.step(tact.last(about, &mut payload), queue);
            } else {
                self.0.step(tact.mid_play(about, &mut payload), queue);
            }
            let Some(row) = queue.line.rows.get_mut(place).filter(|row| row.slot.is_lent()) else {
                place = queue.after_change(place, payload, tact.start + about.2.min(tact.elapsed));
                continue;
            };
            if last {
                row.slot = Slot::Over;
                let Sequencer { line, hold, edges, pass, journal, .. } = &mut *queue;
                if let Some(row) = line.rows.get_mut(place) {
                    line.over += 1;
                    row.tell_end(tact, hold, edges, pass);
                    if journal.is_kept() {
                        journal.over(row.shown(payload, tact), true);
                    }
                }
            } else {
                row.slot = Slot::Plain(payload);
            }
            place += 1;
        }
        queue.pass.caller = NOBODY;
        place
    }
}

/// A closure that gets no queue.
pub(super) struct Alone<F>(pub(super) F);

impl<P, F: FnMut(Step<'_, P>)> Stage<P> for Alone<F> {
    #[inline]
    fn step(&mut self, step: Step<'_, P>, _: &mut Sequencer<P>) {
        (self.0)(step);
    }
}

impl<P, F: FnMut(Step<'_, P>)> Caller<P> for Alone<F> {
    const LENDS: bool = false;

    #[inline(always)]
    fn call_plain(&mut self, queue: &mut Sequencer<P>, place: usize, tact: Tact) -> usize {
        let Sequencer { line, hold, edges, pass, journal, .. } = &mut *queue;
        let live = line.live;
        let Some(rows) = line.rows.get_mut(place..live) else {
            return live; // never: what is on show is in the line
        };
        for row in rows {
            let about = row.about();
            if let Slot::Plain(payload) = &mut row.slot {
                #[cfg(test)]
                super::tests::count_visit();
                if about.2 > tact.elapsed {
                    (self.0)(tact.mid_play(about, payload));
                    continue;
                }
                (self.0)(tact.last(about, payload));
                line.over += 1;
                row.tell_end(tact, hold, edges, pass);
                if !journal.is_kept() {
                    row.slot = Slot::Over;
                } else if let Some(payload) = row.slot.take(Slot::Over) {
                    journal.over(row.shown(payload, tact), true);
                }
            } else if !row.slot.is_over() {
                return queue.line.next_odd(place);
            }
        }
        live
    }
}

impl<P> Row<P> {
    #[inline]
    fn about(&self) -> (EntryId, Role, i64) {
        (self.id, self.role, self.plain_length())
    }

    /// Tells the end of a plain entry.
    #[inline(always)]
    fn tell_end(
        &self,
        tact: Tact,
        hold: &mut Hold,
        edges: &mut Vec<Edge<EntryId>>,
        pass: &mut Pass,
    ) {
        let (id, role, length) = self.about();
        let end = Time::from_flicks(tact.start + length);
        if role == Role::Holding {
            hold.end_of_one(end);
        }
        let lateness = Span::from_flicks(tact.elapsed - length);
        pass.note(end);
        edges.push(Edge { lateness, ..edge(end, id, EdgeKind::End, tact.reason) });
    }

    #[cold]
    fn shown(&self, payload: P, tact: Tact) -> Shown<P> {
        Shown::over(self, payload, Time::from_flicks(tact.start + self.plain_length()))
    }
}

impl<P> Sequencer<P> {
    /// Calls all on show in the foreground from a place on, plain ones without ado. Time has passed since they were
    /// called, or their turn has come in this step.
    #[inline(always)]
    pub(super) fn call_on_show<C: Caller<P>>(
        &mut self,
        mut place: usize,
        to: i64,
        reason: Reason,
        caller: &mut C,
    ) -> Result<(), Runaway> {
        let (start, now) = (self.line.turn.flicks(), self.now.flicks());
        let (before, first) = ((now - start).max(0), now <= start);
        let tact = Tact { start, before, elapsed: to - start, first, to, reason };
        loop {
            place = if tact.elapsed > 0 || C::LENDS {
                caller.call_plain(self, place, tact)
            } else {
                self.line.next_odd(place)
            };
            if place >= self.line.live {
                return Ok(());
            }
            self.visit::<FOREGROUND>(place, caller)?;
            place = self.place_after(place);
        }
    }

    /// Where to go on behind an entry that was looked at closely or has changed.
    #[cold]
    fn place_after(&mut self, place: usize) -> usize {
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

    /// Tells that plain entries have started.
    #[inline(always)]
    pub(super) fn tell_starts(&mut self, places: Range<usize>, reason: Reason) {
        let Self { line, edges, pass, .. } = self;
        let turn = line.turn;
        let Some(rows) = line.rows.get_mut(places) else {
            return; // never
        };
        let lateness = Span::from_flicks(pass.to.flicks() - turn.flicks());
        pass.note(turn);
        edges.extend(rows.iter_mut().map(|row| {
            row.life = Life::Begun;
            Edge { lateness, ..edge(turn, row.id, EdgeKind::Start, reason) }
        }));
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
    }
}
