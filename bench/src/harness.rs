//! Rounds in which rivals take turns, and what comes of them.

use std::time::{Duration, Instant};

use crate::outside::Hosts;

/// Rounds in which each rival is timed once.
const ROUNDS: usize = 11;
/// A sample lasts about this long, unless its laps are limited.
const SAMPLE: Duration = Duration::from_millis(2);
/// A lap that lasts longer fills the caches for the most part of itself.
const LONG: Duration = Duration::from_millis(50);

/// What is measured against the others of its case.
pub struct Rival<'a> {
    name: &'static str,
    sample: Box<Sample<'a>>,
}

/// Runs so many laps. One in another process may stop in the middle.
type Sample<'a> = dyn FnMut(u32) -> Result<Duration, String> + 'a;

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
    pub fn timed(name: &'static str, mut sample: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self::fallible(name, move |laps| Ok(sample(laps)))
    }

    /// The same, of one that may say why it cannot go on.
    pub fn fallible(
        name: &'static str,
        sample: impl FnMut(u32) -> Result<Duration, String> + 'a,
    ) -> Self {
        Self { name, sample: Box::new(sample) }
    }

    /// How it is to be sampled.
    fn pace(&mut self, most: u32) -> Result<Pace, String> {
        let once = (self.sample)(1)?.max(Duration::from_nanos(50));
        let laps = u32::try_from(SAMPLE.as_nanos() / once.as_nanos()).unwrap_or(u32::MAX);
        Ok(Pace { laps: laps.clamp(1, most), fills: once < LONG })
    }

    /// One more sample: nanoseconds per lap.
    fn timing(&mut self, pace: Pace) -> Result<f64, String> {
        if pace.fills {
            (self.sample)(1)?;
        }
        Ok((self.sample)(pace.laps)?.as_secs_f64() * 1e9 / f64::from(pace.laps))
    }
}

#[derive(Clone, Copy)]
struct Pace {
    laps: u32,
    /// Whether a lap that is not timed goes first, to fill the caches.
    fills: bool,
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

/// What was to be measured and could not be.
#[derive(PartialEq)]
pub struct Missing {
    pub row: &'static str,
    pub case: &'static str,
    pub n: usize,
    pub peer: &'static str,
    pub why: String,
}

/// All that was measured.
#[derive(Default)]
pub struct Bench {
    pub lines: Vec<Line>,
    pub missing: Vec<Missing>,
    pub hosts: Hosts,
}

impl Bench {
    /// Times the rivals of a case and prints their table. The first is the one to compare with.
    pub fn measure(&mut self, case: &Case, mut rivals: Vec<Rival<'_>>) {
        let mut paces: Vec<_> = rivals.iter_mut().map(|rival| rival.pace(case.most_laps)).collect();
        let mut samples = vec![Vec::new(); rivals.len()];
        for _ in 0..ROUNDS {
            for ((rival, pace), samples) in rivals.iter_mut().zip(&mut paces).zip(&mut samples) {
                if let Ok(steady) = *pace {
                    match rival.timing(steady) {
                        Ok(lap) => samples.push(lap / case.n as f64),
                        Err(why) => *pace = Err(why),
                    }
                }
            }
        }
        let Case { row, case: name, n, unit, .. } = *case;
        println!("{row} {name}, n = {n}, {unit}");
        let mut first = None;
        for ((rival, pace), mut samples) in rivals.iter().zip(paces).zip(samples) {
            let peer = rival.name;
            if let Err(why) = pace {
                self.miss(case, peer, why);
                continue;
            }
            samples.sort_by(f64::total_cmp);
            let (min, median, max) = (samples[0], samples[ROUNDS / 2], samples[ROUNDS - 1]);
            let ratio = median / *first.get_or_insert(median);
            println!("  {peer:40} {median:>9.3} ({min:.3} - {max:.3}) x {ratio:.2}");
            self.lines.push(Line { row, case: name, n, peer, unit, median, min, max });
        }
    }

    /// Notes what is not measured, and why.
    pub fn miss(&mut self, of: &Case, peer: &'static str, why: String) {
        let Case { row, case, n, .. } = *of;
        println!("{row} {case}, n = {n}: {peer} is not measured: {why}");
        self.missing.push(Missing { row, case, n, peer, why });
    }

    /// A JSON line for each measurement.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        self.lines.iter().map(|line| Ok(serde_json::to_string(line)? + "\n")).collect()
    }
}
