//! Entries, cues and labels of a queue.

use std::{cell::RefCell, pin::pin, rc::Rc, task::Poll, thread};

use cueline::{
    event::{EventKind, Reason},
    sequencer::{Commands, Enqueue, Sequencer, Until, Update},
    time::Span,
};
use futures::{executor::LocalPool, task::LocalSpawnExt};
use proptest::prelude::*;

use super::{at, flicks, nudge, poll, settle};
use crate::{Happened, HostError, Signal, WaitError, local_pair, pair};

proptest! {
    /// Tweens in a row, each awaited before the next is queued, end when their durations say, whatever the frames
    /// are.
    #[test]
    fn a_task_loses_no_time_between_awaits(
        durations in prop::collection::vec(0_i64..30, 1..8),
        frames in prop::collection::vec(0_i64..50, 1..20),
    ) {
        let (mut host, script) = pair::<Sequencer<usize>>();
        let (mut queue, ends) = (Sequencer::new(), Rc::new(RefCell::new(Vec::new())));
        let (seen, plan) = (ends.clone(), durations.clone());
        let mut task = pin!(async move {
            for (index, duration) in plan.into_iter().enumerate() {
                let happened = script.blocking(flicks(duration), index).await.unwrap();
                seen.borrow_mut().push(happened.at);
            }
        });
        let mut over = false;
        let total: i64 = frames.iter().sum();
        for frame in &frames {
            host.advance(&mut queue, flicks(*frame), |_, _| (), || {
                over = over || poll(&mut task).is_ready();
            }).unwrap();
        }
        let sums = durations.iter().scan(0, |sum, duration| { *sum += duration; Some(*sum) });
        // Frames of zero do nothing, not even what is due at once.
        let expected: Vec<_> = sums.filter(|end| *end <= total && total > 0).map(at).collect();
        prop_assert_eq!(&*ends.borrow(), &expected);
        prop_assert_eq!(over, expected.len() == durations.len());
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
        let cue = other.event(walk, EventKind::Cue(7)).await.unwrap();
        let start = other.with(|queue| (queue.background(flicks(3), 'c'), queue.time()));
        let (id, now) = start.await.unwrap();
        let end = other.end(id).await.unwrap();
        (cue.at, now, end.at)
    });
    let second =
        pool.spawner().spawn_local_with_handle(async move { script.end(walk).await.unwrap().at });
    let cues = |update: Update<'_, char>, commands: &mut Commands<'_, char>| {
        if *update.payload == 'w' && update.before < flicks(10) && update.elapsed >= flicks(10) {
            commands.cue(flicks(10), 7);
        }
    };
    host.advance(&mut queue, flicks(25), cues, || pool.run_until_stalled()).unwrap();
    let (first, second) = (pool.run_until(first.unwrap()), pool.run_until(second.unwrap()));
    assert_eq!((first, second), ((at(10), at(10), at(13)), at(10)));
    assert!(host.is_idle());
    assert_eq!(host.events().len(), 5, "start, cue, end; start, end");
    assert_eq!(host.events()[0].lateness, flicks(25));
}

#[test]
fn calls_within_a_step_know_how_late_they_are() {
    let (mut host, script) = pair::<Sequencer<()>>();
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(10), ());
    let mut task = pin!(script.end(first));
    let mut lateness = None;
    let show = |update: Update<'_, ()>, _: &mut Commands<'_, ()>| lateness = Some(update.lateness);
    host.advance(&mut queue, flicks(25), show, || nudge(&mut task)).unwrap();
    assert_eq!(lateness, Some(flicks(15)));
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
        let turn = script.label("second act").await.unwrap();
        (turn, script.with(|queue| queue.time()).await.unwrap())
    });
    host.advance(
        &mut queue,
        flicks(15),
        |_, _| (),
        || {
            settle(&mut task, &mut turn);
        },
    )
    .unwrap();
    assert_eq!(turn, Some((Happened { at: at(10), reason: Reason::Played }, at(10))));
}

#[test]
fn a_label_with_nothing_under_it_has_its_turn_when_nothing_holds() {
    let (mut host, script) = pair::<Sequencer<()>>();
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), ());
    queue.label("turn over");
    let mut task = pin!(script.label("turn over"));
    host.advance(&mut queue, flicks(15), |_, _| (), || ()).unwrap();
    let turn = Happened { at: at(10), reason: Reason::Played };
    assert_eq!(poll(&mut task), Poll::Ready(Ok(turn)));
}

#[test]
fn a_label_that_never_was_or_is_flushed_answers_gone() {
    let (mut host, script) = pair::<Sequencer<()>>();
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), ());
    queue.label("second act");
    let mut flushed = pin!(script.label("second act"));
    let mut never = pin!(script.label("third act"));
    host.advance(&mut queue, flicks(5), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut never), Poll::Ready(Err(WaitError::NotThere)));
    assert_eq!(poll(&mut flushed), Poll::Pending);
    queue.flush();
    host.advance(&mut queue, flicks(5), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut flushed), Poll::Ready(Err(WaitError::Flushed)));
}

#[test]
fn what_is_cancelled_says_so_and_what_is_flushed_is_gone() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(10), 1);
    let second = queue.enqueue(flicks(10), 2);
    let mut cancelled = pin!(script.end(first));
    let mut start = pin!(script.event(first, EventKind::Start));
    let mut flushed = pin!(script.end(second));
    queue.cancel(first);
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let end = Happened { at: at(0), reason: Reason::Cancelled };
    assert_eq!(poll(&mut cancelled), Poll::Ready(Ok(end)));
    assert_eq!(poll(&mut start), Poll::Ready(Err(WaitError::Ended)), "it has never begun");
    assert_eq!(poll(&mut flushed), Poll::Pending);
    queue.flush();
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut flushed), Poll::Ready(Err(WaitError::Flushed)));
}

#[test]
fn two_ends_at_one_moment_can_be_awaited_one_after_the_other() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let (first, second) = (queue.enqueue(flicks(10), 1), queue.concurrently(flicks(10), 2));
    let mut task = pin!(async {
        let first = script.end(first).await?;
        Ok::<_, WaitError>((first.at, script.end(second).await?.at))
    });
    let mut ends = None;
    host.advance(
        &mut queue,
        flicks(12),
        |_, _| (),
        || {
            settle(&mut task, &mut ends);
        },
    )
    .unwrap();
    assert_eq!(ends, Some(Ok((at(10), at(10)))));
}

#[test]
fn a_cue_answers_only_waits_that_were_there_before_it() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let entry = queue.enqueue(flicks(100), 1);
    let cues = RefCell::new(Vec::new());
    let mut task = pin!(async {
        loop {
            let cue = script.event(entry, EventKind::Cue(1)).await?;
            cues.borrow_mut().push(cue.at);
            script.with(|_| ()).await?; // the host looks at the report once more
        }
        #[expect(unreachable_code, reason = "for the type")]
        Ok::<(), WaitError>(())
    });
    let beats = |update: Update<'_, u8>, commands: &mut Commands<'_, u8>| {
        let (before, now) = (update.before.flicks() / 10, update.elapsed.flicks() / 10);
        (before..now).for_each(|beat| commands.cue(flicks(10 * (beat + 1)), 1));
    };
    let mut over = None;
    for _ in 0..12 {
        host.advance(&mut queue, flicks(10), beats, || {
            settle(&mut task, &mut over);
        })
        .unwrap();
    }
    assert!(matches!(over, Some(Err(WaitError::Ended | WaitError::NotThere))), "{over:?}");
    assert_eq!(*cues.borrow(), (1..=10).map(|beat| at(10 * beat)).collect::<Vec<_>>());
}

#[test]
fn a_host_that_is_gone_ends_all_waits_and_says_why() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut never = pin!(script.signal(Signal::<u8>::new(3)));
    let mut end = pin!(script.blocking(flicks(10), 1));
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let mut unasked = pin!(script.with(|queue| queue.len()));
    drop(host);
    assert_eq!(poll(&mut never), Poll::Ready(Err(WaitError::HostDropped)));
    assert_eq!(poll(&mut end), Poll::Ready(Err(WaitError::HostDropped)));
    assert_eq!(poll(&mut unasked), Poll::Ready(Err(WaitError::HostDropped)));
    let mut late = pin!(script.blocking(flicks(1), 1));
    assert_eq!(poll(&mut late), Poll::Ready(Err(WaitError::HostDropped)));
}

#[test]
fn a_scene_that_another_than_the_host_advances_hears_what_is_wrong() {
    let (host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::<u8>::new();
    let mut scene = pin!(script.blocking(flicks(10), 1));
    for _ in 0..20 {
        queue.advance(flicks(1), |_, _| ()).unwrap(); // out of habit
        assert_eq!(poll(&mut scene), Poll::Pending);
    }
    drop(host);
    let Poll::Ready(Err(gone)) = poll(&mut scene) else { panic!("still waits") };
    assert_eq!(gone, WaitError::NeverAdvanced);
    assert!(gone.to_string().contains("call `Host::advance`"), "{gone}");
}

#[test]
fn a_signal_gives_its_value_to_all_that_wait_for_its_number_and_type() {
    const HIT: Signal<u32> = Signal::new(1);
    let (host, script) = pair::<Sequencer<()>>();
    let mut first = pin!(script.signal(HIT));
    let mut second = pin!(script.signal(HIT));
    let mut other_number = pin!(script.signal(Signal::<u32>::new(2)));
    let mut other_type = pin!(script.signal(Signal::<String>::new(1)));
    assert!(poll(&mut first).is_pending());
    host.signal(HIT, &7);
    assert_eq!((poll(&mut first), poll(&mut second)), (Poll::Ready(Ok(7)), Poll::Ready(Ok(7))));
    assert!(poll(&mut other_number).is_pending() && poll(&mut other_type).is_pending());
    let mut next = pin!(script.signal(HIT));
    assert!(poll(&mut next).is_pending(), "a signal is not remembered");
}

#[test]
fn a_playing_future_knows_its_entry() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut line = script.blocking(flicks(100), 1);
    assert_eq!(line.id(), None);
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let id = line.id().unwrap();
    assert_eq!(queue.payload(id), Some(&1));
    assert_eq!(poll(&mut pin!(line.queued())), Poll::Ready(Ok(id)));
    assert_eq!(line.id(), Some(id));
    queue.cancel(id);
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    let end = Happened { at: at(1), reason: Reason::Cancelled };
    assert_eq!(poll(&mut pin!(line)), Poll::Ready(Ok(end)));
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

#[test]
fn a_local_script_takes_payloads_that_stay_on_their_thread() {
    let (mut host, script) = local_pair::<Sequencer<Rc<str>>>();
    let mut queue = Sequencer::new();
    let word: Rc<str> = "bow".into();
    let shared = word.clone();
    let mut task = pin!(async move {
        script.blocking(flicks(10), shared.clone()).await?;
        script.with(move |queue| queue.enqueue(flicks(5), shared)).await
    });
    let mut seen = 0;
    let mut over = false;
    host.advance(
        &mut queue,
        flicks(20),
        |update, _| seen += usize::from(update.ended && Rc::ptr_eq(update.payload, &word)),
        || over = over || poll(&mut task).is_ready(),
    )
    .unwrap();
    assert_eq!((seen, over), (2, true));
}

#[test]
fn a_step_below_zero_is_refused_and_one_of_zero_does_nothing() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    queue.enqueue(Span::ZERO, 1);
    let mut polls = 0;
    let mut task = pin!(script.blocking(Span::ZERO, 2));
    let mut calls = 0;
    host.advance(
        &mut queue,
        Span::ZERO,
        |_, _| calls += 1,
        || {
            polls += 1;
            assert!(poll(&mut task).is_pending());
        },
    )
    .unwrap();
    assert_eq!((calls, polls, queue.len()), (0, 0, 1));
    let by = flicks(-705_600);
    let refused = host.advance(&mut queue, by, |_, _| calls += 1, || polls += 1);
    assert_eq!(refused, Err(HostError::Backwards { by }));
    assert_eq!(refused.unwrap_err().to_string(), "the step is -1 ms but must be 0 or more");
    assert_eq!((calls, polls), (0, 0));
}

#[test]
fn the_events_are_those_of_the_last_step() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut line = pin!(script.blocking(flicks(10), 1));
    let mut kinds = |by| {
        host.advance(&mut queue, flicks(by), |_, _| (), || nudge(&mut line)).unwrap();
        host.events().iter().map(|event| event.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(1), [EventKind::Start]);
    assert_eq!(kinds(1), []);
    assert_eq!(kinds(8), [EventKind::End]);
    assert_eq!(kinds(0), [], "a step of no time reports nothing");
}

#[test]
fn what_a_task_queues_at_the_very_end_of_a_step_begins_in_it() {
    let (mut host, script) = pair::<Sequencer<char>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(async {
        script.blocking(flicks(10), 'a').await?;
        script.blocking(flicks(10), 'b').await
    });
    let mut shown = Vec::new();
    let show = |update: Update<'_, char>, _: &mut Commands<'_, char>| {
        shown.push((*update.payload, update.elapsed));
    };
    host.advance(&mut queue, flicks(10), show, || nudge(&mut task)).unwrap();
    let starts = host.events().iter().filter(|event| event.kind == EventKind::Start);
    assert_eq!(starts.map(|event| event.due).collect::<Vec<_>>(), [at(0), at(10)]);
    assert_eq!(queue.len(), 1, "the second one plays");
    assert!(shown.contains(&('a', flicks(10))), "{shown:?}");
}

#[test]
fn the_end_of_an_entry_that_a_task_cancels_comes_at_that_moment() {
    let (mut host, script) = pair::<Sequencer<char>>();
    let (mut queue, mut pool) = (Sequencer::new(), LocalPool::new());
    let long = queue.background(flicks(1000), 'l');
    let other = script.clone();
    let waits = pool.spawner().spawn_local_with_handle(async move {
        let end = script.end(long).await;
        (end, script.with(|queue| queue.time()).await)
    });
    let cancels = pool.spawner().spawn_local_with_handle(async move {
        other.play(|queue| queue.now(flicks(10), 's')).await.unwrap();
        other.with(move |queue| queue.cancel(long)).await
    });
    host.advance(&mut queue, flicks(50), |_, _| (), || pool.run_until_stalled()).unwrap();
    assert_eq!(pool.run_until(cancels.unwrap()), Ok(Some('l')));
    let end = Happened { at: at(10), reason: Reason::Cancelled };
    assert_eq!(pool.run_until(waits.unwrap()), (Ok(end), Ok(at(10))));
}

#[test]
fn everything_that_begins_after_the_host_is_gone_ends_at_once() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let entry = queue.enqueue(flicks(10), 1);
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    drop(host);
    let gone = Poll::Ready(Err(WaitError::HostDropped));
    assert_eq!(poll(&mut pin!(script.end(entry))), gone);
    assert_eq!(poll(&mut pin!(script.label("act"))), gone);
    assert_eq!(poll(&mut pin!(script.enqueue(flicks(1), 2))), gone);
    let gone = Poll::Ready(Err(WaitError::HostDropped));
    assert_eq!(poll(&mut pin!(script.signal(Signal::<u8>::new(0)))), gone);
    assert_eq!(poll(&mut pin!(script.skip(Until::End))), Poll::Ready(Err(WaitError::HostDropped)));
    let asked = poll(&mut pin!(script.with(|queue| queue.len())));
    assert_eq!(asked, Poll::Ready(Err(WaitError::HostDropped)));
}
