//! Replays the kept fuzz inputs: each file of `fuzz/corpus/animator_calls` runs in its target.

mod animator_calls;

use std::path::PathBuf;

use animator_calls::Program;
use arbitrary::{Arbitrary, Unstructured};

#[test]
fn kept_calls_of_animators_hold_their_laws() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/animator_calls");
    let mut played = 0;
    for file in std::fs::read_dir(&folder).expect("the folder exists") {
        let file = file.expect("it can be listed").path();
        println!("{}", file.display()); // shown if the test fails
        let bytes = std::fs::read(&file).expect("it can be read");
        if let Ok(program) = Program::arbitrary_take_rest(Unstructured::new(&bytes)) {
            played += u32::from(animator_calls::run(program));
        }
    }
    assert!(played > 50, "{played} sound animators in {}", folder.display());
}
