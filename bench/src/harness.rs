//! Rounds in which peers take turns, and what comes of them.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use crate::{
    calm::{WAIT, Yardstick, waited},
    outside::Hosts,
};

/// Calm rounds in which each peer is timed once.
pub const ROUNDS: usize = 5;
/// Rounds altogether, where some are dropped.
pub const MOST_ROUNDS: usize = 6;
/// Fewer calm ones say too little: then all rounds count, and the figures say so.
pub const ENOUGH: usize = 3;
/// A sample takes about this long, unless its laps are limited.
const SAMPLE: Duration = Duration::from_millis(2);
/// A lap that takes longer fills the caches for the most part of itself.
const LONG: Duration = Duration::from_millis(50);

/// Otherwise one in so many laps more goes before those that are timed: others had their turns since the last one.
const FILL: u32 = 4;

/// What is measured against the others of its case.
pub struct Rival<'a> {
    name: &'static str,
    sample: Box<Sample<'a>>,
}

/// Runs so many laps. One in another process may stop in the middle.
type Sample<'a> = dyn FnMut(u32) -> Result<Taken, String> + 'a;

/// How long a sample took.
pub struct Taken {
    pub took: Duration,
    /// How long the peer waited for a processor meanwhile.
    pub waited: Duration,
}

impl<'a> Rival<'a> {
    /// A peer whose every lap counts whole.
    pub fn new(name: &'static str, mut lap: impl FnMut() + 'a) -> Self {
        Self::timed(name, move |laps| {
            let begun = Instant::now();
            for _ in 0..laps {
                lap();
            }
            begun.elapsed()
        })
    }

    /// A peer that runs so many laps and times them itself, without what it has to prepare.
    pub fn timed(name: &'static str, mut sample: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self::fallible(name, move |laps| {
            let before = waited(None);
            let took = sample(laps);
            Ok(Taken { took, waited: waited(None).saturating_sub(before) })
        })
    }

    /// The same, of one elsewhere, that may say why it cannot go on.
    pub fn fallible(
        name: &'static str,
        sample: impl FnMut(u32) -> Result<Taken, String> + 'a,
    ) -> Self {
        Self { name, sample: Box::new(sample) }
    }

    /// How it is to be sampled.
    fn pace(&mut self, most: u32) -> Result<Pace, String> {
        let once = (self.sample)(1)?.took.max(Duration::from_nanos(50));
        let laps = u32::try_from(SAMPLE.as_nanos() / once.as_nanos()).unwrap_or(u32::MAX);
        Ok(Pace { laps: laps.clamp(1, most), fills: once < LONG })
    }

    /// One more sample: nanoseconds per lap, and whether it could run on all the time.
    fn timing(&mut self, pace: Pace) -> Result<(f64, bool), String> {
        if pace.fills {
            (self.sample)(pace.laps.div_ceil(FILL))?;
        }
        let Taken { took, waited } = (self.sample)(pace.laps)?;
        let lap = took.as_secs_f64() * 1e9 / f64::from(pace.laps);
        Ok((lap, waited.as_secs_f64() <= took.as_secs_f64() * WAIT))
    }
}

#[derive(Clone, Copy)]
struct Pace {
    laps: u32,
    /// Whether laps that are not timed go first, to fill the caches.
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
    /// The most laps in a sample, where a peer has only so many in it.
    pub most_laps: u32,
}

/// One figure.
pub struct Line {
    pub row: &'static str,
    pub case: &'static str,
    pub n: usize,
    pub peer: &'static str,
    pub unit: &'static str,
    pub median: f64,
    pub min: f64,
    pub max: f64,
    /// The median of its ratios to the first of its case, each within one round.
    pub ratio: f64,
    /// What became of the rounds of its case.
    pub rounds: Rounds,
}

/// Rounds of a case that count, and those that do not.
#[derive(Clone, Copy, PartialEq)]
pub enum Rounds {
    /// So many were dropped; the machine was calm in all others.
    Dropped(usize),
    /// All count, of which so few were calm.
    Calm(usize),
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
    /// A file with the character of Khronos.
    pub fox: Option<std::path::PathBuf>,
    /// One round for each case: enough to see that all can be had and show what they have to.
    pub quick: bool,
    yardstick: Yardstick,
}

impl Bench {
    /// Times the peers of a case and prints their table. The first is the one to compare with.
    pub fn measure(&mut self, case: &Case, mut rivals: Vec<Rival<'_>>) {
        let mut paces: Vec<_> = rivals.iter_mut().map(|rival| rival.pace(case.most_laps)).collect();
        let (mut calm, mut disturbed) = (Vec::new(), Vec::new());
        let (enough, most) = if self.quick { (1, 1) } else { (ROUNDS, MOST_ROUNDS) };
        while calm.len() < enough && calm.len() + disturbed.len() < most {
            let (round, was_calm) = self.round(&mut rivals, &mut paces);
            if was_calm { calm.push(round) } else { disturbed.push(round) }
        }
        let rounds = if calm.len() < ENOUGH {
            Rounds::Calm(calm.len())
        } else {
            Rounds::Dropped(std::mem::take(&mut disturbed).len())
        };
        calm.append(&mut disturbed);
        let Case { row, case: name, n, unit, .. } = *case;
        println!("{row} {name}, n = {n}, {unit}; {rounds}");
        // The first that can be measured in all rounds.
        let first = paces.iter().position(Result::is_ok).unwrap_or(0);
        for (index, (rival, pace)) in rivals.iter().zip(paces).enumerate() {
            let peer = rival.name;
            if let Err(why) = pace {
                self.miss(case, peer, why);
                continue;
            }
            let of = |round: &Vec<f64>| round[index] / n as f64;
            let [min, median, max] = spread(calm.iter().map(of));
            let ratio = ratio(&calm, index, first);
            println!("  {peer:40} {median:>9.3} ({min:.3} - {max:.3}) x {ratio:.2}");
            let line = Line { row, case: name, n, peer, unit, median, min, max, ratio, rounds };
            self.lines.push(line);
        }
    }

    /// A turn of each: nanoseconds per lap, and whether the machine was calm all the way.
    fn round(
        &mut self,
        rivals: &mut [Rival<'_>],
        paces: &mut [Result<Pace, String>],
    ) -> (Vec<f64>, bool) {
        let mut calm = true;
        let turns = rivals.iter_mut().zip(paces).map(|(rival, pace)| {
            let Ok(steady) = *pace else {
                return f64::NAN;
            };
            let turn = self.turn(|| rival.timing(steady));
            let (lap, was_calm) = turn.unwrap_or_else(|why| {
                *pace = Err(why);
                (f64::NAN, true)
            });
            calm &= was_calm;
            lap
        });
        (turns.collect(), calm)
    }

    /// One sample, and whether nothing disturbed it.
    fn turn(
        &mut self,
        sample: impl FnOnce() -> Result<(f64, bool), String>,
    ) -> Result<(f64, bool), String> {
        let before = self.yardstick.is_calm();
        let (lap, ran_on) = sample()?;
        Ok((lap, self.yardstick.is_calm() && before && ran_on))
    }

    /// Notes what is not measured, and why.
    pub fn miss(&mut self, of: &Case, peer: &'static str, why: String) {
        let Case { row, case, n, .. } = *of;
        println!("{row} {case}, n = {n}: {peer} is not measured: {why}");
        self.missing.push(Missing { row, case, n, peer, why });
    }

    /// Everybody who is missing somewhere, and why, once.
    pub fn who_is_missing(&self) -> Vec<(&str, &str)> {
        let mut all: Vec<_> = self.missing.iter().map(|one| (one.peer, &one.why[..])).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// How many times the laps of another a peer's take, in the middle of all rounds.
fn ratio(rounds: &[Vec<f64>], rival: usize, other: usize) -> f64 {
    spread(rounds.iter().map(|round| round[rival] / round[other]))[1]
}

/// Least, median and most.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    [sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
}

impl std::fmt::Display for Rounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dropped(0) => write!(f, "calm"),
            Self::Dropped(rounds) => write!(f, "calm, {rounds} dropped"),
            Self::Calm(rounds) => write!(f, "busy, {rounds} calm"),
        }
    }
}
