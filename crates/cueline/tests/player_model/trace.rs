//! What can be seen of a player, in plain numbers: the real one and the model must show the same.

use cueline::{
    event::{Direction, EventKind, Reason},
    playback::Phase,
};

use crate::program::Number;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Told {
    pub(crate) due: i64,
    pub(crate) lateness: i64,
    pub(crate) number: Number,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
    pub(crate) direction: Direction,
    pub(crate) loop_index: u64,
}

/// One item that shows, or has just left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) number: Number,
    pub(crate) local: i64,
    pub(crate) pass: i64,
    pub(crate) phase: Phase,
    pub(crate) direction: Direction,
    /// The value of [`curve`] there, with relative passes counted in.
    pub(crate) value: i64,
    /// What that has gained since the start of the first pass.
    pub(crate) gain: i64,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    Done,
    /// It was for something that is no longer there, or never was.
    Gone,
    Endless,
    Refused,
}

/// All that can be seen after an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) answer: Answer,
    pub(crate) told: Vec<Told>,
    pub(crate) ended: Vec<Shown>,
    /// By number.
    pub(crate) active: Vec<Shown>,
    /// How many items there are, shown or waiting.
    pub(crate) items: usize,
}

/// A value at a time of the clip: whole, and nowhere a straight line.
pub(crate) fn curve(local: i64) -> i64 {
    local * local - 3 * local + 5
}
