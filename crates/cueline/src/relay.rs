//! Rules that run ahead, and a display that catches up.
//!
//! The rules of a game resolve a move at once and emit *events* of the game's own type; they know nothing of the
//! display. A *storyboard* is a function of the game that turns each event into entries of a [`Sequencer`], which plays
//! them in order. Events may come faster than the display shows them: their entries wait in the queue. [`Relay`] counts
//! emitted and shown events, so a game can ask whether the display is idle, and how many events it is behind.
//!
//! ```
//! use cueline::{relay::Relay, sequencer::Enqueue, time::Span};
//!
//! enum Event { Moved(u8), Captured(u8) } // from the rules
//! #[derive(Clone, Debug, PartialEq)]
//! enum Show { Hop(u8), Vanish(u8) } // on the display
//!
//! let mut relay = Relay::new();
//! for event in [Event::Moved(1), Event::Captured(2), Event::Moved(3)] {
//!     relay.emit(&event, |event, queue| match *event {
//!         Event::Moved(piece) => queue.blocking(Span::from_millis(300), Show::Hop(piece)),
//!         Event::Captured(piece) => queue.blocking(Span::ZERO, Show::Vanish(piece)),
//!     });
//! }
//! assert_eq!((relay.emitted(), relay.shown()), (3, 0));
//!
//! relay.display_mut().advance(Span::from_millis(400), |_, _| ())?;
//! assert_eq!(relay.shown(), 2, "the second hop is playing");
//! assert!(!relay.is_idle());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::collections::VecDeque;

use crate::sequencer::Sequencer;

/// The queue of a display, with the numbers of emitted and of shown events.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SavedRelay<P>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "P: serde::Deserialize<'de>")))]
pub struct Relay<P> {
    display: Sequencer<P>,
    emitted: u64,
    /// For each event from the oldest that is not shown: the number of the first entry after the entries of the event.
    /// Shown events may remain at the front until the next `emit`.
    ends: VecDeque<u64>,
}

crate::digest::digested! { struct Relay<P> { display, emitted, ends } }

impl<P> Default for Relay<P> {
    fn default() -> Self {
        Self { display: Sequencer::new(), emitted: 0, ends: VecDeque::new() }
    }
}

impl<P> Relay<P> {
    /// A relay without events and with an empty queue.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::relay::Relay;
    ///
    /// let relay = Relay::<&str>::new();
    /// assert!(relay.is_idle() && relay.emitted() == 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Emits an event: `storyboard` queues entries for the event, or none. Returns the result of `storyboard`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{relay::Relay, sequencer::Enqueue, time::ms};
    ///
    /// let mut relay = Relay::new();
    /// let hop = relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// assert!(relay.display().contains(hop));
    /// ```
    pub fn emit<E: ?Sized, R>(
        &mut self,
        event: &E,
        storyboard: impl FnOnce(&E, &mut Sequencer<P>) -> R,
    ) -> R {
        let behind = self.behind();
        while self.ends.len() > behind {
            self.ends.pop_front();
        }
        let answer = storyboard(event, &mut self.display);
        self.emitted += 1;
        self.ends.push_back(self.display.queued());
        answer
    }

    /// The number of events emitted so far.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{relay::Relay, sequencer::Enqueue, time::ms};
    /// let mut relay = Relay::new();
    /// relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// assert_eq!((relay.emitted(), relay.shown()), (1, 0));
    /// ```
    #[must_use]
    pub fn emitted(&self) -> u64 {
        self.emitted
    }

    /// The number of events that the display has shown. An event is shown when its entries and those of all earlier
    /// events have ended. Background entries do not count.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{relay::Relay, sequencer::Enqueue, time::ms};
    /// let mut relay = Relay::new();
    /// relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// relay.emit(&"captured", |event, queue| queue.blocking(ms(200), *event));
    /// relay.display_mut().advance(ms(400), |_, _| ())?;
    /// assert_eq!(relay.shown(), 1);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn shown(&self) -> u64 {
        self.emitted - self.behind() as u64
    }

    /// Whether the display has shown all events. Background entries do not count.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{relay::Relay, sequencer::Enqueue, time::ms};
    /// let mut relay = Relay::new();
    /// relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// assert!(!relay.is_idle()); // the computer player waits
    /// relay.display_mut().advance(ms(300), |_, _| ())?;
    /// assert!(relay.is_idle());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.display.is_idle()
    }

    /// The queue of the display.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{relay::Relay, sequencer::Enqueue, time::{Time, ms}};
    ///
    /// let mut relay = Relay::new();
    /// relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// let upcoming = relay.display().agenda().next().expect("the hop");
    /// assert_eq!((*upcoming.payload, upcoming.start), ("moved", Some(Time::ZERO)));
    /// ```
    #[must_use]
    pub fn display(&self) -> &Sequencer<P> {
        &self.display
    }

    /// The queue of the display, to advance it or to skip.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{relay::Relay, sequencer::Enqueue, time::ms};
    ///
    /// let mut relay = Relay::new();
    /// relay.emit(&"moved", |event, queue| queue.blocking(ms(300), *event));
    /// relay.display_mut().finish(|update, _| assert!(update.ended))?; // the player skips
    /// assert_eq!(relay.shown(), 1);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn display_mut(&mut self) -> &mut Sequencer<P> {
        &mut self.display
    }

    /// The number of emitted events that are not shown yet.
    fn behind(&self) -> usize {
        let Some(oldest) = self.display.oldest() else {
            return 0;
        };
        // An event is shown when all of its entries came before the oldest that is left.
        self.ends.len() - self.ends.partition_point(|end| *end <= oldest.number())
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct SavedRelay<P> {
    display: Sequencer<P>,
    #[serde(deserialize_with = "crate::save::read_count")]
    emitted: u64,
    ends: VecDeque<u64>,
}

#[cfg(feature = "serde")]
impl<P> TryFrom<SavedRelay<P>> for Relay<P> {
    type Error = &'static str;

    fn try_from(
        SavedRelay { display, emitted, ends }: SavedRelay<P>,
    ) -> Result<Self, &'static str> {
        if ends.len() as u64 > emitted {
            return Err("more events have ends than were emitted");
        }
        Ok(Self { display, emitted, ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sequencer::Enqueue, time::Span};

    #[test]
    fn events_count_as_shown_when_their_entries_are_over() {
        let mut relay = Relay::new();
        let emit = |relay: &mut Relay<u8>, entries: u8| {
            relay.emit(&entries, |entries, queue| {
                for entry in 0..*entries {
                    queue.enqueue(Span::from_flicks(10), entry);
                }
            });
        };
        emit(&mut relay, 2);
        emit(&mut relay, 0);
        emit(&mut relay, 1);
        assert_eq!((relay.emitted(), relay.shown(), relay.is_idle()), (3, 0, false));
        let shown = |relay: &mut Relay<u8>, by: i64| {
            relay.display_mut().advance(Span::from_flicks(by), |_, _| ()).unwrap();
            relay.shown()
        };
        assert_eq!(shown(&mut relay, 19), 0);
        assert_eq!(shown(&mut relay, 1), 2, "the event without entries is shown with the first");
        assert_eq!(shown(&mut relay, 10), 3);
        emit(&mut relay, 1);
        assert_eq!((relay.emitted(), relay.shown()), (4, 3));
        relay.display_mut().flush();
        assert_eq!((relay.shown(), relay.is_idle()), (4, true));
    }

    #[test]
    fn what_waits_to_show_in_the_background_is_not_waited_for() {
        let mut relay = Relay::new();
        relay.emit(&"toast", |text, queue| {
            queue.new_epoch();
            queue.background(Span::from_flicks(10), *text);
        });
        assert_eq!(
            (relay.shown(), relay.is_idle()),
            (1, true),
            "its turn comes with the next step"
        );
        assert!(!relay.display().is_empty());
    }
}
