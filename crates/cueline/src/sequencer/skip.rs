//! Skipping: everything up to some point is played through at once.
//!
//! A skip plays from moment to moment, so that it ends in the very state that playing would have
//! reached, and calls and events come in the order in which they would have come. Each says that it
//! was skipped.

use alloc::string::String;

use super::{AdvanceError, EntryDuration, Handler, Sequencer, Update, stage::Calls};
use crate::{event::Reason, time::Span};

/// Entries that may be queued from inside callbacks during one skip before it is cut off.
const SKIP_LIMIT: u64 = 100_000;

/// How far to skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until<'a> {
    /// To the end of the running epoch; what follows it has its turn and has not played.
    EpochEnd,
    /// Until the epoch under this [label](Sequencer::label) has its turn.
    Label(&'a str),
    /// Until nothing is left. Open-ended entries end at once; endless ones when all else is over.
    End,
}

impl<P> Sequencer<P> {
    /// Plays everything to its end at once: the game's display jumps to its final state.
    ///
    /// # Errors
    ///
    /// As [`skip`](Self::skip).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::Sequencer, time::Span};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(Span::from_millis(500), "jump")?;
    /// queue.blocking(Span::ZERO, "remove the captured piece")?;
    /// let mut ended = Vec::new();
    /// queue.finish(|step, _| {
    ///     if step.end {
    ///         assert_eq!(step.reason, Reason::Skipped);
    ///         ended.push(*step.payload);
    ///     }
    /// })?;
    /// assert_eq!(ended, ["jump", "remove the captured piece"]);
    /// assert!(queue.is_empty());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn finish(
        &mut self,
        show: impl FnMut(Update<'_, P>, &mut Self),
    ) -> Result<(), AdvanceError> {
        self.skip(Until::End, show)
    }

    /// Plays up to a point at once. Its time moves on as if it had been played, background included.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::InsideStep`] from inside a callback and [`AdvanceError::UnknownLabel`] where no
    /// such label lies ahead, both without any change; [`AdvanceError::Runaway`] and
    /// [`AdvanceError::EndlessChain`] where callbacks keep queueing, with the rest still queued.
    pub fn skip(
        &mut self,
        until: Until<'_>,
        show: impl FnMut(Update<'_, P>, &mut Self),
    ) -> Result<(), AdvanceError> {
        self.skip_on(until, &mut Calls(show))
    }

    /// [`skip`](Self::skip) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`skip`](Self::skip).
    pub fn skip_on(
        &mut self,
        until: Until<'_>,
        stage: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let target = match until {
            Until::End => u64::MAX,
            // Between two epochs the one to skip is the next.
            Until::EpochEnd if self.hold.is_over() => {
                self.line.waiting().first().map_or(self.running, |first| first.epoch + 1)
            }
            Until::EpochEnd => self.running + 1,
            Until::Label(label) => self.epoch_of(label)?,
        };
        self.begin_step(Span::ZERO)?;
        self.tell_dropped(); // also when nothing is left to play
        self.pass.unsettled = true; // it is not known yet where it ends
        let first_new = self.next_id;
        let mut standing = 0;
        let mut skipped = Ok(());
        while skipped.is_ok() && !(self.running >= target || self.is_done(until)) {
            self.end_all(EntryDuration::Open);
            if let Some(next) = self.next_moment() {
                skipped = self.step_to_moment(next, Reason::Skipped, &mut standing, stage);
            } else if until != Until::End || !self.end_all(EntryDuration::Forever) {
                break;
            }
            if self.next_id - first_new > SKIP_LIMIT {
                skipped = Err(AdvanceError::EndlessChain { limit: SKIP_LIMIT });
            }
        }
        self.settle_edges();
        skipped
    }

    /// The labels that lie ahead, in order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|(_, name)| name.as_str())
    }

    fn epoch_of(&self, label: &str) -> Result<u64, AdvanceError> {
        let found = self.labels.iter().find(|(_, name)| name == label);
        found.map(|(epoch, _)| *epoch).ok_or_else(|| AdvanceError::UnknownLabel {
            label: label.into(),
            ahead: self.labels().map(String::from).collect(),
        })
    }

    /// Whether nothing is left that the skip could play.
    fn is_done(&self, until: Until<'_>) -> bool {
        match until {
            Until::EpochEnd => self.hold.is_over() && self.line.waiting().is_empty(),
            Until::Label(_) => self.is_idle() && self.line.waiting().is_empty(),
            Until::End => self.is_empty() && self.line.waiting().is_empty(), // cancelled ones have turns
        }
    }

    /// Ends now every live entry of a length that has no end of its own; answers whether there was one.
    fn end_all(&mut self, length: EntryDuration) -> bool {
        let now = self.now;
        let mut found = false;
        for row in self.live_mut().filter(|row| row.length() == length) {
            row.set_length(EntryDuration::Fixed((now - row.time).max(Span::ZERO)));
            found = true;
        }
        found
    }
}
