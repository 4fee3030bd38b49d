//! To which moment belongs what a callback does in the middle of a single long step.

use cueline::{
    event::{EventKind, Reason},
    sequencer::{AdvanceError, EntryDuration, EntryId, Sequencer, Timing, Until, Update},
    time::{Span, Time},
};

type Queue = Sequencer<&'static str>;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Steps and tells each call: whose, and how much it has shown. `react` is the callback.
fn step(
    queue: &mut Queue,
    by: i64,
    mut react: impl FnMut(&Update<'_, &'static str>, &mut Queue),
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
    let edges = queue.events().iter().filter(|edge| edge.kind == kind);
    edges.map(|edge| (edge.id.number(), edge.due.flicks())).collect()
}

#[test]
fn what_a_last_call_queues_gets_what_is_left_of_the_step() {
    let mut queue = Queue::new();
    queue.enqueue(flicks(10), "first").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "first" {
            queue.concurrently(flicks(40), "joins").unwrap();
            queue.enqueue(flicks(40), "waits").unwrap();
            queue.background(flicks(40), "waits in the background").unwrap();
        }
    });
    assert_eq!(calls, [("first", 10), ("joins", 15)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 0), (1, 10)]);
}

#[test]
fn what_any_other_call_queues_gets_nothing_of_the_step() {
    let mut queue = Queue::new();
    queue.non_blocking(flicks(50), "plays").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if step.start {
            queue.non_blocking(flicks(5), "joins").unwrap();
            queue.background(flicks(5), "joins in the background").unwrap();
            queue.enqueue(flicks(5), "opens an epoch").unwrap();
        }
    });
    assert_eq!(calls, [("plays", 25)]);
    assert_eq!(queue.next_moment(), Some(Time::from_flicks(25)), "they are due now");
    let calls = step(&mut queue, 1, |_, _| ());
    let expected =
        [("plays", 26), ("joins", 1), ("opens an epoch", 1), ("joins in the background", 1)];
    assert_eq!(calls, expected);
    assert_eq!(due(&queue, EventKind::Start), [(1, 25), (2, 25)], "the epoch's came before");
}

#[test]
fn the_background_queues_at_its_own_end_in_the_background_and_at_the_steps_end_elsewhere() {
    let mut queue = Queue::new();
    queue.background(flicks(10), "toast").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "toast" {
            queue.background(flicks(40), "next toast").unwrap();
            queue.enqueue(flicks(40), "walk").unwrap();
        }
    });
    assert_eq!(calls, [("toast", 10), ("next toast", 15)]);
    assert_eq!(step(&mut queue, 5, |_, _| ()), [("walk", 5), ("next toast", 20)]);
    assert_eq!(due(&queue, EventKind::Start), [(2, 25)]);

    let mut queue = Queue::new();
    queue.background(flicks(10), "toast").unwrap();
    step(&mut queue, 25, |_, queue| {
        queue.non_blocking(flicks(40), "joins").unwrap();
    });
    assert_eq!(step(&mut queue, 5, |_, _| ()), [("joins", 5)]);
    assert_eq!(due(&queue, EventKind::Start), [(1, 25)]);
}

/// Queues `first` and `second` at once, 100 flicks each, and lets a callback know the other's name.
fn two(length: EntryDuration) -> (Queue, EntryId, EntryId) {
    let mut queue = Queue::new();
    let first = queue.concurrently(length, "first").expect("a good entry");
    let second = queue.concurrently(flicks(10), "second").expect("a good entry");
    (queue, first, second)
}

#[test]
fn a_release_belongs_to_the_call_but_not_before_what_was_shown() {
    let (mut queue, first, _) = two(EntryDuration::Open);
    queue.enqueue(flicks(50), "after both").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "second" {
            assert!(queue.release(first));
        }
    });
    assert_eq!(calls, [("first", 25), ("second", 10)]);
    assert_eq!(step(&mut queue, 5, |_, _| ()), [("first", 25), ("after both", 5)]);
    assert_eq!(due(&queue, EventKind::End), [(0, 25)], "it has shown 25 already");

    // What has not been called in this step ends where the caller does.
    let mut queue = Queue::new();
    queue.concurrently(flicks(10), "first").unwrap();
    let open = queue.concurrently(EntryDuration::Open, "second").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "first" {
            queue.release(open);
        }
    });
    assert_eq!(calls, [("first", 10), ("second", 10)]);
}

#[test]
fn a_release_in_the_delay_leaves_no_length() {
    let mut queue = Queue::new();
    let open =
        queue.enqueue(Timing::from(EntryDuration::Open).delayed(flicks(20)), "door opens").unwrap();
    step(&mut queue, 5, |_, _| ());
    assert!(queue.release(open));
    step(&mut queue, 25, |step, _| assert!(step.start && step.end && step.elapsed.is_zero()));
    assert_eq!(due(&queue, EventKind::End), [(0, 20)]);
}

#[test]
fn cancelling_belongs_to_the_call_but_not_before_what_was_shown() {
    let (mut queue, first, _) = two(flicks(100).into());
    queue.enqueue(flicks(50), "after both").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "second" {
            assert_eq!(queue.cancel(first), Some("first"));
        }
    });
    assert_eq!(calls, [("first", 25), ("second", 10)]);
    assert_eq!(due(&queue, EventKind::Start), [(0, 0), (1, 0), (2, 25)]);
    assert_eq!(due(&queue, EventKind::End), [(1, 10), (0, 25)]);

    let (mut queue, _, second) = two(flicks(5).into());
    queue.enqueue(flicks(50), "after both").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if *step.payload == "first" {
            assert_eq!(queue.cancel(second), Some("second"), "it has not been called");
        }
    });
    assert_eq!(calls, [("first", 5), ("after both", 20)]);
    assert_eq!(due(&queue, EventKind::End), [(0, 5), (1, 5)]);
}

#[test]
fn an_entry_can_cancel_itself() {
    let (mut queue, first, _) = two(flicks(100).into());
    let calls = step(&mut queue, 25, |step, queue| {
        if step.id == first {
            assert_eq!(queue.cancel(first), None, "the caller has its payload");
        }
    });
    assert_eq!(calls, [("first", 25), ("second", 10)]);
    let ends = queue.events().iter().filter(|edge| edge.kind == EventKind::End);
    let ends: Vec<_> =
        ends.map(|edge| (edge.id.number(), edge.due.flicks(), edge.reason)).collect();
    assert_eq!(ends, [(1, 10, Reason::Played), (0, 25, Reason::Cancelled)]);
    assert!(queue.is_empty());
}

#[test]
fn a_flush_from_inside_ends_everything_else_and_what_comes_after_it_plays() {
    let (mut queue, first, _) = two(flicks(10).into());
    queue.background(flicks(50), "toast").unwrap();
    let calls = step(&mut queue, 25, |step, queue| {
        if step.id == first {
            queue.flush();
            queue.enqueue(flicks(50), "next level").unwrap();
            queue.background(flicks(50), "next toast").unwrap();
        }
    });
    assert_eq!(calls, [("first", 10), ("next level", 15), ("next toast", 15)]);
    assert_eq!(due(&queue, EventKind::End), [], "a flush tells nothing");
}

/// Zero entries that queue one another: `links` of them, then none.
fn chain(links: u32) -> impl FnMut(Update<'_, u32>, &mut Sequencer<u32>) {
    move |step, queue| {
        if *step.payload < links {
            queue.enqueue(Span::ZERO, *step.payload + 1).expect("a good entry");
        }
    }
}

#[test]
fn a_chain_at_one_moment_may_have_ten_thousand_links_less_one() {
    for (links, ok) in [(9_999, true), (10_000, false)] {
        let mut queue = Sequencer::new();
        queue.enqueue(Span::ZERO, 0).unwrap(); // queued before the step, so it does not count
        let stepped = queue.advance(flicks(5), chain(links));
        assert_eq!(stepped.is_ok(), ok, "{links} links: {stepped:?}");
        assert_eq!(queue.now(), Time::from_flicks(5));
        queue.advance(flicks(5), |_, _| ()).unwrap();
        assert_eq!(queue.queued(), u64::from(links) + 1, "nothing is lost");
    }
}

#[test]
fn what_was_queued_before_a_step_is_no_chain_however_much_it_is() {
    let mut queue = Sequencer::new();
    for number in 0..15_000 {
        queue.enqueue(Span::ZERO, number).unwrap();
    }
    let mut played = 0;
    queue.advance(flicks(1), |_, _| played += 1).unwrap();
    assert_eq!((played, queue.len()), (15_000, 0));
}

#[test]
fn a_chain_that_lets_time_pass_is_never_cut_off() {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::ZERO, 0).unwrap();
    let link = |step: Update<'_, u32>, queue: &mut Sequencer<u32>| {
        if step.end && *step.payload < 30_000 {
            queue.enqueue(flicks(i64::from(*step.payload % 2)), *step.payload + 1).unwrap();
        }
    };
    queue.clone().advance(flicks(20_000), link).unwrap();
    queue.clone().advance_by_moments(flicks(20_000), link).unwrap();
    queue.finish(link).unwrap();
    assert_eq!(queue.now(), Time::from_flicks(15_000));
}

#[test]
fn steps_that_lead_to_one_moment_are_cut_off_too() {
    // The background comes last, so what it queues in an epoch of its own has its turn in the next
    // step, which leads to the same moment.
    for (steps, ok) in [(10_000, true), (10_001, false)] {
        let mut queue = Sequencer::new();
        queue.background(Span::ZERO, 1).unwrap();
        let link = |step: Update<'_, u32>, queue: &mut Sequencer<u32>| {
            if *step.payload < steps {
                queue.new_epoch();
                queue.background(Span::ZERO, *step.payload + 1).unwrap();
            }
        };
        let limit = AdvanceError::Runaway { at: Time::ZERO, limit: 10_000 };
        let expected = if ok { Ok(()) } else { Err(limit) };
        assert_eq!(queue.clone().finish(link), expected, "{steps} steps");
        assert_eq!(queue.advance_by_moments(flicks(5), link), expected, "{steps} steps");
        assert_eq!(queue.now(), Time::from_flicks(5));
        assert_eq!(queue.len(), usize::from(!ok), "the rest is kept");
    }
}

#[test]
fn a_skip_may_meet_a_hundred_thousand_new_entries() {
    for (links, ok) in [(100_000, true), (100_001, false)] {
        let mut queue = Sequencer::new();
        queue.enqueue(flicks(1), 0).unwrap();
        let mut link = chain_in_time(links);
        let skipped = queue.skip(Until::End, &mut link);
        assert_eq!(skipped.is_ok(), ok, "{links} links: {skipped:?}");
    }
}

fn chain_in_time(links: u32) -> impl FnMut(Update<'_, u32>, &mut Sequencer<u32>) {
    move |step, queue| {
        if step.end && *step.payload < links {
            queue.enqueue(flicks(1), *step.payload + 1).expect("a good entry");
        }
    }
}

#[test]
fn after_a_callback_that_has_panicked_no_step_goes_on_from_there() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    for each in [true, false] {
        let mut queue = Queue::new();
        queue.enqueue(flicks(10), "long").expect("a length");
        queue.concurrently(flicks(1), "panics").expect("a length");
        queue.enqueue(flicks(10), "next").expect("a length");
        let step = catch_unwind(AssertUnwindSafe(|| match each {
            true => {
                queue.advance_each(flicks(20), |step| assert_eq!(*step.payload, "long")).map(drop)
            }
            false => queue.advance(flicks(20), |step, _| assert_eq!(*step.payload, "long")),
        }));
        assert!(step.is_err(), "the second entry's callback panics");
        assert_eq!(queue.advance(flicks(2), |_, _| ()), Err(AdvanceError::InsideStep));
        assert_eq!(queue.advance_each(flicks(2), |_| ()).map(drop), Err(AdvanceError::InsideStep));
        assert_eq!(queue.skip(Until::End, |_, _| ()), Err(AdvanceError::InsideStep));
    }
}
