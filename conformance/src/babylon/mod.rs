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
mod rotation;
mod sampled;
mod script;
mod simulated;
mod straight;

use serde_json::Value;

use crate::{read::Malformed, systems::System, verdict::Verdict};

pub(crate) const SYSTEM: System = System {
    folder: "babylon",
    source: "`@babylonjs/core` 9.34.0, run without a screen and with high-precision matrices. \
             `playback_scripts` was recorded with `conformance/record/playback.mjs`.",
    records: |whole| vec![whole.clone()],
    compare,
};

/// A record is known by what it holds.
fn compare(_header: &Value, record: &Value) -> Result<Verdict, Malformed> {
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
        Err(Malformed::NotCompared("a kind of record that is not known".into()))
    }
}
