//! Queues: every door, every length, callbacks that queue, skips, and steps of all sizes.

use cueline::{
    sequencer::{EntryDuration, EntryId, Sequencer, Timing, Until, Update},
    time::Span,
};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(11);
    for round in 0..120 {
        tape.scenario();
        let mut queue = Sequencer::new();
        let mut ids = Vec::new();
        for _ in 0..40 {
            orders(tape, &mut queue, &mut ids, &mut dice);
            let by = dice.flicks(0, 60);
            let mut calls = dice.clone(); // of its own: how often it is called is no part of the program
            let show = |step: Update<'_, u32>, queue: &mut Sequencer<u32>| {
                tape.hash(&(step.id, *step.payload, step.start, step.end, step.elapsed, step.at));
                tape.put((step.alpha(), step.remaining(), step.lateness));
                *step.payload = step.payload.wrapping_add(1);
                if step.end && calls.chance(1, 5) {
                    let timing = timing(&mut calls);
                    tape.accepted(&door(queue, calls.below(5), timing, calls.below(9)));
                }
            };
            let stepped = if round % 2 == 0 {
                queue.advance(by, show)
            } else {
                queue.advance_by_moments(by, show)
            };
            tape.accepted(&stepped);
            told(tape, &queue);
        }
    }
    Ok(())
}

fn timing(dice: &mut Dice) -> Timing {
    let length = match dice.below(8) {
        0 => EntryDuration::Open,
        1 => EntryDuration::Forever,
        2 => EntryDuration::Fixed(Span::ZERO),
        3 => EntryDuration::OnTurn,
        _ => EntryDuration::Fixed(dice.flicks(1, 50)),
    };
    let delay = if dice.chance(1, 3) { dice.flicks(0, 20) } else { Span::ZERO };
    Timing::from(length).delayed(delay)
}

fn door(
    queue: &mut Sequencer<u32>,
    door: u32,
    timing: Timing,
    payload: u32,
) -> Result<EntryId, cueline::sequencer::QueueError> {
    match door {
        0 => queue.enqueue(timing, payload),
        1 => queue.concurrently(timing, payload),
        2 => queue.background(timing, payload),
        3 => queue.blocking(timing, payload),
        _ => queue.non_blocking(timing, payload),
    }
}

/// A few orders.
pub(crate) fn orders(
    tape: &mut Tape,
    queue: &mut Sequencer<u32>,
    ids: &mut Vec<EntryId>,
    dice: &mut Dice,
) {
    for _ in 0..dice.below(4) {
        match dice.below(14) {
            0 => queue.new_epoch(),
            1 => queue.label(format!("label {}", dice.below(3))),
            2 if dice.chance(1, 6) => queue.flush(),
            3 if dice.chance(1, 4) => tape.accepted(&queue.finish(|_, _| ())),
            4 if dice.chance(1, 3) => {
                let until = match dice.below(3) {
                    0 => Until::EpochEnd,
                    1 => Until::End,
                    _ => Until::Label("label 1"),
                };
                tape.accepted(&queue.skip(until, |_, _| ()));
            }
            5 | 6 if !ids.is_empty() => tape.put(queue.cancel(dice.pick(ids))),
            7 | 8 if !ids.is_empty() => tape.put(queue.release(dice.pick(ids))),
            _ => {
                let timing = timing(dice);
                let id = door(queue, dice.below(5), timing, dice.below(9));
                tape.accepted(&id);
                ids.extend(id);
            }
        }
        told(tape, queue);
    }
}

fn told(tape: &mut Tape, queue: &Sequencer<u32>) {
    tape.hash(queue.events());
    tape.hash(&(queue.now(), queue.next_moment(), queue.len(), queue.is_idle()));
    for plan in queue.agenda() {
        tape.hash(&(plan.id, plan.payload, plan.role, plan.start, plan.duration));
    }
}
