//! The law that nothing panics, for all of time: any numbers, often those at their ends. What is
//! refused changes nothing.

use core::time::Duration;

use cueline::time::{
    CatchUp, Clock, ClockWindow, FixedStep, FixedStepConfig, Snap, Span, Speed, Tick, TickRate,
    Time,
};
use proptest::prelude::*;

/// Numbers at their ends, near them, near zero, and any.
fn number() -> impl Strategy<Value = i64> {
    let ends = vec![i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    prop_oneof![prop::sample::select(ends), -9_i64..9, any::<i64>()]
}

fn count() -> impl Strategy<Value = u32> {
    prop_oneof![prop::sample::select(vec![0, 1, u32::MAX - 1, u32::MAX]), 1_u32..2000, any::<u32>()]
}

fn speed() -> impl Strategy<Value = Speed> {
    let den = prop_oneof![1_u64..9, prop::sample::select(vec![u64::MAX, 1 << 63]), 1_u64..];
    (number(), den).prop_map(|(num, den)| Speed::new(num, den).expect("above zero"))
}

fn rate() -> impl Strategy<Value = TickRate> {
    let one_a_flick = Just((705_600_000, 1));
    prop_oneof![(count(), count()), one_a_flick]
        .prop_filter_map("no rate", |(num, den)| TickRate::new(num, den).ok())
}

fn float() -> impl Strategy<Value = f64> {
    let ends = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, -0.0];
    prop_oneof![prop::sample::select(ends), any::<f64>(), -2.0..2.0_f64]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_panics_in_clocks(
        calls in prop::collection::vec((0_u8..9, number(), speed()), 1..30),
    ) {
        let (mut clock, mut child) = (Clock::new(), Clock::new().with_speed(Speed::REVERSE));
        for (what, number, speed) in calls {
            let span = Span::from_flicks(number);
            let mut window = ClockWindow::default();
            match what {
                0 => clock = Clock::starting_at(Time::from_flicks(number)).with_speed(speed),
                1..=3 => window = clock.advance(span),
                4 => window = clock.step(span),
                5 => clock.set_speed(speed),
                6 => clock.set(Time::from_flicks(number)),
                7 => clock.pause(),
                _ => clock.resume(),
            }
            let _ = (window.is_backward(), window.is_empty(), child.advance(window.span()));
        }
    }

    #[test]
    fn nothing_panics_in_fixed_steps(
        rate in rate(),
        rules in (1_u32.., 0_u8..3, number(), number(), number()),
        snap in prop::option::of((self::rate(), number())),
        calls in prop::collection::vec((any::<bool>(), number()), 1..20),
    ) {
        let (most, catch_up, debt, min, max) = rules;
        let catch_up = match catch_up {
            0 => CatchUp::Drop,
            1 => CatchUp::Reset,
            _ => CatchUp::Carry { max_debt: Span::from_flicks(debt) },
        };
        let rules = FixedStepConfig {
            max_ticks: most,
            catch_up,
            min_frame: Span::from_flicks(min),
            max_frame: Span::from_flicks(max),
            snap: snap.map(|(display, tolerance)| Snap { display, tolerance: Span::from_flicks(tolerance) }),
        };
        let Ok(mut step) = FixedStep::with_config(rate, rules) else { return Ok(()) };
        for (stamp, number) in calls {
            let frame = if stamp {
                step.frame_at(Time::from_flicks(number))
            } else {
                step.advance(Span::from_flicks(number))
            };
            prop_assert!((0.0..1.0).contains(&frame.alpha()));
            prop_assert!(!frame.dropped.is_negative() && !step.leftover().is_negative());
            prop_assert!(frame.ticks <= most);
            let _ = (frame.run().take(9).count(), step.now(), step.snap_remainder(), step.dropped());
        }
    }

    #[test]
    fn nothing_panics_in_numbers_of_time(
        a in number(), b in number(), x in speed(), y in speed(), rate in rate(), nums in (count(), count()),
        f in float(), g in float(), secs: u64, nanos: u32,
    ) {
        let _ = TickRate::new(nums.0, nums.1).map_err(|error| error.to_string());
        let _ = Speed::new(a, u64::from(nums.0)).map_err(|error| error.to_string());
        let (span, other) = (Span::from_flicks(a), Span::from_flicks(b));
        let (time, then) = (Time::from_flicks(a), Time::from_flicks(b));
        let tick = Tick::new(a);
        let _ = (x.checked_mul(y), x.apply(span), x.as_f64(), x.to_string());
        let _ = (rate.time_of(tick), rate.span_of_tick(tick), rate.ticks_in(span), rate.span_of(a));
        let _ = (rate.tick_at(time), rate.as_hz_f64(), rate.to_string());
        let _ = (tick + b, tick - b, tick - Tick::new(b), tick.next());
        let _ = (span + other, span - other, -span, span * b, span.abs(), span.ratio(other));
        let _ = span.checked_div(b);
        let _ = (span.millis(), span.micros(), span.as_secs_f64(), span.frames(rate), span.to_string());
        let _ = (Span::from_millis(a), Span::from_secs(a), Span::from_micros(a), Span::from_frames(a, rate));
        let _ = (Span::from_secs_f64(f), Span::from_millis_f64(g), Span::from_frames_f64(f, rate));
        let _ = Span::from_duration(Duration::new(secs.min(u64::MAX / 2), nanos));
        let _ = (time + span, time - span, time - then, time.to_string());
    }
}
