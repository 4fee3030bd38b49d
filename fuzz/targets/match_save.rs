//! Any text as a saved match or a replay: refused, or a match that plays on.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../apps/checkers/tests/it/fuzzed/match_save.rs"]
mod match_save;

libfuzzer_sys::fuzz_target!(|text: &str| match_save::run(text));
