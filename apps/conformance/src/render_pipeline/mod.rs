//! Programs of epochs, background entries and callbacks that queue.
//!
//! Ours is compared with what the article asks for, call by call. Where the article is silent (an
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
    if ours == recorded {
        return Ok(verdict);
    }
    let whole_slice = Model::run(&ops, Joins::WholeSlice);
    if whole_slice.joined && whole_slice.trace == recorded {
        verdict.wanted(&deviations::RENDER_PIPELINE_JOINS);
        traces(&mut verdict, "our rule", &ours, &Model::run(&ops, Joins::AtThatMoment).trace);
    } else {
        traces(&mut verdict, "calls", &ours, &recorded);
    }
    Ok(verdict)
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

    use super::{Joins, Model, recorded};
    use crate::read::{Content, content};

    /// So that what the model says of our rule can be relied on: it differs in nothing else.
    #[test]
    fn with_the_recorded_answer_the_model_is_equal_to_every_recording() {
        for file in ["scenarios", "random"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/render_pipeline");
            let path = folder.join(format!("{file}.jsonl.gz"));
            let Ok(Content::Lines(_, records)) = content(&path) else { panic!("{path:?}") };
            for record in records {
                let (ops, recorded) =
                    recorded(&record).expect("the project's own records are sound");
                assert_eq!(
                    Model::run(&ops, Joins::WholeSlice).trace,
                    recorded,
                    "{}",
                    record["name"]
                );
            }
        }
    }
}
