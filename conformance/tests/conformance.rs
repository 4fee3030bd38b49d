//! The project's own recordings, and the page that says what became of them.

use std::{fs, path::Path};

use conformance::{FileReport, compare_folder, deviations, page, systems::SYSTEMS};

fn own() -> Vec<FileReport> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    compare_folder(&folder).expect("the project's own recordings can be read")
}

#[test]
fn every_recording_agrees_or_departs_by_a_rule() {
    for report in own() {
        assert!(report.records > 0, "{}", report.file);
        assert!(report.holds(), "{report:#?}");
    }
}

/// Writes the page; a page that was not up to date is a failed test, once.
#[test]
fn the_page_says_what_became_of_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance.md");
    let page = page::markdown(&own());
    if fs::read_to_string(&path).ok().as_ref() != Some(&page) {
        fs::write(&path, page).expect("the page can be written");
        panic!("docs/conformance.md was out of date; it has been rewritten");
    }
}

#[test]
fn every_rule_is_met_by_a_recording() {
    let reports = own();
    for rule in deviations::ALL {
        let met = reports.iter().any(|report| report.by_rule.contains_key(rule.id));
        assert!(met, "no recording meets {}: a rule too many", rule.id);
    }
}

#[test]
fn every_recorded_system_is_known() {
    for report in own() {
        let folder = report.file.split('/').next().unwrap_or_default();
        assert!(SYSTEMS.iter().any(|system| system.folder == folder), "{}", report.file);
    }
}
