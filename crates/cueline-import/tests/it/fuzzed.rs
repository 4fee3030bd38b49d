//! Replays the kept fuzz inputs: each file of `fuzz/corpus/imported_files` runs in its target.

mod imported_files;

use std::path::PathBuf;

#[test]
fn kept_bytes_as_files_of_other_programs_are_refused_or_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/imported_files");
    let (mut seen, mut read) = (0, 0);
    for file in std::fs::read_dir(&folder).expect("the folder exists") {
        let file = file.expect("it can be listed").path();
        println!("{}", file.display()); // shown if the test fails
        seen += 1;
        read += u32::from(imported_files::run(&std::fs::read(&file).expect("it can be read")));
    }
    assert!(seen > 500 && read > 20, "{read} documents in {seen} files of {}", folder.display());
}
