//! Easings, Bezier curves, steps and springs of seven libraries, as numbers at given times.

mod bezier;
mod formula;
mod spring;
mod steps;
mod table;

use serde_json::Value;

use crate::{
    fields::{Field, LABEL, compared, left, played},
    read::{Malformed, other},
    systems::System,
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "easing",
    source: "GSAP, tween.js, anime.js, bezier-easing, Motion, Popmotion and Wobble: tables, Bezier curves, steps and \
             springs, in `f64`. Tables and curves are also compared as a track of `f32` samples them: within half a \
             unit in the last place.",
    records: |whole| vec![whole.clone()],
    fields: FIELDS,
    compare,
};

/// What each field of a record is for.
pub(crate) const FIELDS: &[Field] = &[
    played("library"),
    played("name"),
    played("family"),
    played("mode"),
    played("params"),
    played("t"),
    played("n"),
    played("stiffness"),
    played("damping"),
    played("mass"),
    played("velocity_per_s"),
    played("times_ms"),
    played("by"),
    played("bounce"),
    played("duration_ms"),
    played("animejs/stiffness"),
    played("animejs/damping"),
    played("animejs/mass"),
    played("motion/stiffness"),
    played("motion/damping"),
    played("motion/mass"),
    played("motion/rest_speed"),
    played("motion/rest_delta"),
    played("popmotion/rest_speed"),
    played("popmotion/rest_delta"),
    played("animejs/values_at_ms"),
    played("motion/values_at_ms"),
    compared("values"),
    compared("max_spread"),
    compared("max_spread_before_rest"),
    compared("damping_ratio"),
    compared("regime"),
    compared("animejs/values"),
    compared("animejs/ease_64"),
    compared("animejs/settling_ms"),
    compared("animejs/solver_s"),
    compared("motion/values"),
    compared("motion/done"),
    compared("popmotion/values"),
    compared("popmotion/done"),
    compared("wobble/values"),
    compared("wobble/velocity_per_s"),
    left("version", LABEL),
];

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

/// Demands that numbers agree within [`CLOSE`].
fn agree(verdict: &mut Verdict, what: &str, ours: &[f64], recorded: &[f64]) {
    verdict.each_close(what, ours, recorded, |_, recorded| CLOSE * recorded.abs().max(1.0));
}
