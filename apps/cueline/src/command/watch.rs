//! `cueline watch`: converts a file now, and again whenever it, or a file with its buffers, is saved.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use cueline_import::gltf;

use super::{
    cli::Convert,
    convert,
    input::{Stamp, saved},
};
use crate::failure::Failure;

/// The interval of checks for a saved file.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub(crate) fn run(job: &Convert) -> Result<(), Failure> {
    if job.input == Path::new("-") {
        return Err(Failure::usage("the standard input is not saved again: use convert"));
    }
    if let (Ok(input), Ok(output)) = (fs::canonicalize(&job.input), fs::canonicalize(&job.output))
        && input == output
    {
        let file = input.display();
        return Err(Failure::usage(format!(
            "{file} is both input and output: each conversion would start the next"
        )));
    }
    let (mut last, mut others): (Option<Stamp>, Vec<Other>) = (None, Vec::new());
    let mut is_converted = false;
    loop {
        let now = saved(&job.input);
        if now.is_none() && last.is_none() {
            return convert::run(job); // which says what is wrong with the file
        }
        // Programs that save by renaming leave no file for a moment.
        let is_saved = now.is_some() && now != last;
        let mut is_any_saved = is_saved;
        for other in &mut others {
            is_any_saved |= other.is_saved();
        }
        if is_saved {
            // Before the conversion: what is saved while it runs is converted again.
            others = files_of(&job.input);
        }
        last = now.or(last);
        if is_any_saved {
            match convert::run(job) {
                Ok(()) => is_converted = true,
                // No one reads the output any more: no save mends that.
                Err(failure @ Failure::ClosedPipe) => return Err(failure),
                // The arguments fitted no version of the file yet.
                Err(failure @ Failure::Usage(_)) if !is_converted => return Err(failure),
                Err(failure) => {
                    let _code = failure.report();
                }
            }
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// A file that the input refers to.
struct Other {
    path: PathBuf,
    last: Option<Stamp>,
}

impl Other {
    /// Whether it was saved since the last call.
    fn is_saved(&mut self) -> bool {
        let now = saved(&self.path);
        let is_saved = now.is_some() && now != self.last;
        self.last = now.or(self.last);
        is_saved
    }
}

/// The files with the buffers of a glTF file.
fn files_of(input: &Path) -> Vec<Other> {
    let folder = input.parent().unwrap_or(Path::new(""));
    let files = gltf::files(&fs::read(input).unwrap_or_default()).into_iter();
    let paths = files.map(|file| folder.join(file));
    paths.map(|path| Other { last: saved(&path), path }).collect()
}
