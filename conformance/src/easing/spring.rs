//! Springs: values, velocities, and when each library calls one settled.

use cueline::{time::Span, value::Spring};
use serde::Deserialize;
use serde_json::Value;

use super::{CLOSE, agree};
use crate::{
    deviations::EASING_SPRING_GOES_ON,
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
}

impl Ours {
    fn new(parts: [f64; 3], velocity: f64) -> Result<Self, Malformed> {
        let [stiffness, damping, mass] = parts;
        Ok(Self { spring: Spring::new(stiffness, damping, mass).map_err(other)?, velocity })
    }

    /// Value and velocity per second.
    fn at(&self, seconds: f64) -> Result<(f64, f64), Malformed> {
        let at = Span::from_secs_f64(seconds).map_err(other)?;
        let (distance, velocity) = self.spring.at(at, -1.0, self.velocity);
        Ok((1.0 + distance, velocity))
    }

    /// How far a library may be off, for numbers of a size. It divides by how far the spring is from critical
    /// damping what nearly cancels; ours does not.
    fn tolerance(&self, size: f64) -> f64 {
        let ratio = self.spring.damping_ratio();
        let off = ((1.0 - ratio) * (1.0 + ratio)).abs().sqrt();
        let lost = if off > 0.0 { 8.0 * f64::EPSILON / off } else { 0.0 };
        lost.max(CLOSE) * size.abs().max(1.0)
    }

    fn agree(&self, verdict: &mut Verdict, what: &str, ours: &[f64], recorded: &[f64]) {
        verdict.each_close(what, ours, recorded, |_, recorded| self.tolerance(recorded));
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

/// Demands that the values agree while the library has not put them on the target, and that they are near
/// it then.
fn until_done(
    verdict: &mut Verdict,
    (what, spring): (&str, &Ours),
    ours: &[f64],
    recorded: &[f64],
    done: &[bool],
    near: f64,
) {
    verdict.same(
        &format!("{what}: how many"),
        (recorded.len(), done.len()),
        (ours.len(), ours.len()),
    );
    for (index, ((ours, recorded), done)) in ours.iter().zip(recorded).zip(done).enumerate() {
        if *done {
            verdict.same(&format!("{what}[{index}], done"), *recorded, 1.0);
            if (ours - 1.0).abs() > near {
                verdict.fail(format!("{what}[{index}]: done, but ours is at {ours}"));
            }
            if ours != recorded {
                verdict.wanted(&EASING_SPRING_GOES_ON);
            }
        } else {
            verdict.close(
                &format!("{what}[{index}]"),
                *ours,
                *recorded,
                spring.tolerance(*recorded),
            );
        }
    }
}

fn plain(record: &Plain) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::new();
    let ours = Ours::new([record.stiffness, record.damping, record.mass], record.velocity_per_s)?;
    let ratio = ours.spring.damping_ratio();
    agree(&mut verdict, "damping ratio", &[ratio], &[record.damping_ratio]);
    let regime = if record.damping_ratio < 1.0 {
        "under"
    } else if record.damping_ratio > 1.0 {
        "over"
    } else {
        "critical"
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
    ours.agree(&mut verdict, "wobble", &values, &wobble);
    ours.agree(&mut verdict, "wobble's velocity", &velocities, &speeds);

    // What ours offers: never further than the threshold from then on, nor faster than that times w.
    let w = (record.stiffness / record.mass).sqrt();
    for (what, generator) in [("motion", &record.motion), ("popmotion", &record.popmotion)] {
        // Popmotion takes a spring that does not swing for one that stands still.
        let moves = what == "motion" || ratio < 1.0;
        let rests = |(value, velocity): (&f64, &f64)| {
            (1.0 - value).abs() <= generator.rest_delta
                && (!moves || velocity.abs() <= generator.rest_speed)
        };
        let done: Vec<bool> = values.iter().zip(&velocities).map(rests).collect();
        verdict.same(&format!("{what}: done"), &done, &generator.done);
        let recorded = numbers(&generator.values)?;
        until_done(
            &mut verdict,
            (what, &ours),
            &values,
            &recorded,
            &generator.done,
            generator.rest_delta,
        );
        let threshold = generator.rest_delta.min(generator.rest_speed / w);
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
    until_done(&mut verdict, ("animejs: ease_64", &as_animejs), &expected, &ease, &ended, 0.0005);

    let motion = numbers(&record.motion.values)?;
    let mut spread = 0.0_f64;
    for index in 0..times.len().min(animejs.len()).min(wobble.len()).min(motion.len()) {
        let mut all = vec![animejs[index], wobble[index]];
        if record.motion.done.get(index) == Some(&false) {
            all.push(motion[index]);
        }
        let low = all.iter().copied().fold(f64::INFINITY, f64::min);
        spread = spread.max(all.iter().copied().fold(f64::NEG_INFINITY, f64::max) - low);
    }
    verdict.same("the spread of the recording", spread, number(&record.max_spread_before_rest)?);
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
    let mut verdict = Verdict::new();
    let seconds = record.duration_ms / 1000.0;
    if let Some(part) = &record.animejs {
        let ours = Ours::new([part.stiffness, part.damping, part.mass], 0.0)?;
        // One swing takes the duration; rounded to three places.
        let stiffness = (std::f64::consts::TAU / seconds).powi(2);
        verdict.same("animejs: stiffness", to_thousandths(stiffness), part.stiffness);
        let ratio = ratio_of(record.bounce, 0.0);
        let damping = ratio * 2.0 * std::f64::consts::TAU / seconds;
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
        until_done(
            &mut verdict,
            ("motion", &ours),
            &ours.all(&times)?.0,
            &numbers(&part.values)?,
            &part.done,
            f64::INFINITY,
        );
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
