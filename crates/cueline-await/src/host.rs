//! The host: the part of a pair that the game drives.

use std::{
    fmt,
    sync::{Arc, atomic::Ordering},
    vec,
};

use cueline::{
    event::Event,
    sequencer::{AdvanceError, EntryId},
    time::Span,
};

use crate::{
    Mode, Signal, Threads,
    error::{HostError, WaitError},
    report::{LastReport, Reports},
    script::{Goal, Inbox, lock},
    wait::Waits,
};

/// The maximum number of rounds in which tasks may wake each other at one moment. Beyond it, the step ends with an error.
const ROUNDS: u32 = 10_000;

/// The maximum number of moments in a skip. Beyond it, the skip ends with an error.
const SKIP_LIMIT: u64 = 100_000;

/// The number of polls without progress after which the host no longer waits for a woken task: the task may run on
/// another thread.
const PATIENCE: u32 = 3;

/// The part of a pair that the game drives: it advances the world (the queues and players), reports the events to the
/// tasks, and carries out the changes that tasks request.
///
/// Tasks wake only when the host advances the world. When the host is dropped, every wait ends with [`WaitError`].
pub struct Host<W, M: Mode = Threads> {
    waits: Arc<Waits>,
    inbox: Inbox<W, M>,
    seen: Vec<LastReport>,
    pub(crate) events: Vec<Event<EntryId>>,
    has_advanced: bool,
}

impl<W, M: Mode> fmt::Debug for Host<W, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("events", &self.events).finish_non_exhaustive()
    }
}

impl<W, M: Mode> Drop for Host<W, M> {
    fn drop(&mut self) {
        let why = if self.has_advanced { WaitError::HostDropped } else { WaitError::NeverAdvanced };
        let mut inbox = lock(&self.inbox);
        inbox.closed = true;
        let asked = (std::mem::take(&mut inbox.changes), std::mem::take(&mut inbox.skips));
        drop(inbox);
        self.waits.close(why);
        drop(asked);
    }
}

/// The methods with which a host plays a world.
pub(crate) trait Play<W> {
    /// Time until something is due that a task may wait for; zero for what is due at once.
    fn until_next(&mut self, world: &W, waits: &Waits) -> Option<Span>;

    /// Plays on by `by`, which may be zero for what is due at once. `rest` of the host's step is still to come.
    fn play(&mut self, world: &mut W, by: Span, rest: Span) -> Result<(), AdvanceError>;

    /// Passes on what has happened.
    fn report(&mut self, world: &W, reports: &mut Reports<'_>, events: &mut Vec<Event<EntryId>>);

    /// Skips a moment. Returns `false` if the goal was already reached.
    fn skip(&mut self, world: &mut W, goal: &Goal, is_first: bool) -> Result<bool, AdvanceError> {
        let _ = (world, goal, is_first);
        Ok(false)
    }
}

impl<W, M: Mode> Host<W, M> {
    pub(crate) fn new(waits: Arc<Waits>, inbox: Inbox<W, M>) -> Self {
        Self { waits, inbox, seen: Vec::new(), events: Vec::new(), has_advanced: false }
    }

    /// Whether no task waits and no requested change is left.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::{Signal, pair};
    ///
    /// let (host, script) = pair::<Sequencer<()>>();
    /// assert!(host.is_idle());
    /// let go = script.signal(Signal::<()>::new(0));
    /// assert!(!host.is_idle());
    /// drop(go);
    /// assert!(host.is_idle());
    /// ```
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let inbox = lock(&self.inbox);
        inbox.changes.is_empty() && inbox.skips.is_empty() && self.waits.is_idle()
    }

    /// Sends the value of a signal to all tasks that wait for it. Tasks that begin to wait later wait for the next one.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::{Signal, pair};
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// const CHOICE: Signal<u32> = Signal::new(0);
    /// let (host, script) = pair::<Sequencer<()>>();
    /// let mut tasks = LocalPool::new();
    /// let answer = tasks.spawner().spawn_local_with_handle(async move { script.signal(CHOICE).await })?;
    /// tasks.run_until_stalled(); // the task waits
    /// host.signal(CHOICE, &2); // the player has clicked
    /// assert_eq!(tasks.run_until(answer), Ok(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn signal<T: Clone + Send + 'static>(&self, signal: Signal<T>, value: &T) {
        for promise in self.waits.take_signals::<T>(signal.number()) {
            promise.keep(value.clone());
        }
    }

    /// Plays from moment to moment, and lets the tasks run at each moment.
    pub(crate) fn drive(
        &mut self,
        world: &mut W,
        by: Span,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        if by < Span::ZERO {
            return Err(HostError::Backwards { by });
        }
        self.has_advanced = true;
        self.report(world, play, false); // what the game has skipped since the last step
        self.events.clear();
        if by.is_zero() {
            return Ok(());
        }
        self.run(world, play, poll)?;
        let (mut left, mut progress) = (by, 0);
        loop {
            let next = match self.waits.needs_step.load(Ordering::Relaxed) {
                true => Some(Span::ZERO),
                false => play.until_next(world, &self.waits).filter(|next| *next <= left),
            };
            if next.is_none() && left.is_zero() {
                return Ok(());
            }
            let step = next.unwrap_or(left);
            progress = if step.is_zero() { progress + 1 } else { 0 };
            if progress > ROUNDS {
                return Err(HostError::Runaway { rounds: ROUNDS });
            }
            left -= step;
            let played = play.play(world, step, left);
            self.report(world, play, true);
            played?;
            self.run_woken(world, play, poll)?;
        }
    }

    /// A skip by the game.
    pub(crate) fn skip_from_outside(
        &mut self,
        world: &mut W,
        goal: &Goal,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        self.has_advanced = true;
        self.report(world, play, false);
        self.events.clear();
        self.run(world, play, poll)?;
        self.skip_to(world, goal, play, poll)?;
        self.run_woken(world, play, poll)
    }

    /// Skips to a goal, from moment to moment, and lets the tasks run at each moment.
    fn skip_to(
        &mut self,
        world: &mut W,
        goal: &Goal,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        for moment in 0..SKIP_LIMIT {
            let skipped = play.skip(world, goal, moment == 0);
            self.report(world, play, true);
            if !skipped? {
                return Ok(());
            }
            self.run_tasks(world, play, poll)?;
        }
        Err(HostError::EndlessSkip { moments: SKIP_LIMIT })
    }

    fn report(&mut self, world: &W, play: &mut impl Play<W>, stepped: bool) {
        let mut reports = Reports { waits: &self.waits, seen: &mut self.seen, stepped };
        play.report(world, &mut reports, &mut self.events);
    }

    /// Lets the tasks run at the current moment, until they request no further change.
    pub(crate) fn run(
        &mut self,
        world: &mut W,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        self.waits.calls.woken.store(true, Ordering::Relaxed); // by something else, perhaps
        self.run_woken(world, play, poll)
    }

    /// [`run`](Self::run), if the host has woken a task, or a task has requested a change.
    fn run_woken(
        &mut self,
        world: &mut W,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        loop {
            self.run_tasks(world, play, poll)?;
            let mut inbox = lock(&self.inbox);
            if inbox.skips.is_empty() {
                return Ok(());
            }
            let (goal, promise) = inbox.skips.remove(0);
            drop(inbox);
            let skipped = self.skip_to(world, &goal, play, poll);
            let is_endless = matches!(skipped, Err(HostError::EndlessSkip { .. }));
            promise.keep(skipped.clone());
            if is_endless {
                return skipped;
            }
        }
    }

    fn run_tasks(
        &mut self,
        world: &mut W,
        play: &mut impl Play<W>,
        poll: &mut impl FnMut(),
    ) -> Result<(), HostError> {
        for _ in 0..ROUNDS {
            if self.waits.calls.woken.swap(false, Ordering::Relaxed) {
                self.poll(poll);
            }
            let changes = std::mem::take(&mut lock(&self.inbox).changes);
            let has_changes = !changes.is_empty();
            apply::<W, M>(changes, world, &self.inbox);
            if has_changes || self.waits.any_new() {
                self.report(world, play, false);
            }
            if !has_changes && !self.waits.calls.woken.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        Err(HostError::Runaway { rounds: ROUNDS })
    }

    /// Polls until the tasks that were woken have run. An executor may run only some of them at a time.
    fn poll(&self, poll: &mut impl FnMut()) {
        let mut fruitless = 0;
        while fruitless < PATIENCE {
            let before = self.waits.calls.called.load(Ordering::Relaxed);
            poll();
            match self.waits.calls.called.load(Ordering::Relaxed) {
                0 => return,
                after if after < before => fruitless = 0,
                _ => fruitless += 1,
            }
        }
    }
}

/// Carries out the changes that tasks have requested. If one of them panics, the rest is left for the next call.
fn apply<W, M: Mode>(changes: Vec<M::Change<W>>, world: &mut W, inbox: &Inbox<W, M>) {
    struct Rest<'a, W, M: Mode> {
        changes: vec::IntoIter<M::Change<W>>,
        inbox: &'a Inbox<W, M>,
    }

    impl<W, M: Mode> Drop for Rest<'_, W, M> {
        fn drop(&mut self) {
            if self.changes.len() > 0 {
                lock(self.inbox).changes.splice(..0, self.changes.by_ref());
            }
        }
    }

    let mut rest = Rest::<W, M> { changes: changes.into_iter(), inbox };
    for change in rest.changes.by_ref() {
        M::apply(change, world);
    }
}
