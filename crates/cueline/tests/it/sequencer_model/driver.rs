//! The real queue at work on a program.

use cueline::{
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryId, Handler, Sequencer, Timing, Until, Update,
    },
    time::Span,
};

use super::{
    program::{Hooks, NAMES, Op, Placement, duration_on_turn, place_entry},
    trace::{Answers, Call, Reported},
};

/// A queue, and what its callbacks see and know.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Driver {
    pub(crate) queue: Sequencer<Hooks>,
    pub(crate) desk: Desk,
}

/// What callbacks see of the game.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Desk {
    ids: Vec<EntryId>,
    pub(crate) calls: Vec<Call>,
}

impl Driver {
    /// Carries out an operation, a wait in one step. Returns whether it was a step.
    pub(crate) fn run(&mut self, op: &Op) -> bool {
        self.desk.calls.clear();
        match *op {
            Op::Wait(units) => self.advance(units),
            Op::FinishEpoch => self.skip(Until::EpochEnd).expect("an honest game"),
            Op::Finish => self.skip(Until::End).expect("an honest game"),
            Op::SkipTo(name) => {
                let skipped = self.skip(Until::Label(NAMES[name]));
                assert!(matches!(skipped, Ok(()) | Err(AdvanceError::UnknownLabel { .. })));
                return skipped.is_ok();
            }
            Op::Cue(_) => return false, // only a callback has an entry to mark
            _ => {
                self.desk.change(&mut self.queue, op);
                return false;
            }
        }
        true
    }

    pub(crate) fn advance(&mut self, units: i64) {
        let by = Span::from_flicks(units);
        self.queue.advance_with(by, &mut self.desk).expect("an honest game");
    }

    pub(crate) fn skip(&mut self, until: Until<'_>) -> Result<(), AdvanceError> {
        self.queue.skip_with(until, &mut self.desk)
    }

    pub(crate) fn reported(&self) -> Vec<Reported> {
        self.queue.events().iter().map(Reported::from).collect()
    }

    pub(crate) fn answers(&self) -> Answers {
        let Self { queue, desk } = self;
        let alive = desk.ids.iter().filter(|id| queue.contains(**id));
        Answers {
            now: queue.time().flicks(),
            queued: queue.queued(),
            alive: alive.map(|id| id.number()).collect(),
            len: queue.len(),
            is_idle: queue.is_idle(),
            is_empty: queue.is_empty(),
            oldest: queue.oldest().map(EntryId::number),
            next_moment: queue.next_moment().map(|at| at.flicks()),
            labels: queue.labels().map(String::from).collect(),
            passed: queue
                .labels_passed()
                .iter()
                .map(|label| (label.name.clone(), label.at.flicks(), label.reason))
                .collect(),
        }
    }
}

impl Desk {
    /// Carries out an operation that needs no step.
    fn change(&mut self, queue: &mut Sequencer<Hooks>, op: &Op) {
        match op {
            Op::Queue { placement, delay, duration, hooks } => {
                let id = place_entry!(
                    &mut *queue,
                    self.ids,
                    *placement,
                    *delay,
                    *duration,
                    hooks.clone()
                );
                self.name(id);
            }
            Op::NewEpoch => queue.new_epoch(),
            Op::Label(name) => queue.label(NAMES[*name]),
            Op::Release(number) => {
                if let Some(id) = self.id(*number) {
                    queue.release(id);
                }
            }
            Op::Cancel(number) => {
                if let Some(id) = self.id(*number) {
                    let there = queue.contains(id);
                    assert_eq!(queue.cancel(id).is_some(), there, "the payload comes back once");
                }
            }
            Op::FinishEntry(number) => {
                if let Some(id) = self.id(*number) {
                    let there = queue.contains(id);
                    assert_eq!(queue.finish_entry(id), there);
                }
            }
            Op::Flush => queue.flush(),
            _ => unreachable!("{op:?} is no change"),
        }
    }

    /// Carries out an operation of a callback.
    fn command(&mut self, commands: &mut Commands<'_, Hooks>, op: &Op) {
        match op {
            Op::Queue { placement, delay, duration, hooks } => {
                let id = place_entry!(
                    &mut *commands,
                    self.ids,
                    *placement,
                    *delay,
                    *duration,
                    hooks.clone()
                );
                self.name(id);
            }
            Op::NewEpoch => commands.new_epoch(),
            Op::Label(name) => commands.label(NAMES[*name]),
            Op::Release(number) => drop(self.id(*number).map(|id| commands.release(id))),
            Op::Cancel(number) => drop(self.id(*number).map(|id| commands.cancel(id))),
            Op::FinishEntry(number) => drop(self.id(*number).map(|id| commands.finish_entry(id))),
            Op::Flush => commands.flush(),
            Op::Wait(_) | Op::FinishEpoch | Op::SkipTo(_) | Op::Finish => {}
            Op::Cue(_) => unreachable!("the callback knows the moment"),
        }
    }

    fn name(&mut self, id: EntryId) {
        assert_eq!(id.number(), self.ids.len() as u64, "entries are numbered in order");
        self.ids.push(id);
    }

    fn id(&self, number: u64) -> Option<EntryId> {
        self.ids.get(usize::try_from(number).ok()?).copied()
    }
}

impl Handler<Hooks> for Desk {
    fn update(&mut self, update: Update<'_, Hooks>, commands: &mut Commands<'_, Hooks>) {
        assert_eq!(update.ended, update.progress() == 1.0, "1 in the last call and only there");
        self.calls.push(Call::new(&update));
        for op in update.payload.take(update.started, update.ended) {
            match op {
                Op::Cue(back) => {
                    let at = update.elapsed - Span::from_flicks(back);
                    commands.cue(at.max(Span::ZERO), 0);
                }
                op => self.command(commands, &op),
            }
        }
    }

    fn duration(&mut self, payload: &mut Hooks) -> Option<Span> {
        Some(Span::from_flicks(duration_on_turn(payload)))
    }
}
