//! Loops of batches.

use std::hint::black_box;

use cueline::{
    time::{Span, Tick, TickRate},
    value::{Easing, Spring},
};
use cueline_batch::{SpringLaw, Tween, TweenBatch};

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

/// A frame of ten thousand springs.
pub(super) fn springs() -> Box<dyn FnMut()> {
    let mut batch = TweenBatch::new("springs", Tick::ZERO);
    for i in 0..10_000 {
        let spring = Spring::with_bounce(Span::from_secs(2), 0.1 * (i % 7) as f64);
        let spring = SpringLaw::new(spring, TickRate::HZ_60).expect("a spring that settles");
        batch.start_spring(i as f32, 1.0, 0, &spring).expect("in range");
    }
    let mut values = Vec::new();
    Box::new(move || {
        batch.advance_to(batch.now().next()).expect("forwards");
        batch.sample_into(0.0, black_box(&mut values));
    })
}
