//! The project's own recordings, and the page that says what became of them.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use conformance::{
    FileReport, compare_folder, deviations, page, report::notice_changes, systems::SYSTEMS, traces,
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

#[test]
fn a_file_without_a_header_or_without_records_cannot_be_read() {
    let folder = std::env::temp_dir().join(format!("conformance-{}", std::process::id()));
    let system = folder.join("game_loop");
    std::fs::create_dir_all(&system).expect("a folder of its own");
    let cases = [
        ("empty.jsonl", "", "a header"),
        ("blank.jsonl", "\n \n", "the first line is null"),
        ("header_alone.jsonl", "{\"kind\": \"header\"}\n", "no records"),
        ("no_header.jsonl", "{\"name\": \"a\"}\n{\"name\": \"b\"}\n", "a header"),
        ("list.json", "{}", "no records"),
    ];
    for (name, text, needed) in cases {
        // Of a system that is a list of records within one value: of `{}` there are none.
        let within = if name == "list.json" { folder.join("flipbook") } else { system.clone() };
        std::fs::create_dir_all(&within).expect("a folder of its own");
        std::fs::write(within.join(name), text).expect("it can be written");
        let error = compare_folder(&folder).expect_err(name).to_string();
        assert!(error.contains(name) && error.contains(needed), "{name}: {error}");
        std::fs::remove_file(within.join(name)).expect("it can be removed");
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// `cargo run --release -p conformance -- --write` rewrites the verdicts, but for those that became less.
#[test]
fn every_record_has_its_committed_verdict() {
    let committed = include_str!("../verdicts.txt");
    let now = page::verdicts(own(), committed).expect("a reason for each record that became less");
    let changed: Vec<(&str, &str)> =
        committed.lines().zip(now.lines()).filter(|(before, now)| before != now).collect();
    assert!(changed.is_empty(), "committed verdict, verdict now: {changed:#?}");
    assert_eq!(committed.lines().count(), now.lines().count(), "records");
}

/// Programs in other languages are held to these traces, so they are held to the verdicts as well.
#[test]
fn every_record_that_other_languages_play_has_its_committed_trace() {
    let now = traces::traces(&folder()).expect("the project's own recordings can be read");
    assert_eq!(now, include_str!("../traces.txt"));
}

#[test]
fn a_verdict_becomes_less_only_by_a_line_that_says_why() {
    const LESS: &str = "exact, now within 1e-5, because the clock rounds";
    for (committed, now, line) in [
        ("exact", "within 1e-5", None),
        ("exact, now within 1e-5, because ", "within 1e-5", None),
        (LESS, "within 1e-5", Some(LESS)),
        (LESS, "within 1e-4", None),
        (LESS, "exact", Some("exact")),
        ("within 1e-6", "within 1e-5", None),
        ("within 1e-6", "wanted tie", None),
        ("wanted tie", "wanted backwards tie", None),
        ("wanted tie", "failed", None),
        ("wanted tie", "within 1e-5", Some("within 1e-5")),
    ] {
        let verdicts = vec![("f 1 a: b".into(), now.into())];
        let report = FileReport { verdicts, ..FileReport::default() };
        let found = page::verdicts(&[report], &format!("f 1 a: b: {committed}\n")).ok();
        assert_eq!(found, line.map(|line| format!("f 1 a: b: {line}\n")), "{committed}, {now}");
    }
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
    let page = include_str!("../../docs/conformance.md");
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
        assert!(rule.reason().is_some(), "page/rules.md does not say why {}", rule.id);
    }
    let reasons = include_str!("../page/rules.md").matches("\n## ").count();
    assert_eq!(reasons, deviations::ALL.len(), "reasons in page/rules.md, and rules");
}
