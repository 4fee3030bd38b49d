//! Any bytes as a pack: refused, or content that plays and that comes out of the bytes as it went in.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline-pack/tests/it/fuzzed/packs.rs"]
mod packs;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    packs::run(bytes);
});
