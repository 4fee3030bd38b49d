//! Answers: a value that the host gives once, and the future that takes it.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use crate::{calls::Calls, error::WaitError};

enum Answer<R> {
    /// To come; with the waker, once the future was polled.
    Open(Option<Waker>),
    Given(R),
    Never,
    Taken,
}

struct Slot<R> {
    answer: Answer<R>,
    /// The future was woken and has not taken the answer yet.
    is_called: bool,
}

type Shared<R> = Arc<Mutex<Slot<R>>>;

fn lock<R>(slot: &Mutex<Slot<R>>) -> MutexGuard<'_, Slot<R>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Both ends of one answer.
pub(crate) fn order<R>(calls: &Arc<Calls>) -> (Promise<R>, Order<R>) {
    let slot = Arc::new(Mutex::new(Slot { answer: Answer::Open(None), is_called: false }));
    let promise = Promise { slot: slot.clone(), calls: calls.clone() };
    (promise, Order { slot, calls: calls.clone() })
}

/// The host's end of an answer. Dropped without one, it says that there will be none.
pub(crate) struct Promise<R> {
    slot: Shared<R>,
    calls: Arc<Calls>,
}

impl<R> Promise<R> {
    pub(crate) fn keep(self, answer: R) {
        self.set(Answer::Given(answer));
    }

    /// Whether the future is still there.
    pub(crate) fn is_wanted(&self) -> bool {
        Arc::strong_count(&self.slot) > 1
    }

    fn set(&self, answer: Answer<R>) {
        let mut slot = lock(&self.slot);
        let Answer::Open(waker) = &mut slot.answer else { return };
        let waker = waker.take();
        slot.answer = answer;
        slot.is_called = waker.is_some();
        drop(slot);
        if let Some(waker) = waker {
            self.calls.note_call();
            waker.wake();
        }
    }
}

impl<R> Drop for Promise<R> {
    fn drop(&mut self) {
        self.set(Answer::Never); // no change where the promise was kept
    }
}

/// A future with the answer to what a task has asked of the world, or with the value of a signal.
///
/// The host does what was asked whether or not the future is awaited.
#[must_use = "a future does nothing unless it is awaited"]
pub struct Order<R> {
    slot: Shared<R>,
    calls: Arc<Calls>,
}

impl<R> Order<R> {
    /// Reads the answer where it is there and has not been taken.
    pub(crate) fn peek<A>(&self, read: impl FnOnce(&R) -> A) -> Option<A> {
        match &lock(&self.slot).answer {
            Answer::Given(answer) => Some(read(answer)),
            _ => None,
        }
    }
}

impl<R> fmt::Debug for Order<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order").finish_non_exhaustive()
    }
}

impl<R> Future for Order<R> {
    type Output = Result<R, WaitError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let new = context.waker().clone();
        let mut slot = lock(&self.slot);
        if let Answer::Open(waker) = &mut slot.answer {
            let old = waker.replace(new);
            drop(slot);
            drop(old);
            return Poll::Pending;
        }
        let answer = std::mem::replace(&mut slot.answer, Answer::Taken);
        let was_called = std::mem::take(&mut slot.is_called);
        drop(slot);
        if was_called {
            self.calls.note_answer();
        }
        Poll::Ready(match answer {
            Answer::Given(answer) => Ok(answer),
            Answer::Never => Err(self.calls.closed.get().copied().unwrap_or(WaitError::Panicked)),
            Answer::Open(_) | Answer::Taken => Err(WaitError::NotThere),
        })
    }
}

impl<R> Drop for Order<R> {
    fn drop(&mut self) {
        let mut slot = lock(&self.slot);
        let old = std::mem::replace(&mut slot.answer, Answer::Taken);
        let was_called = std::mem::take(&mut slot.is_called);
        drop(slot); // before the waker and the answer
        drop(old);
        if was_called {
            self.calls.note_answer();
        }
    }
}
