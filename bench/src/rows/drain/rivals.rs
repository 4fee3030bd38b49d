//! The queue in other libraries.

use std::time::{Duration, Instant};

use animato::{At, Timeline, Tween, Update};

use super::{Compiled, FRAME, Seen, TOGETHER, length};
use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer, Process, Start},
};

const SECONDS: f32 = FRAME as f32 / 1000.0;

const QUEUES: [Peer; 2] = [
    Peer {
        name: "queue of epochs by hand, JavaScript",
        host: Host::Node,
        with: "queue",
        most: 1_000_000,
        above: "",
    },
    Peer {
        name: "queue as in the RenderPipeline article, JavaScript",
        host: Host::Node,
        with: "pipeline",
        most: 100_000,
        above: "its whole list of epochs is moved each time one is over",
    },
];
const SEQUENTIAL: Peer = Peer {
    name: "bevy-sequential-actions, whole updates",
    host: Host::Bevy,
    with: "bevy-sequential-actions",
    most: 10_000,
    above: "a queue of 1e5 takes a second, as much for each entry",
};

pub fn rivals(bench: &mut Bench, case: &Case, wanted: Seen) -> Vec<Rival<'static>> {
    let (n, name) = (case.n, "animato Timeline");
    let mut rivals = Vec::new();
    if n > 10_000 {
        bench.miss(case, name, "a step takes the longer the more entries there are".into());
    } else {
        prove(n);
        let mut timeline = timeline(n);
        rivals.push(Rival::timed(name, move |laps| {
            let mut took = Duration::ZERO;
            for _ in 0..laps {
                timeline.reset();
                timeline.play();
                let begun = Instant::now();
                while timeline.update(SECONDS) {}
                took += begun.elapsed();
            }
            took
        }));
    }
    rivals.extend(bench.outside(case, &QUEUES, |start| {
        let (process, found) = once(n, start)?;
        let wanted = [wanted.calls, wanted.ends, wanted.thousandths].map(|number| number as f64);
        if found == wanted { Ok(process) } else { Err(format!("{found:?} are not {wanted:?}")) }
    }));
    rivals.extend(bench.outside(case, &[SEQUENTIAL], |start| {
        let (process, found) = once(n, start)?;
        let wanted = [whole_frames(n) as f64, n as f64];
        if found == wanted { Ok(process) } else { Err(format!("{found:?} are not {wanted:?}")) }
    }));
    rivals
}

/// A tween for each entry, from where its epoch starts.
fn timeline(n: usize) -> Timeline {
    let starts = Compiled::new(n).starts;
    (0..n).fold(Timeline::new(), |timeline, entry| {
        let tween = Tween::new(0.0_f32, 1.0).duration(length(entry) as f32 / 1000.0).build();
        let at = starts[entry / TOGETHER] as f32 / 1000.0;
        timeline.add(entry.to_string(), tween, At::Absolute(at))
    })
}

/// Stops the run where a tween is not as far as it has to be, half-way and at the end.
fn prove(n: usize) {
    let starts = Compiled::new(n).starts;
    let end = starts[starts.len() - 1];
    let mut timeline = timeline(n);
    timeline.play();
    let mut frames = 0;
    let mut goes_on = true;
    while goes_on {
        goes_on = timeline.update(SECONDS);
        frames += 1;
        if frames == end / FRAME / 2 || !goes_on {
            for entry in 0..n {
                let since = frames * FRAME - starts[entry / TOGETHER];
                let wanted = (since as f32 / length(entry) as f32).clamp(0.0, 1.0);
                let found = timeline.get::<Tween<f32>>(&entry.to_string()).map(Tween::value);
                // It adds up seconds in an f32: here up to a millisecond.
                let off = found.map(|found| (found - wanted).abs());
                assert!(
                    off.is_some_and(|off| off < 0.15),
                    "animato: entry {entry} is {found:?}, not {wanted}"
                );
            }
        }
    }
    let off = frames - end.div_euclid(FRAME);
    assert!((0..=2).contains(&off), "animato: {frames} frames for {end} ms");
}

/// A process that has drained its queue once, and what was seen in it.
fn once(n: usize, start: &mut Start<'_>) -> Result<(Process, Vec<f64>), String> {
    let parameters = [TOGETHER as i64, FRAME].into_iter();
    let work: Vec<f32> = parameters.chain((0..n).map(length)).map(|number| number as f32).collect();
    let mut process = start(n, &work)?;
    process.run(1)?;
    let found = process.values(n)?;
    Ok((process, found))
}

/// Where what is left of a frame is lost at the end of each epoch.
fn whole_frames(n: usize) -> i64 {
    let lengths: Vec<i64> = (0..n).map(length).collect();
    let frames = |epoch: &[i64]| (epoch.iter().max().unwrap_or(&0) + FRAME - 1) / FRAME;
    lengths.chunks(TOGETHER).map(frames).sum()
}
