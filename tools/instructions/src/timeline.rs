//! Loops of a timeline of ten thousand items, of which 21 are active at any time.

use std::hint::black_box;

use cueline::{
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    time::{Span, Time},
    timeline::{Conflict, Timeline, TimelineBuilder, TimelineValues, from_to, to},
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

pub(super) fn active() -> Box<dyn FnMut()> {
    let timeline = timeline();
    Box::new(move || {
        for round in 0..ROUNDS {
            timeline.for_each_active(somewhere(round), |active| {
                black_box(active);
            });
        }
    })
}

/// One tween after the other, each of a property of its own.
fn sequence() -> Timeline<u32> {
    let builder = TimelineBuilder::new("sequence").tween_duration(Span::from_millis(10));
    let tweens = (0..N).map(|i| from_to(i, 0.0_f32, i as f32));
    tweens.fold(builder, TimelineBuilder::then).build().expect("it is sound")
}

pub(super) fn moving() -> Box<dyn FnMut()> {
    let board = TimelineValues::<f32>::new(&sequence());
    Box::new(move || {
        for round in 0..ROUNDS {
            board.moving(somewhere(round), |place, value| {
                black_box((place, value));
            });
        }
    })
}

pub(super) fn changes() -> Box<dyn FnMut()> {
    let board = TimelineValues::<f32>::new(&sequence());
    let mut row = vec![0.0; N as usize];
    Box::new(move || {
        for round in 0..ROUNDS {
            board.changes(somewhere(round), somewhere(round + 1), |first, new| {
                black_box(&mut row[first..][..new.len()]).copy_from_slice(new);
            });
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
