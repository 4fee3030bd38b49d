//! The results as a page: a table of the modules, then every mutant that no test finds.

use std::{collections::BTreeMap, fmt::Write};

use crate::{
    equivalent::Equivalents,
    rewrite::Mutant,
    run::{Finding, Verdict},
};

/// Numbers of one module.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    build: usize,
    run: usize,
    caught: usize,
    timeout: usize,
    missed: usize,
    unreached: usize,
    equivalent: usize,
}

impl Row {
    fn add(&mut self, other: Row) {
        self.build += other.build;
        self.run += other.run;
        self.caught += other.caught;
        self.timeout += other.timeout;
        self.missed += other.missed;
        self.unreached += other.unreached;
        self.equivalent += other.equivalent;
    }

    fn line(&self, name: &str) -> String {
        let Self { build, run, caught, timeout, missed, unreached, equivalent } = self;
        format!(
            "| {name} | {build} | {run} | {caught} | {timeout} | {missed} | {unreached} | {equivalent} | {} |\n",
            self.percent()
        )
    }

    /// Of the mutants that a test could find.
    fn percent(&self) -> String {
        let (found, all) = (self.caught + self.timeout, self.run - self.equivalent);
        let Some(tenths) = (found * 1000 + all / 2).checked_div(all) else { return "-".into() };
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// The table and the lists, in Markdown.
pub(crate) fn markdown(
    mutants: &[Mutant],
    findings: &[Finding],
    equivalents: &Equivalents,
) -> String {
    let verdicts: BTreeMap<usize, Verdict> =
        findings.iter().map(|finding| (finding.id, finding.verdict)).collect();
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let (mut missed, mut unreached) = (String::new(), String::new());
    for mutant in mutants {
        let row = rows.entry(mutant.module()).or_default();
        row.build += 1;
        let Some(verdict) = verdicts.get(&mutant.id) else { continue };
        row.run += 1;
        let list = match verdict {
            Verdict::Caught => {
                row.caught += 1;
                continue;
            }
            Verdict::Timeout => {
                row.timeout += 1;
                continue;
            }
            _ if equivalents.contains(mutant) => {
                row.equivalent += 1;
                continue;
            }
            Verdict::Missed => {
                row.missed += 1;
                &mut missed
            }
            Verdict::Unreached => {
                row.unreached += 1;
                &mut unreached
            }
        };
        let Mutant { file, line, function, what, .. } = mutant;
        // Writing to a string never fails.
        let _ = writeln!(list, "- `{file}:{line}` `{function}`: {what}");
    }
    let mut page = "| module | mutants | run | caught | by timeout | missed | not reached | equivalent | found |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let mut all = Row::default();
    for (name, row) in &rows {
        page += &row.line(name);
        all.add(*row);
    }
    page += &all.line("all");
    for (title, list) in [("Missed", missed), ("Not reached", unreached)] {
        if !list.is_empty() {
            let _ = write!(page, "\n## {title}\n\n{list}");
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::{Equivalents, Finding, Mutant, Verdict, markdown};

    fn mutant(id: usize, file: &str, what: &str) -> Mutant {
        let (file, function, what) = (file.into(), "f".into(), what.into());
        Mutant { id, file, line: 10 + id, offset: 0, function, what, output: 0..0 }
    }

    #[test]
    fn a_row_counts_the_mutants_that_were_run_and_leaves_equivalents_out_of_the_percentage() {
        let mutants = [
            mutant(1, "time/clock.rs", "returns `0`"),
            mutant(2, "time/clock.rs", "returns `1`"),
            mutant(3, "relay.rs", "`<` to `<=` in `a < b`"),
            mutant(4, "relay.rs", "`<` to `>` in `a < b`"),
            mutant(5, "time/fixed.rs", "returns `None`"),
            mutant(6, "time/fixed.rs", "returns at once"),
            mutant(7, "time/fixed.rs", "never run"),
        ];
        let verdicts =
            [Verdict::Caught, Verdict::Timeout, Verdict::Missed, Verdict::Caught, Verdict::Missed];
        let verdicts = verdicts.into_iter().chain([Verdict::Unreached]);
        let finding = |(id, verdict)| Finding { id, verdict, by: None, seconds: 0.0 };
        let findings: Vec<_> = (1..).zip(verdicts).map(finding).collect();
        let equivalents = Equivalents::parse("relay.rs: f: `<` to `<=` in `a < b` # never equal\n");
        assert_eq!(
            markdown(&mutants, &findings, &equivalents.expect("valid")),
            "\
| module | mutants | run | caught | by timeout | missed | not reached | equivalent | found |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| relay | 2 | 2 | 1 | 0 | 0 | 0 | 1 | 100.0 % |
| time | 5 | 4 | 1 | 1 | 1 | 1 | 0 | 50.0 % |
| all | 7 | 6 | 2 | 1 | 1 | 1 | 1 | 60.0 % |

## Missed

- `time/fixed.rs:15` `f`: returns `None`

## Not reached

- `time/fixed.rs:16` `f`: returns at once
"
        );
    }
}
