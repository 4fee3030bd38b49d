//! To which moment belongs what a callback does in the middle of a single long step.

use cueline::{
    event::{EventKind, Reason},
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryDuration, EntryId, Sequencer, Timing, Until, Update,
    },
    time::{Span, Time},
};

type Queue = Sequencer<&'static str>;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Steps and returns each call: whose, and how much it has shown. `react` is the callback.
fn step(
    queue: &mut Queue,
    by: i64,
    mut react: impl FnMut(&Update<'_, &'static str>, &mut Commands<'_, &'static str>),
) -> Vec<(&'static str, i64)> {
    let mut calls = Vec::new();
    queue
        .advance(flicks(by), |step, queue| {
            calls.push((*step.payload, step.elapsed.flicks()));
            react(&step, queue);
        })
        .expect("an honest game");
    calls
}

/// Due times of the events of one kind that the last step reported.
fn due(queue: &Queue, kind: EventKind) -> Vec<(u64, i64)> {
    let events = queue.events().iter().filter(|event| event.kind == kind);
    events.map(|event| (event.id.number(), event.due.flicks())).collect()
}

#[test]
fn what_a_last_call_queues_gets_what_is_left_of_the_step() {
    let mut queue = Queue::new();
    queue.enqueue(flicks(10), "first");
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "first" {
            queue.concurrently(flicks(40), "joins");
            queue.enqueue(flicks(40), "waits");
            queue.background(flicks(40), "waits in the background");
        }
    });
    assert_eq!(calls, [("first", 10), ("joins", 15)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 0), (1, 10)]);
}

#[test]
fn what_any_other_call_queues_gets_nothing_of_the_step() {
    let mut queue = Queue::new();
    queue.non_blocking(flicks(50), "plays");
    let calls = step(&mut queue, 25, |step, queue| {
        if step.started {
            queue.non_blocking(flicks(5), "joins");
            queue.background(flicks(5), "joins in the background");
            queue.enqueue(flicks(5), "opens an epoch");
        }
    });
    assert_eq!(calls, [("plays", 25)]);
    assert_eq!(queue.next_moment(), Some(Time::from_flicks(25)), "they are due now");
    let calls = step(&mut queue, 1, |_, _| ());
    let expected =
        [("plays", 26), ("joins", 1), ("opens an epoch", 1), ("joins in the background", 1)];
    assert_eq!(calls, expected);
    assert_eq!(due(&queue, EventKind::Start), [(1, 25), (3, 25), (2, 25)]);
}

#[test]
fn what_the_background_queues_in_a_last_call_starts_at_that_end_in_every_lane() {
    let mut queue = Queue::new();
    queue.background(flicks(10), "toast");
    let calls = step(&mut queue, 25, |step, commands| {
        if *step.payload == "toast" {
            commands.background(flicks(40), "next toast");
            commands.enqueue(flicks(40), "walk");
        }
    });
    assert_eq!(calls, [("toast", 10), ("walk", 15), ("next toast", 15)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 0), (2, 10), (1, 10)]);
}

#[test]
fn what_a_last_call_at_the_very_end_of_a_step_queues_without_duration_plays_in_that_step() {
    let react = |step: &Update<'_, &'static str>, commands: &mut Commands<'_, &'static str>| {
        if *step.payload == "toast" && step.ended {
            commands.enqueue(Span::ZERO, "ping");
        } else if *step.payload == "ping" {
            commands.background(Span::ZERO, "pong");
        }
    };
    let mut queue = Queue::new();
    queue.background(flicks(10), "toast");
    let mut finished = queue.clone();
    assert_eq!(step(&mut queue, 10, react), [("toast", 10), ("ping", 0), ("pong", 0)]);
    let mut calls = Vec::new();
    let finish = finished.finish(|step, commands| {
        calls.push(*step.payload);
        react(&step, commands);
    });
    assert_eq!((finish, &calls[..]), (Ok(()), &["toast", "ping", "pong"][..]));
    assert_eq!((queue.time(), queue.len()), (finished.time(), finished.len()));
}

#[test]
fn last_calls_come_in_the_order_of_ends_and_then_everything_that_goes_on_is_called() {
    let mut queue = Queue::new();
    queue.concurrently(flicks(100), "long");
    queue.background(flicks(5), "toast");
    queue.concurrently(flicks(20), "second");
    queue.concurrently(flicks(10), "first");
    queue.background(flicks(100), "long toast");
    let calls = step(&mut queue, 30, |_, _| ());
    let ends = [("toast", 5), ("first", 10), ("second", 20)];
    assert_eq!(calls[..3], ends);
    assert_eq!(calls[3..], [("long", 30), ("long toast", 30)]);
}

/// Queues `first` and `second` at once, 100 flicks each, and lets a callback know the other's name.
fn two(duration: EntryDuration) -> (Queue, EntryId, EntryId) {
    let mut queue = Queue::new();
    let first = queue.concurrently(duration, "first");
    let second = queue.concurrently(flicks(10), "second");
    (queue, first, second)
}

#[test]
fn a_release_in_a_last_call_belongs_to_that_end() {
    let (mut queue, first, _) = two(EntryDuration::Open);
    queue.enqueue(flicks(50), "after both");
    let calls = step(&mut queue, 25, |step, commands| {
        if *step.payload == "second" {
            commands.release(first);
        }
    });
    assert_eq!(calls, [("second", 10), ("first", 10), ("after both", 15)]);
    assert_eq!(due(&queue, EventKind::End), [(1, 10), (0, 10)]);
}

#[test]
fn a_release_in_any_other_call_belongs_to_the_end_of_the_step() {
    let (mut queue, first, _) = two(EntryDuration::Open);
    let calls = step(&mut queue, 8, |step, commands| {
        if *step.payload == "second" {
            commands.release(first);
        }
    });
    assert_eq!(calls, [("first", 8), ("second", 8)]);
    assert_eq!(step(&mut queue, 1, |_, _| ()), [("first", 8), ("second", 9)]);
    assert_eq!(due(&queue, EventKind::End), [(0, 8)]);
}

#[test]
fn a_release_in_the_delay_leaves_no_duration() {
    let mut queue = Queue::new();
    let open = queue.enqueue(Timing::from(EntryDuration::Open).delayed(flicks(20)), "door opens");
    step(&mut queue, 5, |_, _| ());
    assert!(queue.release(open));
    step(&mut queue, 25, |step, _| assert!(step.started && step.ended && step.elapsed.is_zero()));
    assert_eq!(due(&queue, EventKind::End), [(0, 20)]);
}

#[test]
fn cancelling_in_a_last_call_belongs_to_that_end() {
    let (mut queue, first, _) = two(flicks(100).into());
    queue.enqueue(flicks(50), "after both");
    let calls = step(&mut queue, 25, |step, commands| {
        if *step.payload == "second" {
            commands.cancel(first);
        }
    });
    assert_eq!(calls, [("second", 10), ("after both", 15)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 0), (1, 0), (2, 10)]);
    assert_eq!(due(&queue, EventKind::End), [(1, 10), (0, 10)]);
    assert!(!queue.contains(first));
}

#[test]
fn an_entry_can_cancel_itself() {
    let (mut queue, first, _) = two(flicks(100).into());
    let calls = step(&mut queue, 25, |step, commands| {
        if step.id == first {
            commands.cancel(first);
        }
    });
    assert_eq!(calls, [("second", 10), ("first", 25)]);
    let ends = queue.events().iter().filter(|event| event.kind == EventKind::End);
    let ends: Vec<_> =
        ends.map(|event| (event.id.number(), event.due.flicks(), event.reason)).collect();
    assert_eq!(ends, [(1, 10, Reason::Played), (0, 25, Reason::Cancelled)]);
    assert!(queue.is_empty());
}

#[test]
fn a_flush_from_inside_drops_everything_else_and_what_comes_after_it_plays() {
    let (mut queue, first, _) = two(flicks(10).into());
    queue.background(flicks(50), "toast");
    let calls = step(&mut queue, 25, |step, commands| {
        if step.id == first {
            commands.enqueue(flicks(50), "dropped too");
            commands.flush();
            commands.enqueue(flicks(50), "next level");
            commands.background(flicks(50), "next toast");
        }
    });
    assert_eq!(calls, [("first", 10), ("next level", 15), ("next toast", 15)]);
    assert_eq!(due(&queue, EventKind::End), [(0, 10)], "a flush reports nothing");
}

/// Zero entries that queue one another: `links` of them, then none.
fn chain(links: u32) -> impl FnMut(Update<'_, u32>, &mut Commands<'_, u32>) {
    move |step, queue| {
        if *step.payload < links {
            queue.enqueue(Span::ZERO, *step.payload + 1);
        }
    }
}

#[test]
fn a_chain_at_one_moment_may_have_ten_thousand_links_less_one() {
    for (links, ok) in [(9_999, true), (10_000, false)] {
        let mut queue = Sequencer::new();
        queue.enqueue(Span::ZERO, 0); // queued before the step, so it does not count
        let stepped = queue.advance(flicks(5), chain(links));
        assert_eq!(stepped.is_ok(), ok, "{links} links: {stepped:?}");
        assert_eq!(queue.time(), Time::from_flicks(5));
        queue.advance(flicks(5), |_, _| ()).unwrap();
        assert_eq!(queue.queued(), u64::from(links) + 1, "nothing is lost");
    }
}

#[test]
fn what_was_queued_before_a_step_is_no_chain_however_much_it_is() {
    let mut queue = Sequencer::new();
    for number in 0..15_000 {
        queue.enqueue(Span::ZERO, number);
    }
    let mut played = 0;
    queue.advance(flicks(1), |_, _| played += 1).unwrap();
    assert_eq!((played, queue.len()), (15_000, 0));
}

#[test]
fn a_chain_that_lets_time_pass_is_never_cut_off() {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::ZERO, 0);
    let link = |step: Update<'_, u32>, queue: &mut Commands<'_, u32>| {
        if step.ended && *step.payload < 30_000 {
            queue.enqueue(flicks(i64::from(*step.payload % 2)), *step.payload + 1);
        }
    };
    queue.clone().advance(flicks(20_000), link).unwrap();
    queue.finish(link).unwrap();
    assert_eq!(queue.time(), Time::from_flicks(15_000));
}

#[test]
fn a_chain_in_the_background_is_cut_off_too() {
    for (links, ok) in [(9_999, true), (10_000, false)] {
        let mut queue = Sequencer::new();
        queue.background(Span::ZERO, 0);
        let link = |step: Update<'_, u32>, commands: &mut Commands<'_, u32>| {
            if *step.payload < links {
                commands.new_epoch();
                commands.background(Span::ZERO, *step.payload + 1);
            }
        };
        let limit = AdvanceError::Runaway { at: Time::ZERO, limit: 10_000 };
        let expected = if ok { Ok(()) } else { Err(limit) };
        assert_eq!(queue.clone().finish(link), expected, "{links} links");
        assert_eq!(queue.advance(flicks(5), link), expected, "{links} links");
        assert_eq!(queue.time(), Time::from_flicks(5));
    }
}

#[test]
fn a_skip_may_meet_a_hundred_thousand_new_entries() {
    for (links, ok) in [(100_000, true), (100_001, false)] {
        let mut queue = Sequencer::new();
        queue.enqueue(flicks(1), 0);
        let mut link = chain_in_time(links);
        let skipped = queue.skip(Until::End, &mut link);
        assert_eq!(skipped.is_ok(), ok, "{links} links: {skipped:?}");
    }
}

fn chain_in_time(links: u32) -> impl FnMut(Update<'_, u32>, &mut Commands<'_, u32>) {
    move |step, queue| {
        if step.ended && *step.payload < links {
            queue.enqueue(flicks(1), *step.payload + 1);
        }
    }
}

/// Says which traits `T` has: a function of a block whose bound holds comes before that of the trait.
struct Probe<T>(core::marker::PhantomData<T>);

impl<T: Default> Probe<T> {
    const fn can_be_made() -> bool {
        true
    }
}

impl<T: Clone> Probe<T> {
    const fn can_be_copied() -> bool {
        true
    }
}

trait Otherwise {
    fn can_be_made() -> bool {
        false
    }

    fn can_be_copied() -> bool {
        false
    }
}

impl<T> Otherwise for Probe<T> {}

/// So it can neither put another queue in the place of its own nor keep a copy from the middle of a step.
#[test]
fn what_a_callback_gets_can_be_neither_made_nor_copied() {
    type Given = Commands<'static, &'static str>;
    assert!(Probe::<Queue>::can_be_made() && Probe::<Queue>::can_be_copied());
    assert!(!Probe::<Given>::can_be_made() && !Probe::<Given>::can_be_copied());
}

/// The callback never gets the queue, so all that can be left half done is the step.
#[test]
fn after_a_callback_that_has_panicked_the_queue_plays_on() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    for (panics, in_last_call, asked) in
        [("long", false, 0), ("short", true, 0), ("short", false, 1)]
    {
        let mut queue = Queue::new();
        queue.enqueue(flicks(30), "long");
        queue.concurrently(flicks(10), "short");
        queue.enqueue(flicks(10), "next");
        let before = queue.clone();
        let by = if in_last_call { 12 } else { 5 };
        let step = catch_unwind(AssertUnwindSafe(|| {
            queue.advance(flicks(by), |step, commands| {
                commands.enqueue(flicks(3), "asked for in vain");
                assert_ne!(*step.payload, panics);
            })
        }));
        assert!(step.is_err(), "{panics} panics");
        assert_eq!(queue.clone(), queue, "a copy is a copy");
        assert_eq!(queue.time().flicks() <= by, before.len() <= queue.len());
        let mut ended = Vec::new();
        queue
            .finish(|step, _| {
                assert!(step.before <= step.elapsed);
                ended.extend(step.ended.then_some(*step.payload));
            })
            .unwrap();
        let own: Vec<_> = ended.iter().filter(|name| **name != "asked for in vain").collect();
        assert_eq!(own, [&"short", &"long", &"next"], "{panics} panicked");
        assert_eq!(ended.len() - own.len(), asked, "only what a whole callback has asked for");
        assert!(queue.is_empty());
    }
}

#[test]
fn an_entry_can_be_finished_alone() {
    let mut queue = Queue::new();
    let line = queue.enqueue(flicks(100), "line");
    let music = queue.background_forever("music");
    let next = queue.enqueue(flicks(100), "next line");
    step(&mut queue, 10, |_, _| ());
    assert!(queue.finish_entry(line) && queue.finish_entry(next));
    let calls = step(&mut queue, 5, |step, _| {
        let skipped = step.reason == Reason::Skipped;
        assert_eq!(skipped, *step.payload != "music", "{}", step.payload);
    });
    assert_eq!(calls, [("line", 10), ("next line", 0), ("music", 15)], "it keeps its place");
    assert_eq!(due(&queue, EventKind::End), [(0, 10), (2, 10)]);
    let silent = queue.events().iter().filter(|event| event.kind == EventKind::End);
    assert!(silent.into_iter().all(|event| !event.is_audible()));
    assert!(!queue.finish_entry(line), "it is over");
    assert!(queue.finish_entry(music), "what has no end can be finished too");
    assert_eq!(step(&mut queue, 5, |_, _| ()), [("music", 15)]);
    assert!(queue.is_empty());
}

#[test]
fn an_entry_in_its_delay_that_is_finished_shows_at_once() {
    let mut queue = Queue::new();
    let pop = queue.enqueue(flicks(20).delayed(flicks(50)), "pop");
    step(&mut queue, 10, |_, _| ());
    queue.finish_entry(pop);
    let calls = step(&mut queue, 5, |step, _| assert!(step.started && step.ended));
    assert_eq!(calls, [("pop", 0)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 10)]);
}

#[test]
fn a_follower_starts_at_the_exact_end_whatever_ends_its_predecessor() {
    let follow = |end: &dyn Fn(&mut Queue, EntryId)| {
        let mut queue = Queue::new();
        queue.enqueue(flicks(1000), "banner");
        let fly = queue.now(flicks(30), "fly");
        let gone = queue.after(fly, flicks(20).delayed(flicks(2)), "dissolve");
        queue.after(gone, flicks(5), "discard");
        step(&mut queue, 10, |_, _| ());
        end(&mut queue, fly);
        step(&mut queue, 90, |_, _| ());
        due(&queue, EventKind::Start)
    };
    assert_eq!(follow(&|_, _| ()), [(2, 32), (3, 52)], "by itself");
    assert_eq!(follow(&|queue, fly| assert!(queue.finish_entry(fly))), [(2, 12), (3, 32)]);
    assert_eq!(follow(&|queue, fly| assert!(queue.cancel(fly).is_some())), [(2, 12), (3, 32)]);
    assert_eq!(follow(&|queue, _| queue.flush()), [], "a flush drops followers too");
}

#[test]
fn what_follows_an_entry_that_is_over_starts_now() {
    let mut queue = Queue::new();
    let short = queue.now(flicks(5), "short");
    step(&mut queue, 20, |_, _| ());
    queue.after(short, flicks(5), "late");
    step(&mut queue, 3, |_, _| ());
    assert_eq!(due(&queue, EventKind::Start), [(1, 20)]);
}

#[test]
fn the_turn_of_a_label_comes_though_nothing_is_queued_under_it() {
    let mut queue = Queue::new();
    queue.enqueue(flicks(10), "move");
    queue.label("turn over");
    step(&mut queue, 5, |_, _| ());
    assert!(queue.is_ahead("turn over") && queue.labels_passed().is_empty());
    step(&mut queue, 15, |_, _| ());
    assert!(queue.is_empty() && !queue.is_ahead("turn over"));
    assert_eq!(queue.labels_passed()[0].at, Time::from_flicks(10));
    for turn in 0..100 {
        queue.label(format!("turn {turn}"));
        step(&mut queue, 1, |_, _| ());
    }
    assert_eq!(queue.labels().count(), 0, "they do not pile up");
}
