//! Queues: every placement, every duration, callbacks that queue, skips, and steps of all sizes.

use cueline::{
    sequencer::{
        Commands, Enqueue, EntryDuration, EntryId, Handler, Sequencer, Timing, Until, Update,
    },
    time::Span,
};

use crate::{Dice, Played, Tape};

/// Queues an entry, on a queue or on the commands of a callback.
macro_rules! door {
    ($queue:expr, $door:expr, $timing:expr, $payload:expr, $other:expr) => {{
        let (door, timing, payload) = ($door, $timing, $payload);
        match door {
            0 => $queue.enqueue(timing, payload),
            1 => $queue.concurrently(timing, payload),
            2 if timing.delay.is_zero() => $queue.background_forever(payload),
            2 => $queue.background(timing, payload),
            3 => $queue.blocking(timing, payload),
            4 => $queue.non_blocking(timing, payload),
            5 => $queue.now(timing, payload),
            _ => $queue.after($other, timing, payload),
        }
    }};
}

/// A closure; entries that take their duration on their turn get zero.
pub(crate) struct NoTime<F>(F);

pub(crate) fn no_time<F: FnMut(Update<'_, u32>, &mut Commands<'_, u32>)>(show: F) -> NoTime<F> {
    NoTime(show)
}

impl<F: FnMut(Update<'_, u32>, &mut Commands<'_, u32>)> Handler<u32> for NoTime<F> {
    fn update(&mut self, update: Update<'_, u32>, commands: &mut Commands<'_, u32>) {
        (self.0)(update, commands);
    }

    fn duration(&mut self, _: &mut u32) -> Option<Span> {
        Some(Span::ZERO)
    }
}

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(11);
    for _ in 0..120 {
        tape.scenario();
        let mut queue = Sequencer::new();
        let mut ids = Vec::new();
        for _ in 0..40 {
            orders(tape, &mut queue, &mut ids, &mut dice);
            let by = dice.flicks(0, 60);
            let mut calls = dice.clone(); // of its own: how often it is called is no part of the program
            let show = |step: Update<'_, u32>, commands: &mut Commands<'_, u32>| {
                tape.hash(&(
                    step.id,
                    *step.payload,
                    step.started,
                    step.ended,
                    step.elapsed,
                    step.at,
                ));
                tape.put((step.progress(), step.remaining(), step.lateness));
                *step.payload = step.payload.wrapping_add(1);
                if step.ended && calls.chance(1, 5) {
                    let timing = timing(&mut calls);
                    tape.hash(&door!(commands, calls.below(7), timing, calls.below(9), step.id));
                }
            };
            let stepped = queue.advance_with(by, &mut no_time(show));
            tape.accepted(&stepped);
            report(tape, &queue);
        }
    }
    Ok(())
}

fn timing(dice: &mut Dice) -> Timing {
    let length = match dice.below(8) {
        0 => EntryDuration::Open,
        2 => EntryDuration::Fixed(Span::ZERO),
        3 => EntryDuration::OnTurn,
        _ => EntryDuration::Fixed(dice.flicks(1, 50)),
    };
    let delay = if dice.chance(1, 3) { dice.flicks(0, 20) } else { Span::ZERO };
    Timing::from(length).delayed(delay)
}

/// A few orders.
pub(crate) fn orders(
    tape: &mut Tape,
    queue: &mut Sequencer<u32>,
    ids: &mut Vec<EntryId>,
    dice: &mut Dice,
) {
    for _ in 0..dice.below(4) {
        match dice.below(15) {
            0 => queue.new_epoch(),
            1 => queue.label(format!("label {}", dice.below(3))),
            2 if dice.chance(1, 6) => queue.flush(),
            3 if dice.chance(1, 4) => {
                tape.accepted(&queue.skip_with(Until::End, &mut no_time(|_, _| ())))
            }
            4 if dice.chance(1, 3) => {
                let until = match dice.below(3) {
                    0 => Until::EpochEnd,
                    1 => Until::End,
                    _ => Until::Label("label 1"),
                };
                tape.accepted(&queue.skip_with(until, &mut no_time(|_, _| ())));
            }
            5 | 6 if !ids.is_empty() => tape.put(queue.cancel(dice.pick(ids))),
            7 | 8 if !ids.is_empty() => tape.put(queue.release(dice.pick(ids))),
            9 if !ids.is_empty() => tape.put(queue.finish_entry(dice.pick(ids))),
            _ => {
                let timing = timing(dice);
                let other = if ids.is_empty() { None } else { Some(dice.pick(ids)) };
                let id = match other {
                    Some(other) => door!(queue, dice.below(7), timing, dice.below(9), other),
                    None => queue.enqueue(timing, dice.below(9)),
                };
                tape.hash(&id);
                ids.push(id);
            }
        }
        report(tape, queue);
    }
}

fn report(tape: &mut Tape, queue: &Sequencer<u32>) {
    tape.hash(queue.events());
    tape.hash(&(queue.time(), queue.next_moment(), queue.len(), queue.is_idle()));
    for plan in queue.agenda() {
        tape.hash(&(plan.id, plan.payload, plan.role, plan.start, plan.duration));
    }
}
