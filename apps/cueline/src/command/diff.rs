//! `cueline diff`: where two traces first differ.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use cueline::time::{Span, TickRate};
use cueline_assets::{Format, import::Foreign};
use serde_json::{Map, Value};

use super::{cli::Diff, input::open, trace::trace};
use crate::failure::Failure;

pub(crate) fn run(job: &Diff) -> Result<(), Failure> {
    let (left, right) = (lines(&job.left)?, lines(&job.right)?);
    let mut out = io::stdout().lock();
    let common = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    let nothing = "(it ends here)".to_owned();
    if common == left.len() && common == right.len() {
        writeln!(out, "the same: {common} lines")?;
        return Ok(());
    }
    let (one, other) = (left.get(common), right.get(common));
    let what = one.zip(other).and_then(|(one, other)| field(one, other));
    let what = what.map_or(String::new(), |field| format!(", in `{field}`"));
    writeln!(
        out,
        "{} and {} differ in line {}{what}",
        job.left.display(),
        job.right.display(),
        common + 1
    )?;
    writeln!(out, "< {}", one.unwrap_or(&nothing))?;
    writeln!(out, "> {}", other.unwrap_or(&nothing))?;
    Err(Failure::Wrong)
}

/// The first difference between two lines; `None` if they are not JSON.
fn field(left: &str, right: &str) -> Option<String> {
    let parsed = |line| serde_json::from_str::<Map<String, Value>>(line).ok();
    let (left, right) = (parsed(left)?, parsed(right)?);
    let order = ["of", "tick", "is", "due", "event", "name", "number", "digest"];
    let known = order.into_iter().map(str::to_owned);
    known
        .chain(left.keys().cloned())
        .chain(right.keys().cloned())
        .find(|field| left.get(field) != right.get(field))
}

/// The lines of a trace, or of the trace of a file.
fn lines(path: &Path) -> Result<Vec<String>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, error))?;
    let name = path.display().to_string();
    let is_ours = Format::of_content(&bytes).is_some()
        || Format::of_name(&name).is_some()
        || Foreign::of(&name, &bytes).is_some();
    if !is_ours && let Ok(text) = String::from_utf8(bytes) {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let mut lines = Vec::new();
    let rate = TickRate::hz(200).map_err(|error| Failure::usage(error.to_string()))?;
    trace(&open(path)?, None, rate, Span::ZERO, None, &mut |line| {
        lines.push(serde_json::to_string(line).unwrap_or_default());
        true
    })?;
    Ok(lines)
}
