//! The end that tasks hold.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, Waker},
};

use cueline::{
    event::EventKind,
    sequencer::{EntryId, Sequencer, Timing},
};

use crate::awaited::{Awaited, Gone, Happened, Shared, Wait};

/// The end that tasks hold: to wait, and to change the world at the moment they have come to.
///
/// It can be cloned, and sent to other threads where the world's own type can.
pub struct Script<W> {
    shared: Shared<W>,
}

impl<W> Clone for Script<W> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<W> fmt::Debug for Script<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Script")
    }
}

impl<W> Script<W> {
    pub(crate) fn new(shared: Shared<W>) -> Self {
        Self { shared }
    }

    /// Waits for something. Ask before it happens: what has happened before is not remembered, and an
    /// entry that is gone answers [`Gone`].
    pub fn wait(&self, what: Awaited) -> Wait<W> {
        self.shared.wait(what)
    }

    /// Does something with the world, at the moment the task has come to, and hands back what it gives.
    ///
    /// # Errors
    ///
    /// [`Gone`], as the future's output, when the host is gone.
    pub fn with<R: Send + 'static>(
        &self,
        deed: impl FnOnce(&mut W) -> R + Send + 'static,
    ) -> Order<R> {
        let answer = Arc::new(Mutex::new(Answer::Open(None)));
        let promise = Promise(answer.clone());
        self.shared.ask(Box::new(move |world| promise.keep(deed(world))));
        Order { answer }
    }
}

impl<P: Send + 'static> Script<Sequencer<P>> {
    /// Queues an entry with [`Sequencer::blocking`] and waits for its end.
    ///
    /// # Errors
    ///
    /// [`Gone`], as the future's output: a flush dropped the entry, or the host is gone.
    pub fn blocking(&self, timing: impl Into<Timing>, payload: P) -> Playing {
        let timing = timing.into();
        self.play(move |queue| queue.blocking(timing, payload))
    }

    /// Queues an entry with [`Sequencer::enqueue`] and waits for its end.
    ///
    /// # Errors
    ///
    /// As [`blocking`](Self::blocking).
    pub fn enqueue(&self, timing: impl Into<Timing>, payload: P) -> Playing {
        let timing = timing.into();
        self.play(move |queue| queue.enqueue(timing, payload))
    }

    /// Queues an entry by any of the queue's doors and waits for its end.
    ///
    /// # Errors
    ///
    /// As [`blocking`](Self::blocking).
    pub fn play(
        &self,
        queue: impl FnOnce(&mut Sequencer<P>) -> EntryId + Send + 'static,
    ) -> Playing {
        let shared = self.shared.clone();
        // The wait begins where the entry is queued: it may be over before the task is polled again.
        let waiting = self.with(move |world: &mut Sequencer<P>| {
            let id = queue(world);
            shared.wait(Awaited::Entry(id, EventKind::End))
        });
        Box::pin(async move {
            let wait = waiting.await?;
            wait.await
        })
    }
}

/// A future that is ready when an entry has ended. The entry is queued whether or not anybody awaits it.
pub type Playing = Pin<Box<dyn Future<Output = Result<Happened, Gone>> + Send>>;

enum Answer<R> {
    Open(Option<Waker>),
    Given(R),
    Never,
}

/// The host's side of an answer; dropped unkept, there will be none.
struct Promise<R>(Arc<Mutex<Answer<R>>>);

impl<R> Promise<R> {
    fn keep(&self, answer: R) {
        self.set(Answer::Given(answer));
    }

    fn set(&self, answer: Answer<R>) {
        let mut lock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Answer::Open(waker) = &mut *lock else { return };
        let waker = waker.take();
        *lock = answer;
        drop(lock);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<R> Drop for Promise<R> {
    fn drop(&mut self) {
        self.set(Answer::Never); // unless it was given
    }
}

/// A future with what a deed gave; the deed is done whether or not anybody awaits it.
pub struct Order<R> {
    answer: Arc<Mutex<Answer<R>>>,
}

impl<R> fmt::Debug for Order<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Order")
    }
}

impl<R> Future for Order<R> {
    type Output = Result<R, Gone>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Answer::Open(waker) = &mut *answer {
            *waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(match std::mem::replace(&mut *answer, Answer::Never) {
            Answer::Given(answer) => Ok(answer),
            Answer::Open(_) | Answer::Never => Err(Gone),
        })
    }
}
