//! `cueline watch`: converts a file now, and again whenever it is saved.

use std::{fs, path::Path, thread, time::Duration};

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
    let mut last: Option<Stamp> = None;
    let mut is_converted = false;
    loop {
        let now = saved(&job.input);
        match now {
            Some(_) if now != last => match convert::run(job) {
                Ok(()) => is_converted = true,
                // No one reads the output any more: no save mends that.
                Err(failure @ Failure::ClosedPipe) => return Err(failure),
                // The arguments fitted no version of the file yet.
                Err(failure @ Failure::Usage(_)) if !is_converted => return Err(failure),
                Err(failure) => {
                    let _code = failure.report();
                }
            },
            None if last.is_none() => {
                return convert::run(job); // which says what is wrong with the file
            }
            // Programs that save by renaming leave no file for a moment.
            _ => {}
        }
        last = now.or(last);
        thread::sleep(LOOK_EVERY);
    }
}
