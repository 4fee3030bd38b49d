//! The visible state of a player, in plain numbers: the real player and the model must agree.

use cueline::{
    event::{Direction, EventKind, Reason},
    playback::Phase,
};

use super::program::Number;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reported {
    pub(crate) due: i64,
    pub(crate) lateness: i64,
    pub(crate) number: Number,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
    pub(crate) direction: Direction,
    pub(crate) loop_index: u64,
}

/// One item that is active, or has just left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) number: Number,
    pub(crate) local: i64,
    pub(crate) pass: i64,
    pub(crate) phase: Phase,
    pub(crate) direction: Direction,
    /// The value of [`curve`] there, including relative passes.
    pub(crate) value: i64,
    /// The gain since the start of the first pass.
    pub(crate) gain: i64,
}

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    Done,
    /// The item has ended, or never existed.
    Gone,
    Endless,
    Refused,
}

/// The visible state after an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) answer: Answer,
    pub(crate) reported: Vec<Reported>,
    pub(crate) ended: Vec<Shown>,
    /// By number.
    pub(crate) active: Vec<Shown>,
    /// The number of items, active or waiting.
    pub(crate) items: usize,
}

/// A value at a time of the clip: an integer curve that is nowhere linear.
pub(crate) fn curve(local: i64) -> i64 {
    local * local - 3 * local + 5
}
