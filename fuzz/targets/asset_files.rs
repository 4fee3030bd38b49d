//! Any bytes as a file of clips: problems, or a document that comes out of every format as it went in.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline-assets/tests/it/fuzzed/asset_files.rs"]
mod asset_files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    asset_files::run(bytes);
});
