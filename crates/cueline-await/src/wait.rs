//! Waits: the table of what tasks wait for, and the future that waits for one event.
//!
//! Wakers belong to executors, and may run any code when they are cloned, woken or dropped: a waker may own the last
//! reference to a task that holds another wait. So the lock of the table is never held while a waker is cloned, woken or
//! dropped.

use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    fmt,
    future::Future,
    panic::{self, AssertUnwindSafe},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    task::{Context, Poll, Waker},
};

use cueline::{
    event::{EventKind, Reason},
    playback::{GroupHandle, PlaybackHandle},
    sequencer::EntryId,
    time::Time,
};

use crate::{calls::Calls, error::WaitError, order::Promise};

/// The event that a task has waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Happened {
    /// When the event was due, on the clock of the queue or player that reported it. Not the end of the frame.
    pub at: Time,
    /// Whether the event was played, skipped, sought or cancelled.
    pub reason: Reason,
}

/// The part of the world that reports an event; empty for the world itself.
pub(crate) type Source = &'static str;

/// The subject of a wait.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    Entry(EntryId, EventKind),
    Item(PlaybackHandle, EventKind),
    /// The end of a group.
    Group(GroupHandle),
    /// The start of the epoch with this label.
    Label(String),
}

pub(crate) type Outcome = Result<Happened, WaitError>;

/// The result of earlier comparisons of a wait with the world.
pub(crate) struct WaitProgress<'a> {
    /// There was no earlier comparison.
    pub(crate) is_new: bool,
    /// What it waits for was seen in the world.
    pub(crate) was_there: &'a mut bool,
}

struct Waiting {
    source: Source,
    what: Awaited,
    /// No report was compared with it so far.
    is_new: bool,
    /// What it waits for was seen in the world.
    was_there: bool,
    outcome: Option<Outcome>,
    /// Absent until the future is polled.
    waker: Option<Waker>,
    /// It was woken and has not taken its outcome yet.
    is_called: bool,
}

struct WaitingSignal {
    number: u64,
    value: TypeId,
    /// A `Promise` of that type.
    promise: Box<dyn Any + Send>,
    is_wanted: fn(&dyn Any) -> bool,
}

#[derive(Default)]
struct Table {
    next: u64,
    waits: BTreeMap<u64, Waiting>,
    signals: Vec<WaitingSignal>,
}

/// The waits of a pair: its host, scripts and futures hold them together, for any world.
#[derive(Default)]
pub(crate) struct Waits {
    table: Mutex<Table>,
    pub(crate) calls: Arc<Calls>,
    /// Something that a task waits for is not in its queue. Only a step can say whether it was cancelled.
    pub(crate) needs_step: AtomicBool,
}

impl Waits {
    fn lock(&self) -> MutexGuard<'_, Table> {
        // No code of the user's runs while the lock is held, so the table is whole even after a panic.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn wait(self: &Arc<Self>, source: Source, what: Awaited) -> Wait {
        let mut table = self.lock();
        let number = table.next;
        table.next += 1;
        let outcome = self.calls.closed.get().copied().map(Err);
        let new = Waiting {
            source,
            what,
            is_new: true,
            was_there: false,
            outcome,
            waker: None,
            is_called: false,
        };
        table.waits.insert(number, new);
        Wait { waits: self.clone(), number }
    }

    /// Adds a wait for a signal. Returns `false` if the host was dropped.
    pub(crate) fn wait_for_signal<T: Send + 'static>(&self, number: u64, promise: Promise<T>) {
        let is_wanted = |promise: &dyn Any| {
            promise.downcast_ref::<Promise<T>>().is_some_and(Promise::is_wanted)
        };
        let new = WaitingSignal {
            number,
            value: TypeId::of::<T>(),
            promise: Box::new(promise),
            is_wanted,
        };
        let mut table = self.lock();
        // Dropped after the lock, like all promises.
        let mut unwanted = Vec::new();
        if self.calls.closed.get().is_some() {
            unwanted.push(new);
        } else {
            if table.signals.len() == table.signals.capacity() {
                let is_unwanted =
                    |signal: &mut WaitingSignal| !(signal.is_wanted)(&*signal.promise);
                unwanted.extend(table.signals.extract_if(.., is_unwanted));
            }
            table.signals.push(new);
        }
        drop(table);
    }

    /// Takes out the promises of all that wait for a signal of this number and type.
    pub(crate) fn take_signals<T: 'static>(&self, number: u64) -> Vec<Promise<T>> {
        let value = TypeId::of::<T>();
        let matches = |signal: &mut WaitingSignal| signal.number == number && signal.value == value;
        let found: Vec<_> = self.lock().signals.extract_if(.., matches).collect();
        let promises = found.into_iter().map(|signal| signal.promise.downcast());
        promises.flatten().map(|promise| *promise).collect()
    }

    /// Passes every open wait of a source to `judge`, and wakes the waits for which it returns an outcome.
    pub(crate) fn settle(
        &self,
        source: Source,
        mut judge: impl FnMut(&Awaited, WaitProgress<'_>) -> Option<Outcome>,
    ) {
        let mut wakers = Vec::new();
        let mut table = self.lock();
        let open = table.waits.values_mut().filter(|wait| wait.outcome.is_none());
        for wait in open.filter(|wait| wait.source == source) {
            let is_new = std::mem::take(&mut wait.is_new);
            wait.outcome =
                judge(&wait.what, WaitProgress { is_new, was_there: &mut wait.was_there });
            self.call(wait, &mut wakers);
        }
        drop(table);
        wake_all(wakers);
    }

    fn call(&self, wait: &mut Waiting, wakers: &mut Vec<Waker>) {
        if wait.outcome.is_some()
            && let Some(waker) = wait.waker.take()
        {
            wait.is_called = true;
            self.calls.note_call();
            wakers.push(waker);
        }
    }

    /// Whether a wait of the source has not been compared with any report.
    pub(crate) fn any_new(&self) -> bool {
        self.lock().waits.values().any(|wait| wait.is_new && wait.outcome.is_none())
    }

    /// Whether something waits for the source.
    pub(crate) fn any_for(&self, source: Source) -> bool {
        self.lock().waits.values().any(|wait| wait.source == source && wait.outcome.is_none())
    }

    /// Whether nothing waits for anything.
    pub(crate) fn is_idle(&self) -> bool {
        let table = self.lock();
        let is_wanted = |signal: &WaitingSignal| (signal.is_wanted)(&*signal.promise);
        table.waits.values().all(|wait| wait.outcome.is_some())
            && !table.signals.iter().any(is_wanted)
    }

    /// Ends all waits, also those still to come.
    pub(crate) fn close(&self, why: WaitError) {
        let mut wakers = Vec::new();
        let mut table = self.lock();
        let _ = self.calls.closed.set(why); // only the host closes, once
        for wait in table.waits.values_mut().filter(|wait| wait.outcome.is_none()) {
            wait.outcome = Some(Err(why));
            self.call(wait, &mut wakers);
        }
        let signals = std::mem::take(&mut table.signals);
        drop(table);
        drop(signals); // each wakes its task
        wake_all(wakers);
    }
}

/// Wakes all of them, even if one panics.
fn wake_all(wakers: Vec<Waker>) {
    let mut panicked = None;
    for waker in wakers {
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| waker.wake())) {
            panicked = Some(panic);
        }
    }
    if let Some(panic) = panicked {
        panic::resume_unwind(panic);
    }
}

/// A future that is ready when its event has happened. It returns the time and the reason of the event.
///
/// The wait begins when the future is created, not at the first poll. To stop the wait, drop the future.
#[must_use = "a future does nothing unless it is awaited"]
pub struct Wait {
    waits: Arc<Waits>,
    number: u64,
}

impl fmt::Debug for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait").finish_non_exhaustive()
    }
}

impl Future for Wait {
    type Output = Result<Happened, WaitError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let new = context.waker().clone();
        let mut table = self.waits.lock();
        // Absent only where the future was ready before: it stays over.
        let Some(wait) = table.waits.get_mut(&self.number) else {
            return Poll::Ready(Err(WaitError::NotThere));
        };
        let Some(outcome) = wait.outcome else {
            let old = wait.waker.replace(new);
            drop(table);
            drop(old);
            return Poll::Pending;
        };
        let taken = table.waits.remove(&self.number);
        drop(table);
        if taken.is_some_and(|wait| wait.is_called) {
            self.waits.calls.note_answer();
        }
        Poll::Ready(outcome)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut table = self.waits.lock();
        let taken = table.waits.remove(&self.number);
        drop(table); // before the waker
        if taken.is_some_and(|wait| wait.is_called) {
            self.waits.calls.note_answer();
        }
    }
}
