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
//! ([`Animation`]) for those who prefer them. [`Sequencer::edges`] tells what started and ended.
//!
//! The method is that of a schedule: an entry's start is known when the epoch before it is known
//! to end, and every call is computed from it. Nothing is counted down.

mod advance;
mod agenda;
mod entry;
mod error;
mod journal;
mod skip;
mod stage;
#[cfg(test)]
mod tests;

use alloc::{collections::VecDeque, string::String, vec::Vec};
use core::hash::{Hash, Hasher};

pub use agenda::Planned;
pub use entry::{EntryId, Length, Role, Timing};
pub use error::{QueueError, StepError};
pub use journal::Shown;
pub use skip::Until;
pub use stage::{Acting, Animation, Progress, Stage, Step};

use crate::{
    edge::{Direction, Edge, EdgeKind, Reason},
    time::{Span, Time},
};
use advance::Moment;
use entry::{Live, Waiting};
use journal::Remembered;

/// A queue of things to show, and what of it is showing.
///
/// Two sequencers are equal when they would play the same from here on; what the last step has
/// reported does not count.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sequencer<P> {
    #[cfg(feature = "serde")]
    #[serde(rename = "version", default)]
    form: crate::form::Form,
    now: Time,
    /// In the order of declaration, and so of their epochs.
    waiting: VecDeque<Waiting<P>>,
    /// Holding and free entries whose turn has come, in the order of declaration.
    foreground: Vec<Live<P>>,
    /// Background entries whose turn has come, in the order of their starts.
    background: Vec<Live<P>>,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    next_id: u64,
    /// The epoch whose turn has come, and the last one; they count from 0.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    running: u64,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    last: u64,
    /// Something holds the last epoch: what is queued behind it, blocking or not, opens a new one.
    sealed: bool,
    /// Entries of the running epoch that hold it.
    holding: usize,
    /// The earliest moment at which the running epoch can be over.
    epoch_end: Time,
    /// Names of epochs that lie ahead, in order.
    labels: Vec<(u64, String)>,
    /// Ends of cancelled entries that the next step will report.
    dropped: Vec<Edge<EntryId>>,
    /// What the last step has reported.
    #[cfg_attr(feature = "serde", serde(skip))]
    edges: Vec<Edge<EntryId>>,
    /// Set while a callback runs.
    #[cfg_attr(feature = "serde", serde(skip))]
    moment: Option<Moment>,
    #[cfg_attr(feature = "serde", serde(skip, default = "Remembered::nothing"))]
    journal: Remembered<P>,
}

impl<P> Default for Sequencer<P> {
    fn default() -> Self {
        Self {
            #[cfg(feature = "serde")]
            form: crate::form::Form,
            now: Time::ZERO,
            waiting: VecDeque::new(),
            foreground: Vec::new(),
            background: Vec::new(),
            next_id: 0,
            running: 0,
            last: 0,
            sealed: false,
            holding: 0,
            epoch_end: Time::ZERO,
            labels: Vec::new(),
            dropped: Vec::new(),
            edges: Vec::new(),
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
        let live = self.foreground.iter().chain(&self.background).filter(|live| !live.ended);
        live.count() + self.waiting.iter().filter(|waiting| waiting.payload.is_some()).count()
    }

    /// Whether nothing is playing or waiting, background included.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.foreground.iter().chain(&self.background).all(|live| live.ended)
            && self.waiting.iter().all(|waiting| waiting.payload.is_none())
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
        let live = self.foreground.iter().find(|live| !live.ended).map(|live| live.id);
        live.or_else(|| Some(self.waiting.iter().find(|waiting| waiting.is_foreground())?.id))
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
        let mut live = self.foreground.iter().chain(&self.background);
        match live.find(|live| live.id == id) {
            Some(live) => live.payload.as_ref(),
            None => {
                let place = self.waiting.binary_search_by_key(&id, |waiting| waiting.id).ok()?;
                self.waiting[place].payload.as_ref()
            }
        }
    }

    /// What has started, ended or been marked since the last step began, by due time; at one time
    /// foreground before background and then in the order of declaration. Ends of cancelled entries
    /// come in the order of their cancelling, and what a callback of a step by moments or of a skip
    /// brought about at that very time comes after its cause.
    #[must_use]
    pub fn edges(&self) -> &[Edge<EntryId>] {
        &self.edges
    }

    /// Queues an entry in a new epoch: it starts when everything that holds before it has ended,
    /// now if nothing does.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero and for an endless entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     sequencer::{Length, QueueError, Sequencer},
    ///     time::Span,
    /// };
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(Span::from_millis(300), "walk")?;
    /// assert_eq!(queue.enqueue(Length::Endless, "idle"), Err(QueueError::EndlessHold));
    /// # Ok::<(), QueueError>(())
    /// ```
    pub fn enqueue(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        self.new_epoch();
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts with the last epoch and holds it; it starts now if that epoch
    /// is running or nothing is queued.
    ///
    /// # Errors
    ///
    /// As [`enqueue`](Self::enqueue).
    pub fn concurrently(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts with the last epoch and does not hold it. It may be endless.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero.
    pub fn background(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Background)?;
        Ok(self.join(timing, Role::Background, payload))
    }

    /// Queues an entry that everything queued after it waits for. It starts when the blocking
    /// entry before it has ended, together with the non-blocking ones queued since.
    ///
    /// # Errors
    ///
    /// As [`enqueue`](Self::enqueue).
    pub fn blocking(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        self.unseal();
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts when the blocking entry before it has ended, and that nothing
    /// waits for.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero, and for an endless entry: those belong in
    /// the [`background`](Self::background).
    pub fn non_blocking(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Free)?;
        self.unseal();
        Ok(self.join(timing, Role::Free, payload))
    }

    /// Opens an epoch for what joins next: it starts when everything queued so far that holds has
    /// ended. An epoch that stays empty takes no time.
    pub fn new_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }

    /// Opens an epoch under a name that [`skip`](Self::skip) can go to.
    pub fn label(&mut self, name: impl Into<String>) {
        self.new_epoch();
        self.labels.push((self.last, name.into()));
    }

    /// Whether a [label](Self::label) of that name lies ahead: its epoch's turn has not come.
    #[must_use]
    pub fn is_ahead(&self, label: &str) -> bool {
        self.labels.iter().any(|(_, name)| name == label)
    }

    /// Lets an [open-ended](Length::Open) entry end now, or as soon as it has begun; what waits for
    /// it goes on. Answers whether there was one to release.
    pub fn release(&mut self, id: EntryId) -> bool {
        let at = self.queueing_at();
        let mut live = self.foreground.iter_mut().chain(&mut self.background);
        if let Some(live) = live.find(|live| live.id == id && !live.ended) {
            let open = live.length == Length::Open;
            if open {
                let end = at.max(live.start).max(live.called.unwrap_or(at)); // not before it was shown
                live.length = Length::Fixed(end - live.start);
            }
            return open;
        }
        let Ok(place) = self.waiting.binary_search_by_key(&id, |waiting| waiting.id) else {
            return false;
        };
        let waiting = &mut self.waiting[place];
        let open = waiting.length == Length::Open && waiting.payload.is_some();
        if open {
            waiting.length = Length::Fixed(Span::ZERO);
        }
        open
    }

    /// Drops one entry without another call and hands its payload back; what waited for it goes on
    /// from now. Absent where it is gone already, and where it is the caller that drops itself: the
    /// payload is with its callback. The next step reports its end as cancelled.
    pub fn cancel(&mut self, id: EntryId) -> Option<P> {
        let mut at = self.queueing_at();
        let mut live = self.foreground.iter_mut().chain(&mut self.background);
        let payload = if let Some(live) = live.find(|live| live.id == id && !live.ended) {
            live.ended = true;
            if live.begun {
                at = at.max(live.called.unwrap_or(live.start)); // not before it was shown
            }
            let payload = live.payload.take();
            self.journal.cancelled(live, payload.as_ref(), at);
            if live.role == Role::Holding && live.epoch == self.running {
                self.holding = self.holding.saturating_sub(1); // counted when its turn came; a save may lie
                self.epoch_end = self.epoch_end.max(at);
            }
            payload
        } else {
            let place = self.waiting.binary_search_by_key(&id, |waiting| waiting.id).ok()?;
            let payload = self.waiting[place].payload.take();
            payload.as_ref()?; // cancelled before
            payload
        };
        if self.moment.is_none() {
            // Places in the lists count only while a callback runs.
            self.foreground.retain(|live| !live.ended);
            self.background.retain(|live| !live.ended);
        }
        self.dropped.push(edge(at, id, EdgeKind::End, Reason::Cancelled));
        payload
    }

    /// Drops everything that is playing or waiting, and calls and reports nothing of it.
    pub fn flush(&mut self) {
        let at = self.queueing_at();
        self.waiting.clear();
        for mut live in self.foreground.drain(..).chain(self.background.drain(..)) {
            if let Some(payload) = live.payload.take().filter(|_| live.begun) {
                self.journal.over(Shown::over(&live, payload, at), false);
            }
        }
        self.labels.clear();
        self.dropped.clear();
        self.running = self.last;
        self.sealed = false;
        self.holding = 0;
        self.epoch_end = at;
        if let Some(moment) = &mut self.moment {
            moment.flushed = true;
        }
    }

    /// Marks a moment in the entry that is being called, `at` after its start: the step reports it
    /// among its [edges](Self::edges), in order of time. Without effect outside of a callback.
    pub fn cue(&mut self, at: Span, cue: u32) {
        if let Some(moment) = self.moment {
            self.edges.push(edge(moment.start + at, moment.id, EdgeKind::Cue(cue), moment.reason));
        }
    }

    /// Queues an entry in the last epoch.
    fn join(&mut self, timing: Timing, role: Role, payload: P) -> EntryId {
        let id = EntryId(self.next_id);
        self.next_id += 1;
        self.sealed |= role == Role::Holding;
        let Timing { delay, length } = timing;
        let payload = Some(payload);
        let queued = self.queueing_at();
        let epoch = self.last;
        let mut waiting = Waiting { id, epoch, role, delay, length, queued, payload };
        if epoch == self.running {
            let (turn, next_step) = match self.moment {
                Some(moment) if role == Role::Background => (moment.ends, moment.mid_play),
                Some(moment) => (moment.queues, moment.mid_play),
                None => (self.now, false),
            };
            self.turns().begin(&mut waiting, turn, next_step);
        } else {
            self.waiting.push_back(waiting);
        }
        id
    }

    fn turns(&mut self) -> Turns<'_, P> {
        let Self { foreground, background, holding, .. } = self;
        Turns { foreground, background, holding }
    }

    /// The moment to which what is queued or changed now belongs.
    fn queueing_at(&self) -> Time {
        self.moment.map_or(self.now, |moment| moment.queues)
    }

    fn unseal(&mut self) {
        if self.sealed {
            self.new_epoch();
        }
    }
}

/// Where entries go whose turn has come.
struct Turns<'a, P> {
    foreground: &'a mut Vec<Live<P>>,
    background: &'a mut Vec<Live<P>>,
    holding: &'a mut usize,
}

impl<P> Turns<'_, P> {
    /// Gives a waiting entry its turn.
    #[inline]
    fn begin(&mut self, waiting: &mut Waiting<P>, turn: Time, next_step: bool) {
        #[cfg(test)]
        tests::count_visit();
        if waiting.role == Role::Holding {
            *self.holding = self.holding.saturating_add(1); // a save may lie
        }
        let list = match waiting.role {
            Role::Background => &mut *self.background,
            Role::Free | Role::Holding => &mut *self.foreground,
        };
        list.push(Live::new(waiting, turn, next_step));
    }
}

fn edge(due: Time, id: EntryId, kind: EdgeKind, reason: Reason) -> Edge<EntryId> {
    Edge {
        due,
        lateness: Span::ZERO, // set when the step is over
        id,
        kind,
        reason,
        direction: Direction::Forward,
        loop_index: 0,
    }
}

// By hand, so that `clone_from` uses the memory that is there and leaves the journal.
impl<P: Clone> Clone for Sequencer<P> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            #[cfg(feature = "serde")]
                form: _,
            now,
            waiting,
            foreground,
            background,
            next_id,
            running,
            last,
            sealed,
            holding,
            epoch_end,
            labels,
            dropped,
            edges,
            moment,
            journal: _,
        } = source;
        self.now = *now;
        self.waiting.clone_from(waiting);
        self.foreground.clone_from(foreground);
        self.background.clone_from(background);
        (self.next_id, self.running, self.last) = (*next_id, *running, *last);
        (self.sealed, self.holding, self.epoch_end) = (*sealed, *holding, *epoch_end);
        self.labels.clone_from(labels);
        self.dropped.clone_from(dropped);
        self.edges.clone_from(edges);
        self.moment = *moment;
        self.journal.turn_back(self.now);
    }
}

impl<P: PartialEq> PartialEq for Sequencer<P> {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}
impl<P: Eq> Eq for Sequencer<P> {}
impl<P: Hash> Hash for Sequencer<P> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
    }
}

impl<P> Sequencer<P> {
    /// Everything that decides how it goes on.
    #[expect(clippy::type_complexity, reason = "a list of the fields, read in one place")]
    fn state(
        &self,
    ) -> (
        (Time, u64, u64, u64, bool, usize, Time),
        &VecDeque<Waiting<P>>,
        &[Live<P>],
        &[Live<P>],
        &[(u64, String)],
        &[Edge<EntryId>],
    ) {
        (
            (
                self.now,
                self.next_id,
                self.running,
                self.last,
                self.sealed,
                self.holding,
                self.epoch_end,
            ),
            &self.waiting,
            &self.foreground,
            &self.background,
            &self.labels,
            &self.dropped,
        )
    }
}
