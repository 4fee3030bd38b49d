use super::*;
use alloc::vec::Vec;
use proptest::prelude::*;

fn flicks(n: i64) -> Span {
    Span::from_flicks(n)
}
fn ms(n: i64) -> Span {
    Span::from_millis(n)
}
/// Ticks of 10 ms.
fn hundred(config: FixedStepConfig) -> FixedStep {
    FixedStep::with_config(TickRate::hz(100).unwrap(), config).unwrap()
}
fn carry(max_debt: Span) -> CatchUp {
    CatchUp::Carry { max_debt }
}

#[test]
fn a_tick_is_due_exactly_when_it_is_over() {
    let mut step = hundred(FixedStepConfig::default());
    let almost = step.advance(ms(10) - Span::FLICK);
    assert_eq!((almost.ticks, almost.first), (0, Tick::ZERO));
    assert!(almost.alpha() < 1.0 && almost.alpha() > 0.999_999);
    let there = step.advance(Span::FLICK);
    assert_eq!((there.ticks, there.first, there.alpha()), (1, Tick::ZERO, 0.0));
    assert_eq!(step.advance(Span::ZERO).ticks, 0);
    let two = step.advance(ms(25));
    assert_eq!((two.first, two.alpha()), (Tick::new(1), 0.5));
    assert_eq!(two.run().map(Tick::get).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((step.tick(), step.now()), (Tick::new(3), Time::from_millis(35)));
}

#[test]
fn the_default_runs_ten_ticks_and_drops_the_rest() {
    let mut step = hundred(FixedStepConfig::default());
    let frame = step.advance(ms(1234));
    assert_eq!((frame.ticks, frame.dropped, frame.debt, frame.limited), (10, ms(1130), 0, true));
    assert_eq!((step.leftover(), step.dropped()), (ms(4), ms(1130)));
}

#[test]
fn triple_speed_at_ten_frames_a_second_keeps_its_speed() {
    let mut step = FixedStep::new(TickRate::HZ_60);
    step.set_speed(Speed::whole(3));
    for _ in 0..10 {
        let frame = step.advance(ms(100));
        assert_eq!((frame.ticks, frame.dropped, frame.limited), (18, Span::ZERO, false));
    }
    assert_eq!(step.advance(ms(200)).ticks, 30, "ten ticks of real time");
    assert_eq!(step.dropped(), Span::from_frames(6, TickRate::HZ_60));
}

#[test]
fn nothing_runs_at_a_speed_of_zero_or_below() {
    let mut step = hundred(FixedStepConfig { catch_up: carry(Span::MAX), ..Default::default() });
    assert_eq!(step.advance(ms(205)).debt, 10);
    for speed in [Speed::PAUSED, Speed::REVERSE] {
        step.set_speed(speed);
        let before = step;
        assert_eq!((step.speed(), step.advance(ms(50)).ticks), (Speed::PAUSED, 0));
        assert_eq!(step, before);
    }
    step.set_speed(Speed::NORMAL);
    assert_eq!(step.advance(ms(5)).ticks, 10, "what was owed, and the phase of the two halves");
}

#[test]
fn limits_of_frames_count_real_time() {
    let max_frame = ms(50);
    let mut step = hundred(FixedStepConfig { max_frame, ..Default::default() });
    step.set_speed(Speed::new(1, 2).unwrap());
    let frame = step.advance(ms(90));
    assert_eq!((frame.ticks, frame.dropped, frame.alpha()), (2, ms(20), 0.5));
}

#[test]
fn each_policy_deals_with_what_is_too_much_in_its_way() {
    type Case = (CatchUp, &'static [i64], &'static [u32], i64, i64);
    // Ticks of 10 ms, at most 3 a frame. (policy, frames, ticks of each, ms left, ms dropped)
    let cases: [Case; 7] = [
        (CatchUp::Drop, &[57, 3], &[3, 1], 0, 20),
        (carry(Span::MAX), &[57, 3, 0, 0], &[3, 3, 0, 0], 0, 0),
        (carry(ms(19)), &[57, 0, 0], &[3, 1, 0], 7, 10),
        (carry(Span::ZERO), &[57, 3], &[3, 1], 0, 20),
        (CatchUp::Reset, &[57, 3, 10], &[3, 0, 1], 3, 27),
        (CatchUp::Reset, &[29, 9, 0], &[2, 1, 0], 8, 0),
        (CatchUp::Reset, &[34, 6], &[3, 0], 6, 4), // no tick too many, and yet
    ];
    for (catch_up, frames, want, left, dropped) in cases {
        let mut step = hundred(FixedStepConfig { max_ticks: 3, catch_up, ..Default::default() });
        let run: Vec<u32> = frames.iter().map(|&frame| step.advance(ms(frame)).ticks).collect();
        assert_eq!(run, want, "{catch_up:?}");
        assert_eq!((step.leftover(), step.dropped()), (ms(left), ms(dropped)), "{catch_up:?}");
    }
}

#[test]
fn a_debt_is_no_part_of_alpha() {
    let mut step =
        hundred(FixedStepConfig { max_ticks: 2, catch_up: carry(Span::MAX), ..Default::default() });
    let frame = step.advance(ms(75));
    assert_eq!((frame.ticks, frame.debt, frame.alpha()), (2, 5, 0.5));
    assert_eq!((step.leftover(), step.now()), (ms(55), Time::from_millis(25)));
}

#[test]
fn a_frame_counts_within_its_limits() {
    let mut step =
        hundred(FixedStepConfig { min_frame: ms(1), max_frame: ms(50), ..Default::default() });
    let short = step.advance(Span::ZERO);
    assert_eq!((short.added, step.leftover()), (ms(1), ms(1)));
    let long = step.advance(ms(80));
    assert_eq!(
        (long.ticks, long.added, long.dropped, step.leftover()),
        (5, Span::ZERO, ms(30), ms(1))
    );
}

#[test]
fn the_first_timestamp_only_starts_the_loop() {
    let mut step = hundred(FixedStepConfig { min_frame: ms(5), ..Default::default() });
    let first = step.frame_at(Time::from_secs(1_000_000));
    assert_eq!((first.ticks, first.alpha(), first.added), (0, 0.0, Span::ZERO));
    assert_eq!(step.frame_at(Time::from_secs(1_000_000) + ms(12)).ticks, 1);
    step.restart();
    assert_eq!(step.frame_at(Time::from_secs(2_000_000)).ticks, 0, "the pause does not count");
    assert_eq!(step.leftover(), ms(2), "what was left before it does");
}

#[test]
fn time_that_runs_backwards_is_reported_and_counts_once() {
    let mut step =
        hundred(FixedStepConfig { max_ticks: 1, catch_up: carry(Span::MAX), ..Default::default() });
    let at = |t| Time::from_millis(t);
    let run = [0, 38, 30, 36, 38, 48, 38].map(|t| {
        let frame = step.frame_at(at(t));
        (frame.ticks, frame.backwards.millis())
    });
    assert_eq!(run, [(0, 0), (1, 0), (0, 8), (0, 2), (1, 0), (1, 0), (0, 10)]);
    let before = step;
    let frame = step.advance(ms(-3));
    assert_eq!((frame.ticks, frame.backwards, frame.debt), (0, ms(3), 1));
    assert_eq!(step, before);
    assert_eq!(step.advance(Span::MIN).backwards, Span::MAX);
}

#[test]
fn rates_that_divide_nothing_do_not_drift() {
    for (num, den) in [(164, 1), (60_000, 1001), (7, 3)] {
        let rate = TickRate::new(num, den).unwrap();
        let mut step = FixedStep::new(rate);
        let (frame, frames) = (Span::from_micros(6_943), 100_000);
        let run: u64 = (0..frames).map(|_| u64::from(step.advance(frame).ticks)).sum();
        let all = frame * frames;
        assert_eq!(Tick::new(i64::try_from(run).unwrap()), rate.tick_at(Time::at(all)), "{rate}");
        assert_eq!(step.now(), Time::at(all), "{rate}");

        // A decade in a thousand frames.
        let config = FixedStepConfig { max_ticks: u32::MAX, ..Default::default() };
        let mut long = FixedStep::with_config(rate, config).unwrap();
        let decade = Span::from_secs(10 * 365 * 24 * 3600) + Span::FLICK;
        let piece = decade.checked_div(1000).unwrap();
        for _ in 0..1000 {
            long.advance(piece);
        }
        assert_eq!(long.tick(), rate.tick_at(Time::at(piece * 1000)), "{rate}");
        assert_eq!(long.dropped(), Span::ZERO, "{rate}");
    }
}

/// Frames of a 60 Hz screen whose callback comes up to a millisecond early or late.
fn jittering(n: i64) -> impl Iterator<Item = Span> {
    let period = Span::from_frames(1, TickRate::HZ_60);
    let late = |n: i64| Span::from_micros((n * 7919 + n * n * 104_729 + 1000) % 2000 - 1000);
    (0..n).map(move |n| period + late(n + 1) - late(n))
}

#[test]
fn snapping_gives_one_tick_a_picture_where_jitter_gave_two_or_none() {
    let snap = Snap { display: TickRate::HZ_60, tolerance: ms(3) };
    let mut plain = FixedStep::new(TickRate::HZ_60);
    let mut snapping = FixedStep::with_config(
        TickRate::HZ_60,
        FixedStepConfig { snap: Some(snap), ..Default::default() },
    )
    .unwrap();
    let (mut uneven, mut sum) = (0, Span::ZERO);
    for frame in jittering(600) {
        sum += frame;
        uneven += u32::from(plain.advance(frame).ticks != 1);
        assert_eq!(snapping.advance(frame).ticks, 1);
        assert_eq!(snapping.now() + snapping.snap_remainder(), Time::at(sum));
    }
    assert!(uneven > 100, "only {uneven} uneven frames: nothing to smooth");
}

#[test]
fn a_difference_of_exactly_the_tolerance_is_rounded_away() {
    let snap = Snap { display: TickRate::hz(100).unwrap(), tolerance: ms(2) };
    let left = |frame| {
        let mut step = hundred(FixedStepConfig { snap: Some(snap), ..Default::default() });
        assert_eq!(step.advance(frame).ticks, 1);
        (step.leftover(), step.snap_remainder())
    };
    assert_eq!(left(ms(12)), (Span::ZERO, ms(2)));
    assert_eq!(left(ms(12) + Span::FLICK), (ms(2) + Span::FLICK, Span::ZERO));
}

#[test]
fn a_flick_more_than_a_tick_after_a_flick_less_is_two_ticks() {
    let mut step = FixedStep::new(TickRate::hz(1).unwrap());
    assert_eq!(step.advance(Span::from_secs(1) - Span::FLICK).ticks, 0);
    let frame = step.advance(Span::from_secs(1) + Span::FLICK);
    assert_eq!((frame.ticks, frame.alpha(), step.leftover()), (2, 0.0, Span::ZERO));
}

#[test]
fn a_screen_and_ticks_at_one_odd_rate_stay_in_step() {
    for (num, den) in [(164, 1), (60_000, 1001), (75, 1)] {
        let rate = TickRate::new(num, den).unwrap();
        let snap = Snap { display: rate, tolerance: ms(1) };
        let mut step = FixedStep::with_config(
            rate,
            FixedStepConfig { snap: Some(snap), ..Default::default() },
        )
        .unwrap();
        let start = Time::from_secs(77);
        step.frame_at(start);
        for n in 1..=100_000 {
            // Timestamps in whole microseconds, as screens give them.
            let shown = start + Span::from_micros(rate.span_of(n).micros());
            assert_eq!(step.frame_at(shown).ticks, 1, "{rate}, frame {n}");
        }
    }
}

#[test]
fn snapping_at_a_screen_that_is_not_what_it_says_does_not_drift() {
    let snap = Snap { display: TickRate::HZ_60, tolerance: ms(2) };
    let mut step = FixedStep::with_config(
        TickRate::HZ_60,
        FixedStepConfig { snap: Some(snap), ..Default::default() },
    )
    .unwrap();
    let frame = TickRate::NTSC_60.span_of(1);
    for n in 1..=36_000 {
        step.advance(frame);
        assert!((Time::at(frame * n) - step.now()).abs() <= ms(2), "frame {n}");
    }
}

#[test]
fn what_snapping_paid_too_much_is_never_taken_out_of_the_accumulator() {
    let snap = Snap { display: TickRate::hz(100).unwrap(), tolerance: ms(20) };
    let mut step = hundred(FixedStepConfig { snap: Some(snap), ..Default::default() });
    step.snap_remainder = ms(-9); // as a save may have it
    let frame = step.advance(Span::ZERO);
    assert_eq!((frame.ticks, step.leftover(), step.snap_remainder()), (0, Span::ZERO, ms(-9)));
}

#[test]
fn alpha_stays_below_one_where_floats_cannot_tell() {
    let rate = TickRate::new(1, u32::MAX).unwrap();
    let mut step = FixedStep::new(rate);
    let frame = step.advance(rate.span_of(1) - Span::FLICK);
    assert_eq!(frame.ticks, 0);
    assert!(frame.alpha() < 1.0);
}

#[test]
fn a_debt_of_centuries_is_cut_and_reported() {
    let config = FixedStepConfig { max_ticks: 1, catch_up: carry(Span::MAX), ..Default::default() };
    for tenth in 0..10 {
        let mut step = FixedStep::with_config(TickRate::hz(1).unwrap(), config).unwrap();
        let long = Span::MAX - ms(100) * tenth; // so that each phase of a tick is left over in turn
        step.advance(Span::MAX);
        step.advance(long);
        assert_eq!(step.tick(), Tick::new(2));
        let all = [Span::from_secs(2), step.leftover(), step.dropped()]
            .map(|span| i128::from(span.flicks()));
        assert_eq!(all.iter().sum::<i128>(), i128::from(i64::MAX) + i128::from(long.flicks()));
    }
}

#[test]
fn rules_that_contradict_themselves_are_refused() {
    let refused = |config| FixedStep::with_config(TickRate::HZ_60, config).unwrap_err();
    let config = FixedStepConfig::default();
    let crossed = FixedStepConfig { min_frame: ms(2), max_frame: ms(1), ..config };
    assert_eq!(refused(crossed), TimeError::FrameLimits { min: ms(2), max: ms(1) });
    let negative = FixedStepConfig { min_frame: ms(-1), ..config };
    assert_eq!(refused(negative), TimeError::FrameLimits { min: ms(-1), max: Span::MAX });
    let debt = FixedStepConfig { catch_up: carry(ms(-1)), ..config };
    assert_eq!(refused(debt), TimeError::NegativeDebt { max_debt: ms(-1) });
    let snap = FixedStepConfig {
        snap: Some(Snap { display: TickRate::HZ_60, tolerance: ms(-1) }),
        ..config
    };
    assert_eq!(refused(snap), TimeError::NegativeTolerance { tolerance: ms(-1) });
}

#[cfg(feature = "serde")]
#[test]
fn a_tampered_save_is_refused() {
    let mut step = FixedStep::new(TickRate::NTSC_60);
    step.frame_at(Time::ZERO);
    step.frame_at(Time::from_millis(123));
    let saved = serde_json::to_value(step).unwrap();
    assert_eq!(serde_json::from_value::<FixedStep>(saved.clone()).unwrap(), step);
    for (field, bad) in [
        ("owed", "{\"flicks\":-1,\"parts\":0}"),
        ("owed", "{\"flicks\":1,\"parts\":60000}"),
        ("snap_remainder", "1"),
    ] {
        let mut tampered = saved.clone();
        tampered[field] = serde_json::from_str(bad).unwrap();
        assert!(serde_json::from_value::<FixedStep>(tampered).is_err(), "{field}: {bad}");
    }
}

fn any_rate() -> impl Strategy<Value = TickRate> {
    prop_oneof![
        (1u32..300, 1u32..=1001),
        (1u32.., 1u32..),
        (705_599_999u32..=705_600_000, 1u32..=1)
    ]
    .prop_filter_map("too high", |(num, den)| TickRate::new(num, den).ok())
}

fn any_rules() -> impl Strategy<Value = FixedStepConfig> {
    let catch_up = prop_oneof![
        Just(CatchUp::Drop),
        Just(CatchUp::Reset),
        (0..=i64::MAX).prop_map(|d| carry(flicks(d)))
    ];
    let snap = proptest::option::of((any_rate(), 0i64..1 << 30))
        .prop_map(|snap| snap.map(|(display, t)| Snap { display, tolerance: flicks(t) }));
    (1u32..40, catch_up, 0i64..1 << 24, 1i64 << 24..=i64::MAX, snap).prop_map(
        |(max, catch_up, shortest, longest, snap)| FixedStepConfig {
            max_ticks: max,
            catch_up,
            min_frame: flicks(shortest),
            max_frame: flicks(longest),
            snap,
        },
    )
}

proptest! {
    /// The passed time equals the sum of the time that ran, is left, was dropped and is the snap remainder, to the last
    /// part of a flick.
    #[test]
    fn nothing_is_lost(rate in any_rate(), config in any_rules(), frames in proptest::collection::vec(0i64..1 << 40, 0..20)) {
        let mut step = FixedStep::with_config(rate, config).unwrap();
        let (mut came, mut run, mut dropped) = (0i128, 0i128, Span::ZERO);
        for frame in frames {
            let seen = step.advance(flicks(frame));
            came += i128::from((flicks(frame) + seen.added).flicks());
            run += i128::from(seen.ticks);
            dropped += seen.dropped;
            prop_assert!(seen.ticks <= config.max_ticks);
            prop_assert!((0.0..1.0).contains(&seen.alpha()));
            prop_assert!(step.snap_remainder().abs() <= config.snap.map_or(Span::ZERO, |s| s.tolerance));
        }
        prop_assert_eq!(dropped, step.dropped());
        let settled = (came - i128::from(step.snap_remainder().flicks())) * i128::from(rate.num());
        let accounted = run * i128::from(rate.step_parts()) + step.owed_parts() + step.dropped.parts(rate);
        prop_assert_eq!(accounted, settled);
    }
}

#[test]
fn frame_limits_may_meet_but_not_cross() {
    let limits = |min_frame, max_frame| {
        let config = FixedStepConfig { min_frame, max_frame, ..FixedStepConfig::default() };
        FixedStep::with_config(TickRate::HZ_60, config)
    };
    let (mut long, mut short) = (limits(ms(5), ms(5)).unwrap(), limits(ms(5), ms(5)).unwrap());
    assert_eq!(long.advance(ms(40)).alpha(), short.advance(ms(5)).alpha());
    let error = limits(ms(5), ms(5) - Span::FLICK).unwrap_err();
    assert_eq!(error, TimeError::FrameLimits { min: ms(5), max: ms(5) - Span::FLICK });
}
