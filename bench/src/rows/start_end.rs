//! W1s: starting tweens, and all of them ending in one frame.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use cueline::time::{Span, TickRate};

use crate::{
    harness::{Bench, Case, Rival},
    tweens::{
        cueline::{InBatch, OrdinaryPlayer},
        outside::{TWEENERS, compare, numbers},
        work::{Shape, Tween},
    },
};

const N: usize = 100_000;
const TICKS: u32 = 60;

pub fn run(bench: &mut Bench) {
    let work: Vec<Tween> = (0..N)
        .map(|i| Tween { from: i as f32, to: 1.0, ticks: TICKS, shape: Shape::Linear })
        .collect();
    let span = Span::from_frames(i64::from(TICKS), TickRate::HZ_60);
    {
        let mut player = OrdinaryPlayer::ready(&work);
        player.start_all();
        let edges = player.step(span);
        assert!(edges == 2 * N && player.player.is_empty(), "each starts and ends once");
    }
    let mut ready = OrdinaryPlayer::ready(&work);
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            ready.player = cueline::playback::Player::new();
            let begun = Instant::now();
            ready.start_all();
            begun.elapsed()
        })
    });
    let mut reused = OrdinaryPlayer::ready(&work);
    let ordinary_again = Rival::timed("Cueline Player, used before", |laps| {
        timed(laps, || {
            let begun = Instant::now();
            reused.start_all();
            let took = begun.elapsed();
            assert_eq!(reused.step(span), 2 * N);
            took
        })
    });
    let mut batch = InBatch::ready().batch;
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            batch = InBatch::ready().batch;
            let begun = Instant::now();
            for w in &work {
                black_box(batch.start(&InBatch::of(w)).expect("a length that is allowed"));
            }
            begun.elapsed()
        })
    });
    let mut used = InBatch::ready().batch;
    let again = Rival::timed("Cueline Batch, used before", |laps| {
        timed(laps, || {
            let begun = Instant::now();
            for w in &work {
                black_box(used.start(&InBatch::of(w)).expect("a length that is allowed"));
            }
            let took = begun.elapsed();
            let end = used.now() + i64::from(TICKS);
            assert_eq!(used.advance_to(end).expect("forwards").len(), N);
            took
        })
    });
    let mut copied: Vec<tween::Tweener<f32, f32, tween::Linear>> = Vec::new();
    let peer = Rival::timed("tween Tweener<Linear>", |laps| {
        timed(laps, || {
            copied = Vec::new();
            let begun = Instant::now();
            for w in &work {
                copied.push(tween::Tweener::linear(w.from, w.to, w.seconds()));
            }
            black_box(&copied);
            begun.elapsed()
        })
    });
    let mut rows: Vec<[f32; 5]> = Vec::new();
    let floor = Rival::timed("floor", |laps| {
        timed(laps, || {
            rows = Vec::new();
            let begun = Instant::now();
            for w in &work {
                rows.push([w.from, w.to - w.from, 1.0 / w.ticks as f32, 0.0, w.from]);
            }
            black_box(&rows);
            begun.elapsed()
        })
    });
    let case = Case { row: "W1s", case: "start", n: N, unit: "ns/tween", most_laps: 4 };
    let mut rivals = vec![floor, batched, again, ordinary, ordinary_again, peer];
    rivals.extend(outside(bench, &case, &work, 0.5));
    bench.measure(&case, rivals);

    let mut player = OrdinaryPlayer::ready(&work);
    player.start_all();
    player.step(Span::from_frames(1, TickRate::HZ_60));
    let begun_player = player.player.clone();
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            // Into the memory it has, as in a game whose steps have been as full before.
            player.player.clone_from(&begun_player);
            let begun = Instant::now();
            assert_eq!(player.step(span), N);
            begun.elapsed()
        })
    });
    let mut batch = InBatch::ready().batch;
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            for w in &work {
                black_box(batch.start(&InBatch::of(w)).expect("a length that is allowed"));
            }
            let end = batch.now() + i64::from(TICKS);
            let begun = Instant::now();
            assert_eq!(batch.advance_to(end).expect("forwards").len(), N);
            begun.elapsed()
        })
    });
    let all: Vec<_> =
        work.iter().map(|w| tween::Tweener::linear(w.from, w.to, w.seconds())).collect();
    let mut values = vec![0.0; N];
    let peer = Rival::timed("tween Tweener<Linear>", |laps| {
        timed(laps, || {
            let mut all = all.clone();
            let begun = Instant::now();
            for (tween, value) in all.iter_mut().zip(&mut values) {
                *value = tween.move_by(2.0);
            }
            black_box(&mut all);
            begun.elapsed()
        })
    });
    let (to, end) = (vec![1.0_f32; N], vec![TICKS as i32; N]);
    let (mut out, mut over) = (vec![0.0_f32; N], Vec::with_capacity(N));
    let floor = Rival::timed("floor", |laps| {
        timed(laps, || {
            over.clear();
            let begun = Instant::now();
            for (i, out) in out.iter_mut().enumerate() {
                if end[i] <= black_box(61) {
                    *out = to[i];
                    over.push(i as u32);
                }
            }
            black_box(&over);
            begun.elapsed()
        })
    });
    let case = Case { row: "W1s", case: "all end", n: N, unit: "ns/tween", most_laps: 4 };
    let mut rivals = vec![floor, batched, ordinary, peer];
    rivals.extend(outside(bench, &case, &work, 1.0));
    bench.measure(&case, rivals);
}

/// Those in other processes, who after a lap have all tweens so far on their way: after a start, half of it.
fn outside(bench: &mut Bench, case: &Case, work: &[Tween], way: f64) -> Vec<Rival<'static>> {
    bench.outside(case, &TWEENERS, |start| {
        let mut process = start(N, &numbers(work))?;
        process.run(1)?;
        let wanted = work.iter().map(|w| f64::from(w.from) + f64::from(w.to - w.from) * way);
        compare(&process.values(1)?, wanted, 1.0, 1e-3)?;
        Ok(process)
    })
}

fn timed(laps: u32, mut lap: impl FnMut() -> Duration) -> Duration {
    (0..laps).map(|_| lap()).sum()
}
