//! Any calls of clocks, trees of them and fixed steps, with any numbers: nothing is lost between two steps and one.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline/tests/it/fuzzed/clock_calls.rs"]
mod clock_calls;

libfuzzer_sys::fuzz_target!(|input: (Option<clock_calls::Rules>, Vec<clock_calls::Call>)| {
    clock_calls::run(input)
});
