//! Loops of a timeline of ten thousand items, of which 21 are active at any time.

use std::hint::black_box;

use cueline::{
    playback::{Play, SeekPolicy},
    time::{Span, Time},
    timeline::{Conflict, Playing, Timeline, TimelineDraft, Told, to},
};

const N: u32 = 10_000;
const LANES: u32 = 100;
const ROUNDS: u32 = 1000;

fn timeline() -> Timeline<u32> {
    let mut draft = TimelineDraft::new("loop").on_conflict(Conflict::Replace);
    for lane in 0..LANES {
        draft = draft.start(lane, 0.0_f32);
    }
    for i in 0..N {
        let tween = to(i % LANES, i as f32).lasts(Span::from_millis(200));
        draft = draft.at(Span::from_millis(i64::from(i) * 10), tween);
    }
    draft.build().expect("it is sound")
}

/// Somewhere else each time.
fn somewhere(round: u32) -> Span {
    Span::from_millis(i64::from(round) * 61_803 % 100_000)
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
    let (timeline, mut told) = (timeline(), Told::default());
    let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    Box::new(move || {
        for round in 0..ROUNDS {
            playing.seek(somewhere(round), SeekPolicy::Silent, &timeline, black_box(&mut told));
        }
    })
}

pub(super) fn step() -> Box<dyn FnMut()> {
    let (timeline, mut told) = (timeline(), Told::default());
    let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    Box::new(move || {
        for _ in 0..ROUNDS {
            playing.advance(Span::from_millis(10), &timeline, black_box(&mut told));
        }
    })
}
