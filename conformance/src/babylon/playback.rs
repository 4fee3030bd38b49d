//! One clip that is played: ours against the recording at every step and look, and the recording against a model of
//! its player, which knows what a rule needs and the record does not say.

use serde::Deserialize;
use serde_json::Value;

use super::{
    departed_events::Entry,
    departures::{Departures, needed},
    ours::{Life, Ours},
    script::{Op, Script, Seen, Shown, as_counted},
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
    let mut verdict = hold(&script.script, std::slice::from_ref(&script), false, |_, _| {
        let entry = entries.next().ok_or_else(|| other("an entry for each step and look"))?;
        seen(&script, entry)
    })?;
    verdict.same("entries left over", entries.count(), 0);
    Ok(verdict)
}

/// Holds ours and the model of the recorded player against what `recorded` says was seen of each member at each step or
/// look of a script, which gets what the model of the recorded player shows there. `ops` are done to the group, if
/// it is one, and those of each script to that member.
pub(super) fn hold(
    ops: &[Op],
    scripts: &[Script],
    is_group: bool,
    mut recorded: impl FnMut(usize, &Seen) -> Result<Seen, Malformed>,
) -> Result<Verdict, Malformed> {
    scripts.iter().try_for_each(Script::check)?;
    let mut verdict = Verdict::default();
    let mut ours = Ours::new(scripts, is_group)?;
    let mut others = Vec::new();
    for script in scripts {
        others.push((script, Simulated::new(script)?, Departures::new(script)));
    }
    for (index, (op, counted)) in ops.iter().zip(as_counted(ops)).enumerate() {
        for (member, (script, theirs, departures)) in ours.members.iter().zip(&mut others) {
            if *op != counted && matches!(member.life(), Life::Waiting | Life::Playing) {
                verdict.wanted(&BABYLON_PAUSE_COSTS_NOTHING);
            }
            departures.before_operation(script.script[index]);
            theirs.does(script.script[index])?;
        }
        ours.does(counted)?;
        for (place, (_, theirs, departures)) in others.iter_mut().enumerate() {
            let member = &ours.members[place];
            departures.has_done(member, theirs);
            if matches!(op, Op::Step { .. } | Op::Look) {
                let recorded = recorded(place, &theirs.seen)?;
                as_recorded(&mut verdict, index, theirs, &recorded, departures);
                let entry = Entry { ours: member, theirs, recorded: &recorded };
                departures.compare(&mut verdict, index, &entry);
            }
        }
        let what = format!("end of the group with its last member at operation {index}");
        verdict.same(&what, ours.ends_with_its_last(), true);
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
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::{super::script::Played, *};
    use crate::read::{recordings, records};

    /// The scripts of all recordings of one clip.
    fn scripts() -> Vec<Script> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let files = recordings(&folder).expect("the project's own recordings");
        let files = files.iter().filter(|(_, path)| path.to_string_lossy().contains("playback"));
        let records = files.flat_map(|(_, path)| records(path, |_| Vec::new()).expect("it reads"));
        records.map(|record| Deserialize::deserialize(record).expect("a script")).collect()
    }

    /// Whether a jump from here to a frame goes where it is sent: the recorded player is on its way forward in its range,
    /// and stays in it.
    fn is_plain(theirs: &Simulated, script: &Script, frame: f64) -> bool {
        let Played { from, to, speed } = theirs.played;
        theirs.life == Life::Playing
            && theirs.has_begun()
            && speed > 0.0
            && (from + 1e-6..to - 1e-6).contains(&frame)
            && (theirs.seen.frame - to).abs() > 1e-6
            && !script.is_relative()
    }

    /// From a jump on that goes where it is sent, a wrong frame of ours is no longer excused by what went wrong before it.
    #[test]
    fn a_fault_ends_at_the_next_jump() {
        let (mut after_faults, mut excused) = (0, BTreeSet::new());
        for script in scripts() {
            let mut entries = script.trace.iter();
            let mut ours = Ours::new(std::slice::from_ref(&script), false).expect("it plays");
            let mut theirs = Simulated::new(&script).expect("it plays");
            let mut departures = Departures::new(&script);
            let (mut plain, mut faults) = (false, 0);
            for (index, (op, counted)) in
                script.script.iter().zip(as_counted(&script.script)).enumerate()
            {
                if let Op::GoToFrame { frame } = *op {
                    plain = is_plain(&theirs, &script, frame);
                    faults = theirs.faults.len();
                }
                plain &= matches!(op, Op::GoToFrame { .. } | Op::Look | Op::Step { .. });
                departures.before_operation(*op);
                theirs.does(*op).expect("it plays");
                ours.does(counted).expect("it plays");
                departures.has_done(&ours.members[0], &theirs);
                if !matches!(op, Op::Step { .. } | Op::Look) {
                    continue;
                }
                let recorded = seen(&script, entries.next().expect("an entry")).expect("it reads");
                let mut judge = |off: f64, departures: &mut Departures| {
                    ours.members[0].seen.frame += off;
                    let entry =
                        Entry { ours: &ours.members[0], theirs: &theirs, recorded: &recorded };
                    let mut verdict = Verdict::default();
                    departures.compare(&mut verdict, index, &entry);
                    ours.members[0].seen.frame -= off;
                    verdict
                };
                if plain {
                    let harmed = judge(0.3, &mut departures.clone());
                    after_faults += usize::from(faults > 0);
                    let holds = harmed.holds();
                    excused.extend(harmed.rules.iter().filter(|_| holds).map(|rule| rule.id));
                }
                judge(0.0, &mut departures);
            }
        }
        // Rules of a place or of a whole clip, and none of a jump, a reset or a turn.
        let others = [
            "boundary",
            "constant_ends",
            "keys_stay_in_order",
            "step_reports_all",
            "yoyo_is_a_line",
        ];
        let others: BTreeSet<_> = others.iter().map(|id| format!("babylon/{id}")).collect();
        assert!(excused.iter().all(|id| others.contains(*id)), "{excused:?}");
        assert!(after_faults > 40, "only {after_faults} entries follow a fault and a jump");
    }
}
