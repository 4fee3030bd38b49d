//! `docs/performance.svg`: the time of each peer in each row, as a multiple of the time of Cueline.

use std::fmt::Write;

use crate::{
    page::{Table, is_ours},
    results::Figure,
};

/// Pixels from the left to a tenth of the time of Cueline.
const LEFT: f64 = 210.0;
/// Pixels of a power of ten.
const TEN: f64 = 120.0;
/// The powers of ten of the axis.
const POWERS: std::ops::RangeInclusive<i32> = -1..=4;
const TOP: f64 = 60.0;
const ROW: f64 = 36.0;

/// Colours of the kinds of peers, and their names.
const KINDS: [(&str, &str); 5] = [
    ("#888888", "written by hand"),
    ("#0032c8", "Cueline"),
    ("#008c3c", "Rust and C++"),
    ("#e08000", "Bevy, whole updates"),
    ("#c01428", "JavaScript"),
];

fn kind(peer: &str) -> usize {
    let javascript = ["@", "animejs", "mainloop"].iter().any(|name| peer.starts_with(name));
    match peer {
        _ if is_ours(peer) => 1,
        _ if javascript => 4,
        _ if peer.starts_with("floor") || peer.contains("hand") => 0,
        _ if peer.ends_with("JavaScript") => 4,
        _ if peer.starts_with("bevy") && !peer.starts_with("bevy_math") => 3,
        _ => 2,
    }
}

/// The first table of each heading, at about 1,000 items, or at the most where it has no such column.
pub fn svg(tables: &[Table<'_>]) -> String {
    let mut picture = String::new();
    write(&mut picture, tables).expect("a string takes all");
    picture
}

fn write(picture: &mut String, tables: &[Table<'_>]) -> std::fmt::Result {
    let mut rows: Vec<&Table<'_>> = tables.iter().collect();
    rows.dedup_by_key(|table| table.title);
    // A row without Cueline has nothing to compare.
    let rows: Vec<_> = rows.into_iter().filter_map(shown).collect();
    let bottom = TOP + ROW * rows.len() as f64;
    let at = |power: f64| LEFT + TEN * (power - f64::from(*POWERS.start()));
    let (width, height) = (at(f64::from(*POWERS.end())) + 40.0, bottom + 30.0);
    writeln!(
        picture,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="13">"#
    )?;
    writeln!(picture, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
    for (index, (color, name)) in KINDS.iter().enumerate() {
        let x = 20.0 + 160.0 * index as f64;
        writeln!(picture, r#"<circle cx="{x}" cy="20" r="5" fill="{color}"/>"#)?;
        writeln!(picture, r#"<text x="{}" y="25">{name}</text>"#, x + 10.0)?;
    }
    for power in POWERS {
        let (x, width) = (at(power.into()), if power == 0 { 2 } else { 1 });
        let color = if power == 0 { KINDS[1].0 } else { "#cccccc" };
        writeln!(
            picture,
            r#"<line x1="{x}" y1="{TOP}" x2="{x}" y2="{bottom}" stroke="{color}" stroke-width="{width}"/>"#
        )?;
        let name = 10_f64.powi(power);
        let y = bottom + 18.0;
        writeln!(picture, r#"<text x="{x}" y="{y}" text-anchor="middle">x {name}</text>"#)?;
    }
    for (index, (title, figures, ours)) in rows.into_iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        writeln!(picture, r#"<text x="10" y="{}">{title}</text>"#, y + 5.0)?;
        // Ours above the others.
        let mut all: Vec<_> = figures.iter().map(|one| (kind(&one.peer), one)).collect();
        all.sort_by_key(|(kind, _)| *kind == 1);
        for (kind, one) in all {
            let x = at((one.ratio / ours).log10());
            let color = KINDS[kind].0;
            writeln!(
                picture,
                r#"<circle cx="{x:.1}" cy="{y}" r="5" fill="{color}" fill-opacity="0.8"/>"#
            )?;
        }
    }
    writeln!(picture, "</svg>")
}

/// The title of a row, the figures of its size, and the ratio of Cueline in them.
fn shown<'a>(table: &'a Table<'_>) -> Option<(String, &'a [&'a Figure], f64)> {
    let about_1000 = |(title, _): &&(String, _)| title.starts_with("1,0") || title == "999";
    let (size, figures) = table.columns.iter().find(about_1000).or(table.columns.last())?;
    let ours = figures.iter().find(|one| is_ours(&one.peer))?;
    let title = table.title.split_once(". ").map_or(table.title, |(_, title)| title);
    Some((format!("{title}, {size}"), figures, ours.ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{page, results};

    #[test]
    fn a_peer_of_ten_times_the_time_stands_a_power_of_ten_to_the_right() {
        let text = "header\n\
            W1\ta\t10\tns\tfloor\t1\t1\t1\t1\t\t2026-01-01\n\
            W1\ta\t10\tns\tCueline\t2\t1\t1\t2\t\t2026-01-01\n\
            W1\ta\t10\tns\tanimejs\t20\t1\t1\t20\t\t2026-01-01\n";
        let figures = results::read(text).expect("valid");
        let old = "## 1. Title\n<!-- figures | W1 a 10 -->\n";
        let (_, tables) = page::renew(old, &figures, None).expect("all figures are there");
        let picture = svg(&tables);
        assert!(picture.contains(">Title, 10</text>"), "{picture}");
        for (x, kind) in [(330.0, 1), (450.0, 4)] {
            let color = KINDS[kind].0;
            let circle = format!(r#"<circle cx="{x:.1}" cy="78" r="5" fill="{color}""#);
            assert!(picture.contains(&circle), "{circle}: {picture}");
        }
    }
}
