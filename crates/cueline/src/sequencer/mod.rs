//! A queue of animations: which entry starts when, and which entry waits for which.
//!
//! The game's logic queues animations as *entries* and continues at once; the sequencer plays the entries in order.
//! Entries that start together form an *epoch*. Every entry of an epoch *holds* it open until the entry ends, except
//! background and non-blocking entries. The next epoch starts at the exact moment at which the last holding entry
//! ends, even in the middle of a step, so no time is lost between two animations.
//!
//! There are three groups of methods that queue entries, all of the trait [`Enqueue`]. All of them fill the same queue.
//!
//! *Epochs*: [`enqueue`](Enqueue::enqueue) opens a new epoch, [`concurrently`](Enqueue::concurrently) joins the
//! epoch that was queued last, and [`background`](Enqueue::background) starts with that epoch and does not hold it.
//!
//! ```
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
//! *Blocking*: all entries that are queued after a [`blocking`](Enqueue::blocking) entry wait for it;
//! [`non_blocking`](Enqueue::non_blocking) entries start together with the next blocking entry.
//!
//! *Independent of epochs*: [`now`](Enqueue::now) starts an entry at this moment, even if other entries are queued, and
//! [`after`](Enqueue::after) starts an entry at the exact end of another entry. Neither holds an epoch.
//!
//! ```
//! use cueline::{sequencer::{Enqueue, Sequencer}, time::{Span, ms}};
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
//! The payload is the game's own type. With plain data and a `match` in the callback, a game can clone, compare, hash
//! and save the whole queue. A payload may also be a boxed object; such a queue cannot be saved. A
//! callback queues entries through the [`Commands`] that it gets with each update. [`Sequencer::events`] returns the
//! starts and ends of the last step.
//!
//! The queue is a schedule without countdowns: it computes the start of an entry from the end of the previous epoch, and
//! every update from that start. Negative durations and delays count as zero.

mod advance;
mod agenda;
mod change;
mod commands;
mod due;
mod enqueue;
mod entry;
mod error;
mod followers;
mod handler;
mod lane;
mod line;
mod outbox;
mod row;
mod sample;
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
pub use enqueue::Enqueue;
pub use entry::{EntryDuration, EntryId, Role, Timing};
pub use error::AdvanceError;
pub use handler::{Handler, Update};
pub use sample::Shown;
pub use skip::Until;

use crate::{
    event::{Event, Reason},
    time::Time,
};
use followers::Followers;
use lane::Lanes;
use outbox::Outbox;
use row::Row;

/// A queue of animations with payloads of type `P`, and the playback state of its active entries.
///
/// Two sequencers are equal if they would play the same from now on. The events of the last step do not count.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "save::SavedSequencer<P>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "P: serde::Deserialize<'de>")))]
pub struct Sequencer<P> {
    now: Time,
    /// The start of the last step that took time, or the end of a later skip: samples look no further back. Not part of the
    /// state, as it says nothing about the future.
    since: Time,
    /// Entries whose epoch has started, or that need no epoch; and entries of later epochs.
    lanes: Lanes<P>,
    followers: Followers<P>,
    /// Names of later epochs, in order.
    labels: VecDeque<EpochLabel>,
    /// The running epoch, counted from 0.
    running: u64,
    /// The epoch that was queued last, counted from 0.
    last: u64,
    /// Whether an entry holds the last epoch: then the next `blocking` or `non_blocking` entry opens a new epoch.
    sealed: bool,
    /// Ends of cancelled entries that the next step will report.
    dropped: Vec<Event<EntryId>>,
    outbox: Outbox<P>,
    /// Labels whose epoch started in the last step.
    passed: Vec<LabelPassed>,
}

/// The name of a later epoch.
#[derive(Clone, Debug, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct EpochLabel {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::save::read_count"))]
    epoch: u64,
    /// The time at which the label was queued: its epoch starts no earlier.
    at: Time,
    name: String,
}

crate::digest::digested! { struct EpochLabel { epoch, at, name } }

/// A [label](Enqueue::label) whose epoch has started.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LabelPassed {
    /// The label's name.
    pub name: String,
    /// The exact time at which its epoch started.
    pub at: Time,
    /// Whether the queue played or skipped to the label.
    pub reason: Reason,
}

crate::digest::digested! { struct LabelPassed { name, at, reason } }

impl<P> Default for Sequencer<P> {
    fn default() -> Self {
        Self {
            now: Time::ZERO,
            since: Time::ZERO,
            lanes: Lanes::new(Time::ZERO),
            followers: Followers::new(),
            labels: VecDeque::new(),
            running: 0,
            last: 0,
            sealed: false,
            dropped: Vec::new(),
            outbox: Outbox::new(0),
            passed: Vec::new(),
        }
    }
}

impl<P> Sequencer<P> {
    /// An empty queue at time zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut queue = Sequencer::new();
    /// let attack = queue.enqueue(ms(300), "attack");
    /// queue.advance(ms(300), |_, _| {})?;
    /// assert!(!queue.contains(attack), "the attack has ended");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty queue at the time `time`, for a queue that follows the game's clock with
    /// [`advance_to`](Self::advance_to).
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
        Self { now: time, since: time, lanes: Lanes::new(time), ..Self::default() }
    }

    /// The queue's own time: its start plus all steps and skips.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
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

    /// The number of entries that play or wait.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
        self.lanes.len() + self.followers.len()
    }

    /// Whether no entry plays or waits, in the foreground or in the background.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
        self.len() == 0
    }

    /// Whether no entry plays or waits in the foreground: the display has caught up with the logic. Background entries,
    /// such as toasts, do not count.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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

    /// The number of entries that were queued so far, including ended and cancelled entries.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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

    /// Of the entries that play or wait in the foreground, the entry that was queued first.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
        self.lanes.oldest().into_iter().chain(self.followers.oldest()).min()
    }

    /// Whether the entry plays or waits. `false` if it has ended or was removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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

    /// The payload of an entry that plays or waits. `None` if the entry has ended or was removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
        let row = self.lanes.get(id).or_else(|| self.lanes.waiting.get(id));
        row.or_else(|| self.followers.get(id))?.payload()
    }

    /// The payloads of all entries, to be changed in place: an engine that has loaded a scene replaces the ids of the saved
    /// entities in them. No entry starts or ends earlier or later for it, and nothing is called or reported.
    ///
    /// Each payload comes once: first those of entries that have ended in the last step, which [samples](Self::sample)
    /// between its start and now still show; then those of entries whose turn has come, in the foreground, then in the
    /// background; then those of entries that wait for their epoch, and those of entries that wait for another entry. In each
    /// of these five places they come in the order in which they were queued.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), ("hop", 4));
    /// let land = queue.enqueue(ms(300), ("land", 7));
    /// for (_, entity) in queue.payloads_mut() {
    ///     *entity += 100; // its id in this world
    /// }
    /// assert_eq!(queue.payload(land), Some(&("land", 107)));
    /// ```
    pub fn payloads_mut(&mut self) -> impl Iterator<Item = &mut P> {
        let rows = self.lanes.iter_mut().chain(self.followers.iter_mut());
        rows.filter_map(Row::payload_mut)
    }

    /// The events since the start of the last step: starts, ends, and cues from [`Commands`], sorted by due time.
    ///
    /// Events that are due at one time come in the order in which they happen: foreground before background, each in
    /// the order in which the entries were queued. An event that a callback caused comes after the event that called
    /// the callback.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::{Event, EventKind}, sequencer::{Enqueue, Sequencer}, time::ms};
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

    /// The [labels](Enqueue::label) whose epochs started since the start of the last step, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
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
}
