//! What is waited for, and the future that waits.

use std::{
    collections::VecDeque,
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use cueline::{
    event::{EventKind, Reason},
    playback::{GroupHandle, PlaybackHandle},
    sequencer::EntryId,
    time::Time,
};

/// Something that a task can wait for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Awaited {
    /// An entry of a queue: its start, its end, or one of its cues.
    Entry(EntryId, EventKind),
    /// An item of a player: its start, its end, the end of a pass, or one of its clip's cues.
    Item(PlaybackHandle, EventKind),
    /// The end of a group of a player: of its last member.
    Group(GroupHandle),
    /// The turn of the epoch that was queued under this name.
    Label(String),
    /// Something of the game's own, by a number: a timeline, say, or a message.
    Signal(u64),
}

/// That it has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Happened {
    /// When it was due; not the end of the frame.
    pub at: Time,
    /// Whether it was played, skipped or cancelled.
    pub reason: Reason,
}

/// It will never happen: what was waited for is gone without a word (as by a flush), or was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gone;

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what was waited for is gone, and will not happen any more")
    }
}

impl std::error::Error for Gone {}

struct Waiting {
    number: u64,
    what: Awaited,
    outcome: Option<Result<Happened, Gone>>,
    waker: Option<Waker>,
}

/// A change to the world that a task has asked for.
pub(crate) type Deed<W> = Box<dyn FnOnce(&mut W) + Send>;

/// What both ends have in common.
struct Common<W> {
    next: u64,
    waits: Vec<Waiting>,
    deeds: VecDeque<Deed<W>>,
    /// The host is gone: nothing will happen any more.
    over: bool,
}

pub(crate) struct Shared<W>(Arc<Mutex<Common<W>>>);

impl<W> Clone for Shared<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W> Shared<W> {
    pub(crate) fn new() -> Self {
        let common = Common { next: 0, waits: Vec::new(), deeds: VecDeque::new(), over: false };
        Self(Arc::new(Mutex::new(common)))
    }

    fn lock(&self) -> MutexGuard<'_, Common<W>> {
        // Nothing of the user's runs while it is held, so it is whole even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn wait(&self, what: Awaited) -> Wait<W> {
        let mut common = self.lock();
        let number = common.next;
        common.next += 1;
        let outcome = common.over.then_some(Err(Gone));
        common.waits.push(Waiting { number, what, outcome, waker: None });
        Wait { shared: self.clone(), number }
    }

    pub(crate) fn ask(&self, deed: Deed<W>) {
        let mut common = self.lock();
        if !common.over {
            common.deeds.push_back(deed);
        }
    }

    pub(crate) fn next_deed(&self) -> Option<Deed<W>> {
        self.lock().deeds.pop_front()
    }

    /// Ends the waits of which `judge` knows the outcome.
    pub(crate) fn settle(&self, mut judge: impl FnMut(&Awaited) -> Option<Result<Happened, Gone>>) {
        let mut wakers = Vec::new();
        for wait in self.lock().waits.iter_mut().filter(|wait| wait.outcome.is_none()) {
            wait.outcome = judge(&wait.what);
            if wait.outcome.is_some() {
                wakers.extend(wait.waker.take());
            }
        }
        for waker in wakers {
            waker.wake(); // after the lock: an executor may poll at once
        }
    }

    /// Whether nobody waits.
    pub(crate) fn is_idle(&self) -> bool {
        let common = self.lock();
        common.deeds.is_empty() && common.waits.iter().all(|wait| wait.outcome.is_some())
    }

    pub(crate) fn end(&self) {
        let mut common = self.lock();
        common.over = true;
        let deeds = std::mem::take(&mut common.deeds);
        drop(common);
        drop(deeds);
        self.settle(|_| Some(Err(Gone)));
    }
}

/// A future that is ready when what it waits for has happened, with the moment of it.
///
/// It counts from when it is made, not from when it is first polled. Dropped, it waits no more.
#[must_use = "a future does nothing unless it is awaited"]
pub struct Wait<W> {
    shared: Shared<W>,
    number: u64,
}

impl<W> fmt::Debug for Wait<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wait({})", self.number)
    }
}

impl<W> Future for Wait<W> {
    type Output = Result<Happened, Gone>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut common = self.shared.lock();
        // Absent only once it was ready: asked again, it stays over.
        let Some(wait) = common.waits.iter_mut().find(|wait| wait.number == self.number) else {
            return Poll::Ready(Err(Gone));
        };
        match wait.outcome {
            Some(outcome) => {
                common.waits.retain(|wait| wait.number != self.number);
                Poll::Ready(outcome)
            }
            None => {
                wait.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl<W> Drop for Wait<W> {
    fn drop(&mut self) {
        self.shared.lock().waits.retain(|wait| wait.number != self.number);
    }
}
