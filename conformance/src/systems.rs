//! The systems that were recorded, one module for each.

use serde_json::Value;

use crate::{
    animation_sequencer, babylon, easing, fields::Fields, flipbook, game_loop, read::Malformed,
    render_pipeline, synced_animation, timeline, verdict::Verdict,
};

/// How the recordings of one system are compared.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The folder its files lie in.
    pub folder: &'static str,
    /// What was recorded, for the page.
    pub source: &'static str,
    /// The records of a file that is one JSON value; files of lines need no such help.
    pub records: fn(&Value) -> Vec<Value>,
    /// What each field of a record is for.
    pub fields: &'static [Fields],
    /// Compares one record.
    pub compare: fn(&Value) -> Result<Verdict, Malformed>,
}

/// All of them, in the order of the page.
pub const SYSTEMS: &[System] = &[
    render_pipeline::SYSTEM,
    animation_sequencer::SYSTEM,
    flipbook::SYSTEM,
    game_loop::SYSTEM,
    babylon::SYSTEM,
    easing::SYSTEM,
    synced_animation::SYSTEM,
    timeline::SYSTEM,
];

/// For systems whose files are lines: a file that is one value is one record.
pub(crate) fn one_record(whole: &Value) -> Vec<Value> {
    vec![whole.clone()]
}
