//! Rounds in which rivals take turns, and what comes of them.

use std::time::{Duration, Instant};

/// Rounds in which each rival is timed once.
const ROUNDS: usize = 11;
/// A sample lasts about this long, unless its laps are limited.
const SAMPLE: Duration = Duration::from_millis(2);

/// What is measured against the others of its case.
pub struct Rival<'a> {
    name: &'static str,
    sample: Box<dyn FnMut(u32) -> Duration + 'a>,
}

impl<'a> Rival<'a> {
    /// A rival whose every lap counts whole.
    pub fn new(name: &'static str, mut lap: impl FnMut() + 'a) -> Self {
        Self::timed(name, move |laps| {
            let begun = Instant::now();
            for _ in 0..laps {
                lap();
            }
            begun.elapsed()
        })
    }

    /// A rival that runs so many laps and times them itself, without what it has to prepare.
    pub fn timed(name: &'static str, sample: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self { name, sample: Box::new(sample) }
    }
}

/// One kind of work at one size.
pub struct Case {
    pub row: &'static str,
    pub case: &'static str,
    /// How many items a lap handles: the figure is per item.
    pub n: usize,
    /// What one item is, such as "ns/tween".
    pub unit: &'static str,
    /// The most laps in a sample, where a rival has only so many in it.
    pub most_laps: u32,
}

/// One figure.
#[derive(serde::Serialize)]
pub struct Line {
    pub row: &'static str,
    pub case: &'static str,
    pub n: usize,
    pub peer: &'static str,
    pub unit: &'static str,
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

/// All that was measured.
#[derive(Default)]
pub struct Bench {
    pub lines: Vec<Line>,
}

impl Bench {
    /// Times the rivals of a case and prints their table. The first is the one to compare with.
    pub fn measure(&mut self, case: &Case, mut rivals: Vec<Rival<'_>>) {
        let laps: Vec<u32> = rivals
            .iter_mut()
            .map(|rival| {
                let once = (rival.sample)(1).max(Duration::from_nanos(50));
                let fitting = SAMPLE.as_nanos() / once.as_nanos();
                u32::try_from(fitting).unwrap_or(u32::MAX).clamp(1, case.most_laps)
            })
            .collect();
        let mut samples = vec![Vec::new(); rivals.len()];
        for _ in 0..ROUNDS {
            for ((rival, laps), samples) in rivals.iter_mut().zip(&laps).zip(&mut samples) {
                (rival.sample)(1); // into the caches
                let items = f64::from(*laps) * case.n as f64;
                samples.push((rival.sample)(*laps).as_secs_f64() * 1e9 / items);
            }
        }
        let Case { row, case, n, unit, .. } = *case;
        println!("{row} {case}, n = {n}, {unit}");
        let mut first = None;
        for (rival, mut samples) in rivals.iter().zip(samples) {
            samples.sort_by(f64::total_cmp);
            let (min, median, max) = (samples[0], samples[ROUNDS / 2], samples[ROUNDS - 1]);
            let ratio = median / *first.get_or_insert(median);
            println!("  {:40} {median:>9.3} ({min:.3} - {max:.3}) x {ratio:.2}", rival.name);
            let peer = rival.name;
            self.lines.push(Line { row, case, n, peer, unit, median, min, max });
        }
    }

    /// A JSON line for each measurement.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        self.lines.iter().map(|line| Ok(serde_json::to_string(line)? + "\n")).collect()
    }
}
