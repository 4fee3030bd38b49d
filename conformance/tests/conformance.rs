//! The project's own recordings, and the page that says what became of them.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use conformance::{
    FileReport, compare_folder, deviations, page, report::notice_changes, systems::SYSTEMS,
};

fn own() -> &'static [FileReport] {
    static REPORTS: OnceLock<Vec<FileReport>> = OnceLock::new();
    REPORTS.get_or_init(|| {
        compare_folder(&folder()).expect("the project's own recordings can be read")
    })
}

#[test]
fn every_recording_agrees_or_departs_by_a_rule() {
    for report in own() {
        assert!(report.records > 0, "{}", report.file);
        assert!(report.holds(), "{report:#?}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// `cargo run --release -p conformance -- --write` rewrites the verdicts; the diff shows what became less, or more.
#[test]
fn every_record_has_its_committed_verdict() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verdicts.txt");
    let committed = fs::read_to_string(&path).expect("the verdicts can be read");
    let now = page::verdicts(own());
    let changed: Vec<(&str, &str)> =
        committed.lines().zip(now.lines()).filter(|(before, now)| before != now).collect();
    assert!(changed.is_empty(), "committed verdict, verdict now: {changed:#?}");
    assert_eq!(committed.lines().count(), now.lines().count(), "records");
}

#[test]
fn changes_of_recordings_are_noticed_and_the_page_says_so() {
    let (changes, seed) = page::CHANGES;
    let noticed = notice_changes(&folder(), changes, seed).expect("the recordings can be read");
    for system in SYSTEMS {
        let of_it = noticed.iter().filter(|file| file.file.starts_with(system.folder));
        let (made, missed) = of_it
            .fold((0, 0), |(made, missed), file| (made + file.changes, missed + file.missed.len()));
        assert!(made >= changes, "{}: only {made} changes", system.folder);
        assert!(missed * 50 <= made, "{}: {missed} of {made} changes missed", system.folder);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance.md");
    let page = fs::read_to_string(path).expect("the page can be read");
    let needed = page::markdown(own(), &noticed);
    let differing = page.lines().zip(needed.lines()).find(|(page, needed)| page != needed);
    assert!(page == needed, "docs/conformance.md, and what it should say: {differing:#?}");
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
