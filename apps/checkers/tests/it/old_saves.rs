//! Matches and replays that were written once are read for ever, and go on as they did then.
//!
//! `saves` holds one file for each form that was ever written, named after what it holds and the version of its
//! form; the first forms had none, and are called 0. A file there is never changed and never deleted: where
//! a form changes, files of the new one are added. What came of each stays too, in the numbers below; only a change
//! on purpose to how a match is shown, to its length say, may change those of what is played on.
//!
//! ```text
//! cargo test -p checkers --test it -- --ignored old_saves::write   # those that are not there
//! ```

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{fs, path::PathBuf, sync::Arc};

use checkers::{
    rules::pdn,
    show::{Command, Motions, Replay, RewindableMatch, State, load, save},
};
use cueline::digest::digest;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap()
}

fn playing(state: State) -> RewindableMatch {
    RewindableMatch::new(state, Arc::new(Motions::new().unwrap()))
}

/// A match in the middle of a jump, with moves waiting behind it.
fn half_played() -> RewindableMatch {
    let game = "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 25-22 5. 11-16 24-20 *";
    let mut simulation = playing(State::recorded(&pdn::read(game).unwrap()[0]));
    (0..100).for_each(|_| simulation.tick());
    simulation.command(Command::Skip);
    (0..240).for_each(|_| simulation.tick());
    simulation
}

fn assert_match(name: &str) {
    let state = load(&read(name)).unwrap();
    assert_eq!(load(&save(&state).unwrap()).unwrap(), state, "{name}, written again");
    assert_eq!((state.tick.get(), state.progress()), (340, (2, 11)), "{name}");
    let mut simulation = playing(state);
    (0..20_000).for_each(|_| simulation.tick());
    assert!(simulation.state().is_over(), "{name}");
    let end = digest(&simulation.state().table);
    assert_eq!(end, 0xb507_f700_aa34_91fb, "{name} went on to {end:#018x}");
}

#[test]
fn an_old_match_plays_on() {
    assert_match("match-0.json");
    assert_match("match-1.json");
}

fn assert_replay(name: &str) {
    let replay = Replay::read(&read(name)).unwrap();
    assert_eq!((replay.ticks().0.get(), replay.ticks().1.get()), (0, 340), "{name}");
    let mut trace = String::new();
    let end = replay.play(&Arc::new(Motions::new().unwrap()), |line| trace += &line);
    let end = end.unwrap();
    let found = digest(&(trace, &end.state().table));
    assert_eq!(found, 0xc2c9_4701_0cb3_6a42, "{name} went on to {found:#018x}");
}

#[test]
fn an_old_replay_is_played_again() {
    assert_replay("replay-0.json");
    assert_replay("replay-1.json");
}

#[test]
fn every_old_save_is_one_that_is_tried() {
    let mut kept: Vec<_> =
        fs::read_dir(file("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    kept.sort();
    assert_eq!(kept, ["match-0.json", "match-1.json", "replay-0.json", "replay-1.json"]);
}

#[test]
#[ignore = "writes the files that are not there"]
fn write() {
    fn keep(name: &str, text: &str) {
        // An error where the file is there: old saves stay as they are.
        if let Ok(mut new) = fs::File::create_new(file(name)) {
            std::io::Write::write_all(&mut new, text.as_bytes()).unwrap();
        }
    }
    let simulation = half_played();
    assert!(simulation.state().relay.display().len() > 3, "in the middle of something");
    keep("match-1.json", &save(simulation.state()).unwrap());
    let without = |text: &str| text.replace("\"display\":{\"version\":1,", "\"display\":{");
    keep("match-0.json", &without(&serde_json::to_string(simulation.state()).unwrap()));
    let replay = serde_json::to_string(&simulation.replay()).unwrap();
    keep("replay-1.json", &replay);
    keep("replay-0.json", &without(&replay.replacen("{\"version\":1,", "{", 1)));
}
