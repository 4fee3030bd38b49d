//! The intervals of a journal, each with the item that showed in it, and a search for the intervals at a time.

use alloc::{collections::VecDeque, vec::Vec};
use core::fmt;

use crate::time::{Span, Time};

/// How much a journal keeps. The journal forgets its oldest pieces first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalLimits {
    /// How far the journal goes back from the current time. A negative span counts as zero.
    pub span: Span,
    /// The maximum number of pieces. Each item that has ended is one piece, plus one piece for each change while it
    /// played (a pause, a new speed, a seek).
    pub pieces: usize,
}

/// Ten minutes, and at most 100,000 pieces.
impl Default for JournalLimits {
    fn default() -> Self {
        Self { span: Span::from_secs(600), pieces: 100_000 }
    }
}

/// The reason why a journal cannot return a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PastError {
    /// No journal is kept.
    NotKept,
    /// The journal does not go back to that time.
    Forgotten {
        /// The requested time.
        asked: Time,
        /// The earliest time in the journal.
        oldest: Time,
    },
    /// The time is in the future.
    Ahead {
        /// The requested time.
        asked: Time,
        /// The current time.
        now: Time,
    },
}

impl fmt::Display for PastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotKept => write!(f, "no journal is kept; `keep_journal` begins one"),
            Self::Forgotten { asked, oldest } => {
                write!(f, "{asked} is before {oldest}, where the journal begins")
            }
            Self::Ahead { asked, now } => write!(f, "{asked} lies ahead; the time is {now}"),
        }
    }
}

impl core::error::Error for PastError {}

/// An item that showed in `[since, until)`.
#[derive(Clone, Debug)]
struct Piece<I> {
    since: Time,
    until: Time,
    /// The earliest `since` of this piece and all pieces after it. A search stops where it is after the time.
    earliest: Time,
    item: I,
}

/// Pieces sorted by their ends.
#[derive(Clone, Debug)]
pub(crate) struct Past<I> {
    pieces: VecDeque<Piece<I>>,
    limits: JournalLimits,
    /// Before this time, pieces may be missing.
    oldest: Time,
}

impl<I> Past<I> {
    pub(crate) fn new(limits: JournalLimits, now: Time) -> Self {
        Self { pieces: VecDeque::new(), limits, oldest: now }
    }

    pub(crate) fn set_limits(&mut self, limits: JournalLimits, now: Time) {
        self.limits = limits;
        self.forget(now);
    }

    /// Adds a piece and forgets pieces that are too old at `now`. A piece of zero duration covers no time, but is in
    /// [`ended`](Self::ended).
    pub(crate) fn add(&mut self, since: Time, until: Time, item: I, now: Time) {
        // Pieces come nearly in order: a step adds them in the order of its calls.
        let place = self.pieces.partition_point(|piece| piece.until <= until);
        self.pieces.insert(place, Piece { since, until, earliest: since, item });
        let after = self.pieces.get(place + 1).map_or(Time::MAX, |next| next.earliest);
        self.pieces[place].earliest = since.min(after);
        for piece in self.pieces.range_mut(..place).rev() {
            if piece.earliest <= since {
                break;
            }
            piece.earliest = since;
        }
        self.forget(now);
    }

    fn forget(&mut self, now: Time) {
        self.oldest = self.oldest.max(now - self.limits.span.max(Span::ZERO));
        let many = self.pieces.len().saturating_sub(self.limits.pieces);
        let old = self.pieces.partition_point(|piece| piece.until < self.oldest);
        for _ in 0..many.max(old) {
            if let Some(gone) = self.pieces.pop_front() {
                self.oldest = self.oldest.max(gone.until);
            }
        }
    }

    /// Forgets the pieces that end after `now`: a snapshot has moved the time back to `now`.
    pub(crate) fn turn_back(&mut self, now: Time) {
        let kept = self.pieces.partition_point(|piece| piece.until <= now);
        self.pieces.truncate(kept);
        self.oldest = self.oldest.min(now);
        let mut earliest = Time::MAX;
        for piece in self.pieces.iter_mut().rev() {
            earliest = earliest.min(piece.since);
            piece.earliest = earliest;
        }
    }

    /// As [`turn_back`](Self::turn_back), but keeps the part before `now` of each piece that contains `now`.
    pub(crate) fn cut(&mut self, now: Time) {
        let whole = self.pieces.partition_point(|piece| piece.until <= now);
        let cut: Vec<_> = self.pieces.drain(whole..).filter(|piece| piece.since < now).collect();
        self.turn_back(now);
        for Piece { since, item, .. } in cut {
            self.add(since, now, item, now);
        }
    }

    /// Checks that the journal covers the time `asked`.
    pub(crate) fn check(&self, asked: Time, now: Time) -> Result<(), PastError> {
        let oldest = self.oldest.max(now - self.limits.span.max(Span::ZERO));
        if asked > now {
            Err(PastError::Ahead { asked, now })
        } else if asked < oldest {
            Err(PastError::Forgotten { asked, oldest })
        } else {
            Ok(())
        }
    }

    /// The items whose pieces contain `time`, sorted by the ends of the pieces.
    pub(crate) fn at(&self, time: Time) -> impl Iterator<Item = &I> {
        let first = self.pieces.partition_point(|piece| piece.until <= time);
        let after = self.pieces.range(first..).take_while(move |piece| piece.earliest <= time);
        after.filter(move |piece| piece.since <= time).map(|piece| &piece.item)
    }

    /// The items whose pieces end at or before `time`, sorted by the ends of the pieces.
    pub(crate) fn ended(&self, time: Time) -> impl Iterator<Item = &I> {
        let over = self.pieces.partition_point(|piece| piece.until <= time);
        self.pieces.range(..over).map(|piece| &piece.item)
    }
}
