//! `cueline`: looks at, checks, converts and renders animation files.

mod bars;
mod check;
mod cli;
mod convert;
mod diff;
mod failure;
mod inspect;
mod manual;
mod motion;
mod numbers;
mod open;
mod play;
mod plot;
mod render;
mod scene;
mod studio;
mod trace;
mod transport;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    failure::set_style();
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Inspect(job) => inspect::run(&job),
        Command::Check(job) => check::run(&job),
        Command::Convert(job) => convert::run(&job),
        Command::Plot(job) => plot::run(&job),
        Command::Render(job) => render::run(&job),
        Command::Play(job) => play::run(&job),
        Command::Trace(job) => trace::run(&job),
        Command::Studio(job) => studio::run(&job),
        Command::Diff(job) => diff::run(&job),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { command } => manual::man(command.as_deref()),
    }
}
