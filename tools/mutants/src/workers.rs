//! Several threads with the same work.

use std::thread;

use crate::error::Result;

/// Runs `work` on `count` threads, with their numbers from 0. The first error, when all have ended.
pub(crate) fn run(count: usize, work: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    let work = &work;
    let ends: Vec<Result<(), String>> = thread::scope(|scope| {
        let start = |worker| scope.spawn(move || work(worker).map_err(|error| error.to_string()));
        let threads: Vec<_> = (0..count).map(start).collect();
        let panicked = |_| Err("a thread panicked".to_owned());
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect()
    });
    Ok(ends.into_iter().collect::<Result<(), String>>()?)
}
