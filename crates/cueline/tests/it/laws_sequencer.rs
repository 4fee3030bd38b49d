//! The laws of the sequencer, over random programs and through the public interface.

use crate::sequencer_model::driver::Driver;
use crate::sequencer_model::program::{Hooks, NAMES, Op, program, quiet_program};
use crate::sequencer_model::trace::{Answers, Reported};
use cueline::{
    digest::digest,
    event::{EventKind, Reason},
    sequencer::{EntryDuration, Until},
    time::{Clock, Span, Speed},
};
use proptest::prelude::*;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Applies `edit` to every operation of a program, also those of callbacks, and drops those for which it
/// returns `false`.
fn edited(ops: &[Op], edit: &impl Fn(&mut Op) -> bool) -> Vec<Op> {
    let mut ops = ops.to_vec();
    ops.retain_mut(|op| {
        if let Op::Queue { hooks, .. } = op {
            for hook in [&mut hooks.start, &mut hooks.middle, &mut hooks.end] {
                *hook = edited(hook, edit);
            }
        }
        edit(op)
    });
    ops
}

/// Programs whose callbacks do something in their last call only: the others belong to no moment of
/// their own. A cue lies in the window that its call shows.
fn program_of_ends() -> impl Strategy<Value = Vec<Op>> {
    program().prop_map(|ops| {
        edited(&ops, &|op| {
            match op {
                Op::Queue { hooks, .. } => {
                    *hooks = Hooks { end: std::mem::take(&mut hooks.end), ..Hooks::default() };
                }
                Op::Cue(back) => *back = 0,
                _ => {}
            }
            true
        })
    })
}

/// Plays a program, with waits cut into pieces of these durations in turn. Returns all events without their
/// lateness, which depends on the steps.
fn play(driver: &mut Driver, ops: &[Op], pieces: &[i64]) -> Vec<Reported> {
    let mut reported = Vec::new();
    let mut pieces = pieces.iter().copied().cycle();
    let mut note = |driver: &Driver| {
        reported
            .extend(driver.reported().into_iter().map(|event| Reported { lateness: 0, ..event }));
    };
    for op in ops {
        let Op::Wait(mut left) = *op else {
            if driver.run(op) {
                note(driver);
            }
            continue;
        };
        while left > 0 {
            let piece = pieces.next().unwrap_or(left).min(left);
            driver.advance(piece);
            note(driver);
            left -= piece;
        }
    }
    reported
}

fn pieces() -> impl Strategy<Value = Vec<i64>> {
    // A step of zero between others changes nothing either.
    prop::collection::vec(0_i64..6, 1..5)
        .prop_filter("no time passes", |all| all.iter().any(|one| *one > 0))
}

/// A time of the queue's own at which a program begins. Also the far future, as long as time can
/// still pass there.
fn beginning() -> impl Strategy<Value = i64> {
    prop_oneof![Just(0), Just(1 << 60), Just(i64::MAX - 1000)]
}

fn until() -> impl Strategy<Value = Op> {
    prop_oneof![Just(Op::Finish), Just(Op::FinishEpoch), (0..NAMES.len()).prop_map(Op::SkipTo)]
}

fn driver_at(now: i64) -> Driver {
    let mut driver = Driver::default();
    driver.advance(now);
    driver
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn partition(ops in quiet_program(), pieces in pieces(), from in beginning()) {
        let (mut whole, mut parts) = (driver_at(from), driver_at(from));
        let reported = play(&mut whole, &ops, &[i64::MAX]);
        prop_assert_eq!(reported, play(&mut parts, &ops, &pieces));
        prop_assert_eq!(&whole.queue, &parts.queue);
        prop_assert_eq!(digest(&whole.queue), digest(&parts.queue));
    }

    #[test]
    fn partition_with_callbacks_that_queue(
        ops in program_of_ends(), pieces in pieces(), from in beginning()
    ) {
        let (mut whole, mut parts) = (driver_at(from), driver_at(from));
        let reported = play(&mut whole, &ops, &[i64::MAX]);
        prop_assert_eq!(reported, play(&mut parts, &ops, &pieces));
        prop_assert_eq!(digest(&whole.queue), digest(&parts.queue));
        prop_assert_eq!(whole.queue, parts.queue);
    }

    /// A game's clock may be slow, fast, stopped and turned back; a queue that follows it
    /// does the same for any frame rate, and refuses to run backwards.
    #[test]
    fn partition_under_a_clock(
        ops in quiet_program(),
        frames in pieces(),
        speeds in prop::collection::vec((-2_i64..6, 1_u64..4), 1..4),
    ) {
        let by_frames = |frames: &[i64]| {
            let (mut driver, mut clock) = (Driver::default(), Clock::new());
            let mut reported = Vec::new();
            let mut speeds = speeds.iter().cycle();
            for op in &ops {
                let Op::Wait(mut left) = *op else {
                    driver.run(op);
                    continue;
                };
                let (num, den) = *speeds.next().unwrap();
                clock.set_speed(Speed::new(num, den).unwrap());
                let mut frames = frames.iter().copied().cycle();
                while left > 0 {
                    let frame = frames.next().unwrap().min(left);
                    left -= frame;
                    let span = clock.advance(flicks(frame)).span();
                    if span < Span::ZERO {
                        let before = digest(&driver.queue);
                        assert!(driver.queue.advance_with(span, &mut driver.desk).is_err());
                        assert_eq!(digest(&driver.queue), before);
                    } else if !span.is_zero() {
                        driver.advance(span.flicks());
                        let events = driver.reported().into_iter();
                        reported.extend(events.map(|event| Reported { lateness: 0, ..event }));
                    }
                }
            }
            (reported, driver.queue)
        };
        prop_assert_eq!(by_frames(&[i64::MAX]), by_frames(&frames));
    }

    #[test]
    fn exactly_once(ops in program(), pieces in pieces()) {
        let ops = edited(&ops, &|op| !matches!(op, Op::Flush));
        let mut driver = Driver::default();
        let mut reported = play(&mut driver, &ops, &pieces);
        reported.extend(play(&mut driver, &[Op::Finish], &[]));
        prop_assert!(driver.queue.is_empty());
        for number in 0..driver.queue.queued() {
            let of_entry = || reported.iter().filter(|event| event.id == number);
            let kinds: Vec<_> = of_entry()
                .map(|event| event.kind)
                .filter(|kind| *kind != EventKind::Cue(0)) // a game may mark what it likes
                .collect();
            let cancelled = of_entry().any(|event| event.reason == Reason::Cancelled);
            let expected = [EventKind::Start, EventKind::End];
            prop_assert!(
                kinds == expected || cancelled && kinds == expected[1..],
                "entry {} reported {:?}", number, kinds
            );
        }
    }

    /// An entry that waits for a player would end at once in a skip and never in play, so it gets a duration.
    #[test]
    fn finish_equals_play(
        ops in program_of_ends(), units in 0_i64..5, until in until(), from in beginning()
    ) {
        let ops = edited(&ops, &|op| {
            if let Op::Queue { duration: duration @ (Some(EntryDuration::Open) | None), .. } = op {
                *duration = Some(flicks(units).into());
            }
            true
        });
        let mut skipped = driver_at(from);
        play(&mut skipped, &ops, &[7]);
        let mut played = skipped.clone();
        if !skipped.run(&until) {
            return Ok(()); // no such label
        }
        let way = skipped.queue.time() - played.queue.time();
        let kinds = |reported: Vec<Reported>| reported.into_iter().map(|event| (event.due, event.id, event.kind));
        let mut reported_skipping: Vec<_> = kinds(skipped.reported()).collect();
        // One flick more: what is due at the last moment only plays in a step that passes it.
        played.advance(way.flicks() + 1);
        skipped.advance(1);
        reported_skipping.extend(kinds(skipped.reported()));
        prop_assert_eq!(reported_skipping, kinds(played.reported()).collect::<Vec<_>>());
        prop_assert_eq!(digest(&skipped.queue), digest(&played.queue));
        prop_assert_eq!(skipped.queue, played.queue);
    }

    /// A time on the way of a step, or between the step and the next moment, shows what a step that ends there shows.
    #[test]
    fn samples_show_what_a_step_shows(ops in quiet_program()) {
        let mut driver = Driver::default();
        for op in &ops {
            let before = driver.clone();
            driver.run(op);
            let Op::Wait(units) = *op else { continue };
            for ahead in 0..units + 3 {
                let at = before.queue.time() + flicks(ahead);
                let is_later = at > driver.queue.time();
                if is_later && driver.queue.next_moment().is_some_and(|next| next <= at) {
                    break;
                }
                let mut there = before.clone();
                there.desk.calls.clear();
                there.advance(ahead);
                let shown = |driver: &Driver| -> Vec<_> {
                    let sample = driver.queue.sample(at);
                    sample.map(|shown| (shown.id.number(), shown.elapsed.flicks(), shown.start)).collect()
                };
                let sampled = shown(&driver);
                prop_assert_eq!(&sampled, &shown(&there), "{:?} at {}", op, at);
                let begun = sampled.iter().filter(|shown| shown.1 > 0).map(|shown| (shown.0, shown.1));
                let called = there.desk.calls.iter().filter(|call| !call.end);
                // A step of zero calls nothing that goes on.
                let is_called = begun.eq(called.map(|call| (call.id, call.elapsed)));
                prop_assert!(is_called || ahead == 0, "{:?} at {}", op, at);
            }
        }
    }

    /// A game whose clock is behind the queue, as after a skip, draws what plays.
    #[test]
    fn an_earlier_time_shows_what_the_last_step_began_with(ops in program(), back in 1_i64..1000) {
        let mut driver = Driver::default();
        let mut since = driver.queue.time();
        for op in &ops {
            let before = driver.queue.time();
            let is_step = driver.run(op);
            let after = driver.queue.time();
            match op {
                Op::Wait(_) if after == before => {}
                Op::Wait(_) => since = before,
                _ if is_step => since = after,
                _ => {}
            }
            let shown = |at| driver.queue.sample(at).collect::<Vec<_>>();
            prop_assert_eq!(shown(since - flicks(back)), shown(since), "{:?}", op);
        }
    }

    /// Reading, and playing a copy ahead, change neither the state nor what comes.
    #[test]
    fn sampling_is_free_of_effects(ops in program(), ahead in 0_i64..30) {
        let (mut sampled, mut alone) = (Driver::default(), Driver::default());
        for op in &ops {
            sampled.run(op);
            alone.run(op);
            let before = digest(&sampled.queue);
            let answers = (sampled.answers(), sampled.reported());
            let agenda = format!("{:?}", sampled.queue.agenda().collect::<Vec<_>>());
            sampled.queue.sample(sampled.queue.time() + flicks(ahead - 10)).for_each(drop);
            sampled.clone().advance(ahead);
            sampled.clone().run(&Op::Finish);
            prop_assert_eq!((sampled.answers(), sampled.reported()), answers);
            prop_assert_eq!(format!("{:?}", sampled.queue.agenda().collect::<Vec<_>>()), agenda);
            prop_assert_eq!(digest(&sampled.queue), before);
            prop_assert_eq!(sampled.reported(), alone.reported());
            prop_assert_eq!(&sampled.desk.calls, &alone.desk.calls);
            prop_assert_eq!(&sampled.queue, &alone.queue);
        }
    }

    /// A host that goes from moment to moment by itself sees what one long step does.
    #[test]
    fn moments_one_by_one_are_one_step(ops in program_of_ends()) {
        let (mut whole, mut by_hand) = (Driver::default(), Driver::default());
        for op in &ops {
            whole.run(op);
            let Op::Wait(units) = *op else {
                by_hand.run(op);
                continue;
            };
            let until = by_hand.queue.time() + flicks(units);
            let mut reported = Vec::new();
            loop {
                by_hand.queue.advance_with(Span::ZERO, &mut by_hand.desk).unwrap();
                reported.extend(by_hand.reported());
                if by_hand.queue.time() == until {
                    break;
                }
                let next = by_hand.queue.next_moment().unwrap_or(until).min(until);
                by_hand.queue.advance_to_with(next, &mut by_hand.desk).unwrap();
                reported.extend(by_hand.reported());
            }
            let plain = |reported: Vec<Reported>| reported.into_iter().map(|event| Reported { lateness: 0, ..event });
            prop_assert!(plain(reported).eq(plain(whole.reported())), "events of {:?}", op);
            prop_assert_eq!(digest(&by_hand.queue), digest(&whole.queue));
        }
    }

    /// A host that skips from moment to moment sees what one skip does.
    #[test]
    fn moments_skipped_one_by_one_are_one_skip(
        ops in program_of_ends(), units in 0_i64..5, from in beginning()
    ) {
        let ops = edited(&ops, &|op| {
            if let Op::Queue { duration: duration @ (Some(EntryDuration::Open) | None), .. } = op {
                *duration = Some(flicks(units).into());
            }
            true
        });
        let mut whole = driver_at(from);
        play(&mut whole, &ops, &[7]);
        let mut by_hand = whole.clone();
        whole.run(&Op::Finish);
        let mut reported = Vec::new();
        while by_hand.queue.next_moment().is_some() {
            by_hand.skip(Until::NextMoment).unwrap();
            reported.extend(by_hand.reported());
        }
        by_hand.run(&Op::Finish); // the ends of what was cancelled, where nothing else is left
        reported.extend(by_hand.reported());
        let plain = |reported: Vec<Reported>| reported.into_iter().map(|event| Reported { lateness: 0, ..event });
        prop_assert!(plain(reported).eq(plain(whole.reported())));
        prop_assert_eq!(digest(&by_hand.queue), digest(&whole.queue));
    }

    /// Whatever makes a difference later on is part of the state, and so of its digest.
    #[test]
    fn equal_states_play_the_same(ops in program()) {
        let future = |driver: &Driver| {
            let mut driver = driver.clone();
            let rest = [Op::Wait(3), Op::NewEpoch, Op::SkipTo(0), Op::Wait(3), Op::Finish];
            // What the last step has reported is no part of the state.
            let now = Answers { passed: Vec::new(), ..driver.answers() };
            (now, play(&mut driver, &rest, &[2]), driver.answers())
        };
        let mut driver = Driver::default();
        for op in &ops {
            let before = driver.clone();
            driver.run(op);
            if future(&before) == future(&driver) {
                continue; // what differs may have been of no consequence
            }
            prop_assert_ne!(digest(&before.queue), digest(&driver.queue), "{:?}", op);
            prop_assert_ne!(&before.queue, &driver.queue, "{:?}", op);
        }
    }

    #[test]
    fn the_agenda_foretells_the_starts(ops in quiet_program()) {
        let mut driver = Driver::default();
        play(&mut driver, &ops, &[7]);
        let planned = driver.queue.agenda().filter_map(|plan| Some((plan.id, plan.start?)));
        let planned: Vec<_> = planned.collect();
        driver.advance(1000);
        for event in driver.queue.events().iter().filter(|event| event.kind == EventKind::Start) {
            if let Some((_, start)) = planned.iter().find(|(id, _)| *id == event.id) {
                prop_assert_eq!(*start, event.due);
            }
        }
    }
}
