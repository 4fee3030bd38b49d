//! `conformance [DIR] [--json]`: compares every recording and says what became of it.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use conformance::{
    FileReport, compare_folder, page,
    read::Malformed,
    report::{Noticed, notice_changes},
    traces,
};

/// Compares Cueline with recordings of other systems.
///
/// Ends with 0 when every record is equal or departs by a stated rule, with 1 when one does not,
/// and with 2 when the recordings cannot be read.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// A folder with one folder of recordings for each system [default: the project's own copy]
    directory: Option<PathBuf>,
    /// One JSON line for each file instead of the table
    #[arg(long)]
    json: bool,
    /// Change so many random fields of each file, one at a time, and print how many changes fail their record
    #[arg(long, value_name = "COUNT")]
    changes: Option<usize>,
    /// The seed of the random changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rewrite the project's own verdicts, traces and page
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    run(Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("conformance: {error}");
        ExitCode::from(2)
    })
}

fn run(arguments: Arguments) -> Result<ExitCode, Malformed> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data");
    let own_verdicts = arguments.write && arguments.directory.is_none();
    let folder = arguments.directory.unwrap_or(own);
    if let Some(changes) = arguments.changes {
        return Ok(print_changes(&notice_changes(&folder, changes, arguments.seed)?));
    }
    let reports = compare_folder(&folder)?;
    if arguments.json {
        for report in &reports {
            println!("{}", serde_json::to_string(report)?);
        }
    } else {
        print!("{}", page::table(&reports));
    }
    if own_verdicts {
        let (changes, seed) = page::CHANGES;
        page::write(&reports, &notice_changes(&folder, changes, seed)?)?;
        std::fs::write(traces::file(), traces::traces(&folder)?)?;
    }
    for report in &reports {
        for (record, reason) in &report.failed {
            eprintln!("{}: {record}: {reason}", report.file);
        }
    }
    let holds = reports.iter().all(FileReport::holds);
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the changes of each file, and those that no comparison noticed.
fn print_changes(files: &[Noticed]) -> ExitCode {
    println!("{:44} {:>7} {:>7}", "file", "changes", "noticed");
    for Noticed { file, changes, missed } in files {
        println!("{file:44} {changes:>7} {:>7}", changes - missed.len());
    }
    for Noticed { file, missed, .. } in files {
        for (record, field, what) in missed {
            eprintln!("{file}: {record}: {field}: {what}");
        }
    }
    ExitCode::SUCCESS
}
