//! Building and sampling at the limits of `i64`: refused or correct, and never a panic.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::stepped::Stepped;
use crate::{
    clip::{CueKind, Flipbook, Window},
    playback::{ContentEvents, EventBuffer, Play, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{
        Fraction, Item, Position, Stagger, Timeline, TimelineBuilder, TimelineErrorKind, call, cue,
        flipbook, nest, pause_here, to, wait,
    },
};

const FLICKS: [i64; 12] = [
    i64::MIN,
    i64::MIN + 1,
    -(1 << 62),
    -1,
    0,
    1,
    7,
    1 << 31,
    1 << 62,
    i64::MAX - 2,
    i64::MAX - 1,
    i64::MAX,
];

fn span() -> impl Strategy<Value = Span> {
    prop::sample::select(FLICKS.to_vec()).prop_map(Span::from_flicks)
}

fn speed() -> impl Strategy<Value = Speed> {
    let nums = prop::sample::select(alloc::vec![1_i64, 1, 1, 3, 1 << 30, 1 << 31, i64::MAX, -1]);
    let dens = prop::sample::select(alloc::vec![1_u64, 1, 1, 7, 1 << 30, 1 << 31, u64::MAX]);
    (nums, dens).prop_map(|(num, den)| Speed::new(num, den).unwrap())
}

fn position() -> impl Strategy<Value = Position> {
    let anchor = prop_oneof![
        Just(Position::end()),
        Just(Position::previous_start()),
        Just(Position::previous_end()),
        span().prop_map(Position::time),
    ];
    let share =
        || prop::sample::select(alloc::vec![Fraction::percent(50), Fraction::percent(i64::MAX)]);
    (anchor, span(), share(), 0..5_u8).prop_map(|(anchor, offset, share, how)| match how {
        0 => anchor.plus(offset),
        1 => anchor.plus_of_previous(share),
        2 => anchor.plus_of_own(share),
        _ => anchor,
    })
}

fn item() -> impl Strategy<Value = Item<u8>> {
    let what = prop_oneof![
        3 => span().prop_map(|length| to(0, 1.0).duration(length)),
        2 => span().prop_map(wait),
        1 => Just(to(1, 1.0)),
        1 => Just(call(1)),
        1 => Just(cue(CueKind::State, "cue")),
        1 => Just(pause_here()),
        1 => Just(flipbook(2, Flipbook::equal(3, Span::from_flicks(2)).unwrap())),
    ];
    let inner = what.prop_recursive(2, 8, 3, |inner| {
        (timed(inner), span(), any::<bool>()).prop_map(|(items, each, staggered)| {
            if staggered {
                return Stagger::each(each).over(items.into_iter().map(|(_, item)| item));
            }
            nest(put(TimelineBuilder::new("").tween_duration(each), items))
        })
    });
    timed(inner)
        .prop_map(|items| nest(put(TimelineBuilder::new("").start(0, 0.0).start(1, 0.0), items)))
}

type Put = (Position, Item<u8>);

fn put(builder: TimelineBuilder<u8>, items: Vec<Put>) -> TimelineBuilder<u8> {
    items.into_iter().fold(builder, |builder, (position, item)| builder.put(position, item))
}

fn timed(item: impl Strategy<Value = Item<u8>>) -> impl Strategy<Value = Vec<Put>> {
    let passes = prop::sample::select(alloc::vec![1_u64, 1, 1, 2, 3, u64::MAX - 1, u64::MAX]);
    let one = (item, position(), passes, span(), span(), speed(), 0..8_u8).prop_map(
        |(item, position, passes, gap, delay, speed, how)| {
            let item = if how & 1 == 0 { item } else { item.delayed(delay) };
            if item.clone().times(2).setting_without_effect().is_some() {
                return (position, item); // without a duration
            }
            let item = if how & 2 == 0 { item } else { item.times(passes).gap(gap).ping_pong() };
            (position, if how & 4 == 0 { item } else { item.speed(speed) })
        },
    );
    prop::collection::vec(one, 1..4)
}

/// Samples everything at a time, and plays from there.
fn ask(timeline: &Timeline<u8>, at: Span, other: Span) {
    let _ = timeline.sample_all(at).count();
    let mut events = ContentEvents::default();
    timeline.events(Window::forward(at, other).with_start(), &mut events);
    timeline.events(Window::backward(at, other), &mut events);
    let play =
        Play { repeat: Repeat::Times(3), repeat_mode: RepeatMode::PingPong, ..Play::default() };
    for play in [Play::default(), play] {
        let mut events = EventBuffer::default();
        if let Ok(mut playing) = Stepped::new(timeline, Time::ZERO, &play) {
            playing.advance(at, timeline, &mut events);
            playing.seek(other, SeekPolicy::All, timeline, &mut events);
            playing.advance(other, timeline, &mut events);
            let _ = playing.finish(timeline, &mut events);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_at_the_ends_of_time(item in item(), at in span(), other in span()) {
        let Ok(timeline) = item.build() else { return Ok(()) };
        prop_assert!(timeline.duration().is_none_or(|duration| duration >= Span::ZERO));
        for number in 0..timeline.len() {
            let id = super::super::ItemId::new(u32::try_from(number).unwrap());
            let lies = timeline.arrangement(id).unwrap();
            prop_assert!(lies.start >= Span::ZERO, "{:?}", lies);
            prop_assert!(lies.end.is_none_or(|end| end >= lies.start), "{:?}", lies);
        }
        ask(&timeline, at, other);
    }
}

#[test]
fn more_passes_than_time_holds_are_refused() {
    let long = || to(0, 1.0).duration(Span::MAX - Span::from_flicks(1));
    let item = long().times(u64::MAX).gap(Span::MAX);
    let build = |item: Item<u8>| TimelineBuilder::new("").start(0, 0.0).then(item).build();
    assert_eq!(build(item).unwrap_err().kind, TimelineErrorKind::Overflow);
    let brief = to(0, 1.0).duration(Span::from_flicks(1)).times(u64::MAX);
    assert_eq!(build(brief).unwrap_err().kind, TimelineErrorKind::Overflow);
}

#[test]
fn a_negative_default_duration_is_refused() {
    let below = Span::from_flicks(-1);
    let builder = TimelineBuilder::new("").start(0, 0.0).tween_duration(below).then(to(0, 1.0));
    let wanted = TimelineErrorKind::NegativeDuration { duration: below };
    assert_eq!(builder.build().unwrap_err().kind, wanted);
}
