//! Any text as a collection of games: games that can be played, or errors with a line and a column in the text.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../apps/checkers/tests/it/fuzzed/pdn.rs"]
mod pdn;

libfuzzer_sys::fuzz_target!(|text: &str| pdn::run(text));
