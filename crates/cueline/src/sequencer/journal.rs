//! The past of a queue: what showed when.

use alloc::{boxed::Box, vec::Vec};

use super::{EntryId, Role, Sequencer, row::EntryState};
use crate::{
    history::{Keep, PastError, past::Past},
    time::{Span, Time},
};

/// An entry as it showed at a moment that has passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<P> {
    /// Which entry it is.
    pub id: EntryId,
    /// What the game queued; with the data of its own that it had at its end, or has now.
    pub payload: P,
    /// Whether it held its epoch, and its lane.
    pub role: Role,
    /// When it began to show.
    pub start: Time,
    /// Time since it began to show.
    pub elapsed: Span,
    /// How long it showed; absent where it is open-ended or without end and has not ended yet.
    pub duration: Option<Span>,
}

impl<P> Shown<P> {
    /// How far it was, from 0 to 1; 0 for what has no duration.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Keep, sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(Keep::default());
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
    /// An entry that plays as it is when it is over at `until`.
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

/// What a queue remembers of itself.
#[derive(Debug)]
pub(super) struct Journal<P> {
    /// With whether it came to its own end.
    past: Past<(Shown<P>, bool)>,
    /// Copies the payload that a `cancel` returns.
    copy: fn(&P) -> P,
}

/// No part of the state: a copy of a queue keeps none.
#[derive(Debug)]
pub(super) struct Remembered<P>(Option<Box<Journal<P>>>);

impl<P> Remembered<P> {
    pub(super) const fn nothing() -> Self {
        Self(None)
    }

    pub(super) const fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Enters an entry that is over, as it is at its end.
    pub(super) fn over(&mut self, shown: Shown<P>, completed: bool) {
        if let Some(journal) = &mut self.0 {
            let (start, until) = (shown.start, shown.start + shown.elapsed);
            journal.past.add(start, until, (shown, completed), until);
        }
    }

    /// Enters an entry that has shown and was cancelled.
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
    /// Begins a journal of what shows, for [`past`](Self::past); or changes how much the journal keeps.
    ///
    /// The journal is no part of the state: it is not compared, hashed or saved, and a copy keeps
    /// none. [`Clone::clone_from`] leaves this queue its journal and forgets what came after the
    /// moment that is gone back to.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     history::Keep,
    ///     sequencer::Sequencer,
    ///     time::{Span, Time},
    /// };
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(Keep::default());
    /// queue.enqueue(Span::from_millis(400), "hop");
    /// queue.enqueue(Span::from_millis(200), "vanish");
    /// queue.advance(Span::from_secs(1), |_, _| ())?;
    ///
    /// let then = queue.past(Time::from_millis(100))?;
    /// assert_eq!((then[0].payload, then[0].progress()), (&"hop", 0.25));
    /// assert_eq!(queue.past(Time::from_millis(500))?[0].payload, &"vanish");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn keep_journal(&mut self, keep: Keep)
    where
        P: Clone,
    {
        let now = self.now;
        match &mut self.journal.0 {
            Some(journal) => journal.past.set_keep(keep, now),
            none => *none = Some(Box::new(Journal { past: Past::new(keep, now), copy: P::clone })),
        }
    }

    /// What showed at a moment that has passed, or shows now: foreground before background, each in the
    /// order of declaration. At the very end of an entry, the next one shows.
    ///
    /// # Errors
    ///
    /// [`PastError`] where no journal is kept, for a moment before what it keeps, and for one that lies
    /// ahead.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{Keep, PastError}, sequencer::Sequencer, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// assert_eq!(queue.past(Time::ZERO).unwrap_err(), PastError::NotKept);
    /// queue.keep_journal(Keep::default());
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

    /// What had played to its end by a moment that has passed, in the order of the ends; entries of no
    /// length among them, cancelled ones not. What a game does at the end of an entry can so be done
    /// again, up to any moment.
    ///
    /// # Errors
    ///
    /// As [`past`](Self::past).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Keep, sequencer::Sequencer, time::{Span, Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.keep_journal(Keep::default());
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
