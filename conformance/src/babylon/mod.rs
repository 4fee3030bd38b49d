//! Babylon.js: its clips, easings, players and groups.

mod clip;
mod departed_events;
mod departures;
mod easing;
mod exact;
mod fault;
mod group_record;
mod groups;
mod interpolation;
mod ours;
mod ours_together;
mod playback;
mod sampled;
mod script;
mod simulated;

use serde_json::Value;

use crate::{
    fields::{Field, LABEL, compared, left, played},
    read::{Malformed, other},
    systems::System,
    verdict::Verdict,
};

pub(crate) const SYSTEM: System = System {
    folder: "babylon",
    source: "`@babylonjs/core` 9.34.0, run without a screen and with high-precision matrices. \
             `playback_scripts` was recorded with `conformance/record/playback.mjs`.",
    records: |whole| vec![whole.clone()],
    fields: FIELDS,
    compare,
};

/// Why a field that says how Babylon.js reads its own file is left.
const PACKAGE: &str = "how the package reads its own file: the importer has tests of its own";

/// What each field of a record is for.
pub(crate) const FIELDS: &[Field] = &[
    played("type"),
    played("clip"),
    played("frames"),
    played("mode"),
    played("params"),
    played("t"),
    played("members"),
    played("initial"),
    played("play"),
    played("events"),
    played("script"),
    played("from"),
    played("to"),
    played("normalize"),
    compared("values"),
    compared("values_decomposed"),
    compared("values_elementwise"),
    played("effective"),
    compared("normalized"),
    compared("trace"),
    left("name", LABEL),
    left("shows", LABEL),
    left("peculiar", LABEL),
    left("param_names", LABEL),
    left("clip/name", LABEL),
    left("clip/ranges", LABEL),
    left("members/*/clip/name", LABEL),
    left("serialized", PACKAGE),
    left("serialize_error", PACKAGE),
    left("read_back", PACKAGE),
    left("read_back_values", PACKAGE),
    left("read_back_error", PACKAGE),
];

/// A record is known by what it holds.
fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let has = |part: &str| record.get(part).is_some();
    if has("clip") && has("frames") {
        sampled::compare(record)
    } else if has("mode") && has("t") {
        easing::compare(record)
    } else if has("clip") && has("play") && has("script") {
        playback::compare(record)
    } else if has("members") && has("script") {
        groups::compare(record)
    } else {
        Err(other("a kind of record that is known"))
    }
}
