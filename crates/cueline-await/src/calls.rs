//! How many tasks were woken and have not run, for the host that polls them.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use crate::error::WaitError;

/// The calls of a pair: its waits and orders wake tasks, its host waits for them.
#[derive(Default)]
pub(crate) struct Calls {
    /// Tasks were woken since the host last polled.
    pub(crate) woken: AtomicBool,
    /// Futures that were woken and have not taken their outcome.
    pub(crate) called: AtomicUsize,
    /// Why nothing will happen any more, once the host is gone.
    pub(crate) closed: OnceLock<WaitError>,
}

impl Calls {
    /// Notes that a future is woken that will take its outcome.
    pub(crate) fn note_call(&self) {
        self.called.fetch_add(1, Ordering::Relaxed);
        self.woken.store(true, Ordering::Relaxed);
    }

    /// Notes that a future that was woken has taken its outcome or was dropped.
    pub(crate) fn note_answer(&self) {
        self.called.fetch_sub(1, Ordering::Relaxed);
    }
}
