//! Which tests reach which mutants, and how long each test takes.
//!
//! Each test runs in its own process, once to note the mutants it reaches and once to take its time.

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{
    build::Program,
    error::Result,
    folder::{Folder, TESTS},
    process::{self, Outcome, Switch},
    workers,
};

/// The tests that are not run: they compare constants of saves with those of earlier versions.
const LEFT_OUT: &str = "old_saves::";

const LIMIT: Duration = Duration::from_secs(1800);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Test {
    pub(crate) program: String,
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) seconds: f64,
    /// It passes while every mutant is off. Others find nothing.
    pub(crate) passes: bool,
    /// Numbers of the mutants it reaches.
    pub(crate) reaches: BTreeSet<usize>,
}

/// The tests of the programs. Those that an interrupted run has looked at are not run again.
pub(crate) fn cover(folder: &Folder, programs: &[Program], jobs: usize) -> Result<Vec<Test>> {
    let known: Vec<Test> = folder.read(TESTS)?;
    let mut names = Vec::new();
    for program in programs {
        names.extend(list(folder, program)?.into_iter().map(|name| (program, name)));
    }
    eprintln!("{} tests in {} programs, {} seen before", names.len(), programs.len(), known.len());
    let seen: BTreeSet<_> = known.iter().map(|test| (&*test.program, &*test.name)).collect();
    names.retain(|(program, name)| !seen.contains(&(&*program.name, &**name)));
    drop(seen);
    let next = AtomicUsize::new(0);
    let tests = Mutex::new((known, folder.append(TESTS)?));
    workers::run(jobs, |worker| {
        let file = folder.cover(worker);
        while let Some((program, name)) = names.get(next.fetch_add(1, Relaxed)) {
            let test = one(folder, program, name, &file)?;
            if !test.passes {
                eprintln!("{} {name} fails without mutants and is left out", program.name);
            }
            let mut tests = tests.lock().map_err(|_| "another thread panicked")?;
            tests.1.push(&test)?;
            tests.0.push(test);
        }
        Ok(())
    })?;
    let (mut tests, _) = tests.into_inner().map_err(|_| "a thread panicked")?;
    tests.sort_by(|a, b| (&a.program, &a.name).cmp(&(&b.program, &b.name)));
    Ok(tests)
}

/// The tests of a program, without the ignored ones and those that are left out.
fn list(folder: &Folder, program: &Program) -> Result<Vec<String>> {
    let list = |arguments: &[&str]| -> Result<Vec<String>> {
        let output = process::command(folder, &program.path, LIMIT).args(arguments).output()?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {error}", program.path.display()).into());
        }
        let text = String::from_utf8(output.stdout)?;
        Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
    };
    let ignored: BTreeSet<_> = list(&["--list", "--ignored"])?.into_iter().collect();
    let mut names = list(&["--list"])?;
    names.retain(|name| !ignored.contains(name) && !name.starts_with(LEFT_OUT));
    Ok(names)
}

fn one(folder: &Folder, program: &Program, name: &str, file: &PathBuf) -> Result<Test> {
    fs::write(file, "")?;
    let arguments = [name, "--exact"];
    process::run(folder, &program.path, &arguments, Switch::Cover(file), LIMIT)?;
    let text = fs::read_to_string(file)?;
    let reaches = text.lines().filter_map(|line| line.parse().ok()).collect();
    fs::remove_file(file)?;
    let (outcome, time) = process::run(folder, &program.path, &arguments, Switch::Off, LIMIT)?;
    Ok(Test {
        program: program.name.clone(),
        path: program.path.clone(),
        name: name.to_owned(),
        seconds: time.as_secs_f64(),
        passes: outcome == Outcome::Passed,
        reaches,
    })
}
