//! W1v: one frame of tweens of three numbers. W1d: one frame where one tween in ten is still alive.

use animato::Update;
use cueline::{time::Tick, value::Easing};
use cueline_batch::{Tween, TweenBatch};

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Process, Start},
    tweens::outside::{TWEENERS, compare},
};

const N: usize = 100_000;
const TICKS: u32 = 1 << 16;

fn from(i: usize) -> [f32; 3] {
    [i as f32, 0.5, -1.0]
}

fn to(i: usize) -> [f32; 3] {
    [1.0, (i % 7) as f32, 3.0]
}

/// The hand-written loop: `L` lanes in flat arrays, straight.
struct Floor<const L: usize> {
    now: i32,
    start: Vec<i32>,
    inverse: Vec<f32>,
    from: [Vec<f32>; L],
    delta: [Vec<f32>; L],
    out: [Vec<f32>; L],
}

impl<const L: usize> Floor<L> {
    fn new(items: impl Iterator<Item = usize> + Clone) -> Self {
        let lane = |of: &dyn Fn(usize) -> f32| items.clone().map(of).collect::<Vec<f32>>();
        Self {
            now: 0,
            start: items.clone().map(|_| 0).collect(),
            inverse: lane(&|_| 1.0 / TICKS as f32),
            from: std::array::from_fn(|l| lane(&|i| from(i)[l])),
            delta: std::array::from_fn(|l| lane(&|i| to(i)[l] - from(i)[l])),
            out: std::array::from_fn(|_| lane(&|_| 0.0)),
        }
    }

    fn frame(&mut self) {
        self.now += 1;
        let now = self.now;
        let n = self.start.len();
        let (start, inverse) = (&self.start[..n], &self.inverse[..n]);
        let progress = |i: usize| {
            let t = (now - start[i]) as f32 * inverse[i];
            if t < 1.0 { t } else { 1.0 }
        };
        for ((out, from), delta) in self.out.iter_mut().zip(&self.from).zip(&self.delta) {
            let (out, from, delta) = (&mut out[..n], &from[..n], &delta[..n]);
            for i in 0..n {
                out[i] = from[i] + delta[i] * progress(i);
            }
        }
    }
}

fn tween(i: usize, ticks: u32) -> Tween<[f32; 3]> {
    Tween { from: from(i), to: to(i), ticks, delay: 0, easing: Easing::LINEAR }
}

pub fn run_vectors(bench: &mut Bench) {
    let mut floor = Floor::<3>::new(0..N);
    let mut batch = TweenBatch::new("batch", Tick::ZERO);
    let mut values = Vec::new();
    let mut peers = Vec::new();
    for i in 0..N {
        batch.start(&tween(i, TICKS)).expect("a length that is allowed");
        let seconds = TICKS as f32 / 60.0;
        peers.push(animato::Tween::new(from(i), to(i)).duration(seconds).build());
    }
    let mut peer_values = vec![[0.0; 3]; N];
    let mut frame = |values: &mut Vec<[f32; 3]>| {
        batch.advance_to(batch.now().next()).expect("forwards");
        batch.sample_into(0.0, values);
    };
    let mut peer_frame = |values: &mut [[f32; 3]]| {
        for (tween, value) in peers.iter_mut().zip(values) {
            tween.update(1.0 / 60.0);
            *value = tween.value();
        }
    };
    floor.frame();
    frame(&mut values);
    peer_frame(&mut peer_values);
    for i in 0..N {
        for lane in 0..3 {
            let (from, to) = (f64::from(from(i)[lane]), f64::from(to(i)[lane]));
            let wanted = from + (to - from) / f64::from(TICKS);
            for got in [floor.out[lane][i], values[i][lane], peer_values[i][lane]] {
                assert!((f64::from(got) - wanted).abs() < 0.01, "{got} is not {wanted}");
            }
        }
    }
    let mut rivals = vec![
        Rival::new("floor", || floor.frame()),
        Rival::new("Cueline Batch", || frame(&mut values)),
        Rival::new("animato Vec<Tween<[f32; 3]>>", || peer_frame(&mut peer_values)),
    ];
    let case = Case { row: "W1v", case: "linear", n: N, unit: "ns/tween", most_laps: 200 };
    rivals.extend(bench.outside(&case, &TWEENERS, prove_outside));
    bench.measure(&case, rivals);
}

/// A process that shows the right values all the way of a few short tweens, and is ready for the long ones.
fn prove_outside(start: &mut Start<'_>) -> Result<Process, String> {
    const FEW: usize = 1001;
    const SHORT: u32 = 64;
    let work = |n, ticks: u32| -> Vec<f32> {
        (0..n).flat_map(|i| [&from(i)[..], &to(i), &[ticks as f32]].concat()).collect()
    };
    let mut process = start(FEW, &work(FEW, SHORT))?;
    for frame in 1..SHORT {
        process.run(1)?;
        let t = f64::from(frame) / f64::from(SHORT);
        let wanted: Vec<f64> = (0..FEW)
            .flat_map(|i| from(i).into_iter().zip(to(i)))
            .map(|(from, to)| f64::from(from) + f64::from(to - from) * t)
            .collect();
        // Peers add up seconds in an f32, on ways that are up to a thousand long.
        compare(&process.values(1)?, wanted.into_iter(), 1.0, 2e-3)?;
    }
    start(N, &work(N, TICKS))
}

pub fn run_dense(bench: &mut Bench) {
    let alive = |i: &usize| i.wrapping_mul(0x9E37_79B9) >> 8 & 1023 < 102;
    let mut floor = Floor::<1>::new((0..N).filter(alive));
    let mut batch = TweenBatch::new("batch", Tick::ZERO);
    for i in 0..N {
        let Tween { from, to, delay, easing, .. } = tween(i, 1);
        let ticks = if alive(&i) { TICKS } else { 1 + i as u32 % 60 };
        let one = Tween { from: from[0], to: to[0], ticks, delay, easing };
        batch.start(&one).expect("a length that is allowed");
    }
    batch.advance_to(Tick::new(100)).expect("forwards");
    let n = batch.len();
    assert_eq!(n, floor.start.len(), "all others have ended");
    let mut values = Vec::new();
    batch.sample_into(0.0, &mut values);
    for (handle, value) in batch.handles().zip(&values) {
        let (from, to) = (from(handle.index() as usize)[0], 1.0);
        let wanted = from + (to - from) * (100.0 / TICKS as f32);
        assert!((value - wanted).abs() <= wanted.abs() * 1e-6, "{value} is not {wanted}");
    }
    let mut indices = vec![0.0; N];
    let mut scattered = batch.clone();
    let mut scattered_values = Vec::new();
    let rivals = vec![
        Rival::new("floor", || floor.frame()),
        Rival::new("Cueline Batch", || {
            batch.advance_to(batch.now().next()).expect("forwards");
            batch.sample_into(0.0, &mut values);
        }),
        Rival::new("Cueline Batch, scattered by index", || {
            scattered.advance_to(scattered.now().next()).expect("forwards");
            scattered.sample_into(0.0, &mut scattered_values);
            for (handle, value) in scattered.handles().zip(&scattered_values) {
                indices[handle.index() as usize] = *value;
            }
        }),
    ];
    let case = Case { row: "W1d", case: "one in ten", n, unit: "ns/live tween", most_laps: 400 };
    bench.measure(&case, rivals);
}
