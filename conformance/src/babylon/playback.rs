//! One clip that is played: ours against the recording at every step and look, and the recording against a model of
//! its player, which knows what a rule needs and the record does not say.

use serde::Deserialize;
use serde_json::Value;

use super::{
    departures::{Departures, Entry, needed},
    ours::{Life, Ours},
    script::{Op, Script, Seen, Shown},
    simulated::Simulated,
};
use crate::{
    deviations::BABYLON_PAUSE_COSTS_NOTHING,
    read::{Malformed, other, parts},
    verdict::Verdict,
};

/// Compares a record of a clip that is played.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let script: Script = Deserialize::deserialize(record)?;
    let mut entries = script.trace.iter();
    let mut verdict = hold(&script, |_| {
        let entry = entries.next().ok_or_else(|| other("an entry for each step and look"))?;
        seen(&script, entry)
    })?;
    verdict.same("entries left over", entries.count(), 0);
    Ok(verdict)
}

/// Holds ours and the model of the recorded player against what `recorded` says was seen at the next step or look of
/// a script, which gets what the model of the recorded player shows there.
pub(super) fn hold(
    script: &Script,
    mut recorded: impl FnMut(&Seen) -> Result<Seen, Malformed>,
) -> Result<Verdict, Malformed> {
    script.check()?;
    let mut verdict = Verdict::new();
    let mut ours = Ours::new(script)?;
    let mut theirs = Simulated::new(script)?;
    let mut departures = Departures::new(script);
    for (index, (op, counted)) in script.script.iter().zip(script.as_counted()).enumerate() {
        if *op != counted && matches!(ours.life(), Life::Waiting | Life::Playing) {
            verdict.wanted(&BABYLON_PAUSE_COSTS_NOTHING);
        }
        departures.about_to(*op);
        theirs.does(*op)?;
        ours.does(counted)?;
        departures.has_done(&ours, &theirs);
        if matches!(op, Op::Step { .. } | Op::Look) {
            let recorded = recorded(&theirs.seen)?;
            as_recorded(&mut verdict, index, &theirs, &recorded, &departures);
            let entry = Entry { ours: &ours, theirs: &theirs, recorded: &recorded };
            departures.compare(&mut verdict, index, &entry);
        }
    }
    Ok(verdict)
}

/// The recording against the model of the recorded player, in full.
fn as_recorded(
    verdict: &mut Verdict,
    index: usize,
    theirs: &Simulated,
    recorded: &Seen,
    departures: &Departures,
) {
    let what =
        |part: &str| format!("{part} of the recorded player's model after operation {index}");
    let simulated = &theirs.seen;
    let (value, frame) = departures.rounded(theirs);
    let lacking = theirs.state.lacks && recorded.value.iter().all(|part| part.is_nan());
    if !lacking {
        let value = needed(&simulated.value, &recorded.value, value);
        verdict.all_close(&what("value"), &simulated.value, &recorded.value, value);
    }
    let frame = needed(&[simulated.frame], &[recorded.frame], frame);
    verdict.close(&what("frame"), simulated.frame, recorded.frame, frame);
    verdict.same(&what("loops"), simulated.loops, recorded.loops);
    verdict.same(&what("ends"), simulated.ends, recorded.ends);
    verdict.same(&what("running"), simulated.running, recorded.running);
    verdict.same(&what("events"), &simulated.events, &recorded.events);
}

/// What an entry of a trace says.
fn seen(script: &Script, entry: &Shown) -> Result<Seen, Malformed> {
    let Shown { frame, loops, ends, running, .. } = *entry;
    let mut events = Vec::new();
    for (id, at) in &entry.events {
        let index = script.events.iter().position(|event| event.id == *id);
        events.push(index.ok_or_else(|| other(format!("an event of the record, not {id:?}")))?);
        if *at != frame {
            return Err(other("an event at the frame of its entry"));
        }
    }
    let value = match &entry.value {
        Value::String(text) if text.starts_with('{') => sizes(script, text)?,
        value => parts(value)?,
    };
    Ok(Seen { value, frame, loops, ends, running, events })
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
        Some(value) if value.len() == 2 && script.is_text() => {
            Ok(value.iter().zip(&initial).map(|(value, initial)| value + initial).collect())
        }
        _ => Err(other(format!("two sizes, not {text:?}"))),
    }
}

#[cfg(test)]
mod tests;
