//! Steps: the methods that advance the time of a queue.

use super::{AdvanceError, Commands, Handler, Sequencer, Update, handler::Calls};
use crate::time::{Span, Time, TimeError};

impl<P> Sequencer<P> {
    /// Advances the queue by `by`, a [`Span`], a [`Duration`](core::time::Duration) or seconds, and calls `show` once for each entry that shows in the step.
    ///
    /// First come the entries that end, in the order of their ends. Then come the entries that are still active, in the
    /// order in which they were queued, background last. A command from the last call of an entry takes effect at the
    /// exact end of the entry, and the new entry plays through the rest of the step. A command from any other call
    /// takes effect at the end of the step. So the result is the same at any frame rate.
    ///
    /// A step of zero plays what is due at this moment, such as an entry that a click has finished, and calls nothing else.
    ///
    /// If `show` needs other fields of the struct that holds the queue, borrow the fields one by one:
    /// `let Self { queue, view, .. } = self;`. Then the closure can use `view`.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::Backwards`] for a step below zero and [`AdvanceError::Time`] for seconds that are NaN, infinite or
    /// beyond 414 years, both without any change; [`AdvanceError::Runaway`] for a
    /// chain of entries without duration that queue one another at one moment 10,000 times;
    /// [`AdvanceError::NoDuration`] at the turn of an [`OnTurn`](super::EntryDuration::OnTurn) entry, as a closure
    /// has no duration to give ([`advance_with`](Self::advance_with) asks its handler). After these two the queue's time
    /// is at the end of the step, and the next step plays [what is still due](AdvanceError#a-step-that-is-cut-off).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), 'a');
    /// queue.enqueue(ms(100), 'b');
    /// let mut drawn = Vec::new();
    /// queue.advance(ms(150), |update, _| {
    ///     drawn.push((*update.payload, update.alpha(), update.started, update.ended));
    /// })?;
    /// assert_eq!(drawn, [('a', 1.0, true, true), ('b', 0.5, true, false)]);
    /// assert!(queue.advance(ms(-1), |_, _| ()).is_err());
    /// assert!(queue.advance(f32::NAN, |_, _| ()).is_err());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[inline]
    pub fn advance(
        &mut self,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
    ) -> Result<(), AdvanceError> {
        self.advance_with(by, &mut Calls(show))
    }

    /// [`advance`](Self::advance) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance); [`AdvanceError::NoDuration`] only where the handler gives none.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::{AdvanceError, Commands, Enqueue, EntryDuration, Handler, Sequencer, Update};
    /// use cueline::time::{Span, ms};
    ///
    /// struct Board { steps: i64 }
    /// impl Handler<&'static str> for Board {
    ///     fn update(&mut self, update: Update<'_, &'static str>, _: &mut Commands<'_, &'static str>) {
    ///         assert_eq!(update.duration, Some(ms(600)));
    ///     }
    ///     fn duration(&mut self, _: &mut &'static str) -> Option<Span> {
    ///         Some(ms(200) * self.steps) // the distance is known only when the unit starts
    ///     }
    /// }
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(EntryDuration::OnTurn, "walk");
    /// let refused = queue.advance(ms(16), |_, _| ());
    /// assert!(matches!(refused, Err(AdvanceError::NoDuration { .. })), "a closure cannot be asked");
    /// queue.advance_with(ms(16), &mut Board { steps: 3 })?;
    /// # Ok::<(), AdvanceError>(())
    /// ```
    #[inline]
    pub fn advance_with(
        &mut self,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let by = by.try_into().map_err(|error| AdvanceError::Time(error.into()))?;
        if by < Span::ZERO {
            return Err(AdvanceError::Backwards { by });
        }
        self.begin_step();
        if by > Span::ZERO {
            self.since = self.now; // a click draws no other picture of the last step
        }
        self.step(self.now + by, handler)
    }

    /// [`advance`](Self::advance) up to a time of the queue's own clock. A [`skip`](Self::skip) moves that clock ahead of
    /// the game's, so a game that skips calls `advance`.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::starting_at(Time::from_millis(5000)); // the world's time
    /// queue.enqueue(ms(100), "hop");
    /// queue.advance_to(Time::from_millis(5025), |update, _| assert_eq!(update.alpha(), 0.25))?;
    /// assert!(queue.advance_to(Time::ZERO, |_, _| ()).is_err());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn advance_to(
        &mut self,
        to: Time,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
    ) -> Result<(), AdvanceError> {
        self.advance_to_with(to, &mut Calls(show))
    }

    /// [`advance_to`](Self::advance_to) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::{Commands, Enqueue, Handler, Sequencer, Update};
    /// use cueline::time::{Time, ms};
    ///
    /// struct Sounds(Vec<&'static str>);
    /// impl Handler<&'static str> for Sounds {
    ///     fn update(&mut self, update: Update<'_, &'static str>, _: &mut Commands<'_, &'static str>) {
    ///         if update.started {
    ///             self.0.push(*update.payload);
    ///         }
    ///     }
    /// }
    ///
    /// let (mut queue, mut sounds) = (Sequencer::starting_at(Time::from_secs(60)), Sounds(Vec::new()));
    /// queue.enqueue(ms(100), "hop");
    /// queue.advance_to_with(Time::from_secs(60) + ms(16), &mut sounds)?;
    /// assert_eq!(sounds.0, ["hop"]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn advance_to_with(
        &mut self,
        to: Time,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.advance_with(to - self.now, handler)
    }

    /// The next known moment at which an entry starts or ends. A loop that draws nothing else may sleep until then. The
    /// moment is never before [`time`](Self::time), and lies behind it once a step has played what is due. `None` if no moment is known, for example while everything waits for
    /// an open-ended entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(30).delayed(ms(5)), "deal");
    /// queue.advance(ms(1), |_, _| ())?;
    /// assert_eq!(queue.next_moment(), Some(Time::from_millis(5)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn next_moment(&self) -> Option<Time> {
        self.next().map(|(at, _)| at.max(self.now))
    }
}
