//! Progress on the standard error, for work that takes more than a second; nothing where that is no terminal.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows nothing.
const AFTER: Duration = Duration::from_secs(1);

/// A bar for work whose parts are counted.
pub(super) struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Bar {
    /// `what` is done to so many `parts`: "drawing" "frames".
    pub(super) fn new(what: &str, parts: &str, count: u64) -> Self {
        let bar = hidden(Some(count));
        let template = format!("{what} [{{bar:40}}] {{pos}}/{{len}} {parts}, {{eta}} left");
        bar.set_style(
            ProgressStyle::with_template(&template)
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self { bar, begun: Instant::now() }
    }

    /// So many parts are done.
    pub(super) fn reach(&self, done: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > AFTER {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done);
    }

    /// Prints a line above the bar.
    pub(super) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Works, with a sign that it does. The work prints nothing.
pub(super) fn working<T>(what: String, work: impl FnOnce() -> T) -> T {
    let sign = hidden(None).with_style(ProgressStyle::default_spinner()).with_message(what);
    let result = thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        let sign = &sign;
        let _shows = scope.spawn(move || {
            if waiting.recv_timeout(AFTER) == Err(RecvTimeoutError::Timeout) {
                sign.set_draw_target(ProgressDrawTarget::stderr());
                sign.enable_steady_tick(Duration::from_millis(100));
            }
        });
        let result = work();
        drop(done);
        result
    });
    sign.finish_and_clear();
    result
}

fn hidden(count: Option<u64>) -> ProgressBar {
    ProgressBar::with_draw_target(count, ProgressDrawTarget::hidden())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_and_its_result_comes_back() {
        assert_eq!(working("adding".to_owned(), || 1 + 2), 3);
    }
}
