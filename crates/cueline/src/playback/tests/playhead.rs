use alloc::{vec, vec::Vec};
use proptest::prelude::*;

use super::{
    super::{
        EventBuffer, LoopEvents, Phase, Play, PlayError, Playhead, Playing, Repeat, RepeatMode,
    },
    clip, span, time,
};
use crate::{
    clip::Clip,
    event::{Direction, EventKind},
    time::{Span, Speed, Time},
};

/// `(due, kind, pass)`
type Pending = (i64, EventKind, u64);

/// What a step up to `until` reports after one up to `after`.
fn reported(clip: &Clip, play: &Play, after: i64, until: i64) -> Vec<Pending> {
    let mut events = EventBuffer::default();
    let mut playing = Playing::new(clip, Time::ZERO, play).unwrap();
    playing.step(time(after), clip, &mut events);
    let events = playing.step(time(until), clip, &mut events);
    events.iter().map(|event| (event.due.flicks(), event.kind, event.loop_index)).collect()
}

fn looped(loops: Repeat, repeat: RepeatMode) -> Play {
    Play { repeat: loops, repeat_mode: repeat, ..Play::default() }
}

#[test]
fn position_on_a_boundary_is_the_start_of_the_next_pass() {
    use Phase::{Ended, Playing, Waiting};
    let play = Play { delay: span(5), ..looped(Repeat::Times(3), RepeatMode::Restart) };
    let head = Playhead::new(time(100), span(10), &play).unwrap();
    // (clock, local, pass, phase)
    let cases = [
        (i64::MIN, 0, 0, Waiting),
        (104, 0, 0, Waiting),
        (105, 0, 0, Playing),
        (114, 9, 0, Playing),
        (115, 0, 1, Playing),
        (125, 0, 2, Playing),
        (134, 9, 2, Playing),
        (135, 10, 2, Ended),
        (i64::MAX, 10, 2, Ended),
    ];
    for (now, local, pass, phase) in cases {
        let at = head.at(time(now));
        assert_eq!((at.local, at.pass, at.phase), (span(local), pass, phase), "at {now}");
    }
}

#[test]
fn ping_pong_turns_at_both_ends() {
    let head = Playhead::new(Time::ZERO, span(4), &looped(Repeat::Times(3), RepeatMode::PingPong))
        .unwrap();
    let locals: Vec<i64> = (0..=13).map(|now| head.at(time(now)).local.flicks()).collect();
    assert_eq!(locals, [0, 1, 2, 3, 4, 3, 2, 1, 0, 1, 2, 3, 4, 4]);
    assert_eq!(head.at(time(5)).direction, Direction::Backward);
    assert_eq!(head.at(time(8)).direction, Direction::Forward);
}

#[test]
fn a_ping_pong_reports_its_turning_point_once_and_a_restart_reports_both_ends() {
    use EventKind::{Cue, End, Loop, Start};
    let clip = clip("c", 4, &[0, 4]);
    assert_eq!(
        reported(&clip, &looped(Repeat::Times(2), RepeatMode::PingPong), -1, 99),
        [(0, Start, 0), (0, Cue(0), 0), (4, Cue(1), 0), (4, Loop, 1), (8, Cue(0), 1), (8, End, 1)]
    );
    assert_eq!(
        reported(&clip, &looped(Repeat::Times(2), RepeatMode::Restart), -1, 4),
        [(0, Start, 0), (0, Cue(0), 0), (4, Cue(1), 0), (4, Loop, 1), (4, Cue(0), 1)]
    );
}

#[test]
fn a_clip_of_zero_duration_starts_and_ends_at_one_time() {
    use EventKind::{Cue, End, Start};
    let clip = clip("c", 0, &[0]);
    for speed in [Speed::NORMAL, Speed::REVERSE, Speed::PAUSED] {
        let play = Play { speed, delay: span(3), ..Play::default() };
        let head = Playhead::new(Time::ZERO, Span::ZERO, &play).unwrap();
        assert_eq!(
            reported(&clip, &play, -1, 3),
            [(3, Start, 0), (3, Cue(0), 0), (3, End, 0)],
            "{speed}"
        );
        assert_eq!(reported(&clip, &play, 3, i64::MAX), []);
        assert_eq!(head.at(time(2)).phase, Phase::Waiting);
        assert_eq!(head.at(time(3)).phase, Phase::Ended);
        assert_eq!(head.at(time(3)).local, Span::ZERO);
    }
}

#[test]
fn settings_that_cannot_be_played_are_refused() {
    let new = |length, play: Play| Playhead::new(Time::ZERO, span(length), &play).unwrap_err();
    let repeat = Repeat::Forever;
    assert_eq!(new(0, Play { repeat, ..Play::default() }), PlayError::EmptyLoop { at: span(0) });
    let range = Some((span(3), span(3)));
    assert_eq!(
        new(9, Play { repeat: Repeat::Times(2), range, ..Play::default() }),
        PlayError::EmptyLoop { at: span(3) }
    );
    assert_eq!(new(9, Play { repeat: Repeat::Times(0), ..Play::default() }), PlayError::NoPasses);
    for (from, to) in [(span(2), span(1)), (Span::MIN, Span::MAX)] {
        let range = Some((from, to));
        assert_eq!(new(9, Play { range, ..Play::default() }), PlayError::Range { from, to });
    }
}

#[test]
fn the_fraction_of_a_flick_survives_changes_of_speed() {
    let third = Speed::new(1, 3).unwrap();
    let play = Play { speed: third, ..Play::default() };
    let mut head = Playhead::new(Time::ZERO, span(100), &play).unwrap();
    // 1/3, then 1/3 at another third, then 1/7 + 4/21: one flick only if nothing was lost.
    head.set_speed(time(1), third);
    head.pause(time(2));
    head.resume(time(50));
    head.set_speed(time(50), Speed::new(1, 7).unwrap());
    head.set_speed(time(51), Speed::new(4, 21).unwrap());
    assert_eq!(head.at(time(51)).local, span(0));
    assert_eq!(head.at(time(52)).local, span(1));
    assert_eq!(head.at(time(52 + 5)).local, span(1));
    head.set_speed(time(52), Speed::NORMAL);
    assert_eq!(head.at(time(53)).local, span(2));
}

#[test]
fn a_pause_keeps_the_rest_of_the_delay() {
    let play = Play { delay: span(10), ..Play::default() };
    let mut head = Playhead::new(Time::ZERO, span(5), &play).unwrap();
    head.pause(time(4));
    assert_eq!(head.at(time(1000)).phase, Phase::Waiting);
    assert_eq!(head.events(Some(time(1000)), Time::MAX).count(), 0);
    head.resume(time(1000));
    let dues: Vec<_> = head.events(Some(time(1000)), time(1006)).map(|event| event.due).collect();
    assert_eq!(dues, [time(1006)]);
}

#[test]
fn millions_of_loops_in_one_step_can_be_reported_as_one() {
    let head =
        Playhead::new(Time::ZERO, span(1), &looped(Repeat::Forever, RepeatMode::Restart)).unwrap();
    let until = time(1_000_000_000_000);
    assert_eq!(head.loops_in(Time::ZERO, until), 1_000_000_000_000);
    let reported: Vec<_> = head.events(Some(Time::ZERO), until).coalesced().collect();
    let [event] = *reported else { panic!("one loop, not {}", reported.len()) };
    assert_eq!((event.kind, event.pass, event.due), (EventKind::Loop, 1_000_000_000_000, until));
}

#[test]
fn a_step_of_too_many_loops_and_cues_leaves_out_passes() {
    let cues: Vec<i64> = (0..50).collect();
    let (clip, endless) = (clip("c", 1000, &cues), looped(Repeat::Forever, RepeatMode::Restart));
    let reported = |passes: i64, how: &Play| {
        let mut events = EventBuffer::default();
        let mut playing = Playing::new(&clip, Time::ZERO, how).unwrap();
        playing.step(time(passes * 1000), &clip, &mut events).len()
    };
    let in_the_last_pass = 1; // the cue at its start
    assert_eq!(reported(1000, &endless), 1 + 1000 * 51 + in_the_last_pass);
    let most = usize::try_from(LoopEvents::MOST_IN_ONE_STEP).unwrap();
    for passes in [1300, 60_000, 1_000_000_000] {
        assert!(reported(passes, &endless) < most + 2 * 51, "{passes} passes");
    }
    assert!(reported(1_000_000_000, &endless) < 200, "so many that each is left out");
    // The range has one cue of the fifty.
    let part = Play { range: Some((span(49), span(1000))), ..endless };
    assert!(reported(20_000, &part) > 40_000);
}

#[test]
fn relative_passes_count_on_and_back() {
    let mut head =
        Playhead::new(Time::ZERO, span(4), &looped(Repeat::Forever, RepeatMode::Relative)).unwrap();
    head.set_speed(time(2), Speed::REVERSE);
    let at = head.at(time(5));
    assert_eq!((at.pass, at.local, at.phase), (-1, span(3), Phase::Playing));
}

#[test]
fn relative_passes_that_turn_walk_in_a_square() {
    use crate::value::{Lerp, Quat, Transform, Vec3};
    let quarter = core::f64::consts::FRAC_PI_2;
    let step = Transform::<f64> {
        translation: Vec3::new(1.0, 0.0, 0.0),
        rotation: Quat::about(Vec3::new(0.0, 0.0, 1.0), quarter),
        ..Transform::default()
    };
    let sample = |at: Span| Transform::default().lerp(&step, at.flicks() as f64 / 4.0);
    let head =
        Playhead::new(Time::ZERO, span(4), &looped(Repeat::Forever, RepeatMode::Relative)).unwrap();
    // Half way along each side, and in every corner.
    let places = [
        (2, 0.5, 0.0),
        (4, 1.0, 0.0),
        (6, 1.0, 0.5),
        (8, 1.0, 1.0),
        (12, 0.0, 1.0),
        (16, 0.0, 0.0),
    ];
    for (at, x, y) in places {
        let found = head.value(time(at), sample).translation;
        assert!((found.x - x).abs() < 1e-14 && (found.y - y).abs() < 1e-14, "{at}: {found:?}");
    }
}

#[test]
fn a_change_of_range_keeps_the_position_in_the_clip() {
    let mut head =
        Playhead::new(Time::ZERO, span(10), &looped(Repeat::Forever, RepeatMode::Restart)).unwrap();
    head.set_range(time(25), span(3), span(8), true).unwrap();
    assert_eq!((head.at(time(25)).pass, head.at(time(25)).local), (2, span(5)));
    assert_eq!((head.at(time(28)).pass, head.at(time(28)).local), (3, span(3)));
    assert!(head.set_range(time(28), span(8), span(3), true).is_err());
    let mut head = Playhead::new(Time::ZERO, span(10), &Play::default()).unwrap();
    head.set_range(time(4), span(6), span(20), true).unwrap();
    assert_eq!(head.at(time(4)).local, span(6));
    assert_eq!(head.at(time(18)).phase, Phase::Ended);
}

fn speeds() -> impl Strategy<Value = (i64, u64)> {
    (-30_i64..=30, prop::sample::select(vec![1_u64, 2, 3, 4, 6, 12]))
}

fn plays() -> impl Strategy<Value = Play> {
    let loops =
        prop_oneof![Just(Repeat::Once), (1_u64..5).prop_map(Repeat::Times), Just(Repeat::Forever)];
    let repeats =
        prop::sample::select(vec![RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]);
    let ranges = prop::option::of((0_i64..4, 0_i64..6));
    (0_i64..5, prop_oneof![Just((1, 1)), speeds()], ranges, loops, repeats).prop_map(
        |(delay, (num, den), range, loops, repeat)| Play {
            delay: span(delay),
            speed: Speed::new(num, den).unwrap(),
            range: range.map(|(from, length)| (span(from), span(from + length))),
            repeat: loops,
            repeat_mode: repeat,
            ..Play::default()
        },
    )
}

proptest! {
    #[test]
    fn backwards_mirrors_forwards(play in plays(), length in 1_i64..9, now in 0_i64..60) {
        prop_assume!(play.speed.num() != 0);
        let play = Play {
            speed: Speed::new(play.speed.num().abs(), play.speed.den()).unwrap(),
            repeat: if play.repeat == Repeat::Forever { Repeat::Times(7) } else { play.repeat },
            ..play
        };
        let back = Play { speed: Speed::new(-play.speed.num(), play.speed.den()).unwrap(), ..play };
        let Ok(forward) = Playhead::new(Time::ZERO, span(length), &play) else { return Ok(()) };
        let backward = Playhead::new(Time::ZERO, span(length), &back).unwrap();
        let (a, b) = (forward.at(time(now)), backward.at(time(now)));
        let last = forward.at(Time::MAX).pass;
        prop_assert_eq!(a.phase, b.phase);
        prop_assert_eq!(a.pass, last - b.pass);
        let (from, to) = forward.range();
        if play.repeat_mode != RepeatMode::PingPong || last % 2 == 0 {
            prop_assert_eq!(a.local - from, to - b.local);
        } else {
            prop_assert_eq!(a.local, b.local);
        }
    }

    #[test]
    fn nothing_panics(
        numbers in prop::collection::vec(
            prop_oneof![any::<i64>(), Just(i64::MAX), Just(i64::MIN), Just(0), -3_i64..3], 24),
        repeat in prop_oneof![Just(Repeat::Once), any::<u64>().prop_map(Repeat::Times), Just(Repeat::Forever)],
        repeat_mode in prop::sample::select(vec![RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]),
        ranged in any::<bool>(),
    ) {
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().unwrap_or(7);
        let play = Play {
            delay: span(next()),
            speed: Speed::new(next(), next().unsigned_abs().max(1)).unwrap(),
            range: ranged.then(|| (span(next()), span(next()))),
            repeat,
            repeat_mode,
            ..Play::default()
        };
        let Ok(mut head) = Playhead::new(time(next()), span(next()), &play) else { return Ok(()) };
        for round in 0..6 {
            let now = time(next());
            let _ = (head.at(now), head.duration(), head.loops_in(now, Time::MAX));
            for after in [None, Some(now)] {
                let mut last = Time::MIN;
                for event in head.events(after, time(next())).take(9) {
                    prop_assert!(event.due >= last);
                    last = event.due;
                }
                let _ = head.events(after, Time::MAX).coalesced().take(9).count();
            }
            match round {
                0 => head.set_speed(now, Speed::new(next(), next().unsigned_abs().max(1)).unwrap()),
                1 => head.pause(now),
                2 => head.seek(now, span(next())),
                3 => head.resume(now),
                4 => drop(head.set_range(now, span(next()), span(next()), next() % 2 == 0)),
                _ => drop(head.finish(now)),
            }
        }
    }

    #[test]
    fn any_sequence_of_speeds_keeps_the_phase(
        speeds in prop::collection::vec((1_i64..200, 1_u64..u64::MAX), 1..20)
    ) {
        // For any denominators: exact to the flick after twenty changes at one time.
        let play = Play { speed: Speed::new(1, 3).unwrap(), ..Play::default() };
        let mut head = Playhead::new(Time::ZERO, span(1000), &play).unwrap();
        for (num, den) in speeds {
            head.set_speed(time(7), Speed::new(num, den).unwrap());
            prop_assert_eq!(head.at(time(7)).local, span(2));
        }
        head.set_speed(time(7), Speed::new(2, 3).unwrap());
        prop_assert_eq!(head.at(time(8)).local, span(3));
    }
}

#[test]
fn a_step_back_leaves_the_end_of_a_pass_by_one_flick() {
    let local = |speed, length, is_over| {
        let play = Play { speed, ..Play::default() };
        let mut head = Playhead::new(time(0), span(length), &play).unwrap();
        if is_over {
            head.finish(time(4));
        } else {
            head.pause(time(4));
        }
        head.step_back_from_end();
        head.at(time(4)).local.flicks()
    };
    let (forward, backward) = (Speed::NORMAL, Speed::REVERSE);
    assert_eq!([local(forward, 10, true), local(backward, 10, true)], [9, 1]);
    assert_eq!([local(forward, 10, false), local(backward, 10, false)], [4, 6], "no end");
    assert_eq!([local(forward, 0, true), local(backward, 0, true)], [0, 0], "there is no flick");
}

#[test]
fn what_has_not_moved_starts_at_the_start_of_its_new_range() {
    let clip = clip("c", 10, &[]);
    let local = |now| {
        let play = Play { range: Some((span(5), span(10))), ..Play::default() };
        let mut playing = Playing::new(&clip, Time::ZERO, &play).unwrap();
        playing.step(time(now), &clip, &mut EventBuffer::default());
        playing.set_range(time(now), span(0), span(10)).unwrap();
        playing.at(time(now)).local.flicks()
    };
    assert_eq!([local(-1), local(0), local(1)], [0, 5, 6], "at 0 its start was reported");
}
