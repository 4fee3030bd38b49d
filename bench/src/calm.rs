//! Detects whether other programs slow the machine down at the moment.
//!
//! A machine with several users can run at two thirds of its speed for seconds, and times measured then cannot be compared
//! with other times. So the run times a fixed piece of work before and after each turn. A turn is *disturbed* if this work
//! takes longer than usual, or if the system let the peer wait for a processor. The work and the limits are the same for
//! every peer.

use std::{
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

/// The machine counts as calm while the fixed work takes at most this multiple of its minimum time.
pub const LIMIT: f64 = 1.15;
/// The maximum part of a sample in which a peer may wait for a processor.
pub const WAIT: f64 = 0.05;
/// The number of timings for one answer. The minimum counts, so a short interruption does not look like a slow machine.
const TIMES: usize = 3;
/// The number of passes over the numbers in one timing: about 60 microseconds in total.
const PASSES: usize = 200;

/// A fixed piece of work: a multiplication and an addition for each of 4096 numbers, which fit into the L1 cache.
pub struct Yardstick {
    numbers: Vec<f32>,
    /// The minimum time in this run.
    least: Duration,
}

impl Default for Yardstick {
    /// Takes a tenth of a second to find the minimum time.
    fn default() -> Self {
        let mut this = Self { numbers: vec![0.5; 4096], least: Duration::MAX };
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(100) {
            this.is_calm();
        }
        this
    }
}

impl Yardstick {
    /// Whether the machine is calm now.
    pub fn is_calm(&mut self) -> bool {
        let now = (0..TIMES).map(|_| self.time()).min().unwrap_or_default();
        self.least = self.least.min(now);
        now.as_secs_f64() <= self.least.as_secs_f64() * LIMIT
    }

    fn time(&mut self) -> Duration {
        let begun = Instant::now();
        for _ in 0..PASSES {
            for number in &mut self.numbers {
                *number = *number * 0.999 + 0.001;
            }
            black_box(&mut self.numbers);
        }
        begun.elapsed()
    }
}

/// The time for which a process has waited for a processor so far; zero if the system does not report it. `None` means this
/// thread.
pub fn waited(process: Option<u32>) -> Duration {
    let process = process.map_or_else(|| "thread-self".into(), |id| id.to_string());
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let nanos = text.split(' ').nth(1).and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}
