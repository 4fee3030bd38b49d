//! The events that the game has already reacted to, so that a tick that runs again only reports the changes.

use super::HistoryError;
use crate::{
    event::{Event, Reason},
    time::Tick,
};
use alloc::{collections::VecDeque, vec::Vec};

/// Whether an event is new to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Novelty {
    /// The event is new: react to it, for example start its sound.
    New,
    /// The tick reported the same event in an earlier run: its sound plays already.
    Repeated,
}

crate::digest::digested! { enum Novelty { New, Repeated } }

/// The events of all ticks that may run again.
///
/// An event is a value of any type that can be compared: an [`Event`], or, often better, the reaction of the game, such
/// as an id and the name of a sound. Two events are the same if they are equal and belong to the same tick.
///
/// The calls have a fixed order: [`report`](Self::report) each event; when a late input arrives,
/// [`rewind`](Self::rewind) to its tick, report the events of the ticks that run again, and [`settle`](Self::settle) up
/// to the last of these ticks. Call [`forget_through`](Self::forget_through) when all inputs of a tick are known.
///
/// # Examples
///
/// ```
/// use cueline::{history::{Ledger, Novelty}, time::Tick};
///
/// let [one, two] = [Tick::new(1), Tick::new(2)];
/// let mut ledger = Ledger::new();
/// assert_eq!(ledger.report(one, "step")?, Novelty::New);
/// assert_eq!(ledger.report(two, "shot")?, Novelty::New);
///
/// ledger.rewind(one); // the input of tick 1 differs from the prediction
/// assert_eq!(ledger.report(one, "step")?, Novelty::Repeated);
/// assert_eq!(ledger.settle(two), [(two, "shot")], "tick 2 does not report it again: stop it");
///
/// ledger.forget_through(two);
/// let late = ledger.report(two, "shot").unwrap_err();
/// assert_eq!(late.to_string(), "tick 2 cannot report any more; the first tick that can is 3");
/// # Ok::<(), cueline::history::HistoryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ledger<E> {
    /// Reported events, sorted by tick.
    reported: VecDeque<(Tick, E)>,
    /// Events that were reported before the last rewind and not since, sorted by tick.
    doubtful: VecDeque<(Tick, E)>,
    /// The first tick that is not forgotten.
    kept_from: Tick,
    /// The first tick that can report. Never before `kept_from`.
    open_from: Tick,
}

impl<E> Default for Ledger<E> {
    fn default() -> Self {
        let first = Tick::new(i64::MIN);
        let (reported, doubtful) = (VecDeque::new(), VecDeque::new());
        Self { reported, doubtful, kept_from: first, open_from: first }
    }
}

impl<E: PartialEq> Ledger<E> {
    /// A ledger without events.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{Ledger, Novelty}, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// assert_eq!(ledger.report(Tick::new(-5), "step"), Ok(Novelty::New), "it may begin with any tick");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores an event of a tick, and returns whether the event is new to the game.
    ///
    /// # Errors
    ///
    /// [`HistoryError::Closed`] for a tick before the last tick that reported, unless [`rewind`](Self::rewind) went back to it,
    /// and for a forgotten tick. An error changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{Ledger, Novelty}, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// assert_eq!(ledger.report(Tick::new(5), "shot")?, Novelty::New); // start the sound
    /// assert!(ledger.report(Tick::new(4), "step").is_err(), "tick 5 has reported");
    /// ledger.rewind(Tick::new(5));
    /// assert_eq!(ledger.report(Tick::new(5), "shot")?, Novelty::Repeated); // it sounds already
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn report(&mut self, tick: Tick, event: E) -> Result<Novelty, HistoryError> {
        self.open(tick)?;
        let known =
            (self.doubtful.iter()).position(|(then, other)| *then == tick && *other == event);
        self.reported.push_back((tick, event));
        Ok(match known.and_then(|known| self.doubtful.remove(known)) {
            Some(_) => Novelty::Repeated,
            None => Novelty::New,
        })
    }

    /// Closes all ticks before `tick`: they cannot report until a rewind.
    fn open(&mut self, tick: Tick) -> Result<(), HistoryError> {
        if tick < self.open_from {
            return Err(HistoryError::Closed { tick, first: self.open_from });
        }
        self.open_from = tick;
        Ok(())
    }

    /// Prepares for another run of `tick` and all later ticks. Their events are in doubt until they are reported again
    /// or [`settle`](Self::settle) returns them.
    ///
    /// Forgotten ticks stay forgotten.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Ledger, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// ledger.report(Tick::new(1), "step")?;
    /// ledger.report(Tick::new(2), "shot")?;
    /// ledger.rewind(Tick::new(2));
    /// assert!(ledger.reported().eq(&[(Tick::new(1), "step")]), "the shot is in doubt");
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn rewind(&mut self, tick: Tick) {
        self.open_from = self.open_from.min(tick).max(self.kept_from);
        let kept = self.reported.partition_point(|(then, _)| *then < tick);
        self.doubtful.extend(self.reported.split_off(kept));
        // The events of one tick keep their order.
        self.doubtful.make_contiguous().sort_by_key(|(then, _)| *then);
    }

    /// Ends another run of all ticks up to and including `tick`. Returns the events that these ticks did not report
    /// again, sorted by tick: stop their sounds, and undo other reactions to them.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Ledger, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// ledger.report(Tick::new(2), "shot")?;
    /// ledger.rewind(Tick::new(1));
    /// ledger.report(Tick::new(2), "step")?; // this time, tick 2 reports another event
    /// for (tick, sound) in ledger.settle(Tick::new(2)) {
    ///     assert_eq!((tick.get(), sound), (2, "shot")); // stop it
    /// }
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    #[must_use = "these events no longer happen: their sounds go on until you stop them"]
    pub fn settle(&mut self, tick: Tick) -> Vec<(Tick, E)> {
        let settled = self.doubtful.partition_point(|(then, _)| *then <= tick);
        self.doubtful.drain(..settled).collect()
    }

    /// Forgets the events of all ticks up to and including `tick`. Call it when all inputs of these ticks are known, so
    /// that they will not run again.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Ledger, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// ledger.report(Tick::new(1), "step")?;
    /// ledger.forget_through(Tick::new(1));
    /// assert_eq!(ledger.reported().count(), 0);
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn forget_through(&mut self, tick: Tick) {
        self.kept_from = self.kept_from.max(tick.next());
        self.open_from = self.open_from.max(self.kept_from);
        let forgotten = self.reported.partition_point(|(then, _)| *then <= tick);
        self.reported.drain(..forgotten);
    }

    /// The events that were reported and are not in doubt, from the oldest tick on.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Ledger, time::Tick};
    ///
    /// let mut ledger = Ledger::new();
    /// ledger.report(Tick::new(1), "step")?;
    /// ledger.report(Tick::new(3), "shot")?;
    /// let ticks = ledger.reported().map(|(tick, _)| tick.get());
    /// assert!(ticks.eq([1, 3]));
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn reported(&self) -> impl Iterator<Item = &(Tick, E)> {
        self.reported.iter()
    }
}

impl<Id: Copy + PartialEq> Ledger<Event<Id>> {
    /// Stores the events of a tick, and sets the reason of each event that is not new to [`Reason::Resimulated`].
    ///
    /// # Errors
    ///
    /// As [`report`](Self::report). An error changes neither the ledger nor the events.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, history::Ledger, sequencer::{Enqueue, Sequencer}, time::{Tick, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "bang");
    /// queue.advance(ms(16), |_, _| ())?;
    /// let mut ledger = Ledger::new();
    /// let mut events = queue.events().to_vec();
    /// ledger.report_events(Tick::new(0), &mut events)?;
    /// ledger.rewind(Tick::new(0)); // the tick runs again, and reports the same
    /// ledger.report_events(Tick::new(0), &mut events)?;
    /// assert_eq!(events[0].reason, Reason::Resimulated);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report_events(
        &mut self,
        tick: Tick,
        events: &mut [Event<Id>],
    ) -> Result<(), HistoryError> {
        self.open(tick)?;
        for event in events {
            if self.report(tick, *event)? == Novelty::Repeated {
                event.reason = Reason::Resimulated;
            }
        }
        Ok(())
    }
}
