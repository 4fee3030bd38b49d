//! Loops of a timeline of ten thousand items, of which 21 are active at any time.

use std::hint::black_box;

use cueline::{
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    time::{Span, Time},
    timeline::{Conflict, Timeline, TimelineBuilder, to},
};

const N: u32 = 10_000;
const LANES: u32 = 100;
const ROUNDS: u32 = 1000;

fn timeline() -> Timeline<u32> {
    let mut builder = TimelineBuilder::new("loop").on_conflict(Conflict::Replace);
    for lane in 0..LANES {
        builder = builder.start(lane, 0.0_f32);
    }
    for i in 0..N {
        let tween = to(i % LANES, i as f32).duration(Span::from_millis(200));
        builder = builder.at(Span::from_millis(i64::from(i) * 10), tween);
    }
    builder.build().expect("it is sound")
}

/// Somewhere else each time.
fn somewhere(round: u32) -> Span {
    Span::from_millis(i64::from(round) * 61_803 % 100_000)
}

pub(super) fn build() -> Box<dyn FnMut()> {
    Box::new(|| {
        black_box(timeline());
    })
}

pub(super) fn sample() -> Box<dyn FnMut()> {
    let timeline = timeline();
    Box::new(move || {
        for round in 0..ROUNDS {
            let lane = round % LANES;
            black_box(timeline.sample::<f32>(&lane, somewhere(round)).expect("that property"));
        }
    })
}

pub(super) fn seek() -> Box<dyn FnMut()> {
    let (timeline, mut buffer) = (timeline(), EventBuffer::default());
    let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    Box::new(move || {
        for round in 0..ROUNDS {
            playing.seek(
                Time::ZERO,
                somewhere(round),
                SeekPolicy::Silent,
                &timeline,
                black_box(&mut buffer),
            );
        }
    })
}

pub(super) fn step() -> Box<dyn FnMut()> {
    let (timeline, mut buffer) = (timeline(), EventBuffer::default());
    let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    let mut now = Time::ZERO;
    Box::new(move || {
        for _ in 0..ROUNDS {
            now += Span::from_millis(10);
            playing.step(now, &timeline, black_box(&mut buffer));
        }
    })
}
