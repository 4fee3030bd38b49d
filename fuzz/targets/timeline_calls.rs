//! Any timeline and any calls to it: two steps equal one, saved copies equal, refusals without a trace.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline/tests/it/fuzzed/timeline_calls.rs"]
mod timeline_calls;

libfuzzer_sys::fuzz_target!(|program: timeline_calls::Program| timeline_calls::run(program));
