//! `cueline watch`: converts a file now, and again whenever it is saved.

use std::{thread, time::Duration};

use super::{
    cli::Convert,
    convert,
    input::{Stamp, saved},
};
use crate::failure::Failure;

/// The interval of checks for a saved file.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub(crate) fn run(job: &Convert) -> Result<(), Failure> {
    let mut last: Option<Stamp> = None;
    loop {
        let now = saved(&job.input);
        match now {
            Some(_) if now != last => match convert::run(job) {
                Ok(()) => {}
                // No one reads the output any more, or the command line is not valid: no save mends that.
                Err(failure @ (Failure::ClosedPipe | Failure::Usage(_))) => return Err(failure),
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
