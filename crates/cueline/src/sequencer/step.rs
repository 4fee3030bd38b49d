//! A step: which entries are called, in which order, and what each is told.
//!
//! One pass over the foreground, epoch by epoch, then one over the background. Each live entry is
//! called once, with times computed from its start. An epoch that is over hands the rest of the
//! step to the next one.
//!
//! Nearly all entries are plain: they have [a loop of their own](super::plain), and [another](super::each) where no
//! queue is lent. All others are [visited](Sequencer::visit). What is told and what comes of it is the same.

use super::{
    AdvanceError, Sequencer,
    moment::{CHAIN_LIMIT, Runaway},
    row::{Row, is_plain},
    stage::Handler,
    visit::{BACKGROUND, FOREGROUND},
};
use crate::{
    event::Reason,
    time::{Span, Time},
};

impl<P> Sequencer<P> {
    /// Refuses what may not be stepped; forgets what the last step reported.
    #[inline]
    pub(super) fn begin_step(&mut self, by: Span) -> Result<(), AdvanceError> {
        self.check_step(by)?;
        self.edges.clear();
        self.pass.unsettled = false;
        Ok(())
    }

    /// Refuses what may not be stepped.
    #[inline]
    pub(super) fn check_step(&self, by: Span) -> Result<(), AdvanceError> {
        if self.is_calling() {
            return Err(AdvanceError::InsideStep);
        }
        if by < Span::ZERO {
            return Err(AdvanceError::Backwards { by });
        }
        Ok(())
    }

    /// Plays on by `by`, which is not below zero.
    #[inline(never)]
    pub(super) fn step_by(&mut self, by: Span, stage: &mut impl Handler<P>) -> Result<(), Runaway> {
        if by.is_zero() {
            return Ok(());
        }
        let to = self.now.checked_add(by).unwrap_or(Time::MAX);
        let stepped = self.step(to, Reason::Played, stage);
        self.settle_edges();
        stepped
    }

    /// Steps to a moment; too many steps in a row to one moment are a runaway.
    pub(super) fn step_to_moment(
        &mut self,
        to: Time,
        reason: Reason,
        standing: &mut u32,
        stage: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        *standing = if to == self.now { *standing + 1 } else { 0 };
        if *standing > CHAIN_LIMIT {
            self.make_all_odd(); // they have been called up to here, and time goes on without them
            return Err(AdvanceError::Runaway { at: to, limit: CHAIN_LIMIT });
        }
        Ok(self.step(to, reason, stage)?)
    }

    /// Plays from now to `to`, which may be now for what is due at once.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        to: Time,
        reason: Reason,
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        if self.pass.extra {
            self.tell_dropped();
        }
        (self.pass.to, self.pass.reached, self.pass.reason) = (to, 0, reason);
        let played = self.play_epochs(self.line.first, to > self.now, to, reason, stage);
        self.end_step(to, played, stage)
    }

    /// Plays the background, and puts away what is over.
    #[inline(always)]
    pub(super) fn end_step(
        &mut self,
        to: Time,
        mut played: Result<(), Runaway>,
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        if self.pass.extra {
            if !self.background.is_empty() {
                played = played.and(self.play_background(stage));
            }
            if played.is_err() {
                self.make_all_odd(); // not all have been called up to now
            }
            self.wind_up();
        }
        (self.now, self.pass.reached) = (to, 0);
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
        let is_odd = |row: &Row<P>| !(row.slot.is_plain() || row.slot.is_over());
        self.pass.extra = !self.background.is_empty()
            || self.journal.is_kept()
            || self.line.on_show().iter().any(is_odd);
    }

    /// Plays what is on show from a place on, and the epochs behind it.
    #[inline(always)]
    pub(super) fn play_epochs(
        &mut self,
        mut place: usize,
        mut plain: bool,
        to: Time,
        reason: Reason,
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        let mut turn = self.now;
        loop {
            if plain {
                self.call_on_show(place, to, reason, stage)?;
            } else {
                self.visit_foreground(place, stage)?;
            }
            if !self.hold.is_over() {
                return Ok(());
            }
            self.line.close_up();
            place = self.line.live;
            let Some(first) = self.line.rows.get(place) else {
                return Ok(());
            };
            turn = turn.max(self.hold.end).max(first.time);
            if turn > to {
                return Ok(());
            }
            plain = is_plain(turn);
            self.begin_epoch(turn, plain);
        }
    }

    fn play_background(&mut self, stage: &mut impl Handler<P>) -> Result<(), Runaway> {
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
        stage: &mut impl Handler<P>,
    ) -> Result<(), Runaway> {
        while place < self.line.live {
            self.visit::<FOREGROUND>(place, stage)?;
            place = self.place_after(place);
        }
        Ok(())
    }
}
