//! What a host does not do for ever, and what it does not do in vain.

use std::{pin::pin, task::Poll};

use cueline::{
    clip::{ClipBuilder, Clips},
    playback::{Play, Player, Repeat},
    sequencer::{Enqueue, Sequencer},
    time::{Span, ms},
};

use super::{flicks, in_time, poll};
use crate::{HostError, Script, Signal, pair};

#[test]
fn a_task_that_queues_nothings_for_ever_is_cut_off() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(async { while script.blocking(Span::ZERO, 1).await.is_ok() {} });
    let advanced = host.advance(
        &mut queue,
        flicks(1),
        |_, _| (),
        || {
            assert!(poll(&mut task).is_pending());
        },
    );
    assert_eq!(advanced, Err(HostError::Runaway { rounds: 10_000 }));
}

#[test]
fn a_change_that_asks_for_another_change_is_cut_off() {
    fn again(script: Script<Sequencer<u8>>) {
        let next = script.clone();
        drop(script.with(move |_| again(next)));
    }
    in_time(|| {
        let (mut host, script) = pair::<Sequencer<u8>>();
        let mut queue = Sequencer::new();
        queue.enqueue(flicks(2), 1);
        again(script);
        let advanced = host.advance(&mut queue, flicks(1), |_, _| (), || ());
        assert_eq!(advanced, Err(HostError::Runaway { rounds: 10_000 }));
        assert!(!host.is_idle(), "the rest waits for the next step");
    });
}

#[test]
fn many_tasks_may_ask_at_one_moment() {
    let (mut host, script) = pair::<Sequencer<u32>>();
    let mut queue = Sequencer::new();
    let tasks: Vec<_> = (0..30_000).map(|task| script.blocking(flicks(1), task)).collect();
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    assert!(tasks.iter().all(|task| task.id().is_some()));
}

#[test]
fn a_player_polls_nothing_for_passes_that_no_task_waits_for() {
    let mut clips = Clips::new();
    let short = clips.add(ClipBuilder::new("short").duration(flicks(1)).build().unwrap()).unwrap();
    let long = clips.add(ClipBuilder::new("long").duration(ms(1)).build().unwrap()).unwrap();
    let (mut host, script) = pair::<Player<u8>>();
    let mut player = Player::new();
    let forever = Play { repeat: Repeat::Forever, ..Play::default() };
    player.play_on(1, &clips, short, forever).unwrap();
    let (mut polls, mut pieces) = (0, 0);
    host.advance(&mut player, Span::from_micros(160), &clips, |_| pieces += 1, || polls += 1)
        .unwrap();
    assert_eq!((polls, pieces), (1, 1), "112,896 passes");

    // A task that waits for something else wakes when that comes, and no sooner.
    let other = player.play_on(2, &clips, long, Play::default()).unwrap();
    let mut task = pin!(script.end(other));
    let mut polls = 0;
    host.advance(
        &mut player,
        flicks(2000),
        &clips,
        |_| (),
        || {
            polls += 1;
            assert!(poll(&mut task).is_pending());
        },
    )
    .unwrap();
    assert_eq!(polls, 1);
}

#[test]
fn a_queue_is_played_in_one_step_where_no_task_waits_for_it() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    queue.background_forever(0);
    for entry in 0..10 {
        queue.enqueue(flicks(1), entry);
    }
    let mut signal = pin!(script.signal(Signal::<()>::new(0)));
    let (mut polls, mut calls) = (0, 0);
    host.advance(
        &mut queue,
        flicks(20),
        |_, _| calls += 1,
        || {
            polls += 1;
            assert_eq!(poll(&mut signal), Poll::Pending);
        },
    )
    .unwrap();
    assert_eq!((polls, calls), (1, 11));
    assert_eq!(host.events().len(), 21);
}

#[test]
fn a_skip_of_a_task_without_end_is_cut_off() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(async { while script.blocking(flicks(5), 1).await.is_ok() {} });
    let skipped = host.skip(
        &mut queue,
        cueline::sequencer::Until::End,
        |_, _| (),
        || {
            assert!(poll(&mut task).is_pending());
        },
    );
    assert_eq!(skipped, Err(HostError::EndlessSkip { moments: 100_000 }));
}

/// At each flick a few entries take no time; over the whole step these are more than the rounds of one moment.
#[test]
fn moments_without_time_count_at_their_own_moment_only() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut over = false;
    let mut task = pin!(async {
        for _ in 0..6_000 {
            script.blocking(Span::ZERO, 1).await.unwrap();
            script.blocking(Span::ZERO, 2).await.unwrap();
            script.blocking(flicks(1), 3).await.unwrap();
        }
    });
    host.advance(
        &mut queue,
        flicks(6_000),
        |_, _| (),
        || over = over || poll(&mut task).is_ready(),
    )
    .expect("it is no endless loop");
    assert!(over);
}

#[test]
fn a_skip_without_end_that_a_task_asked_for_ends_the_step_too() {
    let (mut host, script) = pair::<Sequencer<u8>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(async { while script.blocking(flicks(5), 1).await.is_ok() {} });
    let mut skip = pin!(script.skip(cueline::sequencer::Until::End));
    let endless = HostError::EndlessSkip { moments: 100_000 };
    let advanced = host.advance(
        &mut queue,
        flicks(1),
        |_, _| (),
        || {
            assert!(poll(&mut task).is_pending());
        },
    );
    assert_eq!(advanced, Err(endless.clone()));
    assert_eq!(poll(&mut skip), std::task::Poll::Ready(Ok(Err(endless))));
}
