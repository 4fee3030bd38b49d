//! Random programs of several tasks against models: when each of their entries, or of their clips, ends.
//!
//! A task plays one entry after the other and awaits its end: one that waits for its turn in the queue, or one beside it
//! that starts at once. A task may be dropped in between, and the game may finish the queue between two steps. The model
//! knows no queue: it keeps the time at which the last entry of the queue ends, and the time at which each task goes on.
//! Tasks of a player do the same with clips, after delays and at speeds.

use std::{cell::RefCell, collections::BTreeMap, pin::Pin, rc::Rc};

use cueline::{
    clip::{ClipBuilder, ClipId, Clips},
    playback::{Play, Player},
    sequencer::{Enqueue, Sequencer},
    time::Speed,
};
use proptest::prelude::*;

use super::{at, flicks, poll};
use crate::local_pair;

#[derive(Clone, Copy, Debug)]
struct Entry {
    duration: i64,
    /// Behind what is queued, or beside it.
    takes_turn: bool,
}

/// The plays of each task, and the step after which it is dropped, if it is.
type Program = Vec<(Vec<Entry>, Option<usize>)>;

/// Task, number of its entry, and end.
type Ends = Vec<(usize, usize, i64)>;

fn programs() -> impl Strategy<Value = Program> {
    let play = (prop_oneof![Just(0), 0..4_i64, 0..25_i64], any::<bool>())
        .prop_map(|(duration, takes_turn)| Entry { duration, takes_turn });
    let task = (prop::collection::vec(play, 0..7), prop::option::weighted(0.4, 0..8_usize));
    prop::collection::vec(task, 1..5)
}

/// A step of the game, and whether it finishes the queue before.
#[derive(Clone, Copy, Debug)]
struct Frame {
    flicks: i64,
    finishes: bool,
}

fn frames() -> impl Strategy<Value = Vec<Frame>> {
    let frame = (prop_oneof![1..6_i64, 0..60_i64], prop::bool::weighted(0.25));
    // A step of no time does nothing, so it reports no finish before it.
    let frame = frame.prop_map(|(flicks, skips)| Frame { flicks, finishes: skips && flicks > 0 });
    prop::collection::vec(frame, 1..14)
}

type Task = Pin<Box<dyn Future<Output = ()>>>;

/// What the real crate does: the ends that the tasks heard of, in order.
fn played(program: &Program, frames: &[Frame]) -> Ends {
    let (mut host, script) = local_pair::<Sequencer<usize>>();
    let (mut queue, ends) = (Sequencer::new(), Rc::new(RefCell::new(Ends::new())));
    let mut tasks: BTreeMap<usize, Task> = BTreeMap::new();
    for (task, (plays, _)) in program.iter().enumerate() {
        let (script, plays, ends) = (script.clone(), plays.clone(), ends.clone());
        let run = async move {
            for (number, Entry { duration, takes_turn }) in plays.into_iter().enumerate() {
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
        if frame.finishes {
            queue.finish(|_, _| ()).expect("no endless loop");
        }
        host.advance(
            &mut queue,
            flicks(frame.flicks),
            |_, _| (),
            || {
                tasks.retain(|_, task| poll(&mut task.as_mut()).is_pending());
            },
        )
        .expect("no endless loop");
    }
    drop(tasks);
    in_order(ends.take())
}

fn in_order(mut ends: Ends) -> Ends {
    ends.sort_unstable_by_key(|(task, number, end)| (*end, *task, *number));
    ends
}

/// The corners that programs have reached.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    /// A task was dropped while its entry played or waited.
    dropped: u32,
    /// A finish ended two entries or more.
    finished: u32,
    /// Entries of several tasks ended at one time.
    together: u32,
    /// An entry waited for that of another task.
    waited: u32,
    /// An entry took no time.
    no_time: u32,
}

/// A task that waits: when it goes on, the end that it then hears of, and the number of its next play.
#[derive(Clone, Copy, Debug)]
struct Waits {
    goes_on: i64,
    ended: i64,
    next: usize,
}

/// What must come out.
fn modelled(program: &Program, frames: &[Frame], reached: &mut Reached) -> Ends {
    let (mut ends, mut free, mut latest) = (Ends::new(), 0, 0);
    let mut tasks: BTreeMap<usize, Waits> =
        (0..program.len()).map(|task| (task, Waits { goes_on: 0, ended: 0, next: 0 })).collect();
    let mut from = 0;
    for (step, frame) in frames.iter().enumerate() {
        tasks.retain(|task, waits| {
            let dropped = program[*task].1 == Some(step);
            reached.dropped += u32::from(dropped && waits.next > 0);
            !dropped
        });
        if frame.finishes {
            // What is in the queue ends at its time, the queue is at the latest of these, and then the tasks go on.
            from = latest.max(from);
            let held = tasks.values_mut().filter(|waits| waits.next > 0);
            let held = held.map(|waits| waits.goes_on = from).count();
            reached.finished += u32::from(held > 1);
        }
        // A step of no time does nothing.
        if frame.flicks == 0 {
            continue;
        }
        let until = from + frame.flicks;
        loop {
            let due = tasks.values().map(|waits| waits.goes_on).filter(|at| *at <= until).min();
            let Some(now) = due else { break };
            let is_due = |waits: &Waits| waits.goes_on == now;
            let woken: Vec<usize> =
                tasks.iter().filter(|(_, waits)| is_due(waits)).map(|(task, _)| *task).collect();
            reached.together += u32::from(now > 0 && woken.len() > 1);
            for task in woken {
                let Waits { ended, next, .. } = tasks[&task];
                if next > 0 {
                    ends.push((task, next - 1, ended));
                }
                let Some(Entry { duration, takes_turn }) = program[task].0.get(next).copied()
                else {
                    tasks.remove(&task);
                    continue;
                };
                let start = if takes_turn { now.max(free) } else { now };
                reached.waited += u32::from(start > now);
                reached.no_time += u32::from(duration == 0);
                let end = start + duration;
                if takes_turn {
                    free = end;
                }
                latest = latest.max(end);
                tasks.insert(task, Waits { goes_on: end, ended: end, next: next + 1 });
            }
        }
        from = until;
    }
    in_order(ends)
}

#[test]
fn programs_of_tasks_end_when_the_model_says() {
    let reached = RefCell::new(Reached::default());
    proptest!(ProptestConfig::with_cases(400), |(program in programs(), frames in frames())| {
        let wanted = modelled(&program, &frames, &mut reached.borrow_mut());
        prop_assert_eq!(played(&program, &frames), wanted);
    });
    let reached = reached.into_inner();
    let Reached { dropped, finished, together, waited, no_time } = reached;
    let least = [dropped, finished, together, waited, no_time].into_iter().min();
    assert!(least >= Some(10), "{reached:?}");
}

/// A clip that a task plays: its duration, its delay, and whether it is twice as fast.
#[derive(Clone, Copy, Debug)]
struct Clip {
    duration: i64,
    delay: i64,
    faster: bool,
}

type ClipProgram = Vec<(Vec<Clip>, Option<usize>)>;

fn clip_programs() -> impl Strategy<Value = ClipProgram> {
    let clip = (1..12_i64, prop_oneof![Just(0), 0..9_i64], any::<bool>())
        .prop_map(|(half, delay, faster)| Clip { duration: half * 2, delay, faster });
    let task = (prop::collection::vec(clip, 0..6), prop::option::weighted(0.4, 0..8_usize));
    prop::collection::vec(task, 1..5)
}

/// What the tasks of a player heard of.
fn played_clips(program: &ClipProgram, frames: &[Frame]) -> Ends {
    let mut clips = Clips::new();
    let ids: Vec<ClipId> = (0..24)
        .map(|duration| {
            let clip = ClipBuilder::new(format!("{duration}")).duration(flicks(duration));
            clips.add(clip.build().expect("a clip")).expect("a name of its own")
        })
        .collect();
    let clips = Rc::new(clips);
    let (mut host, script) = local_pair::<Player<usize>>();
    let (mut player, ends) = (Player::new(), Rc::new(RefCell::new(Ends::new())));
    let mut tasks: BTreeMap<usize, Task> = BTreeMap::new();
    for (task, (plays, _)) in program.iter().enumerate() {
        let (script, plays, ends) = (script.clone(), plays.clone(), ends.clone());
        let (clips, ids) = (clips.clone(), ids.clone());
        let run = async move {
            for (number, Clip { duration, delay, faster }) in plays.into_iter().enumerate() {
                let (clips, id) = (clips.clone(), ids[usize::try_from(duration).unwrap()]);
                let play = Play {
                    delay: flicks(delay),
                    speed: Speed::new(if faster { 2 } else { 1 }, 1).unwrap(),
                    ..Play::default()
                };
                let item = script.with(move |player: &mut Player<usize>| {
                    player.play_on(task, &*clips, id, play).expect("a clip of the library")
                });
                let end = script.end(item.await.unwrap()).await.expect("nothing stops it");
                ends.borrow_mut().push((task, number, (end.at - at(0)).flicks()));
            }
        };
        tasks.insert(task, Box::pin(run));
    }
    for (step, frame) in frames.iter().enumerate() {
        tasks.retain(|task, _| program[*task].1 != Some(step));
        let step = flicks(frame.flicks);
        let poll_all = || tasks.retain(|_, task| poll(&mut task.as_mut()).is_pending());
        host.advance(&mut player, step, &*clips, |_| (), poll_all).expect("no endless loop");
    }
    drop(tasks);
    in_order(ends.take())
}

/// What they must hear of: a clip ends after its delay and its duration, half of it where it is faster.
fn modelled_clips(program: &ClipProgram, frames: &[Frame], reached: &mut Reached) -> Ends {
    let mut ends = Ends::new();
    for (task, (plays, dropped)) in program.iter().enumerate() {
        let heard = frames.iter().take(dropped.unwrap_or(frames.len()));
        let until: i64 = heard.map(|frame| frame.flicks).sum();
        let mut now = 0;
        for (number, Clip { duration, delay, faster }) in plays.iter().enumerate() {
            now += delay + if *faster { duration / 2 } else { *duration };
            if now > until {
                reached.dropped += u32::from(dropped.is_some());
                break;
            }
            reached.together += u32::from(ends.iter().any(|(_, _, end)| *end == now));
            reached.waited += u32::from(*delay > 0);
            ends.push((task, number, now));
        }
    }
    in_order(ends)
}

#[test]
fn programs_of_tasks_with_clips_end_when_the_model_says() {
    let reached = RefCell::new(Reached::default());
    proptest!(ProptestConfig::with_cases(400), |(program in clip_programs(), frames in frames())| {
        let wanted = modelled_clips(&program, &frames, &mut reached.borrow_mut());
        prop_assert_eq!(played_clips(&program, &frames), wanted);
    });
    let Reached { dropped, together, waited, .. } = reached.into_inner();
    assert!(dropped.min(together).min(waited) >= 10, "{dropped} {together} {waited}");
}
