//! The live queue: what plays when, and what waits for what.
//!
//! The game's logic queues what is to be shown and goes on; the sequencer shows it in the right
//! order, at its own pace. Entries that start together form an *epoch*; the next epoch starts at
//! the very moment at which the last *holding* entry of the one before has ended, in the middle of
//! a step if it falls there, so that no time is lost from one animation to the next.
//!
//! Two front doors lead into the same queue.
//!
//! *Epochs*: [`enqueue`](Sequencer::enqueue) opens the next one,
//! [`concurrently`](Sequencer::concurrently) joins the last one, and
//! [`background`](Sequencer::background) starts with the last one without holding it.
//!
//! ```
//! use cueline::{sequencer::Sequencer, time::Span};
//!
//! let half = Span::from_millis(500);
//! let mut queue = Sequencer::new();
//! queue.enqueue(half, "attack")?;
//! queue.concurrently(half, "damage")?; // with the attack
//! queue.enqueue(half, "counter-attack")?; // after both
//! queue.background(half, "toast")?; // with the counter-attack, in nobody's way
//!
//! let mut shown = Vec::new();
//! queue.advance(Span::from_millis(625), |step, _| shown.push((*step.payload, step.alpha())))?;
//! assert_eq!(
//!     shown,
//!     [("attack", 1.0), ("damage", 1.0), ("counter-attack", 0.25), ("toast", 0.25)]
//! );
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! *Blocking*: what is queued behind a [`blocking`](Sequencer::blocking) entry waits for it;
//! [`non_blocking`](Sequencer::non_blocking) entries start together with the next blocking one.
//!
//! The payload is the game's own type: plain data that a `match` turns into drawing, so that the
//! whole queue can be cloned, compared, hashed and saved; or boxed objects
//! ([`Animation`]) for those who prefer them. [`Sequencer::events`] tells what started and ended.
//!
//! The method is that of a schedule: an entry's start is known when the epoch before it is known
//! to end, and every call is computed from it. Nothing is counted down.

mod advance;
mod agenda;
mod change;
mod doors;
mod each;
mod edges;
mod entry;
mod error;
mod journal;
mod line;
mod moment;
mod plain;
mod row;
#[cfg(feature = "serde")]
mod save;
mod skip;
mod stage;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod turn;
mod visit;

use alloc::{string::String, vec::Vec};

pub use agenda::Upcoming;
pub use edges::Stepped;
pub use entry::{EntryDuration, EntryId, Role, Timing};
pub use error::{AdvanceError, QueueError};
pub use journal::Shown;
pub use skip::Until;
pub use stage::{Animation, Handler, Progress, Update, WithContext};

use crate::{event::Event, time::Time};
use journal::Remembered;
use line::Line;
use moment::{Moment, Pass};
use row::Row;
use turn::Hold;

/// A queue of things to show, and what of it is showing.
///
/// Two sequencers are equal when they would play the same from here on; what the last step has
/// reported does not count.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "save::Saved<P>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "P: serde::Deserialize<'de>")))]
pub struct Sequencer<P> {
    now: Time,
    /// All but what shows in the background, in the order of declaration, and so of epochs.
    line: Line<P>,
    /// Background entries whose turn has come, in the order of their starts.
    background: Vec<Row<P>>,
    next_id: u64,
    /// The epoch whose turn has come, and the last one; they count from 0.
    running: u64,
    last: u64,
    /// Something holds the last epoch: what is queued behind it, blocking or not, opens a new one.
    sealed: bool,
    hold: Hold,
    /// Names of epochs that lie ahead, in order.
    labels: Vec<(u64, String)>,
    /// Ends of cancelled entries that the next step will report.
    dropped: Vec<Event<EntryId>>,
    /// What the last step has reported.
    edges: Vec<Event<EntryId>>,
    pass: Pass,
    moment: Option<Moment>,
    journal: Remembered<P>,
}

impl<P> Default for Sequencer<P> {
    fn default() -> Self {
        Self {
            now: Time::ZERO,
            line: Line::new(),
            background: Vec::new(),
            next_id: 0,
            running: 0,
            last: 0,
            sealed: false,
            hold: Hold { entries: 0, end: Time::ZERO },
            labels: Vec::new(),
            dropped: Vec::new(),
            edges: Vec::new(),
            pass: Pass::NONE,
            moment: None,
            journal: Remembered::nothing(),
        }
    }
}

impl<P> Sequencer<P> {
    /// An empty queue at time zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Its own time: the sum of all steps and skips.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Entries that have not ended, waiting ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left().count()
    }

    /// Whether nothing is playing or waiting, background included.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty() && self.background.iter().all(|row| row.slot.is_over())
    }

    /// Whether nothing that shows in the foreground is playing or waiting: the display has caught
    /// up with the logic. Toasts and the like in the background do not count.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.oldest().is_none()
    }

    /// How many entries were queued so far.
    #[must_use]
    pub fn queued(&self) -> u64 {
        self.next_id
    }

    /// The earliest queued of the entries that play or wait in the foreground.
    #[must_use]
    pub fn oldest(&self) -> Option<EntryId> {
        let (on_show, waiting) = (self.line.on_show().iter(), self.line.waiting().iter());
        let mut foreground = on_show.chain(waiting).filter(|row| row.is_foreground());
        foreground.next().map(|row| row.id)
    }

    /// Whether the entry is playing or waiting; `false` once it has ended or was dropped.
    #[must_use]
    pub fn contains(&self, id: EntryId) -> bool {
        self.payload(id).is_some()
    }

    /// The payload of an entry that is playing or waiting; absent once it is gone, and while it is
    /// being called.
    #[must_use]
    pub fn payload(&self, id: EntryId) -> Option<&P> {
        let row = match self.live().find(|row| row.id == id) {
            Some(row) => row,
            None => &self.line.waiting()[self.waiting_place(id)?],
        };
        row.slot.payload()
    }

    /// What has started, ended or been marked since the last step began, by due time; at one time
    /// foreground before background and then in the order of declaration. Ends of cancelled entries
    /// come in the order of their cancelling, and what a callback of a step by moments or of a skip
    /// brought about at that very time comes after its cause.
    ///
    /// After [`advance_each`](Self::advance_each) they may be missing until its [`Stepped`] is asked for them.
    #[must_use]
    pub fn events(&self) -> &[Event<EntryId>] {
        &self.edges
    }

    /// Entries whose turn has come and that have not ended: foreground, then background.
    fn live(&self) -> impl Iterator<Item = &Row<P>> {
        let rows = self.line.on_show().iter().chain(&self.background);
        rows.filter(|row| !row.slot.is_over())
    }

    fn live_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        let rows = self.line.on_show_mut().iter_mut().chain(&mut self.background);
        rows.filter(|row| !row.slot.is_over())
    }

    /// Everything that has not ended.
    fn left(&self) -> impl Iterator<Item = &Row<P>> {
        self.live().chain(self.line.waiting().iter().filter(|row| !row.slot.is_over()))
    }

    /// Where an entry stands among those that wait; also after it was cancelled.
    fn waiting_place(&self, id: EntryId) -> Option<usize> {
        self.line.waiting().binary_search_by_key(&id, |row| row.id).ok()
    }
}
