//! W3: a long queue played to its end in frames: three entries to an epoch, the next when all have ended.

mod rivals;

use std::{
    collections::VecDeque,
    hint::black_box,
    time::{Duration, Instant},
};

use cueline::{
    sequencer::{Enqueue, Sequencer},
    time::{Span, Time},
};

use crate::harness::{Bench, Case, Rival};

/// A frame and the lengths of entries, in milliseconds.
const FRAME: i64 = 16;
const TOGETHER: usize = 3;

/// The length of an entry: 8 to 64 ms.
fn length(entry: usize) -> i64 {
    8 + ((entry as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as i64 % 57
}

/// The sum of what a callback receives: calls, last calls, and progress in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    calls: u64,
    ends: u64,
    thousandths: u64,
}

impl Seen {
    #[inline]
    fn call(&mut self, entry: u32, alpha: f64, end: bool) {
        black_box(entry);
        self.calls += 1;
        self.ends += u64::from(end);
        self.thousandths += (alpha * 1000.0 + 0.5) as u64;
    }
}

/// Epoch after epoch in flat rows; starts are sums, so nothing is queued and nothing moves.
struct Compiled {
    lengths: Vec<i64>,
    /// Where each epoch starts, and the end of all.
    starts: Vec<i64>,
}

impl Compiled {
    fn new(n: usize) -> Self {
        let lengths: Vec<i64> = (0..n).map(length).collect();
        let mut starts = vec![0];
        for epoch in lengths.chunks(TOGETHER) {
            starts.push(starts[starts.len() - 1] + epoch.iter().max().expect("not empty"));
        }
        Self { lengths, starts }
    }

    fn drain(&self) -> Seen {
        let (mut seen, mut now, mut epoch) = (Seen::default(), 0, 0);
        let epochs = self.starts.len() - 1;
        while epoch < epochs {
            let to = now + FRAME;
            loop {
                let start = self.starts[epoch];
                let first = epoch * TOGETHER;
                let rows = &self.lengths[first..(first + TOGETHER).min(self.lengths.len())];
                for (entry, length) in (first as u32..).zip(rows) {
                    if start + length > now {
                        let end = start + length <= to;
                        let alpha = (to - start) as f64 / *length as f64;
                        seen.call(entry, if end { 1.0 } else { alpha }, end);
                    }
                }
                if self.starts[epoch + 1] > to {
                    break;
                }
                epoch += 1;
                if epoch == epochs || self.starts[epoch] >= to {
                    break;
                }
            }
            now = to;
        }
        seen
    }
}

/// A queue as a game would write it in an hour: a list for each epoch; leftover time goes to the next one.
struct ByHand {
    queue: VecDeque<[(u32, i64); TOGETHER]>,
    /// How long the first of the queue has been playing.
    elapsed: i64,
}

impl ByHand {
    fn new(n: usize) -> Self {
        let entry = |entry| (entry as u32, length(entry));
        let epoch = |first| [entry(first), entry(first + 1), entry(first + 2)];
        Self { queue: (0..n).step_by(TOGETHER).map(epoch).collect(), elapsed: 0 }
    }

    fn drain(&mut self) -> Seen {
        let mut seen = Seen::default();
        while !self.queue.is_empty() {
            let mut left = FRAME;
            while let Some(epoch) = self.queue.front() {
                let (before, to) = (self.elapsed, self.elapsed + left);
                for (entry, length) in epoch {
                    if before < *length {
                        let end = to >= *length;
                        let alpha = if end { 1.0 } else { to as f64 / *length as f64 };
                        seen.call(*entry, alpha, end);
                    }
                }
                let longest = epoch.iter().map(|(_, length)| *length).max().unwrap_or(0);
                if to < longest {
                    self.elapsed = to;
                    break;
                }
                (left, self.elapsed) = (to - longest, 0);
                self.queue.pop_front();
                if left == 0 {
                    break;
                }
            }
        }
        seen
    }
}

fn queued(n: usize) -> Sequencer<u32> {
    let mut queue = Sequencer::new();
    for entry in 0..n {
        let span = Span::from_millis(length(entry));
        if entry % TOGETHER == 0 {
            queue.enqueue(span, entry as u32);
        } else {
            queue.concurrently(span, entry as u32);
        }
    }
    queue
}

fn drain(queue: &mut Sequencer<u32>, mut look: impl FnMut(&Sequencer<u32>)) -> Seen {
    let mut seen = Seen::default();
    while !queue.is_empty() {
        let stepped = queue.advance(Span::from_millis(FRAME), |step, _| {
            seen.call(*step.payload, step.progress(), step.ended);
        });
        stepped.expect("forwards");
        look(queue);
    }
    seen
}

pub fn run(bench: &mut Bench) {
    for n in [99, 999, 99_999] {
        let compiled = Compiled::new(n);
        let wanted = compiled.drain();
        assert_eq!(wanted.ends, n as u64, "each entry has one last call");
        assert_eq!(ByHand::new(n).drain(), wanted, "by hand");
        let mut queue = queued(n);
        let mut edges = 0;
        let seen = drain(&mut queue, |queue| edges += queue.events().len());
        assert_eq!((seen, edges), (wanted, 2 * n), "the sequencer, n = {n}");
        let end = compiled.starts[compiled.starts.len() - 1];
        assert!(queue.time() - Time::from_millis(end) < Span::from_millis(FRAME), "in time");

        let mut rivals = vec![
            Rival::new("floor: compiled rows", || {
                black_box(compiled.drain());
            }),
            timed(
                "floor: queue by hand",
                move || ByHand::new(n),
                |queue| {
                    black_box(queue.drain());
                },
            ),
            timed(
                "Cueline Sequencer",
                move || queued(n),
                |queue| {
                    black_box(drain(queue, |_| ()));
                },
            ),
        ];
        let case = Case { row: "W3", case: "drain", n, unit: "ns/entry", most_laps: 1_000 };
        rivals.extend(rivals::rivals(bench, &case, wanted));
        bench.measure(&case, rivals);
    }
}

/// A peer that is filled again for each lap, which does not count.
fn timed<Q>(
    name: &'static str,
    fill: impl Fn() -> Q + 'static,
    drain: impl Fn(&mut Q) + 'static,
) -> Rival<'static> {
    Rival::timed(name, move |laps| {
        let mut took = Duration::ZERO;
        for _ in 0..laps {
            let mut queue = fill();
            let begun = Instant::now();
            drain(&mut queue);
            took += begun.elapsed();
        }
        took
    })
}
