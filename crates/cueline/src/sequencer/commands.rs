//! What a callback may ask of the queue that calls it.

use alloc::string::String;

use super::{
    EntryId, Timing,
    enqueue::{Placement, TakeEntries},
    outbox::{Command, Outbox},
    row::AnyDuration,
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// What a callback asks of the queue that calls it: to queue, cancel, release, finish, flush, mark.
///
/// The queue does it right after the call, in the order asked. Commands of an entry's *last* call take
/// effect at that entry's exact end, in the middle of a step if it falls there; the entry itself has ended
/// by then. Commands of any other call take effect at the end of the step. Ids are assigned at once.
///
/// A callback never gets the queue itself, so it cannot replace, copy or step it.
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
    #[must_use]
    pub fn at(&self) -> Time {
        self.at
    }

    /// As [`Sequencer::enqueue`](super::Sequencer::enqueue).
    pub fn enqueue(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Enqueue, timing, payload)
    }

    /// As [`Sequencer::concurrently`](super::Sequencer::concurrently).
    pub fn concurrently(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Concurrently, timing, payload)
    }

    /// As [`Sequencer::together`](super::Sequencer::together).
    pub fn together<T: Into<Timing>>(&mut self, entries: impl IntoIterator<Item = (T, P)>) {
        self.take_together(entries);
    }

    /// As [`Sequencer::background`](super::Sequencer::background).
    pub fn background(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Background, timing, payload)
    }

    /// As [`Sequencer::background_forever`](super::Sequencer::background_forever).
    pub fn background_forever(&mut self, payload: P) -> EntryId {
        self.take(Placement::Background, (Span::ZERO, AnyDuration::Forever), payload)
    }

    /// As [`Sequencer::blocking`](super::Sequencer::blocking).
    pub fn blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Blocking, timing, payload)
    }

    /// As [`Sequencer::non_blocking`](super::Sequencer::non_blocking).
    pub fn non_blocking(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::NonBlocking, timing, payload)
    }

    /// As [`Sequencer::now`](super::Sequencer::now): the entry starts [at](Self::at) the moment of the command.
    pub fn now(&mut self, timing: impl Into<Timing>, payload: P) -> EntryId {
        self.take_timed(Placement::Now, timing, payload)
    }

    /// As [`Sequencer::after`](super::Sequencer::after).
    pub fn after(
        &mut self,
        predecessor: EntryId,
        timing: impl Into<Timing>,
        payload: P,
    ) -> EntryId {
        self.take_timed(Placement::After(predecessor), timing, payload)
    }

    /// As [`Sequencer::new_epoch`](super::Sequencer::new_epoch).
    pub fn new_epoch(&mut self) {
        self.open_epoch();
    }

    /// As [`Sequencer::label`](super::Sequencer::label).
    pub fn label(&mut self, name: impl Into<String>) {
        self.outbox.command(Command::Label(name.into()));
    }

    /// As [`Sequencer::release`](super::Sequencer::release).
    pub fn release(&mut self, id: EntryId) {
        self.outbox.command(Command::Release(id));
    }

    /// As [`Sequencer::cancel`](super::Sequencer::cancel); the payload is dropped. An entry may cancel itself.
    pub fn cancel(&mut self, id: EntryId) {
        self.outbox.command(Command::Cancel(id));
    }

    /// As [`Sequencer::finish_entry`](super::Sequencer::finish_entry).
    pub fn finish_entry(&mut self, id: EntryId) {
        self.outbox.command(Command::FinishEntry(id));
    }

    /// As [`Sequencer::flush`](super::Sequencer::flush): also drops what was queued by earlier commands.
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
        self.outbox.report(self.start + at, self.entry, EventKind::Cue(cue), self.reason);
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
