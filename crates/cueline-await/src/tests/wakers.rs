//! Wakers that do what they like, tasks that are dropped, tasks that panic.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use cueline::sequencer::{Enqueue, Sequencer};
use futures::{executor::LocalPool, future, task::LocalSpawnExt};

use super::{at, flicks, in_time, poll};
use crate::{Order, Script, Signal, Wait, WaitError, pair};

/// A waker that owns futures of another task, as that of an executor does.
struct Owner<F>(Mutex<Option<F>>);

impl<F: Send + 'static> Wake for Owner<F> {
    fn wake(self: Arc<Self>) {}
}

fn owning<F: Send + 'static>(future: F) -> Waker {
    Arc::new(Owner(Mutex::new(Some(future)))).into()
}

fn poll_with<F: Future + Unpin>(future: &mut F, waker: &Waker) -> Poll<F::Output> {
    Pin::new(future).poll(&mut Context::from_waker(waker))
}

type Other = (Wait, Order<usize>, Order<u8>);

/// Waits of each kind, for the waker to own.
fn other(script: &Script<Sequencer<u8>>, queue: &mut Sequencer<u8>) -> Other {
    let entry = queue.background(flicks(1000), 0);
    let signal = script.signal(Signal::new(0));
    let mut other = (script.end(entry), script.with(|queue| queue.len()), signal);
    let waker = Waker::noop();
    assert!(poll_with(&mut other.0, waker).is_pending());
    assert!(poll_with(&mut other.1, waker).is_pending());
    assert!(poll_with(&mut other.2, waker).is_pending());
    other
}

#[test]
fn a_waker_that_is_replaced_may_own_a_task_that_waits() {
    in_time(|| {
        let (_host, script) = pair::<Sequencer<u8>>();
        let mut queue = Sequencer::new();
        let (mut wait, mut order, mut signal) = other(&script, &mut queue);
        for _ in 0..2 {
            let waker = owning(other(&script, &mut queue));
            assert!(poll_with(&mut wait, &waker).is_pending());
            let waker = owning(other(&script, &mut queue));
            assert!(poll_with(&mut order, &waker).is_pending());
            let waker = owning(other(&script, &mut queue));
            assert!(poll_with(&mut signal, &waker).is_pending());
        }
    });
}

#[test]
fn a_waker_that_goes_with_its_future_may_own_a_task_that_waits() {
    in_time(|| {
        let (_host, script) = pair::<Sequencer<u8>>();
        let mut queue = Sequencer::new();
        let (mut wait, mut order, mut signal) = other(&script, &mut queue);
        assert!(poll_with(&mut wait, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut order, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut signal, &owning(other(&script, &mut queue))).is_pending());
        drop((wait, order, signal));
    });
}

#[test]
fn a_waker_that_is_woken_may_own_a_task_that_waits() {
    in_time(|| {
        let (mut host, script) = pair::<Sequencer<u8>>();
        let mut queue = Sequencer::new();
        let entry = queue.enqueue(flicks(5), 1);
        let mut wait = script.end(entry);
        let (_, mut order, mut signal) = other(&script, &mut queue);
        assert!(poll_with(&mut wait, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut order, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut signal, &owning(other(&script, &mut queue))).is_pending());
        host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
        host.signal(Signal::new(0), &7_u8);
        assert_eq!(
            poll_with(&mut wait, Waker::noop()).map(|end| end.unwrap().at),
            Poll::Ready(at(5))
        );
        assert!(matches!(poll_with(&mut order, Waker::noop()), Poll::Ready(Ok(_))));
        assert_eq!(poll_with(&mut signal, Waker::noop()), Poll::Ready(Ok(7)));
        let (mut wait, mut order, mut signal) = other(&script, &mut queue);
        assert!(poll_with(&mut wait, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut order, &owning(other(&script, &mut queue))).is_pending());
        assert!(poll_with(&mut signal, &owning(other(&script, &mut queue))).is_pending());
        drop(host);
    });
}

#[test]
fn an_answer_that_goes_unread_is_waited_for_no_more() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut signal = script.signal(Signal::<u8>::new(0));
    assert!(poll_with(&mut signal, Waker::noop()).is_pending());
    host.signal(Signal::new(0), &7_u8);
    drop(signal);
    let mut polls = 0;
    host.advance(&mut queue, flicks(10), |_, _| (), || polls += 1).unwrap();
    assert_eq!(polls, 1);
}

/// A waker that polls its task there and then.
struct AtOnce {
    task: Mutex<Option<Wait>>,
    polls: AtomicUsize,
}

impl Wake for AtOnce {
    fn wake(self: Arc<Self>) {
        self.polls.fetch_add(1, Ordering::Relaxed);
        let waker = self.clone().into();
        let mut task = self.task.lock().unwrap();
        let over = task.as_mut().is_some_and(|task| poll_with(task, &waker).is_ready());
        if over {
            *task = None;
        }
    }
}

#[test]
fn a_waker_may_poll_its_task_at_once() {
    in_time(|| {
        let (mut host, script) = pair::<Sequencer<u8>>();
        let mut queue = Sequencer::new();
        let entry = queue.enqueue(flicks(5), 1);
        let task = Mutex::new(Some(script.end(entry)));
        let waker = Arc::new(AtOnce { task, polls: AtomicUsize::new(0) });
        waker.clone().wake();
        host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
        assert_eq!(waker.polls.load(Ordering::Relaxed), 2);
        assert!(waker.task.lock().unwrap().is_none());
    });
}

/// A waker that panics.
struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic!("wakers may panic");
    }
}

#[test]
fn a_waker_that_panics_keeps_no_other_task_asleep() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let entry = queue.enqueue(flicks(5), 1);
    let (mut panics, mut other) = (script.end(entry), script.end(entry));
    assert!(poll_with(&mut panics, &Arc::new(Panics).into()).is_pending());
    let woken = Arc::new(AtOnce { task: Mutex::new(None), polls: AtomicUsize::new(0) });
    assert!(poll_with(&mut other, &woken.clone().into()).is_pending());
    let advance = || host.advance(&mut queue, flicks(10), |_, _| (), || ());
    assert!(catch_unwind(AssertUnwindSafe(advance)).is_err());
    assert_eq!(woken.polls.load(Ordering::Relaxed), 1);
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
}

#[test]
fn a_task_that_panics_leaves_the_others_and_the_queue_whole() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let (mut queue, mut pool) = (Sequencer::new(), LocalPool::new());
    let (bad, good) = (script.clone(), script);
    pool.spawner()
        .spawn_local(async move {
            bad.blocking(flicks(5), 1).await.unwrap();
            panic!("a task may panic");
        })
        .unwrap();
    let good = pool.spawner().spawn_local_with_handle(async move {
        good.blocking(flicks(5), 2).await.unwrap();
        good.blocking(flicks(5), 3).await.unwrap().at
    });
    let advance = || host.advance(&mut queue, flicks(20), |_, _| (), || pool.run_until_stalled());
    assert!(catch_unwind(AssertUnwindSafe(advance)).is_err());
    assert_eq!(queue.time(), at(5), "the rest of the step is lost");
    host.advance(&mut queue, flicks(20), |_, _| (), || pool.run_until_stalled()).unwrap();
    assert_eq!(pool.run_until(good.unwrap()), at(15));
    assert!(host.is_idle());
}

#[test]
fn a_change_that_panics_is_reported_to_its_task_and_the_others_are_made() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut bad = pin!(script.with(|_| panic!("a change may panic")));
    let mut good = pin!(script.with(|queue| queue.enqueue(flicks(1), 1)));
    let advance = || host.advance(&mut queue, flicks(10), |_, _| (), || ());
    assert!(catch_unwind(AssertUnwindSafe(advance)).is_err());
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
    let bad: Poll<Result<(), WaitError>> = poll(&mut bad);
    assert_eq!(bad, Poll::Ready(Err(WaitError::Panicked)));
    assert!(matches!(poll(&mut good), Poll::Ready(Ok(_))));
}

#[test]
fn a_task_that_is_dropped_in_mid_wait_waits_no_more() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let (mut queue, mut pool) = (Sequencer::new(), LocalPool::new());
    let entry = queue.enqueue(flicks(5), 1);
    let task = pool.spawner().spawn_local_with_handle(async move {
        let first = future::select(script.end(entry), script.signal(Signal::<()>::new(1)));
        drop(first.await); // one of the two is dropped in mid-wait
        script.blocking(flicks(1000), 2).await
    });
    let task = task.unwrap();
    host.advance(&mut queue, flicks(20), |_, _| (), || pool.run_until_stalled()).unwrap();
    assert_eq!(queue.len(), 1);
    assert!(!host.is_idle());
    drop(task);
    pool.run_until_stalled();
    assert!(host.is_idle());
    let mut polls = 0;
    host.advance(&mut queue, flicks(2000), |_, _| (), || polls += 1).unwrap();
    assert_eq!((queue.len(), polls), (0, 1), "what it queued plays on, and wakes no task");
}
