//! The live queue: what plays when, and what waits for what.
//!
//! The game's logic queues what is to be shown and goes on; the sequencer shows it in the right order, at
//! its own pace. Entries that start together form an *epoch*; the next epoch starts at the very moment at
//! which the last *holding* entry of the one before has ended, in the middle of a step if it falls there,
//! so that no time is lost from one animation to the next.
//!
//! Three ways lead into the same queue.
//!
//! *Epochs*: [`enqueue`](Sequencer::enqueue) opens the next one,
//! [`concurrently`](Sequencer::concurrently) joins the last one, and
//! [`background`](Sequencer::background) starts with the last one without holding it.
//!
//! ```
//! use cueline::{sequencer::Sequencer, time::ms};
//!
//! let mut queue = Sequencer::new();
//! queue.enqueue(ms(500), "attack");
//! queue.concurrently(ms(500), "damage"); // with the attack
//! queue.enqueue(ms(500), "counter-attack"); // after both
//! queue.background(ms(500), "toast"); // with the counter-attack; nothing waits for it
//!
//! let mut shown = Vec::new();
//! queue.advance(ms(625), |update, _| shown.push((*update.payload, update.alpha())))?;
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
//! *At once*: [`now`](Sequencer::now) starts at this moment whatever else is queued, and
//! [`after`](Sequencer::after) at the exact end of one entry. Both hold nothing.
//!
//! ```
//! use cueline::{sequencer::Sequencer, time::{Span, ms}};
//!
//! #[derive(Clone, Debug, PartialEq)]
//! enum Show { Fly(u8), Dissolve(u8), Discard(u8) }
//!
//! let mut queue = Sequencer::new();
//! let fly = queue.now(ms(300), Show::Fly(7));
//! let gone = queue.after(fly, ms(200), Show::Dissolve(7));
//! queue.after(gone, Span::ZERO, Show::Discard(7));
//! let mut ended = Vec::new();
//! queue.advance(0.6, |update, _| ended.push(update.payload.clone()))?; // seconds
//! assert_eq!(ended, [Show::Fly(7), Show::Dissolve(7), Show::Discard(7)]);
//! # Ok::<(), cueline::sequencer::AdvanceError>(())
//! ```
//!
//! The payload is the game's own type: plain data that a `match` turns into drawing, so that the whole
//! queue can be cloned, compared, hashed and saved; or boxed objects ([`Animation`]) for those who prefer
//! them. A callback that wants to queue something asks the [`Commands`] that it gets with the update.
//! [`Sequencer::events`] reports what started and ended.
//!
//! The method is that of a schedule: an entry's start is known when the epoch before it is known to end,
//! and every call is computed from it. Nothing is counted down. Negative durations and delays count as zero.

mod advance;
mod agenda;
mod change;
mod commands;
mod due;
mod enqueue;
mod entry;
mod error;
mod handler;
mod journal;
mod lane;
mod outbox;
mod row;
#[cfg(feature = "serde")]
mod save;
mod skip;
mod state;
mod step;
#[cfg(test)]
mod tests;

use alloc::{collections::VecDeque, string::String, vec::Vec};

pub use agenda::Upcoming;
pub use commands::Commands;
pub use entry::{EntryDuration, EntryId, Role, Timing};
pub use error::AdvanceError;
pub use handler::{Animation, Handler, Progress, Update, WithContext};
pub use journal::Shown;
pub use skip::Until;

use crate::{
    event::{Event, Reason},
    time::Time,
};
use journal::Remembered;
use lane::Lanes;
use outbox::Outbox;
use row::Row;

/// A queue of things to show, and what of it is showing.
///
/// Two sequencers are equal when they would play the same from here on; what the last step has reported
/// does not count.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "save::Saved<P>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "P: serde::Deserialize<'de>")))]
pub struct Sequencer<P> {
    now: Time,
    /// Entries whose turn has come.
    lanes: Lanes<P>,
    /// Entries of epochs to come, by id and so by epoch. Those at both ends have not been cancelled.
    waiting: VecDeque<Row<P>>,
    /// Entries that wait for the end of another, with the id of that one, by both ids.
    followers: Vec<(EntryId, Row<P>)>,
    /// Names of epochs to come, in order.
    labels: Vec<Label>,
    /// The epoch whose turn has come, and the last one; they count from 0.
    running: u64,
    last: u64,
    /// Something holds the last epoch: what is queued behind it, blocking or not, opens a new one.
    sealed: bool,
    /// Ends of cancelled entries that the next step will report.
    dropped: Vec<Event<EntryId>>,
    outbox: Outbox<P>,
    /// Labels whose turn came in the last step.
    passed: Vec<LabelPassed>,
    journal: Remembered<P>,
}

/// The name of an epoch to come.
#[derive(Clone, Debug, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Label {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::save::read_count"))]
    epoch: u64,
    /// When it was queued: its turn comes no earlier.
    at: Time,
    name: String,
}

/// A [label](Sequencer::label) whose epoch has had its turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LabelPassed {
    /// The label's name.
    pub name: String,
    /// The turn of its epoch.
    pub at: Time,
    /// Whether the queue played up to it or skipped.
    pub reason: Reason,
}

impl<P> Default for Sequencer<P> {
    fn default() -> Self {
        Self {
            now: Time::ZERO,
            lanes: Lanes::new(Time::ZERO),
            waiting: VecDeque::new(),
            followers: Vec::new(),
            labels: Vec::new(),
            running: 0,
            last: 0,
            sealed: false,
            dropped: Vec::new(),
            outbox: Outbox::new(0),
            passed: Vec::new(),
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

    /// An empty queue at a time of the game's clock, for [`advance_to`](Self::advance_to).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::Time};
    ///
    /// let queue = Sequencer::<&str>::starting_at(Time::from_secs(90));
    /// assert_eq!(queue.time(), Time::from_secs(90));
    /// ```
    #[must_use]
    pub fn starting_at(time: Time) -> Self {
        Self { now: time, lanes: Lanes::new(time), ..Self::default() }
    }

    /// The queue's own time: where it started plus all steps and skips.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "hop");
    /// queue.advance(ms(16), |_, _| ())?;
    /// assert_eq!(queue.time(), Time::from_millis(16));
    /// queue.finish(|_, _| ())?;
    /// assert_eq!(queue.time(), Time::from_millis(300), "as if the hop had been played");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn time(&self) -> Time {
        self.now
    }

    /// How many entries have not ended, waiting ones included.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "hop");
    /// queue.enqueue(ms(300), "land");
    /// queue.advance(ms(300), |_, _| ())?;
    /// assert_eq!(queue.len(), 1);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.left().count()
    }

    /// Whether nothing is playing or waiting, background included.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.background(ms(300), "toast");
    /// queue.advance(ms(299), |_, _| ())?;
    /// assert!(!queue.is_empty());
    /// queue.advance(ms(1), |_, _| ())?;
    /// assert!(queue.is_empty());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.followers.is_empty() && self.lanes.iter().next().is_none()
    }

    /// Whether nothing that shows in the foreground is playing or waiting: the display has caught up with
    /// the logic. Toasts and the like in the background do not count.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "hop");
    /// queue.background(ms(2000), "toast");
    /// assert!(!queue.is_idle());
    /// queue.advance(ms(300), |_, _| ())?;
    /// assert!(queue.is_idle() && !queue.is_empty(), "the next move may come while the toast shows");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.oldest().is_none()
    }

    /// How many entries were queued so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "hop");
    /// let land = queue.enqueue(ms(300), "land");
    /// queue.cancel(land);
    /// assert_eq!(queue.queued(), 2, "ids are not used again");
    /// ```
    #[must_use]
    pub fn queued(&self) -> u64 {
        self.outbox.next_id()
    }

    /// The earliest queued of the entries that play or wait in the foreground.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.background(ms(900), "toast");
    /// queue.enqueue(ms(300), "hop");
    /// let land = queue.enqueue(ms(300), "land");
    /// queue.advance(ms(300), |_, _| ())?;
    /// assert_eq!(queue.oldest(), Some(land), "the background does not count");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn oldest(&self) -> Option<EntryId> {
        let front = self.lanes.front.iter().next();
        let waiting = self.waiting.iter().find(|row| row.is_foreground());
        let followers = self.followers.iter().map(|(_, row)| row.id()).min();
        let ordered = front.into_iter().chain(waiting).map(|row| row.id());
        ordered.chain(followers).min()
    }

    /// Whether the entry is playing or waiting; `false` once it has ended or was dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let hop = queue.enqueue(ms(300), "hop");
    /// assert!(queue.contains(hop));
    /// queue.advance(ms(300), |_, _| ())?;
    /// assert!(!queue.contains(hop));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, id: EntryId) -> bool {
        self.payload(id).is_some()
    }

    /// The payload of an entry that is playing or waiting; `None` once it has ended or was dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "hop");
    /// let land = queue.enqueue(ms(300), "land");
    /// assert_eq!(queue.payload(land), Some(&"land"));
    /// queue.flush();
    /// assert_eq!(queue.payload(land), None);
    /// ```
    #[must_use]
    pub fn payload(&self, id: EntryId) -> Option<&P> {
        let row = if let Some(row) = self.lanes.get(id) {
            row
        } else if let Some(place) = self.waiting_place(id) {
            &self.waiting[place]
        } else {
            &self.followers.iter().find(|(_, row)| row.id() == id)?.1
        };
        row.payload()
    }

    /// What has started, ended or been marked since the last step began, by due time; at one time in the
    /// order in which it came about: foreground before background and then in the order of declaration,
    /// and what a callback brought about at that very time after its cause.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::{Event, EventKind}, sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "rise");
    /// queue.enqueue(ms(100), "fall");
    /// queue.advance(ms(125), |_, _| ())?;
    /// let kinds = queue.events().iter().filter(|event| event.is_audible()).map(|event| event.kind);
    /// assert!(kinds.eq([EventKind::Start, EventKind::End, EventKind::Start]));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event<EntryId>] {
        self.outbox.events()
    }

    /// The [labels](Self::label) whose turn came since the last step began, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(10), "the last move");
    /// queue.label("turn over");
    /// queue.advance(ms(16), |_, _| ())?;
    /// assert_eq!(queue.labels_passed()[0].name, "turn over");
    /// assert_eq!(queue.labels_passed()[0].at, Time::from_millis(10));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn labels_passed(&self) -> &[LabelPassed] {
        &self.passed
    }

    /// Everything that has not ended.
    fn left(&self) -> impl Iterator<Item = &Row<P>> {
        let followers = self.followers.iter().map(|(_, row)| row);
        self.lanes.iter().chain(self.waiting.iter().chain(followers).filter(|row| !row.is_over()))
    }

    /// Where an entry stands among those that wait for their epoch; also after it was cancelled.
    fn waiting_place(&self, id: EntryId) -> Option<usize> {
        self.waiting.binary_search_by_key(&id, |row| row.id()).ok()
    }
}
