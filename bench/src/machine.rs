//! Where and with what it was measured.

use std::{fmt::Write, fs, process::Command};

/// The crates that are compared, as they are in the lock file.
const CRATES: [&str; 7] =
    ["animato", "benimator", "bevy_math", "enterpolation", "game-loop", "keyframe", "tween"];
/// Those in the program for Bevy.
const FOR_BEVY: [&str; 6] = [
    "bevy_app",
    "bevy_animation",
    "bevy_spritesheet_animation",
    "bevy_tween",
    "bevy_tweening",
    "bevy-sequential-actions",
];
/// Built from its crate.
const FOR_OZZ: &str = "ozz-animation-rs";
const PACKAGES: [&str; 4] = ["@babylonjs/core", "@tweenjs/tween.js", "animejs", "mainloop.js"];

pub struct Machine {
    pub processor: String,
    pub cores: usize,
    pub system: String,
    pub compiler: String,
    pub node: String,
    pub date: String,
    /// Processes that were running or waiting when it began, over the last minute.
    pub load: String,
    /// Names and versions.
    pub peers: Vec<(String, String)>,
}

impl Machine {
    /// This one, now. What cannot be found out is called unknown.
    pub fn here() -> Self {
        let info = read("/proc/cpuinfo");
        let named = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        Self {
            processor: named.map_or_else(unknown, |(_, name)| name.trim().into()),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            compiler: said("rustc", &["--version"]),
            date: said("date", &["-u", "+%Y-%m-%d"]),
            load: read("/proc/loadavg").split(' ').next().map_or_else(unknown, Into::into),
            node: said("node", &["--version"]),
            peers: peers(),
        }
    }

    /// A table for the page.
    pub fn table(&self, page: &mut String) -> std::fmt::Result {
        let Self { processor, cores, system, compiler, node, date, load, peers } = self;
        writeln!(page, "| | |\n| --- | --- |")?;
        writeln!(page, "| date | {date} |\n| machine | {processor}, {cores} cores, {system} |")?;
        writeln!(page, "| load when the run began | {load} |")?;
        writeln!(page, "| compiler | {compiler}, release profile without changes |")?;
        writeln!(page, "| Node | {node} |")?;
        let peers: Vec<_> =
            peers.iter().map(|(name, version)| format!("{name} {version}")).collect();
        writeln!(page, "| compared with | {} |", peers.join(", "))
    }
}

fn unknown() -> String {
    "unknown".into()
}

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(|_| unknown(), |out| String::from_utf8_lossy(&out.stdout).trim().into())
}

fn peers() -> Vec<(String, String)> {
    let crates = include_str!("../Cargo.lock");
    let bevy = include_str!("../peers/bevy/Cargo.lock");
    let ozz = include_str!("../peers/ozz-rs/Cargo.lock");
    let packages = include_str!("../peers/node/package-lock.json");
    let of_crate = |lock: &str, name| between(lock, &format!("name = \"{name}\"\nversion = \""));
    let of_package = |name| {
        let start = format!("\"node_modules/{name}\": {{\n      \"version\": \"");
        between(packages, &start)
    };
    let crates = CRATES.map(|name| (name, of_crate(crates, name)));
    let bevy = FOR_BEVY.map(|name| (name, of_crate(bevy, name)));
    let packages = PACKAGES.map(|name| (name, of_package(name)));
    let ozz = (FOR_OZZ, of_crate(ozz, FOR_OZZ));
    let all = crates.into_iter().chain(bevy).chain([ozz]).chain(packages);
    all.map(|(name, version)| (name.into(), version)).collect()
}

/// What stands from there to the next quotation mark.
fn between(text: &str, start: &str) -> String {
    let rest = text.split_once(start).and_then(|(_, rest)| rest.split_once('"'));
    rest.map_or_else(unknown, |(version, _)| version.into())
}
