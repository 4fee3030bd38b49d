//! What lies in the queue: its name, its length, its role, and its life from waiting to ended.

use super::QueueError;
use crate::time::{Span, Time};

/// The name of one entry. Never used again within its sequencer, so that an old one answers
/// "gone" and the same run gives the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntryId(pub(super) u64);

impl EntryId {
    /// How many entries were queued before it.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// How long an entry takes once its turn has come.
///
/// A [`Span`] converts into the usual [`Length::Fixed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Length {
    /// This long; zero is one call at its very time.
    Fixed(Span),
    /// Asked of the [`Stage`](super::Stage) at the moment at which the entry begins to show: at its
    /// turn, or when its delay is over.
    OnTurn,
    /// Until it is [released](super::Sequencer::release): a wait for a player or a server.
    Open,
    /// For ever: for the background only, until it is cancelled or everything is finished.
    Endless,
}

impl From<Span> for Length {
    fn from(span: Span) -> Self {
        Self::Fixed(span)
    }
}

/// When an entry shows, once its turn has come: its length, and how long it waits before that.
///
/// A [`Span`] or a [`Length`] converts into one without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timing {
    /// From the entry's turn until it shows; it holds its epoch meanwhile.
    pub delay: Span,
    /// How long it shows.
    pub length: Length,
}

impl Timing {
    /// The same, shown `delay` after its turn has come.
    #[must_use]
    pub const fn delayed(self, delay: Span) -> Self {
        Self { delay, ..self }
    }

    pub(super) fn checked(self, role: Role) -> Result<Self, QueueError> {
        match self.length {
            Length::Fixed(length) if length < Span::ZERO => {
                Err(QueueError::NegativeLength { length })
            }
            Length::Endless if role != Role::Background => Err(QueueError::EndlessHold),
            _ if self.delay < Span::ZERO => Err(QueueError::NegativeDelay { delay: self.delay }),
            _ => Ok(self),
        }
    }
}

impl<L: Into<Length>> From<L> for Timing {
    fn from(length: L) -> Self {
        Self { delay: Span::ZERO, length: length.into() }
    }
}

/// What an entry does to its epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// The epoch lasts until it has ended.
    Holding,
    /// It starts with its epoch and holds nothing back: a non-blocking entry.
    Free,
    /// Like a free one, and called after all others.
    Background,
}

/// An entry whose turn has not come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Waiting<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    pub(super) delay: Span,
    pub(super) length: Length,
    /// The moment at which it was queued: its epoch starts no earlier.
    pub(super) queued: Time,
    /// Absent once it was cancelled.
    pub(super) payload: Option<P>,
}

impl<P> Waiting<P> {
    /// Whether it will show in the foreground.
    pub(super) fn is_foreground(&self) -> bool {
        self.role != Role::Background && self.payload.is_some()
    }
}

/// An entry whose turn has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Live<P> {
    pub(super) id: EntryId,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::count::read"))]
    pub(super) epoch: u64,
    pub(super) role: Role,
    /// When it first shows: its turn and its delay.
    pub(super) start: Time,
    pub(super) length: Length,
    /// Whether its start has been reported.
    pub(super) begun: bool,
    /// Up to which time it has been called; absent before its first call.
    pub(super) called: Option<Time>,
    /// It joined from mid-play: nothing more for it in this step. Never set between steps.
    pub(super) next_step: bool,
    /// Absent while it is being called, and once it has ended or was cancelled.
    pub(super) payload: Option<P>,
    pub(super) ended: bool,
}

impl<P> Live<P> {
    /// The same entry, out of a place in the queue that is given up.
    #[inline]
    pub(super) fn new(waiting: &mut Waiting<P>, turn: Time, next_step: bool) -> Self {
        let payload = waiting.payload.take();
        Self {
            id: waiting.id,
            epoch: waiting.epoch,
            role: waiting.role,
            start: turn + waiting.delay,
            length: waiting.length,
            begun: false,
            called: None,
            next_step,
            ended: payload.is_none(),
            payload,
        }
    }

    /// When it ends; absent where that is not known yet.
    pub(super) fn end(&self) -> Option<Time> {
        match self.length {
            Length::Fixed(span) => Some(self.start + span),
            Length::OnTurn | Length::Open | Length::Endless => None,
        }
    }
}
