//! Replays the kept fuzz inputs: each file of `fuzz/corpus/packs` runs in its target.

mod packs;

use std::path::PathBuf;

#[test]
fn kept_bytes_as_packs_are_refused_or_come_out_as_they_went_in() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/packs");
    let (mut seen, mut read) = (0, 0);
    for file in std::fs::read_dir(&folder).expect("the folder exists") {
        let file = file.expect("it can be listed").path();
        println!("{}", file.display()); // shown if the test fails
        seen += 1;
        read += u32::from(packs::run(&std::fs::read(&file).expect("it can be read")));
    }
    assert!(seen > 100 && read > 20, "{read} packs in {seen} files of {}", folder.display());
}
