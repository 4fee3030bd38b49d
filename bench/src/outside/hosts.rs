//! What other processes need: Node with its packages, and the program for Bevy, built where it is asked for.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Where a peer runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// A package of npm, under Node.
    Node,
    /// A crate for Bevy, in a program of its own.
    Bevy,
}

impl Host {
    pub const ALL: [Self; 2] = [Self::Node, Self::Bevy];

    pub fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Bevy => "bevy",
        }
    }
}

/// Hosts, made ready when they are first needed; or why one cannot be had.
#[derive(Default)]
pub struct Hosts {
    pub left_out: Vec<Host>,
    ready: Vec<(Host, Result<(), String>)>,
}

impl Hosts {
    /// What starts a process there; its arguments are still to come.
    pub fn command(&mut self, host: Host) -> Result<Command, String> {
        if self.left_out.contains(&host) {
            return Err(format!("left out by --without {}", host.name()));
        }
        let known = self.ready.iter().position(|(known, _)| *known == host);
        let known = known.unwrap_or_else(|| {
            self.ready.push((host, make_ready(host)));
            self.ready.len() - 1
        });
        self.ready[known].1.clone()?;
        Ok(match host {
            Host::Node => {
                let mut command = Command::new("node");
                command.arg("--max-old-space-size=4096").arg(folder(host).join("peer.mjs"));
                command
            }
            Host::Bevy => Command::new(folder(host).join("target/release/cueline-bench-bevy")),
        })
    }
}

fn folder(host: Host) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(host.name())
}

fn make_ready(host: Host) -> Result<(), String> {
    let folder = folder(host);
    match host {
        Host::Node => {
            run("there is no Node", Command::new("node").arg("--version"))?;
            let age = |file: &str| folder.join(file).metadata()?.modified();
            let installed = age("node_modules/.package-lock.json");
            if installed.is_ok_and(|at| age("package-lock.json").is_ok_and(|lock| lock <= at)) {
                return Ok(());
            }
            println!("installing the packages of {}", folder.display());
            let mut npm = Command::new("npm");
            npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]);
            run("npm ci fails", npm.current_dir(&folder))
        }
        Host::Bevy => {
            println!("building {}, which takes some minutes the first time", folder.display());
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
            cargo.args(["build", "--release", "--locked", "--quiet"]);
            cargo.arg("--manifest-path").arg(folder.join("Cargo.toml"));
            cargo.arg("--target-dir").arg(folder.join("target"));
            run("the program for Bevy is not built", &mut cargo)
        }
    }
}

/// Lets a command run to its end; its complaints are seen.
fn run(or: &str, command: &mut Command) -> Result<(), String> {
    match command.stdin(Stdio::null()).stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{or}: {status}")),
        Err(error) => Err(format!("{or}: {error}")),
    }
}
