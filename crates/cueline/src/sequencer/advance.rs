//! Letting time pass: in one step, from moment to moment, or up to the next moment.

use super::{AdvanceError, Handler, Sequencer, Stepped, Update, edges::Untold, stage::Calls};
use crate::{
    event::Reason,
    time::{Span, Time},
};

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
    /// A step of zero calls nothing. An [`OnTurn`](super::EntryDuration::OnTurn) entry takes no time here:
    /// a closure cannot be asked ([`advance_on`](Self::advance_on) can).
    ///
    /// # Errors
    ///
    /// [`AdvanceError::Backwards`] for a step below zero and [`AdvanceError::InsideStep`] from inside a
    /// callback, both without any change; [`AdvanceError::Runaway`] for a chain of entries without
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
        show: impl FnMut(Update<'_, P>, &mut Self),
    ) -> Result<(), AdvanceError> {
        self.advance_on(by, &mut Calls(show))
    }

    /// [`advance`](Self::advance) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_on(
        &mut self,
        by: Span,
        stage: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.begin_step(by)?;
        Ok(self.step_by(by, stage)?)
    }

    /// [`advance`](Self::advance) where `show` needs no queue, as it only draws: nothing has to be lent to it, so
    /// this is the fastest way to play.
    ///
    /// What has started and ended is told by [`Stepped::events`] of what this gives back; until that is asked,
    /// [`events`](Self::events) may be empty.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::EventKind, sequencer::Sequencer, time::Span};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(Span::from_millis(100), "rise")?;
    /// queue.enqueue(Span::from_millis(100), "fall")?;
    /// let mut drawn = Vec::new();
    /// let stepped =
    ///     queue.advance_each(Span::from_millis(125), |step| drawn.push((*step.payload, step.alpha())))?;
    /// let ends = stepped.events().iter().filter(|event| event.kind == EventKind::End).count();
    /// assert_eq!((drawn, ends), (vec![("rise", 1.0), ("fall", 0.25)], 1));
    /// assert!(queue.advance_each(Span::from_millis(-1), |_| ()).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn advance_each(
        &mut self,
        by: Span,
        show: impl FnMut(Update<'_, P>),
    ) -> Result<Stepped<'_, P>, AdvanceError> {
        self.check_step(by)?;
        self.line.close_up_if_sparse();
        let untold = Untold::since(&self.line, self.now);
        let told = self.step_each(by, show)?;
        Ok(Stepped { queue: self, untold: if told { None } else { Some(untold) } })
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
        show: impl FnMut(Update<'_, P>, &mut Self),
    ) -> Result<(), AdvanceError> {
        self.advance_by_moments_on(by, &mut Calls(show))
    }

    /// [`advance_by_moments`](Self::advance_by_moments) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_by_moments_on(
        &mut self,
        by: Span,
        stage: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.begin_step(by)?;
        if by.is_zero() {
            return Ok(());
        }
        let to = self.now + by;
        self.pass.unsettled = true; // edges of a moment are later when the whole step ends
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
    /// [`advance_by_moments_on`](Self::advance_by_moments_on); [`events`](Self::events) are those of one moment.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance); [`AdvanceError::Backwards`] where `until` has passed. A chain without
    /// length is for the caller to cut off.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     sequencer::{Sequencer, Handler, Update},
    ///     time::{Span, Time},
    /// };
    ///
    /// struct Silent;
    /// impl Handler<&'static str> for Silent {
    ///     fn step(&mut self, _: Update<'_, &'static str>, _: &mut Sequencer<&'static str>) {}
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
        stage: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.begin_step(until - self.now)?;
        let next = self.next_moment().filter(|next| *next <= until);
        if next.is_none() && until == self.now {
            return Ok(());
        }
        let stepped = self.step(next.unwrap_or(until), Reason::Played, stage);
        self.settle_edges();
        Ok(stepped?)
    }

    /// The next moment at which an entry starts or ends, as far as it is known now: a loop that
    /// draws nothing else may sleep until then. Not before [`now`](Self::now); absent when nothing
    /// is due, as behind an open-ended hold.
    #[must_use]
    pub fn next_moment(&self) -> Option<Time> {
        let live =
            self.live().filter_map(|row| if row.has_begun() { row.end() } else { Some(row.time) });
        let mut next = live.min();
        if self.hold.is_over()
            && let Some(first) = self.line.waiting().first()
        {
            let turn = self.hold.end.max(first.time);
            next = Some(next.map_or(turn, |next| next.min(turn)));
        }
        next.map(|next| next.max(self.now))
    }
}
