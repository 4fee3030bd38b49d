//! Where and with what it was measured.

use std::{fs, process::Command};

/// The crates that are compared, as they are in the lock file.
const PEERS: [&str; 6] =
    ["animato", "bevy_math", "enterpolation", "game-loop", "keyframe", "tween"];

pub struct Machine {
    pub processor: String,
    pub cores: usize,
    pub system: String,
    pub compiler: String,
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
            peers: PEERS.iter().map(|name| ((*name).into(), locked(name))).collect(),
        }
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

fn locked(name: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let entry = lock.split_once(&format!("name = \"{name}\"\nversion = \""));
    entry.and_then(|(_, rest)| rest.split_once('"')).map_or_else(unknown, |(v, _)| v.into())
}
