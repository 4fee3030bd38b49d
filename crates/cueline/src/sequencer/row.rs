//! An entry in the queue, from waiting to ended.

use super::{EntryDuration, EntryId, Role};
use crate::time::{Span, Time};

/// The latest start and the longest length of a [plain](Slot::Plain) entry, so that no sum of the two and no
/// difference goes beyond the range. Over a hundred years.
const PLAIN_MOST: i64 = 1 << 61;

/// An entry, in its place in the queue.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    pub(super) id: EntryId,
    pub(super) epoch: u64,
    /// The moment at which it was queued: its epoch starts no earlier. Once its turn has come, when it first shows.
    pub(super) time: Time,
    /// How long it shows, where its ending is fixed.
    length: Span,
    /// In flicks: its delay before its turn; up to which time it has been called once it is [`Shown`](Life::Shown) and
    /// not plain. A row is short, as long queues come from memory.
    aside: i64,
    pub(super) slot: Slot<P>,
    ending: Ending,
    pub(super) role: Role,
    pub(super) life: Life,
    /// It joined from mid-play: nothing more for it in this step. Never set between steps.
    pub(super) next_step: bool,
}

/// What is in the place of an entry.
#[derive(Clone, Debug)]
pub(super) enum Slot<P> {
    /// Nothing any more: it has ended or was cancelled.
    Over,
    /// The same, of an entry that was plain and whose end was left [untold](super::events::Untold).
    Played,
    /// Its payload is with its callback.
    Called,
    /// The same, of an entry that is plain.
    Lent,
    /// Any entry.
    Odd(P),
    /// An entry that a step need not look at closely: it shows in the foreground, without delay and for a fixed time.
    /// Once its turn has come, that was the turn of the running epoch; what it holds, if anything, is that epoch.
    Plain(P),
}

/// How far an entry has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    Unseen,
    /// Its start has been reported.
    Begun,
    /// It has been called. Plain ones stay at `Begun`.
    Shown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Fixed,
    OnTurn,
    Open,
    Endless,
}

impl Ending {
    /// With the length of what is fixed.
    #[inline]
    fn of(length: EntryDuration) -> (Self, Span) {
        if let EntryDuration::Fixed(span) = length {
            return (Self::Fixed, span);
        }
        let ending = match length {
            EntryDuration::Fixed(_) => Self::Fixed,
            EntryDuration::OnTurn => Self::OnTurn,
            EntryDuration::Open => Self::Open,
            EntryDuration::Forever => Self::Endless,
        };
        (ending, Span::ZERO)
    }
}

impl<P> Slot<P> {
    /// What was queued, unless it is being called or gone.
    #[inline]
    pub(super) fn payload(&self) -> Option<&P> {
        match self {
            Self::Odd(payload) | Self::Plain(payload) => Some(payload),
            Self::Over | Self::Played | Self::Called | Self::Lent => None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Over | Self::Played)
    }

    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    pub(super) fn is_played(&self) -> bool {
        matches!(self, Self::Played)
    }

    pub(super) fn is_lent(&self) -> bool {
        matches!(self, Self::Lent)
    }

    /// Leaves `rest` in its place.
    pub(super) fn take(&mut self, rest: Self) -> Option<P> {
        match core::mem::replace(self, rest) {
            Self::Odd(payload) | Self::Plain(payload) => Some(payload),
            Self::Over | Self::Played | Self::Called | Self::Lent => None,
        }
    }

    /// From here on it is looked at closely.
    fn make_odd(&mut self) {
        *self = match core::mem::replace(self, Self::Over) {
            Self::Plain(payload) => Self::Odd(payload),
            other => other,
        };
    }
}

impl<P> Row<P> {
    /// An entry whose turn has not come; without payload, one that was cancelled.
    #[inline]
    pub(super) fn waiting(
        (id, epoch, role): (EntryId, u64, Role),
        queued: Time,
        (delay, length): (Span, EntryDuration),
        payload: Option<P>,
    ) -> Self {
        let (ending, span) = Ending::of(length);
        let plain = lasts_plainly(ending, span) && delay.is_zero() && role != Role::Background;
        Self {
            id,
            epoch,
            time: queued,
            length: span,
            aside: delay.flicks(),
            slot: match payload {
                Some(payload) if plain => Slot::Plain(payload),
                Some(payload) => Slot::Odd(payload),
                None => Slot::Over,
            },
            ending,
            role,
            life: Life::Unseen,
            next_step: false,
        }
    }

    /// Whether it can have its turn then as a plain one.
    #[inline]
    pub(super) fn is_ready(&self, turn: Time) -> bool {
        self.slot.is_plain() && self.time <= turn
    }

    /// A plain entry that was called up to a time is looked at closely from here on.
    pub(super) fn stop_being_plain(&mut self, called: Time) {
        if let Slot::Plain(_) = self.slot {
            if let Some(called) = self.called(called) {
                self.set_called(called);
            }
            self.slot.make_odd();
        }
    }

    /// Gives it its turn, to be looked at closely.
    pub(super) fn begin(&mut self, turn: Time, next_step: bool) {
        self.time = turn + self.delay();
        self.next_step = next_step;
        self.slot.make_odd();
    }

    /// The entry without its place: that is given up.
    pub(super) fn moved_out(&mut self) -> Self {
        let slot = core::mem::replace(&mut self.slot, Slot::Over);
        let Self { id, epoch, time, length, aside, ending, role, life, next_step, .. } = *self;
        Self { id, epoch, time, length, aside, slot, ending, role, life, next_step }
    }

    pub(super) fn length(&self) -> EntryDuration {
        match self.ending {
            Ending::Fixed => EntryDuration::Fixed(self.length),
            Ending::OnTurn => EntryDuration::OnTurn,
            Ending::Open => EntryDuration::Open,
            Ending::Endless => EntryDuration::Forever,
        }
    }

    pub(super) fn set_length(&mut self, length: EntryDuration) {
        (self.ending, self.length) = Ending::of(length);
    }

    /// When it ends, once its turn has come; absent where that is not known yet.
    pub(super) fn end(&self) -> Option<Time> {
        (self.ending == Ending::Fixed).then(|| self.time + self.length)
    }

    pub(super) fn has_begun(&self) -> bool {
        self.life != Life::Unseen
    }

    /// How long after its turn it shows, before that has come.
    pub(super) const fn delay(&self) -> Span {
        Span::from_flicks(self.aside)
    }

    /// It has been called up to a time.
    pub(super) fn set_called(&mut self, called: Time) {
        (self.life, self.aside) = (Life::Shown, called.flicks());
    }

    /// Up to which time it has been called; plain ones have been [called](super::Sequencer::plain_called) up to
    /// `plain`.
    pub(super) fn called(&self, plain: Time) -> Option<Time> {
        if let Slot::Plain(_) | Slot::Lent = self.slot {
            return (plain > self.time).then_some(plain);
        }
        (self.life == Life::Shown).then_some(Time::from_flicks(self.aside))
    }

    /// Whether it will show in the foreground.
    pub(super) fn is_foreground(&self) -> bool {
        self.role != Role::Background && !self.slot.is_over()
    }

    /// When a plain entry ends, once its turn has come.
    #[inline]
    pub(super) const fn plain_end(&self) -> Time {
        Time::from_flicks(self.time.flicks() + self.length.flicks())
    }

    /// The length of a plain entry, in flicks.
    #[inline]
    pub(super) fn plain_length(&self) -> i64 {
        self.length.flicks()
    }
}

/// Whether plain entries can have their turn then.
#[inline]
pub(super) fn is_plain(turn: Time) -> bool {
    (0..=PLAIN_MOST).contains(&turn.flicks())
}

#[inline]
fn lasts_plainly(ending: Ending, length: Span) -> bool {
    #[cfg(test)]
    if super::tests::looks_closely() {
        return false;
    }
    ending == Ending::Fixed && (1..=PLAIN_MOST).contains(&length.flicks())
}
