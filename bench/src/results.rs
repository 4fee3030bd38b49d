//! `results.tsv`: the raw figures, a line each.

use std::fmt::Write;

use crate::harness::Line;

const HEADER: &str = "row\tcase\tn\tunit\tpeer\tmedian\tleast\tmost\tx first\trounds\tdate";

/// A line of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub row: String,
    pub case: String,
    pub n: usize,
    pub unit: String,
    pub peer: String,
    pub median: f64,
    pub least: f64,
    pub most: f64,
    /// The median of its ratios to the first peer of its case, each within one round.
    pub ratio: f64,
    /// Whether the machine was calm; if it was not, all rounds count.
    pub rounds: String,
    pub date: String,
}

impl Figure {
    fn new(line: &Line, date: &str) -> Self {
        let Line { row, case, n, peer, unit, median, min, max, ratio, rounds } = line;
        Self {
            row: (*row).into(),
            case: (*case).into(),
            n: *n,
            unit: (*unit).into(),
            peer: (*peer).into(),
            median: *median,
            least: *min,
            most: *max,
            ratio: *ratio,
            rounds: rounds.to_string(),
            date: date.into(),
        }
    }

    fn is_of(&self, other: &Self) -> bool {
        self.n == other.n
            && (&self.row, &self.case, &self.peer) == (&other.row, &other.case, &other.peer)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut text = || fields.next().map(String::from);
        let figure = Self {
            row: text()?,
            case: text()?,
            n: text()?.parse().ok()?,
            unit: text()?,
            peer: text()?,
            median: text()?.parse().ok()?,
            least: text()?.parse().ok()?,
            most: text()?.parse().ok()?,
            ratio: text()?.parse().ok()?,
            rounds: text()?,
            date: text()?,
        };
        fields.next().is_none().then_some(figure)
    }
}

/// The figures of a file.
pub fn read(text: &str) -> Result<Vec<Figure>, String> {
    let lines = text.lines().skip(1);
    lines.map(|line| Figure::parse(line).ok_or(format!("no figure: {line}"))).collect()
}

/// The content of a file of figures.
pub fn write(figures: &[Figure]) -> String {
    let mut text = format!("{HEADER}\n");
    for one in figures {
        let Figure { row, case, n, unit, peer, median, least, most, ratio, rounds, date } = one;
        writeln!(
            text,
            "{row}\t{case}\t{n}\t{unit}\t{peer}\t{median:.3}\t{least:.3}\t{most:.3}\t{ratio:.2}\t{rounds}\t{date}"
        )
        .expect("a string takes all");
    }
    text
}

/// Puts what a run has measured in the place of older figures of the same peers and cases.
pub fn merge(figures: &mut Vec<Figure>, lines: &[Line], date: &str) {
    for line in lines {
        let new = Figure::new(line, date);
        if let Some(old) = figures.iter_mut().find(|old| old.is_of(&new)) {
            *old = new;
            continue;
        }
        // Behind the others of its case, or else of its row.
        let of_case = |old: &Figure| (&old.row, &old.case, old.n) == (&new.row, &new.case, new.n);
        let last = figures.iter().rposition(of_case);
        let last = last.or_else(|| figures.iter().rposition(|old| old.row == new.row));
        figures.insert(last.map_or(figures.len(), |last| last + 1), new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Rounds;

    fn line(peer: &'static str, median: f64) -> Line {
        let (row, case, n, unit) = ("W1", "vec3, linear", 10, "ns/tween");
        let rounds = Rounds::Dropped(1);
        Line { row, case, n, peer, unit, median, min: 1.0, max: 3.0, ratio: 1.5, rounds }
    }

    #[test]
    fn a_run_replaces_the_figures_of_what_it_measured_and_keeps_others() {
        let mut figures = Vec::new();
        merge(&mut figures, &[line("floor", 1.0), line("other", 2.0)], "2026-01-01");
        merge(&mut figures, &[line("floor", 1.5), line("new", 3.0)], "2026-01-02");
        let all: Vec<_> = figures.iter().map(|one| (&one.peer[..], one.median)).collect();
        assert_eq!(all, [("floor", 1.5), ("other", 2.0), ("new", 3.0)]);
        assert_eq!((&figures[0].date[..], &figures[1].date[..]), ("2026-01-02", "2026-01-01"));
        assert_eq!(read(&write(&figures)), Ok(figures));
        assert!(read("header\nW1\t\t").is_err());
    }
}
