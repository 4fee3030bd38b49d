//! Easings, Bezier curves, steps and springs of seven libraries, as numbers at given times.

mod bezier;
mod formula;
mod spring;
mod steps;
mod table;

use serde_json::Value;

use crate::{read::Malformed, systems::System, verdict::Verdict};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "easing",
    source: "GSAP, tween.js, anime.js, bezier-easing, Motion, Popmotion and Wobble: tables, Bezier curves, steps and \
             springs, in `f64`. Tables and curves are also compared as a track of `f32` samples them: within half a \
             unit in the last place.",
    records: |whole| vec![whole.clone()],
    compare,
};

/// Where powers, roots and sines take part, as a fraction of 1 or of the value where that is larger.
const CLOSE: f64 = 1e-12;

/// What a record is shows in what it holds.
fn compare(_header: &Value, record: &Value) -> Result<Verdict, Malformed> {
    if record.get("family").is_some() {
        table::compare(record)
    } else if record.get("n").is_some() {
        steps::compare(record)
    } else if record.get("times_ms").is_some() || record.get("by").is_some() {
        spring::compare(record)
    } else if record.get("params").is_some() {
        bezier::compare(record)
    } else {
        Err(Malformed::Other("a table, a Bezier curve, steps or a spring".into()))
    }
}

fn other(error: impl std::fmt::Display) -> Malformed {
    Malformed::Other(error.to_string())
}

/// Demands that numbers agree within [`CLOSE`].
fn agree(verdict: &mut Verdict, what: &str, ours: &[f64], recorded: &[f64]) {
    verdict.same(&format!("{what}: how many"), ours.len(), recorded.len());
    for (index, (ours, recorded)) in ours.iter().zip(recorded).enumerate() {
        let tolerance = CLOSE * recorded.abs().max(1.0);
        verdict.close(&format!("{what}[{index}]"), *ours, *recorded, tolerance);
    }
}
