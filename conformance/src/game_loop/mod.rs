//! Accumulator loops that were fed timestamps: how often they update, and what is left over.
//!
//! The recorded loops add up doubles of milliseconds, ours whole flicks. So a timestamp that lies on
//! the boundary of a tick falls on one side there and on the other here. [`Player`] finds out which
//! frames those are, by trying the same frame a few flicks earlier and later, and follows the
//! recorded side from there: everything else must be equal all the same.

mod play;

use cueline::time::{CatchUp, FixedStepConfig, Span, Tick, Time};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use self::play::{FLICK, Player, TOLERANCE, flicks, rate_of};
use crate::{
    deviations,
    fields::{LABEL, compared, left, played},
    read::{Malformed, other},
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "game_loop",
    source: "Accumulator loops that were fed timestamps: the npm package mainloop.js 1.0.4 and the deterministic lockstep of \
             @babylonjs/core 9.34.0, both run, and a model of the described loop. A loop is our fixed step with the \
             matching rules; an upper frame rate is a game that leaves out frames that come too soon. The moving \
             estimate of frames a second in mainloop.js has no counterpart here and is not compared.",
    records: one_record,
    fields: &[
        played(
            "timestamps timestep */guard */max_fps */max_steps */min_delta_ms */max_delta_ms \
             */time_step_ms",
        ),
        compared(
            "*/updates */leftover */guarded */interpolation */panic */discarded */steps \
             */accumulator",
        ),
        left("name", LABEL),
        left("*/fps", "a moving estimate of frames a second, which Cueline does not make"),
    ],
    compare,
};

fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let timestamps: Vec<f64> = Deserialize::deserialize(&record["timestamps"])?;
    let timestep = f64::deserialize(&record["timestep"])?;
    let mut verdict = Verdict::default();
    let mut runs = 0;
    for (kind, run) in record.as_object().into_iter().flatten().filter(|(_, run)| run.is_object()) {
        runs += 1;
        let part = if run.get("time_step_ms").is_some() {
            lockstep(&timestamps, &read(run)?)?
        } else if run.get("interpolation").is_some() {
            mainloop(&timestamps, timestep, &read(run)?)?
        } else if run.get("guard").is_some() {
            described(&timestamps, timestep, &read(run)?, kind.ends_with("_reset"))?
        } else {
            return Err(other(format!("no loop of the kind {kind:?} is known")));
        };
        let failure = part.failure.map(|failure| format!("{kind}: {failure}"));
        verdict.and(Verdict { failure, ..part });
    }
    if runs == 0 {
        verdict.fail("no run in it");
    }
    Ok(verdict)
}

fn read<T: DeserializeOwned>(run: &Value) -> Result<T, Malformed> {
    Ok(T::deserialize(run)?)
}

fn rules(most: u32, catch_up: CatchUp) -> Result<FixedStepConfig, Malformed> {
    if most == 0 {
        return Err(other("no updates allowed"));
    }
    Ok(FixedStepConfig { max_ticks: most, catch_up, ..FixedStepConfig::default() })
}

const KEEP: CatchUp = CatchUp::Carry { max_debt: Span::MAX };

/// Whether each list has one item for each timestamp.
fn lengths(verdict: &mut Verdict, timestamps: &[f64], lists: &[(&str, usize)]) {
    for (name, length) in lists {
        verdict.same(&format!("length of {name}"), timestamps.len(), *length);
    }
}

/// The loop of the article: what is left over stays, or is dropped when the guard has stopped it.
#[derive(Deserialize)]
struct Described {
    guard: u32,
    updates: Vec<u32>,
    leftover: Vec<f64>,
    guarded: Vec<u8>,
}

fn described(
    timestamps: &[f64],
    timestep: f64,
    run: &Described,
    reset: bool,
) -> Result<Verdict, Malformed> {
    let catch_up = if reset { CatchUp::Reset } else { KEEP };
    let mut player = Player::new(rate_of(timestep)?, rules(run.guard, catch_up)?)?;
    player.step.frame_at(Time::ZERO); // the first frame counts from 0
    let mut verdict = Verdict::default();
    let (updates, leftover, guarded) = (&run.updates, &run.leftover, &run.guarded);
    let lists =
        [("updates", updates.len()), ("leftover", leftover.len()), ("guarded", guarded.len())];
    lengths(&mut verdict, timestamps, &lists);
    let mut rounding = 0.0;
    let recorded = updates.iter().zip(leftover).zip(guarded);
    for (index, (ms, ((updates, leftover), guarded))) in timestamps.iter().zip(recorded).enumerate()
    {
        let mut frame = player.at(flicks(*ms)?, *updates, &mut verdict);
        let backwards = frame.backwards;
        if !backwards.is_zero() {
            // There the time that ran backwards is taken back out of the account, here it waits.
            verdict.wanted(&deviations::GAME_LOOP_BACKWARDS);
            if *updates > 0 || frame.debt > 0 {
                // What is owed from before is caught up with there; here in a frame without time.
                frame = player.after(Span::ZERO, *updates, &mut verdict);
                if frame.ticks != *updates {
                    return Ok(verdict); // paid back out of what is owed: another run from here
                }
            }
        }
        verdict.same(&format!("updates[{index}]"), frame.ticks, *updates);
        verdict.same(&format!("guarded[{index}]"), u8::from(frame.limited), *guarded);
        let ours = (player.step.leftover() - backwards).as_millis_f64();
        // A double's rounding for each subtraction from an account that was that full.
        rounding += f64::from(*updates) * f64::EPSILON * leftover.abs().max(*ms);
        let tolerance = TOLERANCE + rounding;
        verdict.close(&format!("leftover[{index}]"), ours, *leftover, tolerance);
    }
    Ok(verdict)
}

/// The package mainloop.js, as it is or with its delta reset after a panic.
#[derive(Deserialize)]
struct Mainloop {
    updates: Vec<u32>,
    /// None for a frame that is passed over.
    interpolation: Vec<Option<f64>>,
    /// Never, when absent.
    panic: Option<Vec<u8>>,
    /// Only where a panic resets.
    discarded: Option<Vec<f64>>,
    max_fps: Option<f64>,
}

/// The most updates in a frame of mainloop.js.
const PANIC: u32 = 240;

fn mainloop(timestamps: &[f64], timestep: f64, run: &Mainloop) -> Result<Verdict, Malformed> {
    let catch_up = if run.discarded.is_some() { CatchUp::Reset } else { KEEP };
    let rate = rate_of(timestep)?;
    let mut player = Player::new(rate, rules(PANIC, catch_up)?)?;
    let mut verdict = Verdict::default();
    let none = vec![0; timestamps.len()];
    let panic = run.panic.as_ref().unwrap_or(&none);
    let no_drop = vec![0.0; timestamps.len()];
    let discarded = run.discarded.as_ref().unwrap_or(&no_drop);
    let lists = [
        ("updates", run.updates.len()),
        ("interpolation", run.interpolation.len()),
        ("panic", panic.len()),
        ("discarded", discarded.len()),
    ];
    lengths(&mut verdict, timestamps, &lists);
    // A game that wants fewer pictures than its screen leaves out those that come too soon.
    let least = match run.max_fps {
        Some(fps) => rate_of(1000.0 / fps)?.span_of_tick(Tick::ZERO),
        None => Span::ZERO,
    };
    let mut taken: Option<Time> = None;
    let recorded = run.updates.iter().zip(&run.interpolation).zip(panic.iter().zip(discarded));
    for (index, (ms, ((updates, interpolation), (panic, discarded)))) in
        timestamps.iter().zip(recorded).enumerate()
    {
        let now = flicks(*ms)?;
        let soon = taken.is_some_and(|taken| {
            player.side(now, taken + least, interpolation.is_none(), &mut verdict)
        });
        verdict.same(&format!("passed over[{index}]"), soon, interpolation.is_none());
        if soon {
            verdict.same(&format!("updates[{index}]"), 0, *updates);
            verdict.same(&format!("panic[{index}]"), 0, *panic);
            verdict.close(&format!("discarded[{index}]"), 0.0, *discarded, 0.0);
            continue;
        }
        let frame = player.at(now, *updates, &mut verdict);
        verdict.same(&format!("updates[{index}]"), frame.ticks, *updates);
        verdict.same(&format!("panic[{index}]"), u8::from(frame.limited), *panic);
        // The first frame only starts the loop: there is nothing to blend, and 1 is what is drawn.
        // A panic's rest is drawn before it is dropped.
        let per_ms = rate.as_hz_f64() / 1000.0;
        let dropped = frame.dropped.as_millis_f64();
        let blend = frame.debt as f64 + frame.alpha() + dropped * per_ms;
        let ours = if taken.is_none() { 1.0 } else { blend };
        let tolerance = TOLERANCE * per_ms;
        let theirs = interpolation.unwrap_or(f64::NAN);
        verdict.close(&format!("interpolation[{index}]"), ours, theirs, tolerance);
        verdict.close(&format!("discarded[{index}]"), dropped, *discarded, TOLERANCE);
        taken = Some(now);
    }
    Ok(verdict)
}

/// The deterministic lockstep of Babylon.js.
#[derive(Deserialize)]
struct Lockstep {
    time_step_ms: f64,
    max_steps: u32,
    min_delta_ms: f64,
    max_delta_ms: f64,
    steps: Vec<u32>,
    accumulator: Vec<f64>,
}

fn lockstep(timestamps: &[f64], run: &Lockstep) -> Result<Verdict, Malformed> {
    let span = |ms: f64| flicks(ms).map(Time::since_zero);
    let (min_frame, max_frame) = (span(run.min_delta_ms)?, span(run.max_delta_ms)?);
    let rules = FixedStepConfig { min_frame, max_frame, ..rules(run.max_steps, KEEP)? };
    let mut player = Player::new(rate_of(run.time_step_ms)?, rules)?;
    let mut verdict = Verdict::default();
    let lists = [("steps", run.steps.len()), ("accumulator", run.accumulator.len())];
    lengths(&mut verdict, timestamps, &lists);
    let mut before = None;
    // A frame that is cut or lengthened keeps what its own two timestamps were rounded by.
    let mut tolerance = TOLERANCE;
    let recorded = run.steps.iter().zip(&run.accumulator);
    for (index, (ms, (steps, accumulator))) in timestamps.iter().zip(recorded).enumerate() {
        let now = flicks(*ms)?;
        // Time that ran backwards is no time, which counts as the shortest frame.
        let elapsed = (now - before.unwrap_or(now)).max(Span::ZERO);
        if elapsed <= min_frame || elapsed >= max_frame {
            tolerance += FLICK;
        }
        let frame = player.after(elapsed, *steps, &mut verdict);
        verdict.same(&format!("steps[{index}]"), frame.ticks, *steps);
        let ours = player.step.leftover().as_millis_f64();
        verdict.close(&format!("accumulator[{index}]"), ours, *accumulator, tolerance);
        before = Some(now);
    }
    Ok(verdict)
}
