//! One clip that is played: three players, held against each other at every step and look.

use serde_json::Value;

use super::{
    clip::{other, parts},
    ours::Ours,
    script::{Op, Script, Seen},
    simulated::Simulated,
    straight::{Pauses, Straight},
};
use crate::{
    read::{Malformed, list, number, text},
    verdict::Verdict,
};

/// Of sums, sines and powers.
const ROUNDED: f64 = 1e-12;

/// Compares a record of a clip that is played.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::new();
    let script: Script = serde_json::from_value(record.clone())?;
    script.check()?;
    let mut theirs = Simulated::new(&script)?;
    let mut straight = Straight::new(&script, Pauses::CostNothing)?;
    let mut ours = Ours::new(&script, Pauses::CostNothing)?;
    let rotation = script.clip.kind == "quaternion";
    let mut entries = script.trace.iter();
    for (index, op) in script.script.iter().enumerate() {
        let simulated = theirs.does(*op)?;
        as_expected(&mut verdict, index, rotation, ours.does(*op)?, straight.does(*op)?);
        if !matches!(op, Op::Step { .. } | Op::Look) {
            continue;
        }
        let entry = entries.next().ok_or_else(|| other("an entry for each step and look"))?;
        let recorded = seen(&script, entry)?;
        as_recorded(&mut verdict, index, simulated, &recorded);
    }
    verdict.same("entries left over", entries.count(), 0);
    if verdict.holds() {
        // Ours is as expected and the recording as its model, but the two are not held against each other yet.
        return Err(Malformed::NotCompared(
            "a clip's playback, which nothing is held against yet".into(),
        ));
    }
    Ok(verdict)
}

/// Ours against what is to be expected of it, in full.
fn as_expected(verdict: &mut Verdict, index: usize, rotation: bool, ours: &Seen, straight: &Seen) {
    let what = |part: &str| format!("{part} expected of ours after operation {index}");
    let size = straight.value.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
    let value = if rotation { same_side(&ours.value, &straight.value) } else { ours.value.clone() };
    verdict.all_close(&what("value"), &value, &straight.value, ROUNDED * size);
    verdict.same(&what("frame"), ours.frame, straight.frame);
    verdict.same(&what("loops"), ours.loops, straight.loops);
    verdict.same(&what("ends"), ours.ends, straight.ends);
    verdict.same(&what("running"), ours.running, straight.running);
    verdict.same(&what("events"), &ours.events, &straight.events);
}

/// A quaternion or its negative, which is the same rotation, whichever lies nearer.
fn same_side(rotation: &[f64], to: &[f64]) -> Vec<f64> {
    let cosine: f64 = rotation.iter().zip(to).map(|(a, b)| a * b).sum();
    rotation.iter().map(|part| if cosine < 0.0 { -part } else { *part }).collect()
}

/// The recording against the model of the recorded player, in full.
fn as_recorded(verdict: &mut Verdict, index: usize, simulated: &Seen, recorded: &Seen) {
    let what =
        |part: &str| format!("{part} of the recorded player's model after operation {index}");
    let size = recorded.value.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
    verdict.all_close(&what("value"), &simulated.value, &recorded.value, ROUNDED * size);
    verdict.close(
        &what("frame"),
        simulated.frame,
        recorded.frame,
        ROUNDED * recorded.frame.abs().max(1.0),
    );
    verdict.same(&what("loops"), simulated.loops, recorded.loops);
    verdict.same(&what("ends"), simulated.ends, recorded.ends);
    verdict.same(&what("running"), simulated.running, recorded.running);
    verdict.same(&what("events"), &simulated.events, &recorded.events);
}

/// What an entry of a trace says.
fn seen(script: &Script, entry: &Value) -> Result<Seen, Malformed> {
    let whole =
        |part: &str| entry[part].as_u64().ok_or_else(|| other(format!("a count as {part}")));
    let frame = number(&entry["frame"])?;
    let mut events = Vec::new();
    for event in list(&entry["events"])? {
        let id = text(&event[0])?;
        let index = script.events.iter().position(|event| event.id == id);
        events.push(index.ok_or_else(|| other(format!("an event of the record, not {id:?}")))?);
        if number(&event[1])? != frame {
            return Err(other("an event at the frame of its entry"));
        }
    }
    let value = match &entry["value"] {
        Value::String(text) => sizes(script, text)?,
        value => parts(value)?,
    };
    Ok(Seen {
        value,
        frame,
        loops: whole("loops")?,
        ends: whole("ends")?,
        running: entry["running"].as_bool().ok_or_else(|| other("yes or no as running"))?,
        events,
    })
}

/// Sizes that were to be added, as texts: the first value, then the one that shows.
fn sizes(script: &Script, text: &str) -> Result<Vec<f64>, Malformed> {
    let numbers: Result<Vec<f64>, _> = text
        .split(['{', '}', ':', ',', 'W', 'H', ' '])
        .filter(|part| !part.is_empty())
        .map(str::parse::<f64>)
        .collect();
    let numbers = numbers.map_err(other)?;
    let initial = script.initial()?;
    match numbers.strip_prefix(initial.as_slice()) {
        Some(value) if value.len() == 2 && script.is_from_current() => Ok(value.to_vec()),
        _ => Err(other(format!("two sizes, not {text:?}"))),
    }
}
