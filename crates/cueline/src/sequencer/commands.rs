//! The commands that a callback may give to the queue that calls it.

use alloc::string::String;

use super::{
    EntryId, Timing,
    enqueue::TakeEntries,
    outbox::{Command, Outbox, Placement},
    row::AnyDuration,
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// The commands of a callback to the queue that calls it: queue, cancel, release, finish, flush, label.
///
/// The queue carries out the commands right after the call, in the order of the commands. Commands of the *last* call
/// of an entry take effect at the exact end of that entry, even in the middle of a step; the entry itself has ended by
/// then. Commands of any other call take effect at the end of the step. Ids are assigned at once.
///
/// A callback never gets the queue itself, so it cannot replace, copy or advance the queue.
///
/// # Examples
///
/// ```
/// use cueline::{sequencer::Sequencer, time::{Time, ms}};
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(40), "hop");
/// queue.advance(ms(100), |update, commands| {
///     if *update.payload == "hop" && update.ended {
///         commands.enqueue(ms(200), "land"); // starts at 40 ms, not at the end of the frame
///     }
/// })?;
/// assert_eq!(queue.next_moment(), Some(Time::from_millis(240)));
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
#[derive(Debug)]
pub struct Commands<'a, P> {
    outbox: &'a mut Outbox<P>,
    entry: EntryId,
    /// When the entry that is called began to show.
    start: Time,
    /// When the commands take effect.
    at: Time,
    reason: Reason,
}

impl<'a, P> Commands<'a, P> {
    /// For a call of `entry`, which began to show at `start`.
    #[inline]
    pub(super) fn new(
        outbox: &'a mut Outbox<P>,
        (entry, start): (EntryId, Time),
        at: Time,
        reason: Reason,
    ) -> Self {
        Self { outbox, entry, start, at, reason }
    }
}

impl<P> Commands<'_, P> {
    /// When these commands take effect: at the entry's end in its last call, else at the end of the step.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(40), "hop");
    /// queue.advance(ms(100), |_, commands| assert_eq!(commands.at(), Time::from_millis(40)))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn at(&self) -> Time {
        self.at
    }

    /// As [`Sequencer::enqueue`](super::Sequencer::enqueue).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(40), 3);
    /// queue.advance(ms(100), |update, commands| {
    ///     if update.ended && *update.payload > 0 {
    ///         commands.enqueue(ms(40), *update.payload - 1); // plays on in the same step
    ///     }
    /// })?;
    /// assert_eq!(queue.agenda().map(|upcoming| *upcoming.payload).last(), Some(1));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn enqueue(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Enqueue, timing, payload)
    }

    /// As [`Sequencer::concurrently`](super::Sequencer::concurrently).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "attack");
    /// queue.enqueue(ms(300), "counter-attack");
    /// queue.advance(ms(100), |_, commands| {
    ///     commands.concurrently(ms(50), "with the counter-attack"); // the last epoch
    /// })?;
    /// assert_eq!(queue.agenda().last().and_then(|upcoming| upcoming.start), Some(Time::from_millis(300)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn concurrently(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Concurrently, timing, payload)
    }

    /// As [`Sequencer::together`](super::Sequencer::together).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "match");
    /// queue.advance(ms(150), |update, commands| {
    ///     if *update.payload == "match" {
    ///         commands.together(["red", "green"].map(|gem| (ms(200), gem)));
    ///     }
    /// })?;
    /// assert_eq!(queue.len(), 2, "both gems have started");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn together<T: Into<Timing>>(&mut self, entries: impl IntoIterator<Item = (T, P)>) {
        self.take_together(entries);
    }

    /// As [`Sequencer::background`](super::Sequencer::background).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Role, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "combo");
    /// queue.advance(ms(150), |update, commands| {
    ///     if update.ended && *update.payload == "combo" {
    ///         commands.background(ms(900), "x3!");
    ///     }
    /// })?;
    /// assert_eq!(queue.agenda().map(|upcoming| upcoming.role).last(), Some(Role::Background));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn background(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Background, timing, payload)
    }

    /// As [`Sequencer::background_forever`](super::Sequencer::background_forever).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "ignite");
    /// let mut fire = None;
    /// queue.advance(ms(150), |update, commands| {
    ///     if *update.payload == "ignite" {
    ///         fire = Some(commands.background_forever("burn"));
    ///     }
    /// })?;
    /// queue.advance(ms(60_000), |_, _| ())?;
    /// assert!(fire.is_some_and(|fire| queue.contains(fire)), "it burns");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn background_forever(&mut self, payload: P) -> EntryId {
        self.take(Placement::Background, (Span::ZERO, AnyDuration::Forever), payload)
    }

    /// As [`Sequencer::blocking`](super::Sequencer::blocking).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(ms(100), "jump");
    /// queue.advance(ms(16), |update, commands| {
    ///     if update.started {
    ///         commands.blocking(ms(50), "land"); // behind the jump
    ///     }
    /// })?;
    /// assert_eq!(queue.agenda().last().and_then(|upcoming| upcoming.start), Some(Time::from_millis(100)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Blocking, timing, payload)
    }

    /// As [`Sequencer::non_blocking`](super::Sequencer::non_blocking).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(ms(100), "jump");
    /// queue.advance(ms(150), |update, commands| {
    ///     if update.ended && *update.payload == "jump" {
    ///         commands.non_blocking(ms(900), "dust");
    ///         commands.blocking(ms(100), "think"); // with the dust
    ///     }
    /// })?;
    /// queue.advance(ms(50), |update, _| assert_eq!(update.elapsed, ms(100)))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn non_blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::NonBlocking, timing, payload)
    }

    /// As [`Sequencer::now`](super::Sequencer::now): the entry starts [at](Self::at) the moment of the command.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(40), "card lands");
    /// queue.enqueue(ms(1000), "banner");
    /// queue.advance(ms(100), |update, commands| {
    ///     if *update.payload == "card lands" {
    ///         commands.now(ms(200), "dust"); // at 40 ms, with the banner
    ///     }
    /// })?;
    /// assert_eq!(queue.next_moment(), Some(Time::from_millis(240)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn now(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Now, timing, payload)
    }

    /// As [`Sequencer::after`](super::Sequencer::after).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "fly");
    /// queue.advance(ms(16), |update, commands| {
    ///     if update.started {
    ///         commands.after(update.id, ms(200), "dissolve");
    ///     }
    /// })?;
    /// assert_eq!(queue.agenda().last().and_then(|upcoming| upcoming.start), Some(Time::from_millis(300)));
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

    /// As [`Sequencer::new_epoch`](super::Sequencer::new_epoch).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "attack");
    /// queue.advance(ms(16), |update, commands| {
    ///     if update.started {
    ///         commands.new_epoch();
    ///         commands.concurrently(ms(100), "cheer");
    ///     }
    /// })?;
    /// assert_eq!(queue.agenda().last().and_then(|upcoming| upcoming.start), Some(Time::from_millis(300)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn new_epoch(&mut self) {
        self.open_epoch();
    }

    /// As [`Sequencer::label`](super::Sequencer::label).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "duel");
    /// queue.advance(ms(16), |update, commands| {
    ///     if update.started {
    ///         commands.label("after the duel");
    ///     }
    /// })?;
    /// assert!(queue.is_ahead("after the duel"));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn label(&mut self, name: impl Into<String>) {
        self.outbox.command(Command::Label(name.into()));
    }

    /// As [`Sequencer::release`](super::Sequencer::release).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{EntryDuration, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let wait = queue.enqueue(EntryDuration::Open, "until the card has landed");
    /// queue.enqueue(ms(100), "next card");
    /// queue.now(ms(40), "the card flies");
    /// queue.advance(ms(50), |update, commands| {
    ///     if update.ended && *update.payload == "the card flies" {
    ///         commands.release(wait); // at 40 ms
    ///     }
    /// })?;
    /// queue.advance(ms(1), |update, _| assert_eq!(update.elapsed, ms(11)))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn release(&mut self, id: EntryId) {
        self.outbox.command(Command::Release(id));
    }

    /// As [`Sequencer::cancel`](super::Sequencer::cancel); the payload is dropped. An entry may cancel itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let burn = queue.background_forever("burn");
    /// queue.enqueue(ms(40), "rain");
    /// queue.advance(ms(50), |update, commands| {
    ///     if update.ended && *update.payload == "rain" {
    ///         commands.cancel(burn);
    ///     }
    /// })?;
    /// let end = queue.events().iter().find(|event| event.id == burn && event.reason == Reason::Cancelled);
    /// assert!(end.is_some_and(|end| end.lateness == ms(10)), "at 40 ms");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn cancel(&mut self, id: EntryId) {
        self.outbox.command(Command::Cancel(id));
    }

    /// As [`Sequencer::finish_entry`](super::Sequencer::finish_entry).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let line = queue.concurrently(ms(3000), "To be, or not to be");
    /// queue.concurrently(ms(40), "click");
    /// let mut reasons = Vec::new();
    /// queue.advance(ms(50), |update, commands| {
    ///     reasons.push((*update.payload, update.reason));
    ///     if *update.payload == "click" && update.ended {
    ///         commands.finish_entry(line);
    ///     }
    /// })?;
    /// assert_eq!(reasons[1], ("To be, or not to be", Reason::Skipped));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn finish_entry(&mut self, id: EntryId) {
        self.outbox.command(Command::FinishEntry(id));
    }

    /// As [`Sequencer::flush`](super::Sequencer::flush): also drops what was queued by earlier commands.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(40), "the king falls");
    /// queue.enqueue(ms(900), "next move");
    /// queue.advance(ms(50), |update, commands| {
    ///     if update.ended {
    ///         commands.flush(); // the game is over
    ///     }
    /// })?;
    /// assert!(queue.is_empty());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn flush(&mut self) {
        self.outbox.command(Command::Flush);
    }

    /// Marks a moment in the entry that is called, `at` after its start. The step reports it among its
    /// [events](super::Sequencer::events), in order of time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::EventKind, sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "walk");
    /// queue.advance(ms(200), |update, commands| {
    ///     for (number, step) in (0..).zip([ms(100), ms(250)]) {
    ///         if update.before < step && step <= update.elapsed {
    ///             commands.cue(step, number);
    ///         }
    ///     }
    /// })?;
    /// let cue = queue.events().iter().find(|event| event.kind == EventKind::Cue(0));
    /// assert_eq!(cue.map(|cue| cue.lateness), Some(ms(100)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn cue(&mut self, at: Span, cue: u32) {
        let due = self.start + at;
        self.outbox.report_unsettled(due, self.entry, EventKind::Cue(cue), self.reason);
    }
}

impl<P> TakeEntries<P> for Commands<'_, P> {
    fn take(&mut self, placement: Placement, timing: (Span, AnyDuration), payload: P) -> EntryId {
        let id = self.outbox.new_id();
        self.outbox.command(Command::Take { id, placement, timing, payload });
        id
    }

    fn open_epoch(&mut self) {
        self.outbox.command(Command::NewEpoch);
    }
}
