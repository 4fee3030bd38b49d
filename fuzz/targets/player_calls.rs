//! Any calls of a player and its clocks, with any numbers: edges in order, refusals without a trace.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline/tests/it/fuzzed/player_calls.rs"]
mod player_calls;

libfuzzer_sys::fuzz_target!(|calls: Vec<player_calls::Call>| player_calls::run(calls));
