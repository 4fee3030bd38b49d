//! `cueline diff`: where two traces first differ.

use std::{
    io::{self, Write},
    path::Path,
};

use cueline::time::{Span, TickRate};
use cueline_assets::Format;
use cueline_import::Foreign;
use serde_json::{Map, Value, json};

use super::{cli::Diff, input::load, trace::trace};
use crate::{
    failure::Failure,
    open::{Needs, open_bytes},
};

/// The limit of lines of a trace that is made here, at least 20 minutes: a file of a few bytes may last for centuries.
const MOST: usize = 1 << 18;

pub(crate) fn run(job: &Diff) -> Result<(), Failure> {
    let (left, right) = (lines(&job.left)?, lines(&job.right)?);
    let mut out = io::stdout().lock();
    let common = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    let nothing = "(it ends here)".to_owned();
    if job.json {
        let same = common == left.len() && common == right.len();
        let (left, right) = (left.get(common), right.get(common));
        let field = left.zip(right).and_then(|(left, right)| field(left, right));
        let line = if same { Value::Null } else { (common + 1).into() };
        let json = json!({"same": same, "lines": common, "line": line, "in": field, "left": left, "right": right});
        writeln!(out, "{json}")?;
        return if same { Ok(()) } else { Err(Failure::Wrong) };
    }
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
    let (bytes, path) = load(path)?;
    let name = path.display().to_string();
    // The first line of a trace; its file may have any name.
    let is_trace = bytes.starts_with(br#"{"of":"#);
    let is_ours = Format::of_content(&bytes).is_some()
        || Format::of_name(&name).is_some()
        || Foreign::of(&name, &bytes).is_some();
    if is_trace || !is_ours {
        let text = String::from_utf8_lossy(&bytes);
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let (mut lines, mut is_long) = (Vec::new(), false);
    let rate = TickRate::hz(200).map_err(|error| Failure::usage(error.to_string()))?;
    trace(&open_bytes(&path, bytes, Needs::Motion)?, None, rate, Span::ZERO, None, &mut |line| {
        is_long = lines.len() == MOST;
        if !is_long {
            lines.push(serde_json::to_string(line).unwrap_or_default());
        }
        !is_long
    })?;
    if is_long {
        return Err(Failure::usage(format!(
            "{name}: more than {MOST} lines; write parts by `cueline trace --from --to`, and compare those"
        )));
    }
    Ok(lines)
}
