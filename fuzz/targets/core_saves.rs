//! Any bytes as what the core saves: refused with an error, or whole enough to play on.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline/tests/it/fuzzed/core_saves.rs"]
mod core_saves;
#[path = "../../crates/cueline/tests/it/made.rs"]
#[expect(dead_code, reason = "only the clips and the timeline of the old saves are needed")]
mod made;

libfuzzer_sys::fuzz_target!(|data: &[u8]| core_saves::run(data));
