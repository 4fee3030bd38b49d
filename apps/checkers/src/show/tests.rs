//! The match as a whole: what a person and a second machine would notice.

use std::sync::Arc;

use cueline::time::Span;
use proptest::prelude::*;

use super::{
    act::Act,
    motions::Motions,
    shell::{Moment, Shell},
    simulation::{Command, Simulation, TICK},
    state::{Seat, State},
    table::Table,
};
use crate::{
    layout::{Controls, Layout},
    library,
    picture::Picture,
    rules::{Square, pdn},
    screen::Meter,
};

pub(super) fn recorded(moves: &str) -> State {
    State::recorded(&pdn::read(moves).unwrap()[0])
}

/// The match that the program begins with: it has captures, double jumps and kings.
pub(super) fn first_match() -> State {
    let (games, first) = library::shipped().unwrap();
    State::recorded(&games[first])
}

pub(super) fn simulation(state: State) -> Simulation {
    let mut simulation = Simulation::new(state, Arc::new(Motions::new().unwrap()));
    simulation.keep_trace();
    simulation
}

pub(super) fn run(simulation: &mut Simulation, ticks: u32) {
    (0..ticks).for_each(|_| simulation.tick());
}

/// Runs until an act of the wanted kind has been showing for `elapsed`.
pub(super) fn run_into(simulation: &mut Simulation, wanted: impl Fn(&Act) -> bool, elapsed: Span) {
    for _ in 0..100_000 {
        simulation.tick();
        let display = simulation.state().relay.display();
        let begun = display.time() - elapsed;
        if display
            .agenda()
            .any(|plan| plan.start.is_some_and(|at| at <= begun) && wanted(plan.payload))
        {
            return;
        }
    }
    panic!("it never came");
}

pub(super) fn is_jump(act: &Act) -> bool {
    matches!(act, Act::Hop { jump: true, .. })
}

pub(super) fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

#[test]
fn a_recorded_match_ends_with_the_display_where_the_rules_are() {
    let (games, first) = library::shipped().unwrap();
    let mut simulation = simulation(first_match());
    run(&mut simulation, 100_000);
    let state = simulation.state();
    assert!(state.is_over());
    let shown: Vec<_> = state.table.pieces().collect();
    assert_eq!(shown, Table::of(&state.game).pieces().collect::<Vec<_>>());
    assert!(state.table.result.is_some());
    assert_eq!(state.game, games[first].game);
}

#[test]
fn saving_in_the_middle_of_a_jump_goes_on_in_the_middle_of_the_jump() {
    let mut played = simulation(first_match());
    run_into(&mut played, is_jump, Span::from_millis(150));
    played.take_trace();
    let saved = super::save(played.state()).unwrap();
    let mut loaded = simulation(super::load(&saved).unwrap());
    assert_eq!(loaded.state(), played.state());
    run(&mut played, 100_000);
    run(&mut loaded, 100_000);
    assert_eq!(loaded.take_trace(), played.take_trace());
    assert_eq!(loaded.digest(), played.digest());
    assert!(played.state().is_over());
}

#[test]
fn what_is_no_saved_match_is_refused() {
    for text in ["", "{}", "[1, 2]", "null"] {
        let refused = super::load(text).unwrap_err();
        assert!(refused.starts_with("this is no saved match: "), "{refused}");
    }
    let saved = super::save(&first_match()).unwrap();
    for end in (0..saved.len()).step_by(97) {
        assert!(super::load(&saved[..end]).is_err(), "cut off after {end} bytes");
    }
}

/// A match saved in the middle of a jump; reading the archive takes long enough to do it once.
fn saved_in_a_jump() -> &'static str {
    static SAVED: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    SAVED.get_or_init(|| {
        let mut played = simulation(first_match());
        run_into(&mut played, is_jump, Span::from_millis(150));
        super::save(played.state()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_saved_match_that_was_tampered_with_is_refused_or_plays(
        place in 0_usize..4000, digit in 0_u8..10, times in 1_usize..4,
    ) {
        let mut saved = saved_in_a_jump().to_owned().into_bytes();
        for time in 0..times {
            let length = saved.len();
            let place = (place * (time + 1)) % length;
            let found = (place..length).find(|at| saved[*at].is_ascii_digit());
            saved[found.unwrap_or(0)] = b'0' + digit;
        }
        if let Ok(state) = super::load(&String::from_utf8_lossy(&saved)) {
            let mut loaded = simulation(state);
            run(&mut loaded, 300);
            loaded.command(Command::Skip);
            loaded.command(Command::Undo);
            run(&mut loaded, 300);
        }
    }
}

#[test]
fn skipping_ends_where_playing_ends_and_is_silent() {
    let mut skipped = simulation(first_match());
    run_into(&mut skipped, is_jump, Span::from_millis(150));
    skipped.take_sounds();
    while !skipped.state().is_over() {
        skipped.command(Command::Skip);
        assert_eq!(skipped.take_sounds().len(), 0);
        skipped.tick(); // the next moves are queued, and may be heard
        skipped.take_sounds();
    }
    let mut played = simulation(first_match());
    run(&mut played, 100_000);
    assert_eq!(skipped.state().table, played.state().table);
    assert_eq!(skipped.state().game, played.state().game);
}

/// The picture of a state, `ahead` after it.
pub(super) fn picture(state: &State, ahead: Span) -> Picture {
    let motions = Arc::new(Motions::new().unwrap());
    let mut shell = Shell::new(motions, Arc::new(Vec::new()), 0);
    let played = std::collections::VecDeque::new();
    let moment = Moment { state, ahead, past: None, played: &played, dropped: Span::ZERO };
    let layout = Layout::new(400.0, 400.0, 1.0, Controls::Bare);
    shell.picture(&moment, &layout, &Meter::default())
}

#[test]
fn a_simulation_that_hangs_for_half_a_second_leaves_what_plays_smooth() {
    let mut simulation = simulation(first_match());
    run_into(&mut simulation, is_jump, Span::from_millis(50));
    let hung = simulation.state().clone();
    let mut last = picture(&hung, Span::ZERO);
    // The drawing thread has nothing but the state from before, and draws what would have been.
    for tick in 1..=100 {
        simulation.tick();
        let drawn = picture(&hung, TICK * tick);
        assert!(drawn == picture(simulation.state(), Span::ZERO), "{tick} ticks into the stall");
        assert!(drawn != last || tick > 60, "it stands still {tick} ticks into the stall");
        last = drawn;
    }
}

#[test]
fn a_person_can_take_a_side_and_click_ahead_of_the_display() {
    let mut simulation = simulation(recorded("1. 11-15 22-18 *"));
    run(&mut simulation, 1);
    simulation.command(Command::Sides); // Black
    simulation.command(Command::Sides); // White
    simulation.command(Command::Sides); // both
    assert_eq!(simulation.state().seats, [Seat::Person; 2]);
    // Not one tick passes between these clicks.
    for number in [15, 22, 25, 18] {
        simulation.command(Command::Click(square(number)));
    }
    let state = simulation.state();
    let moves: Vec<_> = state.game.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["11-15", "22-18", "15x22", "25x18"], "the rules answered at once");
    assert!(!state.relay.is_idle());
    assert_eq!(state.relay.shown(), 0, "the display has yet to show the first move");
    run(&mut simulation, 3000);
    assert!(simulation.state().relay.is_idle());
    let state = simulation.state();
    let shown: Vec<_> = state.table.pieces().collect();
    assert_eq!(shown, Table::of(&state.game).pieces().collect::<Vec<_>>());
    let trace = simulation.take_trace().join("\n");
    let place = |act: &str| trace.find(act).unwrap_or_else(|| panic!("no {act}"));
    assert!(place("jump 15x22") < place("remove") && place("remove") < place("jump 25x18"));
}

#[test]
fn a_click_that_is_not_allowed_buzzes_and_says_why() {
    let mut simulation = simulation(State::fresh());
    run(&mut simulation, 1);
    simulation.command(Command::Click(square(1)));
    simulation.command(Command::Click(square(30)));
    let acts: Vec<_> =
        simulation.state().relay.display().agenda().map(|plan| plan.payload.label()).collect();
    assert_eq!(
        acts,
        ["buzz 1", "toast This piece cannot move", "buzz 30", "toast That is not your piece"]
    );
    assert!(simulation.state().relay.is_idle(), "a buzz holds up nothing");
}

#[test]
fn a_move_taken_back_leads_the_display_back() {
    let mut simulation = simulation(State::fresh());
    simulation.command(Command::Click(square(11)));
    simulation.command(Command::Click(square(15)));
    run(&mut simulation, 400);
    assert_eq!(simulation.state().game.moves().len(), 2, "the machine has answered");
    simulation.command(Command::Undo);
    assert_eq!(simulation.state().game.moves().len(), 0);
    run(&mut simulation, 400);
    let start = State::fresh();
    assert_eq!(
        simulation.state().table.pieces().collect::<Vec<_>>(),
        start.table.pieces().collect::<Vec<_>>()
    );
}

#[test]
fn a_held_match_stands_still_and_moves_by_single_steps() {
    let mut simulation = simulation(first_match());
    run(&mut simulation, 100);
    simulation.command(Command::Pause);
    let now = simulation.state().relay.display().time();
    run(&mut simulation, 100);
    assert_eq!(simulation.state().relay.display().time(), now);
    simulation.command(Command::Step);
    assert_eq!(simulation.state().relay.display().time(), now + TICK);
}

#[test]
fn the_rules_know_of_no_display() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut folders = vec![folder];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| line.trim_start().starts_with("use ")) {
                for word in ["cueline", "crate::show", "crate::picture", "crate::screen"] {
                    assert!(!line.contains(word), "{}: {line}", path.display());
                }
            }
            files += 1;
        }
    }
    assert!(files > 10, "{files} files read");
}

#[test]
fn a_match_of_a_later_version_is_told_from_a_damaged_one_and_the_first_form_is_read() {
    let state = recorded("1. 11-15 22-18 *");
    let saved = super::save(&state).unwrap();
    let later = saved.replacen("\"version\":1", "\"version\":2", 1);
    assert!(super::load(&later).unwrap_err().contains("version 2"));
    let bare = serde_json::to_string(&state).unwrap();
    assert_eq!(super::load(&bare).unwrap(), state);
}
