//! What is said of an entry: its name, its length, its role.

use super::QueueError;
use crate::time::Span;

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
/// A [`Span`] converts into the usual [`EntryDuration::Fixed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EntryDuration {
    /// This long; zero is one call at its very time.
    Fixed(Span),
    /// Asked of the [`Handler`](super::Stage) at the moment at which the entry begins to show: at its
    /// turn, or when its delay is over.
    OnTurn,
    /// Until it is [released](super::Sequencer::release): a wait for a player or a server.
    Open,
    /// For ever: for the background only, until it is cancelled or everything is finished.
    Forever,
}

impl From<Span> for EntryDuration {
    fn from(span: Span) -> Self {
        Self::Fixed(span)
    }
}

/// When an entry shows, once its turn has come: its length, and how long it waits before that.
///
/// A [`Span`] or a [`EntryDuration`] converts into one without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timing {
    /// From the entry's turn until it shows; it holds its epoch meanwhile.
    pub delay: Span,
    /// How long it shows.
    pub duration: EntryDuration,
}

impl Timing {
    /// The same, shown `delay` after its turn has come.
    #[must_use]
    pub const fn delayed(self, delay: Span) -> Self {
        Self { delay, ..self }
    }

    pub(super) fn checked(self, role: Role) -> Result<Self, QueueError> {
        match self.duration {
            EntryDuration::Fixed(length) if length < Span::ZERO => {
                Err(QueueError::NegativeDuration { duration: length })
            }
            EntryDuration::Forever if role != Role::Background => Err(QueueError::HoldsForever),
            _ if self.delay < Span::ZERO => Err(QueueError::NegativeDelay { delay: self.delay }),
            _ => Ok(self),
        }
    }
}

impl<L: Into<EntryDuration>> From<L> for Timing {
    fn from(length: L) -> Self {
        Self { delay: Span::ZERO, duration: length.into() }
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
