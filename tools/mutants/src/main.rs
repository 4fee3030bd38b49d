//! Changes a crate in one place at a time (a mutant) and runs its tests: a change that no test finds is a gap.
//!
//! A build for each of some 5,000 mutants would take days. So this tool puts every mutant behind a switch, builds
//! once, notes which tests reach which mutants, and then runs each mutant with those tests only, quickest first.
//!
//! `mutants [--crate NAME] [--module NAME].. [--shard K/N] [--hours H] [--jobs J]` works in `target/mutants` on a copy of
//! the files that git tracks. Without `--crate` it is the core. `--resume` continues with the last build. `--table` prints
//! the results; the README has the table of the last run.
//!
//! The unit tests and the integration tests of the crate count. Doc tests, the golden digests and `old_saves` do not:
//! the last two compare with constants that any change of the numbers breaks.

mod build;
mod cover;
mod equivalent;
mod error;
mod folder;
mod process;
mod rewrite;
mod run;
mod shard;
mod switch;
mod table;
mod workers;

use std::{
    collections::BTreeSet,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use clap::Parser;

use crate::{equivalent::Equivalents, error::Result, folder::Folder, run::Finding, shard::Shard};

/// Changes a crate in one place at a time and counts the changes that its tests find.
#[derive(Debug, Parser)]
struct Options {
    /// Changes this crate of the folder `crates`, or `cueline-c`.
    #[arg(long = "crate", value_name = "NAME", default_value = folder::CORE)]
    package: String,
    /// Changes only this module of the crate, such as `relay`. May be repeated.
    #[arg(long = "module", value_name = "NAME")]
    modules: Vec<String>,
    /// Runs the K-th of N parts of the mutants, K from 1.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Begins no further mutant after this many hours of running them.
    #[arg(long)]
    hours: Option<f64>,
    /// Runs this many mutants at a time. Default: one for each processor.
    #[arg(long)]
    jobs: Option<usize>,
    /// Goes on with the last build and its results.
    #[arg(long)]
    resume: bool,
    /// Prints the results of the last run in Markdown.
    #[arg(long)]
    table: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = Folder::of_workspace(&options.package).and_then(|folder| {
        if options.table { print_table(&folder) } else { run_mutants(&folder, &options) }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run_mutants(folder: &Folder, options: &Options) -> Result<()> {
    let jobs =
        options.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    build::check_modules(folder, &options.modules)?;
    if !options.resume {
        folder.start()?;
    }
    let (mutants, programs) = if folder.has(folder::MUTANTS) && folder.has(folder::PROGRAMS) {
        (folder.read(folder::MUTANTS)?, folder.read(folder::PROGRAMS)?)
    } else {
        build::build(folder, &options.modules)?
    };
    let tests = cover::cover(folder, &programs, jobs)?;
    let findings: Vec<Finding> = folder.read(folder::RESULTS)?;
    let done: BTreeSet<_> = findings.iter().map(|finding| finding.id).collect();
    let mut todo = run::in_shard(&run::order(&mutants), options.shard);
    todo.retain(|mutant| !done.contains(&mutant.id));
    let modules = &options.modules;
    todo.retain(|mutant| modules.is_empty() || modules.iter().any(|name| name == mutant.module()));
    eprintln!("{} mutants to run, {} results already there", todo.len(), done.len());
    let end = options
        .hours
        .map(|hours| Instant::now() + Duration::from_secs_f64(hours.max(0.0) * 3600.0));
    run::run(folder, &todo, &tests, end, jobs)?;
    print_table(folder)
}

fn print_table(folder: &Folder) -> Result<()> {
    let mutants: Vec<_> = folder.read(folder::MUTANTS)?;
    if mutants.is_empty() {
        return Err("there is no run yet: run it without --table".into());
    }
    let findings = folder.read(folder::RESULTS)?;
    let equivalents = Equivalents::committed(folder.package())?;
    let commit = folder.commit()?;
    println!("{} of {} mutants were run, at commit {commit}.\n", findings.len(), mutants.len());
    print!("{}", table::markdown(&mutants, &findings, &equivalents));
    let files: BTreeSet<_> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
    for line in equivalents.stale(&mutants) {
        // A run of some modules has no mutants of the others.
        if line.split(':').next().is_some_and(|file| files.contains(file)) {
            eprintln!("equivalent/{}.txt names no mutant: {line}", folder.package());
        }
    }
    Ok(())
}
