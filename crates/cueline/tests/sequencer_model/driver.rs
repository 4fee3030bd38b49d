//! The real queue at work on a program.

use cueline::{
    sequencer::{AdvanceError, EntryId, Handler, QueueError, Sequencer, Timing, Until, Update},
    time::Span,
};

use crate::{
    program::{Door, Hooks, NAMES, Op, length_on_turn},
    trace::{Answers, Call, Told},
};

/// How a wait is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// `advance`.
    Step,
    /// `advance_by_moments`.
    Moments,
}

/// A queue, the names of its entries by number, and what the last step told.
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
    /// Does what an operation says, a wait in one step, and answers whether it was a step.
    pub(crate) fn run(&mut self, op: &Op, grain: Grain) -> bool {
        self.desk.calls.clear();
        match *op {
            Op::Wait(units) => self.advance(units, grain),
            Op::FinishEpoch => self.skip(Until::EpochEnd).expect("an honest game"),
            Op::Finish => self.skip(Until::End).expect("an honest game"),
            Op::SkipTo(name) => {
                let skipped = self.skip(Until::Label(NAMES[name]));
                assert!(matches!(skipped, Ok(()) | Err(AdvanceError::UnknownLabel { .. })));
                return skipped.is_ok();
            }
            Op::Cue(at) => {
                self.queue.cue(Span::from_flicks(at), 0);
                return false;
            }
            _ => {
                self.desk.change(&mut self.queue, op);
                return false;
            }
        }
        true
    }

    pub(crate) fn advance(&mut self, units: i64, grain: Grain) {
        let by = Span::from_flicks(units);
        match grain {
            Grain::Step => self.queue.advance_on(by, &mut self.desk),
            Grain::Moments => self.queue.advance_by_moments_on(by, &mut self.desk),
        }
        .expect("an honest game");
    }

    fn skip(&mut self, until: Until<'_>) -> Result<(), AdvanceError> {
        self.queue.skip_on(until, &mut self.desk)
    }

    pub(crate) fn told(&self) -> Vec<Told> {
        self.queue.events().iter().map(Told::from).collect()
    }

    pub(crate) fn answers(&self) -> Answers {
        let Self { queue, desk } = self;
        let alive = desk.ids.iter().filter(|id| queue.contains(**id));
        Answers {
            now: queue.now().flicks(),
            queued: queue.queued(),
            alive: alive.map(|id| id.number()).collect(),
            len: queue.len(),
            is_idle: queue.is_idle(),
            is_empty: queue.is_empty(),
            oldest: queue.oldest().map(EntryId::number),
            next_moment: queue.next_moment().map(|at| at.flicks()),
            labels: queue.labels().map(String::from).collect(),
        }
    }
}

impl Desk {
    /// What needs no step.
    fn change(&mut self, queue: &mut Sequencer<Hooks>, op: &Op) {
        match op {
            Op::Queue { door, delay, length, hooks } => {
                let timing = Timing::from(*length).delayed(Span::from_flicks(*delay));
                let id = knock(queue, *door, timing, hooks.clone()).expect("a good entry");
                assert_eq!(id.number(), self.ids.len() as u64, "entries are numbered in order");
                self.ids.push(id);
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
                    let there = queue.contains(id); // not while it is being called
                    assert_eq!(queue.cancel(id).is_some(), there, "the payload comes back once");
                }
            }
            Op::Flush => queue.flush(),
            _ => unreachable!("{op:?} is no change"),
        }
    }

    fn id(&self, number: u64) -> Option<EntryId> {
        self.ids.get(usize::try_from(number).ok()?).copied()
    }
}

impl Handler<Hooks> for Desk {
    fn step(&mut self, step: Update<'_, Hooks>, queue: &mut Sequencer<Hooks>) {
        assert_eq!(step.end, step.alpha() == 1.0, "alpha is 1 in the last call and only there");
        let mut call = Call::new(&step);
        for op in step.payload.take(step.start, step.end) {
            match op {
                Op::Cue(back) => {
                    let at = step.elapsed - Span::from_flicks(back);
                    queue.cue(at.max(Span::ZERO), 0);
                }
                Op::Wait(_) | Op::FinishEpoch | Op::SkipTo(_) | Op::Finish => {
                    let stepped = queue.advance(Span::FLICK, |_, _| unreachable!());
                    assert_eq!(stepped, Err(AdvanceError::InsideStep));
                    let skipped = queue.finish(|_, _| unreachable!());
                    assert_eq!(skipped, Err(AdvanceError::InsideStep));
                }
                op => self.change(queue, &op),
            }
        }
        call.left = queue.len();
        self.calls.push(call);
    }

    fn length(&mut self, payload: &mut Hooks) -> Span {
        Span::from_flicks(length_on_turn(payload))
    }
}

fn knock(
    queue: &mut Sequencer<Hooks>,
    door: Door,
    timing: Timing,
    hooks: Hooks,
) -> Result<EntryId, QueueError> {
    match door {
        Door::Enqueue => queue.enqueue(timing, hooks),
        Door::Concurrently => queue.concurrently(timing, hooks),
        Door::Background => queue.background(timing, hooks),
        Door::Blocking => queue.blocking(timing, hooks),
        Door::NonBlocking => queue.non_blocking(timing, hooks),
    }
}
