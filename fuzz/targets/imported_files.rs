//! Any bytes as a file of each foreign format: problems, or a document without problems. The first byte chooses the format.
#![no_main]

// The tests of the workspace run the same on the kept corpus.
#[path = "../../crates/cueline-import/tests/it/fuzzed/imported_files.rs"]
mod imported_files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    imported_files::run(bytes);
});
