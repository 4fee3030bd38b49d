//! The end that tasks hold.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use cueline::{
    event::EventKind,
    playback::{PlaybackHandle, PlaybackRef, Player},
    sequencer::{Enqueue, EntryId, Sequencer, Timing, Until},
};

use crate::{
    Local, Mode, Part, Signal, Threads,
    error::{HostError, WaitError},
    order::{Order, Promise, order},
    wait::{Awaited, Happened, Wait, Waits},
};

/// What scripts have asked of the world and the host has not done yet.
pub(crate) struct Requests<W, M: Mode> {
    pub(crate) changes: Vec<M::Change<W>>,
    pub(crate) skips: Vec<(Goal, Promise<Result<(), HostError>>)>,
    /// The host is gone.
    pub(crate) closed: bool,
}

pub(crate) type Inbox<W, M> = Arc<Mutex<Requests<W, M>>>;

pub(crate) fn lock<W, M: Mode>(inbox: &Mutex<Requests<W, M>>) -> MutexGuard<'_, Requests<W, M>> {
    // No code of the user's runs while the lock is held.
    inbox.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far to skip: [`Until`] without a borrow.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    EpochEnd,
    Label(String),
    NextMoment,
    Open,
    End,
}

impl From<Until<'_>> for Goal {
    fn from(until: Until<'_>) -> Self {
        match until {
            Until::EpochEnd => Self::EpochEnd,
            Until::Label(name) => Self::Label(name.into()),
            Until::NextMoment => Self::NextMoment,
            Until::Open => Self::Open,
            Until::End => Self::End,
        }
    }
}

/// The end that tasks hold: it waits for events of a world `W`, and changes that world at the moment the task has
/// come to.
///
/// A script is for the whole world or, after [`on`](Self::on), for a part `V` of it. Clone it for each task that needs
/// one.
pub struct Script<W, V = W, M: Mode = Threads> {
    waits: Arc<Waits>,
    inbox: Inbox<W, M>,
    part: Part<W, V>,
}

impl<W, V, M: Mode> Clone for Script<W, V, M> {
    fn clone(&self) -> Self {
        Self { waits: self.waits.clone(), inbox: self.inbox.clone(), part: self.part }
    }
}

impl<W, V, M: Mode> fmt::Debug for Script<W, V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Script({:?})", self.part.name())
    }
}

impl<W, M: Mode> Script<W, W, M> {
    pub(crate) fn new(waits: Arc<Waits>, inbox: Inbox<W, M>) -> Self {
        Self { waits, inbox, part: Part::WHOLE }
    }
}

impl<W, V, M: Mode> Script<W, V, M> {
    /// The same script for a part of the world.
    ///
    /// # Examples
    ///
    /// See [`World`](crate::World) for a whole one:
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::{Part, pair};
    ///
    /// struct Game { story: Sequencer<String> }
    /// const STORY: Part<Game, Sequencer<String>> = Part::new("story", |game| &mut game.story);
    ///
    /// let (_host, script) = pair::<Game>();
    /// let story = script.on(STORY); // queues into `story` and waits for it
    /// # let _ = story;
    /// ```
    #[must_use]
    pub fn on<P>(&self, part: Part<W, P>) -> Script<W, P, M> {
        Script { waits: self.waits.clone(), inbox: self.inbox.clone(), part }
    }

    /// Waits for a [signal](crate::Host::signal) and returns its value. The wait begins with this call.
    ///
    /// # Errors
    ///
    /// [`WaitError`], as the future's output, when the host is dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::{WaitError, Signal, pair};
    ///
    /// const GO: Signal<()> = Signal::new(0);
    /// let (host, script) = pair::<Sequencer<()>>();
    /// let waiting = script.signal(GO);
    /// drop(host);
    /// assert_eq!(futures::executor::block_on(waiting), Err(WaitError::NeverAdvanced));
    /// ```
    pub fn signal<T: Clone + Send + 'static>(&self, signal: Signal<T>) -> Order<T> {
        let (promise, order) = order(&self.waits.calls);
        self.waits.wait_for_signal(signal.number(), promise);
        order
    }

    fn ask(&self, change: M::Change<W>) {
        let mut inbox = lock(&self.inbox);
        if inbox.closed {
            drop(inbox); // before the change
            return;
        }
        inbox.changes.push(change);
    }

    fn wait(&self, what: Awaited) -> Wait {
        self.waits.wait(self.part.name(), what)
    }
}

impl<W, P, M: Mode> Script<W, Sequencer<P>, M> {
    /// Waits for an event of an entry: its start, its end, or one of its cues.
    ///
    /// The wait begins with this call. A start or an end that has come at this very moment counts; of a cue only the
    /// next one.
    ///
    /// # Errors
    ///
    /// [`WaitError`], as the future's output, when the event will not come.
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
    /// queue.enqueue(ms(300), "walk in");
    /// let bow = queue.enqueue(ms(300), "bow");
    /// let start = tasks.spawner().spawn_local_with_handle(async move {
    ///     script.event(bow, cueline::event::EventKind::Start).await
    /// })?;
    /// host.advance(&mut queue, ms(400), |_, _| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(start)?.at, Time::from_millis(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn event(&self, id: EntryId, kind: EventKind) -> Wait {
        self.wait(Awaited::Entry(id, kind))
    }

    /// Waits for the end of an entry, whether it is played, skipped or cancelled.
    ///
    /// # Errors
    ///
    /// As [`event`](Self::event).
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
    /// let bow = queue.enqueue(ms(300), "bow");
    /// let end = tasks.spawner().spawn_local_with_handle(async move { script.end(bow).await })?;
    /// host.advance(&mut queue, ms(400), |_, _| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(end)?.at, Time::from_millis(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(&self, id: EntryId) -> Wait {
        self.event(id, EventKind::End)
    }

    /// Waits for the turn of the epoch under a [label](cueline::sequencer::Enqueue::label).
    ///
    /// # Errors
    ///
    /// [`WaitError::NotThere`] if there is no such label ahead, [`WaitError::Flushed`] if a flush drops the label.
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
    /// queue.enqueue(ms(300), "prologue");
    /// queue.label("act one");
    /// let act = tasks.spawner().spawn_local_with_handle(async move { script.label("act one").await })?;
    /// host.advance(&mut queue, ms(400), |_, _| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(act)?.at, Time::from_millis(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn label(&self, name: impl Into<String>) -> Wait {
        self.wait(Awaited::Label(name.into()))
    }
}

impl<W, T, M: Mode> Script<W, Player<T>, M> {
    /// Waits for an event of an item: its start, its end, the end of a pass, or a cue of its clip.
    ///
    /// The wait begins with this call. A start or an end at this very moment counts; of other events only later ones do.
    ///
    /// # Errors
    ///
    /// [`WaitError`], as the future's output, when the event will not come.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, event::EventKind, playback::{Player, Repeat}, prelude::*};
    /// # use cueline_await::pair;
    /// # use futures::{executor::LocalPool, task::LocalSpawnExt};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let (mut host, script) = pair::<Player<u32>>();
    /// let (mut player, mut tasks) = (Player::new(), LocalPool::new());
    /// let door = player.play_on(1, &clips, "door", Repeat::Once)?;
    /// let opened = tasks.spawner().spawn_local_with_handle(async move {
    ///     script.event(door, EventKind::Cue(0)).await // "open"
    /// })?;
    /// host.advance(&mut player, ms(350), &clips, |_| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(opened)?.at, Time::from_millis(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn event(&self, item: PlaybackHandle, kind: EventKind) -> Wait {
        self.wait(Awaited::Item(item, kind))
    }

    /// Waits for the end of an item, or of the last member of a group.
    ///
    /// # Errors
    ///
    /// As [`event`](Self::event).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, event::EventKind, playback::{Player, Repeat}, prelude::*};
    /// # use cueline_await::pair;
    /// # use futures::{executor::LocalPool, task::LocalSpawnExt};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let (mut host, script) = pair::<Player<u32>>();
    /// let (mut player, mut tasks) = (Player::new(), LocalPool::new());
    /// let door = player.play_on(1, &clips, "door", Repeat::Once)?;
    /// let ended = tasks.spawner().spawn_local_with_handle(async move { script.end(door).await })?;
    /// host.advance(&mut player, ms(500), &clips, |_| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(ended)?.at, Time::from_millis(400));
    /// # let _ = EventKind::End;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(&self, playback: impl Into<PlaybackRef>) -> Wait {
        self.wait(match playback.into() {
            PlaybackRef::Item(item) => Awaited::Item(item, EventKind::End),
            PlaybackRef::Group(group) => Awaited::Group(group),
        })
    }
}

impl<P, M: Mode> Script<Sequencer<P>, Sequencer<P>, M> {
    /// Skips from inside a task: as [`Host::skip`](crate::Host::skip), done by the host that advances the queue, with
    /// the callback that it was given for the step. Waits for what is skipped answer `Ok` with
    /// [`Reason::Skipped`](cueline::event::Reason).
    ///
    /// # Errors
    ///
    /// As the future's output: [`WaitError`] when the host is dropped; inside, what the skip was refused for.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer, Until}, time::ms};
    /// use cueline_await::pair;
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// let (mut host, script) = pair::<Sequencer<&str>>();
    /// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
    /// let scene = tasks.spawner().spawn_local_with_handle(async move {
    ///     let walk = script.blocking(ms(300), "walk in");
    ///     script.skip(Until::End).await?.ok();
    ///     walk.await
    /// })?;
    /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(scene)?.reason, Reason::Skipped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(&self, until: Until<'_>) -> Order<Result<(), HostError>> {
        let (promise, order) = order(&self.waits.calls);
        let mut inbox = lock(&self.inbox);
        if inbox.closed {
            drop((inbox, promise)); // in this order
        } else {
            inbox.skips.push((until.into(), promise));
        }
        order
    }
}

/// The functions whose arguments must be `Send` in one mode and need not be in the other.
macro_rules! asking {
    ($mode:ty $(, $send:ident)?) => {
        impl<W: 'static, V: 'static> Script<W, V, $mode> {
            /// Does something with the world, or with the script's part of it, at the moment the task has come to.
            /// The future gives what the function returns.
            ///
            /// The host calls the function in its step, whether or not the future is awaited.
            ///
            /// # Errors
            ///
            /// [`WaitError`], as the future's output, when the host is dropped or the function panics.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline::{sequencer::Sequencer, time::ms};
            /// use cueline_await::pair;
            /// use futures::{executor::LocalPool, task::LocalSpawnExt};
            ///
            /// let (mut host, script) = pair::<Sequencer<&str>>();
            /// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
            /// let count = tasks.spawner().spawn_local_with_handle(async move {
            ///     script.with(|queue| queue.len()).await
            /// })?;
            /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
            /// assert_eq!(tasks.run_until(count), Ok(0));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with<R: $($send +)? 'static>(
                &self,
                change: impl FnOnce(&mut V) -> R $(+ $send)? + 'static,
            ) -> Order<R> {
                let (promise, order) = order(&self.waits.calls);
                let part = self.part;
                self.ask(Box::new(move |world| promise.keep(change(part.find(world)))));
                order
            }
        }

        impl<W: 'static, P: $($send +)? 'static> Script<W, Sequencer<P>, $mode> {
            /// Queues an entry with [`Sequencer::blocking`] and waits for its end.
            ///
            /// # Errors
            ///
            /// [`WaitError`], as the future's output, when the entry is flushed or the host is dropped.
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
            /// let scene = tasks.spawner().spawn_local_with_handle(async move {
            ///     script.blocking(ms(100), "walk in").await?;
            ///     script.blocking(ms(200), "bow").await
            /// })?;
            /// host.advance(&mut queue, ms(400), |_, _| (), || tasks.run_until_stalled())?;
            /// assert_eq!(tasks.run_until(scene)?.at, Time::from_millis(300));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn blocking(&self, timing: impl Into<Timing>, payload: P) -> Playing {
                let timing = timing.into();
                self.play(move |queue| queue.blocking(timing, payload))
            }

            /// Queues an entry with [`enqueue`](cueline::sequencer::Enqueue::enqueue) and waits for its end.
            ///
            /// # Errors
            ///
            /// As [`blocking`](Self::blocking).
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
            /// let scene = tasks.spawner().spawn_local_with_handle(async move { script.enqueue(ms(300), "bow").await })?;
            /// host.advance(&mut queue, ms(400), |_, _| (), || tasks.run_until_stalled())?;
            /// assert_eq!(tasks.run_until(scene)?.at, Time::from_millis(300));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn enqueue(&self, timing: impl Into<Timing>, payload: P) -> Playing {
                let timing = timing.into();
                self.play(move |queue| queue.enqueue(timing, payload))
            }

            /// Queues an entry by a function that returns its id, and waits for its end.
            ///
            /// # Errors
            ///
            /// As [`blocking`](Self::blocking).
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
            /// let toast = tasks.spawner().spawn_local_with_handle(async move {
            ///     script.play(|queue| queue.background(ms(10), "toast")).await
            /// })?;
            /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
            /// assert_eq!(tasks.run_until(toast)?.at, Time::from_millis(10));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn play(
                &self,
                queue: impl FnOnce(&mut Sequencer<P>) -> EntryId $(+ $send)? + 'static,
            ) -> Playing {
                let (waits, source) = (self.waits.clone(), self.part.name());
                // The wait begins where the entry is queued: the entry may end before the task is polled again.
                Playing(State::Requested(self.with(move |world: &mut Sequencer<P>| {
                    let id = queue(world);
                    (id, waits.wait(source, Awaited::Entry(id, EventKind::End)))
                })))
            }
        }
    };
}

asking!(Threads, Send);
asking!(Local);

/// A future that is ready when its entry has ended.
///
/// The entry is queued whether or not the future is awaited, and plays on when the future is dropped.
#[must_use = "a future does nothing unless it is awaited"]
#[derive(Debug)]
pub struct Playing(State);

#[derive(Debug)]
enum State {
    Requested(Order<(EntryId, Wait)>),
    Queued(EntryId, Wait),
}

impl Playing {
    /// The id of the entry; `None` until the host has queued it. [`queued`](Self::queued) waits for that.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    /// use cueline_await::pair;
    ///
    /// let (mut host, script) = pair::<Sequencer<&str>>();
    /// let (mut queue, bow) = (Sequencer::new(), script.blocking(ms(300), "bow"));
    /// assert_eq!(bow.id(), None);
    /// host.advance(&mut queue, ms(16), |_, _| (), || ())?;
    /// assert!(bow.id().is_some_and(|id| queue.contains(id)));
    /// # Ok::<(), cueline_await::HostError>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> Option<EntryId> {
        match &self.0 {
            State::Requested(order) => order.peek(|(id, _)| *id),
            State::Queued(id, _) => Some(*id),
        }
    }

    /// Waits until the host has queued the entry and gives its id, to cancel the entry, say, or to finish it. The
    /// host does that at the moment the task has come to.
    ///
    /// # Errors
    ///
    /// [`WaitError`] when the host is dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::ms};
    /// use cueline_await::pair;
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// let (mut host, script) = pair::<Sequencer<&str>>();
    /// let (mut queue, mut tasks) = (Sequencer::new(), LocalPool::new());
    /// let line = tasks.spawner().spawn_local_with_handle(async move {
    ///     let mut line = script.blocking(ms(900), "Once upon a time ...");
    ///     let id = line.queued().await?;
    ///     script.with(move |queue| queue.finish_entry(id)).await?; // a click shows the whole line
    ///     line.await
    /// })?;
    /// host.advance(&mut queue, ms(16), |_, _| (), || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(line)?.reason, Reason::Skipped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn queued(&mut self) -> Result<EntryId, WaitError> {
        if let State::Requested(order) = &mut self.0 {
            let (id, wait) = order.await?;
            self.0 = State::Queued(id, wait);
        }
        self.id().ok_or(WaitError::NotThere)
    }
}

impl Future for Playing {
    type Output = Result<Happened, WaitError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            match &mut self.0 {
                State::Requested(order) => match ready!(Pin::new(order).poll(context)) {
                    Ok((id, wait)) => self.0 = State::Queued(id, wait),
                    Err(gone) => return Poll::Ready(Err(gone)),
                },
                State::Queued(_, wait) => return Pin::new(wait).poll(context),
            }
        }
    }
}
