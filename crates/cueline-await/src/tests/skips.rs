//! Skips, from outside and from inside.

use std::{
    pin::pin,
    sync::{Arc, Mutex},
    task::Poll,
};

use cueline::{
    event::Reason,
    sequencer::{AdvanceError, Enqueue, Sequencer, Until},
};
use proptest::prelude::*;

use super::{at, flicks, nudge, poll, settle};
use crate::{Happened, HostError, Script, WaitError, pair};

/// The scene of most tests here: three entries one after another.
async fn scene(script: Script<Sequencer<&'static str>>) -> Result<Vec<Happened>, WaitError> {
    let mut ends = Vec::new();
    for line in ["walk in", "bow", "walk out"] {
        ends.push(script.blocking(flicks(100), line).await?);
    }
    Ok(ends)
}

fn skipped(flicks: i64) -> Happened {
    Happened { at: at(flicks), reason: Reason::Skipped }
}

#[test]
fn a_finish_by_the_game_between_two_steps_does_not_end_a_scene() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(scene(script));
    let mut ends = None;
    let mut poll_task = || {
        settle(&mut task, &mut ends);
    };
    host.advance(&mut queue, flicks(10), |_, _| (), &mut poll_task).unwrap();
    queue.finish(|_, _| ()).unwrap(); // the line is over; the scene goes on
    for _ in 0..30 {
        host.advance(&mut queue, flicks(10), |_, _| (), &mut poll_task).unwrap();
    }
    let played = |flicks| Happened { at: at(flicks), reason: Reason::Played };
    assert_eq!(ends, Some(Ok(vec![skipped(100), played(200), played(300)])));
}

#[test]
fn two_finishes_by_the_game_between_two_steps_do_not_end_a_scene() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut line = pin!(script.blocking(flicks(100), "bow"));
    host.advance(&mut queue, flicks(10), |_, _| (), || nudge(&mut line)).unwrap();
    queue.finish(|_, _| ()).unwrap();
    queue.finish(|_, _| ()).unwrap(); // its report is empty
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut line), Poll::Ready(Ok(skipped(100))));
}

#[test]
fn a_finish_inside_a_change_goes_on_with_the_rest_of_the_step() {
    for until in [Until::End, Until::EpochEnd] {
        let (mut host, script) = pair::<Sequencer<&'static str>>();
        let mut queue = Sequencer::new();
        let mut over = None;
        let mut task = pin!(async {
            let line = script.blocking(flicks(100), "bow");
            script.with(move |queue| queue.skip(until, |_, _| ())).await.unwrap().unwrap();
            line.await
        });
        host.advance(
            &mut queue,
            flicks(10),
            |_, _| (),
            || {
                settle(&mut task, &mut over);
            },
        )
        .unwrap();
        assert_eq!(over, Some(Ok(skipped(100))), "{until:?}");
        assert_eq!(queue.time(), at(110), "{until:?}");
        assert_eq!(host.events().len(), 2, "{until:?}: the start and the end");
    }
}

#[test]
fn a_skip_from_inside_shows_what_it_skips_and_answers_skipped() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut others = pin!(scene(script.clone()));
    let mut ends = None;
    let mut skip = pin!(script.skip(Until::End));
    let mut shown = Vec::new();
    host.advance(
        &mut queue,
        flicks(10),
        |update, _| shown.push((*update.payload, update.ended, update.reason)),
        || {
            settle(&mut others, &mut ends);
        },
    )
    .unwrap();
    assert_eq!(poll(&mut skip), Poll::Ready(Ok(Ok(()))));
    assert_eq!(ends, Some(Ok(vec![skipped(100), skipped(200), skipped(300)])));
    let last: Vec<_> = shown.iter().filter(|call| call.1).map(|call| (call.0, call.2)).collect();
    let reason = Reason::Skipped;
    assert_eq!(last, [("walk in", reason), ("bow", reason), ("walk out", reason)]);
    assert_eq!(queue.time(), at(310));
}

#[test]
fn a_skip_from_outside_skips_what_the_tasks_queue_on_the_way() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(scene(script));
    let mut ends = None;
    let mut poll_task = || {
        settle(&mut task, &mut ends);
    };
    host.advance(&mut queue, flicks(10), |_, _| (), &mut poll_task).unwrap();
    host.skip(&mut queue, Until::End, |_, _| (), &mut poll_task).unwrap();
    assert_eq!(queue.time(), at(300));
    assert_eq!(ends, Some(Ok(vec![skipped(100), skipped(200), skipped(300)])));
    assert_eq!(host.events().len(), 5, "the first start came before");
    assert!(queue.is_empty() && host.is_idle());
}

#[test]
fn a_skip_of_an_epoch_stops_where_the_task_goes_on() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut task = pin!(scene(script));
    let mut poll_task = || nudge(&mut task);
    host.advance(&mut queue, flicks(10), |_, _| (), &mut poll_task).unwrap();
    host.skip(&mut queue, Until::EpochEnd, |_, _| (), &mut poll_task).unwrap();
    assert_eq!((queue.time(), queue.len()), (at(100), 1));
}

#[test]
fn a_skip_to_the_next_moment_or_to_what_is_open_goes_no_further() {
    for (until, time) in [(Until::NextMoment, 100), (Until::Open, 200)] {
        let (mut host, _script) = pair::<Sequencer<&'static str>>();
        let mut queue = Sequencer::new();
        queue.enqueue(flicks(100), "walk in");
        queue.enqueue(flicks(100), "bow");
        queue.enqueue(cueline::sequencer::EntryDuration::Open, "a choice");
        queue.enqueue(flicks(100), "walk out");
        host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
        host.skip(&mut queue, until, |_, _| (), || ()).unwrap();
        assert_eq!(queue.time(), at(time), "{until:?}");
    }
}

#[test]
fn a_skipped_label_answers_skipped_at_its_own_moment() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "first act");
    queue.label("second act");
    queue.enqueue(flicks(10), "second act");
    queue.label("third act");
    queue.enqueue(flicks(10), "third act");
    let mut second = pin!(script.label("second act"));
    let mut third = pin!(script.label("third act"));
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    host.skip(&mut queue, Until::Label("third act"), |_, _| (), || ()).unwrap();
    assert_eq!(queue.time(), at(20));
    assert_eq!(poll(&mut second), Poll::Ready(Ok(skipped(10))));
    assert_eq!(poll(&mut third), Poll::Ready(Ok(skipped(20))));

    let refused = host.skip(&mut queue, Until::Label("fourth act"), |_, _| (), || ());
    assert!(matches!(refused, Err(HostError::Queue(AdvanceError::UnknownLabel { .. }))));
}

#[test]
fn a_label_that_the_game_has_skipped_says_so() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "first act");
    queue.label("second act");
    queue.enqueue(flicks(10), "second act");
    let mut second = pin!(script.label("second act"));
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    queue.finish(|_, _| ()).unwrap();
    host.advance(&mut queue, flicks(1), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut second), Poll::Ready(Ok(skipped(10))));
}

#[test]
fn a_skip_ends_entries_that_have_no_end_of_their_own() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let snow = queue.background_forever("snow");
    let toast = queue.background(flicks(1000), "toast");
    let wait = queue.enqueue(cueline::sequencer::EntryDuration::Open, "for the player");
    let mut ends = [snow, toast, wait].map(|entry| Box::pin(script.end(entry)));
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
    host.skip(&mut queue, Until::End, |_, _| (), || ()).unwrap();
    let ends = ends.each_mut().map(|end| poll(&mut end.as_mut()));
    assert_eq!(ends, [1000, 1000, 10].map(|end| Poll::Ready(Ok(skipped(end)))));
}

#[test]
fn an_entry_that_is_finished_alone_answers_skipped_at_once() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let mut line = script.blocking(flicks(1000), "Once upon a time ...");
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
    assert!(queue.finish_entry(line.id().unwrap()));
    host.advance(&mut queue, flicks(10), |_, _| (), || ()).unwrap();
    assert_eq!(poll(&mut pin!(&mut line)), Poll::Ready(Ok(skipped(10))));
}

proptest! {
    /// A skip ends where playing ends, also with tasks that queue when what they wait for is over.
    #[test]
    fn finish_equals_play_with_tasks(
        plans in prop::collection::vec(prop::collection::vec((0_i64..20, any::<bool>()), 1..5), 1..4),
        before in 1_i64..30,
    ) {
        let run = |skips: bool| {
            let (mut host, script) = pair::<Sequencer<usize>>();
            let mut queue = Sequencer::new();
            let ends = Arc::new(Mutex::new(Vec::new()));
            let mut tasks: Vec<_> = plans.iter().enumerate().map(|(task, plan)| {
                let (script, plan, ends) = (script.clone(), plan.clone(), ends.clone());
                Box::pin(async move {
                    for (duration, blocks) in plan {
                        let playing = script.play(move |queue| match blocks {
                            true => queue.blocking(flicks(duration), task),
                            false => queue.background(flicks(duration), task),
                        });
                        let end = playing.await.unwrap();
                        ends.lock().unwrap().push((task, end.at));
                    }
                })
            }).collect();
            let mut poll_all = || tasks.retain_mut(|task| poll(&mut task.as_mut()).is_pending());
            host.advance(&mut queue, flicks(before), |_, _| (), &mut poll_all).unwrap();
            if skips {
                host.skip(&mut queue, Until::End, |_, _| (), &mut poll_all).unwrap();
            } else {
                host.advance(&mut queue, flicks(1000), |_, _| (), &mut poll_all).unwrap();
            }
            prop_assert!(host.is_idle());
            let ends = ends.lock().unwrap().clone();
            Ok(ends)
        };
        prop_assert_eq!(run(true)?, run(false)?);
    }
}
