//! W1s, with cues: one in each tween, at random times, reported tick by tick; and ends at the same times.

use std::{cmp::Reverse, collections::BinaryHeap, hint::black_box, time::Duration};

use cueline::{time::Tick, value::Easing};
use cueline_batch::{Tween, TweenBatch};

use super::start_end::{N, time, timed};
use crate::harness::{Bench, Case, Rival};

/// All is reported within so many ticks.
const LATEST: u32 = 600;

pub fn run(bench: &mut Bench) {
    let times: Vec<u32> = (0..N as u64)
        .map(|i| 1 + (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 % LATEST)
        .collect();
    let mut heap: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
    let heaped = Rival::timed("BinaryHeap of times", |laps| {
        timed(laps, || {
            heap.extend((0..).zip(&times).map(|(number, at)| Reverse((*at, number))));
            let mut reported = 0;
            let took = time(|| {
                for now in 1..=LATEST {
                    while heap.peek().is_some_and(|Reverse((at, _))| *at <= now) {
                        black_box(heap.pop());
                        reported += 1;
                    }
                }
            });
            assert_eq!(reported, N);
            took
        })
    });
    let mut ending = TweenBatch::new("batch", Tick::ZERO);
    let ends = Rival::timed("Cueline Batch, ends", |laps| {
        timed(laps, || {
            for at in &times {
                ending.start(&tween(*at)).expect("a length that is allowed");
            }
            report(&mut ending)
        })
    });
    let mut cued = TweenBatch::new("batch", Tick::ZERO);
    let handles: Vec<_> = times
        .iter()
        .map(|_| cued.start(&tween(TweenBatch::<f32>::LONGEST)).expect("a length that is allowed"))
        .collect();
    let cues = Rival::timed("Cueline Batch, cues", |laps| {
        timed(laps, || {
            // They never end: as long as it runs, it is a few hours of them.
            let now = u32::try_from(cued.now().get()).expect("less than the length");
            for (handle, at) in handles.iter().zip(&times) {
                cued.cue(*handle, now + at, 7).expect("before the end");
            }
            report(&mut cued)
        })
    });
    let case =
        Case { row: "W1s", case: "cues at random ticks", n: N, unit: "ns/cue", most_laps: 2 };
    bench.measure(&case, vec![heaped, ends, cues]);
}

fn tween(ticks: u32) -> Tween<f32> {
    Tween { from: 0.0, to: 1.0, ticks, delay: 0, easing: Easing::IN_OUT_CUBIC }
}

/// Lets all of it come due, tick by tick.
fn report(batch: &mut TweenBatch<f32>) -> Duration {
    let mut reported = 0;
    let took = time(|| {
        for _ in 0..LATEST {
            let next = batch.now().next();
            reported += black_box(batch.advance_to(next).expect("forwards")).len();
        }
    });
    assert_eq!(reported, N, "each is reported once");
    took
}
