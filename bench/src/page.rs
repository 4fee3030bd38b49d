//! `docs/performance.md` is written by hand, but its tables come from the figures.
//!
//! A comment stands before each table and names its columns, each by row, case and n, and by a title that differs from n:
//! `<!-- figures | W1 mix 100 | W4 read, 1e3 in sequence 1 = 1,000 -->`. The table after `<!-- machine -->` tells where and
//! with what the last run measured.

use std::fmt::Write;

use crate::{machine::Machine, results::Figure};

/// A table of the page: a line for each peer, a column for each size.
pub struct Table<'a> {
    /// The heading above it.
    pub title: &'a str,
    /// Title and figures of each column.
    pub columns: Vec<(String, Vec<&'a Figure>)>,
}

impl<'a> Table<'a> {
    fn new(title: &'a str, columns: &str, figures: &'a [Figure]) -> Result<Self, String> {
        let column = |text: &str| {
            let (what, title) = text.split_once('=').unwrap_or((text, ""));
            let words = what.trim().split_once(' ').zip(what.trim().rsplit_once(' '));
            let ((row, _), (case, n)) = words.ok_or(format!("no row, case and n: {text}"))?;
            let case = case[row.len()..].trim();
            let n: usize = n.parse().map_err(|_| format!("no number: {text}"))?;
            let of = |one: &&Figure| one.row == row && one.case == case && one.n == n;
            let found: Vec<_> = figures.iter().filter(of).collect();
            if found.is_empty() {
                return Err(format!("no figures: {text}"));
            }
            let title = title.trim();
            let title = if title.is_empty() { grouped(n) } else { title.into() };
            Ok((title, found))
        };
        let columns: Result<_, String> = columns.split('|').skip(1).map(column).collect();
        Ok(Self { title, columns: columns? })
    }

    /// All peers, in the order of the figures of the last column, which come first, and of the others.
    fn peers(&self) -> Vec<&'a str> {
        let mut peers = Vec::new();
        for one in self.columns.iter().rev().flat_map(|(_, figures)| figures) {
            if !peers.contains(&&one.peer[..]) {
                peers.push(&one.peer[..]);
            }
        }
        peers
    }

    fn write(&self, page: &mut String) -> std::fmt::Result {
        let unit = self.columns.first().map_or("", |(_, figures)| &figures[0].unit);
        write!(page, "| {unit} |")?;
        for (title, _) in &self.columns {
            write!(page, " {title} |")?;
        }
        writeln!(page, "\n| --- |{}", " ---: |".repeat(self.columns.len()))?;
        for peer in self.peers() {
            let name = peer.replace('<', "\\<");
            let name = if is_ours(peer) { format!("**{name}**") } else { name };
            write!(page, "| {name} |")?;
            for (_, figures) in &self.columns {
                let found = figures.iter().find(|one| one.peer == peer);
                write!(page, " {} |", found.map_or(String::new(), |one| short(one.median)))?;
            }
            writeln!(page)?;
        }
        Ok(())
    }
}

pub fn is_ours(peer: &str) -> bool {
    peer.starts_with("Cueline") || peer.starts_with("bevy_cueline")
}

/// The page with new tables, and these tables. Without a machine that table stays.
pub fn renew<'a>(
    old: &'a str,
    figures: &'a [Figure],
    machine: Option<&Machine>,
) -> Result<(String, Vec<Table<'a>>), String> {
    let (mut page, mut tables, mut title) = (String::new(), Vec::new(), "");
    let mut lines = old.lines().peekable();
    while let Some(line) = lines.next() {
        page.push_str(line);
        page.push('\n');
        title = line.strip_prefix("## ").unwrap_or(title);
        let mark = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let mut new = String::new();
        if mark == Some("machine")
            && let Some(machine) = machine
        {
            machine.table(&mut new).expect("a string takes all");
        } else if let Some(columns) = mark.and_then(|mark| mark.strip_prefix("figures ")) {
            let table = Table::new(title, columns, figures)?;
            table.write(&mut new).expect("a string takes all");
            tables.push(table);
        } else {
            continue;
        }
        page.push_str(&new);
        while lines.next_if(|line| line.starts_with('|')).is_some() {}
    }
    Ok((page, tables))
}

/// Three digits.
fn short(number: f64) -> String {
    match number {
        ..1.0 => format!("{number:.3}"),
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => grouped(number.round() as usize),
    }
}

/// With a comma before each three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    let groups = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
    std::iter::once(first.into()).chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results;

    #[test]
    fn a_table_has_a_column_for_each_size_and_a_line_for_each_peer() {
        let text = "header\n\
            W1\ta, b\t10\tns\tfloor\t1\t1\t1\t1\t\t2026-01-01\n\
            W1\ta, b\t10\tns\tCueline A<B>\t1234567\t1\t1\t2\t\t2026-01-01\n\
            W1\ta, b\t1000\tns\tfloor\t12.345\t1\t1\t1\t\t2026-01-01\n";
        let figures = results::read(text).expect("valid");
        let old =
            "## Title\n<!-- figures | W1 a, b 10 | W1 a, b 1000 = many -->\n| old |\n\ntext\n";
        let (page, tables) = renew(old, &figures, None).expect("all figures are there");
        let table = "| ns | 10 | many |\n| --- | ---: | ---: |\n| floor | 1.00 | 12.3 |\n| **Cueline A\\<B>** | 1,234,567 |  |\n";
        assert!(page.contains(table), "{page}");
        assert!(page.ends_with("|\n\ntext\n") && !page.contains("old"), "{page}");
        assert_eq!(tables[0].title, "Title");
        assert_eq!(renew(&page, &figures, None).expect("the same").0, page);
        assert!(renew("<!-- figures | W1 c 10 -->\n", &figures, None).is_err());
    }
}
