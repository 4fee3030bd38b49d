//! Shell completions and manual pages, both from the definition of the command line.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::cli::Cli;
use crate::failure::Failure;

pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cueline", &mut text);
    Ok(io::stdout().write_all(&text)?)
}

pub(crate) fn man(command: Option<&str>) -> Result<(), Failure> {
    let mut whole = Cli::command();
    whole.build();
    let page = match command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name).cloned();
            found.ok_or_else(|| Failure::usage(format!("there is no command {name:?}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
