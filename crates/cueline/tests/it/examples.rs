//! The examples run to their ends, with the checks that are in them, and fit on a page.

use std::{fs, path::Path};

#[path = "../../examples/blocking.rs"]
mod blocking;
#[cfg(feature = "derive")]
#[path = "../../examples/cutscene.rs"]
mod cutscene;
#[path = "../../examples/epochs.rs"]
mod epochs;
#[path = "../../examples/fixed_step.rs"]
mod fixed_step;
#[cfg(feature = "derive")]
#[path = "../../examples/hand.rs"]
mod hand;
#[path = "../../examples/match3.rs"]
mod match3;
#[path = "../../examples/novel.rs"]
mod novel;
#[cfg(all(feature = "derive", feature = "serde"))]
#[path = "../../examples/reload.rs"]
mod reload;
#[cfg(feature = "derive")]
#[path = "../../examples/rollback.rs"]
mod rollback;
#[path = "../../examples/timeline.rs"]
mod timeline;
#[path = "../../examples/wave.rs"]
mod wave;

#[test]
fn epochs_play_to_their_end() {
    epochs::main().unwrap();
}

#[test]
fn skipping_two_jumps_ends_where_playing_them_ends() {
    blocking::main().unwrap();
}

#[test]
fn a_fixed_step_accounts_for_all_time() {
    fixed_step::main().unwrap();
}

#[cfg(all(feature = "derive", feature = "serde"))]
#[test]
fn a_reload_survives_a_pause_and_a_save() {
    reload::main().unwrap();
}

#[test]
fn a_card_is_dealt_and_taken_back() {
    timeline::main().unwrap();
}

#[cfg(feature = "derive")]
#[test]
fn a_cutscene_ends_alike_watched_scrubbed_and_skipped() {
    cutscene::main().unwrap();
}

#[test]
fn a_wave_of_enemies_needs_no_animation_state() {
    wave::main().unwrap();
}

#[test]
fn a_match_3_cascade_shows_what_the_rules_have_decided() {
    match3::main().unwrap();
}

#[cfg(feature = "derive")]
#[test]
fn a_hand_of_cards_changes_its_mind() {
    hand::main().unwrap();
}

#[test]
fn a_novel_is_saved_in_the_middle_of_a_line() {
    novel::main().unwrap();
}

#[cfg(feature = "derive")]
#[test]
fn a_rolled_back_match_ends_as_if_all_inputs_had_been_known() {
    rollback::main().unwrap();
}

#[test]
fn every_example_is_run_here_and_fits_on_a_page() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let this = include_str!("examples.rs");
    let mut files = 0;
    for entry in fs::read_dir(here.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 120, "{}: {lines} lines", path.display());
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(this.contains(&format!("mod {name};")), "{name} is not run");
        files += 1;
    }
    assert_eq!(files, 11);
}
