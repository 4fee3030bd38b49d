//! A test program, run with a limit of time and memory.

use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use crate::{
    error::Result,
    folder::Folder,
    switch::{COVER, MUTANT},
};

/// Address space of a test process, in KiB. A mutant that fills memory without end stops here.
const MEMORY: u32 = 8 << 20;

/// A process that waits and computes nothing may take this many times its limit of processor time. Other programs on
/// the machine slow a test down, so time by the clock says little.
const PATIENCE: u32 = 20;

/// A process that has computed nothing for this long, and does not want to, waits for what will not come.
const IDLE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// The signal that a process gets at its limit of processor time.
#[cfg(unix)]
const SIGXCPU: i32 = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// Still running at the limit of time.
    TimedOut,
    /// Stopped before that limit: it waits for what will not come.
    Idle,
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

/// Runs `program` with `arguments` for at most `limit` of processor time. How it ended, and after how long by the clock.
pub(crate) fn run(
    folder: &Folder,
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    switch: Switch<'_>,
    limit: Duration,
) -> Result<(Outcome, Duration)> {
    let mut command = command(folder, program, limit);
    command.arg("-q").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    match switch {
        Switch::Off => {}
        Switch::On(id) => drop(command.env(MUTANT, id.to_string())),
        Switch::Cover(path) => drop(command.env(COVER, path)),
    }
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut pause = Duration::from_millis(1);
    let (mut looked, mut worked) = (start, (None, start));
    loop {
        if let Some(status) = child.try_wait()? {
            let outcome = match status.success() {
                true => Outcome::Passed,
                false if out_of_time(status) => Outcome::TimedOut,
                false => Outcome::Failed,
            };
            return Ok((outcome, start.elapsed()));
        }
        if looked.elapsed() > IDLE / 4 {
            looked = Instant::now();
            match work(child.id()) {
                Some(work) if worked.0 == Some(work) => {}
                work => worked = (work, looked),
            }
        }
        let ended = if start.elapsed() > limit * PATIENCE {
            Some(Outcome::TimedOut)
        } else if worked.0.is_some() && worked.1.elapsed() > IDLE {
            Some(Outcome::Idle)
        } else {
            None
        };
        if let Some(outcome) = ended {
            stop(&mut child)?;
            return Ok((outcome, start.elapsed()));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// What a process and those that it has started have computed, if none of them wants to go on at this moment. Linux alone
/// says that.
fn work(group: u32) -> Option<u64> {
    let mut all = 0;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // Behind the name, which may have any characters.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        if number(2) != Some(group.into()) {
            continue;
        }
        if ["R", "D"].contains(&fields[0]) {
            return None;
        }
        all += number(11)? + number(12)?;
    }
    Some(all)
}

/// Whether the system ended the process at its limit of processor time.
fn out_of_time(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGXCPU);
    #[cfg(not(unix))]
    return false;
}

/// Ends a test and the processes that it started.
fn stop(child: &mut Child) -> Result<()> {
    if cfg!(unix) {
        // The shell of `command` leads a group of its own.
        Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    }
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// `program` in the folder of its crate, with the same random numbers each time and at most `limit` of processor time.
pub(crate) fn command(folder: &Folder, program: &Path, limit: Duration) -> Command {
    let member = folder.source().join(folder.member());
    let mut command = if cfg!(unix) {
        // `exec` keeps the process id, so a kill hits the test.
        let mut shell = Command::new("sh");
        let seconds = limit.as_secs() + 1;
        // At the soft limit the process gets a signal that says why; the hard one, somewhat later, ends it for certain.
        let limits =
            format!("ulimit -v {MEMORY}; ulimit -S -t {seconds}; ulimit -H -t {}", seconds + 5);
        let script = format!("{limits}; exec \"$0\" \"$@\"");
        shell.args(["-c", &script]).arg(program);
        shell
    } else {
        Command::new(program)
    };
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    if cfg!(target_os = "linux") {
        command.env("LD_LIBRARY_PATH", shared_library());
    }
    command
        .current_dir(&member)
        .env("CARGO_MANIFEST_DIR", &member)
        .env("RUST_BACKTRACE", "0")
        .env("PROPTEST_RNG_SEED", "20260101")
        .env("CUELINE_PROGRAMS", "5000")
        // Else a failure of one mutant is a case that all later ones run first.
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .env_remove(MUTANT)
        .env_remove(COVER);
    command
}

/// The folder with the standard library as a shared one, which the tests of macros need: Cargo sets it too.
fn shared_library() -> &'static str {
    static FOLDER: OnceLock<String> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let output = Command::new("rustc").args(["--print", "target-libdir"]).output();
        output.map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        )
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt, thread, time::Duration};

    use super::{Outcome, Switch, run};
    use crate::folder::{self, Folder};

    /// Runs a shell script as a test program.
    fn outcome(script: &str, switch: Switch<'_>, limit: Duration) -> Outcome {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = Folder::at(folder.path().to_owned(), folder.path().to_owned(), folder::CORE);
        fs::create_dir_all(folder.source().join(folder.member())).expect("made");
        let program = folder.source().join("program");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("set");
        run(&folder, &program, &["name"], switch, limit).expect("it starts").0
    }

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_program_fails_by_its_exit_code() {
        assert_eq!(outcome("exit 0", Switch::Off, MINUTE), Outcome::Passed);
        assert_eq!(outcome("exit 101", Switch::Off, MINUTE), Outcome::Failed);
    }

    #[test]
    fn a_program_knows_the_mutant_and_its_arguments() {
        let script = "test \"$CUELINE_MUTANT $*\" = '7 -q name'";
        assert_eq!(outcome(script, Switch::On(7), MINUTE), Outcome::Passed);
        assert_eq!(outcome(script, Switch::Off, MINUTE), Outcome::Failed);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_computes_for_too_long_is_out_of_time() {
        let script = "while :; do :; done";
        assert_eq!(outcome(script, Switch::Off, Duration::from_millis(500)), Outcome::TimedOut);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_waits_for_what_does_not_come_is_stopped_and_one_that_computes_is_not() {
        assert_eq!(outcome("sleep 1000; exit 1", Switch::Off, MINUTE), Outcome::Idle);
        let script = "for i in 1 2 3 4; do sleep 0.4; for j in $(seq 20000); do :; done; done";
        assert_eq!(outcome(script, Switch::Off, MINUTE), Outcome::Passed);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_does_not_end_is_stopped_with_those_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let id = folder.path().join("id");
        let script = format!("sleep 1000 & echo $! >'{}'; wait", id.display());
        assert_eq!(outcome(&script, Switch::Off, Duration::from_millis(50)), Outcome::TimedOut);
        let id = fs::read_to_string(id).expect("it has started").trim().to_owned();
        let there = || {
            let stat = fs::read_to_string(format!("/proc/{id}/stat"));
            stat.is_ok_and(|stat| !stat.contains(") Z"))
        };
        // A killed process can take a moment to end.
        let gone = (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            !there()
        });
        assert!(gone, "process {id} is still there");
    }
}
