//! `cueline check`: lists all problems of files.

use std::io::{self, Write};

use cueline_assets::Severity;

use super::{
    cli::{Check, Deny},
    input::open,
    report::print,
};
use crate::failure::Failure;

pub(crate) fn run(job: &Check) -> Result<(), Failure> {
    let (mut errors, mut broken) = (0, 0);
    let mut unreadable = None;
    for path in &job.files {
        let (problems, source) = match open(path) {
            Ok(opened) => (opened.notes, opened.source),
            Err(Failure::Problems(problems, source)) => (problems, source),
            Err(failure) => {
                // The other files are checked too.
                if let Some(failure) = unreadable.replace(failure) {
                    let _code = failure.report();
                }
                continue;
            }
        };
        if job.short {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
        } else {
            print(&problems, &source);
        }
        let count = |severity| problems.iter().filter(|one| one.severity == severity).count();
        let lost = count(Severity::Warning);
        let denied = if job.deny == Some(Deny::Lost) { lost } else { 0 };
        if count(Severity::Error) + denied > 0 {
            broken += 1;
            errors += count(Severity::Error) + denied;
        } else if lost > 0 {
            writeln!(io::stdout(), "{}: {lost} warning{}", path.display(), plural(lost))?;
        } else {
            writeln!(io::stdout(), "{}: fine", path.display())?;
        }
    }
    if broken > 0 {
        eprintln!("{errors} problem{} in {broken} file{}", plural(errors), plural(broken));
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if broken > 0 => Err(Failure::Wrong),
        None => Ok(()),
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
