//! The step: which entries are called, in which order, and what each is told.
//!
//! One pass over the foreground, epoch by epoch, then one over the background. Each live entry is
//! called once, with times computed from its start. An epoch that is over hands the rest of the
//! step to the next one.

use super::{
    EntryId, Sequencer, Shown, Stage, Step, StepError, Turns, edge,
    entry::{Length, Live, Role},
    stage::Calls,
};
use crate::{
    edge::{EdgeKind, Reason},
    time::{Span, Time},
};

/// Entries without length that may queue one another at one moment before the step is cut off.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// What the callback that is running has to do with time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) id: EntryId,
    /// Start of the entry that is being called.
    pub(super) start: Time,
    /// The moment of the call: the entry's end, or the end of the step.
    pub(super) ends: Time,
    /// The moment to which what is queued in the foreground belongs.
    pub(super) queues: Time,
    /// The entry goes on: what joins from here gets nothing of this step.
    pub(super) mid_play: bool,
    pub(super) reason: Reason,
    pub(super) flushed: bool,
}

/// What one pass over the entries knows.
pub(super) struct Pass {
    to: Time,
    reason: Reason,
    /// Entries from this number on were queued during the pass.
    first_new: u64,
    /// Entries without length that were queued and played at `chain_at` during the pass.
    chain: u32,
    chain_at: Time,
    flushed: bool,
}

/// The lanes, as what is called for an entry is compiled for each.
const FOREGROUND: bool = true;
const BACKGROUND: bool = false;

impl<P> Sequencer<P> {
    /// Moves on by `by` and calls `show` once for each entry that is live in it: epoch by epoch,
    /// in the order of declaration within one, then the background in the order of its starts.
    ///
    /// `show` may queue further entries: what it queues in an entry's last call belongs to that
    /// entry's end and gets what is left of the step; what it queues in any other call belongs to
    /// the end of the step. A background entry is called when the foreground has had the whole
    /// step, so what it queues there belongs to the end of the step too; where that matters, use
    /// [`advance_by_moments`](Self::advance_by_moments).
    ///
    /// A step of zero calls nothing. An [`OnTurn`](Length::OnTurn) entry takes no time here:
    /// a closure cannot be asked ([`advance_on`](Self::advance_on) can).
    ///
    /// # Errors
    ///
    /// [`StepError::Backwards`] for a step below zero and [`StepError::InsideStep`] from inside a
    /// callback, both without any change; [`StepError::Runaway`] for a chain of entries without
    /// length that queue one another at one moment 10,000 times.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::Span};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(Span::from_millis(100), 'a')?;
    /// queue.enqueue(Span::from_millis(100), 'b')?;
    /// let mut drawn = Vec::new();
    /// queue.advance(Span::from_millis(150), |step, _| {
    ///     drawn.push((*step.payload, step.alpha(), step.start, step.end));
    /// })?;
    /// assert_eq!(drawn, [('a', 1.0, true, true), ('b', 0.5, true, false)]);
    /// assert!(queue.advance(Span::from_millis(-1), |_, _| ()).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance(
        &mut self,
        by: Span,
        show: impl FnMut(Step<'_, P>, &mut Self),
    ) -> Result<(), StepError> {
        self.advance_on(by, &mut Calls(show))
    }

    /// [`advance`](Self::advance) for a [`Stage`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_on(&mut self, by: Span, stage: &mut impl Stage<P>) -> Result<(), StepError> {
        self.check_step(by)?;
        if by.is_zero() {
            return Ok(());
        }
        let stepped = self.step(self.now + by, Reason::Played, stage);
        self.settle_edges();
        stepped
    }

    /// Moves on by `by` in as many steps as there are moments at which something starts or ends.
    ///
    /// Everything that `show` queues takes its turn at its exact time, wherever it is queued from,
    /// so that the same game plays the same whatever the frame rate. Entries are called more often
    /// than by [`advance`](Self::advance).
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::Span};
    ///
    /// // Each toast is followed by the next, without a gap, in one long step.
    /// let mut queue = Sequencer::new();
    /// queue.background(Span::from_millis(40), 1)?;
    /// let mut ends = Vec::new();
    /// queue.advance_by_moments(Span::from_millis(100), |step, queue| {
    ///     if step.end {
    ///         ends.push((*step.payload, step.at.flicks() / 705_600));
    ///         let _ = queue.enqueue(Span::from_millis(20), *step.payload + 1);
    ///     }
    /// })?;
    /// assert_eq!(ends, [(1, 40), (2, 60), (3, 80), (4, 100)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance_by_moments(
        &mut self,
        by: Span,
        show: impl FnMut(Step<'_, P>, &mut Self),
    ) -> Result<(), StepError> {
        self.advance_by_moments_on(by, &mut Calls(show))
    }

    /// [`advance_by_moments`](Self::advance_by_moments) for a [`Stage`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_by_moments_on(
        &mut self,
        by: Span,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        self.check_step(by)?;
        if by.is_zero() {
            return Ok(());
        }
        let to = self.now + by;
        let mut stepped = Ok(());
        let mut standing = 0;
        while stepped.is_ok() {
            let next = self.next_moment().filter(|next| *next < to);
            stepped = self.step_to_moment(next.unwrap_or(to), Reason::Played, &mut standing, stage);
            if next.is_none() {
                break;
            }
        }
        self.now = to;
        self.settle_edges();
        stepped
    }

    /// Plays on to the next moment at which something starts or ends, or to `until` where that comes first:
    /// what is to be queued at that very moment can then be queued from outside. Called until
    /// [`now`](Self::now) is `until` and no moment is left there, it equals
    /// [`advance_by_moments_on`](Self::advance_by_moments_on); [`edges`](Self::edges) are those of one moment.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance); [`StepError::Backwards`] where `until` has passed. A chain without
    /// length is for the caller to cut off.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     sequencer::{Sequencer, Stage, Step},
    ///     time::{Span, Time},
    /// };
    ///
    /// struct Silent;
    /// impl Stage<&'static str> for Silent {
    ///     fn step(&mut self, _: Step<'_, &'static str>, _: &mut Sequencer<&'static str>) {}
    /// }
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(Span::from_millis(30), "deal")?;
    /// queue.advance_to_moment_on(Time::from_millis(100), &mut Silent)?; // it starts
    /// queue.advance_to_moment_on(Time::from_millis(100), &mut Silent)?; // it ends
    /// assert_eq!(queue.now(), Time::from_millis(30));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance_to_moment_on(
        &mut self,
        until: Time,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        self.check_step(until - self.now)?;
        let next = self.next_moment().filter(|next| *next <= until);
        if next.is_none() && until == self.now {
            return Ok(());
        }
        let stepped = self.step(next.unwrap_or(until), Reason::Played, stage);
        self.settle_edges();
        stepped
    }

    /// The next moment at which an entry starts or ends, as far as it is known now: a loop that
    /// draws nothing else may sleep until then. Not before [`now`](Self::now); absent when nothing
    /// is due, as behind an open-ended hold.
    #[must_use]
    pub fn next_moment(&self) -> Option<Time> {
        let live = self.foreground.iter().chain(&self.background).filter(|live| !live.ended);
        let live = live.filter_map(|live| if live.begun { live.end() } else { Some(live.start) });
        let mut next = live.min();
        if self.holding == 0
            && let Some(first) = self.waiting.front()
        {
            let turn = self.epoch_end.max(first.queued);
            next = Some(next.map_or(turn, |next| next.min(turn)));
        }
        next.map(|next| next.max(self.now))
    }

    /// Refuses what may not be stepped; forgets what the last step reported.
    pub(super) fn check_step(&mut self, by: Span) -> Result<(), StepError> {
        if self.moment.is_some() {
            return Err(StepError::InsideStep);
        }
        if by < Span::ZERO {
            return Err(StepError::Backwards { by });
        }
        self.edges.clear();
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
        self.step(to, reason, stage)
    }

    /// Plays from now to `to`, which may be now for what is due at once.
    pub(super) fn step(
        &mut self,
        to: Time,
        reason: Reason,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        self.edges.append(&mut self.dropped);
        let first_new = self.next_id;
        let mut pass =
            Pass { to, reason, first_new, chain: 0, chain_at: Time::MIN, flushed: false };
        let foreground = self.play_foreground(&mut pass, stage);
        let background = self.play_background(&mut pass, stage);
        self.now = to;
        let keep = |live: &mut Live<P>| {
            live.next_step = false;
            !live.ended
        };
        self.foreground.retain_mut(keep);
        self.background.retain_mut(keep);
        self.edges.append(&mut self.dropped);
        foreground.and(background)
    }

    /// Puts the edges in order and says how late each is.
    pub(super) fn settle_edges(&mut self) {
        if !self.edges.is_sorted_by_key(|edge| edge.due) {
            // At one time they already lie foreground first and in the order of declaration. Their
            // places keep it so, in the field that is not yet known: a stable sort would allocate.
            for (place, edge) in (0..).zip(&mut self.edges) {
                edge.lateness = Span::from_flicks(place);
            }
            self.edges.sort_unstable_by_key(|edge| (edge.due, edge.lateness));
        }
        for edge in &mut self.edges {
            edge.lateness = self.now - edge.due;
        }
    }

    fn play_foreground(
        &mut self,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        let mut turn = self.now;
        let mut next = 0;
        loop {
            while next < self.foreground.len() {
                self.visit::<FOREGROUND>(next, pass, stage)?;
                next += 1;
                if core::mem::take(&mut pass.flushed) {
                    next = 0; // what is listed now was queued since the flush
                }
            }
            if self.holding > 0 {
                return Ok(());
            }
            self.foreground.retain(|live| !live.ended);
            next = self.foreground.len();
            let Some(first) = self.waiting.front() else {
                return Ok(());
            };
            turn = turn.max(self.epoch_end).max(first.queued);
            if turn > pass.to {
                return Ok(());
            }
            self.begin_epoch(turn);
        }
    }

    fn play_background(
        &mut self,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        let mut next = 0;
        while next < self.background.len() {
            self.visit::<BACKGROUND>(next, pass, stage)?;
            next += 1;
            if core::mem::take(&mut pass.flushed) {
                next = 0;
            }
        }
        Ok(())
    }

    /// Gives the next epoch its turn.
    fn begin_epoch(&mut self, turn: Time) {
        let Some(first) = self.waiting.front() else {
            return;
        };
        self.running = first.epoch;
        self.epoch_end = turn;
        let Self { waiting, foreground, background, holding, running, labels, .. } = self;
        let mut turns = Turns { foreground, background, holding };
        while let Some(entry) = waiting.front_mut().filter(|entry| entry.epoch == *running) {
            if entry.payload.is_some() {
                turns.begin(entry, turn.max(entry.queued), false);
            }
            waiting.pop_front();
        }
        if !labels.is_empty() {
            let passed = labels.partition_point(|(epoch, _)| epoch <= running);
            labels.drain(..passed);
        }
    }

    /// Calls one entry for what it shows in this step, if anything.
    #[inline]
    fn visit<const LANE: bool>(
        &mut self,
        place: usize,
        pass: &mut Pass,
        stage: &mut impl Stage<P>,
    ) -> Result<(), StepError> {
        #[cfg(test)]
        super::tests::count_visit();
        let list = if LANE == FOREGROUND { &mut self.foreground } else { &mut self.background };
        let live = &mut list[place];
        if live.ended || live.next_step || live.start > pass.to {
            return Ok(());
        }
        let Some(mut payload) = live.payload.take() else {
            return Ok(());
        };
        if live.length == Length::OnTurn {
            live.length = Length::Fixed(stage.length(&mut payload).max(Span::ZERO));
        }
        let (id, start) = (live.id, live.start);
        if !live.begun {
            live.begun = true;
            self.edges.push(edge(start, id, EdgeKind::Start, pass.reason));
        }
        let its_end = live.end();
        let end = its_end.filter(|end| *end <= pass.to);
        let at = end.unwrap_or(pass.to);
        let before = live.called.unwrap_or(start);
        if end.is_none() && before == at {
            live.payload = Some(payload); // no time has passed for it
            return Ok(());
        }
        let (role, duration) = (live.role, its_end.map(|end| end - start));
        let step = Step {
            payload: &mut payload,
            id,
            role,
            start: live.called.is_none(),
            end: end.is_some(),
            elapsed: at - start,
            before: before - start,
            duration,
            at,
            lateness: pass.to - at,
            reason: pass.reason,
        };
        // The foreground has had the whole step when the background is called.
        let queues = if LANE == FOREGROUND { at } else { pass.to };
        self.moment = Some(Moment {
            id,
            start,
            ends: at,
            queues,
            mid_play: end.is_none(),
            reason: pass.reason,
            flushed: false,
        });
        stage.step(step, self);
        let flushed = self.moment.as_ref().is_some_and(|moment| moment.flushed);
        self.moment = None;
        if flushed {
            pass.flushed = true; // the entry is gone
            let shown = Shown { id, payload, role, start, elapsed: at - start, duration };
            self.journal.over(shown, false);
            return Ok(());
        }
        // Lists grow at their end during a call, and lose nothing but by a flush: `place` still holds.
        let list = if LANE == FOREGROUND { &mut self.foreground } else { &mut self.background };
        let live = &mut list[place];
        if live.ended {
            return Ok(()); // it has cancelled itself
        }
        live.called = Some(at);
        let Some(end) = end else {
            live.payload = Some(payload);
            return Ok(());
        };
        live.ended = true;
        let holds = live.role == Role::Holding && live.epoch == self.running;
        if holds {
            self.holding = self.holding.saturating_sub(1); // counted at its turn; a save may lie
            self.epoch_end = self.epoch_end.max(end);
        }
        if self.journal.is_kept() {
            self.journal.over(Shown::over(live, payload, end), true);
        }
        self.edges.push(edge(end, id, EdgeKind::End, pass.reason));
        pass.count_chain(id, start, end)
    }
}

impl Pass {
    /// Counts entries without length that were queued by one another at one moment.
    fn count_chain(&mut self, id: EntryId, start: Time, end: Time) -> Result<(), StepError> {
        if id.0 < self.first_new || start != end {
            return Ok(());
        }
        self.chain = if end == self.chain_at { self.chain + 1 } else { 1 };
        self.chain_at = end;
        if self.chain < CHAIN_LIMIT {
            return Ok(());
        }
        Err(StepError::Runaway { at: end, limit: CHAIN_LIMIT })
    }
}
