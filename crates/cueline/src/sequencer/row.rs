//! One entry in the queue, from waiting to ended.

use super::{EntryDuration, EntryId, Role};
use crate::time::{Span, Time};

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    pub(super) id: EntryId,
    pub(super) epoch: u64,
    /// While the entry waits, when it was queued: its turn comes no earlier. Afterwards, when it first shows.
    time: Time,
    /// Once the entry's turn has come: its start until it shows, then its end. [`Time::MAX`] where the end is not
    /// known.
    next: Time,
    /// How long the entry shows, where its ending is fixed. Never negative.
    span: Span,
    /// In flicks. While the entry waits, its delay; once it has begun, up to when it has shown. One field for both
    /// keeps a row short, as long queues come from memory.
    delay_or_shown: i64,
    /// Absent once the entry has ended or was cancelled.
    pub(super) payload: Option<P>,
    ending: Ending,
    pub(super) role: Role,
    life: Life,
    /// The game has finished this entry on its own: its end counts as skipped.
    pub(super) skipped: bool,
}

/// How far an entry has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Life {
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
            next: Time::MAX,
            span: Span::ZERO,
            delay_or_shown: delay.flicks().max(0),
            payload,
            ending: Ending::Fixed,
            role,
            life: Life::Unseen,
            skipped: false,
        };
        row.set_duration(duration);
        row
    }

    /// An entry whose turn has come, as it was saved.
    #[cfg(feature = "serde")]
    pub(super) fn live(
        key: (EntryId, u64, Role),
        (start, duration): (Time, AnyDuration),
        (begun, called): (bool, Option<Time>),
        payload: P,
    ) -> Self {
        let mut row = Self::waiting(key, start, (Span::ZERO, duration), Some(payload));
        row.take_turn(start);
        if begun || called.is_some() {
            row.begin();
        }
        if let Some(called) = called {
            row.set_called(called);
        }
        row
    }

    /// The entry has its turn: it shows when its delay is over.
    #[inline]
    pub(super) fn take_turn(&mut self, turn: Time) {
        self.time = if self.delay_or_shown == 0 { turn } else { turn + self.delay() };
        self.next = self.time;
    }

    /// The entry begins to show.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.life = Life::Begun;
        self.delay_or_shown = self.time.flicks();
        self.find_end();
    }

    #[inline]
    fn find_end(&mut self) {
        let known = self.ending == Ending::Fixed;
        self.next = if known { self.time + self.span } else { Time::MAX };
    }

    /// While the entry waits, when it was queued. Afterwards, when it first shows.
    #[inline]
    pub(super) fn time(&self) -> Time {
        self.time
    }

    #[inline]
    pub(super) fn ending(&self) -> Ending {
        self.ending
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
        match self.ending {
            Ending::Fixed if self.has_begun() => Some(self.next),
            Ending::Fixed => Some(self.time + self.span),
            _ => None,
        }
    }

    /// Ends an entry whose turn has come at `at`, or where it has shown longer, up to there.
    pub(super) fn end_at(&mut self, at: Time) {
        let end = at.max(self.shown_until());
        self.set_duration(AnyDuration::Fixed(end - self.time));
        if self.has_begun() {
            self.find_end();
        }
    }

    /// Ends an entry whose turn has come at `at`, its delay included.
    pub(super) fn finish_at(&mut self, at: Time) {
        if !self.has_begun() {
            self.time = self.time.min(at);
            self.next = self.time;
        }
        self.end_at(at);
        self.skipped = true;
    }

    /// An entry whose turn has not come will take no time.
    pub(super) fn finish_waiting(&mut self) {
        self.delay_or_shown = 0;
        self.set_duration(AnyDuration::Fixed(Span::ZERO));
        self.skipped = true;
    }

    #[inline]
    pub(super) fn has_begun(&self) -> bool {
        self.life != Life::Unseen
    }

    /// From the entry's turn until it shows; known before its turn.
    pub(super) const fn delay(&self) -> Span {
        Span::from_flicks(self.delay_or_shown)
    }

    /// The entry's next start or end, once its turn has come.
    #[inline]
    pub(super) fn next_moment(&self) -> Option<Time> {
        let known = !self.has_begun() || self.ending == Ending::Fixed;
        known.then_some(self.next)
    }

    /// Whether the entry shows at `to` and has not been called for that moment, and goes on.
    #[inline]
    pub(super) fn goes_on(&self, to: Time) -> bool {
        self.next > to && self.has_begun() && self.delay_or_shown < to.flicks()
    }

    #[inline]
    pub(super) fn set_called(&mut self, at: Time) {
        (self.life, self.delay_or_shown) = (Life::Shown, at.flicks());
    }

    /// When the entry was called last.
    #[inline]
    pub(super) fn called(&self) -> Option<Time> {
        (self.life == Life::Shown).then(|| Time::from_flicks(self.delay_or_shown))
    }

    /// Up to when the entry has shown.
    #[inline]
    pub(super) fn shown_until(&self) -> Time {
        if self.has_begun() { Time::from_flicks(self.delay_or_shown) } else { self.time }
    }

    /// What is known of an entry besides its payload.
    pub(super) fn without_payload(&self) -> Row<()> {
        let Self {
            id, epoch, time, next, span, delay_or_shown, ending, role, life, skipped, ..
        } = *self;
        let payload = None;
        Row { id, epoch, time, next, span, delay_or_shown, payload, ending, role, life, skipped }
    }
}
