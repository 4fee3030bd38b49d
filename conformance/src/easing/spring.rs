//! Springs: values, velocities, and when each library calls one settled.

use std::cmp::Ordering;

use cueline::{time::Span, value::Spring};
use serde::Deserialize;
use serde_json::Value;

use super::{CLOSE, agree, spread};
use crate::{
    deviations::{EASING_HEAVY_SPRING_CREEPS, EASING_SPRING_GOES_ON, EASING_SPRING_HAS_A_VALUE},
    read::{Malformed, number, numbers, other},
    verdict::Verdict,
};

#[derive(Deserialize)]
struct Plain {
    stiffness: f64,
    damping: f64,
    mass: f64,
    velocity_per_s: f64,
    damping_ratio: f64,
    regime: String,
    times_ms: Value,
    animejs: AnimeJs,
    motion: Generator,
    popmotion: Generator,
    wobble: Wobble,
    max_spread_before_rest: Value,
}

#[derive(Deserialize)]
struct AnimeJs {
    settling_ms: f64,
    solver_s: f64,
    values: Value,
    ease_64: Value,
}

/// Motion and its ancestor Popmotion.
#[derive(Deserialize)]
struct Generator {
    rest_speed: f64,
    rest_delta: f64,
    values: Value,
    done: Vec<bool>,
}

#[derive(Deserialize)]
struct Wobble {
    values: Value,
    velocity_per_s: Value,
}

#[derive(Deserialize)]
struct Derived {
    bounce: f64,
    duration_ms: f64,
    animejs: Option<DerivedPart>,
    motion: Option<DerivedPart>,
}

#[derive(Deserialize)]
struct DerivedPart {
    stiffness: f64,
    damping: f64,
    mass: f64,
    settling_ms: Option<f64>,
    values_at_ms: Value,
    values: Value,
    #[serde(default)]
    done: Vec<bool>,
}

/// Our spring on its way from 0 to 1.
struct Ours {
    spring: Spring,
    velocity: f64,
    /// The undamped angular frequency.
    frequency: f64,
}

impl Ours {
    fn new(parts: [f64; 3], velocity: f64) -> Result<Self, Malformed> {
        let [stiffness, damping, mass] = parts;
        let spring = Spring::new(stiffness, damping, mass).map_err(other)?;
        Ok(Self { spring, velocity, frequency: (stiffness / mass).sqrt() })
    }

    /// Value and velocity per second. What a time is more than whole flicks goes at the speed of the last of them.
    fn at(&self, seconds: f64) -> Result<(f64, f64), Malformed> {
        let at = Span::from_secs_f64(seconds).map_err(other)?;
        let (distance, velocity) = self.spring.at(at, -1.0, self.velocity);
        Ok((1.0 + distance + velocity * (seconds - at.as_secs_f64()), velocity))
    }

    /// The rate of the swings, or above critical damping of the hyperbolic functions.
    fn rate(&self) -> f64 {
        let ratio = self.spring.damping_ratio();
        self.frequency * ((1.0 - ratio) * (1.0 + ratio)).abs().sqrt()
    }

    /// The same where a library lets go of a spring above critical damping; none where it does not.
    fn let_go(&self, seconds: f64, least_rate: f64) -> Result<Option<(f64, f64)>, Malformed> {
        let (ratio, rate) = (self.spring.damping_ratio(), self.rate());
        if ratio <= 1.0 || rate < least_rate || rate * seconds <= 300.0 {
            return Ok(None);
        }
        let (value, velocity) = self.at(300.0 / rate)?;
        let fade = (-ratio * self.frequency * (seconds - 300.0 / rate)).exp();
        Ok(Some((1.0 + (value - 1.0) * fade, velocity * fade)))
    }

    /// How far a library may be off. It divides by how far the spring is from critical damping what nearly cancels,
    /// ours does not; and it multiplies rounded rates with times.
    fn tolerance(&self, size: f64) -> f64 {
        let rate = self.rate() / self.frequency;
        let lost = if rate > 0.0 { 8.0 * f64::EPSILON / rate } else { 0.0 };
        let fastest = self.frequency * self.spring.damping_ratio().max(1.0);
        let lost = lost.max(4.0 * f64::EPSILON * fastest * 60.0); // at most a minute
        lost.max(CLOSE) * size.abs().max(1.0 + self.velocity.abs() / self.frequency)
    }

    fn agree(&self, verdict: &mut Verdict, what: &str, ours: &[f64], recorded: &[f64]) {
        verdict.each_close(what, ours, recorded, |_, recorded| self.tolerance(recorded));
    }

    /// Demands that the values agree while the library has not put them on the target, and that they are near it then.
    fn until_done(
        &self,
        verdict: &mut Verdict,
        what: &str,
        (ours, recorded): (&[f64], &[f64]),
        done: &[bool],
        near: f64,
    ) {
        let counts = (recorded.len(), done.len());
        verdict.same(&format!("{what}: how many"), counts, (ours.len(), ours.len()));
        for (index, ((ours, recorded), done)) in ours.iter().zip(recorded).zip(done).enumerate() {
            let what = format!("{what}[{index}]");
            if !*done {
                verdict.close(&what, *ours, *recorded, self.tolerance(*recorded));
                continue;
            }
            verdict.same(&format!("{what}, done"), *recorded, 1.0);
            if (ours - 1.0).abs() > near {
                verdict.fail(format!("{what}: done, but ours is at {ours}"));
            }
            if ours != recorded {
                verdict.wanted(&EASING_SPRING_GOES_ON);
            }
        }
    }

    fn all(&self, times_ms: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Malformed> {
        times_ms
            .iter()
            .map(|ms| self.at(ms / 1000.0))
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.into_iter().unzip())
    }

    /// anime.js's search for the end of the motion: in steps of 20 ms until it has been within 1/2000 for
    /// more than 200 ms, for a minute at most.
    fn animejs_settling(&self) -> Result<f64, Malformed> {
        let (mut time, mut resting, mut reached) = (0.0, 0, 0.0);
        for _ in 0..=3000 {
            if resting > 10 {
                break;
            }
            resting = if (1.0 - self.at(time)?.0).abs() < 0.0005 { resting + 1 } else { 0 };
            reached = time;
            time += 0.02;
        }
        Ok(reached)
    }
}

fn plain(record: &Plain) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let ours = Ours::new([record.stiffness, record.damping, record.mass], record.velocity_per_s)?;
    let ratio = ours.spring.damping_ratio();
    agree(&mut verdict, "damping ratio", &[ratio], &[record.damping_ratio]);
    let regime = match record.damping_ratio.total_cmp(&1.0) {
        Ordering::Less => "under",
        Ordering::Equal => "critical",
        Ordering::Greater => "over",
    };
    verdict.same("regime", regime, record.regime.as_str());

    let times = numbers(&record.times_ms)?;
    let (values, velocities) = ours.all(&times)?;
    let animejs = numbers(&record.animejs.values)?;
    // anime.js takes masses from 1, and all three up to 10,000.
    let parts = [
        record.stiffness.clamp(1e-11, 1e4),
        record.damping.clamp(1e-11, 1e4),
        record.mass.clamp(1.0, 1e4),
    ];
    let as_animejs = Ours::new(parts, record.velocity_per_s)?;
    as_animejs.agree(&mut verdict, "animejs", &as_animejs.all(&times)?.0, &animejs);
    let (wobble, speeds) =
        (numbers(&record.wobble.values)?, numbers(&record.wobble.velocity_per_s)?);
    let of_wobble = [
        ("wobble", &values, &wobble, 1.0),
        ("wobble's velocity", &velocities, &speeds, ours.frequency),
    ];
    for (what, expected, recorded, unit) in of_wobble {
        let mut expected = expected.clone();
        for ((expected, recorded), ms) in expected.iter_mut().zip(recorded).zip(&times) {
            // Hyperbolic functions of 710 and more are too large for a double.
            if !recorded.is_finite() && ratio > 1.0 && ours.rate() * ms / 1000.0 > 700.0 {
                *expected = *recorded;
                verdict.wanted(&EASING_SPRING_HAS_A_VALUE);
            }
        }
        verdict.each_close(what, &expected, recorded, |_, size| ours.tolerance(size / unit) * unit);
    }

    for (what, generator) in [("motion", &record.motion), ("popmotion", &record.popmotion)] {
        let (mut values, mut velocities) = (values.clone(), velocities.clone());
        for (index, ms) in times.iter().enumerate() {
            let least_rate = if what == "motion" { 1000.0 } else { 0.0 };
            if let Some(let_go) = ours.let_go(ms / 1000.0, least_rate)? {
                (values[index], velocities[index]) = let_go;
                verdict.wanted(&EASING_HEAVY_SPRING_CREEPS);
            }
        }
        // Popmotion takes a spring that does not swing for one that stands still.
        let moves = what == "motion" || ratio < 1.0;
        let rests = |(value, velocity): (&f64, &f64)| {
            (1.0 - value).abs() <= generator.rest_delta
                && (!moves || velocity.abs() <= generator.rest_speed)
        };
        let done: Vec<bool> = values.iter().zip(&velocities).map(rests).collect();
        verdict.same(&format!("{what}: done"), &done, &generator.done);
        let both = (&values[..], &numbers(&generator.values)?[..]);
        ours.until_done(&mut verdict, what, both, &generator.done, generator.rest_delta);
        // What ours offers: never further than the threshold from then on, nor faster than that times the frequency.
        let threshold = generator.rest_delta.min(generator.rest_speed / ours.frequency);
        if let Some(settled) = ours.spring.settling(-1.0, record.velocity_per_s, threshold) {
            for (ms, done) in times.iter().zip(&generator.done) {
                if ms / 1000.0 >= settled.as_secs_f64() && !done {
                    verdict.fail(format!("{what}: settled by ours at {ms} ms, but not done"));
                }
            }
        }
    }

    let solver = as_animejs.animejs_settling()?;
    verdict.same("animejs: solver_s", solver, record.animejs.solver_s);
    verdict.same("animejs: settling_ms", (solver * 1000.0).round(), record.animejs.settling_ms);
    let ease = numbers(&record.animejs.ease_64)?;
    let parts = ease.len().saturating_sub(1);
    let expected: Vec<f64> = (0..ease.len())
        .map(|part| as_animejs.at(part as f64 / parts as f64 * solver).map(|(value, _)| value))
        .collect::<Result<_, _>>()?;
    let ended: Vec<bool> = (0..ease.len()).map(|part| part == parts).collect();
    // It rests then, or a minute is over.
    let near = if solver < 59.99 { 0.0005 } else { f64::INFINITY };
    as_animejs.until_done(&mut verdict, "animejs: ease_64", (&expected, &ease), &ended, near);

    let moving = numbers(&record.motion.values)?.into_iter().zip(&record.motion.done);
    let moving = moving.map(|(value, done)| if *done { f64::NAN } else { value }).collect();
    let recorded = number(&record.max_spread_before_rest)?;
    verdict.same("the spread of the recording", spread(&[animejs, wobble, moving]), recorded);
    Ok(verdict)
}

fn to_thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// The damping ratio that a bounce stands for with both libraries; Motion's has ends.
fn ratio_of(bounce: f64, least: f64) -> f64 {
    if bounce < 0.0 { 1.0 / (1.0 + bounce).max(least) } else { (1.0 - bounce).max(least) }
}

/// What bounce and duration stand for is each library's own idea; what follows from its physical
/// parameters is not.
fn derived(record: &Derived) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let seconds = record.duration_ms / 1000.0;
    if let Some(part) = &record.animejs {
        let ours = Ours::new([part.stiffness, part.damping, part.mass], 0.0)?;
        // One swing takes the duration; both are limited, and rounded to three places.
        let stiffness = (std::f64::consts::TAU / seconds).powi(2).min(1e4);
        verdict.same("animejs: stiffness", to_thousandths(stiffness), part.stiffness);
        let ratio = ratio_of(record.bounce, 0.0);
        let damping = (ratio * 2.0 * std::f64::consts::TAU / seconds).min(300.0);
        verdict.same("animejs: damping", to_thousandths(damping), part.damping);
        let times = numbers(&part.values_at_ms)?;
        ours.agree(&mut verdict, "animejs", &ours.all(&times)?.0, &numbers(&part.values)?);
        let settling = (ours.animejs_settling()? * 1000.0).round();
        verdict.same("animejs: settling_ms", Some(settling), part.settling_ms);
    }
    if let Some(part) = &record.motion {
        let ours = Ours::new([part.stiffness, part.damping, part.mass], 0.0)?;
        let ratio = ratio_of(record.bounce, 0.05);
        agree(&mut verdict, "motion: damping ratio", &[ours.spring.damping_ratio()], &[ratio]);
        let times = numbers(&part.values_at_ms)?;
        let done: Vec<bool> = times.iter().map(|ms| *ms >= record.duration_ms).collect();
        verdict.same("motion: done", &done, &part.done);
        // Over when the duration is, wherever the spring is then: so how near it is says nothing.
        let (values, recorded) = (ours.all(&times)?.0, numbers(&part.values)?);
        let both = (&values[..], &recorded[..]);
        ours.until_done(&mut verdict, "motion", both, &part.done, f64::INFINITY);
    }
    Ok(verdict)
}

pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    if record.get("by").is_some() {
        derived(&Deserialize::deserialize(record)?)
    } else {
        plain(&Deserialize::deserialize(record)?)
    }
}
