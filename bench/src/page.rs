//! `docs/performance.md`: what was measured, as tables, with where and how.

use std::fmt::Write;

use crate::{
    absent::ABSENT,
    calm::{LIMIT, WAIT},
    harness::{Bench, ENOUGH, Line, MOST_ROUNDS, Missing, ROUNDS},
    machine::Machine,
};

/// What each row measures.
const ROWS: [(&str, &str); 14] = [
    ("W1", "One frame of n live tweens of a number, with their values where the user reads them"),
    ("W1v", "The same with tweens of three numbers"),
    ("W1k", "The same with rotations, colours, and structs of a place, a rotation and a colour"),
    (
        "W1s",
        "Starting tweens, their ends, and cues: all in one frame, some in each, or one in a tick, with another in its place",
    ),
    ("W1d", "One frame where one tween in ten is still alive"),
    (
        "W2",
        "Sampling 1e4 instances of 16 clips at different phases; a clip has 10 channels of 30 uneven keyframes",
    ),
    ("W3", "Draining a queue"),
    ("W4", "Jumping about in a timeline"),
    ("W5", "A snapshot of everything that plays, and back"),
    ("W6", "Which frame each of a great many sprites shows"),
    ("W7", "The fixed step of a frame"),
    ("W8", "A step in which nothing is due"),
    (
        "W9",
        "One update of an app of Bevy without drawing, by the plugin `bevy_cueline`, by a system by hand, and by other plugins",
    ),
    ("W10", "One frame of characters, from clips and times to the palettes of their skins"),
];

pub fn page(bench: &Bench, machine: &Machine, picture: Option<&str>) -> String {
    let mut page = String::new();
    write(&mut page, bench, machine, picture).expect("a string takes all");
    page
}

fn write(
    page: &mut String,
    bench: &Bench,
    machine: &Machine,
    picture: Option<&str>,
) -> std::fmt::Result {
    let Machine { processor, cores, system, compiler, node, date, load, peers } = machine;
    writeln!(page, "# How fast it is\n")?;
    writeln!(
        page,
        "Written by `cargo run --release --manifest-path bench/Cargo.toml`, which measures everything again.\n"
    )?;
    writeln!(page, "| | |\n| --- | --- |")?;
    writeln!(page, "| date | {date} |\n| processor | {processor}, {cores} cores |")?;
    writeln!(
        page,
        "| system | {system} |\n| compiler | {compiler}, release profile as it comes |"
    )?;
    writeln!(page, "| Node | {node} |")?;
    writeln!(page, "| load when it began | {load} |")?;
    let peers: Vec<String> =
        peers.iter().map(|(name, version)| format!("{name} {version}")).collect();
    writeln!(page, "| compared with | {} |\n", peers.join(", "))?;
    method(page)?;
    if let Some(file) = picture {
        writeln!(page, "![Cost of a tween against their number]({file})\n")?;
    }
    let lines = &bench.lines;
    let mut begun = "";
    let mut table = (usize::MAX, "");
    for line in lines {
        if line.row != begun {
            not_measured(page, begun, &bench.missing)?;
            let what = ROWS.iter().find(|(row, _)| *row == line.row).map_or("", |(_, what)| what);
            writeln!(page, "\n## {}: {what}", line.row)?;
            (begun, table) = (line.row, (usize::MAX, ""));
        }
        if (line.n, line.case) != table {
            table = (line.n, line.case);
            writeln!(page, "\n{}, n = {}{}\n", line.case, line.n, line.rounds)?;
            let first = if line.peer.starts_with("floor") { "floor" } else { "first" };
            let unit = line.unit;
            writeln!(page, "| who | {unit} | least - most | x {first} |")?;
            writeln!(page, "| --- | ---: | ---: | ---: |")?;
        }
        let Line { peer, median, min, max, ratio, .. } = line;
        let name = peer.replace('<', "\\<");
        let name = if name.starts_with("Cueline") || name.starts_with("bevy_cueline") {
            format!("**{name}**")
        } else {
            name
        };
        writeln!(page, "| {name} | {median:.3} | {min:.3} - {max:.3} | {ratio:.2} |")?;
    }
    not_measured(page, begun, &bench.missing)
}

/// How it was measured.
fn method(page: &mut String) -> std::fmt::Result {
    let wait = WAIT * 100.0;
    writeln!(
        page,
        "Values are compared with a closed form before anything is timed (baked poses between ticks: with the floor's; \
         copies and what comes out of bytes: with the original). Peers of a case take turns, round by round; a figure is the \
         median of {ROUNDS} calm rounds (of fewer, or of all, where there were fewer), with the least and the most next to it. \
         What counts is the last column: the median of the ratios that a peer and the first of its table had *within a round*. Nanoseconds are those of this machine on that day.\n"
    )?;
    writeln!(
        page,
        "This machine is shared, and at times runs slower for seconds. So a fixed piece of work is timed before and after each \
         turn, the same work in every turn. Where it takes more than {LIMIT} times the least it has taken in this run, and \
         where a peer waited for a processor for more than {wait} % of its sample, the turn is disturbed. \
         A round with a disturbed turn is dropped, and another begun, up to {MOST_ROUNDS} in all. A table shows \
         how many were dropped; where fewer than {ENOUGH} were calm, all count, and the table says so.\n"
    )?;
    writeln!(
        page,
        "*Floor* is the shortest hand-written loop over flat arrays that does the same work, in the same program. Libraries for \
         JavaScript and for Bevy run in processes of their own and time themselves, in the same rounds as all others: under Node \
         after up to 200 laps that let its compiler see them, for Bevy as whole updates of an app without anything to draw, \
         on one thread.\n\n\
         Cueline is built with its feature `wide`, and takes the widest vectors of the processor, as the floor does. Without \
         that feature it takes those of 16 bytes that every x86-64 has: [its figures](performance-notes.md#without-the-feature-wide).\n\n\
         [What misses its target, and why.](performance-notes.md)\n"
    )
}

/// Who is not in the tables of a row, and why: a line for each reason.
fn not_measured(page: &mut String, row: &str, missing: &[Missing]) -> std::fmt::Result {
    let absent = ABSENT.iter().filter(|(of, ..)| *of == row);
    let missing: Vec<&Missing> = missing.iter().filter(|missing| missing.row == row).collect();
    if !missing.is_empty() || absent.clone().count() > 0 {
        writeln!(page, "\nNot measured:\n")?;
    }
    for (_, who, why) in absent {
        writeln!(page, "- {who}: {why}")?;
    }
    for (index, one) in missing.iter().enumerate() {
        let same = |other: &&&Missing| (other.peer, &other.why) == (one.peer, &one.why);
        if missing[..index].iter().any(|before| same(&before)) {
            continue;
        }
        let cases = missing.iter().filter(same).map(|one| format!("{}, n = {}", one.case, one.n));
        let cases: Vec<String> = cases.collect();
        writeln!(page, "- {} ({}): {}", one.peer, cases.join("; "), one.why)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        harness::{Case, Rival},
        plot,
    };

    #[test]
    fn the_page_has_a_table_for_each_case_and_a_line_for_each_reason() {
        let mut bench = Bench::default();
        bench.quick = true;
        for n in [10, 100] {
            let case = Case { row: "W1", case: "linear", n, unit: "ns/tween", most_laps: 1 };
            let rival = |name, ns| Rival::timed(name, move |_| Duration::from_nanos(ns));
            bench.miss(&case, "rival", "too heavy".into());
            bench.measure(&case, vec![rival("floor", 100), rival("Cueline A<B>", 150)]);
        }
        let page = page(&bench, &Machine::here(), Some("picture.svg"));
        assert_eq!(page.matches("| who | ns/tween | least - most | x floor |").count(), 2);
        assert!(
            page.contains("| **Cueline A\\<B>** | 15.000 | 15.000 - 15.000 | 1.50 |"),
            "{page}"
        );
        assert!(page.contains("- rival (linear, n = 10; linear, n = 100): too heavy\n"), "{page}");
        assert!(page.contains("- gsap: "), "{page}");
        let picture = plot::svg(&bench.lines, "W1").expect("it is drawn").expect("of two sizes");
        assert!(picture.contains("linear: ns/tween"));
    }
}
