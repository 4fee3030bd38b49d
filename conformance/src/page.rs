//! The reports as text: a table for the terminal, a page for the documentation.

use std::fmt::Write;

use crate::{FileReport, deviations, systems::SYSTEMS};

fn tolerance(report: &FileReport) -> String {
    report.tolerance.map_or_else(String::new, |widest| format!("{widest:.0e}"))
}

/// One line for each file.
#[must_use]
pub fn table(reports: &[FileReport]) -> String {
    let mut text = format!(
        "{:44} {:>7} {:>7} {:>7} {:>9} {:>7} {:>7} {:>13}\n",
        "file", "records", "exact", "within", "tolerance", "wanted", "failed", "not compared"
    );
    for report in reports {
        let _ = writeln!(
            text,
            "{:44} {:>7} {:>7} {:>7} {:>9} {:>7} {:>7} {:>13}",
            report.file,
            report.records,
            report.exact,
            report.within,
            tolerance(report),
            report.wanted,
            report.failed.len(),
            report.not_compared.len()
        );
    }
    text
}

/// The page `docs/conformance.md`.
#[must_use]
pub fn markdown(reports: &[FileReport]) -> String {
    let mut page = String::from(INTRODUCTION);
    for system in SYSTEMS {
        let prefix = format!("{}/", system.folder);
        let of_it: Vec<_> =
            reports.iter().filter(|report| report.file.starts_with(&prefix)).collect();
        let _ = write!(page, "\n## {}\n\n{}\n\n", system.folder, system.source);
        page.push_str(
            "| file | records | exact | within | tolerance | wanted | failed | not compared |\n",
        );
        page.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for report in &of_it {
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} | {} | {} | {} |",
                report.file.trim_start_matches(&prefix),
                report.records,
                report.exact,
                report.within,
                tolerance(report),
                report.wanted,
                report.failed.len(),
                report.not_compared.len()
            );
        }
        let rules = deviations::ALL.iter().filter_map(|rule| {
            let count: usize = of_it.iter().filter_map(|report| report.by_rule.get(rule.id)).sum();
            (count > 0).then_some((rule, count))
        });
        let mut heading = "\nWanted deviations:\n\n";
        for (rule, count) in rules {
            let records = if count == 1 { "record" } else { "records" };
            let _ = writeln!(page, "{heading}- `{}`, {count} {records}: {}", rule.id, rule.reason);
            heading = "";
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Conformance

What Cueline does, compared with recordings of real systems, through its public face. This page is written by
`cargo test -p conformance`; the comparison itself is `cargo run --release -p conformance -- [DIR] [--json]`, which takes
any folder of recordings of these kinds.

A record is *exact* when everything compared in it is equal to the last bit; *within* when the widest difference is
allowed by the stated tolerance; *wanted* when it departs by a rule that is stated below and decided from what the record
contains, never from its name. Everything else in such a record is compared all the same. Nothing is left out: a
record that nothing is held against is counted as *not compared*, and the program names it and ends with an error.
";
