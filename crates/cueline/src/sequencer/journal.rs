//! The journal of a queue: which entries showed at a time in the past.

use alloc::{boxed::Box, vec::Vec};

use super::{EntryId, Role, Sequencer, row::EntryState};
use crate::{
    history::{JournalLimits, PastError, past::Past},
    time::{Span, Time},
};

/// An entry at a time in the past.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<P> {
    /// The entry.
    pub id: EntryId,
    /// The payload, as it was at the end of the entry, or as it is now if the entry has not ended.
    pub payload: P,
    /// Whether the entry held its epoch, and its lane.
    pub role: Role,
    /// The time at which the entry began to show.
    pub start: Time,
    /// The time since the entry began to show.
    pub elapsed: Span,
    /// The duration of the entry; `None` if the entry is open-ended or without an end, and has not ended yet.
    pub duration: Option<Span>,
}

impl<P> Shown<P> {
    /// The progress, from 0 to 1; 0 if the entry has no duration.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::JournalLimits, sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(JournalLimits::default());
    /// queue.enqueue(ms(400), "hop");
    /// queue.advance(ms(1000), |_, _| ())?;
    /// assert_eq!(queue.past(Time::from_millis(300))?[0].progress(), 0.75);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.duration.map_or(0.0, |duration| self.elapsed.ratio(duration))
    }
}

impl<P> Shown<P> {
    /// A playing entry, as it will be if it ends at `until`.
    pub(super) fn over(state: &EntryState, payload: P, until: Time) -> Self {
        Self {
            id: state.id(),
            payload,
            role: state.role(),
            start: state.time(),
            elapsed: until - state.time(),
            duration: state.end().map(|end| end - state.time()),
        }
    }

    /// The same, at another moment.
    fn at(&self, at: Time) -> Shown<&P> {
        Shown {
            id: self.id,
            payload: &self.payload,
            role: self.role,
            start: self.start,
            elapsed: at - self.start,
            duration: self.duration,
        }
    }
}

/// The journal: the entries that have ended.
#[derive(Debug)]
pub(super) struct Journal<P> {
    /// With whether it came to its own end.
    past: Past<(Shown<P>, bool)>,
    /// Copies the payload that a `cancel` returns.
    copy: fn(&P) -> P,
}

/// The journal is no part of the state: a copy of a queue has none.
#[derive(Debug)]
pub(super) struct Remembered<P>(Option<Box<Journal<P>>>);

impl<P> Remembered<P> {
    pub(super) const fn nothing() -> Self {
        Self(None)
    }

    pub(super) const fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Records an entry that has ended, with the payload that it has at its end.
    pub(super) fn over(&mut self, shown: Shown<P>, completed: bool) {
        if let Some(journal) = &mut self.0 {
            let (start, until) = (shown.start, shown.start + shown.elapsed);
            journal.past.add(start, until, (shown, completed), until);
        }
    }

    /// Records an entry that was cancelled after it began to show.
    pub(super) fn cancelled(&mut self, state: &EntryState, payload: &P, until: Time) {
        if let Some(journal) = &self.0
            && state.has_begun()
        {
            let payload = (journal.copy)(payload);
            self.over(Shown::over(state, payload, until), false);
        }
    }

    pub(super) fn turn_back(&mut self, now: Time) {
        if let Some(journal) = &mut self.0 {
            journal.past.turn_back(now);
        }
    }
}

impl<P> Sequencer<P> {
    /// Starts a journal of the entries that show, which [`past`](Self::past) reads; or changes how much the journal keeps.
    ///
    /// The journal is no part of the state: it is not compared, hashed or saved, and a copy of the queue has no journal.
    /// [`Clone::clone_from`] keeps the journal of this queue and removes everything after the restored time from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     history::JournalLimits,
    ///     sequencer::Sequencer,
    ///     time::{Span, Time},
    /// };
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(JournalLimits::default());
    /// queue.enqueue(Span::from_millis(400), "hop");
    /// queue.enqueue(Span::from_millis(200), "vanish");
    /// queue.advance(Span::from_secs(1), |_, _| ())?;
    ///
    /// let then = queue.past(Time::from_millis(100))?;
    /// assert_eq!((then[0].payload, then[0].progress()), (&"hop", 0.25));
    /// assert_eq!(queue.past(Time::from_millis(500))?[0].payload, &"vanish");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn keep_journal(&mut self, limits: JournalLimits)
    where
        P: Clone,
    {
        let now = self.now;
        match &mut self.journal.0 {
            Some(journal) => journal.past.set_limits(limits, now),
            none => {
                *none = Some(Box::new(Journal { past: Past::new(limits, now), copy: P::clone }))
            }
        }
    }

    /// The entries that showed at a time in the past, or show now: foreground before background, each in the order in
    /// which they were queued. At the exact end of an entry, the next entry shows.
    ///
    /// # Errors
    ///
    /// [`PastError`] if there is no journal, for a time before the start of the journal, and for a time in the future.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{JournalLimits, PastError}, sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// assert_eq!(queue.past(Time::ZERO).unwrap_err(), PastError::NotKept);
    /// queue.keep_journal(JournalLimits::default());
    /// queue.enqueue(ms(400), "hop");
    /// queue.enqueue(ms(400), "vanish");
    /// queue.advance(ms(500), |_, _| ())?;
    /// assert_eq!(queue.past(Time::from_millis(399))?[0].payload, &"hop");
    /// assert_eq!(queue.past(Time::from_millis(400))?[0].payload, &"vanish");
    /// assert!(queue.past(Time::from_millis(501)).is_err(), "it lies ahead");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn past(&self, at: Time) -> Result<Vec<Shown<&P>>, PastError> {
        let journal = self.journal.0.as_ref().ok_or(PastError::NotKept)?;
        journal.past.check(at, self.now)?;
        let over = journal.past.at(at).map(|(shown, _)| shown.at(at));
        let live = self.lanes.iter().filter(|row| row.has_begun() && row.time() <= at);
        let live = live.filter_map(|row| {
            Some(Shown {
                id: row.id(),
                payload: row.payload()?,
                role: row.role(),
                start: row.time(),
                elapsed: at - row.time(),
                duration: row.span(),
            })
        });
        let mut all: Vec<_> = over.chain(live).collect();
        all.sort_by_key(|shown| (shown.role == Role::Background, shown.id));
        Ok(all)
    }

    /// The entries that had played to their end at a time in the past, in the order of their ends. Entries without a
    /// duration are among them, cancelled entries are not. With this list a game can repeat what it does at the end of
    /// each entry, up to any time.
    ///
    /// # Errors
    ///
    /// As [`past`](Self::past).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::JournalLimits, sequencer::Sequencer, time::{Span, Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(JournalLimits::default());
    /// queue.enqueue(ms(300), "hop");
    /// queue.enqueue(Span::ZERO, "capture");
    /// queue.enqueue(ms(300), "cheer");
    /// queue.advance(ms(1000), |_, _| ())?;
    /// let ended = queue.past_ends(Time::from_millis(400))?.map(|shown| *shown.payload);
    /// assert!(ended.eq(["hop", "capture"]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn past_ends(&self, at: Time) -> Result<impl Iterator<Item = Shown<&P>>, PastError> {
        let journal = self.journal.0.as_ref().ok_or(PastError::NotKept)?;
        journal.past.check(at, self.now)?;
        let over = journal.past.ended(at).filter(|(_, completed)| *completed);
        Ok(over.map(|(shown, _)| shown.at(shown.start + shown.elapsed)))
    }
}
