//! W9: the plugin for Bevy, in whole apps, beside systems by hand and other plugins.
//!
//! A program of its own holds all apps of a case, lets them take turns, and compares what they show before it times them:
//! `integrations/bevy/peers`. This row runs it and takes over its figures.

use serde::Deserialize;

use crate::{
    harness::{Bench, Case, Line, Rounds},
    outside::Host,
};

/// A line that the program writes.
#[derive(Deserialize)]
struct Figure {
    case: String,
    n: usize,
    peer: String,
    unit: String,
    median: f64,
    min: f64,
    max: f64,
    ratio: f64,
}

pub fn run(bench: &mut Bench) {
    for (threads, options) in [("one thread", &[][..]), ("all threads", &["--threads"])] {
        match figures(bench, options) {
            Ok(figures) => bench.lines.extend(figures.into_iter().map(|one| line(one, threads))),
            Err(why) => {
                let case = Case { row: "W9", case: threads, n: 0, unit: "ns/item", most_laps: 1 };
                bench.miss(&case, "the plugin for Bevy", why);
            }
        }
    }
}

fn figures(bench: &mut Bench, options: &[&str]) -> Result<Vec<Figure>, String> {
    let mut command = bench.hosts.command(Host::BevyPlugin)?;
    let file = std::env::temp_dir().join(format!("cueline-w9-{}.jsonl", std::process::id()));
    command.args(options).arg("--json").arg(&file);
    command.args(["--turns", if bench.quick { "1" } else { "15" }]);
    if bench.quick {
        command.args(["--n", "1000"]);
    }
    let status = command.status().map_err(|error| format!("it does not start: {error}"))?;
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string());
    // A file that is not there cannot be removed.
    let _ = std::fs::remove_file(file);
    if !status.success() {
        return Err(format!("it ends with {status}"));
    }
    parse(&text?)
}

fn parse(text: &str) -> Result<Vec<Figure>, String> {
    let figure = |line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}"));
    text.lines().map(figure).collect()
}

/// The lines of a run live as long as the run.
fn line(figure: Figure, threads: &str) -> Line {
    let Figure { case, n, peer, unit, median, min, max, ratio } = figure;
    let [case, peer, unit]: [&str; 3] =
        [format!("{case}, {threads}"), peer, unit].map(|text| &*text.leak());
    let rounds = Rounds::Dropped(0);
    Line { row: "W9", case, n, peer, unit, median, min, max, ratio, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_program_is_a_line_of_the_page() {
        let text = r#"{"row":"W9","case":"springs","n":10,"peer":"by hand","unit":"ns/item","median":2.5,"min":2.0,"max":3.0,"ratio":1.0}"#;
        let figures = parse(text).expect("it is a figure");
        let lines: Vec<Line> = figures.into_iter().map(|one| line(one, "one thread")).collect();
        assert_eq!((lines[0].case, lines[0].n, lines[0].median), ("springs, one thread", 10, 2.5));
        assert!(parse("{}").is_err_and(|why| why.starts_with("{}: ")));
    }
}
