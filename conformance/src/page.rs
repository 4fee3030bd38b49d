//! The reports as text: a table for the terminal, a page for the documentation.

use std::{fmt::Write, fs, path::Path};

use crate::{
    FileReport, deviations, fields::Use, read::Malformed, report::Noticed, systems::SYSTEMS,
    verdict::Comparisons,
};

/// What a row says of a file, from its records to those that failed.
fn counts(report: &FileReport) -> [String; 6] {
    let FileReport { records, exact, within, wanted, failed, .. } = report;
    let tolerance = report.tolerance.map_or_else(String::new, |widest| format!("{widest:.0e}"));
    let [records, exact, within, wanted, failed] =
        [*records, *exact, *within, *wanted, failed.len()].map(|count| count.to_string());
    [records, exact, within, tolerance, wanted, failed]
}

/// One line for each file.
#[must_use]
pub fn table(reports: &[FileReport]) -> String {
    let header = ["records", "exact", "within", "tolerance", "wanted", "failed"];
    let rows = reports.iter().map(|report| (report.file.as_str(), counts(report)));
    let rows = std::iter::once(("file", header.map(String::from))).chain(rows);
    let line = |(file, [records, exact, within, tolerance, wanted, failed]): (_, [String; 6])| {
        format!(
            "{file:44} {records:>7} {exact:>7} {within:>7} {tolerance:>9} {wanted:>7} {failed:>7}\n"
        )
    };
    rows.map(line).collect()
}

/// Whether a verdict is less than another: of a lower sort, of a wider tolerance, or by a rule that the other lacks.
fn is_less(now: &str, before: &str) -> bool {
    let sorts = ["exact", "within", "wanted", "failed"];
    let sort = |verdict: &str| sorts.iter().position(|sort| verdict.starts_with(sort));
    let tolerance = |verdict: &str| verdict.split(' ').find_map(|word| word.parse::<f64>().ok());
    let has = |rule| before.split(' ').any(|other| other == rule);
    let is_rule = |word: &&str| word.parse::<f64>().is_err() && !sorts.contains(word);
    sort(now) > sort(before)
        || sort(now) == sort(before)
            && (tolerance(now) > tolerance(before) || !now.split(' ').filter(is_rule).all(has))
}

/// The verdicts of all records, one a line, as `conformance/verdicts.txt` holds them. A record that is less than its
/// committed verdict keeps it, and needs a line that says what it is now and why: `exact, now within 1e-5, because ...`.
///
/// # Errors
///
/// The lines that records need and do not have.
pub fn verdicts(reports: &[FileReport], committed: &str) -> Result<String, String> {
    let (mut text, mut needed) = (String::new(), String::new());
    for (record, now) in reports.iter().flat_map(|report| &report.verdicts) {
        let mut lines = committed.lines();
        let line = lines.find_map(|line| line.strip_prefix(&**record)?.strip_prefix(": "));
        let line = line.unwrap_or(now);
        let best = line.split(", now ").next().unwrap_or(line);
        let less = format!("{best}, now {now}, because ");
        if !is_less(now, best) {
            let _ = writeln!(text, "{record}: {now}");
        } else if line.starts_with(&less) && line.len() > less.len() {
            let _ = writeln!(text, "{record}: {line}");
        } else {
            let _ = writeln!(needed, "{record}: {less}...");
        }
    }
    if needed.is_empty() { Ok(text) } else { Err(needed) }
}

/// How many changes of each file the page reports, and their seed.
pub const CHANGES: (usize, u64) = (100, 1);

/// Writes the project's own page and verdicts again.
///
/// # Errors
///
/// When a file cannot be written, or a record has become less without a reason.
pub fn write(reports: &[FileReport], noticed: &[Noticed]) -> Result<(), Malformed> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("verdicts.txt");
    let verdicts = verdicts(reports, &fs::read_to_string(&file)?)?;
    fs::write(file, verdicts)?;
    Ok(fs::write(here.join("../docs/conformance.md"), markdown(reports, noticed))?)
}

/// How many values of a system's records were compared, and what came of it.
fn comparisons(reports: &[&FileReport]) -> String {
    let mut made = Comparisons::default();
    reports.iter().for_each(|report| made.and(&report.made));
    let left: usize = reports.iter().map(|report| report.left_out).sum();
    let of_rules: usize = made.by_rule.values().sum();
    let rules = made.by_rule.iter().map(|(id, count)| {
        let name = id.split('/').next_back().unwrap_or(id);
        format!("`{name}` {}", grouped(*count))
    });
    let rules: Vec<_> = rules.collect();
    let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
    let [exact, within, of_rules, left] = [made.exact, made.within, of_rules, left].map(grouped);
    format!(
        "Values compared: {exact} exact, {within} within the tolerance, {of_rules} under a rule{rules}. Values left out: \
         {left}.\n"
    )
}

/// A number with a comma before each three of its digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let comma = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    let parts = digits
        .chars()
        .enumerate()
        .map(|(place, digit)| if comma(place) { format!(",{digit}") } else { digit.to_string() });
    parts.collect()
}

/// The page `docs/conformance.md`.
#[must_use]
pub fn markdown(reports: &[FileReport], noticed: &[Noticed]) -> String {
    let mut page = String::from(INTRODUCTION);
    for system in SYSTEMS {
        let prefix = format!("{}/", system.folder);
        let of_it: Vec<_> =
            reports.iter().filter(|report| report.file.starts_with(&prefix)).collect();
        let _ = write!(page, "\n## {}\n\n{}\n\n", system.folder, system.source);
        page.push_str(
            "| file | records | exact | within | tolerance | wanted | failed | changes noticed |\n",
        );
        page.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for report in &of_it {
            let file = report.file.trim_start_matches(&prefix);
            let noticed = noticed.iter().find(|of| of.file == report.file);
            let noticed =
                noticed.map_or_else(String::new, |Noticed { changes, missed, .. }| {
                    format!("{} of {changes}", changes - missed.len())
                });
            let _ = writeln!(page, "| {file} | {} | {noticed} |", counts(report).join(" | "));
        }
        let _ = write!(page, "\n{}", comparisons(&of_it));
        let mut left = Vec::new();
        for fields in system.fields {
            if let Use::Left(reason) = fields.used {
                left.extend(fields.paths.split(' ').map(|path| format!("`{path}` ({reason})")));
            }
        }
        let _ = writeln!(page, "\nNot compared: {}.", left.join(", "));
        let rules = deviations::ALL.iter().filter_map(|rule| {
            let count: usize = of_it.iter().filter_map(|report| report.by_rule.get(rule.id)).sum();
            (count > 0).then_some((rule, count))
        });
        let mut heading = "\nWanted deviations:\n\n";
        for (rule, count) in rules {
            let records = if count == 1 { "record" } else { "records" };
            let reason = rule.reason().unwrap_or_default();
            let _ = writeln!(page, "{heading}- `{}`, {count} {records}: {reason}", rule.id);
            heading = "";
        }
    }
    page
}

const INTRODUCTION: &str = include_str!("../page/introduction.md");
