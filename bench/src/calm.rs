//! Whether the machine is at its own pace just now, or other programs slow it down.
//!
//! A machine with several users can run at two thirds of its pace for seconds. What was measured then cannot be compared
//! with what was measured before, so a fixed piece of work is timed before and after each turn: where it takes longer than
//! usual, the turn is *disturbed*. So it is where the system let the peer wait for a processor. The work and the
//! limits are the same for every peer.

use std::{
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

/// How many times its least the yardstick may take while the machine counts as calm.
pub const LIMIT: f64 = 1.15;
/// The part of a sample that a peer may have waited for a processor.
pub const WAIT: f64 = 0.05;
/// How often it is timed at once: the least counts, so that a moment's interruption is not taken for a slow machine.
const TIMES: usize = 3;
/// How often it passes over its numbers: some 60 microseconds in all.
const PASSES: usize = 200;

/// A fixed piece of work: a multiplication and an addition for each of 4096 numbers, which the nearest cache holds.
pub struct Yardstick {
    numbers: Vec<f32>,
    /// The least it has taken in this run.
    least: Duration,
}

impl Default for Yardstick {
    /// Ready, after a tenth of a second in which it learns what its least is.
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

/// How long a process has waited for a processor so far, where the system says so. None means this thread.
pub fn waited(process: Option<u32>) -> Duration {
    let process = process.map_or_else(|| "thread-self".into(), |id| id.to_string());
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let nanos = text.split(' ').nth(1).and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}
