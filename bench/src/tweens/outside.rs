//! Libraries in other processes that play tweens, and the proof of what they show.

use super::work::{Tween, short, wrong};
use crate::outside::{Host, Peer, Process, Start};

pub const TWEENERS: [Peer; 6] = [
    Peer {
        name: "@tweenjs/tween.js, Group",
        host: Host::Node,
        with: "tween",
        most: 100_000,
        above: "",
    },
    Peer { name: "animejs, animate", host: Host::Node, with: "anime", most: 100_000, above: "" },
    Peer {
        name: "@babylonjs/core, beginDirectAnimation",
        host: Host::Node,
        with: "babylon",
        most: 100_000,
        above: "",
    },
    Peer {
        name: "bevy_tweening TweenAnim, whole update",
        host: Host::Bevy,
        with: "bevy_tweening",
        most: 100_000,
        above: "",
    },
    Peer {
        name: "bevy_tween ComponentTween, whole update",
        host: Host::Bevy,
        with: "bevy_tween",
        most: 100_000,
        above: "",
    },
    Peer {
        name: "bevy_animation, a clip each, whole update",
        host: Host::Bevy,
        with: "bevy_animation",
        most: 100_000,
        above: "",
    },
];

/// What one writes by hand there, in a few lines, and no library can do better.
pub const BY_HAND: [Peer; 2] = [
    Peer {
        name: "typed arrays by hand, JavaScript",
        host: Host::Node,
        with: "arrays",
        most: 100_000,
        above: "",
    },
    Peer {
        name: "Bevy system by hand, whole update",
        host: Host::Bevy,
        with: "by hand",
        most: 100_000,
        above: "",
    },
];

/// Four numbers for each tween.
pub fn numbers(work: &[Tween]) -> Vec<f32> {
    work.iter().flat_map(|w| [w.from, w.to, w.ticks as f32, w.shape as u8 as f32]).collect()
}

/// A process that shows the right values all the way of short tweens, and those of the work at its start.
pub fn prove_outside(
    work: &[Tween],
    mixed: bool,
    start: &mut Start<'_>,
) -> Result<Process, String> {
    let short = short(mixed);
    let mut process = start(short.len(), &numbers(&short))?;
    for frame in 1..64 {
        process.run(1)?;
        check(&short, frame, &process.values(1)?)?;
    }
    let mut process = start(work.len(), &numbers(work))?;
    process.run(3)?;
    let every = (work.len() / 1000).max(1);
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

/// The first of some values that is not what is wanted, within some millionths of its size and a fixed part.
pub fn compare(
    found: &[f64],
    wanted: impl ExactSizeIterator<Item = f64>,
    millionths: f64,
    fixed: f64,
) -> Result<(), String> {
    if found.len() != wanted.len() {
        return Err(format!("{} values instead of {}", found.len(), wanted.len()));
    }
    for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        if (found - wanted).abs() > wanted.abs() * millionths * 1e-6 + fixed {
            return Err(format!("value {index} is {found}, not {wanted}"));
        }
    }
    Ok(())
}
