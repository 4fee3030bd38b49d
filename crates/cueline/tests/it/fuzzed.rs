//! Replays the kept fuzz inputs: each file of `fuzz/corpus` runs in its target.
#![cfg(feature = "serde")]

mod clock_calls;
#[cfg(test)] // so that clippy treats this as test code
mod core_saves;
mod player_calls;
mod queue_calls;
mod timeline_calls;

use std::path::PathBuf;

use arbitrary::{Arbitrary, Unstructured};

/// Calls `run` with each file of a folder.
fn each(folder: &str, run: impl Fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(folder);
    let files = std::fs::read_dir(&folder).expect("the folder exists");
    let mut seen = 0;
    for file in files {
        let file = file.expect("it can be listed").path();
        println!("{}", file.display()); // shown if the test fails
        run(&std::fs::read(&file).expect("it can be read"));
        seen += 1;
    }
    assert!(seen > 10, "{seen} files in {}", folder.display());
}

/// Decodes bytes into the calls of a fuzz target.
fn calls<'a, T: Arbitrary<'a>>(bytes: &'a [u8], run: impl Fn(T)) {
    if let Ok(calls) = T::arbitrary_take_rest(Unstructured::new(bytes)) {
        run(calls);
    }
}

#[test]
fn kept_bytes_as_saves_are_refused_or_play_on() {
    each("core_saves", core_saves::run);
}

#[test]
fn kept_calls_of_clocks_hold_their_laws() {
    each("clock_calls", |bytes| calls(bytes, clock_calls::run));
}

#[test]
fn kept_calls_of_players_hold_their_laws() {
    each("player_calls", |bytes| calls(bytes, player_calls::run));
}

#[test]
fn kept_calls_of_queues_hold_their_laws() {
    each("queue_calls", |bytes| calls(bytes, queue_calls::run));
}

#[test]
fn kept_calls_of_timelines_hold_their_laws() {
    each("timeline_calls", |bytes| calls(bytes, timeline_calls::run));
}
