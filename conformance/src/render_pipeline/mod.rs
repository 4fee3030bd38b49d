//! Programs of epochs, background entries and callbacks that queue.
//!
//! Ours is compared with what the article asks for, call by call. Which entries a tick calls, and with
//! what, must be equal; the order within one tick is not compared, as ours calls what ends first, in the
//! order of ends, and the recorded program calls everything in the order of declaration. Where the article is silent (an
//! entry that joins the running epoch from inside a callback), the recorded program gives the newcomer
//! the whole slice and ours what is left of it. For such programs a [`model`] in whole milliseconds
//! plays both: with the recorded answer it must be equal to the recording, and with our answer to
//! ours, so that nothing but that answer can differ.

mod model;
mod program;

use serde::de::DeserializeOwned;
use serde_json::Value;

use self::{
    model::{Joins, Model},
    program::Operation,
};
use crate::{deviations, read::Malformed, verdict::Verdict};

/// One call: which operation caused it, the entry, alpha, start, end, elapsed and remaining ms.
type Call = (usize, String, f64, bool, bool, i64, i64);

/// What a program has called, and how many entries were held after each operation.
type Trace = (Vec<Call>, Vec<usize>);

pub(crate) fn compare(_: &Value, record: &Value) -> Result<Verdict, Malformed> {
    let (ops, recorded) = recorded(record)?;
    let ours = program::run(&ops)?;

    let mut verdict = Verdict::new();
    if in_any_order(&ours) == in_any_order(&recorded) {
        return Ok(verdict);
    }
    let theirs = Model::run(&ops, Joins::WholeSlice);
    if theirs.trace == recorded {
        let joins = theirs.joined;
        verdict.wanted(if joins {
            &deviations::RENDER_PIPELINE_JOINS
        } else {
            &deviations::RENDER_PIPELINE_ORDER
        });
        traces(&mut verdict, "our rule", &ours, &Model::run(&ops, Joins::AtThatMoment).trace);
    } else {
        traces(&mut verdict, "calls", &ours, &recorded);
    }
    Ok(verdict)
}

/// Sorts the calls of each tick by entry.
fn in_any_order((calls, live): &Trace) -> Trace {
    let (mut calls, live) = (calls.clone(), live.clone());
    calls.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    (calls, live)
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Malformed> {
    Ok(T::deserialize(value)?)
}

fn recorded(record: &Value) -> Result<(Vec<Operation>, Trace), Malformed> {
    // What the article asks for, where the recorded listing does something else.
    let agrees: bool = read(&record["agrees"])?;
    let (calls, live) =
        if agrees { ("calls", "live") } else { ("described_calls", "described_live") };
    Ok((read(&record["ops"])?, (read(&record[calls])?, read(&record[live])?)))
}

fn traces(verdict: &mut Verdict, what: &str, ours: &Trace, theirs: &Trace) {
    for (index, (ours, theirs)) in ours.0.iter().zip(&theirs.0).enumerate() {
        verdict.same(&format!("{what}[{index}]"), ours, theirs);
    }
    verdict.same(&format!("{what}: how many"), ours.0.len(), theirs.0.len());
    verdict.same(&format!("{what}: entries held"), &ours.1, &theirs.1);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use super::{Joins, Model, program, read, recorded};
    use crate::read::{Content, content};

    fn own() -> Vec<Value> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/render_pipeline");
        let file = |name: &str| match content(&folder.join(name)) {
            Ok(Content::Lines(_, records)) => records,
            other => panic!("{name}: {other:?}"),
        };
        ["scenarios.jsonl.gz", "random.jsonl.gz"].into_iter().flat_map(file).collect()
    }

    /// So that what the model says of our rule can be relied on: it differs in nothing else.
    #[test]
    fn with_the_recorded_answer_the_model_is_equal_to_every_recording() {
        for record in own() {
            let (ops, recorded) = recorded(&record).expect("the project's own records are sound");
            let model = Model::run(&ops, Joins::WholeSlice);
            assert_eq!(model.trace, recorded, "{}", record["name"]);
        }
    }

    /// The recorded programs with other words in them, so that many more join.
    #[test]
    fn with_our_answer_the_model_is_equal_to_ours_whatever_joins() {
        let mut joined = 0;
        for record in own() {
            let text = record["ops"].to_string();
            let changes = [
                ("\"at\":\"end\"", "\"at\":\"start\""),
                ("\"at\":\"start\"", "\"at\":\"end\""),
                ("\"op\":\"enqueue\"", "\"op\":\"concurrently\""),
                ("\"op\":\"background\"", "\"op\":\"concurrently\""),
                ("\"op\":\"concurrently\"", "\"op\":\"background\""),
                ("\"op\":\"flush\"", "\"op\":\"newEpoch\""),
                ("\"op\":\"newEpoch\"", "\"op\":\"flush\""),
                ("\"ms\":250", "\"ms\":0"),
            ];
            for (from, to) in changes {
                // All of them, and all but the first.
                let (first, rest) = text.split_once(from).unwrap_or((&text, ""));
                let changed = format!("{first}{to}{}", rest.replace(from, to));
                let partly = format!("{first}{from}{}", rest.replace(from, to));
                for text in [changed, partly] {
                    let Ok(ops) = serde_json::from_str::<Value>(&text) else { continue };
                    let ops: Vec<_> = read(&ops).expect("only words are replaced");
                    let model = Model::run(&ops, Joins::AtThatMoment);
                    joined += u32::from(model.joined);
                    let ours = program::run(&ops).expect("nothing is refused");
                    assert_eq!(ours, model.trace, "{} {from} {text}", record["name"]);
                }
            }
        }
        assert!(joined > 200, "{joined} programs in which something joins");
    }
}
