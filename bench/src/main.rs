//! Measures Cueline, what its users would pick instead, and hand-written loops.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -- [ROW...] [--results FILE] [--draw] [--without node|bevy|bevy-plugin|ozz|ozz-rs]... [--ozz DIR] [--fox FILE] [--quick]`
//!
//! A row is one kind of work. All values are compared with a closed form before anything is timed; then
//! the peers of a row take turns, round by round, so that a busy moment of the machine hits all of
//! them. Figures are medians; what counts is their ratio within one run. *Floor* is the shortest
//! hand-written loop over flat arrays that does the same work, in this same binary.
//!
//! The figures replace those of the same cases and peers in `results.tsv`, and the tables and the picture of
//! `docs/performance.md` are renewed. With `--results FILE` the figures go into another file, and the page stays. `--draw`
//! measures nothing and renews the page.

mod calm;
mod characters {
    pub mod work;
}
mod clips {
    pub mod floor;
    pub mod rivals;
    pub mod work;
}
mod harness;
mod machine;
mod outside;
mod page;
mod plot;
mod results;
mod rows {
    pub mod characters;
    pub mod clips;
    pub mod cued;
    pub mod delayed;
    pub mod drain;
    pub mod fixed_step;
    pub mod flipbook;
    pub mod frame;
    pub mod idle;
    pub mod kinds;
    pub mod one_by_one;
    pub mod plugin;
    pub mod snapshot;
    pub mod start_end;
    pub mod timeline;
    pub mod vectors;
}
mod tweens {
    pub mod cueline;
    pub mod floor;
    pub mod outside;
    pub mod rivals;
    pub mod work;
}

use harness::Bench;
use outside::Host;

/// A row's name, and what measures it.
type Row = (&'static str, fn(&mut Bench));

const ROWS: [Row; 14] = [
    ("W1", rows::frame::run),
    ("W1v", rows::vectors::run_vectors),
    ("W1k", rows::kinds::run),
    ("W1s", rows::start_end::run),
    ("W1d", rows::vectors::run_dense),
    ("W2", rows::clips::run),
    ("W3", rows::drain::run),
    ("W4", rows::timeline::run),
    ("W5", rows::snapshot::run),
    ("W6", rows::flipbook::run),
    ("W7", rows::fixed_step::run),
    ("W8", rows::idle::run),
    ("W9", rows::plugin::run),
    ("W10", rows::characters::run),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut wanted = Vec::new();
    let (mut results, mut draw) = (None, false);
    let mut bench = Bench::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--results" {
            results = Some(arguments.next().ok_or("--results needs a file")?);
        } else if argument == "--draw" {
            draw = true;
        } else if argument == "--quick" {
            bench.quick = true;
        } else if argument == "--ozz" {
            bench.hosts.ozz = Some(arguments.next().ok_or("--ozz needs a folder")?.into());
        } else if argument == "--fox" {
            bench.fox = Some(arguments.next().ok_or("--fox needs a file")?.into());
        } else if argument == "--without" {
            let name = arguments.next().unwrap_or_default();
            let host = Host::ALL.into_iter().find(|host| host.name() == name);
            bench
                .hosts
                .left_out
                .push(host.ok_or("--without needs node, bevy, bevy-plugin, ozz or ozz-rs")?);
        } else if ROWS.iter().any(|(name, _)| *name == argument) {
            wanted.push(argument);
        } else {
            let names = ROWS.map(|(name, _)| name).join(" ");
            return Err(format!("there is no row {argument}; rows are {names}").into());
        }
    }
    let machine = machine::Machine::here();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let (file, page) = (folder.join("results.tsv"), folder.join("../docs/performance.md"));
    // Read first: what cannot be read costs no run.
    let mut figures = match results {
        Some(_) => Vec::new(),
        None => results::read(&std::fs::read_to_string(&file)?)?,
    };
    for (name, run) in ROWS {
        if !draw && (wanted.is_empty() || wanted.iter().any(|wanted| wanted == name)) {
            run(&mut bench);
        }
    }
    for (who, why) in bench.who_is_missing() {
        println!("not measured: {who}: {why}");
    }
    results::merge(&mut figures, &bench.lines, &machine.date);
    if let Some(file) = results {
        std::fs::write(file, results::write(&figures))?;
    } else if !bench.quick {
        std::fs::write(file, results::write(&figures))?;
        let old = std::fs::read_to_string(&page)?;
        let (new, tables) = page::renew(&old, &figures, (!draw).then_some(&machine))?;
        std::fs::write(page.with_extension("svg"), plot::svg(&tables))?;
        std::fs::write(page, new)?;
    }
    Ok(())
}
