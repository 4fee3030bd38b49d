//! A step: which entries are called, in which order, and what each is told.
//!
//! One pass over the foreground, epoch by epoch, then one over the background. Each live entry is
//! called once, with times computed from its start. An epoch that is over hands the rest of the
//! step to the next one.
//!
//! Nearly all entries are [plain](Slot::Plain): they are called here, in a loop that does no more for them than it must.
//! All others are [visited](Sequencer::visit). What is told and what comes of it is the same.

use alloc::vec::Vec;

use super::{
    EntryId, Role, Sequencer, Shown, Stage, Step, StepError,
    edges::edge,
    moment::{CHAIN_LIMIT, Moment, NOBODY, Pass, Runaway},
    row::{Life, Slot, is_plain},
    visit::{BACKGROUND, FOREGROUND},
};
use crate::{
    edge::{Edge, EdgeKind, Reason},
    time::{Span, Time},
};

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
        self.pass.unsettled = false;
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
        if self.pass.extra {
            self.tell_dropped();
        }
        self.pass.to = to;
        self.pass.reason = reason;
        let mut played = self.play_foreground(to, stage);
        self.pass.caller = NOBODY;
        if self.pass.extra {
            if !self.background.is_empty() {
                played = played.and(self.play_background(stage));
            }
            self.wind_up();
        }
        self.now = to;
        self.line.close_up_if_sparse();
        played
    }

    /// Puts away what a step was more than calls of foreground entries.
    fn wind_up(&mut self) {
        self.tell_dropped();
        self.background.retain_mut(|row| {
            row.next_step = false;
            !row.slot.is_over()
        });
        if self.next_id != self.pass.first_new {
            self.pass.first_new = self.next_id;
            self.pass.forget_chain();
            self.line.make_room();
            self.line.on_show_mut().iter_mut().for_each(|row| row.next_step = false);
        }
        self.pass.extra = !self.background.is_empty();
    }

    #[inline]
    fn play_foreground(&mut self, to: Time, stage: &mut impl Stage<P>) -> Result<(), Runaway> {
        let mut turn = self.now;
        let mut place = self.line.first;
        let mut plain = to > turn;
        loop {
            if plain {
                self.call_plain(place, to.flicks(), stage)?;
            } else {
                self.visit_foreground(place, stage)?;
            }
            if self.holding > 0 {
                return Ok(());
            }
            self.line.close_up();
            place = self.line.live;
            let Some(first) = self.line.rows.get(place) else {
                return Ok(());
            };
            turn = turn.max(self.epoch_end).max(first.time);
            if turn > to {
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
        to: i64,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        while place < self.line.live {
            let Self { line, edges, pass, .. } = self;
            let Some(row) = line.rows.get_mut(place) else {
                break;
            };
            // Nothing goes beyond the range where entries are plain.
            let start = row.time.flicks();
            let first = match row.slot {
                Slot::Plain(_) => false,
                Slot::Fresh(_) => {
                    if row.life == Life::Unseen {
                        tell_plain(edges, pass, row.id, EdgeKind::Start, start, to);
                    }
                    if start == to {
                        row.life = Life::Begun; // no time has passed for it
                        place += 1;
                        continue;
                    }
                    row.life = Life::Shown;
                    row.called = row.time;
                    true
                }
                Slot::Over => {
                    place += 1;
                    continue;
                }
                _ => {
                    self.visit::<FOREGROUND>(place, stage)?;
                    let flushed = core::mem::take(&mut self.pass.flushed);
                    place = if flushed { self.line.first } else { place + 1 };
                    continue;
                }
            };
            #[cfg(test)]
            super::tests::count_visit();
            let (id, role, before) = (row.id, row.role, row.called.flicks() - start);
            let duration = row.plain_length();
            let end = start + duration;
            let Some(mut payload) = row.slot.take(Slot::Called) else {
                break; // never: it is plain
            };
            pass.caller = place;
            let reason = pass.reason;
            if end > to {
                let step = Step {
                    payload: &mut payload,
                    id,
                    role,
                    start: first,
                    end: false,
                    elapsed: Span::from_flicks(to - start),
                    before: Span::from_flicks(before),
                    duration: Some(Span::from_flicks(duration)),
                    at: Time::from_flicks(to),
                    lateness: Span::ZERO,
                    reason,
                };
                stage.step(step, self);
                let row = self.line.rows.get_mut(place);
                if let Some(row) = row.filter(|row| row.slot.is_called()) {
                    row.called = Time::from_flicks(to);
                    row.slot = Slot::Plain(payload);
                    place += 1;
                } else {
                    place = self.after_change(place, payload, to);
                }
                continue;
            }
            let step = Step {
                payload: &mut payload,
                id,
                role,
                start: first,
                end: true,
                elapsed: Span::from_flicks(duration),
                before: Span::from_flicks(before),
                duration: Some(Span::from_flicks(duration)),
                at: Time::from_flicks(end),
                lateness: Span::from_flicks(to - end),
                reason,
            };
            stage.step(step, self);
            let Self { line, edges, pass, .. } = self;
            let Some(row) = line.rows.get_mut(place).filter(|row| row.slot.is_called()) else {
                place = self.after_change(place, payload, end);
                continue;
            };
            place += 1;
            row.slot = Slot::Over;
            line.over += 1;
            if row.role == Role::Holding {
                self.holding = self.holding.saturating_sub(1); // counted at its turn; a save may lie
                self.epoch_end = self.epoch_end.max(Time::from_flicks(end));
            }
            if self.journal.is_kept() {
                self.journal.over(Shown::over(row, payload, Time::from_flicks(end)), true);
            }
            tell_plain(edges, pass, row.id, EdgeKind::End, end, to);
        }
        Ok(())
    }

    /// The plain entry that was being called has flushed the queue, or cancelled itself. Answers where to go on.
    #[cold]
    fn after_change(&mut self, place: usize, payload: P, at: i64) -> usize {
        self.pass.caller = NOBODY;
        match self.moment.take() {
            Some(Moment { id, start, role, duration, flushed: true, .. }) => {
                let elapsed = Time::from_flicks(at) - start;
                self.journal.over(Shown { id, payload, role, start, elapsed, duration }, false);
                self.line.first
            }
            _ => place + 1,
        }
    }

    /// Gives the next epoch its turn, its plain entries as such where that may be.
    #[inline]
    fn begin_epoch(&mut self, turn: Time, plain: bool) {
        let Self { line, holding, running, .. } = self;
        let rows = line.rows.get_mut(line.live..).unwrap_or_default();
        let Some(first) = rows.first() else {
            return;
        };
        let epoch = first.epoch;
        (*running, self.epoch_end) = (epoch, turn);
        let (mut begun, mut holds) = (0, 0);
        for row in rows.iter_mut() {
            let ready = plain && matches!(row.slot, Slot::Ready(_)) && row.time <= turn;
            if row.epoch != epoch || !ready {
                break;
            }
            #[cfg(test)]
            super::tests::count_visit();
            row.time = turn;
            row.slot.freshen();
            begun += 1;
            holds += usize::from(row.role == Role::Holding);
        }
        let left = rows.get(begun).is_some_and(|row| row.epoch == epoch);
        line.live += begun;
        *holding = holding.saturating_add(holds); // a save may lie
        if left || !self.labels.is_empty() {
            self.begin_closely(turn, plain);
        }
    }

    /// Gives what is left of an epoch its turn, once not all of it is plain, and forgets the labels that it has passed.
    #[cold]
    fn begin_closely(&mut self, turn: Time, plain: bool) {
        let Self { line, background, holding, .. } = self;
        for row in line.rows.get_mut(line.live..).unwrap_or_default() {
            if row.epoch != self.running {
                break;
            }
            line.live += 1;
            if row.slot.is_over() {
                line.over += 1;
                continue;
            }
            #[cfg(test)]
            super::tests::count_visit();
            if plain && matches!(row.slot, Slot::Ready(_)) && row.time <= turn {
                row.time = turn;
                row.slot.freshen();
            } else {
                row.begin(turn.max(row.time), false);
            }
            match row.role {
                Role::Background => {
                    self.pass.extra = true;
                    background.push(row.moved_out());
                    line.over += 1;
                }
                Role::Holding => *holding = holding.saturating_add(1),
                Role::Free => {}
            }
        }
        let passed = self.labels.partition_point(|(epoch, _)| *epoch <= self.running);
        self.labels.drain(..passed);
    }

    fn play_background(&mut self, stage: &mut impl Stage<P>) -> Result<(), Runaway> {
        let mut next = 0;
        let mut played = Ok(());
        while next < self.background.len() && played.is_ok() {
            played = self.visit::<BACKGROUND>(next, stage);
            next = if core::mem::take(&mut self.pass.flushed) { 0 } else { next + 1 };
        }
        played
    }

    /// Visits all in the foreground from a place on.
    #[cold]
    fn visit_foreground(
        &mut self,
        mut place: usize,
        stage: &mut impl Stage<P>,
    ) -> Result<(), Runaway> {
        while place < self.line.live {
            self.visit::<FOREGROUND>(place, stage)?;
            place =
                if core::mem::take(&mut self.pass.flushed) { self.line.first } else { place + 1 };
        }
        Ok(())
    }
}

/// Reports something of a plain entry, in order and with its lateness.
#[inline]
fn tell_plain(
    edges: &mut Vec<Edge<EntryId>>,
    pass: &mut Pass,
    id: EntryId,
    kind: EdgeKind,
    due: i64,
    to: i64,
) {
    let lateness = Span::from_flicks(to - due);
    let due = Time::from_flicks(due);
    if due < pass.latest {
        return tell_early(edges, pass, id, kind, due);
    }
    pass.latest = due;
    edges.push(Edge { lateness, ..edge(due, id, kind, pass.reason) });
}

/// How far back an edge is put by hand before all are sorted.
const NEAR: usize = 16;

/// Puts an edge that is due before the last one behind what is due with it or before.
#[cold]
fn tell_early(
    edges: &mut Vec<Edge<EntryId>>,
    pass: &mut Pass,
    id: EntryId,
    kind: EdgeKind,
    due: Time,
) {
    let last = edges.iter().rev().take(NEAR);
    let mut after = last.take_while(|other| other.due > due).count();
    if after == NEAR {
        pass.unsettled = true;
        after = 0;
    }
    let edge = Edge { lateness: pass.to - due, ..edge(due, id, kind, pass.reason) };
    edges.insert(edges.len() - after, edge);
}
