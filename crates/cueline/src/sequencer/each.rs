//! A step for whoever gets no queue: it only draws, so nothing but the step itself changes an entry.
//!
//! Where all is plain, an entry is looked at once in a step, and what has happened is left [untold](Untold) until
//! somebody asks. At the first entry that is not plain, the step goes on as any other.

use super::{
    Handler, Role, Sequencer, Update,
    edges::Untold,
    moment::{NOBODY, Runaway, SOMEBODY},
    plain::Tact,
    row::{Life, Row, Slot, is_plain},
    turn::Hold,
};
use crate::{
    event::Reason,
    time::{Span, Time},
};

/// A closure that gets no queue.
struct Alone<F>(F);

impl<P, F: FnMut(Update<'_, P>)> Handler<P> for Alone<F> {
    fn step(&mut self, step: Update<'_, P>, _: &mut Sequencer<P>) {
        (self.0)(step);
    }
}

/// What is left of a step.
enum Left {
    Nothing,
    /// The epochs behind the running one, which is over.
    Epochs,
    /// What of the running epoch has not had its turn, and is called from this place on.
    Rows(usize),
}

impl<P> Sequencer<P> {
    /// Plays on by `by`, which is not below zero. Whether what has happened is told.
    #[inline(always)]
    pub(super) fn step_each(
        &mut self,
        by: Span,
        mut show: impl FnMut(Update<'_, P>),
    ) -> Result<bool, Runaway> {
        self.edges.clear();
        let (from, begun, after) = (self.line.first, self.line.live, self.now);
        let to = match self.now.checked_add(by) {
            Some(to) if !self.pass.extra && !by.is_zero() => to,
            _ => return self.step_by(by, &mut Alone(show)).map(|()| true),
        };
        // Where a callback panics that stays so, as not all has been put down: no later step goes on from there.
        self.pass.caller = SOMEBODY;
        let left = self.play_plain(to, &mut show);
        self.pass.caller = NOBODY;
        if let Left::Nothing = left {
            self.now = to;
            return Ok(false);
        }
        Untold { from, begun, after }.tell(&self.line, to, &mut self.edges);
        self.go_on(left, to, &mut Alone(show)).map(|()| true)
    }

    /// Plays the rest of a step as any other.
    #[inline(never)]
    fn go_on(&mut self, left: Left, to: Time, stage: &mut impl Handler<P>) -> Result<(), Runaway> {
        (self.pass.to, self.pass.reason, self.pass.unsettled) = (to, Reason::Played, true);
        let mut place = self.line.live;
        self.pass.reached = place;
        if let Left::Rows(row) = left {
            place = row;
            self.begin_closely(self.line.turn, true);
        }
        let played = self.play_epochs(place, true, to, Reason::Played, stage);
        let played = self.end_step(to, played, stage);
        self.settle_edges();
        played
    }

    /// Plays plain entries, epoch by epoch, up to where something else comes.
    #[inline(always)]
    fn play_plain(&mut self, to: Time, show: &mut impl FnMut(Update<'_, P>)) -> Left {
        let Self { line, hold, labels, running, now, .. } = self;
        let tact = Tact::new(line.turn, *now, to, Reason::Played);
        if tact.has_come_on()
            && let Some(rows) = line.rows.get_mut(line.first..line.live)
        {
            for row in rows {
                if let Some(end) = row.play(tact, show) {
                    line.over += 1;
                    if row.role == Role::Holding {
                        hold.end_of_plain(end);
                    }
                }
            }
        }
        while hold.is_over() {
            if !line.give_up() {
                return if line.live == line.rows.len() { Left::Nothing } else { Left::Epochs };
            }
            let Some(rows) = line.rows.get_mut(line.live..) else {
                return Left::Nothing; // never
            };
            let Some(first) = rows.first() else {
                return Left::Nothing;
            };
            let turn = (*now).max(hold.end); // all that waits was queued by now
            if turn > to {
                return Left::Nothing;
            }
            if !is_plain(turn) || !labels.is_empty() {
                return Left::Epochs;
            }
            let epoch = first.epoch;
            let tact = Tact::new(turn, turn, to, Reason::Played);
            let (mut begun, mut over, mut holding, mut last, mut odd) = (0, 0, 0, turn, false);
            for row in rows {
                if row.epoch != epoch {
                    break;
                }
                if !row.slot.is_plain() {
                    odd = true;
                    break;
                }
                (row.time, row.life) = (turn, Life::Begun);
                begun += 1;
                let holds = usize::from(row.role == Role::Holding);
                holding += holds;
                if tact.has_come_on()
                    && let Some(end) = row.play(tact, show)
                {
                    over += 1;
                    holding -= holds;
                    if row.role == Role::Holding {
                        last = last.max(end);
                    }
                }
            }
            (*running, line.turn) = (epoch, turn);
            line.live += begun;
            line.over = over;
            *hold = Hold { entries: holding, end: last };
            if odd {
                return Left::Rows(line.live);
            }
        }
        Left::Nothing
    }
}

impl<P> Row<P> {
    /// Calls an entry for which time has passed, if it is plain; when it has ended, if it has.
    #[inline(always)]
    fn play(&mut self, tact: Tact, show: &mut impl FnMut(Update<'_, P>)) -> Option<Time> {
        let about = self.about();
        let Slot::Plain(payload) = &mut self.slot else {
            return None;
        };
        #[cfg(test)]
        super::tests::count_visit();
        if !tact.is_last(about) {
            show(tact.mid_play(about, payload));
            return None;
        }
        show(tact.last(about, payload));
        self.slot = Slot::Played;
        Some(self.plain_end())
    }
}
