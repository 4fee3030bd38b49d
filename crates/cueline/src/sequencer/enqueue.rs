//! The calls that queue entries: [`Enqueue`], for a queue and for a callback's commands.

use alloc::string::String;

use super::{
    EntryId, EpochLabel, Role, Sequencer, Timing,
    outbox::{Command, EntryPlacement, Moment},
    row::{AnyDuration, Row},
};
use crate::time::{Span, Time};

/// The calls that queue entries, the same for a [`Sequencer`] and for the [`Commands`](super::Commands) of a callback.
///
/// A queue takes the entry at once. Commands take effect right after the call of the callback: after the last call of an
/// entry at the exact end of that entry, even in the middle of a step, and after any other call at the end of the step.
/// Ids are assigned at once.
///
/// A function that queues what belongs together takes `&mut impl Enqueue<P>`, so that rules and callbacks can call it.
///
/// # Examples
///
/// ```
/// use cueline::{prelude::*, sequencer::Enqueue};
///
/// fn land(queue: &mut impl Enqueue<&'static str>) {
///     queue.enqueue(ms(100), "land");
///     queue.background(ms(900), "dust");
/// }
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(40), "hop");
/// queue.advance(ms(50), |update, commands| {
///     if update.ended && *update.payload == "hop" {
///         land(commands); // at 40 ms, not at the end of the frame
///     }
/// })?;
/// assert_eq!(queue.next_moment(), Some(Time::from_millis(140)));
/// land(&mut queue);
/// assert_eq!(queue.len(), 4);
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
pub trait Enqueue<P>: TakeEntries<P> {
    /// Queues an entry in a new epoch. The epoch starts when the previous epoch has ended, or now if no epoch is left.
    /// Background and non-blocking entries, and entries from [`now`](Self::now) and [`after`](Self::after), delay no epoch.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "walk");
    /// queue.enqueue(ms(200), "bow"); // after the walk
    /// let starts = queue.agenda().map(|plan| plan.start);
    /// assert!(starts.eq([Some(Time::ZERO), Some(Time::from_millis(300))]));
    /// ```
    fn enqueue(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::Enqueue, timing.into().into(), payload)
    }

    /// Queues an entry that starts with the last epoch and belongs to it: the next epoch waits for the entry too. If the
    /// last epoch already plays, or if the queue is empty, the entry starts now.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "attack");
    /// queue.concurrently(ms(500), "damage"); // with the attack
    /// queue.enqueue(ms(300), "counter-attack"); // after both
    /// queue.advance(ms(400), |update, _| assert_ne!(*update.payload, "counter-attack"))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn concurrently(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::Concurrently, timing.into().into(), payload)
    }

    /// Queues entries that start together in a new epoch. The next epoch waits for all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.together((0..5).map(|gem| (ms(220).delayed(ms(30) * gem), format!("pop {gem}"))));
    /// queue.enqueue(ms(300), "drop".to_string());
    /// let drop = queue.agenda().last().expect("it waits");
    /// assert_eq!(drop.start, Some(Time::from_millis(4 * 30 + 220)));
    /// ```
    fn together<T: Into<Timing>>(&mut self, entries: impl IntoIterator<Item = (T, P)>) {
        self.open_epoch();
        for (timing, payload) in entries {
            self.concurrently(timing, payload);
        }
    }

    /// Queues an entry that starts with the last epoch and plays in the background: no epoch waits for its end. If the
    /// last epoch has not started, the entry waits for that start; use [`now`](Self::now) to start it at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "combo");
    /// queue.background(ms(2000), "x3!"); // starts with the combo
    /// queue.enqueue(ms(300), "drop"); // after the combo, whatever the toast does
    /// queue.advance(ms(500), |_, _| ())?;
    /// assert_eq!(queue.len(), 2, "the toast and the drop");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn background(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::Background, timing.into().into(), payload)
    }

    /// Queues an entry without an end in the [`background`](Self::background). It plays until you call
    /// [`cancel`](super::Sequencer::cancel), [`finish_entry`](super::Sequencer::finish_entry),
    /// [`finish`](super::Sequencer::finish) or [`flush`](super::Sequencer::flush).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let clouds = queue.background_forever("clouds");
    /// queue.advance(ms(60_000), |update, _| assert!(!update.ended))?;
    /// assert_eq!(queue.cancel(clouds), Some("clouds"));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn background_forever(&mut self, payload: P) -> EntryId {
        self.take(EntryPlacement::Background, (Span::ZERO, AnyDuration::Forever), payload)
    }

    /// Queues an entry for which later blocking, non-blocking and enqueued entries wait. The entry starts when the
    /// previous blocking entry has ended, together with the non-blocking entries that were queued in between.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(ms(300), "hop");
    /// queue.non_blocking(ms(700), "score"); // starts with the next hop, and nothing waits for it
    /// queue.blocking(ms(300), "hop again");
    /// queue.blocking(ms(300), "think"); // at 600 ms
    /// let mut shown = Vec::new();
    /// queue.advance(ms(650), |update, _| shown.push(*update.payload))?;
    /// assert_eq!(shown, ["hop", "hop again", "score", "think"]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::Blocking, timing.into().into(), payload)
    }

    /// Queues an entry that starts when the blocking entry before it has ended, and that nothing waits for.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(ms(300), "hop");
    /// queue.non_blocking(ms(900), "dust"); // at 300 ms, when the hop has ended
    /// queue.blocking(ms(300), "land"); // with the dust
    /// queue.blocking(ms(300), "think"); // at 600 ms: nothing waits for the dust
    /// let mut shown = Vec::new();
    /// queue.advance(ms(700), |update, _| shown.push(*update.payload))?;
    /// assert_eq!(shown, ["hop", "land", "dust", "think"]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn non_blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::NonBlocking, timing.into().into(), payload)
    }

    /// Queues an entry that starts now, even if other entries are queued. It plays in the foreground, and no epoch waits for
    /// its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(1000), "banner");
    /// queue.enqueue(ms(1000), "another banner");
    /// queue.now(ms(300), "the card flies");
    /// let mut shown = Vec::new();
    /// queue.advance(ms(100), |update, _| shown.push(*update.payload))?;
    /// assert_eq!(shown, ["banner", "the card flies"]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn now(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::Now, timing.into().into(), payload)
    }

    /// Queues an entry that starts at the exact end of another entry, which may play in the foreground or in the
    /// background. The new entry plays in the foreground, and no epoch waits for its end.
    ///
    /// If the predecessor has already ended, or if the queue does not know it, the entry starts now. If the
    /// predecessor is cancelled, the entry starts at that moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(1000), "banner");
    /// let fly = queue.now(ms(300), "the card flies");
    /// queue.after(fly, ms(200), "the card dissolves");
    /// queue.advance(ms(400), |update, _| {
    ///     if *update.payload == "the card dissolves" {
    ///         assert_eq!(update.elapsed, ms(100));
    ///     }
    /// })?;
    /// assert_eq!(queue.next_moment(), Some(Time::from_millis(500)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn after(&mut self, predecessor: EntryId, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take(EntryPlacement::After(predecessor), timing.into().into(), payload)
    }

    /// Opens a new epoch; [`concurrently`](Self::concurrently) adds entries to it. The epoch starts when the previous
    /// epoch has ended. An epoch without entries takes no time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "attack");
    /// queue.new_epoch();
    /// for gem in ["red", "green", "blue"] {
    ///     queue.concurrently(ms(200), gem); // all at 300 ms
    /// }
    /// let mut shown = Vec::new();
    /// queue.advance(ms(400), |update, _| shown.push(*update.payload))?;
    /// assert_eq!(shown, ["attack", "red", "green", "blue"]);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn new_epoch(&mut self) {
        self.open_epoch();
    }

    /// Opens an epoch under a name that [`skip`](super::Sequencer::skip) can go to.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer, Until}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(900), "prologue");
    /// queue.label("act one");
    /// queue.concurrently(ms(900), "enter");
    /// queue.skip(Until::Label("act one"), |update, _| assert!(update.ended))?;
    /// assert_eq!(queue.len(), 1, "the actor enters now");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    fn label(&mut self, name: impl Into<String>) {
        self.open_label(name.into());
    }
}

impl<P> Enqueue<P> for Sequencer<P> {}

/// What a queue and a callback's commands do with an entry. Only they implement it.
pub trait TakeEntries<P> {
    fn take(
        &mut self,
        placement: EntryPlacement,
        timing: (Span, AnyDuration),
        payload: P,
    ) -> EntryId;
    fn open_epoch(&mut self);
    fn open_label(&mut self, name: String);
}

impl<P> TakeEntries<P> for Sequencer<P> {
    #[inline]
    fn take(
        &mut self,
        placement: EntryPlacement,
        timing: (Span, AnyDuration),
        payload: P,
    ) -> EntryId {
        let id = self.outbox.new_id();
        self.admit(id, placement, timing, payload, Moment::outside(self.now));
        id
    }

    #[inline]
    fn open_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }

    fn open_label(&mut self, name: String) {
        self.label_at(name, Moment::outside(self.now));
    }
}

impl From<Timing> for (Span, AnyDuration) {
    fn from(timing: Timing) -> Self {
        (timing.delay, timing.duration.into())
    }
}

impl<P> Sequencer<P> {
    /// Returns `true` if a [label](Enqueue::label) of that name is queued and its epoch has not started.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(900), "prologue");
    /// queue.label("act one");
    /// assert!(queue.is_ahead("act one") && !queue.is_ahead("act two"));
    /// queue.advance(ms(900), |_, _| ())?;
    /// assert!(!queue.is_ahead("act one"), "it has had its turn");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_ahead(&self, label: &str) -> bool {
        self.labels.iter().any(|ahead| ahead.name == label)
    }

    fn label_at(&mut self, name: String, moment: Moment) {
        self.open_epoch();
        self.labels.push_back(EpochLabel { epoch: self.last, at: moment.at, name });
    }

    /// Carries out the commands of the callback that has just returned.
    #[inline]
    pub(super) fn carry_out(&mut self, moment: Moment) {
        if self.outbox.has_commands() {
            self.carry_out_all(moment);
        }
    }

    #[inline(never)]
    fn carry_out_all(&mut self, moment: Moment) {
        let mut commands = self.outbox.take_commands();
        for command in commands.drain(..) {
            match command {
                Command::Take { id, placement, timing, payload } => {
                    self.admit(id, placement, timing, payload, moment);
                }
                Command::NewEpoch => self.open_epoch(),
                Command::Label(name) => self.label_at(name, moment),
                Command::Release(id) => drop(self.release_at(id, moment)),
                Command::Cancel(id) => drop(self.cancel_at(id, moment)),
                Command::FinishEntry(id) => drop(self.finish_entry_at(id, moment)),
                Command::Flush => self.flush_at(moment),
            }
        }
        self.outbox.keep_memory(commands);
    }

    /// Takes an entry into the queue.
    #[inline]
    fn admit(
        &mut self,
        id: EntryId,
        placement: EntryPlacement,
        timing: (Span, AnyDuration),
        payload: P,
        moment: Moment,
    ) {
        let role = match placement {
            EntryPlacement::Enqueue | EntryPlacement::Concurrently | EntryPlacement::Blocking => {
                Role::Holding
            }
            EntryPlacement::NonBlocking | EntryPlacement::Now | EntryPlacement::After(_) => {
                Role::Free
            }
            EntryPlacement::Background => Role::Background,
        };
        let row = |epoch| Row::waiting((id, epoch, role), moment.at, timing, payload);
        match placement {
            EntryPlacement::Now => return self.lanes.take_turn(row(self.running), moment.at),
            EntryPlacement::After(predecessor) => {
                let row = row(self.running);
                return if self.contains(predecessor) {
                    self.followers.add(predecessor, row);
                } else {
                    self.lanes.take_turn(row, moment.at);
                };
            }
            EntryPlacement::Enqueue => self.open_epoch(),
            EntryPlacement::Blocking | EntryPlacement::NonBlocking if self.sealed => {
                self.open_epoch()
            }
            _ => {}
        }
        self.sealed |= role == Role::Holding;
        let row = row(self.last);
        if self.last == self.running {
            self.lanes.take_turn(row, moment.at);
        } else {
            self.lanes.waiting.insert(row);
        }
    }

    /// Starts the entries that wait for an entry that has ended.
    #[inline]
    pub(super) fn start_followers(&mut self, of: EntryId, turn: Time) {
        let Self { lanes, followers, .. } = self;
        if !followers.is_empty() {
            followers.take_all_of(of, |row| lanes.take_turn(row, turn));
        }
    }
}
