//! Waiting to the moment, on an executor and on none.

use std::{
    cell::RefCell,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
    task::{Context, Poll, Waker},
    thread,
};

use cueline::{
    clip::{ClipBuilder, Clips, Cue, CueKind},
    event::{EventKind, Reason},
    playback::{AtEnd, GroupRange, Member, Play, Player},
    sequencer::{AdvanceError, Commands, Sequencer},
    time::{Span, Time},
};
use futures::{executor::LocalPool, task::LocalSpawnExt};
use proptest::prelude::*;

use crate::{Awaited, Gone, Happened, pair};

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

proptest! {
    /// Three tweens in a row, each awaited before the next is queued, end when their lengths say, whatever
    /// the frames are.
    #[test]
    fn a_task_loses_no_time_between_awaits(
        lengths in prop::collection::vec(0_i64..30, 1..8),
        frames in prop::collection::vec(0_i64..50, 1..20),
    ) {
        let (mut host, script) = pair::<Sequencer<usize>>();
        let (mut queue, ends) = (Sequencer::new(), Rc::new(RefCell::new(Vec::new())));
        let (told, plan) = (ends.clone(), lengths.clone());
        let mut task = pin!(async move {
            for (index, length) in plan.into_iter().enumerate() {
                let happened = script.blocking(flicks(length), index).await.unwrap();
                told.borrow_mut().push(happened.at);
            }
        });
        let mut over = false;
        let total: i64 = frames.iter().sum();
        for frame in &frames {
            host.advance(&mut queue, flicks(*frame), |_, _| (), || {
                over = over || poll(&mut task).is_ready();
            }).unwrap();
        }
        let sums = lengths.iter().scan(0, |sum, length| { *sum += length; Some(*sum) });
        let expected: Vec<_> = sums.filter(|end| *end <= total).map(at).collect();
        prop_assert_eq!(&*ends.borrow(), &expected);
        prop_assert_eq!(over, expected.len() == lengths.len());
        prop_assert_eq!(queue.time(), at(total));
    }
}

#[test]
fn two_tasks_on_an_executor_wait_for_each_others_entries_and_cues() {
    let (mut host, script) = pair::<Sequencer<char>>();
    let (mut queue, mut pool) = (Sequencer::new(), LocalPool::new());
    let other = script.clone();
    let walk = queue.enqueue(flicks(10), 'w');
    let first = pool.spawner().spawn_local_with_handle(async move {
        let cue = other.wait(Awaited::Entry(walk, EventKind::Cue(7))).await.unwrap();
        let start = other.with(|queue| (queue.background(flicks(3), 'c'), queue.time()));
        let (id, now) = start.await.unwrap();
        let end = other.wait(Awaited::Entry(id, EventKind::End)).await.unwrap();
        (cue.at, now, end.at)
    });
    let second = pool.spawner().spawn_local_with_handle(async move {
        script.wait(Awaited::Entry(walk, EventKind::End)).await.unwrap().at
    });
    let cues = |step: cueline::sequencer::Update<'_, char>, commands: &mut Commands<'_, char>| {
        if *step.payload == 'w' && step.before < flicks(10) && step.elapsed >= flicks(10) {
            commands.cue(flicks(10), 7);
        }
    };
    host.advance(&mut queue, flicks(25), cues, || pool.run_until_stalled()).unwrap();
    let (first, second) = (pool.run_until(first.unwrap()), pool.run_until(second.unwrap()));
    assert_eq!((first, second), ((at(10), at(10), at(13)), at(10)));
    assert!(host.is_idle());
    assert_eq!(host.edges().len(), 5, "start, cue, end; start, end");
    assert_eq!(host.edges()[0].lateness, flicks(25));
}

#[test]
fn a_label_wakes_at_the_turn_of_its_epoch() {
    let (mut host, script) = pair::<Sequencer<()>>();
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), ());
    queue.label("second act");
    queue.concurrently(flicks(10), ());
    let mut turn = None;
    let mut task = pin!(async {
        script.wait(Awaited::Label("second act".into())).await.unwrap();
        script.with(|queue| queue.time()).await.unwrap()
    });
    host.advance(
        &mut queue,
        flicks(15),
        |_, _| (),
        || {
            if turn.is_none()
                && let Poll::Ready(now) = poll(&mut task)
            {
                turn = Some(now);
            }
        },
    )
    .unwrap();
    assert_eq!(turn, Some(at(10)));
}

#[test]
fn what_is_cancelled_says_so_and_what_is_flushed_is_gone() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(10), 1);
    let second = queue.enqueue(flicks(10), 2);
    let mut cancelled = pin!(script.wait(Awaited::Entry(first, EventKind::End)));
    let mut flushed = pin!(script.wait(Awaited::Entry(second, EventKind::End)));
    queue.cancel(first);
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let told = Happened { at: at(0), reason: Reason::Cancelled };
    assert_eq!(poll(&mut cancelled), Poll::Ready(Ok(told)));
    assert_eq!(poll(&mut flushed), Poll::Pending);
    queue.flush();
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut flushed), Poll::Ready(Err(Gone)));
}

#[test]
fn a_host_that_is_gone_is_told() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut never = pin!(script.wait(Awaited::Signal(3)));
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let mut unasked = pin!(script.with(|queue| queue.len()));
    drop(host);
    assert_eq!(poll(&mut never), Poll::Ready(Err(Gone)));
    assert_eq!(poll(&mut unasked), Poll::Ready(Err(Gone)));
    assert_eq!(poll(&mut pin!(script.wait(Awaited::Signal(3)))), Poll::Ready(Err(Gone)));
}

#[test]
fn a_task_that_queues_nothings_for_ever_is_cut_off() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(async { while script.blocking(Span::ZERO, 1).await.is_ok() {} });
    let stepped = host.advance(
        &mut queue,
        flicks(1),
        |_, _| (),
        || {
            assert!(poll(&mut task).is_pending());
        },
    );
    assert!(matches!(stepped, Err(AdvanceError::Runaway { .. })));
}

#[test]
fn items_groups_and_cues_of_a_player_wake_at_their_moments() {
    let mut clips = Clips::new();
    let cue = Cue { at: flicks(4), name: "step".into(), kind: CueKind::Effect };
    let draft = ClipBuilder::new("walk").duration(flicks(10)).cue(cue);
    let walk = clips.add(draft.build().unwrap()).unwrap();
    let (mut host, script) = pair::<Player<u8>>();
    let mut player = Player::new();
    let one = player.play_on(1, &clips, walk, Play::default()).unwrap();
    let delayed = Play { delay: flicks(5), ..Play::default() };
    let members = [Member { play: delayed, ..Member::new(2, walk) }];
    let whole = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Leave).unwrap();
    let mut seen = Vec::new();
    let mut task = pin!(async {
        let cue = script.wait(Awaited::Item(one, EventKind::Cue(0))).await.unwrap();
        let paused = script.with(move |player: &mut Player<u8>| {
            player.pause(one).unwrap();
            player.now()
        });
        let paused = paused.await.unwrap();
        let end = script.wait(Awaited::Group(whole)).await.unwrap();
        let gone = script.wait(Awaited::Group(whole)).await;
        (cue.at, paused, end.at, gone)
    });
    host.advance(&mut player, flicks(30), &clips, || {
        if seen.is_empty()
            && let Poll::Ready(times) = poll(&mut task)
        {
            seen.push(times);
        }
    })
    .unwrap();
    assert_eq!(seen, [(at(4), at(4), at(15), Err(Gone))]);
    assert_eq!(player.position(one).unwrap().local, flicks(4));
}

#[test]
fn a_task_on_another_thread_is_woken_too() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let task = thread::spawn(move || {
        futures::executor::block_on(async {
            script.blocking(flicks(10), 1).await.unwrap();
            script.blocking(flicks(10), 2).await.unwrap()
        })
    });
    while !task.is_finished() {
        host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
        thread::yield_now();
    }
    assert!(task.join().unwrap().at >= at(20));
}
