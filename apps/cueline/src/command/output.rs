//! What a command says about the file that it wrote.

use std::io::{self, Write};

use serde_json::Value;

use crate::failure::Failure;

/// Prints a line, or with `--json` the same for programs.
pub(super) fn say(json: bool, line: &str, about: &Value) -> Result<(), Failure> {
    let mut out = io::stdout();
    Ok(if json { writeln!(out, "{about}") } else { writeln!(out, "{line}") }?)
}
