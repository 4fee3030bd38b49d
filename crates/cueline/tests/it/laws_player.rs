//! The laws of playback, over random programs and long clips.
//!
//! `player_model` compares the player with its model. This file compares the player with itself, in other steps and on
//! other threads, and with results computed by hand.

use std::thread;

use cueline::{
    clip::ClipBuilder,
    event::{Event, EventKind, Reason},
    playback::{EventBuffer, Play, Playhead, Playing, Repeat, RepeatMode, Subject},
    time::{Span, Speed, Time},
    value::Delta,
};
use proptest::prelude::*;

use crate::player_model::{
    program::{Dice, Op, flicks, library, program, start},
    real::Real,
    trace::{Answer, Seen, curve},
};

const PROGRAMS: u64 = 3000;

/// Without lateness, the only field that depends on the steps.
fn plain(mut seen: Seen) -> Seen {
    seen.reported.iter_mut().for_each(|reported| reported.lateness = 0);
    seen
}

/// Splits a step into smaller steps, some of them of zero.
fn cut(op: &Op, dice: &mut Dice) -> Vec<Op> {
    let Op::Advance(mut left) = *op else { return vec![op.clone()] };
    let mut steps = vec![];
    while left > 0 {
        let step = dice.number(0, left + 1);
        steps.push(Op::Advance(step));
        left -= step;
    }
    steps.push(Op::Advance(0));
    steps
}

#[test]
fn partition() {
    let library = library();
    for seed in 0..PROGRAMS {
        let mut whole = Real::new(&library, start(seed));
        let mut parts = whole.clone();
        let mut dice = Dice(seed);
        for op in program(seed) {
            let want = plain(whole.apply(&op));
            let mut found: Option<Seen> = None;
            for step in cut(&op, &mut dice) {
                let mut seen = plain(parts.apply(&step));
                if let Some(before) = found {
                    seen.reported.splice(0..0, before.reported);
                    seen.ended.splice(0..0, before.ended);
                }
                found = Some(seen);
            }
            assert_eq!(found, Some(want), "program {seed}, {op:?}");
            assert_eq!(whole.player, parts.player, "program {seed}, {op:?}");
            assert_eq!(whole.player.digest(), parts.player.digest(), "program {seed}, {op:?}");
        }
    }
}

/// A clip that its end starts again, in frames of any length: by the callback, and by a start in the past.
#[test]
fn partition_holds_over_chains() {
    let mut clips = cueline::clip::Clips::new();
    let hop = cueline::clip::ClipBuilder::new("hop").duration(Span::from_millis(100));
    let hop = hop.cue(cueline::clip::Cue::effect(Span::from_millis(40), "land"));
    let hop = clips.add(hop.build().unwrap()).unwrap();
    let mut logs: Vec<Vec<(Time, EventKind)>> = vec![];
    for frame in [1, 7, 16, 33, 100, 101, 250, 999, 4000, 16_000] {
        for in_the_past in [false, true] {
            let mut player = cueline::playback::Player::new();
            player.play(&clips, hop, Repeat::Once).unwrap();
            let mut log = vec![];
            let mut left = 16_000;
            while left > 0 {
                let by = Span::from_millis(frame.min(left));
                left -= frame;
                if in_the_past {
                    let mut reported = player.advance(by, &clips).to_vec();
                    while !reported.is_empty() {
                        for event in reported {
                            log.push((event.due, event.kind));
                            assert_eq!(event.reason, Reason::Played);
                            if event.kind == EventKind::End {
                                let late = Play { delay: -event.lateness, ..Play::default() };
                                player.play(&clips, hop, late).unwrap();
                            }
                        }
                        reported = player.advance(Span::ZERO, &clips).to_vec();
                    }
                } else {
                    player.advance_with(by, &clips, |player, event| {
                        log.push((event.due, event.kind));
                        assert_eq!(player.now(), event.due);
                        if event.kind == EventKind::End {
                            player.play(&clips, hop, Repeat::Once).unwrap();
                        }
                    });
                }
            }
            let ends = log.iter().filter(|(_, kind)| *kind == EventKind::End).count();
            assert_eq!(ends, 160, "frames of {frame} ms");
            logs.push(log);
        }
    }
    assert!(logs.windows(2).all(|two| two[0] == two[1]));
}

/// What shows at a time up to the next event is what a step to that time would show.
#[test]
fn active_at_shows_what_a_step_would_show() {
    let library = library();
    let mut compared = 0;
    for seed in 0..PROGRAMS / 10 {
        let mut real = Real::new(&library, 0);
        for op in program(seed) {
            real.apply(&op);
            real.apply(&Op::Advance(0)); // what a command left is due now
            let (now, clips) = (real.player.now(), real.clips);
            let due = real.player.next_due(clips);
            for ahead in 0..6 {
                let at = now + flicks(ahead);
                if due.is_some_and(|due| due <= at) {
                    break;
                }
                let mut later = real.player.clone();
                later.advance_to(at, clips);
                let shown: Vec<_> = real.player.active_at(at).collect();
                let found: Vec<_> = later.active().collect();
                assert_eq!(shown, found, "program {seed}, {op:?}");
                compared += shown.len();
            }
        }
    }
    assert!(compared > 1000, "only {compared}");
}

/// Steps to each due time end, and report what one step reports.
#[test]
fn a_loop_over_next_due_ends() {
    let library = library();
    for seed in 0..PROGRAMS / 3 {
        let mut real = Real::new(&library, 0);
        for op in program(seed) {
            real.apply(&op);
        }
        let (clips, mut player) = (real.clips, real.player.clone());
        let until = player.now() + flicks(40);
        let mut by_due = vec![];
        let mut stops = 0;
        while let Some(due) = player.next_due(clips).filter(|due| *due <= until) {
            by_due.extend_from_slice(&player.advance_to(due, clips));
            stops += 1;
            assert!(stops < 10_000, "program {seed}: still due at {due:?}");
        }
        let mut at_once = real.player.advance_to(until, clips).to_vec();
        by_due.iter_mut().chain(&mut at_once).for_each(|event| event.lateness = Span::ZERO);
        assert_eq!(by_due, at_once, "program {seed}");
    }
}

#[test]
fn sampling_is_free_of_effects() {
    let library = library();
    for seed in 0..PROGRAMS / 10 {
        let (mut blind, mut watched) = (Real::new(&library, 0), Real::new(&library, 0));
        for op in program(seed) {
            assert_eq!(blind.apply(&op), watched.apply(&op), "program {seed}, {op:?}");
            let (player, clips) = (&watched.player, watched.clips);
            let digest = player.digest();
            let sample = |backwards: bool| {
                let mut times: Vec<i64> = (-3..30).chain([i64::MIN, i64::MAX]).collect();
                if backwards {
                    times.reverse();
                }
                let mut seen = vec![];
                for active in player.active() {
                    let head = player.playhead(active.handle).expect("the item plays");
                    seen.extend(times.iter().map(|now| {
                        let now = Time::from_flicks(*now);
                        let value = head.value(now, |local| curve(local.flicks()));
                        (active.target, now, head.at(now), value)
                    }));
                }
                seen.sort_unstable_by_key(|(target, now, ..)| (*target, *now));
                (seen, player.next_due(clips))
            };
            let here = sample(false);
            thread::scope(|scope| {
                let others = [true, false].map(|backwards| scope.spawn(move || sample(backwards)));
                for other in others {
                    assert_eq!(other.join().expect("no panic"), here, "program {seed}");
                }
            });
            assert_eq!(player.digest(), digest, "program {seed}, {op:?}");
        }
    }
}

/// For every item with an end: finishing equals playing to the end.
#[test]
fn finish_equals_play() {
    let library = library();
    let mut compared = 0;
    for seed in 0..PROGRAMS {
        let mut ops = program(seed);
        ops.retain(|op| !matches!(op, Op::FadeOut(..))); // which makes items leave before their ends
        let mut skips = Real::new(&library, 0);
        for op in &ops {
            skips.apply(op);
        }
        for number in 0..skips.who.len() {
            let moves = |active: &cueline::playback::Active<usize>| {
                let head = skips.player.playhead(active.handle).expect("the item plays");
                active.target == number && !head.is_held() && !head.speed().is_zero()
            };
            if !skips.player.active().any(|active| moves(&active)) {
                continue;
            }
            let mut skipped = skips.clone();
            let mut played = skips.clone();
            let by_skip = skipped.apply(&Op::Finish(number));
            if by_skip.answer == Answer::Endless {
                assert_eq!(skipped.player, skips.player, "refused, program {seed}");
                continue;
            }
            let of_it = |seen: &Seen| -> Vec<_> {
                let reported = seen.reported.iter().filter(|reported| reported.number == number);
                reported
                    .map(|reported| (reported.kind, reported.direction, reported.loop_index))
                    .collect()
            };
            assert!(by_skip.reported.iter().all(|reported| reported.reason == Reason::Skipped));
            assert!(by_skip.reported.iter().all(|reported| reported.lateness == 0));
            let by_play = played.apply(&Op::Advance(500));
            assert_eq!(of_it(&by_skip), of_it(&by_play), "program {seed}, item {number}");
            // From here on both players agree, also if the item turns round at its end.
            skipped.apply(&Op::Advance(500));
            for op in
                [Op::Advance(3), Op::Speed(number, -1, 3), Op::Speed(number, 2, 3), Op::Advance(9)]
            {
                assert_eq!(skipped.apply(&op), played.apply(&op), "program {seed}, item {number}");
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "only {compared} items");
}

/// Long clips with many passes, at any speed: every event is reported once, at the first flick at which it is reached,
/// for any steps.
mod exactly_once {
    use cueline::clip::{ClipBuilder, Clips, Cue};

    use super::*;

    proptest! {
        #[test]
        fn exactly_once(
            length in prop_oneof![1_i64..9, 1_i64..1 << 30],
            passes in prop_oneof![1_u64..4, 1_u64..400],
            places in prop::collection::vec(0.0..=1.0_f64, 0..5),
            num in prop_oneof![1_i64..9, 1_i64..1 << 20],
            den in prop_oneof![1_u64..9, 1_u64..1 << 20],
            backward: bool,
            delay in 0_i64..1 << 40,
            cuts in prop::collection::vec(0.0..1.0_f64, 0..20),
        ) {
            #[expect(clippy::cast_possible_truncation, reason = "within the length")]
            let mut cues: Vec<i64> =
                places.iter().map(|place| (place * length as f64) as i64).collect();
            cues.sort_unstable();
            let mut draft = ClipBuilder::new("long").duration(flicks(length));
            for at in &cues {
                draft = draft.cue(Cue::state(flicks(*at), ""));
            }
            let mut clips = Clips::new();
            let id = clips.add(draft.build().unwrap()).unwrap();
            let speed = Speed::new(if backward { -num } else { num }, den).unwrap();
            let repeat = Repeat::Times(passes);
            let play = Play { delay: flicks(delay), speed, repeat, ..Play::default() };
            let whole = Playhead::new(Time::ZERO, flicks(length), &play).unwrap().duration();
            prop_assert_eq!(whole, Some(flicks(length) * i64::try_from(passes).unwrap()));
            let mut player = cueline::playback::Player::new();
            player.play(&clips, id, play).unwrap();

            // The first flick at which this part of the path is passed.
            let due = |way: i128| {
                let (num, den) = (i128::from(speed.num().abs()), i128::from(speed.den()));
                i64::try_from((way * den + num - 1).div_euclid(num)).unwrap() + delay
            };
            let mut want = vec![(due(0), EventKind::Start, 0)];
            for pass in 0..passes {
                let (begin, loop_index) = (
                    i128::from(pass) * i128::from(length),
                    if backward { passes - 1 - pass } else { pass },
                );
                if pass > 0 {
                    want.push((due(begin), EventKind::Loop, loop_index));
                }
                let mut on_the_way: Vec<(i64, u32)> = (0..).zip(&cues)
                    .map(|(index, at)| (if backward { length - at } else { *at }, index))
                    .collect();
                on_the_way.sort_unstable();
                want.extend(on_the_way.into_iter().map(|(way, index)| {
                    (due(begin + i128::from(way)), EventKind::Cue(index), loop_index)
                }));
            }
            let last = if backward { 0 } else { passes - 1 };
            let end = due(i128::from(passes) * i128::from(length));
            want.push((end, EventKind::End, last));
            if let (Some(first), true) = (want.get_mut(0), backward) {
                first.2 = passes - 1;
            }

            #[expect(clippy::cast_possible_truncation, reason = "before the end")]
            let mut stops: Vec<i64> = cuts.iter().map(|cut| (cut * end as f64) as i64).collect();
            stops.extend([delay, end]); // exactly on boundaries, too
            stops.sort_unstable();
            let mut reported: Vec<Event<Subject<()>>> = vec![];
            for stop in stops {
                reported.extend(player.advance_to(Time::from_flicks(stop), &clips));
            }
            let reported: Vec<_> =
                reported.iter().map(|edge| (edge.due.flicks(), edge.kind, edge.loop_index)).collect();
            prop_assert_eq!(reported, want);
            prop_assert!(player.is_empty());
        }
    }
}

/// The settings of an endless or a long playhead.
fn wild_play() -> impl Strategy<Value = Play> {
    let loops = prop_oneof![(1_u64..50).prop_map(Repeat::Times), Just(Repeat::Forever)];
    let repeat =
        prop::sample::select(vec![RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]);
    let speed =
        (-40_i64..40, 1_u64..50).prop_map(|(num, den)| Speed::new(num, den).expect("above zero"));
    (0_i64..9, speed, loops, repeat).prop_map(|(delay, speed, loops, repeat)| Play {
        delay: flicks(delay),
        speed,
        repeat: loops,
        repeat_mode: repeat,
        ..Play::default()
    })
}

mod additive {
    use super::*;

    proptest! {
        /// The increments of any partition add up to the whole; integers exactly.
        #[test]
        fn increments_add_up_over_any_partition(
            play in wild_play(),
            length in 1_i64..40,
            mut cuts in prop::collection::vec(0_i64..400, 2..20),
        ) {
            cuts.sort_unstable();
            let head = Playhead::new(Time::ZERO, flicks(length), &play).unwrap();
            let whole = |local: Span| curve(local.flicks());
            // A float cannot hold a multiple of a third, so every operation rounds.
            let third = |local: Span| curve(local.flicks()) as f64 / 3.0;
            let at = |index: usize| Time::from_flicks(cuts[index]);
            let (mut sum, mut float_sum) = (0, 0.0);
            let mut roundings = 0.0;
            for step in 1..cuts.len() {
                sum = sum.and(&head.increment(at(step - 1), at(step), whole));
                let part: f64 = head.increment(at(step - 1), at(step), third);
                float_sum += part;
                roundings += 8.0 * (part.abs() + float_sum.abs() + third(flicks(length)).abs());
            }
            let last = cuts.len() - 1;
            prop_assert_eq!(sum, head.increment(at(0), at(last), whole));
            let gain = |index| head.gain(at(index), whole);
            prop_assert_eq!(sum, gain(last) - gain(0));
            if play.repeat_mode == RepeatMode::Relative {
                let value = |index| i128::from(head.value(at(index), whole));
                prop_assert_eq!(sum, value(last) - value(0));
            }
            // Each part takes a few sums and products, each with a relative error of half an epsilon.
            let all: f64 = head.increment(at(0), at(last), third);
            let passes = head.loops_in(at(0), at(last)) as f64 + 1.0;
            let bound = f64::EPSILON * passes * (roundings + all.abs() + 1.0);
            prop_assert!((float_sum - all).abs() <= bound, "{float_sum} for {all}");
        }

        /// The loop count of a window equals its number of loop events.
        #[test]
        fn loops_are_counted_as_they_are_reported(
            play in wild_play(), length in 1_i64..40, a in 0_i64..400, b in 0_i64..400,
        ) {
            let clip = ClipBuilder::new("c").duration(flicks(length)).build().unwrap();
            let mut events = EventBuffer::default();
            let mut playing = Playing::new(&clip, Time::ZERO, &play).unwrap();
            let (after, until) = (Time::from_flicks(a.min(b)), Time::from_flicks(a.max(b)));
            playing.step(after, &clip, &mut events);
            let counted = playing.playhead().loops_in(after, until);
            let reported = playing.step(until, &clip, &mut events).iter();
            let reported = reported.filter(|edge| edge.kind == EventKind::Loop).count();
            prop_assert_eq!(counted, reported as u64);
        }
    }
}
