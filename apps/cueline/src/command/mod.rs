//! The command line: what each command does, and its messages.

#[cfg(test)]
mod attacks;
mod character;
mod check;
mod cli;
mod convert;
mod diff;
mod input;
mod inspect;
mod manual;
mod motion;
mod output;
mod pack;
mod play;
mod plot;
mod progress;
mod render;
mod report;
mod trace;
mod watch;
mod window;

use std::process::ExitCode;

use clap::Parser;

use crate::failure::Failure;
use cli::{Cli, Command};

/// Runs the command that the arguments name.
pub(crate) fn run() -> ExitCode {
    report::set_style();
    let cli = Cli::parse();
    if cli.verbose {
        report::show_notes();
    }
    match carry_out(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn carry_out(command: Command) -> Result<(), Failure> {
    match command {
        Command::Inspect(job) => inspect::run(&job),
        Command::Check(job) => check::run(&job),
        Command::Convert(job) => convert::run(&job),
        Command::Watch(job) => watch::run(&job),
        Command::Plot(job) => plot::run(&job),
        Command::Render(job) => render::run(&job),
        Command::Play(job) => play::run(&job),
        Command::Pack(job) => pack::run(&job),
        Command::Trace(job) => trace::run(&job),
        Command::Studio(job) => window::run(&job),
        Command::Diff(job) => diff::run(&job),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { command } => manual::man(command.as_deref()),
    }
}
