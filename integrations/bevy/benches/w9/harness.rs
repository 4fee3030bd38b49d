//! Apps that take turns in one process, and the figures of a case.
//!
//! On one thread the time of the processor counts, not that of the wall, so that other programs do not: that of the whole
//! process, so that no work hides on another thread.

use std::{
    error::Error,
    fmt::Write as _,
    time::{Duration, Instant},
};

use bevy_app::App;
use bevy_ecs::schedule::{Schedules, SingleThreadedExecutor};
#[cfg(feature = "sprite")]
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use cpu_time::ProcessTime;

/// What the command asks for.
pub struct Options {
    pub cases: Vec<String>,
    pub sizes: Vec<usize>,
    pub turns: usize,
    pub json: Option<String>,
    /// Bevy's executor of many threads and its pools, else one thread.
    pub threads: bool,
}

impl Options {
    pub fn of_the_command() -> Result<Self, Box<dyn Error>> {
        let mut options =
            Self { cases: Vec::new(), sizes: Vec::new(), turns: 41, json: None, threads: false };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut next = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--n" => options.sizes.push(next()?.parse()?),
                "--turns" => options.turns = next()?.parse()?,
                "--json" => options.json = Some(next()?),
                "--threads" => options.threads = true,
                "--bench" => {}
                _ => options.cases.push(argument),
            }
        }
        Ok(options)
    }

    pub fn wants(&self, case: &str) -> bool {
        self.cases.is_empty() || self.cases.iter().any(|wanted| case.contains(wanted.as_str()))
    }

    pub fn sizes(&self) -> Vec<usize> {
        let sizes = [1_000, 10_000, 100_000, 1_000_000];
        if self.sizes.is_empty() { sizes.to_vec() } else { self.sizes.clone() }
    }
}

/// An app that does the work of a case.
pub struct Candidate {
    pub name: &'static str,
    pub app: App,
}

/// A turn of a candidate has so many updates that it takes about this long.
const TURN: Duration = Duration::from_millis(3);
/// A candidate that takes longer with all of its turns gets fewer of them.
const ALL_TURNS: Duration = Duration::from_millis(1500);
/// The updates before the first turn, which bring starts and ends to their steady rate.
const FIRST: u32 = 120;
/// But no fewer than these.
const FEWEST: usize = 5;

/// The candidates of a case take turns; the first is the one to compare with. A figure is the median over all turns of what one
/// whole `App::update` takes for each item; a ratio is the median of the ratios within one turn. Before that, all of them have
/// to show the same.
pub fn measure(
    options: &Options,
    case: &str,
    n: usize,
    mut candidates: Vec<Candidate>,
    json: &mut String,
) -> Result<(), Box<dyn Error>> {
    for candidate in &mut candidates {
        candidate.app.finish();
        candidate.app.cleanup();
        if !options.threads {
            let mut schedules = candidate.app.world_mut().resource_mut::<Schedules>();
            for (_, schedule) in schedules.iter_mut() {
                schedule.set_executor(SingleThreadedExecutor::new());
            }
        }
        for _ in 0..FIRST {
            candidate.app.update();
        }
    }
    let wanted = values(&mut candidates[0].app);
    for Candidate { name, app } in &mut candidates {
        compare(&wanted, &values(app)).map_err(|why| format!("{case}, {name}: {why}"))?;
    }
    let time = if options.threads { on_the_wall } else { on_the_processor };
    let paces: Vec<(u32, Duration)> =
        candidates.iter_mut().map(|candidate| pace(&mut candidate.app, time)).collect();
    let slowest = paces.iter().map(|(laps, one)| *one * *laps).max().unwrap_or_default();
    let most = ALL_TURNS.as_nanos() / slowest.as_nanos().max(1);
    let turns =
        usize::try_from(most).unwrap_or(usize::MAX).clamp(FEWEST, FEWEST.max(options.turns));
    let turns = turns.min(options.turns);
    let laps: Vec<u32> = paces.into_iter().map(|(laps, _)| laps).collect();
    let mut samples = vec![Vec::with_capacity(turns); candidates.len()];
    for _ in 0..turns {
        for ((candidate, laps), samples) in candidates.iter_mut().zip(&laps).zip(&mut samples) {
            let took = time(&mut candidate.app, *laps).as_secs_f64() * 1e9;
            samples.push(took / f64::from(*laps) / n as f64);
        }
    }
    println!("\n{case}, {n} items, {turns} turns");
    let hand = samples[0].clone();
    for (candidate, samples) in candidates.iter().zip(&mut samples) {
        let mut ratios: Vec<f64> = samples.iter().zip(&hand).map(|(ns, hand)| ns / hand).collect();
        let (ratio, median) = (median(&mut ratios), median(samples));
        let (min, max) = (samples[0], samples[samples.len() - 1]);
        let name = candidate.name;
        println!("  {name:28} {median:9.2} ns/item ({min:.2} to {max:.2}) {ratio:7.2} x");
        writeln!(
            json,
            r#"{{"row":"W9","case":"{case}","n":{n},"peer":"{name}","unit":"ns/item","median":{median},"min":{min},"max":{max},"ratio":{ratio}}}"#
        )?;
    }
    Ok(())
}

type Timed = fn(&mut App, u32) -> Duration;

/// The updates of a turn, and how long one takes.
fn pace(app: &mut App, time: Timed) -> (u32, Duration) {
    let one = time(app, 4) / 4;
    let laps = TURN.as_nanos() / one.as_nanos().max(1);
    (u32::try_from(laps).unwrap_or(u32::MAX).clamp(1, 1000), one)
}

/// What the items show, number by number.
fn values(app: &mut App) -> Vec<f32> {
    let world = app.world_mut();
    let mut values = Vec::new();
    for Transform { translation, rotation, scale } in world.query::<&Transform>().iter(world) {
        values.extend(translation.to_array());
        values.extend(rotation.to_array());
        values.extend(scale.to_array());
    }
    #[cfg(feature = "sprite")]
    for sprite in world.query::<&Sprite>().iter(world) {
        let atlas = sprite.texture_atlas.as_ref();
        values.extend(atlas.map(|atlas| (atlas.index as f32 * core::f32::consts::FRAC_PI_4).sin()));
    }
    values
}

/// A system by hand rounds, and may be a frame ahead: 10 % of the largest number.
fn compare(wanted: &[f32], found: &[f32]) -> Result<(), String> {
    // An app without items has nothing to compare with.
    if !wanted.is_empty() && wanted.len() != found.len() {
        return Err(format!("{} numbers, but {} by hand", found.len(), wanted.len()));
    }
    let largest = wanted.iter().fold(0.0, |largest: f32, number| largest.max(number.abs()));
    let is_close = |(wanted, found): &(&f32, &f32)| (*wanted - *found).abs() <= 0.1 * largest;
    match wanted.iter().zip(found).position(|pair| !is_close(&pair)) {
        None => Ok(()),
        Some(i) => Err(format!("number {i} is {}, but {} by hand", found[i], wanted[i])),
    }
}

fn on_the_wall(app: &mut App, laps: u32) -> Duration {
    let begun = Instant::now();
    for _ in 0..laps {
        app.update();
    }
    begun.elapsed()
}

fn on_the_processor(app: &mut App, laps: u32) -> Duration {
    let begun = ProcessTime::now();
    for _ in 0..laps {
        app.update();
    }
    begun.elapsed()
}

/// Sorts the numbers.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
