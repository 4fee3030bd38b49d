//! Durations below zero: one rule over the table of the calls. What returns a `Result`, at once or from its `build`, refuses
//! them; elsewhere they count as zero.

use std::{error::Error, fmt::Debug, time::Duration};

use cueline::{
    clip::Typing,
    digest::{Digest, digest},
    motion::MotionPreference,
    playback::Weight,
    prelude::*,
    sequencer::Timing,
    time::{CatchUp, FixedStepConfig, Snap},
    timeline::{Item, from_to, wait},
};

const BELOW: Span = Span::from_millis(-300);

type Said = Result<(), Box<dyn Error>>;

fn walk() -> Clip {
    ClipBuilder::new("walk").duration(ms(400)).build().unwrap()
}

fn clips() -> Clips {
    let mut clips = Clips::new();
    clips.add(walk()).unwrap();
    clips.add(ClipBuilder::new("run").duration(ms(300)).build().unwrap()).unwrap();
    clips
}

fn player() -> (Player, Clips, PlaybackHandle) {
    let (clips, mut player) = (clips(), Player::new());
    let walk = player.play(&clips, "walk", Repeat::Forever).unwrap();
    player.advance(ms(100), &clips);
    (player, clips, walk)
}

/// A call of a player is refused and changes nothing.
fn refused_by_player(call: impl FnOnce(&mut Player, &Clips, PlaybackHandle) -> Said) -> Said {
    let (mut player, clips, walk) = player();
    let before = digest(&player);
    let said = call(&mut player, &clips, walk);
    assert_eq!(digest(&player), before);
    said
}

fn fixed_step(config: FixedStepConfig) -> Said {
    Ok(FixedStep::with_config(TickRate::HZ_60, config).map(drop)?)
}

fn built(item: Item<&'static str>) -> Said {
    Ok(TimelineBuilder::new("card").then(item).build().map(drop)?)
}

#[test]
fn what_can_refuse_a_duration_below_zero_refuses_it() {
    let fading = Play { fade_in: BELOW, ..Play::default() };
    let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    let config = FixedStepConfig::default();
    let table: [(&str, Said); 17] = [
        ("item", built(from_to("x", 0.0, 8.0).duration(BELOW))),
        ("gap", built(move_x().times(2).gap(BELOW))),
        ("wait", built(wait(BELOW))),
        ("clip", ClipBuilder::new("hop").duration(BELOW).build().map(drop).map_err(Into::into)),
        ("frames", Flipbook::equal(2, BELOW).map(drop).map_err(Into::into)),
        ("frame", Flipbook::each([ms(60), BELOW]).map(drop).map_err(Into::into)),
        ("pace", Typing::new("Hm", |_, _| BELOW).map(drop).map_err(Into::into)),
        ("row", Playing::new(&walk(), Time::ZERO, &fading).map(drop).map_err(Into::into)),
        (
            "play",
            refused_by_player(|player, clips, _| {
                Ok(player.play(clips, "run", fading).map(drop)?)
            }),
        ),
        (
            "fade_to",
            refused_by_player(|player, _, walk| Ok(player.fade_to(walk, Weight::ZERO, BELOW)?)),
        ),
        ("fade_out", refused_by_player(|player, _, walk| Ok(player.fade_out(walk, BELOW)?))),
        (
            "crossfade",
            refused_by_player(|player, clips, walk| {
                Ok(player.crossfade(walk, clips, "run", Repeat::Once, BELOW).map(drop)?)
            }),
        ),
        ("queue", {
            let mut queue = Sequencer::<u8>::new();
            queue.advance(BELOW, |_, _| ()).map_err(Into::into)
        }),
        ("shortest frame", fixed_step(FixedStepConfig { min_frame: BELOW, ..config })),
        (
            "debt",
            fixed_step(FixedStepConfig { catch_up: CatchUp::Carry { max_debt: BELOW }, ..config }),
        ),
        (
            "tolerance",
            fixed_step(FixedStepConfig {
                snap: Some(Snap { display: TickRate::HZ_60, tolerance: BELOW }),
                ..config
            }),
        ),
        ("Duration", Duration::try_from(BELOW).map(drop).map_err(Into::into)),
    ];
    for (name, said) in table {
        let said = said.expect_err(name).to_string();
        assert!(
            ["-300", "-0.3", "negative"].iter().any(|what| said.contains(what)),
            "{name}: {said}"
        );
    }
}

/// Asserts that a call with a duration below zero does what it does with zero.
fn counts_as_zero<S: Digest + Debug>(
    name: &str,
    start: impl Fn() -> S,
    call: impl Fn(&mut S, Span),
) {
    let [below, zero] = [BELOW, Span::ZERO].map(|span| {
        let mut it = start();
        call(&mut it, span);
        it
    });
    assert_eq!(digest(&below), digest(&zero), "{name}: {below:?}");
    assert_ne!(digest(&below), digest(&start()), "{name} does nothing");
}

#[test]
fn elsewhere_a_duration_below_zero_counts_as_zero() {
    type Queues = fn(&mut Sequencer<u8>, Timing);
    let ways: [(&str, Queues); 8] = [
        ("enqueue", |queue, timing| drop_id(queue.enqueue(timing, 1))),
        ("concurrently", |queue, timing| drop_id(queue.concurrently(timing, 1))),
        ("background", |queue, timing| drop_id(queue.background(timing, 1))),
        ("blocking", |queue, timing| drop_id(queue.blocking(timing, 1))),
        ("non_blocking", |queue, timing| drop_id(queue.non_blocking(timing, 1))),
        ("now", |queue, timing| drop_id(queue.now(timing, 1))),
        ("after", |queue, timing| {
            let first = queue.enqueue(ms(100), 0);
            drop_id(queue.after(first, timing, 1));
        }),
        ("decorative", |queue, timing| {
            let span = timing.duration.fixed().unwrap_or(Span::ZERO);
            drop_id(queue.enqueue(span.decorative().delayed(timing.delay), 1));
        }),
    ];
    for (name, queues) in ways {
        let new = Sequencer::<u8>::new;
        counts_as_zero(name, new, |queue, span| queues(queue, span.into()));
        counts_as_zero(name, new, |queue, span| queues(queue, ms(100).delayed(span)));
        counts_as_zero(name, new, |queue, span| queues(queue, EntryDuration::Open.delayed(span)));
    }

    let moving = || Moving::at(1.0_f32);
    let now = Time::from_millis(50);
    counts_as_zero("tween_to", moving, |x, span| {
        drop_bool(x.tween_to(now, 8.0, span, Easing::Linear))
    });
    counts_as_zero("glide_to", moving, |x, span| drop_bool(x.glide_to(now, 8.0, span)));
    counts_as_zero("tween_after", moving, |x, span| {
        drop_bool(x.tween_after(now, span, 8.0, ms(90), Easing::Linear))
    });
    counts_as_zero("glide_after", moving, |x, span| {
        drop_bool(x.glide_after(now, span, 8.0, ms(90)))
    });
    let smooth = Spring::smooth(ms(300));
    counts_as_zero("spring_after", moving, |x, span| {
        drop_bool(x.spring_after(now, span, 8.0, smooth))
    });
    counts_as_zero("spring", moving, |x, span| {
        drop_bool(x.spring_to(now, 8.0, Spring::smooth(span)))
    });
    counts_as_zero("then_tween_to", moving, |x, span| {
        drop_bool(x.then_tween_to(now, 8.0, span, Easing::Linear))
    });
    counts_as_zero("then_tween_after", moving, |x, span| {
        drop_bool(x.then_tween_after(now, span, 8.0, ms(90), Easing::Linear));
    });

    let row = || Playing::new(&walk(), Time::ZERO, &Play::default()).unwrap();
    counts_as_zero("Playing::fade_to", row, |row, span| row.fade_to(now, Weight::ZERO, span));
    counts_as_zero("Playing::fade_out", row, |row, span| row.fade_out(now, span));
}

#[test]
fn a_decorative_motion_of_less_than_no_time_is_drawn_as_one_of_no_time() {
    for motion in [MotionPreference::Reduced, MotionPreference::None] {
        for elapsed in [ms(-40), ms(0), ms(40)] {
            assert_eq!(motion.shown(elapsed, Some(BELOW)), motion.shown(elapsed, Some(Span::ZERO)));
        }
    }
}

fn drop_id(_: EntryId) {}

fn drop_bool(started: bool) {
    assert!(started);
}

/// A place is no duration.
#[test]
fn an_item_below_zero_lets_its_timeline_start_earlier() {
    let item = |key| from_to(key, 0.0, 8.0).duration(ms(400));
    let scene = TimelineBuilder::new("card").then(item("x")).at(BELOW, item("y")).build().unwrap();
    assert_eq!(scene.duration(), Some(ms(700)));
    assert_eq!((scene.sample(&"y", ms(100)), scene.sample(&"x", ms(500))), (Ok(2.0), Ok(4.0)));
}
