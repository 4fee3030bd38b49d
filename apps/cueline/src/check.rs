//! `cueline check`: all that is wrong with files.

use std::io::{self, Write};

use crate::{
    cli::Check,
    failure::{Failure, tell},
    open::open,
};

pub(crate) fn run(job: &Check) -> Result<(), Failure> {
    let (mut errors, mut broken) = (0, 0);
    let mut unreadable = None;
    for path in &job.files {
        let (problems, source) = match open(path) {
            Ok(opened) => (opened.notes, opened.source),
            Err(Failure::Problems(problems, source)) => (problems, source),
            Err(failure) => {
                // The other files are looked at all the same.
                if let Some(failure) = unreadable.replace(failure) {
                    let _code = failure.report();
                }
                continue;
            }
        };
        if job.short {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
        } else {
            tell(&problems, &source);
        }
        if problems.has_errors() {
            broken += 1;
            errors += problems
                .iter()
                .filter(|problem| problem.severity == cueline_assets::Severity::Error)
                .count();
        } else {
            writeln!(io::stdout(), "{}: fine", path.display())?;
        }
    }
    if broken > 0 {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        eprintln!("{errors} problem{} in {broken} file{}", plural(errors), plural(broken));
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if broken > 0 => Err(Failure::Wrong),
        None => Ok(()),
    }
}
