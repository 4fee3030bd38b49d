//! A host whose world is one queue.

use cueline::{
    event::Event,
    sequencer::{AdvanceError, Commands, EntryId, Handler, Sequencer, Until, Update},
    time::{Span, TimeError},
};

use crate::{Host, HostError, Mode, Part, host::Play, report::Reports, script::Goal, wait::Waits};

impl<P, M: Mode> Host<Sequencer<P>, M> {
    /// Advances a queue by a [`Span`] or by seconds, and lets the tasks run at the moments for which they wait.
    ///
    /// Call it instead of [`Sequencer::advance`]; `show` is the same closure. `poll` polls all tasks that are awake, as
    /// `run_until_stalled` of an executor does. A step of zero calls nothing.
    ///
    /// If the game has skipped or finished the queue since the last step, the tasks first get the events of that.
    ///
    /// # Errors
    ///
    /// [`HostError::Backwards`] for a negative step and [`HostError::Time`] for seconds that are no time; then nothing changes. [`HostError::Queue`] if the queue cuts the step
    /// short, [`HostError::Runaway`] if the tasks request changes without end at one moment, and
    /// [`HostError::EndlessSkip`] if a task requests a skip that has no end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    /// use cueline_await::pair;
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// let (mut host, script) = pair::<Sequencer<&str>>();
    /// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
    /// tasks.spawner().spawn_local(async move {
    ///     script.blocking(ms(10), "bow").await.ok();
    ///     script.blocking(ms(10), "leave").await.ok();
    /// })?;
    /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
    /// let ends = host.events().iter().map(|event| event.due);
    /// assert!(ends.eq([Time::ZERO, Time::from_millis(10), Time::from_millis(10)])); // start, end, start
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(
        &mut self,
        queue: &mut Sequencer<P>,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
        poll: impl FnMut(),
    ) -> Result<(), HostError> {
        self.advance_with(queue, by, &mut Calls(show), poll)
    }

    /// [`advance`](Self::advance) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Commands, Enqueue, Handler, Sequencer, Update}, time::ms};
    /// use cueline_await::pair;
    ///
    /// struct Screen(Vec<&'static str>);
    /// impl Handler<&'static str> for Screen {
    ///     fn update(&mut self, update: Update<'_, &'static str>, _: &mut Commands<'_, &'static str>) {
    ///         self.0.push(update.payload);
    ///     }
    /// }
    ///
    /// let (mut host, _script) = pair::<Sequencer<&'static str>>();
    /// let (mut queue, mut screen) = (Sequencer::new(), Screen(Vec::new()));
    /// queue.enqueue(ms(300), "bow");
    /// host.advance_with(&mut queue, ms(16), &mut screen, || ())?;
    /// assert_eq!(screen.0, ["bow"]);
    /// # Ok::<(), cueline_await::HostError>(())
    /// ```
    pub fn advance_with(
        &mut self,
        queue: &mut Sequencer<P>,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        handler: &mut impl Handler<P>,
        mut poll: impl FnMut(),
    ) -> Result<(), HostError> {
        let advanced = self.drive(queue, HostError::step(by)?, &mut Queue(handler), &mut poll);
        self.settle_lateness(queue);
        advanced
    }

    /// Skips the queue together with its tasks, up to the goal. If a task queues the next entry when an entry has ended,
    /// the next entry is skipped too. A wait for a skipped entry returns `Ok` with
    /// [`Reason::Skipped`](cueline::event::Reason).
    ///
    /// # Errors
    ///
    /// [`HostError::Queue`] if no such label is queued ([`AdvanceError::UnknownLabel`]), or if callbacks queue entries
    /// without end; [`HostError::EndlessSkip`] if tasks queue entries without end; [`HostError::Runaway`] as in
    /// [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer, Until}, time::{Time, ms}};
    /// use cueline_await::pair;
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// let (mut host, script) = pair::<Sequencer<&str>>();
    /// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
    /// let scene = tasks.spawner().spawn_local_with_handle(async move {
    ///     script.blocking(ms(300), "walk in").await?;
    ///     script.blocking(ms(500), "bow").await
    /// })?;
    /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
    /// host.skip(&mut queue, Until::End, |_, _| (), || tasks.run_until_stalled())?; // both
    /// let end = tasks.run_until(scene)?;
    /// assert_eq!((end.at, end.reason), (Time::from_millis(800), Reason::Skipped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(
        &mut self,
        queue: &mut Sequencer<P>,
        until: Until<'_>,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
        mut poll: impl FnMut(),
    ) -> Result<(), HostError> {
        let play = &mut Queue(&mut Calls(show));
        let skipped = self.skip_from_outside(queue, &until.into(), play, &mut poll);
        self.settle_lateness(queue);
        skipped
    }

    /// The events of the queue since the last [`advance`](Self::advance) or [`skip`](Self::skip) began, in order
    /// of time. Use it instead of [`Sequencer::events`], which has only the events of the last moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::EventKind, sequencer::{Enqueue, Sequencer}, time::ms};
    /// use cueline_await::pair;
    ///
    /// let (mut host, _script) = pair::<Sequencer<&str>>();
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(10), "bow");
    /// host.advance(&mut queue, ms(16), |_, _| (), || ())?;
    /// let kinds: Vec<EventKind> = host.events().iter().map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::End]);
    /// # Ok::<(), cueline_await::HostError>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event<EntryId>] {
        &self.events
    }

    fn settle_lateness(&mut self, queue: &Sequencer<P>) {
        for event in &mut self.events {
            event.lateness = queue.time() - event.due;
        }
    }
}

/// A closure as a handler.
struct Calls<F>(F);

impl<P, F: FnMut(Update<'_, P>, &mut Commands<'_, P>)> Handler<P> for Calls<F> {
    fn update(&mut self, update: Update<'_, P>, commands: &mut Commands<'_, P>) {
        (self.0)(update, commands);
    }
}

/// The handler in one piece of a step that has further pieces.
struct InStep<'a, H> {
    handler: &'a mut H,
    rest: Span,
}

impl<P, H: Handler<P>> Handler<P> for InStep<'_, H> {
    fn update(&mut self, mut update: Update<'_, P>, commands: &mut Commands<'_, P>) {
        update.lateness += self.rest;
        self.handler.update(update, commands);
    }

    fn duration(&mut self, payload: &mut P) -> Option<Span> {
        self.handler.duration(payload)
    }
}

struct Queue<'a, H>(&'a mut H);

impl<P, H: Handler<P>> Play<Sequencer<P>> for Queue<'_, H> {
    fn until_next(&mut self, queue: &Sequencer<P>, waits: &Waits) -> Option<Span> {
        // A queue plays the same in one step as in several. Only a task that waits needs it to stop on the way.
        if waits.any_for(Part::<Sequencer<P>, _>::WHOLE.name()) {
            queue_until_next(queue)
        } else {
            None
        }
    }

    fn play(&mut self, queue: &mut Sequencer<P>, by: Span, rest: Span) -> Result<(), AdvanceError> {
        let mut handler = InStep { handler: &mut *self.0, rest };
        queue.advance_with(by, &mut handler)
    }

    fn report(
        &mut self,
        queue: &Sequencer<P>,
        reports: &mut Reports<'_>,
        events: &mut Vec<Event<EntryId>>,
    ) {
        if reports.look_at_queue(Part::<Sequencer<P>, _>::WHOLE.name(), queue) {
            events.extend_from_slice(queue.events());
        }
    }

    fn skip(
        &mut self,
        queue: &mut Sequencer<P>,
        goal: &Goal,
        is_first: bool,
    ) -> Result<bool, AdvanceError> {
        let is_over = match goal {
            Goal::EpochEnd => {
                // Tasks that queue at its end take their turn in the next epoch.
                return if is_first { self.skip_until(queue, Until::EpochEnd) } else { Ok(false) };
            }
            Goal::NextMoment if is_first => return self.skip_until(queue, Until::NextMoment),
            Goal::Open if is_first => return self.skip_until(queue, Until::Open),
            Goal::NextMoment | Goal::Open => return Ok(false),
            Goal::Label(name) if is_first && !queue.is_ahead(name) => {
                return self.skip_until(queue, Until::Label(name)); // refused
            }
            Goal::Label(name) => !queue.is_ahead(name),
            Goal::End => queue.is_empty() && queue.labels().next().is_none(),
        };
        if is_over {
            return Ok(false);
        }
        let before = (queue.time(), queue.len());
        self.skip_until(queue, Until::NextMoment)?;
        if (queue.time(), queue.len()) == before && queue.next_moment().is_none() {
            return self.skip_until(queue, Until::End); // only entries without end are left
        }
        Ok(true)
    }
}

impl<H> Queue<'_, H> {
    fn skip_until<P>(
        &mut self,
        queue: &mut Sequencer<P>,
        until: Until<'_>,
    ) -> Result<bool, AdvanceError>
    where
        H: Handler<P>,
    {
        queue.skip_with(until, self.0).map(|()| true)
    }
}

/// The time until the next moment of a queue; zero if something is due now, `None` if nothing is due.
///
/// # Examples
///
/// ```
/// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
/// use cueline_await::queue_until_next;
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(300), "bow");
/// queue.advance(ms(100), |_, _| ())?;
/// assert_eq!(queue_until_next(&queue), Some(ms(200)));
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
#[must_use]
pub fn queue_until_next<P>(queue: &Sequencer<P>) -> Option<Span> {
    queue.next_moment().map(|next| next - queue.time())
}
