//! Skips play everything up to some point at once.
//!
//! A skip visits the same moments as a step. So it ends in the state that playing would have reached, with the same
//! events in the same order. Each call and each event has [`Reason::Skipped`].

use alloc::string::String;

use super::{
    AdvanceError, Commands, EntryId, Handler, Role, Sequencer, Update, handler::Calls, row::Ending,
    step::Walk,
};
use crate::event::Reason;

/// The number of entries that callbacks may queue during one skip. Beyond it, the skip ends with an error.
const SKIP_LIMIT: u64 = 100_000;

/// How far to skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until<'a> {
    /// To the end of the running epoch, which is the start of the next epoch.
    EpochEnd,
    /// To the start of the epoch with this [label](super::Enqueue::label).
    Label(&'a str),
    /// To the next open-ended entry of the foreground, for example a choice: the skip stops when the entry shows, and
    /// plays only what is due now if such an entry shows already. Without one, to the end of the foreground.
    Open,
    /// To the next moment at which an entry starts or ends, and through everything that is due then. Open-ended entries
    /// end at once. Use it to run other code at each moment, as the host of `cueline-await` does.
    NextMoment,
    /// To the end of the queue. Open-ended entries end at once. Entries without an end end after all others.
    End,
}

impl<P> Sequencer<P> {
    /// Plays the whole queue to its end at once. The display jumps to its final state. Open-ended entries end too; to stop at
    /// them, [`skip`](Self::skip) until [`Open`](Until::Open).
    ///
    /// The [time](Self::time) of the queue is then the time that playing would have reached, ahead of the clock of the game.
    /// So go on with [`advance`](Self::advance) and sample at the time of the queue.
    ///
    /// # Errors
    ///
    /// As [`skip`](Self::skip).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{event::Reason, sequencer::{Enqueue, Sequencer}, time::{Span, ms}};
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

    /// Plays up to a point at once. The time of the queue advances as if it had played, also for background entries.
    /// Entries that are still active where the skip ends are called there.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::UnknownLabel`] if no such label is queued; then nothing changes.
    /// [`AdvanceError::Runaway`] and [`AdvanceError::EndlessChain`] if callbacks queue entries without end.
    /// [`AdvanceError::NoDuration`] as in [`advance`](Self::advance). After these three errors the rest is still queued.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer, Until}, time::{Time, ms}};
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
    ///     sequencer::{Commands, Enqueue, EntryDuration, Handler, Sequencer, Until, Update},
    ///     time::{Span, Time, ms},
    /// };
    ///
    /// /// The steps that each walk has left.
    /// struct Board(i64);
    /// impl Handler<&str> for Board {
    ///     fn update(&mut self, _: Update<'_, &str>, _: &mut Commands<'_, &str>) {}
    ///     fn duration(&mut self, _: &mut &str) -> Option<Span> {
    ///         Some(ms(200) * self.0)
    ///     }
    /// }
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(EntryDuration::OnTurn, "walk");
    /// queue.skip_with(Until::End, &mut Board(3))?;
    /// assert_eq!(queue.time(), Time::from_millis(600));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn skip_with(
        &mut self,
        until: Until<'_>,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let target = match until {
            Until::End | Until::Open | Until::NextMoment => u64::MAX,
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
        let mut walk = self.walk_until(until, target);
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
        self.lanes.forget_ended();
        self.since = self.now;
        skipped
    }

    /// The walk of a skip. Ends open-ended entries, unless the skip stops at one.
    fn walk_until(&mut self, until: Until<'_>, target: u64) -> Walk {
        let first_new = self.outbox.next_id();
        if until == Until::Open {
            let mut walk = Walk::skip_to_open(first_new);
            if self.is_at_open() {
                walk.to = self.now;
            }
            return walk;
        }
        self.end_all(Ending::Open);
        let mut walk = Walk::skip(target, first_new);
        if until == Until::NextMoment {
            walk.to = self.next_moment().unwrap_or(self.now);
        }
        walk
    }

    /// Whether an open-ended entry shows in the foreground.
    fn is_at_open(&self) -> bool {
        self.sample(self.now).any(|shown| shown.role != Role::Background && self.is_open(shown.id))
    }

    fn is_open(&self, id: EntryId) -> bool {
        self.lanes.get(id).is_some_and(|row| row.ending() == Ending::Open)
    }

    /// The labels of epochs that have not started, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
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

    /// The epoch that starts next.
    pub(super) fn next_epoch(&self) -> Option<u64> {
        let waiting = self.lanes.waiting.first().map(|row| row.epoch);
        let label = self.labels.front().map(|label| label.epoch);
        waiting.into_iter().chain(label).min()
    }

    /// Whether the skip has nothing left to play.
    fn is_done(&self, until: Until<'_>) -> bool {
        match until {
            Until::EpochEnd => !self.lanes.hold() && self.next_epoch().is_none(),
            Until::Label(_) | Until::Open => self.is_idle() && self.next_epoch().is_none(),
            Until::End | Until::NextMoment => self.is_empty() && self.next_epoch().is_none(),
        }
    }

    /// Ends each active entry without an own end now. Returns `true` if there was one.
    fn end_all(&mut self, ending: Ending) -> bool {
        let now = self.now;
        self.lanes.change_all(|row| {
            let found = row.ending() == ending;
            if found {
                row.end_at(now);
            }
            found
        })
    }
}
