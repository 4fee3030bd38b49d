//! The systems that were recorded, one module for each.

use serde_json::Value;

use crate::{read::Malformed, verdict::Verdict};

/// How the recordings of one system are compared.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The folder its files lie in.
    pub folder: &'static str,
    /// What was recorded, for the page.
    pub source: &'static str,
    /// The records of a file that is one JSON value; files of lines need no such help.
    pub records: fn(&Value) -> Vec<Value>,
    /// Compares one record. The first value is the header of its file.
    pub compare: fn(&Value, &Value) -> Result<Verdict, Malformed>,
}

/// All of them, in the order of the page.
pub const SYSTEMS: &[System] = &[System {
    folder: "timeline",
    source: "GSAP's timelines, as its own player shows them",
    records: |_| Vec::new(),
    compare: crate::timeline::compare,
}];
