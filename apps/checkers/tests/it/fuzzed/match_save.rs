//! Any text as a saved match or a replay: refused, or a match that plays on.

use std::sync::Arc;

use checkers::show::{Command, Motions, Replay, Simulation, load};
use cueline::time::Time;

pub(crate) fn run(text: &str) {
    let motions = Arc::new(Motions::new().expect("the clips are sound"));
    if let Ok(state) = load(text) {
        let mut simulation = Simulation::new(state, motions.clone());
        (0..50).for_each(|_| simulation.tick());
        simulation.command(Command::Skip);
        simulation.command(Command::Look(Some(Time::from_millis(500))));
        simulation.command(Command::Undo);
        (0..50).for_each(|_| simulation.tick());
    }
    if let Ok(replay) = Replay::read(text) {
        let mut lines = 0;
        let _ = replay.play(&motions, |_| lines += 1);
    }
}
