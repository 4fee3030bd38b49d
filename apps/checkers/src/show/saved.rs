//! The text of a saved match.
//!
//! A match is saved with the version of its form, which is looked at before the rest: what a later
//! program wrote is told from what is damaged.

use serde::{Deserialize, Serialize};

use super::State;

/// The form that is written. Counts up when a match of the form before can no longer be read.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    #[serde(rename = "match")]
    state: &'a State,
}

#[derive(Deserialize)]
struct Read {
    #[serde(rename = "match")]
    state: State,
}

/// What is looked at first.
#[derive(Deserialize)]
struct Header {
    /// Absent in the first form, a bare [`State`].
    version: Option<u32>,
}

/// A state as text.
///
/// # Errors
///
/// What cannot be written, as a sentence without its full stop.
pub fn save(state: &State) -> Result<String, String> {
    let written = Written { version: VERSION, state };
    serde_json::to_string(&written).map_err(|error| error.to_string())
}

/// A state from its text.
///
/// # Errors
///
/// What is wrong with it, as a sentence without its full stop.
pub fn load(saved: &str) -> Result<State, String> {
    let none = |error: serde_json::Error| format!("this is no saved match: {error}");
    let Header { version } = serde_json::from_str(saved).map_err(none)?;
    match version {
        None => serde_json::from_str(saved).map_err(none),
        Some(VERSION) => serde_json::from_str(saved).map(|Read { state }| state).map_err(none),
        Some(found) => Err(format!(
            "this match has version {found} and needs another program; this one reads version {VERSION}"
        )),
    }
}
