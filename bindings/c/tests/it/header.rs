//! The header that is checked in is the one that cbindgen writes. `WRITE_HEADER=1 cargo test -p cueline-c` writes it.

use std::{collections::BTreeMap, env, fs, path::Path};

#[test]
fn the_header_is_the_one_of_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let written = cbindgen::generate_with_config(folder, config).unwrap();
    let mut bytes = Vec::new();
    written.write(&mut bytes);
    let place = folder.join("include/cueline.h");
    if env::var_os("WRITE_HEADER").is_some() {
        fs::write(&place, &bytes).unwrap();
    }
    let written = String::from_utf8(bytes).unwrap();
    let here = fs::read_to_string(&place).unwrap_or_default();
    let first = written.lines().zip(here.lines()).find(|(written, here)| written != here);
    assert!(written == here, "write the header again: {first:?}");
}

#[test]
fn the_constants_that_are_written_by_hand_are_those_of_the_library() {
    let header = include_str!("../../include/cueline.h");
    let (ms, second) = (cueline_c::CUELINE_MS, cueline_c::CUELINE_SECOND);
    assert!(header.contains(&format!("#define CUELINE_MS INT64_C({ms})\n")));
    assert!(header.contains(&format!("#define CUELINE_SECOND INT64_C({second})\n")));
    assert_eq!(cueline_c::CUELINE_NEVER, i64::MAX);
}

/// `CUELINE_PHASE_ENDED` is of the family `CUELINE_PHASE_`: with two kinds in one family, a caller could take a constant of one for
/// that of the other.
#[test]
fn no_two_constants_of_one_family_have_one_value() {
    let header = include_str!("../../include/cueline.h");
    let mut families = BTreeMap::new();
    for line in header.lines() {
        let Some((name, value)) =
            line.strip_prefix("#define CUELINE_").and_then(|rest| rest.split_once(' '))
        else {
            continue;
        };
        let Some((family, _)) = name.split_once('_') else { continue };
        let before = families.insert((family, value), name);
        assert_eq!(before, None, "{name} is {value}, too");
    }
    assert!(families.len() > 50, "{}", families.len());
}
