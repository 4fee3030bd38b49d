//! Any animator and any calls to its state: two steps equal one, saved copies equal, refusals without a trace.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline-characters/tests/it/fuzzed/animator_calls.rs"]
mod animator_calls;

libfuzzer_sys::fuzz_target!(|program: animator_calls::Program| {
    animator_calls::run(program);
});
