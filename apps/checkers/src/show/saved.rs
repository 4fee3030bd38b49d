//! The text of a saved match, and the version of what is saved.
//!
//! A match is saved with the version of its form, and so is a replay, which begins with one. It is looked
//! at before the rest: a save of a later program is distinguished from a damaged one. What was ever written is read
//! for ever: `tests/saves` holds a file of each form.

use serde::{Deserialize, Serialize};

use super::State;

/// The form that is written. Counts up with each change after which a program of before cannot read it.
pub(super) const VERSION: u32 = 1;

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
    match version(saved, "match").map_err(none)?? {
        None => serde_json::from_str(saved).map_err(none),
        Some(_) => serde_json::from_str(saved).map(|Read { state }| state).map_err(none),
    }
}

/// The version of a `match` or a `replay`, or that it is not read; none where the text has none.
pub(super) fn version(
    saved: &str,
    kind: &str,
) -> Result<Result<Option<u32>, String>, serde_json::Error> {
    let Header { version } = serde_json::from_str(saved)?;
    Ok(match version {
        None | Some(VERSION) => Ok(version),
        Some(found) => Err(format!(
            "this {kind} has version {found} and needs another program; this one reads version {VERSION}"
        )),
    })
}
