//! The commands that a callback may give to the queue that calls it.

use alloc::string::String;

use super::{
    Enqueue, EntryId,
    enqueue::TakeEntries,
    outbox::{Command, EntryPlacement, Outbox},
    row::AnyDuration,
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// The commands of a callback to the queue that calls it: queue entries ([`Enqueue`]), cancel, release,
/// finish, flush, cue.
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
/// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
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
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
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

    /// As [`Sequencer::release`](super::Sequencer::release).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryDuration, Sequencer}, time::ms};
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
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::ms};
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
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::ms};
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
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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
    /// use cueline::{event::EventKind, sequencer::{Enqueue, Sequencer}, time::ms};
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

impl<P> Enqueue<P> for Commands<'_, P> {}

impl<P> TakeEntries<P> for Commands<'_, P> {
    fn take(
        &mut self,
        placement: EntryPlacement,
        timing: (Span, AnyDuration),
        payload: P,
    ) -> EntryId {
        let id = self.outbox.new_id();
        self.outbox.command(Command::Take { id, placement, timing, payload });
        id
    }

    fn open_epoch(&mut self) {
        self.outbox.command(Command::NewEpoch);
    }

    fn open_label(&mut self, name: String) {
        self.outbox.command(Command::Label(name));
    }
}
