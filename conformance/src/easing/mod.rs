//! Easings, Bezier curves, steps and springs of seven libraries, as numbers at given times.

mod bezier;
mod formula;
mod spring;
mod steps;
mod table;

use serde_json::Value;

use crate::{
    fields::{LABEL, compared, left, played},
    read::{Malformed, other},
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "easing",
    source: "GSAP, tween.js, anime.js, bezier-easing, Motion, Popmotion and Wobble: tables, Bezier curves, steps and \
             springs, in `f64`. Tables and curves are also compared as a track of `f32` samples them: within half a \
             unit in the last place, and what the rounding of a place makes of it. `beziers_more`, `springs_more` and \
             `tables_more` were recorded with `conformance/record`.",
    records: one_record,
    fields: &[
        played(
            "library name family mode params t n stiffness damping mass velocity_per_s \
             times_ms by bounce duration_ms */stiffness */damping */mass */rest_speed \
             */rest_delta */values_at_ms",
        ),
        compared(
            "values max_spread max_spread_before_rest damping_ratio regime */values */done \
             animejs/ease_64 animejs/settling_ms animejs/solver_s wobble/velocity_per_s",
        ),
        left("version", LABEL),
    ],
    compare,
};

/// Where powers, roots and sines take part, as a fraction of 1 or of the value where that is larger.
const CLOSE: f64 = 1e-12;

/// What a record is shows in what it holds.
fn compare(record: &Value) -> Result<Verdict, Malformed> {
    if record.get("family").is_some() {
        table::compare(record)
    } else if record.get("n").is_some() {
        steps::compare(record)
    } else if record.get("times_ms").is_some() || record.get("by").is_some() {
        spring::compare(record)
    } else if record.get("params").is_some() {
        bezier::compare(record)
    } else {
        Err(other("a table, a Bezier curve, steps or a spring"))
    }
}

/// How far the place that a library computes with may be off: some roundings of 1.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;

/// What a place that is off by up to `by` makes of the value there.
fn off(at: impl Fn(f64) -> f64, t: f64, by: f64) -> f64 {
    let here = at(t);
    // The value may turn within: so places on the way count too.
    let near = (-16..=16).map(|part| (t + by * f64::from(part) / 16.0).clamp(0.0, 1.0));
    near.map(|t| (at(t) - here).abs()).fold(0.0, f64::max)
}

/// Demands that numbers agree within [`CLOSE`].
fn agree(verdict: &mut Verdict, what: &str, ours: &[f64], recorded: &[f64]) {
    verdict.each_close(what, ours, recorded, |_, recorded| CLOSE * recorded.abs().max(1.0));
}

/// How far apart the widest two of some lists lie at one index; what is not a number lies nowhere.
fn spread(lists: &[Vec<f64>]) -> f64 {
    let count = lists.iter().map(Vec::len).min().unwrap_or(0);
    let at = |index: usize| {
        let here = || lists.iter().map(|list| list[index]);
        here().fold(f64::NEG_INFINITY, f64::max) - here().fold(f64::INFINITY, f64::min)
    };
    (0..count).map(at).fold(0.0, f64::max)
}
