//! What the fuzzers have found worth keeping: each file of `fuzz/corpus`, given to what they try.

mod match_save;
mod pdn;

use std::path::PathBuf;

/// Gives all texts of a folder to `run`.
fn each(folder: &str, run: impl Fn(&str)) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(folder);
    let files = std::fs::read_dir(&folder).expect("it is kept");
    let mut seen = 0;
    for file in files {
        let file = file.expect("it can be listed").path();
        println!("{}", file.display()); // shown where it fails
        // As the fuzzer does: up to what is no text any more.
        let bytes = std::fs::read(&file).expect("it can be read");
        let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        run(text);
        seen += 1;
    }
    assert!(seen > 10, "{seen} texts in {}", folder.display());
}

#[test]
fn kept_texts_as_games_are_read_or_refused_with_their_line() {
    each("pdn", pdn::run);
}

#[test]
fn kept_texts_as_matches_are_refused_or_play_on() {
    each("match_save", match_save::run);
}
