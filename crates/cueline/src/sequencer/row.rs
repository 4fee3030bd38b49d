//! One entry in the queue, from waiting to ended.

use super::{EntryDuration, EntryId, Role};
use crate::time::{Span, Time};

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    pub(super) id: EntryId,
    pub(super) epoch: u64,
    /// While the entry waits, when it was queued: its turn comes no earlier. Afterwards, when it first shows.
    pub(super) time: Time,
    /// How long the entry shows, where its ending is fixed. Never negative.
    span: Span,
    /// In flicks. While the entry waits, its delay; once it is [`Shown`](Life::Shown), the time of its last call. One
    /// field for both keeps a row short, as long queues come from memory.
    delay_or_called: i64,
    /// Absent once the entry has ended or was cancelled.
    pub(super) payload: Option<P>,
    pub(super) ending: Ending,
    pub(super) role: Role,
    pub(super) life: Life,
    /// The game has finished this entry on its own: its end counts as skipped.
    pub(super) skipped: bool,
}

/// How far an entry has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Life {
    /// It waits, or has its turn and is in its delay.
    Unseen,
    /// Its start has been reported.
    Begun,
    /// It has been called.
    Shown,
}

/// How the end of an entry is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    Fixed,
    OnTurn,
    Open,
    Forever,
}

/// A duration as it is compared, hashed and saved: one that may also be without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum AnyDuration {
    Fixed(Span),
    OnTurn,
    Open,
    Forever,
}

impl From<EntryDuration> for AnyDuration {
    fn from(duration: EntryDuration) -> Self {
        match duration {
            EntryDuration::Fixed(span) => Self::Fixed(span),
            EntryDuration::OnTurn => Self::OnTurn,
            EntryDuration::Open => Self::Open,
        }
    }
}

impl<P> Row<P> {
    /// An entry whose turn has not come.
    #[inline]
    pub(super) fn waiting(
        (id, epoch, role): (EntryId, u64, Role),
        queued: Time,
        (delay, duration): (Span, AnyDuration),
        payload: Option<P>,
    ) -> Self {
        let mut row = Self {
            id,
            epoch,
            time: queued,
            span: Span::ZERO,
            delay_or_called: delay.flicks().max(0),
            payload,
            ending: Ending::Fixed,
            role,
            life: Life::Unseen,
            skipped: false,
        };
        row.set_duration(duration);
        row
    }

    /// The entry has its turn: it shows when its delay is over.
    #[inline]
    pub(super) fn begin(&mut self, turn: Time) {
        self.time = turn + self.delay();
    }

    pub(super) fn is_over(&self) -> bool {
        self.payload.is_none()
    }

    /// Whether the entry shows, or will show, in the foreground.
    pub(super) fn is_foreground(&self) -> bool {
        self.role != Role::Background && !self.is_over()
    }

    pub(super) fn duration(&self) -> AnyDuration {
        match self.ending {
            Ending::Fixed => AnyDuration::Fixed(self.span),
            Ending::OnTurn => AnyDuration::OnTurn,
            Ending::Open => AnyDuration::Open,
            Ending::Forever => AnyDuration::Forever,
        }
    }

    /// What the game queued; absent for an entry without end.
    pub(super) fn entry_duration(&self) -> Option<EntryDuration> {
        match self.ending {
            Ending::Fixed => Some(EntryDuration::Fixed(self.span)),
            Ending::OnTurn => Some(EntryDuration::OnTurn),
            Ending::Open => Some(EntryDuration::Open),
            Ending::Forever => None,
        }
    }

    pub(super) fn set_duration(&mut self, duration: AnyDuration) {
        (self.ending, self.span) = match duration {
            AnyDuration::Fixed(span) => (Ending::Fixed, span.max(Span::ZERO)),
            AnyDuration::OnTurn => (Ending::OnTurn, Span::ZERO),
            AnyDuration::Open => (Ending::Open, Span::ZERO),
            AnyDuration::Forever => (Ending::Forever, Span::ZERO),
        };
    }

    /// How long the entry shows, where that is known.
    #[inline]
    pub(super) fn span(&self) -> Option<Span> {
        (self.ending == Ending::Fixed).then_some(self.span)
    }

    /// When the entry ends, once its turn has come; absent where that is not known yet.
    #[inline]
    pub(super) fn end(&self) -> Option<Time> {
        (self.ending == Ending::Fixed).then(|| self.time + self.span)
    }

    /// The entry, whose turn has come, ends at `end`, or at its start where that is later.
    pub(super) fn end_at(&mut self, end: Time) {
        self.set_duration(AnyDuration::Fixed(end - self.time));
    }

    #[inline]
    pub(super) fn has_begun(&self) -> bool {
        self.life != Life::Unseen
    }

    /// From the entry's turn until it shows; known before its turn.
    pub(super) const fn delay(&self) -> Span {
        Span::from_flicks(self.delay_or_called)
    }

    /// The entry's next start or end, once its turn has come.
    #[inline]
    pub(super) fn next_moment(&self) -> Option<Time> {
        if self.has_begun() { self.end() } else { Some(self.time) }
    }

    #[inline]
    pub(super) fn set_called(&mut self, at: Time) {
        (self.life, self.delay_or_called) = (Life::Shown, at.flicks());
    }

    /// When the entry was called last.
    #[inline]
    pub(super) fn called(&self) -> Option<Time> {
        (self.life == Life::Shown).then(|| Time::from_flicks(self.delay_or_called))
    }

    /// Up to when the entry has shown.
    pub(super) fn shown_until(&self) -> Time {
        self.called().unwrap_or(self.time)
    }
}

impl<P> Row<P> {
    /// What is known of an entry besides its payload.
    pub(super) fn without_payload(&self) -> Row<()> {
        let Self { id, epoch, time, span, delay_or_called, ending, role, life, skipped, .. } =
            *self;
        Row { id, epoch, time, span, delay_or_called, payload: None, ending, role, life, skipped }
    }
}
