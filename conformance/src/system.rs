//! How the recordings of one system are compared.

use serde_json::Value;

use crate::{fields::Fields, read::Malformed, verdict::Verdict};

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

/// For systems whose files are lines: a file that is one value is one record.
pub(crate) fn one_record(whole: &Value) -> Vec<Value> {
    vec![whole.clone()]
}
