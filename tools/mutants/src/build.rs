//! One build with all mutants.
//!
//! Some mutants have wrong types: `&a - b` where only `&a + b` is defined. The compiler finds them: each error is
//! in the code of one switch, that mutant is dropped, and the next round rewrites and checks again, until a check
//! passes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use walkdir::WalkDir;

use crate::{
    error::Result,
    folder::{self, Folder},
    rewrite::{self, Mutant},
    switch,
};

/// Errors of types hide errors of borrows, and those hide others; a dozen rounds were enough so far.
const ROUNDS: usize = 30;

/// A test program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Program {
    /// `lib` for the unit tests, else the name of the integration test.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// The unit tests among the programs.
pub(crate) const LIB: &str = "lib";

/// Rewrites the copy until it compiles, and builds the tests. `modules`: empty for all.
pub(crate) fn build(folder: &Folder, modules: &[String]) -> Result<(Vec<Mutant>, Vec<Program>)> {
    let mut dropped = BTreeSet::new();
    for round in 1..=ROUNDS {
        let mutants = rewrite_all(folder, modules, &dropped)?;
        eprintln!("round {round}: {} mutants, {} dropped", mutants.len(), dropped.len());
        let messages = cargo(folder, &["test", "--no-run", "--lib", "--tests"])?;
        let found = wrong(&messages, &mutants, &format!("{}/src/", folder.member()))?;
        if found.is_empty() {
            let programs = test_programs(&messages);
            folder.write(folder::MUTANTS, &mutants)?;
            folder.write(folder::PROGRAMS, &programs)?;
            return Ok((mutants, programs));
        }
        dropped.extend(found);
    }
    Err(format!("the mutants do not compile after {ROUNDS} rounds").into())
}

/// The line that adds the switch to the root of the crate.
const SWITCH: &str = "\nmod mutant;\n";

fn rewrite_all(
    folder: &Folder,
    modules: &[String],
    dropped: &BTreeSet<usize>,
) -> Result<Vec<Mutant>> {
    let originals = folder.originals();
    let mut mutants = Vec::new();
    let mut next = 1;
    for path in sources(&originals)? {
        let file = relative(&path, &originals)?;
        let module = rewrite::module(&file);
        if !modules.is_empty() && !modules.iter().any(|name| name == module) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let rewritten = rewrite::rewrite(&file, &text, next, dropped)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        next = rewritten.next;
        mutants.extend(rewritten.mutants);
        write_changed(&folder.rewritten().join(&file), &rewritten.text)?;
    }
    if mutants.is_empty() {
        return Err("the modules have no mutants".into());
    }
    let root = fs::read_to_string(folder.rewritten().join("lib.rs"))?;
    let root = root.strip_suffix(SWITCH).unwrap_or(&root);
    write_changed(&folder.rewritten().join("lib.rs"), &format!("{root}{SWITCH}"))?;
    write_changed(&folder.rewritten().join("mutant.rs"), &switch::text(next))?;
    Ok(mutants)
}

/// Refuses a name in `modules` that no module of the crate has, before a run drops the last one.
pub(crate) fn check_modules(folder: &Folder, modules: &[String]) -> Result<()> {
    let originals = folder.originals();
    let mut there = BTreeSet::new();
    for path in sources(&originals)? {
        there.insert(rewrite::module(&relative(&path, &originals)?).to_owned());
    }
    match modules.iter().find(|name| !there.contains(*name)) {
        Some(name) => {
            let there: Vec<_> = there.into_iter().collect();
            Err(format!("found module {name}, needs one of {}", there.join(", ")).into())
        }
        None => Ok(()),
    }
}

/// `path` below `root`, with the same separators on every system.
fn relative(path: &Path, root: &Path) -> Result<String> {
    Ok(path.strip_prefix(root)?.to_string_lossy().replace('\\', "/"))
}

/// The files with code of a crate, in the order of their paths. Files of tests and models have none.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name() {
        let path = entry?.into_path();
        let inside = path.strip_prefix(root)?;
        let test = inside.iter().any(|part| {
            let part = part.to_string_lossy();
            part.contains("test") || part == "model" || part == "model.rs"
        });
        if path.extension().is_some_and(|end| end == "rs") && !test {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Leaves a file with the same text alone, so that Cargo does not build it again.
fn write_changed(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}

/// Runs Cargo on the crate in the copy. Its messages for programs.
fn cargo(folder: &Folder, arguments: &[&str]) -> Result<Vec<Value>> {
    let mut command = Command::new("cargo");
    if cfg!(unix) {
        // Rewritten code has more parentheses than it needs, and sums that overflow. Flags for all crates would build the
        // dependencies again.
        let wrapper = folder.source().with_file_name("rustc.sh");
        write_changed(&wrapper, "#!/bin/sh\nexec \"$@\" --cap-lints allow\n")?;
        #[cfg(unix)]
        fs::set_permissions(&wrapper, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        command.env("RUSTC_WORKSPACE_WRAPPER", wrapper);
    }
    let output = command
        .args(arguments)
        .args(["-p", folder.package(), "--all-features", "--message-format=json"])
        // The tests run thousands of times: unoptimised they are too slow, fully optimised builds are.
        .args(["--config", &format!("profile.dev.package.{}.opt-level=1", folder.package())])
        .current_dir(folder.source())
        .env("CARGO_TARGET_DIR", folder.build())
        .env("CARGO_INCREMENTAL", "0")
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let messages: Vec<_> =
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if output.status.success() || errors(&messages).next().is_some() {
        Ok(messages)
    } else {
        Err(format!("cargo {} failed", arguments.join(" ")).into())
    }
}

fn errors(messages: &[Value]) -> impl Iterator<Item = &Value> {
    messages
        .iter()
        .filter(|line| line["reason"] == "compiler-message")
        .map(|line| &line["message"])
        .filter(|message| {
            message["level"] == "error"
                && message["spans"].as_array().is_some_and(|spans| !spans.is_empty())
        })
}

/// The mutants that the compiler's errors are in.
///
/// An error belongs to the narrowest switch around it; all mutants of that switch go.
fn wrong(messages: &[Value], mutants: &[Mutant], sources: &str) -> Result<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    let mut unplaced = None;
    for error in errors(messages) {
        let spans = error["spans"].as_array().into_iter().flatten();
        let (primary, other): (Vec<_>, Vec<_>) = spans.partition(|span| span["is_primary"] == true);
        let at = primary.into_iter().chain(other).map(|span| switch_at(span, mutants, sources));
        match at.into_iter().find(|ids| !ids.is_empty()) {
            Some(ids) => found.extend(ids),
            None => unplaced = Some(error["rendered"].as_str().unwrap_or_default().to_owned()),
        }
    }
    match unplaced {
        Some(error) if found.is_empty() => {
            Err(format!("an error outside of mutants: {error}").into())
        }
        _ => Ok(found),
    }
}

fn switch_at(span: &Value, mutants: &[Mutant], sources: &str) -> Vec<usize> {
    // An error in a macro counts where the crate calls the macro.
    let mut span = span;
    while span["expansion"].is_object() {
        span = &span["expansion"]["span"];
    }
    let file = span["file_name"].as_str().unwrap_or_default().replace('\\', "/");
    let (Some(start), Some(end)) = (span["byte_start"].as_u64(), span["byte_end"].as_u64()) else {
        return Vec::new();
    };
    let around = |mutant: &&Mutant| {
        file.strip_prefix(sources) == Some(&mutant.file)
            && mutant.output.start as u64 <= start
            && end <= mutant.output.end as u64
    };
    let narrowest = mutants.iter().filter(around).map(|mutant| mutant.output.len()).min();
    mutants
        .iter()
        .filter(around)
        .filter(|mutant| Some(mutant.output.len()) == narrowest)
        .map(|mutant| mutant.id)
        .collect()
}

fn test_programs(messages: &[Value]) -> Vec<Program> {
    let mut programs = Vec::new();
    for line in messages.iter().filter(|line| line["reason"] == "compiler-artifact") {
        let target = &line["target"];
        let (Some(path), Some(name), true) =
            (line["executable"].as_str(), target["name"].as_str(), line["profile"]["test"] == true)
        else {
            continue;
        };
        let unit = target["kind"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(|k| k == "lib" || k == "proc-macro"));
        let name = if unit { LIB } else { name };
        programs.push(Program { name: name.to_owned(), path: path.into() });
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Mutant, wrong};

    fn mutant(id: usize, output: std::ops::Range<usize>) -> Mutant {
        let [file, function, what] = ["time/clock.rs", "f", "a change"].map(str::to_owned);
        Mutant { id, file, line: 1, offset: 0, function, what, output }
    }

    fn span(file: &str, start: u64, end: u64, primary: bool) -> Value {
        json!({"file_name": file, "byte_start": start, "byte_end": end, "is_primary": primary})
    }

    fn error(spans: &[Value]) -> Value {
        let message = json!({"level": "error", "spans": spans, "rendered": "no such operator"});
        json!({"reason": "compiler-message", "message": message})
    }

    const CORE: &str = "crates/cueline/src/";
    const CLOCK: &str = "crates/cueline/src/time/clock.rs";

    #[test]
    fn an_error_drops_the_mutants_of_the_narrowest_switch_around_it() {
        let mutants = [mutant(1, 0..100), mutant(2, 20..40), mutant(3, 20..40), mutant(4, 50..60)];
        let found =
            |spans: &[Value]| wrong(&[error(spans)], &mutants, CORE).expect("inside of mutants");
        assert_eq!(found(&[span(CLOCK, 22, 24, true)]), [2, 3].into());
        assert_eq!(found(&[span(CLOCK, 39, 51, true)]), [1].into());
        // Where the main place is outside of mutants, the other places count.
        let other = span("crates/cueline/src/lib.rs", 22, 24, true);
        assert_eq!(found(&[span(CLOCK, 55, 56, false), other]), [4].into());
    }

    #[test]
    fn an_error_in_a_macro_counts_where_the_crate_calls_it() {
        let mut inner = span("/rust/core/macros.rs", 7, 9, true);
        inner["expansion"] = json!({"span": span(CLOCK, 22, 24, true)});
        let found =
            wrong(&[error(&[inner])], &[mutant(1, 20..40)], CORE).expect("inside of mutants");
        assert_eq!(found, [1].into());
    }

    #[test]
    fn an_error_outside_of_mutants_ends_the_run() {
        let found = wrong(&[error(&[span(CLOCK, 41, 42, true)])], &[mutant(1, 20..40)], CORE);
        let error = found.expect_err("no mutant there").to_string();
        assert_eq!(error, "an error outside of mutants: no such operator");
    }
}
