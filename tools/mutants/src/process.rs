//! A test program, run with a limit of time and memory.

use std::{
    ffi::OsStr,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    Result,
    folder::Folder,
    switch::{COVER, MUTANT},
};

/// Address space of a test process, in KiB. A mutant that fills memory without end stops here.
const MEMORY: &str = "8388608";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// Still running at the limit of time.
    TimedOut,
}

/// What the switches of a process do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Switch<'a> {
    Off,
    /// One mutant is on.
    On(usize),
    /// Every mutant is off; the process writes those it reaches to this file.
    Cover(&'a Path),
}

/// Runs `program` with `arguments` for at most `limit`. How it ended, and after how long.
pub(crate) fn run(
    folder: &Folder,
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    switch: Switch<'_>,
    limit: Duration,
) -> Result<(Outcome, Duration)> {
    let mut command = command(folder, program);
    command.arg("-q").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    match switch {
        Switch::Off => {}
        Switch::On(id) => drop(command.env(MUTANT, id.to_string())),
        Switch::Cover(path) => drop(command.env(COVER, path)),
    }
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            let outcome = if status.success() { Outcome::Passed } else { Outcome::Failed };
            return Ok((outcome, start.elapsed()));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok((Outcome::TimedOut, start.elapsed()));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// `program` in the folder of the core, with the same random numbers each time.
pub(crate) fn command(folder: &Folder, program: &Path) -> Command {
    let core = folder.source().join("crates/cueline");
    let mut command = if cfg!(unix) {
        // `exec` keeps the process id, so a kill hits the test.
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v $0; exec \"$@\"", MEMORY]).arg(program);
        shell
    } else {
        Command::new(program)
    };
    command
        .current_dir(&core)
        .env("CARGO_MANIFEST_DIR", &core)
        .env("RUST_BACKTRACE", "0")
        .env("PROPTEST_RNG_SEED", "20260101")
        // Else a failure of one mutant is a case that all later ones run first.
        .env("PROPTEST_FAILURE_PERSISTENCE", "off")
        .env_remove(MUTANT)
        .env_remove(COVER);
    command
}
