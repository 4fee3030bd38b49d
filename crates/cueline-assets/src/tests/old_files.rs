//! Files of old versions that must still be read, to the bit.
//!
//! `v1.cue` and `v1.json` were written by version 1 from `v1.ron`, and `v2.cue` by version 2 of the binary form, by this
//! test with `WRITE_OLD_FILES=1`. They may not change any more: a new version adds its own files.

use std::{env, fs, path::Path};

use crate::{Format, read, write};

#[test]
fn files_of_old_versions_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("old_files");
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    let ron = read(&file("v1.ron"), "v1.ron").unwrap().document;
    if env::var_os("WRITE_OLD_FILES").is_some() {
        fs::write(folder.join("v2.cue"), write(&ron, Format::Binary).unwrap()).unwrap();
    }
    for name in ["v1.json", "v1.cue", "v2.cue"] {
        let old = read(&file(name), name).unwrap().document;
        assert_eq!(format!("{old:?}"), format!("{ron:?}"), "{name}");
    }
}
