//! The checkers demo.

use std::process::ExitCode;

use checkers::{cli::Cli, run};
use clap::Parser;

fn main() -> ExitCode {
    match run::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
