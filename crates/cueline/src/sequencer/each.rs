//! A step for whoever gets no queue: it only draws, so nothing but the step itself changes an entry.
//!
//! Where all is plain, an entry is looked at once in a step, what has happened is left
//! [untold](Untold) until somebody asks, and nothing is done that a drawing loop by hand would not do.
//! At the first entry that is not, the step goes on as any other.

use super::{
    Role, Sequencer, Stage, Step,
    edges::Untold,
    journal::Remembered,
    moment::Runaway,
    plain::Tact,
    row::{Life, Row, Slot, is_plain},
    turn::Hold,
};
use crate::{edge::Reason, time::Time};

/// A closure that gets no queue.
struct Alone<F>(F);

impl<P, F: FnMut(Step<'_, P>)> Stage<P> for Alone<F> {
    fn step(&mut self, step: Step<'_, P>, _: &mut Sequencer<P>) {
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
    /// Plays from now to `to`, which is later.
    #[inline(always)]
    pub(super) fn step_each(
        &mut self,
        to: Time,
        mut show: impl FnMut(Step<'_, P>),
    ) -> Result<(), Runaway> {
        if self.pass.extra || !self.line.all_plain || to <= self.now {
            return self.step(to, Reason::Played, &mut Alone(show));
        }
        (self.pass.to, self.pass.reason) = (to, Reason::Played);
        self.untold = Some(Untold::since(&self.line, self.now));
        let left = self.play_plain(to, &mut show);
        if let Left::Nothing = left {
            self.now = to;
            self.close_gaps_if_sparse();
            return Ok(());
        }
        self.go_on(left, to, &mut Alone(show))
    }

    /// Plays the rest of a step as any other.
    #[cold]
    fn go_on(&mut self, left: Left, to: Time, stage: &mut impl Stage<P>) -> Result<(), Runaway> {
        self.tell_untold();
        let mut place = self.line.live;
        self.pass.reached = place;
        if let Left::Rows(row) = left {
            place = row;
            self.begin_closely(self.line.turn, true);
        }
        let played = self.play_epochs(place, true, to, Reason::Played, stage);
        self.end_step(to, played, stage)
    }

    /// Plays plain entries, epoch by epoch, up to where something else comes.
    #[inline(always)]
    fn play_plain(&mut self, to: Time, show: &mut impl FnMut(Step<'_, P>)) -> Left {
        let Self { line, hold, labels, running, journal, now, .. } = self;
        let turn = line.turn;
        let tact = Tact::new(turn, *now, to, Reason::Played);
        for row in line.rows.get_mut(line.first..line.live).unwrap_or_default() {
            if row.slot.is_plain() {
                row.play(tact, &mut line.over, hold, journal, show);
            }
        }
        while hold.is_over() {
            if !line.give_up() {
                return Left::Epochs;
            }
            let rows = line.rows.get_mut(line.live..).unwrap_or_default();
            let Some(first) = rows.first() else {
                return Left::Nothing;
            };
            let turn = (*now).max(hold.end).max(first.time);
            if turn > to {
                return Left::Nothing;
            }
            if !is_plain(turn) || !labels.is_empty() {
                return Left::Epochs;
            }
            let epoch = first.epoch;
            (*running, hold.end, line.turn) = (epoch, turn, turn);
            let tact = Tact::new(turn, turn, to, Reason::Played);
            for row in rows {
                if row.epoch != epoch {
                    break;
                }
                if !row.is_ready(turn) {
                    return Left::Rows(line.live);
                }
                #[cfg(test)]
                super::tests::count_visit();
                line.live += 1;
                (row.time, row.life) = (turn, Life::Begun);
                hold.add(usize::from(row.role == Role::Holding));
                if turn < to {
                    row.play(tact, &mut line.over, hold, journal, show);
                }
            }
        }
        Left::Nothing
    }
}

impl<P> Row<P> {
    /// Calls a plain entry, for which time has passed.
    #[inline(always)]
    fn play(
        &mut self,
        tact: Tact,
        over: &mut usize,
        hold: &mut Hold,
        journal: &mut Remembered<P>,
        show: &mut impl FnMut(Step<'_, P>),
    ) {
        #[cfg(test)]
        super::tests::count_visit();
        let about = self.about();
        let Slot::Plain(payload) = &mut self.slot else {
            return; // never
        };
        if !tact.is_last(about) {
            return show(tact.mid_play(about, payload));
        }
        show(tact.last(about, payload));
        *over += 1;
        if about.1 == Role::Holding {
            hold.end_of_one(tact.end(about));
        }
        if !journal.is_kept() {
            self.slot = Slot::Played;
        } else if let Some(payload) = self.slot.take(Slot::Played) {
            journal.over(self.shown(payload, tact), true);
        }
    }
}
