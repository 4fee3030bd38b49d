//! Babylon.js: its clips, easings, players and groups.

mod clip;
mod departed_events;
mod departures;
mod easing;
mod group_record;
mod groups;
mod ours;
mod playback;
mod sampled;
mod script;
mod simulated;

use serde_json::Value;

use crate::{
    fields::{LABEL, compared, left, played},
    read::{Malformed, other},
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "babylon",
    source: "`@babylonjs/core` 9.34.0, run without a screen and with high-precision matrices. \
             `playback_scripts` was recorded with `conformance/record/playback.mjs`.",
    records: one_record,
    fields: &[
        played(
            "type clip frames mode params t members initial play events script from to \
             normalize effective",
        ),
        compared("values values_decomposed values_elementwise normalized trace"),
        left("name shows peculiar param_names clip/name clip/ranges members/*/clip/name", LABEL),
        left("serialized serialize_error read_back read_back_values read_back_error", PACKAGE),
    ],
    compare,
};

/// Why a field that says how Babylon.js reads its own file is left.
const PACKAGE: &str = "how the package reads its own file: the importer has tests of its own";

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
