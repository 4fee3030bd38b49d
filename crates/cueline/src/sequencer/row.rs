//! One entry in the queue, from waiting to ended.

use core::ops::{Deref, DerefMut};

use super::{EntryDuration, EntryId, Role};
use crate::{
    motion::Purpose,
    time::{Span, Time},
};

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    state: EntryState,
    /// Absent once the entry has ended or was cancelled.
    payload: Option<P>,
}

impl<P> Deref for Row<P> {
    type Target = EntryState;

    #[inline]
    fn deref(&self) -> &EntryState {
        &self.state
    }
}

impl<P> DerefMut for Row<P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut EntryState {
        &mut self.state
    }
}

/// All of an entry but its payload, so that it moves as plain numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryState {
    pub(super) id: EntryId,
    pub(super) epoch: u64,
    /// While the entry waits: the time at which it was queued, before which it cannot start. Afterwards: its first time on show.
    time: Time,
    /// Once the entry's turn has come: its start until it shows, then its end. [`Time::MAX`] where the end is not
    /// known.
    next: Time,
    /// How long the entry shows, where its ending is fixed. Never negative.
    span: Span,
    /// In flicks. While the entry waits: its delay. Once it has begun to show: the time up to which it has shown. One
    /// field for both keeps a row short, because long queues do not fit into a cache.
    delay_or_shown: i64,
    ending: Ending,
    pub(super) role: Role,
    stage: Stage,
    /// The game has finished this one entry: its end counts as skipped.
    pub(super) skipped: bool,
}

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// It waits for its start, or for the end of its delay.
    Waiting,
    /// Its start has been reported.
    Started,
    /// It has been called.
    Called,
}

/// What decides the end of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    Fixed,
    OnTurn,
    Open,
    Forever,
    /// Fixed, and the entry is decorative.
    Decorative,
}

crate::digest::digested! { enum Ending { Fixed, OnTurn, Open, Forever, Decorative } }

impl Ending {
    /// Whether the span of the entry is its duration.
    #[inline]
    fn is_fixed(self) -> bool {
        matches!(self, Self::Fixed | Self::Decorative)
    }
}

/// The form of a duration in comparisons, hashes and saves; it may also have no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnyDuration {
    Fixed(Span),
    OnTurn,
    Open,
    Forever,
    Decorative(Span),
}

crate::digest::digested! { enum AnyDuration { Fixed(it), OnTurn, Open, Forever, Decorative(it) } }

impl AnyDuration {
    #[inline]
    fn split(self) -> (Ending, Span) {
        match self {
            Self::Fixed(span) => (Ending::Fixed, span.max(Span::ZERO)),
            Self::OnTurn => (Ending::OnTurn, Span::ZERO),
            Self::Open => (Ending::Open, Span::ZERO),
            Self::Forever => (Ending::Forever, Span::ZERO),
            Self::Decorative(span) => (Ending::Decorative, span.max(Span::ZERO)),
        }
    }
}

impl From<EntryDuration> for AnyDuration {
    fn from(duration: EntryDuration) -> Self {
        match duration {
            EntryDuration::Fixed(span) => Self::Fixed(span),
            EntryDuration::OnTurn => Self::OnTurn,
            EntryDuration::Open => Self::Open,
            EntryDuration::Decorative(span) => Self::Decorative(span),
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
        payload: P,
    ) -> Self {
        let (ending, span) = duration.split();
        let state = EntryState {
            id,
            epoch,
            time: queued,
            next: Time::MAX,
            span,
            delay_or_shown: delay.flicks().max(0),
            ending,
            role,
            stage: Stage::Waiting,
            skipped: false,
        };
        Self { state, payload: Some(payload) }
    }

    /// An entry whose turn has come, as it was saved.
    #[cfg(feature = "serde")]
    pub(super) fn live(
        key: (EntryId, u64, Role),
        (start, duration): (Time, AnyDuration),
        (begun, called): (bool, Option<Time>),
        payload: P,
    ) -> Self {
        let mut row = Self::waiting(key, start, (Span::ZERO, duration), payload);
        row.take_turn(start);
        if begun || called.is_some() {
            row.begin();
        }
        if let Some(called) = called {
            row.set_called(called);
        }
        row
    }

    /// Absent once the entry has ended or was cancelled.
    #[inline]
    pub(super) fn payload(&self) -> Option<&P> {
        self.payload.as_ref()
    }

    #[inline]
    pub(super) fn payload_mut(&mut self) -> Option<&mut P> {
        self.payload.as_mut()
    }

    /// Moves the entry out; what stays is over.
    #[inline]
    pub(super) fn take(&mut self) -> Self {
        Self { state: self.state, payload: self.payload.take() }
    }

    /// The entry is over.
    #[inline]
    pub(super) fn take_payload(&mut self) -> Option<P> {
        self.payload.take()
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.payload.is_none()
    }
}

impl EntryState {
    /// The entry starts: it begins to show when its delay is over.
    #[inline]
    pub(super) fn take_turn(&mut self, turn: Time) {
        self.time = if self.delay_or_shown == 0 { turn } else { turn + self.delay() };
        self.next = self.time;
    }

    /// The entry begins to show.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.stage = Stage::Started;
        self.delay_or_shown = self.time.flicks();
        self.find_end();
    }

    #[inline]
    fn find_end(&mut self) {
        let known = self.ending.is_fixed();
        self.next = if known { self.time + self.span } else { Time::MAX };
    }

    /// While the entry waits: the time at which it was queued. Afterwards: the time at which it begins to show.
    #[inline]
    pub(super) fn time(&self) -> Time {
        self.time
    }

    #[inline]
    pub(super) fn ending(&self) -> Ending {
        self.ending
    }

    pub(super) fn duration(&self) -> AnyDuration {
        match self.ending {
            Ending::Fixed => AnyDuration::Fixed(self.span),
            Ending::OnTurn => AnyDuration::OnTurn,
            Ending::Open => AnyDuration::Open,
            Ending::Forever => AnyDuration::Forever,
            Ending::Decorative => AnyDuration::Decorative(self.span),
        }
    }

    /// The duration of the ending; `None` for an entry without an end.
    pub(super) fn entry_duration(&self) -> Option<EntryDuration> {
        match self.ending {
            Ending::Fixed => Some(EntryDuration::Fixed(self.span)),
            Ending::OnTurn => Some(EntryDuration::OnTurn),
            Ending::Open => Some(EntryDuration::Open),
            Ending::Forever => None,
            Ending::Decorative => Some(EntryDuration::Decorative(self.span)),
        }
    }

    pub(super) fn set_duration(&mut self, duration: AnyDuration) {
        (self.ending, self.span) = duration.split();
    }

    /// Fixes the duration; the purpose stays.
    fn fix(&mut self, span: Span) {
        self.set_duration(match self.purpose() {
            Purpose::Essential => AnyDuration::Fixed(span),
            Purpose::Decorative => AnyDuration::Decorative(span),
        });
    }

    /// How long the entry shows, where that is known.
    #[inline]
    pub(super) fn span(&self) -> Option<Span> {
        self.ending.is_fixed().then_some(self.span)
    }

    /// Whether the entry is decorative.
    #[inline]
    pub(super) fn purpose(&self) -> Purpose {
        match self.ending {
            Ending::Decorative => Purpose::Decorative,
            _ => Purpose::Essential,
        }
    }

    /// When the entry ends, once its turn has come; absent where that is not known yet.
    #[inline]
    pub(super) fn end(&self) -> Option<Time> {
        match self.ending {
            Ending::Fixed | Ending::Decorative if self.has_begun() => Some(self.next),
            Ending::Fixed | Ending::Decorative => Some(self.time + self.span),
            _ => None,
        }
    }

    /// Ends an entry that has started at `at`, or at the last moment that it has shown if that is later.
    pub(super) fn end_at(&mut self, at: Time) {
        let shown = if self.has_begun() { self.shown_until() } else { self.time };
        let end = at.max(shown);
        self.fix(end - self.time);
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

    /// An entry that has not started will take no time.
    pub(super) fn finish_waiting(&mut self) {
        self.delay_or_shown = 0;
        self.fix(Span::ZERO);
        self.skipped = true;
    }

    #[inline]
    pub(super) fn has_begun(&self) -> bool {
        self.stage != Stage::Waiting
    }

    /// From the entry's turn until it shows; known before its turn.
    pub(super) const fn delay(&self) -> Span {
        Span::from_flicks(self.delay_or_shown)
    }

    /// The entry's next start or end, once its turn has come.
    #[inline]
    pub(super) fn next_moment(&self) -> Option<Time> {
        let known = !self.has_begun() || self.ending.is_fixed();
        known.then_some(self.next)
    }

    /// Whether the entry shows at `to`, was not called for that moment yet, and does not end there. The start of an entry
    /// that has not begun is not beyond `to`, because the step would have come to it.
    #[inline]
    pub(super) fn shows_beyond(&self, to: Time) -> bool {
        self.next > to && self.delay_or_shown < to.flicks()
    }

    #[inline]
    pub(super) fn set_called(&mut self, at: Time) {
        (self.stage, self.delay_or_shown) = (Stage::Called, at.flicks());
    }

    /// When the entry was called last.
    #[inline]
    pub(super) fn called(&self) -> Option<Time> {
        (self.stage == Stage::Called).then(|| Time::from_flicks(self.delay_or_shown))
    }

    /// The time up to which the entry has shown, once it has begun.
    #[inline]
    pub(super) fn shown_until(&self) -> Time {
        Time::from_flicks(self.delay_or_shown)
    }
}
