//! The player against a model of it, over random programs.
//!
//! The model moves in steps of a twelfth of a flick; the player computes. Both must report the same events in the same
//! order, and have the same items at the same positions with the same values. The environment sets the number of
//! programs, `CUELINE_PROGRAMS=1000000`, and the first seed, `CUELINE_SEED`.

pub(crate) mod head;
pub(crate) mod model;
pub(crate) mod program;
pub(crate) mod real;
pub(crate) mod trace;

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use cueline::{
    clip::{ClipId, Clips},
    event::{Direction, EventKind, Reason},
    playback::{Phase, PlaybackRef},
};

use self::{
    model::Model,
    program::{Op, library, program, start},
    real::Real,
    trace::{Answer, Reported},
};

/// A number from the environment, or a default.
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Runs a program on both and returns the first difference.
fn differs(ops: &[Op], start: i64, library: &(Clips, Vec<ClipId>)) -> Option<String> {
    let both = || {
        let (mut model, mut real) = (Model::new(), Real::new(library, start));
        let mut faded = false;
        for (place, op) in ops.iter().enumerate() {
            let due = real.player.next_due(&library.0);
            let (want, found) = (model.apply(op), real.apply(op));
            if want != found {
                return Some(format!("at {place}, {op:?}:\n  model {want:?}\n   real {found:?}"));
            }
            // A faded-out item leaves without an event, but is still due.
            faded |= matches!(op, Op::FadeOut(..));
            if let Op::Advance(by) = *op {
                let end = real.player.now().flicks();
                let first = want.reported.first().map(|reported| reported.due + start);
                let due = due.map(|due| due.flicks());
                let right = match first {
                    Some(first) => due == Some(first) || (faded && due < Some(first)),
                    None => due.is_none_or(|due| due > end) || faded,
                };
                if !right {
                    return Some(format!(
                        "at {place}, {by} flicks: {due:?} was due, not {first:?}"
                    ));
                }
            }
        }
        None
    };
    catch_unwind(AssertUnwindSafe(both)).unwrap_or_else(|_| Some("a panic".into()))
}

/// Shrinks a program: leaves out operations as long as the two still differ.
fn shrunk(mut ops: Vec<Op>, start: i64, library: &(Clips, Vec<ClipId>)) -> Vec<Op> {
    let mut place = 0;
    while place < ops.len() {
        let mut shorter = ops.clone();
        match &mut shorter[place] {
            Op::Advance(by) if *by > 1 => *by -= 1,
            _ => _ = shorter.remove(place),
        }
        if differs(&shorter, start, library).is_some() {
            (ops, place) = (shorter, 0);
        } else {
            place += 1;
        }
    }
    ops
}

#[test]
fn player_equals_its_model() {
    let (programs, seed) = (number("CUELINE_PROGRAMS", 120_000), number("CUELINE_SEED", 0));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads as u64 {
            scope.spawn(move || {
                let library = library();
                for number in (seed + first..seed + programs).step_by(threads) {
                    let (ops, start) = (program(number), start(number));
                    if differs(&ops, start, &library).is_some() {
                        let ops = shrunk(ops, start, &library);
                        let why = differs(&ops, start, &library);
                        let lines: Vec<String> = ops.iter().map(|op| format!("  {op:?}")).collect();
                        let why = why.unwrap_or_default();
                        panic!(
                            "program {number} from {start}, shrunk:\n{}\n{why}",
                            lines.join("\n")
                        );
                    }
                }
            });
        }
    });
}

/// The comparison covers only events that the programs produce.
#[test]
fn programs_produce_every_event() {
    let library = library();
    let mut reported = BTreeMap::new();
    let mut corners = [0_u32; 8];
    for number in 0..4000 {
        let mut real = Real::new(&library, 0);
        for op in program(number) {
            let seen = real.apply(&op);
            for event in &seen.reported {
                let kind = match event.kind {
                    EventKind::Cue(_) => EventKind::Cue(0),
                    kind => kind,
                };
                *reported.entry((kind, event.reason, event.direction)).or_insert(0_u32) += 1;
            }
            let answered = |answer| u32::from(seen.answer == answer);
            let active = || seen.active.iter();
            let at_one_time = seen
                .reported
                .windows(2)
                .filter(|two| two[0].due == two[1].due && two[0].number != two[1].number);
            let group = |event: &&Reported| matches!(real.who[event.number], PlaybackRef::Group(_));
            let found = [
                answered(Answer::Endless),
                answered(Answer::Refused),
                answered(Answer::Gone),
                u32::from(active().any(|shown| shown.pass < 0)),
                u32::from(active().any(|shown| shown.pass > 3)),
                u32::from(active().any(|shown| shown.phase == Phase::Ended)),
                u32::from(at_one_time.count() > 0),
                u32::from(seen.reported.iter().any(|event| group(&event))),
            ];
            corners.iter_mut().zip(found).for_each(|(count, found)| *count += found);
        }
    }
    assert!(corners.iter().all(|count| *count > 20), "{corners:?}");
    // Each kind, played, skipped and sought, in both directions; and cancelled ends.
    for direction in [Direction::Forward, Direction::Backward] {
        for kind in [EventKind::Start, EventKind::Cue(0), EventKind::Loop, EventKind::End] {
            for reason in [Reason::Played, Reason::Skipped, Reason::Sought] {
                let count = reported.get(&(kind, reason, direction)).copied().unwrap_or(0);
                assert!(count > 10, "{kind:?} {reason:?} {direction:?}: {count}");
            }
        }
        assert!(reported[&(EventKind::End, Reason::Cancelled, direction)] > 10);
        assert!(reported[&(EventKind::Cue(0), Reason::Muted, direction)] > 10);
    }
}
