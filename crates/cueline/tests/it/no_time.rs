//! What is no time: every call that takes a time refuses it, and then nothing has changed. The calls that cannot refuse take
//! a `Span` or a `Duration` alone, so that NaN does not reach them.

use core::time::Duration;

use cueline::{
    clip::{Clips, ContentError},
    digest::{Digest, digest},
    playback::Player,
    sequencer::{AdvanceError, Commands, Enqueue, Handler, Sequencer, Update},
    time::{Clock, FixedStep, FixedStepConfig, Span, TickRate, Time, TimeError, ms, secs},
    value::{Easing, Moving, Spring},
};

/// Seconds that are no time, and what is said of them.
const BAD: [(f64, TimeError); 6] = [
    (f64::NAN, TimeError::NotFinite),
    (-f64::NAN, TimeError::NotFinite),
    (f64::INFINITY, TimeError::NotFinite),
    (f64::NEG_INFINITY, TimeError::NotFinite),
    (1e30, TimeError::OutOfRange),
    (-1e30, TimeError::OutOfRange),
];

struct Silent;
impl Handler<u8> for Silent {
    fn update(&mut self, _: Update<'_, u8>, _: &mut Commands<'_, u8>) {}
}

/// A queue in the middle of an entry.
fn queue() -> Sequencer<u8> {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(300).delayed(ms(20)), 1);
    queue.advance(ms(100), |_, _| ()).unwrap();
    queue
}

/// Asserts that a call refuses each of [`BAD`] as `f64` and as `f32`, and leaves its state as it was.
fn refuses<S: Digest, E: PartialEq + core::fmt::Debug>(
    name: &str,
    state: impl Fn() -> S,
    call: impl Fn(&mut S, Seconds) -> Result<(), E>,
    error: impl Fn(TimeError) -> E,
) {
    for (bad, why) in BAD {
        #[expect(clippy::cast_possible_truncation, reason = "a float that is no time stays none")]
        for seconds in [Seconds::Wide(bad), Seconds::Narrow(bad as f32)] {
            let mut it = state();
            let before = digest(&it);
            assert_eq!(call(&mut it, seconds), Err(error(why)), "{name}: {seconds:?}");
            assert_eq!(digest(&it), before, "{name}: {seconds:?} has changed something");
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Seconds {
    Wide(f64),
    Narrow(f32),
}

/// Calls a method that takes seconds of either width.
macro_rules! either {
    ($seconds:expr, |$by:ident| $call:expr) => {
        match $seconds {
            Seconds::Wide($by) => $call,
            Seconds::Narrow($by) => $call,
        }
    };
}

#[test]
fn seconds_that_are_no_time_are_refused_by_every_call_that_takes_them() {
    let step = AdvanceError::Time;
    refuses("Span::try_from", || (), |(), s| either!(s, |by| Span::try_from(by).map(drop)), |e| e);
    refuses("advance", queue, |queue, s| either!(s, |by| queue.advance(by, |_, _| ())), step);
    refuses(
        "advance_with",
        queue,
        |queue, s| either!(s, |by| queue.advance_with(by, &mut Silent)),
        step,
    );
    type Convert = fn(f64) -> Result<Span, TimeError>;
    let converts: [(&str, Convert); 3] = [
        ("from_secs_f64", Span::from_secs_f64),
        ("from_millis_f64", |ms| Span::from_millis_f64(ms)),
        ("from_frames_f64", |frames| Span::from_frames_f64(frames, TickRate::HZ_60)),
    ];
    for ((name, convert), (bad, why)) in converts.iter().flat_map(|it| BAD.map(|bad| (it, bad))) {
        assert_eq!(convert(bad), Err(why), "{name}: {bad}");
    }
}

/// For numbers in source, where a `const` has no `Result`.
#[test]
fn seconds_in_source_saturate() {
    let right = [Span::ZERO, Span::ZERO, Span::MAX, Span::MIN, Span::MAX, Span::MIN];
    for ((bad, _), right) in BAD.iter().zip(right) {
        assert_eq!(secs(*bad), right, "{bad}");
    }
    assert_eq!(Span::from(Duration::MAX), Span::MAX, "a longer time than any of ours");
}

#[test]
fn a_step_is_the_same_as_a_span_as_a_duration_and_in_seconds() {
    let (span, duration) = (ms(125), Duration::from_millis(125));
    let stepped = |step: &dyn Fn(&mut Sequencer<u8>) -> Result<(), AdvanceError>| {
        let mut queue = queue();
        step(&mut queue).unwrap();
        digest(&queue)
    };
    let right = stepped(&|queue| queue.advance(span, |_, _| ()));
    assert_eq!(stepped(&|queue| queue.advance(duration, |_, _| ())), right);
    assert_eq!(stepped(&|queue| queue.advance(0.125_f32, |_, _| ())), right);
    assert_eq!(stepped(&|queue| queue.advance(0.125, |_, _| ())), right);

    let mut queued = [Sequencer::new(), Sequencer::new()];
    queued[0].enqueue(span, 1);
    queued[1].enqueue(duration, 1);
    assert_eq!(queued[0], queued[1]);

    let mut clocks = [Clock::new(), Clock::new()];
    assert_eq!(clocks[0].advance(span), clocks[1].advance(duration));
    assert_eq!(clocks[0].step(span), clocks[1].step(duration));
    let mut steps = [FixedStep::new(TickRate::HZ_60), FixedStep::new(TickRate::HZ_60)];
    assert_eq!(steps[0].advance(span), steps[1].advance(duration));
    let (mut players, clips) = ([Player::<()>::new(), Player::new()], Clips::new());
    players[0].advance(span, &clips);
    players[1].advance(duration, &clips);
    assert_eq!(players[0].now(), players[1].now());
}

/// Below zero: a queue, which cannot go back, says so; a player and a fixed step stay where they are, and the fixed step
/// reports it; a clock goes back.
#[test]
fn a_step_below_zero_is_refused_reported_or_goes_back() {
    let back = ms(-16);
    let mut queue = queue();
    let before = digest(&queue);
    assert_eq!(queue.advance(back, |_, _| ()), Err(AdvanceError::Backwards { by: back }));
    assert_eq!(queue.advance(-0.016, |_, _| ()), Err(AdvanceError::Backwards { by: back }));
    assert_eq!(
        queue.advance_to(Time::ZERO, |_, _| ()),
        Err(AdvanceError::Backwards { by: ms(-100) })
    );
    assert_eq!(digest(&queue), before);

    let (mut player, clips) = (Player::<()>::new(), Clips::new());
    player.advance(ms(100), &clips);
    assert!(player.advance(back, &clips).is_empty());
    assert_eq!(player.now(), Time::from_millis(100));

    let mut steps = FixedStep::new(TickRate::HZ_60);
    let frame = steps.advance(back);
    assert_eq!((frame.ticks, frame.backwards), (0, ms(16)));

    let mut clock = Clock::new();
    assert_eq!(clock.advance(back).to, Time::ZERO + back);
}

#[test]
fn a_target_that_is_no_number_is_refused_by_every_motion() {
    let (now, spring) = (Time::from_millis(40), Spring::smooth(ms(300)));
    let moving = || {
        let mut moving = Moving::at(0.0);
        moving.tween_to(Time::ZERO, 8.0, ms(300), Easing::LINEAR);
        moving
    };
    type Call<'a> = &'a dyn Fn(&mut Moving<f64>, f64) -> bool;
    let calls: [(&str, Call<'_>); 12] = [
        ("set", &|it, to| it.set(to)),
        ("tween_to", &|it, to| it.tween_to(now, to, ms(300), Easing::LINEAR)),
        ("tween_after", &|it, to| it.tween_after(now, ms(20), to, ms(300), Easing::LINEAR)),
        ("glide_to", &|it, to| it.glide_to(now, to, ms(300))),
        ("glide_after", &|it, to| it.glide_after(now, ms(20), to, ms(300))),
        ("spring_to", &|it, to| it.spring_to(now, to, spring)),
        ("spring_after", &|it, to| it.spring_after(now, ms(20), to, spring)),
        ("stop_at", &|it, to| it.stop_at(now, to, spring)),
        ("throw_to", &|it, to| it.throw_to(now, to, 1.0, spring)),
        ("throw_to at a velocity", &|it, to| it.throw_to(now, 1.0, to, spring)),
        ("then_tween_to", &|it, to| it.then_tween_to(now, to, ms(300), Easing::LINEAR)),
        ("then_spring_to", &|it, to| it.then_spring_to(now, to, spring)),
    ];
    for (name, call) in calls {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut it = moving();
            assert!(!call(&mut it, bad), "{name} takes {bad}");
            assert_eq!(it, moving(), "{name} has changed something");
        }
        assert!(call(&mut moving(), 4.0), "{name}");
    }
}

#[test]
fn a_count_of_zero_is_refused() {
    let walk = cueline::clip::Flipbook::equal(4, ms(60)).unwrap();
    assert_eq!(walk.clone().times(0), Err(ContentError::NoPasses));
    assert_eq!(walk.times(3).unwrap().duration(), Some(ms(720)));
    let config = FixedStepConfig { max_ticks: 0, ..FixedStepConfig::default() };
    assert_eq!(FixedStep::with_config(TickRate::HZ_60, config), Err(TimeError::NoTicks));
    assert_eq!(TimeError::NoTicks.to_string(), "max_ticks is 0 but must be 1 or more");
}
