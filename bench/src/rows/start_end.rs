//! W1s: starting tweens, and all of them ending in one frame.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use animato::Update;
use cueline::time::{Span, TickRate};
use cueline_batch::TweenBatch;

use super::{cued, delayed, one_by_one};
use crate::{
    harness::{Bench, Case, Rival},
    tweens::{
        cueline::{InBatch, OrdinaryPlayer},
        outside::{TWEENERS, compare, numbers},
        rivals::{Animato, KeyframeCrate, TweenStatic},
        work::{Plays, Shape, Tween},
    },
};

pub const N: usize = 100_000;
const TICKS: u32 = 60;

pub fn run(bench: &mut Bench) {
    for n in [100, 1_000, N] {
        let work: Vec<Tween> = (0..n)
            .map(|i| Tween { from: i as f32, to: 1.0, ticks: TICKS, shape: Shape::Linear })
            .collect();
        starts(bench, &work);
        ends(bench, &work);
    }
    delayed::run(bench);
    cued::run(bench);
    one_by_one::run(bench);
}

/// As many tweens in a sample at each size.
fn most_laps(n: usize) -> u32 {
    u32::try_from(4 * N / n).unwrap_or(u32::MAX)
}

fn span() -> Span {
    Span::from_frames(i64::from(TICKS), TickRate::HZ_60)
}

fn start_batch(batch: &mut TweenBatch<f32>, work: &[Tween]) {
    for w in work {
        black_box(batch.start(&InBatch::of(w)).expect("a length that is allowed"));
    }
}

fn starts(bench: &mut Bench, work: &[Tween]) {
    let n = work.len();
    {
        let mut player = OrdinaryPlayer::ready(work);
        player.start_all();
        let edges = player.step(span());
        assert!(edges == 2 * n && player.player.is_empty(), "each starts and ends once");
    }
    let mut ready = OrdinaryPlayer::ready(work);
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            ready.player = cueline::playback::Player::new();
            time(|| ready.start_all())
        })
    });
    let mut reused = OrdinaryPlayer::ready(work);
    let ordinary_again = Rival::timed("Cueline Player, used before", |laps| {
        timed(laps, || {
            let took = time(|| reused.start_all());
            assert_eq!(reused.step(span()), 2 * n);
            took
        })
    });
    let mut batch = InBatch::ready().batch;
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            batch = InBatch::ready().batch;
            time(|| start_batch(&mut batch, work))
        })
    });
    let mut used = InBatch::ready().batch;
    let again = Rival::timed("Cueline Batch, used before", |laps| {
        timed(laps, || {
            let took = time(|| start_batch(&mut used, work));
            let end = used.now() + i64::from(TICKS);
            assert_eq!(used.advance_to(end).expect("forwards").len(), n);
            took
        })
    });
    let case = Case { row: "W1s", case: "start", n, unit: "ns/tween", most_laps: most_laps(n) };
    let row = |w: &Tween| [w.from, w.to - w.from, 1.0 / w.ticks as f32, 0.0, w.from];
    let floor = filled("floor", work, row);
    let mut rivals = vec![floor, batched, again, ordinary, ordinary_again];
    rivals.push(filled(TweenStatic::name(), work, TweenStatic::of));
    rivals.push(filled(Animato::name(), work, Animato::of));
    rivals.push(filled(KeyframeCrate::name(), work, KeyframeCrate::of));
    rivals.extend(outside(bench, &case, work, 0.5));
    bench.measure(&case, rivals);
}

/// A list of what moves, which is new in each lap.
pub fn filled<'a, W, T: 'a>(
    name: &'static str,
    work: &'a [W],
    of: impl Fn(&W) -> T + 'a,
) -> Rival<'a> {
    let mut list = Vec::new();
    Rival::timed(name, move |laps| {
        timed(laps, || {
            list = Vec::new();
            time(|| {
                for w in work {
                    list.push(of(w));
                }
                black_box(&list);
            })
        })
    })
}

fn ends(bench: &mut Bench, work: &[Tween]) {
    let n = work.len();
    let mut player = OrdinaryPlayer::ready(work);
    player.start_all();
    player.step(Span::from_frames(1, TickRate::HZ_60));
    let begun_player = player.player.clone();
    let ordinary = Rival::timed("Cueline Player", |laps| {
        timed(laps, || {
            // Into the memory it has, as in a game whose steps have been as full before.
            player.player.clone_from(&begun_player);
            time(|| assert_eq!(player.step(span()), n))
        })
    });
    let mut batch = InBatch::ready().batch;
    let batched = Rival::timed("Cueline Batch", |laps| {
        timed(laps, || {
            start_batch(&mut batch, work);
            let end = batch.now() + i64::from(TICKS);
            time(|| assert_eq!(batch.advance_to(end).expect("forwards").len(), n))
        })
    });
    let (to, end) = (vec![1.0_f32; n], vec![TICKS as i32; n]);
    let (mut out, mut over) = (vec![0.0_f32; n], Vec::with_capacity(n));
    let floor = Rival::timed("floor", |laps| {
        timed(laps, || {
            over.clear();
            time(|| {
                for (i, out) in out.iter_mut().enumerate() {
                    if end[i] <= black_box(61) {
                        *out = to[i];
                        over.push(i as u32);
                    }
                }
                black_box(&over);
            })
        })
    });
    let case = Case { row: "W1s", case: "all end", n, unit: "ns/tween", most_laps: most_laps(n) };
    let mut rivals = vec![floor, batched, ordinary];
    rivals.push(moved(TweenStatic::name(), work, TweenStatic::of, |tween| tween.move_by(2.0)));
    rivals.push(moved(Animato::name(), work, Animato::of, |tween| {
        tween.update(2.0);
        tween.value()
    }));
    rivals.push(moved(KeyframeCrate::name(), work, KeyframeCrate::of, |sequence| {
        sequence.advance_by(2.0);
        sequence.now()
    }));
    rivals.extend(outside(bench, &case, work, 1.0));
    bench.measure(&case, rivals);
}

/// A list of what moves, all of which is over with one call of `end`, which gives its value.
fn moved<'a, T: Clone + 'a>(
    name: &'static str,
    work: &[Tween],
    of: impl Fn(&Tween) -> T,
    end: impl Fn(&mut T) -> f32 + 'a,
) -> Rival<'a> {
    let all: Vec<T> = work.iter().map(of).collect();
    for (one, tween) in all.iter().zip(work) {
        assert_eq!(end(&mut one.clone()), tween.to, "{name}");
    }
    let mut values = vec![0.0; all.len()];
    Rival::timed(name, move |laps| {
        timed(laps, || {
            let mut all = all.clone();
            time(|| {
                for (one, value) in all.iter_mut().zip(&mut values) {
                    *value = end(one);
                }
                black_box((&mut all, &mut values));
            })
        })
    })
}

/// Those in other processes, who after a lap have all tweens so far on their way: after a start, half of it.
fn outside(bench: &mut Bench, case: &Case, work: &[Tween], way: f64) -> Vec<Rival<'static>> {
    bench.outside(case, &TWEENERS, |start| {
        let mut process = start(case.n, &numbers(work))?;
        process.run(1)?;
        let wanted = work.iter().map(|w| f64::from(w.from) + f64::from(w.to - w.from) * way);
        compare(&process.values(1)?, wanted, 1.0, 1e-3)?;
        Ok(process)
    })
}

pub fn timed(laps: u32, mut lap: impl FnMut() -> Duration) -> Duration {
    (0..laps).map(|_| lap()).sum()
}

pub fn time(what: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    what();
    begun.elapsed()
}
