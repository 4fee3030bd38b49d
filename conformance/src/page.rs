//! The reports as text: a table for the terminal, a page for the documentation.

use std::{fmt::Write, fs, io, path::Path};

use crate::{FileReport, deviations, fields::Use, report::Noticed, systems::SYSTEMS};

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

/// The verdicts of all records, one a line: what `conformance/verdicts.txt` holds.
#[must_use]
pub fn verdicts(reports: &[FileReport]) -> String {
    reports
        .iter()
        .flat_map(|report| &report.verdicts)
        .fold(String::new(), |text, line| text + line + "\n")
}

/// How many changes of each file the page reports, and their seed.
pub const CHANGES: (usize, u64) = (100, 1);

/// Writes the project's own page and verdicts again.
///
/// # Errors
///
/// When a file cannot be written.
pub fn write(reports: &[FileReport], noticed: &[Noticed]) -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(here.join("verdicts.txt"), verdicts(reports))?;
    fs::write(here.join("../docs/conformance.md"), markdown(reports, noticed))
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
            let _ = writeln!(page, "{heading}- `{}`, {count} {records}: {}", rule.id, rule.reason);
            heading = "";
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Conformance

What Cueline does, compared with recordings of real systems, through its public API. The command
`cargo run --release -p conformance -- [DIR] [--json]` makes the comparison. It takes any folder of recordings of these
kinds. With `--write` it also rewrites this page and `conformance/verdicts.txt`, which holds one line for each record. The
tests compare both with a new run and write nothing.

A record is *exact* when everything compared in it is equal to the last bit; *within* when the widest difference is
allowed by the stated tolerance; *wanted* when it departs by a rule that is stated below and decided from the contents of
the record, never from its name. Everything else in such a record is compared all the same. Each field of a record is
played, compared, or listed here as not compared, with a reason. A field that is none of these fails its record.

A recording is evidence only where a change of it is noticed. `cargo run --release -p conformance -- --changes 100` changes
random compared fields, one at a time: it moves a number, replaces a name by another one of the same field, turns a yes
into a no, and drops, doubles or swaps items of lists. The last column counts the changes that failed their record.

Rules must fit the systems and not only the present recordings. The recorders in `conformance/record` write new recordings of
any seed (`npm install`, then `node RECORDER SEED COUNT`); each line says how many of them held:

| kind | recorder | new records | failed |
| --- | --- | ---: | ---: |
| timeline | `timeline.mjs`, seeds 7 to 11, with and without `first` | 10,000 | 0 |
| timeline | the same, seeds 12, 13 and 14 `first`, compared once, when the rules were made | 3,000 | 0 |
| game_loop | `game_loop.mjs`, seeds 1 to 4 | 4,000 | 0 |
| game_loop | the same, seeds 5 and 6, compared once | 2,000 | 0 |
| babylon, playing clips | `playback.mjs`, seed 20261 | 1,000 | 0 |
| babylon, clips | `clips.mjs`, seeds 1 and 2 | 2,000 | 0 |
| babylon, clips | the same, seeds 3 and 4, compared once | 2,000 | 0 |
| babylon, groups | `groups.mjs`, seeds 1 and 2, compared once | 2,000 | 0 |
| babylon, easings | `easings.mjs`, seeds 1 and 2, compared once | 2,000 | 0 |
| babylon, groups | `groups.mjs`, seed 101 | 1,000 | 0 |
| babylon, the other three | seed 101 (`playback.mjs` 20301), compared once | 3,000 | 0 |
| babylon, all four | seed 201 (`playback.mjs` 20401), compared once | 2,000 | 0 |
| timeline | seeds 101 and 201, 102 and 202 `first`, compared once | 2,000 | 0 |
| timeline | seeds 301 and 302, with and without `first`, compared once | 2,000 | 0 |
| game_loop; babylon, all four | seed 301 (`playback.mjs` 20501), compared once | 5,000 | 0 |
| game_loop | seeds 101 and 201, compared once | 1,500 | 0 |
| easing, all four | `beziers.mjs`, `springs.mjs`, `steps.mjs` and `tables.mjs`, seeds 1 to 8 | 32,000 | 0 |
| easing, all four | seeds 101 to 103, compared once: a Bezier curve, whose tolerance was then corrected | 12,000 | 1 |
| easing, all four | seeds 201 to 203, compared once | 12,000 | 0 |
| flipbook | `flipbook.lisp` (`sbcl --script`), seeds 1 to 8, 101 to 103 and 201 to 203 | 43,400 | 0 |
| flipbook | the same, seeds 301 to 303, compared once | 9,300 | 0 |

The other three kinds have no recorder. The listings of render_pipeline, animation_sequencer and synced_animation belong to
their articles, and no package holds them: their records are those of their tables below. The program for flipbook is our
own; it follows two formulas of the article.

Three systems are also followed by a program of their own, which must give what is recorded, field by field:

- The player of Babylon.js: after a jump, a change of speed, a pause or a reset it keeps an offset of its clock, a shift of
  its frames and a mark of each event that was called, none of which a record shows, and which of its later frames, loops and
  events differ follows from these alone. Cueline is compared with the recording; the program says which fields of a step a
  rule touches.
- The callbacks of GSAP's timelines: what an item calls in a step depends on the time, the pass and the side of its start
  that it was rendered at last, and a record gives those of the whole timeline only. Where the callbacks of a run are not
  those that Cueline reports, Cueline is compared with the program in steps of one moment each, and what it reports in each
  step of the run must be what it reports there in these. Times, values and labels are compared with the recording alone.
- The lists of animation_sequencer: its entries wait for frames, so which of them it holds after a frame depends on all frames
  before, and a queue that loses no time holds others. `active`, `pending` and the order of events must be those that the
  article's words give; starts, ends and places are compared with Cueline.
";
