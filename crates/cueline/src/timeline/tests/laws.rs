//! The laws of timelines, on random trees, compared with the naive model.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::model::{FRAMES, ModelEvent, ModelItem, NUMBERS, everything, model_items, text, value};
use super::stepped::Stepped;
use crate::{
    clip::{Value, Window},
    event::{Direction, Event},
    playback::{ContentEvents, EventBuffer, Play, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{ItemId, Timeline},
};

fn build(model_item: &ModelItem) -> Timeline<u8> {
    model_item.item().build().unwrap()
}

fn flicks(at: i64) -> Span {
    Span::from_flicks(at)
}

/// All events of windows that end at each of `cuts`.
fn in_windows(timeline: &Timeline<u8>, cuts: &[i64], travel: Direction) -> Vec<ModelEvent> {
    let mut crossings = ContentEvents::default();
    let mut reported = Vec::new();
    for (step, pair) in cuts.windows(2).enumerate() {
        let (from, to) = (flicks(pair[0]), flicks(pair[1]));
        let window = match travel {
            Direction::Forward => Window::forward(from, to),
            Direction::Backward => Window::backward(from, to),
        };
        timeline.events(if step == 0 { window.with_start() } else { window }, &mut crossings);
        reported.extend(crossings.iter().map(|one| ModelEvent {
            at: one.at.flicks(),
            item: one.item.number(),
            kind: one.kind,
            direction: one.direction,
            pass: one.pass,
            is_state: one.is_state,
            is_pause: false, // not compared
        }));
    }
    reported
}

fn cuts(end: i64, thousandths: &[i64], travel: Direction) -> Vec<i64> {
    let mut cuts: Vec<i64> = thousandths.iter().map(|share| end * share / 1000).collect();
    cuts.extend([0, end]);
    cuts.sort_unstable();
    cuts.dedup();
    if travel == Direction::Backward {
        cuts.reverse();
    }
    if cuts.len() == 1 {
        cuts.push(end);
    }
    cuts
}

fn steps(
    playing: &mut Stepped,
    timeline: &Timeline<u8>,
    lengths: impl IntoIterator<Item = i64>,
) -> Vec<Event<ItemId>> {
    let mut reported = EventBuffer::default();
    let mut all = Vec::new();
    for length in lengths {
        all.extend_from_slice(playing.advance(flicks(length), timeline, &mut reported));
    }
    all
}

/// Events without the fields that depend on the steps.
fn plain(events: Vec<Event<ItemId>>) -> Vec<Event<ItemId>> {
    events.into_iter().map(|event| Event { lateness: Span::ZERO, ..event }).collect()
}

proptest! {
    #[test]
    fn values_equal_the_model(model_item in model_items()) {
        let timeline = build(&model_item);
        prop_assert_eq!(timeline.duration(), Some(flicks(model_item.end())));
        for key in 0..NUMBERS + FRAMES {
            for at in -1..=(model_item.end() + 1).min(300) {
                let ours = timeline.value(&key, flicks(at)).map(|value| match value {
                    Value::F64(number) => number,
                    Value::I32(frame) => f64::from(frame),
                    other => panic!("{other:?}"),
                });
                let model = value(&model_item, key, at);
                let agree = match (&ours, model) {
                    (Ok(ours), Some(model)) => (*ours - model).abs() < 1e-9,
                    (ours, model) => ours.is_err() && model.is_none(),
                };
                prop_assert!(agree, "property {} at {}: {:?}, model {:?}", key, at, ours, model);
            }
        }
    }

    #[test]
    fn exactly_once(model_item in model_items(), shares in prop::collection::vec(0..1000_i64, 0..8)) {
        let timeline = build(&model_item);
        for travel in [Direction::Forward, Direction::Backward] {
            let model = everything(&model_item, travel);
            let ours = in_windows(&timeline, &cuts(model_item.end(), &shares, travel), travel);
            prop_assert_eq!(text(&ours), text(&model), "{:?}", travel);
        }
    }

    #[test]
    fn partition(
        model_item in model_items(),
        lengths in prop::collection::vec(1..40_i64, 1..8),
        speed in prop::sample::select(alloc::vec![(1_i64, 1_u64), (1, 3), (7, 2), (-1, 1), (-2, 3)]),
        repeat in prop::sample::select(alloc::vec![Repeat::Once, Repeat::Times(2), Repeat::Times(3)]),
        repeat_mode in prop::sample::select(alloc::vec![RepeatMode::Restart, RepeatMode::PingPong]),
        range in prop::option::of((0..20_i64, 1..30_i64)),
        delay in 0..5_i64,
    ) {
        let timeline = build(&model_item);
        let play = Play {
            speed: Speed::new(speed.0, speed.1).unwrap(),
            repeat: if model_item.end() == 0 && range.is_none() { Repeat::Once } else { repeat },
            repeat_mode,
            range: range.map(|(from, length)| (flicks(from), flicks(from + length))),
            delay: flicks(delay),
            ..Play::default()
        };
        let start = Stepped::new(&timeline, Time::ZERO, &play).unwrap();
        let (mut many, mut one) = (start, start);
        let many_edges = steps(&mut many, &timeline, lengths.iter().copied());
        let one_edges = steps(&mut one, &timeline, [lengths.iter().sum()]);
        prop_assert_eq!(many, one);
        prop_assert_eq!(plain(many_edges), plain(one_edges));
    }

    #[test]
    fn finish_equals_play(
        model_item in model_items(),
        first in 0..30_i64,
        speed in prop::sample::select(alloc::vec![(1_i64, 1_u64), (1, 3), (7, 2), (-1, 1), (-1, 2), (-2, 3)]),
    ) {
        let timeline = build(&model_item);
        let speed = Speed::new(speed.0, speed.1).unwrap();
        let play = Play { speed, ..Play::default() };
        let mut played = Stepped::new(&timeline, Time::ZERO, &play).unwrap();
        let before = steps(&mut played, &timeline, [first]);
        played.resume(); // it may be at a pause point
        let mut finished = played;
        let mut rest = Vec::new();
        while !played.is_over() {
            rest.extend(steps(&mut played, &timeline, [3 * model_item.end() + 1]));
            played.resume();
        }
        let mut reported = EventBuffer::default();
        let skipped = finished.finish(&timeline, &mut reported).unwrap().to_vec();
        prop_assert_eq!(finished.elapsed(), played.elapsed());
        prop_assert!(finished.is_over() && played.is_over());
        let what = |events: &[Event<ItemId>]| -> Vec<_> {
            events.iter().map(|event| (event.id, event.kind, event.loop_index)).collect()
        };
        if first > 0 && !before.is_empty() && !before.iter().any(|event| event.id == ItemId::WHOLE && event.kind == crate::event::EventKind::End) {
            prop_assert_eq!(what(&skipped), what(&rest));
        }
    }

    #[test]
    fn seeking_there_and_back_reports_the_same_events(model_item in model_items(), share in 0..1000_i64) {
        let timeline = build(&model_item);
        let mut playing = Stepped::new(&timeline, Time::ZERO, &Play::default()).unwrap();
        let goal = flicks(model_item.end() * share / 1000);
        let mut reported = EventBuffer::default();
        let there = playing.seek(goal, SeekPolicy::All, &timeline, &mut reported).len();
        let back = playing.seek(Span::ZERO, SeekPolicy::All, &timeline, &mut reported).len();
        prop_assert_eq!(playing.elapsed(), Span::ZERO);
        if goal == Span::ZERO {
            prop_assert_eq!(back, 0);
        }
        playing.seek(goal, SeekPolicy::Silent, &timeline, &mut reported);
        prop_assert_eq!(playing.elapsed(), goal);
        prop_assert!(there >= 1, "at least the start");
    }

    #[test]
    fn sampling_is_free_of_effects(model_item in model_items(), times in prop::collection::vec(0..200_i64, 1..20)) {
        let timeline = build(&model_item);
        let sample = |at: &i64| timeline.sample_all(flicks(*at)).map(|(_, value)| value).collect::<Vec<_>>();
        let once: Vec<_> = times.iter().map(sample).collect();
        let again: Vec<_> = times.iter().rev().map(sample).collect();
        prop_assert!(once.iter().eq(again.iter().rev()));
    }

    #[test]
    fn nothing_panics(
        model_item in model_items(),
        from: i64,
        to: i64,
        with_start: bool,
        speed: (i64, u64),
        by: i64,
        goal: i64,
    ) {
        let timeline = build(&model_item);
        let mut crossings = ContentEvents::default();
        for window in [Window::forward(flicks(from), flicks(to)), Window::backward(flicks(from), flicks(to))] {
            timeline.events(if with_start { window.with_start() } else { window }, &mut crossings);
        }
        for at in [from, to, by] {
            let _ = timeline.sample_all(flicks(at)).count();
        }
        if let Ok(speed) = Speed::new(speed.0, speed.1) {
            let mut reported = EventBuffer::default();
            let play = Play { speed, ..Play::default() };
            let mut playing = Stepped::new(&timeline, Time::from_flicks(from), &play).unwrap();
            playing.advance(flicks(by), &timeline, &mut reported);
            playing.seek(flicks(goal), SeekPolicy::All, &timeline, &mut reported);
            playing.advance(flicks(to), &timeline, &mut reported);
            let _ = playing.finish(&timeline, &mut reported);
        }
    }
}
