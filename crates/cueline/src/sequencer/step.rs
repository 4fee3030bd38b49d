//! A step: which entries are called, in which order, and what each is told.
//!
//! One pass over the foreground, epoch by epoch, then one over the background. Each live entry is
//! called once, with times computed from its start. An epoch that is over hands the rest of the
//! step to the next one.
//!
//! Nearly all entries are [plain](Slot::Plain): they are called here, in a loop that does no more for them than it must.
//! All others are [visited](Sequencer::visit). What is told and what comes of it is the same.

use super::{
    EntryId, Role, Sequencer, Shown, Stage, Step, StepError,
    edges::edge,
    moment::Caller,
    row::{Life, Row, Slot, is_plain},
    visit::{BACKGROUND, FOREGROUND},
};
use crate::{
    edge::{Edge, EdgeKind, Reason},
    time::{Span, Time},
};

/// Entries without length that may queue one another at one moment before the step is cut off.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// Too many entries without length were played at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runaway {
    at: Time,
}

impl From<Runaway> for StepError {
    #[cold]
    fn from(Runaway { at }: Runaway) -> Self {
        Self::Runaway { at, limit: CHAIN_LIMIT }
    }
}

/// What one pass over the entries knows.
pub(super) struct Pass {
    pub(super) to: Time,
    pub(super) reason: Reason,
    /// Entries from this number on were queued during the pass.
    first_new: u64,
    /// Entries without length that were queued and played at `chain_at` during the pass.
    chain: u32,
    chain_at: Time,
    pub(super) flushed: bool,
    /// The latest that plain entries have told.
    latest: Time,
}

impl<P> Sequencer<P> {
    /// Refuses what may not be stepped; forgets what the last step reported.
    #[inline]
    pub(super) fn check_step(&mut self, by: Span) -> Result<(), StepError> {
        if self.is_calling() {
            return Err(StepError::InsideStep);
        }
        if by < Span::ZERO {
            return Err(StepError::Backwards { by });
        }
        self.edges.clear();
        self.unsettled = false;
        Ok(())
    }

    /// Steps to a moment; too many steps in a row to one moment are a runaway.
    pub(super) fn step_to_moment(
        &mut self,
        to: Time,
        reason: Reason,
        standing: &mut u32,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        *standing = if to == self.now { *standing + 1 } else { 0 };
        if *standing > CHAIN_LIMIT {
            return Err(StepError::Runaway { at: to, limit: CHAIN_LIMIT });
        }
        Ok(self.step(to, reason, stage)?)
    }

    /// Plays from now to `to`, which may be now for what is due at once.
    #[inline]
    pub(super) fn step(
        &mut self,
        to: Time,
        reason: Reason,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        self.tell_dropped();
        let mut pass = Pass::new(to, reason, self.next_id);
        (self.caller.to, self.caller.reason) = (to, reason);
        let foreground = self.play_foreground(&mut pass, stage);
        self.caller.place = Caller::NOBODY.place;
        let background = if self.background.is_empty() {
            Ok(())
        } else {
            self.play_background(&mut pass, stage)
        };
        self.now = to;
        if self.next_id != pass.first_new {
            self.line.make_room();
            self.line.on_show_mut().iter_mut().for_each(|row| row.next_step = false);
        }
        self.line.close_up_if_sparse();
        self.tell_dropped();
        foreground.and(background)
    }

    #[inline]
    fn play_foreground(
        &mut self,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        let mut turn = self.now;
        let mut place = self.line.first;
        let mut plain = pass.to > turn;
        loop {
            if plain {
                self.call_plain(place, pass, stage)?;
            } else {
                self.visit_foreground(place, pass, stage)?;
            }
            if self.holding > 0 {
                return Ok(());
            }
            self.line.close_up();
            place = self.line.live;
            let Some(first) = self.line.waiting().first() else {
                return Ok(());
            };
            turn = turn.max(self.epoch_end).max(first.time);
            if turn > pass.to {
                return Ok(());
            }
            plain = is_plain(turn);
            self.begin_epoch(turn, plain);
        }
    }

    /// Calls all on show in the foreground from a place on, plain ones without ado. Time has passed since they were
    /// called, or their turn has come in this step.
    #[inline]
    fn call_plain(
        &mut self,
        mut place: usize,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        let (to, reason) = (pass.to.flicks(), pass.reason);
        while place < self.line.live {
            let Some(row) = self.line.rows.get_mut(place) else {
                break;
            };
            if !matches!(row.slot, Slot::Plain(_)) {
                if !row.slot.is_over() {
                    self.visit::<FOREGROUND>(place, pass, stage)?;
                }
                place =
                    if core::mem::take(&mut pass.flushed) { self.line.first } else { place + 1 };
                continue;
            }
            #[cfg(test)]
            super::tests::count_visit();
            // Nothing here goes beyond the range: that is what is plain.
            let (start, duration) = (row.time.flicks(), row.plain_length());
            let end = start + duration;
            let life = row.life;
            if life == Life::Unseen {
                let id = row.id;
                row.life = Life::Begun;
                self.tell_plain(id, EdgeKind::Start, start, pass);
                if start == to {
                    place += 1; // no time has passed for it
                    continue;
                }
            }
            let Some(row) = self.line.rows.get_mut(place) else {
                break;
            };
            let Some(mut payload) = row.slot.take(Slot::Called) else {
                break;
            };
            let (id, role) = (row.id, row.role);
            let first = life != Life::Shown;
            let before = if first { 0 } else { row.called.flicks() - start };
            self.caller.place = place;
            let ends = end <= to;
            let at = if ends { end } else { to };
            let step = Step {
                payload: &mut payload,
                id,
                role,
                start: first,
                end: ends,
                elapsed: Span::from_flicks(at - start),
                before: Span::from_flicks(before),
                duration: Some(Span::from_flicks(duration)),
                at: Time::from_flicks(at),
                lateness: Span::from_flicks(to - at),
                reason,
            };
            if ends {
                let step = Step { end: true, elapsed: Span::from_flicks(duration), ..step };
                stage.step(step, self);
            } else {
                let step = Step { end: false, lateness: Span::ZERO, ..step };
                stage.step(step, self);
            }
            let Some(row) = self.line.rows.get_mut(place).filter(|row| row.slot.is_called()) else {
                let elapsed = Span::from_flicks(at - start);
                let duration = Some(Span::from_flicks(duration));
                let start = Time::from_flicks(start);
                self.caller_went(Shown { id, payload, role, start, elapsed, duration }, pass);
                place =
                    if core::mem::take(&mut pass.flushed) { self.line.first } else { place + 1 };
                continue;
            };
            place += 1;
            row.called = Time::from_flicks(at);
            row.life = Life::Shown;
            if !ends {
                row.slot = Slot::Plain(payload);
                continue;
            }
            row.slot = Slot::Over;
            let (id, role) = (row.id, row.role);
            self.line.over += 1;
            if role == Role::Holding {
                self.holding = self.holding.saturating_sub(1); // counted at its turn; a save may lie
                self.epoch_end = self.epoch_end.max(Time::from_flicks(end));
            }
            if self.journal.is_kept() {
                let row = &self.line.rows[place - 1];
                self.journal.over(Shown::over(row, payload, Time::from_flicks(end)), true);
            }
            self.tell_plain(id, EdgeKind::End, end, pass);
        }
        Ok(())
    }

    /// Reports something of a plain entry, in order and with its lateness.
    #[inline]
    fn tell_plain(&mut self, id: EntryId, kind: EdgeKind, due: i64, pass: &mut Pass) {
        let lateness = Span::from_flicks(pass.to.flicks() - due);
        let due = Time::from_flicks(due);
        if due < pass.latest {
            self.tell_early(due, id, kind, pass.reason, lateness);
        } else {
            pass.latest = due;
            self.edges.push(Edge { lateness, ..edge(due, id, kind, pass.reason) });
        }
    }

    /// The entry that was being called has flushed the queue, or cancelled itself.
    #[cold]
    fn caller_went(&mut self, shown: Shown<P>, pass: &mut Pass) {
        if self.moment.take().is_some_and(|moment| moment.flushed) {
            pass.flushed = true;
            self.journal.over(shown, false);
        }
    }

    /// Gives the next epoch its turn, its plain entries as such where that may be.
    #[inline]
    fn begin_epoch(&mut self, turn: Time, plain: bool) {
        let Self { line, background, holding, running, .. } = self;
        let rows = line.rows.get_mut(line.live..).unwrap_or_default();
        let Some(first) = rows.first() else {
            return;
        };
        *running = first.epoch;
        self.epoch_end = turn;
        let mut holds = 0;
        for row in rows.iter_mut() {
            if row.epoch != *running {
                break;
            }
            line.live += 1;
            if plain && matches!(row.slot, Slot::Plain(_)) && row.time <= turn {
                #[cfg(test)]
                super::tests::count_visit();
                row.time = turn;
                holds += usize::from(row.role == Role::Holding);
            } else {
                let left = begin_odd(row, turn, background, &mut holds);
                line.over += usize::from(!left);
            }
        }
        *holding = holding.saturating_add(holds); // a save may lie
        if !self.labels.is_empty() {
            let passed = self.labels.partition_point(|(epoch, _)| *epoch <= self.running);
            self.labels.drain(..passed);
        }
    }

    fn play_background(
        &mut self,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        let mut next = 0;
        let mut played = Ok(());
        while next < self.background.len() && played.is_ok() {
            played = self.visit::<BACKGROUND>(next, pass, stage);
            next = if core::mem::take(&mut pass.flushed) { 0 } else { next + 1 };
        }
        self.background.retain_mut(|row| {
            row.next_step = false;
            !row.slot.is_over()
        });
        played
    }

    /// Visits all in the foreground from a place on.
    #[cold]
    fn visit_foreground(
        &mut self,
        mut place: usize,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        while place < self.line.live {
            self.visit::<FOREGROUND>(place, pass, stage)?;
            place = if core::mem::take(&mut pass.flushed) { self.line.first } else { place + 1 };
        }
        Ok(())
    }
}

/// Gives an entry its turn that is to be looked at closely; answers whether it stays in the line.
#[cold]
fn begin_odd<P>(
    row: &mut Row<P>,
    turn: Time,
    background: &mut alloc::vec::Vec<Row<P>>,
    holds: &mut usize,
) -> bool {
    if row.slot.is_over() {
        return false;
    }
    #[cfg(test)]
    super::tests::count_visit();
    row.begin(turn.max(row.time), false);
    match row.role {
        Role::Background => {
            background.push(row.moved_out());
            return false;
        }
        Role::Holding => *holds += 1,
        Role::Free => {}
    }
    true
}

impl Pass {
    fn new(to: Time, reason: Reason, first_new: u64) -> Self {
        let (chain, chain_at, latest) = (0, Time::MIN, Time::MIN);
        Self { to, reason, first_new, chain, chain_at, flushed: false, latest }
    }

    /// Counts entries without length that were queued by one another at one moment.
    pub(super) fn count_chain(
        &mut self,
        id: EntryId,
        start: Time,
        end: Time,
    ) -> Result<(), Runaway> {
        if id.0 < self.first_new || start != end {
            return Ok(());
        }
        self.chain = if end == self.chain_at { self.chain + 1 } else { 1 };
        self.chain_at = end;
        if self.chain < CHAIN_LIMIT {
            return Ok(());
        }
        Err(Runaway { at: end })
    }
}
