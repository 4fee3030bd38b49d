//! Programs of epochs, background entries and callbacks that queue.
//!
//! Ours is compared with what the article asks for, call by call, and with what the listing does. Within one tick ours
//! calls what ends first, in the order of ends, and the listing calls everything in the order of declaration: so the calls
//! of a tick must be equal in our order or, sorted by declaration, in that one. Where the listing departs from the article,
//! [`listing`] says which entries may differ. Where the article is silent (an entry that joins the running epoch from inside a callback), the recorded program gives the newcomer
//! the whole slice and ours what is left of it. For such programs a [`model`] in whole milliseconds
//! plays both: with the recorded answer it must be equal to the recording, and with our answer to
//! ours, so that nothing but that answer can differ.

mod listing;
mod model;
mod program;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use self::{
    listing::Quirk,
    model::{Joins, Model},
    program::{Operation, Queued},
};
use crate::{
    deviations,
    fields::{Field, LABEL, compared, left, played},
    read::Malformed,
    verdict::Verdict,
};

/// What each field of a record is for.
pub(crate) const FIELDS: &[Field] = &[
    played("ops"),
    played("agrees"),
    played("quirks"),
    compared("calls"),
    compared("live"),
    compared("described_calls"),
    compared("described_live"),
    left("name", LABEL),
    left("shows", LABEL),
    left("family", LABEL),
    left("notes", LABEL),
];

/// One call: which operation caused it, the entry, alpha, start, end, elapsed and remaining ms.
type Call = (usize, String, f64, bool, bool, i64, i64);

/// What a program has called, and how many entries were held after each operation.
type Trace = (Vec<Call>, Vec<usize>);

pub(crate) fn compare(_: &Value, record: &Value) -> Result<Verdict, Malformed> {
    let record: Recorded = read(record)?;
    let (ours, queued) = program::run(&record.ops)?;
    let program = Program { ops: &record.ops, queued: &queued };

    let mut verdict = Verdict::new();
    let listing = (record.calls, record.live);
    match (record.agrees, record.described_calls, record.described_live) {
        (true, None, None) => as_described(&mut verdict, &program, &ours, &listing),
        (false, Some(calls), Some(live)) => {
            let described = (calls, live);
            as_described(&mut verdict, &program, &ours, &described);
            listing::compare(&mut verdict, &program, &described, &listing, &record.quirks);
        }
        _ => verdict.fail("a description where the listing departs from it, and only there"),
    }
    Ok(verdict)
}

#[derive(Deserialize)]
struct Recorded {
    ops: Vec<Operation>,
    calls: Vec<Call>,
    live: Vec<usize>,
    /// Whether the listing does what the article asks for. Where it does not, that comes from a model of the article.
    agrees: bool,
    #[serde(default)]
    quirks: Vec<Quirk>,
    described_calls: Option<Vec<Call>>,
    described_live: Option<Vec<usize>>,
}

/// A program, and what it has queued with ours.
struct Program<'a> {
    ops: &'a [Operation],
    queued: &'a [Queued],
}

impl Program<'_> {
    fn is_background(&self, id: &str) -> bool {
        self.queued.iter().any(|entry| entry.id == id && entry.background)
    }

    /// The calls of each tick in the order of declaration, the background last.
    fn by_declaration(&self, calls: &[Call]) -> Vec<Call> {
        let place = |id: &str| {
            let place = self.queued.iter().position(|entry| entry.id == id);
            place.map(|place| (self.queued[place].background, place))
        };
        let mut calls = calls.to_vec();
        calls.sort_by_key(|call| (call.0, place(&call.1)));
        calls
    }
}

/// Compares ours with a program that does what the article asks for.
fn as_described(verdict: &mut Verdict, program: &Program<'_>, ours: &Trace, recorded: &Trace) {
    if ours == recorded {
        return;
    }
    if program.by_declaration(&ours.0) == recorded.0 && ours.1 == recorded.1 {
        verdict.wanted(&deviations::RENDER_PIPELINE_LAST_CALLS_FIRST);
        return;
    }
    let theirs = Model::run(program.ops, Joins::WholeSlice);
    if theirs.trace != *recorded {
        return traces(verdict, "calls", ours, recorded);
    }
    let joins = theirs.joined;
    verdict.wanted(if joins {
        &deviations::RENDER_PIPELINE_JOINS
    } else {
        &deviations::RENDER_PIPELINE_ORDER
    });
    traces(verdict, "our rule", ours, &Model::run(program.ops, Joins::AtThatMoment).trace);
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Malformed> {
    Ok(T::deserialize(value)?)
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

    use super::{Joins, Model, Recorded, program, read};
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
            let name = record["name"].clone();
            let record: Recorded = read(&record).expect("the project's own records are sound");
            let calls = record.described_calls.unwrap_or(record.calls);
            let live = record.described_live.unwrap_or(record.live);
            let model = Model::run(&record.ops, Joins::WholeSlice);
            assert_eq!(model.trace, (calls, live), "{name}");
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
                    let (ours, _) = program::run(&ops).expect("nothing is refused");
                    assert_eq!(ours, model.trace, "{} {from} {text}", record["name"]);
                }
            }
        }
        assert!(joined > 200, "{joined} programs in which something joins");
    }
}
