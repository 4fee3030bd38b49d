//! Loops of batches.

use std::hint::black_box;

use cueline::{
    batch::{ClipBatch, FlipbookBatch, SpringBatch, Tween, TweenBatch},
    clip::{Clip, ClipBuilder, Flipbook, Keyframe},
    playback::Repeat,
    time::{Span, Tick, TickRate},
    value::{Easing, Quat, Spring, Vec3},
};

const N: usize = 10_000;

fn tween(i: usize, ticks: u32, easing: Easing) -> Tween<f32> {
    Tween { from: i as f32, to: 1.0, ticks, delay: 0, easing }
}

fn batch(ticks: u32, easing: impl Fn(usize) -> Easing) -> TweenBatch<f32> {
    let mut batch = TweenBatch::new("batch", Tick::ZERO);
    for i in 0..N {
        batch.start(&tween(i, ticks, easing(i))).expect("a duration above zero");
    }
    batch
}

pub(super) fn frames(easing: fn(usize) -> Easing) -> Box<dyn FnMut()> {
    let (mut batch, mut values) = (batch(1000, easing), Vec::new());
    Box::new(move || {
        batch.advance_to(batch.now().next()).expect("forwards");
        batch.sample_into(0.0, black_box(&mut values));
    })
}

pub(super) fn start() -> Box<dyn FnMut()> {
    let mut batch = batch(60, |_| Easing::LINEAR);
    Box::new(move || {
        batch.advance_to(batch.now() + 60).expect("forwards");
        for i in 0..N {
            black_box(batch.start(&tween(i, 60, Easing::LINEAR)).expect("a duration above zero"));
        }
    })
}

/// Starts with delays of up to a second; no delay is over.
pub(super) fn start_delayed() -> Box<dyn FnMut()> {
    let mut rounds = vec![batch(60, |_| Easing::LINEAR), batch(60, |_| Easing::LINEAR)];
    rounds.iter_mut().for_each(|batch| _ = batch.advance_to(Tick::new(60)).expect("forwards"));
    Box::new(move || {
        let mut batch = rounds.pop().expect("two rounds");
        for (i, delay) in (0..N).zip((0..60).map(|i| 1 + i * 37 % 60).cycle()) {
            let tween = Tween { delay, ..tween(i, 60, Easing::LINEAR) };
            black_box(batch.start(&tween).expect("a duration above zero"));
        }
    })
}

/// Starts with delays of up to a second, and lets all delays pass.
pub(super) fn delayed() -> Box<dyn FnMut()> {
    let mut batch = batch(60, |_| Easing::LINEAR);
    Box::new(move || {
        batch.advance_to(batch.now() + 60).expect("forwards");
        for (i, delay) in (0..N).zip((0..60).map(|i| 1 + i * 37 % 60).cycle()) {
            let tween = Tween { delay, ..tween(i, 60, Easing::LINEAR) };
            black_box(batch.start(&tween).expect("a duration above zero"));
        }
        black_box(batch.advance_to(batch.now() + 60).expect("forwards").len());
    })
}

pub(super) fn end() -> Box<dyn FnMut()> {
    let mut rounds = vec![batch(60, |_| Easing::LINEAR), batch(60, |_| Easing::LINEAR)];
    Box::new(move || {
        let mut batch = rounds.pop().expect("two rounds");
        black_box(batch.advance_to(Tick::new(60)).expect("forwards").len());
    })
}

/// 100 ticks of a thousand tweens of up to a second and a half; each that ends is replaced.
pub(super) fn turnover() -> Box<dyn FnMut()> {
    let easings = [Easing::IN_OUT_CUBIC, Easing::OUT_SINE, Easing::OUT_BACK];
    let mut started = 0_u32;
    let mut start = move |batch: &mut TweenBatch<f32>| {
        started += 1;
        let (ticks, easing) = (1 + started * 37 % 90, easings[started as usize % 3]);
        batch.start(&tween(0, ticks, easing)).expect("a duration above zero");
    };
    let mut batch = TweenBatch::new("batch", Tick::ZERO);
    (0..1000).for_each(|_| start(&mut batch));
    Box::new(move || {
        for _ in 0..100 {
            let over = batch.advance_to(batch.now().next()).expect("forwards").len();
            (0..over).for_each(|_| start(&mut batch));
        }
    })
}

pub(super) fn copy() -> Box<dyn FnMut()> {
    let batch = batch(1000, |_| Easing::LINEAR);
    let mut copy = batch.clone();
    Box::new(move || black_box(&mut copy).clone_from(&batch))
}

pub(super) fn idle() -> Box<dyn FnMut()> {
    let mut batch = batch(1000, |_| Easing::LINEAR);
    Box::new(move || {
        for _ in 0..100 {
            batch.advance_to(batch.now().next()).expect("forwards");
        }
    })
}

/// The same with a cue in each, of which none is due.
pub(super) fn idle_cues() -> Box<dyn FnMut()> {
    let mut batch = batch(1000, |_| Easing::LINEAR);
    let handles: Vec<_> = batch.handles().collect();
    handles.iter().for_each(|handle| batch.cue(*handle, 999, 0).expect("before its end"));
    Box::new(move || {
        for _ in 0..100 {
            batch.advance_to(batch.now().next()).expect("forwards");
        }
    })
}

/// Each tween has a cue; the cues are due at a hundred times.
pub(super) fn cues() -> Box<dyn FnMut()> {
    let mut batch =
        batch(1 << 20, |i| [Easing::IN_OUT_CUBIC, Easing::OUT_SINE, Easing::OUT_BACK][i % 3]);
    let handles: Vec<_> = batch.handles().collect();
    let mut round = 0;
    Box::new(move || {
        for (i, handle) in (0..).zip(&handles) {
            batch.cue(*handle, round + i * 37 % 100, 0).expect("before its end");
        }
        for _ in 0..100 {
            black_box(batch.advance_to(batch.now().next()).expect("forwards"));
        }
        round += 100;
    })
}

/// Ten channels of thirty keyframes, at uneven times.
fn clip() -> Clip {
    let at = |key: usize| Span::from_frames((key * 4 + key * key % 3) as i64, TickRate::HZ_60);
    let part = |channel: usize, key: usize| ((channel * 31 + key * 17) % 23) as f32 / 23.0 - 0.5;
    let mut builder = ClipBuilder::new("clip");
    for channel in 0..10 {
        let three = |key| [part(channel, key), part(channel + 1, key), part(channel + 2, key)];
        let path = format!("{channel}");
        builder = match channel {
            0..3 => builder.track(path, keys(at, |key| Vec3::from(three(key)))),
            3..7 => builder.track(
                path,
                keys(at, |key| {
                    let [x, y, z] = three(key);
                    Quat::new(x, y, z, 0.7)
                }),
            ),
            _ => builder.track(path, keys(at, |key| part(channel, key))),
        };
    }
    builder.build().expect("keyframes in order")
}

fn keys<T: cueline::clip::Animated>(
    at: impl Fn(usize) -> Span,
    value: impl Fn(usize) -> T,
) -> Vec<Keyframe<T>> {
    (0..30).map(|key| Keyframe::linear(at(key), value(key))).collect()
}

pub(super) fn clips(baked: bool, alpha: f32) -> Box<dyn FnMut()> {
    let new = if baked { ClipBatch::baked } else { ClipBatch::new };
    let mut batch = new(&clip(), TickRate::HZ_60, Repeat::Forever).expect("tracks of f32");
    for i in 0..1000 {
        batch.push(Tick::new(i * 37));
    }
    let (mut now, mut poses) = (Tick::ZERO, Vec::new());
    Box::new(move || {
        now = now.next();
        batch.sample_into(now, alpha, black_box(&mut poses));
    })
}

pub(super) fn sprites() -> Box<dyn FnMut()> {
    let book = Flipbook::each((0..9).map(|hold| TickRate::HZ_60.span_of(1 + hold % 4)));
    let mut batch = FlipbookBatch::new(&book.expect("holds above zero"), TickRate::HZ_60);
    (0..10_000).for_each(|i| batch.push(Tick::new(i * 37)));
    let (mut now, mut frames) = (Tick::new(1000), Vec::new());
    Box::new(move || {
        now = now.next();
        batch.frames_into(now, black_box(&mut frames));
    })
}

/// A frame of ten thousand springs.
pub(super) fn springs() -> Box<dyn FnMut()> {
    let mut batch = SpringBatch::new("springs", TickRate::HZ_60, Tick::ZERO);
    for i in 0..10_000 {
        let spring = Spring::with_bounce(Span::from_secs(2), 0.1 * (i % 7) as f64);
        batch.start(i as f32, 1.0, spring).expect("a spring that settles");
    }
    let mut values = Vec::new();
    Box::new(move || {
        batch.advance_to(batch.now().next()).expect("forwards");
        batch.sample_into(0.0, black_box(&mut values));
    })
}
