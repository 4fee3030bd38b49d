//! Any calls of a queue, with any numbers: edges in order, each start and end once, refusals without a trace.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline/tests/it/fuzzed/queue_calls.rs"]
mod queue_calls;

libfuzzer_sys::fuzz_target!(|calls: Vec<queue_calls::Call>| queue_calls::run(calls));
