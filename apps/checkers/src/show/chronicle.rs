//! The past of a match: how it began, what was asked of it since, and a state now and then.
//!
//! Nothing drawn is kept. A moment that has passed is found by going back to a state before it and
//! letting the ticks run again, with what was asked at each of them.

use std::{num::NonZeroUsize, sync::Arc};

use cueline::{
    digest::digest,
    history::{Diverged, Recording, Snapshots},
    time::{Span, Tick, Time},
};
use serde::{Deserialize, Serialize};

use super::{
    Command, Motions, Simulation, State,
    saved::{self, VERSION},
    simulation::TICK,
};

/// Ticks from one kept state to the next, and from one digest to the next: a second.
const SPACING: i64 = 200;
/// An hour of states; what is older is found from the beginning.
const STATES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(3599);

/// A match that can be played again: a file of it is what F7 writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// Looked at before the rest; absent in the first form.
    #[serde(default)]
    version: Option<u32>,
    start: State,
    recording: Recording<Command>,
    /// Of the state at its end.
    digest: u64,
}

impl Replay {
    fn new(start: State) -> Self {
        let (recording, digest) = (Recording::starting_at(start.tick), digest(&start));
        Self { version: Some(VERSION), start, recording, digest }
    }

    /// A replay from its text.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as a sentence without its full stop.
    pub fn read(text: &str) -> Result<Self, String> {
        let none = |error: serde_json::Error| format!("this is no replay: {error}");
        saved::version(text, "replay").map_err(none)??;
        let replay: Self = serde_json::from_str(text).map_err(none)?;
        replay.recording.check_read().map_err(|error| error.to_string())?;
        if replay.recording.ticks().0 != replay.start.tick {
            return Err("the replay does not begin where its match begins".to_owned());
        }
        Ok(replay)
    }

    /// Its first tick, and the one after its last.
    #[must_use]
    pub const fn ticks(&self) -> (Tick, Tick) {
        self.recording.ticks()
    }

    /// Plays all of it, hands the trace to `line` as it comes, and gives the match at its end.
    ///
    /// # Errors
    ///
    /// The first tick after which it is not the match that was recorded.
    pub fn play(
        &self,
        motions: &Arc<Motions>,
        mut line: impl FnMut(String),
    ) -> Result<Simulation, Diverged> {
        let mut simulation = Simulation::again(self.start.clone(), motions.clone());
        simulation.keep_trace();
        self.recording.replay(|_, commands| {
            simulation.command_all(commands);
            simulation.tick();
            simulation.take_trace().into_iter().for_each(&mut line);
            // Others are not compared.
            if is_whole(simulation.state()) { simulation.digest() } else { 0 }
        })?;
        simulation.command_all(self.recording.inputs(self.recording.ticks().1));
        simulation.take_trace().into_iter().for_each(line);
        let (recorded, replayed) = (self.digest, simulation.digest());
        if recorded == replayed {
            Ok(simulation)
        } else {
            Err(Diverged { tick: simulation.state().tick, recorded, replayed })
        }
    }
}

/// Whether a state is kept, and its digest taken.
fn is_whole(state: &State) -> bool {
    state.tick.get() % SPACING == 0
}

/// What a match remembers of itself.
pub(super) struct Chronicle {
    replay: Replay,
    states: Snapshots<State>,
}

impl Chronicle {
    /// Of a match that begins like this.
    pub(super) fn new(start: &State) -> Self {
        Self { replay: Replay::new(start.clone()), states: Snapshots::new(STATES) }
    }

    /// What has happened up to this state, to be played again.
    pub(super) fn replay(&self, state: &State) -> Replay {
        Replay { digest: digest(state), ..self.replay.clone() }
    }

    /// Enters what is asked before the state's tick runs.
    pub(super) fn asked(&mut self, state: &State, command: &Command) {
        // Refused only at the end of all ticks, where a damaged save may stand.
        let _ = self.replay.recording.input(state.tick, command.clone());
    }

    /// Enters that a tick has run and led to this state.
    pub(super) fn ran(&mut self, state: &State) {
        let whole = is_whole(state);
        let tick = Tick::new(state.tick.get() - 1);
        let _ = self.replay.recording.ran(tick, whole.then(|| digest(state)));
        if whole {
            self.states.keep(state.tick, state);
        }
    }

    /// The match when its display had come to `at`: the state before that moment, and how far the moment
    /// lies ahead of it on the display's clock.
    pub(super) fn past(&self, at: Time, motions: &Arc<Motions>) -> (State, Span) {
        let now = |state: &State| state.relay.display().time();
        let kept = self.states.iter().rev().find(|(_, state)| now(state) <= at);
        let start = kept.map_or(&self.replay.start, |(_, state)| state);
        let mut simulation = Simulation::again(start.clone(), motions.clone());
        let end = self.replay.recording.ticks().1;
        loop {
            let tick = simulation.state().tick;
            let commands = self.replay.recording.inputs(tick);
            let before = (!commands.is_empty()).then(|| simulation.state().clone());
            simulation.command_all(commands);
            let state = simulation.state();
            if let Some(before) = before.filter(|_| now(state) > at) {
                let ahead = at - now(&before);
                return (before, ahead); // a skip or a step went over it
            }
            let next = state.clock.clone().advance(TICK).span();
            if tick >= end || now(state) + next > at {
                let ahead = at - now(state);
                return (simulation.into_state(), ahead);
            }
            simulation.tick();
            if simulation.state().tick == tick {
                return (simulation.into_state(), Span::ZERO); // it is over
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{
            first_match, is_jump, picture, recorded, run, run_into, simulation, square,
        },
        *,
    };
    use cueline::time::Speed;

    /// The board as a person would see it at a fraction of the match so far.
    fn look(simulation: &mut Simulation, at: Time) -> (State, Span) {
        let now = simulation.state().relay.display().time() - Time::ZERO;
        #[expect(clippy::cast_precision_loss, reason = "a fraction")]
        let fraction = (at.flicks() as f64 + 0.5) / now.flicks() as f64;
        simulation.command(Command::Look(Some(fraction)));
        let (state, ahead) = simulation.past().unwrap();
        (state.clone(), ahead)
    }

    #[test]
    fn the_bar_shows_the_past_as_it_was_forwards_and_backwards_and_holds_the_rules() {
        let mut simulation = simulation(first_match());
        let mut seen = Vec::new();
        for number in 0..60 {
            run(&mut simulation, 37);
            if number == 20 {
                simulation.command(Command::Speed(Speed::new(3, 2).unwrap()));
            }
            if number == 40 {
                simulation.command(Command::Skip);
            }
            // At one moment of the display, the last look counts.
            let now = simulation.state().relay.display().time();
            seen.retain(|(then, _)| *then != now);
            seen.push((now, picture(simulation.state(), Span::ZERO)));
        }
        let present = simulation.state().clone();
        let order = (0..seen.len()).chain((0..seen.len()).rev());
        for index in order.step_by(7) {
            let (then, shown) = &seen[index];
            let (state, ahead) = look(&mut simulation, *then);
            assert!(picture(&state, ahead) == *shown, "moment {index}");
            run(&mut simulation, 10);
        }
        assert_eq!(simulation.state(), &present, "nothing has happened meanwhile");
        simulation.command(Command::Look(None));
        run(&mut simulation, 1);
        assert_ne!(simulation.state(), &present, "and now it goes on");
    }

    #[test]
    fn the_past_can_be_shown_in_the_middle_of_a_hop_and_between_two_ticks() {
        let mut simulation = simulation(first_match());
        run_into(&mut simulation, is_jump, Span::from_millis(150));
        let (then, state) = (simulation.state().relay.display().time(), simulation.state().clone());
        run(&mut simulation, 2000);
        let between = Span::from_micros(1700);
        let (past, ahead) = look(&mut simulation, then + between);
        assert!(picture(&past, ahead) == picture(&state, between));
    }

    /// A match with everything in it that a person can ask for.
    fn lively() -> (Simulation, Vec<String>) {
        let mut simulation = simulation(recorded("1. 11-15 22-18 *"));
        run(&mut simulation, 10);
        for _ in 0..3 {
            simulation.command(Command::Sides);
        }
        for number in [15, 22, 25, 18] {
            simulation.command(Command::Click(square(number)));
        }
        run(&mut simulation, 300);
        simulation.command(Command::Hint);
        simulation.command(Command::Speed(Speed::new(1, 3).unwrap()));
        run(&mut simulation, 100);
        simulation.command(Command::Pause);
        run(&mut simulation, 50);
        simulation.command(Command::Step);
        simulation.command(Command::Look(Some(0.3))); // is no part of the match
        simulation.command(Command::Pause);
        simulation.command(Command::Undo);
        run(&mut simulation, 333);
        simulation.command(Command::Skip);
        let trace = simulation.take_trace();
        (simulation, trace)
    }

    #[test]
    fn a_replay_gives_the_same_trace_and_the_same_state() {
        let (simulation, trace) = lively();
        let text = super::super::replay(&simulation).unwrap();
        let replay = Replay::read(&text).unwrap();
        let mut again = Vec::new();
        let motions = Arc::new(Motions::new().unwrap());
        let end = replay.play(&motions, |line| again.push(line)).unwrap();
        assert_eq!(again, trace);
        assert_eq!(end.state(), simulation.state());
    }

    #[test]
    fn a_replay_that_was_tampered_with_is_refused_or_departs() {
        let (simulation, _) = lively();
        let text = super::super::replay(&simulation).unwrap();
        let motions = Arc::new(Motions::new().unwrap());
        let changed = text.replace("{\"Click\":18}", "{\"Click\":29}");
        assert_ne!(changed, text);
        let departs = Replay::read(&changed).unwrap().play(&motions, |_| ());
        assert!(departs.is_err());
        for wrong in [
            text.replace("\"version\":1", "\"version\":2"),
            text.replacen("\"first\":0", "\"first\":5", 1),
            text[..text.len() / 2].to_owned(),
            "{}".to_owned(),
        ] {
            assert!(Replay::read(&wrong).is_err());
        }
    }

    #[test]
    fn opening_another_match_begins_another_past() {
        let mut simulation = simulation(first_match());
        run(&mut simulation, 500);
        simulation.command(Command::Open(Box::new(State::fresh())));
        run(&mut simulation, 10);
        let replay = simulation.replay().unwrap();
        assert_eq!(replay.start.title, "A new game");
        assert_eq!(replay.recording.ticks(), (Tick::ZERO, Tick::new(10)));
    }
}
