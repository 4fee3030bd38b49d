//! `conformance [DIR] [--json]`: compares every recording and says what became of it.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use conformance::{FileReport, compare_folder, page};

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
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data");
    let reports = match compare_folder(&arguments.directory.unwrap_or(own)) {
        Ok(reports) => reports,
        Err(error) => {
            eprintln!("conformance: {error}");
            return ExitCode::from(2);
        }
    };
    if arguments.json {
        for report in &reports {
            println!("{}", report.json());
        }
    } else {
        print!("{}", page::table(&reports));
    }
    for report in &reports {
        for (record, reason) in report.failed.iter().chain(&report.not_compared) {
            eprintln!("{}: {record}: {reason}", report.file);
        }
    }
    if reports.iter().all(FileReport::holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
