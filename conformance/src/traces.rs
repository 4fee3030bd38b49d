//! What Cueline does with a record, in one number: a program in another language that plays the record over a binding of
//! Cueline must have the same number, and then it has the same verdict.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use fnv::FnvHasher;
use serde_json::Value;

use crate::{
    animation_sequencer,
    read::{Malformed, recordings, records},
    render_pipeline,
};
use core::hash::Hasher as _;

/// Where the project keeps its traces.
#[must_use]
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces.txt")
}

/// One line for each record of the systems that are played in other languages: its file, its place in the file, and the
/// FNV-1a digest of a text of its trace.
///
/// # Errors
///
/// When a file or a record cannot be read.
pub fn traces(folder: &Path) -> Result<String, Malformed> {
    let mut text = String::new();
    for (system, path) in recordings(folder)? {
        let trace: fn(&Value) -> Result<String, Malformed> = match system.as_str() {
            "render_pipeline" => render_pipeline::trace,
            "animation_sequencer" => animation_sequencer::trace,
            _ => continue,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        for (index, record) in records(&path, |_| Vec::new())?.iter().enumerate() {
            let mut digest = FnvHasher::default();
            digest.write(trace(record)?.as_bytes());
            let _ = writeln!(text, "{system}/{name} {} {:016x}", index + 1, digest.finish());
        }
    }
    Ok(text)
}
