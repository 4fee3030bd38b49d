//! Entry ids, durations, delays and roles.

use core::time::Duration;

use crate::time::Span;

/// The id of one entry. A sequencer never uses an id twice, so an old id never means another entry. The same calls give
/// the same ids, also in two sequencers: an id of one means some other entry in the other one, so keep each with its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntryId(
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::save::read_count"))]
    pub(super)  u64,
);

crate::digest::digested! { struct EntryId(it) }

impl EntryId {
    /// How many entries were queued before this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "first");
    /// let second = queue.enqueue(ms(100), "second");
    /// assert_eq!(second.number(), 1);
    /// ```
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The id with this [`number`](Self::number), for a host that keeps numbers instead of ids, such as a binding to another
    /// language. A number that no entry has is a stale id: every call refuses it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryId, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// let number = queue.enqueue(ms(100), "first").number();
    /// assert!(queue.finish_entry(EntryId::from_number(number)));
    /// assert!(!queue.finish_entry(EntryId::from_number(7)), "no such entry");
    /// ```
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }
}

/// How long an entry shows.
///
/// A [`Span`] or a [`Duration`] converts into the usual [`EntryDuration::Fixed`]. Entries without an end have a method of
/// their own, [`background_forever`](super::Enqueue::background_forever).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EntryDuration {
    /// This long. Zero means one call at the entry's exact time; a negative duration counts as zero.
    Fixed(Span),
    /// The duration that [`Handler::duration`](super::Handler::duration) returns when the entry begins to show. A closure
    /// has no such method: a step with a closure ends there with
    /// [`AdvanceError::NoDuration`](super::AdvanceError::NoDuration).
    OnTurn,
    /// Until the entry is [released](super::Sequencer::release): a wait for a player or a server.
    Open,
    /// As [`Fixed`](Self::Fixed), for an entry that a display may [reduce](crate::motion); see [`Span::decorative`].
    Decorative(Span),
}

crate::digest::digested! { enum EntryDuration { Fixed(it), OnTurn, Open, Decorative(it) } }

impl From<Span> for EntryDuration {
    fn from(span: Span) -> Self {
        Self::Fixed(span)
    }
}
impl From<Duration> for EntryDuration {
    fn from(duration: Duration) -> Self {
        Self::Fixed(duration.into())
    }
}

/// How long an entry shows, and its delay before that.
///
/// A [`Span`], a [`Duration`] or an [`EntryDuration`] converts into a timing without delay.
///
/// # Examples
///
/// ```
/// use cueline::{sequencer::{Enqueue, Sequencer, Timing}, time::ms};
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(220).delayed(ms(30)), "pop");
/// queue.advance(ms(140), |update, _| assert_eq!(update.progress(), 0.5))?;
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timing {
    /// The time from the start of the entry until it shows. An entry that holds its epoch also holds it during the delay.
    /// A negative delay counts as zero.
    pub delay: Span,
    /// How long the entry shows.
    pub duration: EntryDuration,
}

crate::digest::digested! { struct Timing { delay, duration } }

impl Timing {
    /// The same duration, shown `delay` after the entry's turn has come.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Timing, time::ms};
    ///
    /// let timing = Timing::from(ms(200)).delayed(ms(50));
    /// assert_eq!((timing.delay, timing.duration), (ms(50), ms(200).into()));
    /// assert_eq!(timing.delayed(ms(80)).delay, ms(80), "in place of the delay before");
    /// ```
    #[must_use]
    pub const fn delayed(self, delay: Span) -> Self {
        Self { delay, ..self }
    }
}

impl EntryDuration {
    /// The duration, where it is fixed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::EntryDuration, time::ms};
    ///
    /// assert_eq!(ms(300).decorative().fixed(), Some(ms(300)));
    /// assert_eq!(EntryDuration::Open.fixed(), None);
    /// ```
    #[must_use]
    pub const fn fixed(self) -> Option<Span> {
        match self {
            Self::Fixed(span) | Self::Decorative(span) => Some(span),
            Self::OnTurn | Self::Open => None,
        }
    }

    /// This duration, shown `delay` after the entry's turn has come.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryDuration, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(EntryDuration::Open.delayed(ms(50)), "press any key");
    /// queue.advance(ms(1), |_, _| ())?;
    /// assert_eq!(queue.next_moment(), Some(Time::from_millis(50)));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub const fn delayed(self, delay: Span) -> Timing {
        Timing { delay, duration: self }
    }
}

impl Span {
    /// This duration, shown `delay` after the turn of a [sequencer](crate::sequencer)'s entry has come.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// for card in 0..3 {
    ///     queue.concurrently(ms(200).delayed(ms(80) * card), card);
    /// }
    /// let starts = queue.agenda().filter_map(|upcoming| upcoming.start);
    /// assert_eq!(starts.last(), Some(Time::from_millis(160)));
    /// ```
    #[must_use]
    pub const fn delayed(self, delay: Span) -> Timing {
        Timing { delay, duration: EntryDuration::Fixed(self) }
    }

    /// This duration, for an entry of a [sequencer](crate::sequencer) that moves for decoration only. It takes its time
    /// as any other entry; a display with [reduced motion](crate::motion) does not show it moving.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::{MotionPreference, Purpose}, prelude::*};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300).decorative().delayed(ms(100)), "the menu slides in");
    /// queue.advance(ms(250), |update, _| {
    ///     assert_eq!((update.purpose, update.progress()), (Purpose::Decorative, 0.5));
    ///     assert_eq!(update.reduced(MotionPreference::None).progress(), 1.0);
    /// })?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub const fn decorative(self) -> EntryDuration {
        EntryDuration::Decorative(self)
    }
}

impl<L: Into<EntryDuration>> From<L> for Timing {
    fn from(duration: L) -> Self {
        Self { delay: Span::ZERO, duration: duration.into() }
    }
}

/// Whether an entry holds its epoch (the next epoch waits for the entry), and in which lane it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// Shows in the foreground. Its epoch lasts at least until this entry has ended.
    Holding,
    /// Shows in the foreground and holds no epoch: a non-blocking entry, or an entry that was queued with
    /// [`now`](super::Enqueue::now) or [`after`](super::Enqueue::after).
    Free,
    /// Shows in the background, called after the foreground, and holds no epoch.
    Background,
}

crate::digest::digested! { enum Role { Holding, Free, Background } }
