//! The methods that queue entries.

use alloc::string::String;

use super::{
    EntryId, Label, Role, Sequencer, Timing,
    outbox::{Command, Placement},
    row::{AnyDuration, Row},
    step::Moment,
};
use crate::time::{Span, Time};

/// The common part of the queueing methods of a queue and of a callback's commands. The queue takes an entry at once;
/// the commands store it until the callback returns.
pub(super) trait TakeEntries<P> {
    fn take(&mut self, placement: Placement, timing: (Span, AnyDuration), payload: P) -> EntryId;

    fn open_epoch(&mut self);

    #[inline(always)]
    fn take_timed(
        &mut self,
        placement: Placement,
        timing: impl Into<Timing>,
        payload: P,
    ) -> EntryId {
        let Timing { delay, duration } = timing.into();
        self.take(placement, (delay, duration.into()), payload)
    }

    fn take_together<T: Into<Timing>>(&mut self, entries: impl IntoIterator<Item = (T, P)>) {
        self.open_epoch();
        for (timing, payload) in entries {
            self.take_timed(Placement::Concurrently, timing, payload);
        }
    }
}

impl<P> TakeEntries<P> for Sequencer<P> {
    #[inline(always)]
    fn take(&mut self, placement: Placement, timing: (Span, AnyDuration), payload: P) -> EntryId {
        let id = self.outbox.new_id();
        self.admit(id, placement, timing, payload, Moment::outside(self.now));
        id
    }

    #[inline]
    fn open_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }
}

impl<P> Sequencer<P> {
    /// Queues an entry in a new epoch. The epoch starts when the previous epoch has ended, or now if no epoch is left.
    /// Background and non-blocking entries, and entries from [`now`](Self::now) and [`after`](Self::after), delay no epoch.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "walk");
    /// queue.enqueue(ms(200), "bow"); // after the walk
    /// let starts = queue.agenda().map(|plan| plan.start);
    /// assert!(starts.eq([Some(Time::ZERO), Some(Time::from_millis(300))]));
    /// ```
    pub fn enqueue(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Enqueue, timing, payload)
    }

    /// Queues an entry that starts with the last epoch and belongs to it: the next epoch waits for the entry too. If the
    /// last epoch already plays, or if the queue is empty, the entry starts now.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "attack");
    /// queue.concurrently(ms(500), "damage"); // with the attack
    /// queue.enqueue(ms(300), "counter-attack"); // after both
    /// queue.advance(ms(400), |update, _| assert_ne!(*update.payload, "counter-attack"))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn concurrently(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Concurrently, timing, payload)
    }

    /// Queues entries that start together in a new epoch. The next epoch waits for all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.together((0..5).map(|gem| (ms(220).delayed(ms(30) * gem), format!("pop {gem}"))));
    /// queue.enqueue(ms(300), "drop".to_string());
    /// let drop = queue.agenda().last().expect("it waits");
    /// assert_eq!(drop.start, Some(Time::from_millis(4 * 30 + 220)));
    /// ```
    pub fn together<T: Into<Timing>>(&mut self, entries: impl IntoIterator<Item = (T, P)>) {
        self.take_together(entries);
    }

    /// Queues an entry that starts with the last epoch and plays in the background: no epoch waits for its end. If the
    /// last epoch has not started, the entry waits for that start; use [`now`](Self::now) to start it at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "combo");
    /// queue.background(ms(2000), "x3!"); // starts with the combo
    /// queue.enqueue(ms(300), "drop"); // after the combo, whatever the toast does
    /// queue.advance(ms(500), |_, _| ())?;
    /// assert_eq!(queue.len(), 2, "the toast and the drop");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn background(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Background, timing, payload)
    }

    /// Queues an entry without an end in the [`background`](Self::background). It plays until you call
    /// [`cancel`](Self::cancel), [`finish_entry`](Self::finish_entry), [`finish`](Self::finish) or
    /// [`flush`](Self::flush).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let clouds = queue.background_forever("clouds");
    /// queue.advance(ms(60_000), |update, _| assert!(!update.ended))?;
    /// assert_eq!(queue.cancel(clouds), Some("clouds"));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn background_forever(&mut self, payload: P) -> EntryId {
        self.take(Placement::Background, (Span::ZERO, AnyDuration::Forever), payload)
    }

    /// Queues an entry for which later blocking, non-blocking and enqueued entries wait. The entry starts when the
    /// previous blocking entry has ended, together with the non-blocking entries that were queued in between.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
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
    pub fn blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Blocking, timing, payload)
    }

    /// Queues an entry that starts when the blocking entry before it has ended, and that nothing waits for.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
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
    pub fn non_blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::NonBlocking, timing, payload)
    }

    /// Queues an entry that starts now, even if other entries are queued. It plays in the foreground, and no epoch waits for
    /// its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
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
    pub fn now(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Now, timing, payload)
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
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
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
    pub fn after(
        &mut self,
        predecessor: EntryId,
        timing: impl Into<Timing>,
        payload: P,
    ) -> EntryId {
        self.take_timed(Placement::After(predecessor), timing, payload)
    }

    /// Opens a new epoch; [`concurrently`](Self::concurrently) adds entries to it. The epoch starts when the previous
    /// epoch has ended. An epoch without entries takes no time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
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
    pub fn new_epoch(&mut self) {
        self.open_epoch();
    }

    /// Opens an epoch under a name that [`skip`](Self::skip) can go to.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Sequencer, Until}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(900), "prologue");
    /// queue.label("act one");
    /// queue.concurrently(ms(900), "enter");
    /// queue.skip(Until::Label("act one"), |update, _| assert!(update.ended))?;
    /// assert_eq!(queue.len(), 1, "the actor enters now");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn label(&mut self, name: impl Into<String>) {
        self.label_at(name.into(), Moment::outside(self.now));
    }

    /// Returns `true` if a [label](Self::label) of that name is queued and its epoch has not started.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
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
        self.labels.push(Label { epoch: self.last, at: moment.at, name });
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
        placement: Placement,
        timing: (Span, AnyDuration),
        payload: P,
        moment: Moment,
    ) {
        let role = match placement {
            Placement::Enqueue | Placement::Concurrently | Placement::Blocking => Role::Holding,
            Placement::NonBlocking | Placement::Now | Placement::After(_) => Role::Free,
            Placement::Background => Role::Background,
        };
        let row = |epoch| Row::waiting((id, epoch, role), moment.at, timing, payload);
        match placement {
            Placement::Now => return self.show(row(self.running), moment.at),
            Placement::After(predecessor) => {
                if self.contains(predecessor) {
                    self.follow(predecessor, row(self.running));
                } else {
                    self.show(row(self.running), moment.at);
                }
                return;
            }
            Placement::Enqueue => self.open_epoch(),
            Placement::Blocking | Placement::NonBlocking if self.sealed => self.open_epoch(),
            _ => {}
        }
        self.sealed |= role == Role::Holding;
        let row = row(self.last);
        if self.last == self.running {
            self.show(row, moment.at);
        } else {
            self.waiting.push(row);
        }
    }

    /// Starts an entry; its delay begins now.
    #[inline(never)]
    fn show(&mut self, mut row: Row<P>, turn: Time) {
        row.take_turn(turn);
        self.lanes.take_in(&mut row);
    }

    /// Makes an entry wait for the end of another entry.
    fn follow(&mut self, predecessor: EntryId, row: Row<P>) {
        let key = (predecessor, row.id());
        let place = self.followers.partition_point(|(other, row)| (*other, row.id()) < key);
        self.followers.insert(place, (predecessor, row));
    }

    /// Starts the entries that wait for an entry that has ended.
    #[inline]
    pub(super) fn start_followers(&mut self, of: EntryId, turn: Time) {
        if !self.followers.is_empty() {
            self.start_followers_of(of, turn);
        }
    }

    #[inline(never)]
    fn start_followers_of(&mut self, of: EntryId, turn: Time) {
        let first = self.followers.partition_point(|(predecessor, _)| *predecessor < of);
        while self.followers.get(first).is_some_and(|(predecessor, _)| *predecessor == of) {
            let (_, row) = self.followers.remove(first);
            self.show(row, turn);
        }
    }
}
