//! Skipping: everything up to some point is played through at once.
//!
//! A skip walks through the same moments as a step, so that it ends in the very state that playing would
//! have reached, and calls and events come in the same order. Each says that it was skipped.

use alloc::string::String;

use super::{
    AdvanceError, Commands, Handler, Sequencer, Update, handler::Calls, row::Ending, step::Walk,
};
use crate::event::Reason;

/// Entries that callbacks may queue during one skip before it is cut off.
const SKIP_LIMIT: u64 = 100_000;

/// How far to skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until<'a> {
    /// To the end of the running epoch; what follows it has its turn and has not played.
    EpochEnd,
    /// Until the epoch under this [label](Sequencer::label) has its turn.
    Label(&'a str),
    /// To the next moment at which an entry starts or ends, and through all that is due there: for hosts that let
    /// something else run at every moment. Open-ended entries end at once.
    NextMoment,
    /// Until nothing is left. Open-ended entries end at once; those without end when all else is over.
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
    /// use cueline::{event::Reason, sequencer::Sequencer, time::{Span, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.blocking(ms(500), "jump");
    /// queue.blocking(Span::ZERO, "remove the captured piece");
    /// let mut ended = Vec::new();
    /// queue.finish(|update, _| {
    ///     assert_eq!((update.ended, update.reason), (true, Reason::Skipped));
    ///     ended.push(*update.payload);
    /// })?;
    /// assert_eq!(ended, ["jump", "remove the captured piece"]);
    /// assert!(queue.is_empty());
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn finish(
        &mut self,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
    ) -> Result<(), AdvanceError> {
        self.skip(Until::End, show)
    }

    /// Plays up to a point at once. The queue's time moves on as if it had been played, background included,
    /// and what still shows is called at the point where the skip ends.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::UnknownLabel`] where no such label lies ahead, without any change;
    /// [`AdvanceError::Runaway`] and [`AdvanceError::EndlessChain`] where callbacks keep queueing, and
    /// [`AdvanceError::NoDuration`] as [`advance`](Self::advance), each with the rest still queued.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Sequencer, Until}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(500), "jump");
    /// queue.enqueue(ms(500), "land");
    /// queue.skip(Until::EpochEnd, |update, _| assert!(update.ended))?;
    /// assert_eq!((queue.time(), queue.len()), (Time::from_millis(500), 1), "the landing plays");
    /// assert!(queue.skip(Until::Label("act two"), |_, _| ()).is_err(), "no such label");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn skip(
        &mut self,
        until: Until<'_>,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
    ) -> Result<(), AdvanceError> {
        self.skip_with(until, &mut Calls(show))
    }

    /// [`skip`](Self::skip) for a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`skip`](Self::skip).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     sequencer::{Animation, EntryDuration, Progress, Sequencer, Until, WithContext},
    ///     time::{Span, Time, ms},
    /// };
    ///
    /// struct Walk;
    /// impl Animation<i64> for Walk {
    ///     fn tick(&mut self, _: &mut i64, _: Progress) {}
    ///     fn duration(&mut self, steps: &mut i64) -> Option<Span> {
    ///         Some(ms(200) * *steps)
    ///     }
    /// }
    ///
    /// let mut queue: Sequencer<Box<dyn Animation<i64>>> = Sequencer::new();
    /// queue.enqueue(EntryDuration::OnTurn, Box::new(Walk));
    /// queue.skip_with(Until::End, &mut WithContext(&mut 3))?;
    /// assert_eq!(queue.time(), Time::from_millis(600));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn skip_with(
        &mut self,
        until: Until<'_>,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let target = match until {
            Until::End | Until::NextMoment => u64::MAX,
            // Between two epochs the one to skip is the next.
            Until::EpochEnd if !self.lanes.hold() => {
                self.next_epoch().map_or(self.running, |next| next + 1)
            }
            Until::EpochEnd => self.running + 1,
            Until::Label(label) => self.epoch_of(label)?,
        };
        self.begin_step();
        self.outbox.report_all(&mut self.dropped);
        self.outbox.leave_unsettled();
        self.end_all(Ending::Open);
        let mut walk = Walk::skip(target, self.outbox.next_id());
        if until == Until::NextMoment {
            walk.to = self.next_moment().unwrap_or(self.now);
        }
        let mut skipped = Ok(());
        while skipped.is_ok() && self.running < target && !self.is_done(until) {
            match self.play_next(&mut walk, handler) {
                Ok(true) => {}
                Ok(false) => {
                    if until != Until::End || !self.end_all(Ending::Forever) {
                        break;
                    }
                }
                Err(error) => skipped = Err(error),
            }
            if self.outbox.next_id() - walk.first_new > SKIP_LIMIT {
                skipped = Err(AdvanceError::EndlessChain { limit: SKIP_LIMIT });
            }
        }
        match skipped {
            Ok(()) => self.end_step(self.now, Reason::Skipped, handler),
            Err(_) => self.cut_off(self.now),
        }
        skipped
    }

    /// The labels that lie ahead, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::Sequencer, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// for act in ["act one", "act two"] {
    ///     queue.enqueue(ms(900), "scene change");
    ///     queue.label(act);
    /// }
    /// queue.advance(ms(900), |_, _| ())?;
    /// assert!(queue.labels().eq(["act two"]), "act one has had its turn");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|label| label.name.as_str())
    }

    fn epoch_of(&self, name: &str) -> Result<u64, AdvanceError> {
        let found = self.labels.iter().find(|label| label.name == name);
        found.map(|label| label.epoch).ok_or_else(|| AdvanceError::UnknownLabel {
            label: name.into(),
            ahead: self.labels().map(String::from).collect(),
        })
    }

    /// The epoch whose turn comes next.
    pub(super) fn next_epoch(&self) -> Option<u64> {
        let waiting = self.waiting.front().map(|row| row.epoch());
        let label = self.labels.first().map(|label| label.epoch);
        waiting.into_iter().chain(label).min()
    }

    /// Whether nothing is left that the skip could play.
    fn is_done(&self, until: Until<'_>) -> bool {
        match until {
            Until::EpochEnd => !self.lanes.hold() && self.next_epoch().is_none(),
            Until::Label(_) => self.is_idle() && self.next_epoch().is_none(),
            Until::End | Until::NextMoment => self.is_empty() && self.next_epoch().is_none(),
        }
    }

    /// Ends now every entry on show that has no end of its own; returns whether there was one.
    fn end_all(&mut self, ending: Ending) -> bool {
        let now = self.now;
        let mut found = false;
        self.lanes.change_all(|row| {
            if row.ending() == ending {
                row.end_at(now);
                found = true;
            }
        });
        found
    }
}
