//! W1: one frame of n live tweens.

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer, Process, Start},
    tweens::{
        cueline::{InBatch, OrdinaryPlayer},
        floor::Floor,
        rivals::{Animato, KeyframeCrate, TweenBoxed, TweenStatic},
        work::{Plays, Tween, prove, short, tweens, wrong},
    },
};

/// No tween is over before all rounds are: that many ticks are more than the harness ever runs.
const LONG: u32 = 4096;

const OUTSIDE: [Peer; 1] = [Peer {
    name: "@tweenjs/tween.js",
    host: Host::Node,
    with: "tween",
    most: 1_000_000,
    above: "",
}];

pub fn run(bench: &mut Bench) {
    for mixed in [false, true] {
        prove::<Floor>(mixed);
        prove::<InBatch>(mixed);
        prove::<OrdinaryPlayer>(mixed);
        prove::<TweenBoxed>(mixed);
        prove::<Animato>(mixed);
        prove::<KeyframeCrate>(mixed);
    }
    prove::<TweenStatic>(false);
    for n in [1_000, 10_000, 100_000, 1_000_000] {
        for (mixed, case) in [(false, "linear"), (true, "mix")] {
            let work = tweens(n, LONG, mixed);
            let mut rivals = vec![rival::<Floor>(&work), rival::<InBatch>(&work)];
            rivals.push(rival::<OrdinaryPlayer>(&work));
            if !mixed {
                rivals.push(rival::<TweenStatic>(&work));
            }
            rivals.push(rival::<TweenBoxed>(&work));
            rivals.push(rival::<Animato>(&work));
            rivals.push(rival::<KeyframeCrate>(&work));
            let case = Case { row: "W1", case, n, unit: "ns/tween", most_laps: 200 };
            rivals.extend(bench.outside(&case, &OUTSIDE, |start| proved(&work, mixed, start)));
            bench.measure(&case, rivals);
        }
    }
}

fn rival<P: Plays + 'static>(work: &[Tween]) -> Rival<'static> {
    let mut player = P::start(work);
    Rival::new(P::name(), move || player.frame())
}

/// Four numbers for each tween.
pub fn numbers(work: &[Tween]) -> Vec<f32> {
    work.iter().flat_map(|w| [w.from, w.to, w.ticks as f32, w.shape as u8 as f32]).collect()
}

/// A process that shows the right values all the way of short tweens, and those of the work at its start.
fn proved(work: &[Tween], mixed: bool, start: &mut Start<'_>) -> Result<Process, String> {
    let short = short(mixed);
    let mut process = start(short.len(), &numbers(&short))?;
    for frame in 1..64 {
        process.run(1)?;
        check(&short, frame, &process.values(1)?)?;
    }
    let mut process = start(work.len(), &numbers(work))?;
    process.run(3)?;
    let every = work.len() / 1000;
    let some: Vec<Tween> = work.iter().copied().step_by(every).collect();
    check(&some, 3, &process.values(every)?)?;
    Ok(process)
}

fn check(work: &[Tween], frame: u32, values: &[f64]) -> Result<(), String> {
    if values.len() != work.len() {
        return Err(format!("{} values for {} tweens", values.len(), work.len()));
    }
    wrong(work, frame, |index| values[index])
}
