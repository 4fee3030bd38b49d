//! The past of a match: how it began, what was asked of it since, and a state now and then.
//!
//! Nothing drawn is kept. A moment that has passed is found by going back to a state before it and
//! letting the ticks run again, with what was asked at each of them.

use std::{collections::VecDeque, sync::Arc};

use cueline::{
    digest::digest,
    history::{HistoryError, Recording},
    time::{Span, Tick, Time},
};
use serde::{Deserialize, Serialize};

use super::{
    Command, Motions, Simulation, State,
    saved::{self, VERSION},
    simulation::{Played, TICK},
};

/// Ticks from one kept state to the next, and from one digest to the next: a second.
const SPACING: i64 = 200;
/// The last seconds of which each has a state; before them every second one has, before that every fourth, and so on.
const RECENT: i64 = 128;
/// How long before the moment that is looked at playing begins again: the lanes show acts that are over.
const BEFORE: Span = Span::from_millis(1500);

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
    ) -> Result<Simulation, HistoryError> {
        let mut simulation = Simulation::new(self.start.clone(), motions.clone());
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
            Err(HistoryError::Diverged { tick: simulation.state().tick, recorded, replayed })
        }
    }
}

/// Whether a state is kept, and its digest taken.
fn is_whole(state: &State) -> bool {
    state.tick.get() % SPACING == 0
}

/// A moment of the past.
#[derive(Clone, Debug)]
pub struct Past {
    /// The state before it.
    pub state: State,
    /// How far the moment lies ahead of the state, on the display's clock.
    pub ahead: Span,
    /// The acts that were over shortly before.
    pub played: VecDeque<Played>,
    /// How much of what was asked at the state's tick is in the state.
    asked: usize,
}

/// What a match remembers of itself.
pub(super) struct Chronicle {
    replay: Replay,
    /// From the oldest. They thin out towards the past, so that a match of any length has few.
    states: Vec<(Tick, State)>,
    /// States on the way to the last moment that was looked at.
    met: Vec<(Tick, State)>,
    /// When each move that was shown came to its end, on the display's clock.
    shown_at: Vec<Time>,
}

impl Chronicle {
    /// Of a match that begins like this.
    pub(super) fn new(start: &State) -> Self {
        let shown_at = vec![start.relay.display().time(); start.shown_moves()];
        Self { replay: Replay::new(start.clone()), states: Vec::new(), met: Vec::new(), shown_at }
    }

    /// What has happened up to this state, to be played again.
    pub(super) fn replay(&self, state: &State) -> Replay {
        Replay { digest: digest(state), ..self.replay.clone() }
    }

    /// When each move that was shown came to its end, on the display's clock.
    pub(super) fn shown_at(&self) -> &[Time] {
        &self.shown_at
    }

    /// Enters what the display has come to.
    pub(super) fn showed(&mut self, state: &State) {
        // A move that was taken back is shown no more.
        self.shown_at.resize(state.shown_moves(), state.relay.display().time());
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
            let now = state.tick.get() / SPACING;
            self.states.push((state.tick, state.clone()));
            self.states.retain(|(tick, _)| is_kept(tick.get() / SPACING, now));
        }
        self.showed(state);
    }

    /// The match when its display had come to `at`.
    pub(super) fn past(&mut self, at: Time, present: &mut Simulation) -> Past {
        let now = |state: &State| state.relay.display().time();
        let before = at.max(Time::ZERO + BEFORE) - BEFORE;
        let both = self.states.iter().chain(&self.met);
        let kept = both.filter(|(_, state)| now(state) <= before).max_by_key(|(tick, _)| *tick);
        let start = kept.map_or(&self.replay.start, |(_, state)| state);
        let mut simulation = present.with_state(start.clone());
        simulation.swap_decided(present);
        let mut met = Vec::new();
        let past = self.play_up_to(at, &mut simulation, &mut met);
        simulation.swap_decided(present);
        if met.len() > 2 {
            self.met = met; // the next moment is likely to be a near one
        }
        past
    }

    fn play_up_to(
        &self,
        at: Time,
        simulation: &mut Simulation,
        met: &mut Vec<(Tick, State)>,
    ) -> Past {
        let now = |state: &State| state.relay.display().time();
        let end = self.replay.recording.ticks().1;
        let past = |simulation: &Simulation, state: State, asked| {
            let ahead = at.max(now(&state)) - now(&state);
            Past { state, ahead, played: simulation.played().clone(), asked }
        };
        loop {
            let tick = simulation.state().tick;
            let commands = self.replay.recording.inputs(tick);
            let before = (!commands.is_empty()).then(|| simulation.state().clone());
            simulation.command_all(commands);
            let state = simulation.state();
            if let Some(before) = before.filter(|_| now(state) > at) {
                return past(simulation, before, 0); // a skip or a step went over it
            }
            let next = state.clock.clone().advance(TICK).span();
            if tick >= end || now(state) + next > at {
                return past(simulation, state.clone(), commands.len());
            }
            simulation.tick();
            let state = simulation.state();
            if state.tick == tick {
                return past(simulation, state.clone(), commands.len()); // it is over
            }
            if is_whole(state) {
                met.push((state.tick, state.clone()));
            }
        }
    }

    /// Drops what came after a moment of the past.
    pub(super) fn forget_after(&mut self, past: &Past) {
        let tick = past.state.tick;
        let recording = &mut self.replay.recording;
        let kept = recording.inputs(tick)[..past.asked].to_vec();
        let (mut later, end) = (tick, recording.ticks().1);
        while later < end {
            later = later.next();
            if !recording.inputs(later).is_empty() {
                // Refused only before the first tick.
                let _ = recording.correct(later, []);
            }
        }
        let _ = recording.correct(tick, kept);
        self.states.retain(|(then, _)| *then <= tick);
        self.met.clear();
    }
}

/// Whether the state of that second is kept `now` seconds into the match.
fn is_kept(second: i64, now: i64) -> bool {
    now - second <= RECENT << second.trailing_zeros().min(32)
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{
            first_match, is_jump, picture, recorded, run, run_into, simulation, square,
        },
        *,
    };
    use crate::{rules::Level, show::RewindableMatch};
    use cueline::time::Speed;

    /// The board as a person would see it at a moment of the match so far.
    fn look(simulation: &mut RewindableMatch, at: Time) -> (State, Span) {
        simulation.command(Command::Look(Some(at)));
        let past = simulation.past().unwrap();
        (past.state.clone(), past.ahead)
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
    fn lively() -> (RewindableMatch, Vec<String>) {
        let mut simulation = simulation(recorded("1. 11-15 22-18 *"));
        run(&mut simulation, 10);
        for _ in 0..3 {
            simulation.command(Command::Sides(Level::Strong));
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
        simulation.command(Command::Look(Some(Time::ZERO + Span::from_millis(300)))); // is no part of the match
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
    fn going_on_from_the_past_forgets_what_came_after_and_gives_the_same_match_again() {
        let (mut simulation, _) = lively();
        let whole = simulation.state().clone();
        let shown = whole.relay.display().time() - Time::ZERO;
        for part in [0_i64, 1, 3, 5, 7] {
            let at = Time::ZERO + shown * part / 8;
            let mut other = lively().0;
            other.command(Command::Look(Some(at)));
            let past = other.past().unwrap().clone();
            other.command(Command::Continue);
            assert!(other.past().is_none(), "the past is the present now");
            assert!(!other.state().clock.is_paused(), "and goes on");
            assert_eq!(other.state().game, past.state.game, "from {part} / 8");
            run(&mut other, 150);
            // What is recorded leads to the same state, so nothing of the other future is left in it.
            let replay = Replay::read(&super::super::replay(&other).unwrap()).unwrap();
            let end = replay.play(&Arc::new(Motions::new().unwrap()), |_| ()).unwrap();
            assert_eq!(end.state(), other.state(), "from {part} / 8");
            // And the past before it is what it was.
            if part == 0 {
                continue; // there is none
            }
            let early = Time::ZERO + shown * part / 16;
            assert_eq!(look(&mut other, early), look(&mut simulation, early), "from {part} / 8");
        }
    }

    #[test]
    fn the_past_knows_which_acts_were_over() {
        let mut simulation = simulation(first_match());
        run(&mut simulation, 1000);
        let then = simulation.state().relay.display().time();
        let over = |played: &VecDeque<Played>| {
            let recent = |played: &&Played| played.end + Span::from_secs(1) > then;
            played.iter().filter(recent).cloned().collect::<Vec<_>>()
        };
        let seen = over(simulation.played());
        run(&mut simulation, 3000);
        simulation.command(Command::Look(Some(then)));
        assert_eq!(over(&simulation.past().unwrap().played), seen);
        assert!(!seen.is_empty());
    }

    #[test]
    fn each_move_that_was_shown_has_the_moment_of_its_end() {
        let mut simulation = simulation(first_match());
        let mut ends = Vec::new();
        for _ in 0..4000 {
            run(&mut simulation, 1);
            ends.resize(
                simulation.state().shown_moves(),
                simulation.state().relay.display().time(),
            );
            assert_eq!(simulation.shown_at(), ends);
        }
        assert!(ends.len() > 10, "{} moves", ends.len());
        for (index, end) in ends.iter().enumerate() {
            let (past, _) = look(&mut simulation, *end);
            assert_eq!(past.shown_moves(), index + 1, "the board after move {index}");
        }
        let at = ends[4] + TICK;
        simulation.command(Command::Look(Some(at)));
        simulation.command(Command::Continue);
        assert_eq!(simulation.shown_at(), &ends[..5], "what came after is gone");
        simulation.command(Command::Skip);
        let now = simulation.state().relay.display().time();
        let shown = simulation.state().shown_moves();
        assert_eq!(simulation.shown_at().len(), shown);
        assert_eq!(simulation.shown_at().last(), Some(&now), "skipped");
        simulation.command(Command::Undo);
        run(&mut simulation, 1000);
        assert_eq!(simulation.shown_at().len(), simulation.state().shown_moves(), "taken back");
        assert!(simulation.state().shown_moves() < shown);
    }

    #[test]
    fn a_match_that_waits_for_a_person_stands_still_and_its_replay_is_the_same() {
        let mut simulation = simulation(State::fresh(Level::Beginner));
        run(&mut simulation, 50);
        assert_eq!((simulation.state().tick, simulation.state().is_resting()), (Tick::ZERO, true));
        for number in [11, 15] {
            simulation.command(Command::Click(square(number)));
        }
        assert!(!simulation.state().is_resting(), "there is something to show");
        run(&mut simulation, 5000);
        let (waits, tick) = (simulation.state().clone(), simulation.state().tick);
        assert!(waits.is_resting() && tick.get() < 5000, "{tick:?}");
        assert_eq!(waits.shown_moves(), 2, "both moves were shown");
        run(&mut simulation, 5000);
        assert_eq!(simulation.state(), &waits);
        simulation.command(Command::Hint);
        simulation.command(Command::Level(Level::Club));
        assert_eq!(simulation.state().level(), Some(Level::Club));
        let legal = simulation.state().game.position().legal_moves()[0];
        for square in legal.squares() {
            simulation.command(Command::Click(*square));
        }
        run(&mut simulation, 3000);
        assert_eq!(simulation.state().shown_moves(), 4);
        let replay = Replay::read(&super::super::replay(&simulation).unwrap()).unwrap();
        let end = replay.play(&Arc::new(Motions::new().unwrap()), |_| ()).unwrap();
        assert_eq!(end.state(), simulation.state());
    }

    #[test]
    fn a_long_match_keeps_few_states_and_finds_every_moment() {
        let kept = |now: i64| (0..=now).filter(|second| is_kept(*second, now)).count();
        assert_eq!(kept(100), 101, "each of the last seconds");
        assert!(kept(3600) < 600 && kept(36_000) < 1000, "{} {}", kept(3600), kept(36_000));
        // A state that was dropped does not come back.
        for second in 0..2000 {
            let last = (second..20_000).take_while(|now| is_kept(second, *now)).last().unwrap();
            assert!((last + 1..20_000).all(|now| !is_kept(second, now)), "second {second}");
        }
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
        let mut next = recorded("[Event \"next\"] 1. 11-15 22-18 *");
        next.tick = Tick::ZERO;
        simulation.command(Command::Open(Box::new(next)));
        run(&mut simulation, 10);
        let replay = simulation.replay();
        assert_eq!(replay.start.title, "next");
        assert_eq!(replay.recording.ticks(), (Tick::ZERO, Tick::new(10)));
    }
}
