//! Waiting to the moment, on several executors and on none.

mod bounds;
mod executors;
mod model;
mod players;
mod queues;
mod skips;
mod wakers;
mod worlds;

use std::{
    future::Future,
    pin::Pin,
    sync::mpsc,
    task::{Context, Poll, Waker},
    thread,
    time::Duration,
};

use cueline::time::{Span, Time};

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn at(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}

/// Polls a task once, with no executor at all.
fn poll<F: Future + ?Sized>(task: &mut Pin<&mut F>) -> Poll<F::Output> {
    task.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Polls a task once and ignores what it gives.
fn nudge<F: Future + ?Sized>(task: &mut Pin<&mut F>) {
    if poll(task).is_ready() {}
}

/// Polls a task that is not over yet, and keeps what it gives.
fn settle<F: Future + ?Sized>(task: &mut Pin<&mut F>, found: &mut Option<F::Output>) {
    if found.is_none()
        && let Poll::Ready(output) = poll(task)
    {
        *found = Some(output);
    }
}

/// Runs something that must come to an end, on a thread of its own; panics where it hangs or panics.
fn in_time(body: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let thread = thread::spawn(move || {
        body();
        done.send(()).ok();
    });
    match wait.recv_timeout(Duration::from_secs(20)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        _ => thread.join().unwrap(),
    }
}
