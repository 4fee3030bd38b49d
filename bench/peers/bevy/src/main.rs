//! Libraries for Bevy in a process of their own: `cueline-bench-bevy LIBRARY ROW CASE N`.
//!
//! `bench/README.md` describes its protocol. What is timed is whole calls of `App::update`, single-threaded.

mod animation;
mod by_hand;
mod characters;
mod fixed;
mod jumps;
mod play;
mod poses;
mod sequential;
mod sheets;
mod snapshot;
mod tween;
mod tweening;
mod updates;

use std::{
    error::Error,
    io::{BufRead, Read, Write, stdin, stdout},
    time::Duration,
};

/// What plays: it times its laps itself, and gives what the user of an item reads now.
pub trait Peer {
    fn sample(&mut self, laps: u32) -> Duration;
    fn item(&self, index: usize) -> Vec<f32>;
}

type Ready = Result<Box<dyn Peer>, Box<dyn Error>>;

fn ready(library: &str, row: &str, kind: &str, n: usize, work: &[f32]) -> Ready {
    Ok(match (row, library) {
        ("W2", "bevy_animation") => Box::new(poses::ready(n, work)),
        ("W3", "bevy-sequential-actions") => sequential::ready(work),
        ("W4", "bevy_tweening") => jumps::ready(work)?,
        ("W5", "bevy_animation") => snapshot::of_animation(kind, work),
        ("W5", "bevy_tweening") => snapshot::of_tweening(kind, work),
        ("W6", "bevy_spritesheet_animation") => Box::new(sheets::ready(work)),
        ("W7", "bevy_time") => fixed::ready(n),
        ("W10", "bevy_animation") => Box::new(characters::ready(n, work)?),
        (_, "by hand") => play::tweens::<by_hand::ByHand>(row, kind, work)?,
        (_, "bevy_animation") => play::tweens::<animation::Clips>(row, kind, work)?,
        (_, "bevy_tween") => play::tweens::<tween::Tween>(row, kind, work)?,
        (_, "bevy_tweening") => play::tweens::<tweening::Tweening>(row, kind, work)?,
        _ => return Err(format!("{library} does not know {row}").into()),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let outcome = talk();
    if let Err(why) = &outcome {
        writeln!(stdout(), "{{\"refused\":{:?}}}", why.to_string())?;
    }
    outcome
}

fn talk() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [library, row, kind, n] = &arguments[..] else {
        return Err("it needs a library, a row, a case and a number".into());
    };
    let n = n.parse()?;
    let mut input = stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let mut bytes = vec![0; line.trim().parse::<usize>()? * 4];
    input.read_exact(&mut bytes)?;
    let (numbers, _) = bytes.as_chunks();
    let work: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let mut peer = ready(library, row, kind, n, &work)?;
    for line in input.lines() {
        let line = line?;
        if let Some(every) = line.strip_prefix("values ") {
            let items = (0..n).step_by(every.parse::<usize>()?.max(1));
            let values: Vec<String> =
                items.flat_map(|index| peer.item(index)).map(|value| value.to_string()).collect();
            writeln!(stdout(), "{{\"values\":[{}]}}", values.join(","))?;
        } else {
            let took = peer.sample(line.parse()?);
            writeln!(stdout(), "{{\"ns\":{}}}", took.as_nanos())?;
        }
    }
    Ok(())
}
