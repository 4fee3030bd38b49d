//! Files of old versions that must still be read, to the bit.
//!
//! `v1.cue` and `v1.json` were written by version 1 from `v1.ron`, by this test with `WRITE_OLD_FILES=1`. They may not
//! change any more: a new version adds its own files.

use std::{env, fs, path::Path};

use crate::{
    format::{Format, write},
    read,
};

#[test]
fn files_of_version_1_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("old_files");
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    let ron = read(&file("v1.ron"), "v1.ron").unwrap().document;
    for (name, format) in [("v1.json", Format::Json), ("v1.cue", Format::Binary)] {
        if env::var_os("WRITE_OLD_FILES").is_some() {
            fs::write(folder.join(name), write(&ron, format).unwrap()).unwrap();
        }
        let old = read(&file(name), name).unwrap().document;
        assert_eq!(format!("{old:?}"), format!("{ron:?}"), "{name}");
    }
}
