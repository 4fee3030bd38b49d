//! Frames as time, and the problem of frames without a frame rate.

use cueline::time::{Span, TickRate};

use crate::{
    forms::{USUAL_RATE, When},
    problem::{DocumentPath, Problem},
};

/// The frame rate of one clip, flipbook or timeline.
///
/// A number of frames has a meaning only at a rate that the file gives; 0 is the same time at any rate. The first
/// number without a rate is one problem for the whole item.
pub(crate) struct Clock {
    rate: Option<TickRate>,
    pub(crate) problem: Option<Problem>,
}

impl Clock {
    pub(crate) fn new(rate: Option<TickRate>) -> Self {
        Self { rate, problem: None }
    }

    /// The span of a time at `path`.
    pub(crate) fn span(&mut self, when: When, path: impl FnOnce() -> DocumentPath) -> Span {
        if self.rate.is_none() && self.problem.is_none() && counts_frames(when) {
            let needed = "a unit, as in \"200ms\", or a `rate` in which frames count";
            self.problem = Some(Problem::error(path(), format!("{when}"), needed));
        }
        when.span(self.rate.unwrap_or(USUAL_RATE))
    }
}

fn counts_frames(when: When) -> bool {
    !matches!(when, When::Frames(0) | When::Span(_))
}
