//! The corners, one by one. The laws and a model are in `tests/laws_sequencer.rs` and
//! `tests/it/sequencer_model`.

use alloc::{string::ToString, vec, vec::Vec};

use super::*;
use crate::{
    event::{EventKind, Reason},
    time::Span,
};

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Names of the entries called in a step, with the flicks that each has shown.
fn calls(queue: &mut Sequencer<&'static str>, by: i64) -> Vec<(&'static str, i64)> {
    let mut calls = Vec::new();
    queue
        .advance(flicks(by), |step, _| calls.push((*step.payload, step.elapsed.flicks())))
        .unwrap();
    calls
}

#[test]
fn an_entry_waits_out_its_delay_and_holds_its_epoch_meanwhile() {
    let mut queue = Sequencer::new();
    queue.enqueue(Timing::from(flicks(10)).delayed(flicks(5)), "late");
    queue.enqueue(flicks(10), "next");
    assert_eq!(calls(&mut queue, 5), [], "the delay is just over");
    assert_eq!(calls(&mut queue, 5), [("late", 5)]);
    assert_eq!(calls(&mut queue, 7), [("late", 10), ("next", 2)]);
}

#[test]
fn an_open_entry_holds_until_it_is_released() {
    let mut queue = Sequencer::new();
    let wait = queue.enqueue(EntryDuration::Open, "wait for the player");
    queue.enqueue(flicks(10), "then");
    assert_eq!(calls(&mut queue, 100), [("wait for the player", 100)]);
    assert_eq!(queue.next_moment(), None, "nothing is due while the player thinks");
    assert!(queue.release(wait));
    assert!(!queue.release(wait), "it has an end now");
    assert_eq!(calls(&mut queue, 4), [("wait for the player", 100), ("then", 4)]);
}

#[test]
fn cancelling_hands_back_the_payload_and_what_waited_goes_on_from_now() {
    let mut queue = Sequencer::new();
    let walk = queue.enqueue(flicks(50), "walk");
    let talk = queue.enqueue(flicks(50), "talk");
    queue.enqueue(flicks(50), "leave");
    calls(&mut queue, 20);
    assert_eq!(queue.cancel(walk), Some("walk"));
    assert_eq!(queue.cancel(walk), None, "it is gone");
    assert_eq!(queue.cancel(talk), Some("talk"));
    assert_eq!(calls(&mut queue, 5), [("leave", 5)]);
    let ended: Vec<_> =
        queue.events().iter().map(|event| (event.id, event.kind, event.reason)).collect();
    assert_eq!(ended[0], (walk, EventKind::End, Reason::Cancelled));
    assert_eq!(ended[1], (talk, EventKind::End, Reason::Cancelled));
    assert_eq!(ended[2].1, EventKind::Start);
    assert!(!queue.contains(walk));
}

#[test]
fn an_entry_without_end_shows_in_the_background_until_everything_is_finished() {
    let mut queue = Sequencer::new();
    queue.background_forever("clouds");
    assert_eq!(calls(&mut queue, 9), [("clouds", 9)]);
    assert!(queue.is_idle() && !queue.is_empty());
    queue.finish(|step, _| assert!(step.ended && step.elapsed == flicks(9))).unwrap();
    assert!(queue.is_empty());
}

#[test]
fn durations_and_delays_below_zero_count_as_zero() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(-1), "x");
    queue.background(flicks(1).delayed(flicks(-2)), "y");
    let before = queue.clone();
    assert_eq!(
        queue.advance(flicks(-1), |_, _| ()),
        Err(AdvanceError::Backwards { by: flicks(-1) })
    );
    assert_eq!(queue, before);
    assert_eq!(calls(&mut queue, 4), [("x", 0), ("y", 1)]);
}

#[test]
fn a_chain_of_zero_entries_that_queues_itself_is_cut_off_and_can_go_on() {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::ZERO, 0_u64);
    let mut played = 0;
    let mut again = |step: Update<'_, u64>, queue: &mut Commands<'_, u64>| {
        played += 1;
        queue.enqueue(Span::ZERO, *step.payload + 1);
    };
    let cut = queue.advance(flicks(10), &mut again).unwrap_err();
    assert_eq!(cut, AdvanceError::Runaway { at: Time::ZERO, limit: 10_000 });
    assert_eq!((queue.time(), queue.len()), (Time::from_flicks(10), 1));
    assert!(queue.advance(flicks(10), &mut again).is_err());
    assert!(queue.finish(&mut again).is_err(), "a skip ends too");
    assert!(played < 100_000);
}

#[test]
fn a_chain_that_is_cut_off_leaves_the_calls_of_all_else_to_the_next_step() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(30), 0);
    queue.background(flicks(10), 1);
    let cut = queue.advance(flicks(50), |step, queue| {
        match *step.payload {
            1 | 3 if step.ended => drop(queue.concurrently(Span::ZERO, 2)),
            2 => drop(queue.background(Span::ZERO, 3)),
            _ => {}
        };
    });
    assert_eq!(cut, Err(AdvanceError::Runaway { at: Time::from_flicks(10), limit: 10_000 }));
    let mut shown = Vec::new();
    let by =
        queue.advance(flicks(5), |step, _| shown.push((*step.payload, step.elapsed, step.before)));
    assert!(by.is_ok(), "{by:?}");
    assert!(shown.contains(&(0, flicks(30), flicks(0))), "{shown:?}");
}

#[test]
fn a_skip_through_an_endless_chain_ends_with_an_error() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(1), ());
    let chain = queue.finish(|step, queue| {
        if step.ended {
            queue.enqueue(flicks(1), ());
        }
    });
    assert_eq!(chain, Err(AdvanceError::EndlessChain { limit: 100_000 }));
}

#[test]
fn an_epoch_or_everything_up_to_a_label_can_be_skipped() {
    let mut queue = Sequencer::new();
    for name in ["a", "b", "c"] {
        queue.label(name);
        queue.concurrently(flicks(10), name);
    }
    queue.skip(Until::EpochEnd, |_, _| ()).unwrap();
    assert_eq!((queue.time(), calls(&mut queue, 1)), (Time::from_flicks(10), vec![("b", 1)]));
    let unknown = queue.skip(Until::Label("a"), |_, _| ()).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no label ahead called \"a\". There are: c");
    let mut ended = Vec::new();
    queue.skip(Until::Label("c"), |step, _| ended.push((*step.payload, step.ended))).unwrap();
    assert_eq!(ended, [("b", true)]);
    assert_eq!(calls(&mut queue, 1), [("c", 1)]);
    queue.skip(Until::EpochEnd, |_, _| ()).unwrap();
    assert!(queue.is_empty());
    queue.skip(Until::EpochEnd, |_, _| ()).unwrap();
}

#[test]
fn cues_are_reported_among_the_events_in_order_of_time() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "first");
    queue.concurrently(flicks(10), "second");
    queue
        .advance(flicks(20), |step, queue| queue.cue(flicks(if step.id.0 == 0 { 7 } else { 3 }), 1))
        .unwrap();
    let events = queue.events().iter().map(|event| (event.due.flicks(), event.id.0, event.kind));
    let expected = [
        (0, 0, EventKind::Start),
        (0, 1, EventKind::Start),
        (3, 1, EventKind::Cue(1)),
        (7, 0, EventKind::Cue(1)),
        (10, 0, EventKind::End),
        (10, 1, EventKind::End),
    ];
    assert_eq!(events.collect::<Vec<_>>(), expected);
    assert_eq!(queue.events()[2].lateness, flicks(17));
}

#[test]
fn a_step_of_zero_plays_what_is_due_and_calls_nothing_else() {
    let mut queue = Sequencer::new();
    let line = queue.enqueue(flicks(9), "line");
    queue.enqueue(flicks(9), "next");
    assert_eq!(calls(&mut queue, 4), [("line", 4)]);
    assert_eq!(calls(&mut queue, 0), []);
    queue.now(Span::ZERO, "click");
    queue.finish_entry(line); // in a paused world
    assert_eq!(calls(&mut queue, 0), [("line", 4), ("click", 0)]);
    assert_eq!(queue.next_moment(), Some(crate::time::Time::from_flicks(13)), "next has started");
    assert_eq!(calls(&mut queue, 0), []);
}

#[test]
fn a_loop_over_the_next_moment_ends() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(9).delayed(flicks(1)), "a");
    queue.enqueue(Span::ZERO, "b");
    queue.background_forever("c");
    queue.after(EntryId(0), flicks(5), "d");
    let mut steps = 0;
    while let Some(next) = queue.next_moment() {
        queue.advance_to(next, |_, _| ()).unwrap();
        steps += 1;
        assert!(steps < 10, "still at {next}");
    }
    assert_eq!((steps, queue.len()), (4, 1), "the start, 1, 10 and 15");
}

#[test]
fn a_skip_until_open_stops_at_a_choice_and_ends_none() {
    let mut queue = Sequencer::new();
    queue.background(EntryDuration::Open, "music");
    queue.enqueue(flicks(9), "line");
    let choice = queue.enqueue(EntryDuration::Open.delayed(flicks(2)), "choice");
    queue.now(flicks(11), "ends there");
    queue.enqueue(flicks(9), "answer");
    let skip = |queue: &mut Sequencer<_>| {
        let mut ended = Vec::new();
        let note = |step: Update<'_, _>, _: &mut Commands<'_, _>| {
            if step.ended {
                ended.push(*step.payload);
            }
        };
        queue.skip(Until::Open, note).unwrap();
        ended
    };
    assert_eq!(skip(&mut queue), ["line", "ends there"]);
    assert!(queue.contains(choice) && queue.time().flicks() == 11);
    assert_eq!(skip(&mut queue), [""; 0], "it shows already");
    queue.release(choice);
    assert_eq!(skip(&mut queue), ["choice", "answer"]);
    assert!(queue.is_idle() && queue.len() == 1, "the music plays on");
}

#[test]
fn times_near_the_end_of_the_range_do_not_panic() {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::MAX, "for 414 years");
    queue.enqueue(Timing::from(Span::MAX).delayed(Span::MAX), "and more");
    for _ in 0..3 {
        queue.advance(Span::MAX, |_, _| ()).unwrap();
    }
    queue.finish(|_, _| ()).unwrap();
}

/// Shows nothing, and gives one duration for all entries.
struct FixedDuration(Option<Span>);

impl Handler<&'static str> for FixedDuration {
    fn update(&mut self, _: Update<'_, &'static str>, _: &mut Commands<'_, &'static str>) {}

    fn duration(&mut self, _: &mut &'static str) -> Option<Span> {
        self.0
    }
}

#[test]
fn an_entry_whose_duration_nothing_gives_is_refused_and_stays_queued() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "jump");
    let walk = queue.enqueue(EntryDuration::OnTurn, "walk");
    queue.concurrently(flicks(5), "talk");
    queue.enqueue(flicks(10), "rest");
    let refused = AdvanceError::NoDuration { entry: walk, at: Time::from_flicks(10) };
    let mut shown = Vec::new();
    let cut = queue.advance(flicks(40), |update, _| shown.push(*update.payload));
    assert_eq!((cut, &shown[..]), (Err(refused.clone()), &["jump"][..]));
    assert_eq!((queue.time(), queue.len()), (Time::from_flicks(40), 3));
    assert_eq!(queue.events().len(), 2, "start and end of the jump");

    let saved = queue.clone();
    assert_eq!(queue.advance(flicks(1), |_, _| unreachable!()), Err(refused.clone()));
    assert_eq!(queue.finish(|_, _| unreachable!()), Err(refused.clone()));
    assert_eq!(queue.advance_with(flicks(1), &mut FixedDuration(None)), Err(refused));

    for mut queue in [saved, queue] {
        queue.advance_with(flicks(8), &mut FixedDuration(Some(flicks(35)))).unwrap();
        let due = |event: &Event<EntryId>| (event.id.number(), event.kind, event.due.flicks());
        let expected = [
            (1, EventKind::Start, 10),
            (2, EventKind::Start, 10),
            (2, EventKind::End, 15),
            (1, EventKind::End, 45),
            (3, EventKind::Start, 45),
        ];
        assert!(queue.events().iter().map(due).eq(expected), "{:?}", queue.events());
    }
}

#[test]
fn a_step_that_is_cut_off_moves_time_to_its_end_and_a_skip_does_not() {
    let mut queue = Sequencer::new();
    queue.background(flicks(100), "toast");
    queue.enqueue(flicks(10), "jump");
    queue.enqueue(EntryDuration::OnTurn, "walk");
    let mut skipped = queue.clone();
    let mut shown = Vec::new();
    assert!(queue.advance(flicks(40), |update, _| shown.push(*update.payload)).is_err());
    assert_eq!((queue.time(), &shown[..]), (Time::from_flicks(40), &["jump"][..]));
    assert!(skipped.finish(|_, _| ()).is_err());
    assert_eq!(skipped.time(), Time::from_flicks(10));

    queue.advance_with(flicks(1), &mut FixedDuration(Some(flicks(12)))).unwrap();
    let due = queue.events().iter().map(|event| (event.due.flicks(), event.kind));
    assert!(due.eq([(10, EventKind::Start), (22, EventKind::End)]), "at their own times");
}

#[test]
fn what_a_closure_queues_to_take_its_duration_on_its_turn_is_refused_too() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "jump");
    let cut = queue.advance(flicks(40), |update, commands| {
        assert_eq!(*update.payload, "jump");
        commands.enqueue(EntryDuration::OnTurn, "walk");
    });
    let walk = queue.oldest().unwrap();
    assert_eq!(cut, Err(AdvanceError::NoDuration { entry: walk, at: Time::from_flicks(10) }));
    assert_eq!(queue.payload(walk), Some(&"walk"));
}

#[test]
fn the_agenda_says_what_is_to_come_and_when_as_far_as_that_is_known() {
    let mut queue = Sequencer::new();
    queue.concurrently(flicks(10), "plays");
    queue.background_forever("plays behind");
    queue.enqueue(Timing::from(flicks(10)).delayed(flicks(5)), "waits");
    queue.concurrently(flicks(20), "waits longer");
    queue.background(flicks(90), "waits behind");
    queue.enqueue(EntryDuration::Open, "waits for a player");
    let gone = queue.enqueue(flicks(10), "is cancelled");
    queue.enqueue(flicks(10), "is not known");
    queue.cancel(gone);
    calls(&mut queue, 5);
    let agenda = queue.agenda().map(|plan| (*plan.payload, plan.start.map(Time::flicks)));
    let expected = [
        ("plays", Some(0)),
        ("plays behind", Some(0)),
        ("waits", Some(15)),
        ("waits longer", Some(10)),
        ("waits behind", Some(10)),
        ("waits for a player", Some(30)),
        ("is not known", None),
    ];
    assert_eq!(agenda.collect::<Vec<_>>(), expected);
    let mut plans = queue.agenda().skip(1);
    let behind = plans.next().map(|plan| (plan.id.number(), plan.role, plan.duration));
    assert_eq!(behind, Some((1, Role::Background, None)));
    let waits = plans.next().map(|plan| (plan.id.number(), plan.role, plan.duration));
    assert_eq!(
        waits,
        Some((2, Role::Holding, Some(flicks(10).into()))),
        "its delay is in its start"
    );
}

#[test]
fn a_step_tells_how_far_an_entry_is_and_what_is_left() {
    let mut queue = Sequencer::new();
    queue.background(flicks(8), "known");
    queue.background(EntryDuration::Open, "unknown");
    let shown = |queue: &mut Sequencer<&'static str>, by| {
        let mut shown = Vec::new();
        queue
            .advance(flicks(by), |step, _| shown.push((step.progress(), step.remaining())))
            .unwrap();
        shown
    };
    assert_eq!(shown(&mut queue, 2), [(0.25, Some(flicks(6))), (0.0, None)]);
    assert_eq!(shown(&mut queue, 7), [(1.0, Some(flicks(0))), (0.0, None)]);
}

#[test]
fn errors_say_what_was_found_and_what_is_needed() {
    let label = AdvanceError::UnknownLabel {
        label: "boos".into(),
        ahead: ["door".into(), "boss".into()].into(),
    };
    let cases = [
        (
            AdvanceError::Backwards { by: Span::from_millis(-3) },
            "the step is -3 ms but must be 0 or more; after a skip the queue is ahead of the game's clock, so step it by \
             spans, with `advance`",
        ),
        (
            AdvanceError::Runaway { at: Time::from_millis(7), limit: 9 },
            "9 entries without duration queued one another at 7 ms; the step stopped there",
        ),
        (
            AdvanceError::EndlessChain { limit: 9 },
            "callbacks queued 9 entries during the skip, without end; the rest stays queued",
        ),
        (
            label,
            "there is no label ahead called \"boos\"; did you mean \"boss\"? There are: boss, door",
        ),
    ];
    for (error, text) in cases {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_queue_plays_in_the_time_of_its_world() {
    let at = crate::time::Time::from_flicks;
    let mut queue = Sequencer::starting_at(at(1000));
    queue.enqueue(flicks(10), "hop");
    let mut seen = Vec::new();
    for to in [at(1004), at(1030)] {
        queue
            .advance_to(to, |step, commands| seen.push((step.at, step.elapsed, commands.at())))
            .unwrap();
    }
    let wanted = [(at(1004), flicks(4), at(1004)), (at(1010), flicks(10), at(1010))];
    assert_eq!(seen, wanted);
    let before = queue.clone();
    assert!(queue.advance_to(at(1029), |_, _| ()).is_err());
    assert_eq!(queue, before);
}

#[test]
fn entries_queued_together_from_a_callback_begin_together() {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(10), "match");
    queue
        .advance(flicks(15), |step, commands| {
            if *step.payload == "match" {
                commands.together(["red", "green"].map(|gem| (flicks(20), gem)));
            }
        })
        .unwrap();
    let mut shown = Vec::new();
    queue.advance(flicks(5), |step, _| shown.push((*step.payload, step.progress()))).unwrap();
    assert_eq!(shown, [("red", 0.5), ("green", 0.5)]);
}

#[test]
fn every_active_entry_is_called_however_much_a_callback_queues() {
    for ended in [0, 1, 200] {
        let mut queue = Sequencer::new();
        for entry in 0..ended {
            queue.enqueue(flicks(1), entry);
        }
        queue.enqueue(flicks(1000), 1000);
        queue.concurrently(flicks(1000), 1001);
        queue.concurrently(flicks(1000), 1002);
        queue.enqueue(flicks(1), 2000);
        queue.advance(flicks(ended), |_, _| ()).unwrap();
        let mut called = Vec::new();
        let queued = |entry: &i64| if *entry == 1000 { 1000 } else { 0 };
        queue
            .advance(flicks(1), |step, commands| {
                called.push(*step.payload);
                (0..queued(step.payload)).for_each(|more| _ = commands.enqueue(flicks(1), more));
            })
            .unwrap();
        assert_eq!(called, [1000, 1001, 1002], "after {ended} entries");
        assert_eq!(queue.len(), 1004);
    }
}

/// One entry in each place: playing and in its delay, in the foreground and in the background, waiting for its epoch and
/// for another entry, of each kind of duration.
fn queue_of_all_places(of: impl Fn(u32) -> u32) -> Sequencer<u32> {
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(4), of(0));
    queue.concurrently(flicks(9).delayed(flicks(3)), of(1));
    queue.background(flicks(6), of(2));
    queue.background(flicks(5).delayed(flicks(5)), of(3));
    queue.background_forever(of(4));
    let second = queue.after(first, flicks(2), of(5));
    queue.after(second, EntryDuration::Open, of(6));
    queue.label("open");
    queue.enqueue(EntryDuration::Open, of(7));
    queue.non_blocking(flicks(3).decorative(), of(8));
    let last = queue.blocking(flicks(2), of(9));
    queue.after(last, Span::ZERO, of(10));
    queue
}

#[test]
fn payloads_change_in_every_place_and_nothing_else_does() {
    let new = |old: u32| old * 7 + 100;
    let (mut plain, mut expected) = (queue_of_all_places(|it| it), queue_of_all_places(new));
    let step = |queue: &mut Sequencer<u32>| {
        let mut seen = Vec::new();
        queue.advance(flicks(1), |update, _| seen.push((*update.payload, update.elapsed))).unwrap();
        seen
    };
    // (flicks, payloads that have ended in the last step, that show or are in a delay in front and behind, that wait for
    // their epoch, for another entry)
    let cases: [(i64, [&[u32]; 5]); 5] = [
        (0, [&[], &[], &[], &[0, 1, 2, 3, 4, 7, 8, 9], &[5, 6, 10]]),
        (1, [&[], &[0, 1], &[2, 3, 4], &[7, 8, 9], &[5, 6, 10]]),
        (4, [&[0], &[1, 5], &[2, 3, 4], &[7, 8, 9], &[6, 10]]),
        (6, [&[2, 5], &[1, 6], &[3, 4], &[7, 8, 9], &[10]]),
        (12, [&[1], &[6, 7], &[4], &[8, 9], &[10]]),
    ];
    for at in 0..20 {
        let mut changed = plain.clone();
        let mut order = Vec::new();
        for payload in changed.payloads_mut() {
            order.push(*payload);
            *payload = new(*payload);
        }
        if let Some((_, places)) = cases.iter().find(|(case, _)| *case == at) {
            assert_eq!(order, places.concat(), "at {at}");
        }
        assert!(changed == expected && changed.events() == expected.events(), "at {at}");
        assert!(
            changed
                .agenda()
                .map(|it| (it.payload, it.start))
                .eq(expected.agenda().map(|it| (it.payload, it.start)))
        );
        for time in at - 2..at + 3 {
            let time = Time::from_flicks(time);
            assert!(changed.sample(time).eq(expected.sample(time)), "{time:?} at {at}");
        }
        let mut other = expected.clone();
        while let Some(next) = other.next_moment() {
            assert_eq!((changed.next_moment(), step(&mut changed)), (Some(next), step(&mut other)));
            if changed.time() > Time::from_flicks(40) {
                break;
            }
        }
        step(&mut plain);
        step(&mut expected);
    }
}
