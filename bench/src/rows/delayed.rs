//! W1s, with a delay: tweens put in line for a start of their own, and all those starts in one frame.

use std::{cmp::Reverse, collections::BinaryHeap, hint::black_box};

use animato::Update;
use cueline::{
    playback::{Play, Player},
    time::{Span, Tick, TickRate},
    value::Easing,
};
use cueline_batch::{Tween, TweenBatch, TweenEventKind};

use super::start_end::{N, filled, time, timed};
use crate::{
    harness::{Bench, Case, Rival},
    tweens::{
        cueline::OrdinaryPlayer,
        work::{RATE, Shape, Tween as Work},
    },
};

/// None of them ends.
const TICKS: u32 = 1 << 14;
/// Delays are from 1 tick to as many as these.
const LATEST: u32 = 600;

pub fn run(bench: &mut Bench) {
    let delays: Vec<u32> = (0..N as u64)
        .map(|i| 1 + (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 % LATEST)
        .collect();
    prove(&delays);
    starts(bench, &delays);
    over(bench, &delays);
}

fn tween(delay: u32) -> Tween<f32> {
    Tween { from: 0.0, to: 1.0, ticks: TICKS, delay, easing: Easing::LINEAR }
}

fn line_up(batch: &mut TweenBatch<f32>, delays: &[u32]) {
    for delay in delays {
        black_box(batch.start(&tween(*delay)).expect("a length that is allowed"));
    }
}

/// The rows of tweens, and a heap of when each starts.
#[derive(Clone, Default)]
struct Heap {
    rows: Vec<[f32; 4]>,
    starts: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Heap {
    fn line_up(&mut self, delays: &[u32]) {
        for (number, delay) in (0..).zip(delays) {
            self.rows.push([0.0, 1.0, 1.0 / TICKS as f32, *delay as f32]);
            self.starts.push(Reverse((*delay, number)));
        }
    }

    fn advance(&mut self, now: u32, reported: &mut Vec<(u32, u32)>) {
        while let Some(Reverse((at, number))) = self.starts.peek()
            && *at <= now
        {
            reported.push((*at, *number));
            self.starts.pop();
        }
    }
}

fn animato(delay: u32) -> animato::Tween<f32> {
    let seconds = |ticks: u32| ticks as f32 / RATE as f32;
    animato::Tween::new(0.0, 1.0).delay(seconds(delay)).duration(seconds(TICKS)).build()
}

fn batch() -> TweenBatch<f32> {
    TweenBatch::new("batch", Tick::ZERO)
}

/// The player, the work's one clip, and how it is played after so many ticks.
fn player() -> (OrdinaryPlayer, impl Fn(u32) -> Play) {
    let one = Work { from: 0.0, to: 1.0, ticks: TICKS, shape: Shape::Linear };
    let after = |ticks: u32| Span::from_frames(i64::from(ticks), TickRate::HZ_60);
    (OrdinaryPlayer::ready(&[one]), move |delay| Play { delay: after(delay), ..Play::default() })
}

/// Stops the run where a start is reported at another time than its own.
fn prove(delays: &[u32]) {
    let mut wanted: Vec<(u32, u32)> = delays.iter().copied().zip(0..).collect();
    wanted.sort_unstable();
    let (mut heap, mut reported) = (Heap::default(), Vec::new());
    heap.line_up(delays);
    heap.advance(LATEST, &mut reported);
    assert!(reported == wanted, "the heap");
    let mut batch = batch();
    line_up(&mut batch, delays);
    let due = batch.advance_to(Tick::new(i64::from(LATEST))).expect("forwards");
    let starts = due.iter().filter(|due| due.kind == TweenEventKind::Start);
    let reported: Vec<_> = starts.map(|due| (due.tick.get() as u32, due.handle.index())).collect();
    assert!(reported == wanted, "the batch");
    for delay in delays {
        let mut tween = animato(*delay);
        tween.update(LATEST as f32 / RATE as f32);
        let wanted = f64::from(LATEST - delay) / f64::from(TICKS);
        assert!((f64::from(tween.value()) - wanted).abs() < 1e-5, "animato after {delay}");
    }
}

fn starts(bench: &mut Bench, delays: &[u32]) {
    let mut heap = Heap::default();
    let floor = Rival::timed("floor: a heap by hand", |laps| {
        timed(laps, || {
            heap = Heap::default();
            time(|| heap.line_up(delays))
        })
    });
    let mut lined_up = batch();
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            lined_up = batch();
            time(|| line_up(&mut lined_up, delays))
        })
    });
    let (mut ready, play) = player();
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            ready.player = Player::new();
            time(|| ready.start_each(delays.iter().map(|delay| play(*delay))))
        })
    });
    let case = case("start with a delay");
    let mut rivals = vec![floor, batched, ordinary];
    rivals.push(filled("animato Vec<Tween>", delays, |delay| animato(*delay)));
    bench.measure(&case, rivals);
}

fn over(bench: &mut Bench, delays: &[u32]) {
    let mut heap = Heap::default();
    heap.line_up(delays);
    let mut reported = Vec::with_capacity(N);
    let floor = Rival::timed("floor: a heap by hand", |laps| {
        timed(laps, || {
            let mut heap = heap.clone();
            reported.clear();
            time(|| heap.advance(LATEST, &mut reported))
        })
    });
    let mut lined_up = batch();
    line_up(&mut lined_up, delays);
    let mut started = lined_up.clone();
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            started.clone_from(&lined_up);
            let end = Tick::new(i64::from(LATEST));
            time(|| assert_eq!(started.advance_to(end).expect("forwards").len(), N))
        })
    });
    let (mut ready, play) = player();
    ready.start_each(delays.iter().map(|delay| play(*delay)));
    let waiting = ready.player.clone();
    let step = Span::from_frames(i64::from(LATEST), TickRate::HZ_60);
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            ready.player.clone_from(&waiting);
            time(|| assert_eq!(ready.step(step), N))
        })
    });
    let tweens: Vec<_> = delays.iter().map(|delay| animato(*delay)).collect();
    let mut values = vec![0.0; N];
    let peer = Rival::timed("animato Vec<Tween>", |laps| {
        timed(laps, || {
            let mut tweens = tweens.clone();
            time(|| {
                for (tween, value) in tweens.iter_mut().zip(&mut values) {
                    tween.update(LATEST as f32 / RATE as f32);
                    *value = tween.value();
                }
                black_box((&mut tweens, &mut values));
            })
        })
    });
    bench.measure(&case("all delays over"), vec![floor, batched, ordinary, peer]);
}

fn case(case: &'static str) -> Case {
    Case { row: "W1s", case, n: N, unit: "ns/tween", most_laps: 4 }
}
