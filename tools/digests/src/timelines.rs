//! Random timelines: tweens that meet, clips, flipbooks, staggers, one inside the other;
//! asked at any time and played under commands.

use cueline::{
    clip::{CueKind, Window},
    playback::{ContentEvents, EventBuffer, Play, Playing, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{
        Axis, Conflict, Fraction, Item, Origin, Position, Stagger, Timeline, TimelineBuilder, call,
        clip, cue, flipbook, from, from_to, nest, pause_here, set, to,
    },
    value::{Color, Quat, Vec3},
};

use crate::{Dice, Played, Tape, clips, clocks::speed, flipbooks};

/// A property: its kind and whose it is. Of one target each kind is a property of its own.
type Key = (u8, u8);

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(13);
    for _ in 0..60 {
        tape.scenario();
        let builder = builder(&mut dice, 0)?;
        let timeline = if dice.chance(1, 3) {
            nest(builder).times(1 + u64::from(dice.below(3))).ping_pong().build()
        } else {
            builder.build()
        };
        // What meets where it must not is refused, on every machine the same.
        tape.accepted(&timeline);
        if let Ok(timeline) = timeline {
            asked(tape, &timeline, &mut dice);
            played(tape, &timeline, &mut dice);
        }
    }
    tape.scenario();
    for _ in 0..80 {
        tape.put(&*stagger(&mut dice).delays(dice.below(30)));
    }
    Ok(())
}

fn builder(
    dice: &mut Dice,
    depth: u8,
) -> Result<TimelineBuilder<Key>, Box<dyn core::error::Error>> {
    let mut builder = TimelineBuilder::new(format!("depth {depth}"))
        .start((0, 0), 0.25_f64)
        .start((1, 0), Vec3::new(1.0_f32, 2.0, 3.0))
        .start((2, 0), Quat::<f32>::default())
        .start((3, 0), Color::default())
        .tween_duration(dice.millis(50, 400))
        .tween_easing(clips::easing(dice))
        .on_conflict(dice.pick(&[Conflict::Replace, Conflict::Blend, Conflict::Queue]));
    for who in 1..5 {
        builder = builder.start((0, who), f64::from(who) / 8.0);
    }
    for number in 0..4 + dice.below(8) {
        let item = item(dice, depth)?;
        builder = match dice.below(9) {
            0 => builder.with(item),
            1 => builder.at(dice.millis(0, 900), item),
            2 => builder.put(Position::end().plus(dice.millis(0, 200) * -1), item),
            3 => {
                let fraction = Fraction::new(i64::from(dice.below(7)), 6)?;
                builder.put(Position::previous_start().plus_of_previous(fraction), item)
            }
            4 => builder.label(format!("label {number}")).then(item),
            5 => builder.background(item),
            6 => {
                let items = (0..dice.below(5)).map(|who| {
                    to((0, u8::try_from(who).unwrap_or(0)), f64::from(who))
                        .duration(Span::from_millis(90))
                });
                let items: Vec<_> = items.collect();
                builder.staggered(&stagger(dice), items)
            }
            _ => builder.then(item),
        };
    }
    Ok(builder)
}

fn item(dice: &mut Dice, depth: u8) -> Result<Item<Key>, Box<dyn core::error::Error>> {
    let what = dice.below(if depth < 2 { 13 } else { 12 });
    let item = match what {
        0 => to((0, 0), dice.number(-9.0, 9.0)),
        1 => from((0, 0), dice.number(-9.0, 9.0)),
        2 => from_to((0, 0), dice.number(-9.0, 9.0), dice.number(-9.0, 9.0)),
        3 => to((1, 0), Vec3::<f32>::from(dice.scalars(-9.0, 9.0))).keeping_velocity(),
        4 => to((2, 0), Quat::<f32>::from(dice.scalars(-1.0, 1.0)).normalized()),
        5 => to((3, 0), Color::from(dice.scalars(0.0, 1.0))).and(to((0, 1), dice.number(0.0, 1.0))),
        6 => to((2, 0), Quat::<f32>::from(dice.scalars(-1.0, 1.0)).normalized()).keeping_velocity(),
        7 => set((0, 0), dice.number(-1.0, 1.0)),
        8 => clip(clips::random(dice, "inside")?, |path| (4, path.as_bytes()[0])),
        9 => flipbook((5, 0), flipbooks::random(dice)?.times(1)?),
        10 => cue(dice.pick(&[CueKind::State, CueKind::Effect]), "cue"),
        11 if dice.chance(1, 2) => call(7),
        11 => pause_here(),
        _ => nest(builder(dice, depth + 1)?),
    };
    let item = if dice.chance(1, 3) { item.delayed(dice.millis(0, 60)) } else { item };
    // Settings that mean nothing to an item are refused.
    let easing = if dice.chance(1, 4) { Some(clips::easing(dice)) } else { None };
    let item = match easing {
        Some(easing) if what < 8 => item.eased(easing),
        _ => item,
    };
    let is_slow = dice.chance(1, 4) && !matches!(what, 10 | 11);
    let item = if is_slow { item.speed(Speed::new(2, 3)?) } else { item };
    if matches!(what, 7 | 10 | 11) {
        return Ok(item); // takes no time, so it cannot be repeated
    }
    Ok(match dice.below(6) {
        0 => item.times(3).gap(dice.millis(0, 40)),
        1 => item.times(2).ping_pong(),
        _ => item,
    })
}

fn stagger(dice: &mut Dice) -> Stagger {
    let amount = dice.millis(0, 300);
    let stagger = if dice.chance(1, 2) { Stagger::each(amount) } else { Stagger::total(amount) };
    let origins = [
        Origin::Start,
        Origin::Center,
        Origin::Edges,
        Origin::End,
        Origin::Index(dice.below(9)),
        Origin::Random(dice.roll()),
    ];
    let stagger = stagger.from(dice.pick(&origins)).eased(clips::easing(dice));
    if dice.chance(1, 2) {
        stagger.grid(1 + dice.below(6), dice.pick(&[None, Some(Axis::X), Some(Axis::Y)]))
    } else {
        stagger
    }
}

fn asked(tape: &mut Tape, timeline: &Timeline<Key>, dice: &mut Dice) {
    tape.put((timeline.duration(), timeline.len(), timeline.is_one_way()));
    let whole = timeline.duration().map_or(5_000, |length| length.millis() + 100);
    let whole = u32::try_from(whole).unwrap_or(5_000);
    let mut crossings = ContentEvents::default();
    for _ in 0..40 {
        let [at, to] = [dice.millis(0, whole), dice.millis(0, whole)];
        for (key, value) in timeline.sample_all(at) {
            tape.hash(key);
            tape.put(value);
        }
        for window in [Window::forward(at, to), Window::backward(at, to)] {
            timeline.events(window, &mut crossings);
            tape.hash(&*crossings);
        }
    }
}

fn played(tape: &mut Tape, timeline: &Timeline<Key>, dice: &mut Dice) {
    let play = Play {
        speed: speed(dice),
        repeat: dice.pick(&[Repeat::Once, Repeat::Times(3), Repeat::Forever]),
        repeat_mode: dice.pick(&[RepeatMode::Restart, RepeatMode::PingPong]),
        delay: dice.millis(0, 50),
        ..Play::default()
    };
    let playing = Playing::new(timeline, Time::ZERO, &play);
    tape.accepted(&playing);
    let Ok(mut playing) = playing else { return };
    let (mut buffer, mut now) = (EventBuffer::default(), Time::ZERO);
    for _ in 0..50 {
        match dice.below(12) {
            0 => playing.pause(now),
            1..=3 => playing.resume(now),
            4 => tape.accepted(&playing.set_speed(now, speed(dice))),
            5 => {
                let policy = dice.pick(&[SeekPolicy::Silent, SeekPolicy::State, SeekPolicy::All]);
                tape.hash(playing.seek(now, dice.millis(0, 2000), policy, timeline, &mut buffer));
            }
            6 if dice.chance(1, 5) => {
                let finished = playing.finish(now, timeline, &mut buffer).map(<[_]>::to_vec);
                tape.hash(&finished.ok());
            }
            7 if dice.chance(1, 3) => playing.restart(now),
            _ => {}
        }
        now += dice.flicks(0, 120_000_000);
        tape.hash(playing.step(now, timeline, &mut buffer));
        let at = playing.at(now).local;
        tape.put((now, at, playing.is_over(), playing.is_held()));
        for (_, value) in timeline.sample_all(at) {
            tape.put(value);
        }
    }
}
