//! Random programs of several tasks against a model: when each of their entries ends.
//!
//! A task plays one entry after the other and awaits its end: one that waits for its turn in the queue, or one beside it
//! that starts at once. A task may be dropped in between. The model knows no queue: it keeps the time at which the last
//! entry of the queue ends, and the time at which each task goes on.

use std::{cell::RefCell, collections::BTreeMap, pin::Pin, rc::Rc};

use cueline::sequencer::{Enqueue, Sequencer};
use proptest::prelude::*;

use super::{at, flicks, poll};
use crate::local_pair;

#[derive(Clone, Copy, Debug)]
struct Play {
    duration: i64,
    /// Behind what is queued, or beside it.
    takes_turn: bool,
}

/// The plays of each task, and the step after which it is dropped, if it is.
type Program = Vec<(Vec<Play>, Option<usize>)>;

/// Task, number of its entry, and end.
type Ends = Vec<(usize, usize, i64)>;

fn programs() -> impl Strategy<Value = Program> {
    let play = (prop_oneof![Just(0), 0..4_i64, 0..25_i64], any::<bool>())
        .prop_map(|(duration, takes_turn)| Play { duration, takes_turn });
    let task = (prop::collection::vec(play, 0..7), prop::option::weighted(0.2, 0..12_usize));
    prop::collection::vec(task, 1..5)
}

/// What the real crate does: the ends that the tasks heard of, in order.
fn played(program: &Program, frames: &[i64]) -> Ends {
    let (mut host, script) = local_pair::<Sequencer<usize>>();
    let (mut queue, ends) = (Sequencer::new(), Rc::new(RefCell::new(Ends::new())));
    let mut tasks: BTreeMap<usize, Pin<Box<dyn Future<Output = ()>>>> = BTreeMap::new();
    for (task, (plays, _)) in program.iter().enumerate() {
        let (script, plays, ends) = (script.clone(), plays.clone(), ends.clone());
        let run = async move {
            for (number, Play { duration, takes_turn }) in plays.into_iter().enumerate() {
                let playing = script.play(move |queue: &mut Sequencer<usize>| match takes_turn {
                    true => queue.blocking(flicks(duration), task),
                    false => queue.now(flicks(duration), task),
                });
                let end = playing.await.expect("nothing cancels it");
                ends.borrow_mut().push((task, number, (end.at - at(0)).flicks()));
            }
        };
        tasks.insert(task, Box::pin(run));
    }
    for (step, frame) in frames.iter().enumerate() {
        tasks.retain(|task, _| program[*task].1 != Some(step));
        host.advance(
            &mut queue,
            flicks(*frame),
            |_, _| (),
            || {
                tasks.retain(|_, task| poll(&mut task.as_mut()).is_pending());
            },
        )
        .expect("no endless loop");
    }
    drop(tasks);
    let mut ends = ends.take();
    ends.sort_unstable_by_key(|(task, number, end)| (*end, *task, *number));
    ends
}

/// What must come out.
fn modelled(program: &Program, frames: &[i64]) -> Ends {
    let (mut ends, mut free) = (Ends::new(), 0);
    // When a task goes on, and with which of its plays.
    let mut next: BTreeMap<usize, (i64, usize)> =
        (0..program.len()).map(|task| (task, (0, 0))).collect();
    let mut from = 0;
    for (step, frame) in frames.iter().enumerate() {
        next.retain(|task, _| program[*task].1 != Some(step));
        // A step of no time does nothing.
        if *frame == 0 {
            continue;
        }
        let until = from + frame;
        loop {
            let due = next.values().map(|(time, _)| *time).filter(|time| *time <= until).min();
            let Some(now) = due else { break };
            let woken: Vec<usize> =
                next.iter().filter(|(_, (time, _))| *time == now).map(|(task, _)| *task).collect();
            for task in woken {
                let (_, number) = next[&task];
                if number > 0 {
                    ends.push((task, number - 1, now));
                }
                let Some(Play { duration, takes_turn }) = program[task].0.get(number).copied()
                else {
                    next.remove(&task);
                    continue;
                };
                let start = if takes_turn { now.max(free) } else { now };
                if takes_turn {
                    free = start + duration;
                }
                next.insert(task, (start + duration, number + 1));
            }
        }
        from = until;
    }
    ends.sort_unstable_by_key(|(task, number, end)| (*end, *task, *number));
    ends
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn programs_of_tasks_end_when_the_model_says(
        program in programs(),
        frames in prop::collection::vec(prop_oneof![1..6_i64, 0..60_i64], 1..14),
    ) {
        prop_assert_eq!(played(&program, &frames), modelled(&program, &frames));
    }
}
