//! What other processes need: Node with its packages, the programs for Bevy, a driver of ozz-animation, and the program for
//! its port to Rust, built where they are asked for.

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
    /// The plugin for Bevy, with those that it is compared with, in a program of its own.
    BevyPlugin,
    /// ozz-animation in C++, from a folder with its source.
    Ozz,
    /// ozz-animation-rs, in a program of its own, with clips that the driver of ozz-animation builds.
    OzzRust,
}

impl Host {
    pub const ALL: [Self; 5] = [Self::Node, Self::Bevy, Self::BevyPlugin, Self::Ozz, Self::OzzRust];

    pub fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Bevy => "bevy",
            Self::BevyPlugin => "bevy-plugin",
            Self::Ozz => "ozz",
            Self::OzzRust => "ozz-rs",
        }
    }
}

/// Hosts, made ready when they are first needed; or why one cannot be had.
#[derive(Default)]
pub struct Hosts {
    pub left_out: Vec<Host>,
    /// The source of ozz-animation.
    pub ozz: Option<PathBuf>,
    ready: Vec<(Host, Result<(), String>)>,
}

impl Hosts {
    /// What starts a process there; its arguments are still to come.
    pub fn command(&mut self, host: Host) -> Result<Command, String> {
        if self.left_out.contains(&host) {
            return Err(format!("left out by --without {}", host.name()));
        }
        if host == Host::OzzRust {
            self.command(Host::Ozz)?;
        }
        let known = self.ready.iter().position(|(known, _)| *known == host);
        let known = known.unwrap_or_else(|| {
            self.ready.push((host, make_ready(host, self.ozz.as_deref())));
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
            Host::BevyPlugin => {
                Command::new(folder(host).join("target/release/bevy_cueline_peers"))
            }
            Host::Ozz => Command::new(driver()),
            Host::OzzRust => {
                let program = folder(host).join("target/release/cueline-bench-ozz-rs");
                let mut command = Command::new(program);
                command.arg(driver());
                command
            }
        })
    }

    /// A character of ozz's own media, as text.
    pub fn pab(&mut self) -> Result<String, String> {
        let mut driver = self.command(Host::Ozz)?;
        let media = self.ozz.as_deref().unwrap_or(Path::new("")).join("media/bin");
        let output = driver.arg("dump").arg(media).output();
        let output = output.map_err(|error| format!("it does not start: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().into());
        }
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    }
}

fn folder(host: Host) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    match host {
        Host::BevyPlugin => own.join("../integrations/bevy/peers"),
        _ => own.join("peers").join(host.name()),
    }
}

/// The driver of ozz-animation.
fn driver() -> PathBuf {
    folder(Host::Ozz).join("target/driver")
}

/// Files of C++ in these folders of ozz-animation.
const OZZ: [&str; 8] = [
    "base",
    "base/containers",
    "base/encode",
    "base/io",
    "base/maths",
    "base/memory",
    "animation/runtime",
    "animation/offline",
];

/// As its own build does it for a release, for plain x86-64.
fn build_ozz(source: &Path, folder: &Path) -> Result<(), String> {
    let mut compiler = Command::new("c++");
    compiler.args(["-O3", "-DNDEBUG", "-std=c++17", "-w"]);
    compiler.arg("-I").arg(source.join("include")).arg("-I").arg(source.join("src"));
    compiler.arg(folder.join("driver.cc"));
    for part in OZZ {
        let part = source.join("src").join(part);
        let files = std::fs::read_dir(&part).map_err(|why| format!("{}: {why}", part.display()))?;
        let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        files.sort();
        files.retain(|file| file.extension().is_some_and(|kind| kind == "cc"));
        compiler.args(files);
    }
    println!("building ozz-animation from {}", source.display());
    std::fs::create_dir_all(folder.join("target")).map_err(|why| why.to_string())?;
    run("ozz-animation is not built", compiler.arg("-o").arg(driver()))
}

/// ozz-animation-rs asks for an unstable compiler, and the stable one is opened for this build alone. Its release calls a
/// method of masks that has got another name since, so it is built from a copy with the new name.
fn build_ozz_rust(folder: &Path) -> Result<(), String> {
    let manifest = folder.join("Cargo.toml");
    let copies = folder.join("target/vendor");
    println!("building {}", folder.display());
    let mut vendor = cargo();
    vendor.args(["vendor", "--locked", "--quiet", "--manifest-path"]).arg(&manifest).arg(&copies);
    run("the crates of ozz-animation-rs are not there", &mut vendor)?;
    let copy = copies.join("ozz-animation-rs");
    let renamed = || {
        let file = copy.join("src/math.rs");
        let text = std::fs::read_to_string(&file)?.replace(".to_int()", ".to_simd()");
        std::fs::write(file, text)?;
        // Cargo compares no files that are not listed.
        let file = copy.join(".cargo-checksum.json");
        let mut sums: serde_json::Value = serde_json::from_slice(&std::fs::read(&file)?)?;
        sums["files"] = serde_json::json!({});
        std::fs::write(file, sums.to_string())
    };
    renamed().map_err(|why: std::io::Error| format!("no copy of ozz-animation-rs: {why}"))?;
    let mut build = cargo();
    build.env("RUSTC_BOOTSTRAP", "1");
    build.args(["build", "--release", "--locked", "--offline", "--quiet"]);
    build.args(["--config", "source.crates-io.replace-with='copies'", "--config"]);
    build.arg(format!("source.copies.directory='{}'", copies.display()));
    build.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(folder.join("target"));
    run("the program for ozz-animation-rs is not built", &mut build)
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

fn make_ready(host: Host, ozz: Option<&Path>) -> Result<(), String> {
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
        Host::Ozz => {
            let source = ozz.ok_or("no source of ozz-animation: --ozz DIR")?;
            build_ozz(source, &folder)
        }
        Host::OzzRust => build_ozz_rust(&folder),
        Host::Bevy | Host::BevyPlugin => {
            println!("building {}, which takes some minutes the first time", folder.display());
            let mut cargo = cargo();
            cargo.args(["build", "--release", "--locked", "--quiet"]);
            cargo.arg("--manifest-path").arg(folder.join("Cargo.toml"));
            cargo.arg("--target-dir").arg(folder.join("target"));
            run("the program for Bevy is not built", &mut cargo)
        }
    }
}

/// Lets a command run to its end. Its complaints are shown, and the first of them is the reason.
fn run(or: &str, command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).output();
    let output = output.map_err(|error| format!("{or}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let complaints = String::from_utf8_lossy(&output.stderr);
    eprint!("{complaints}");
    let first = complaints.lines().find(|line| line.contains("error"));
    Err(first.map_or_else(|| format!("{or}: {}", output.status), |first| format!("{or}: {first}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_of_ozz_needs_the_driver_of_ozz() {
        let mut hosts = Hosts::default();
        let absent = Err("no source of ozz-animation: --ozz DIR".into());
        assert_eq!(hosts.command(Host::OzzRust).map(drop), absent);
        hosts.left_out.push(Host::Ozz);
        let left_out = Err("left out by --without ozz".into());
        assert_eq!(hosts.command(Host::OzzRust).map(drop), left_out);
    }

    #[test]
    fn what_cannot_be_made_ready_is_reported_with_its_first_complaint() {
        let absent = run("there is no Node", &mut Command::new("/nowhere/at/all"));
        assert!(absent.is_err_and(|why| why.starts_with("there is no Node: ")));
        let mut fails = Command::new("sh");
        fails.args(["-c", "echo hm >&2; echo error: no network >&2; echo error: more >&2; exit 3"]);
        assert_eq!(run("npm ci fails", &mut fails), Err("npm ci fails: error: no network".into()));
        let mut silent = Command::new("sh");
        assert_eq!(
            run("npm ci fails", silent.args(["-c", "exit 3"])),
            Err("npm ci fails: exit status: 3".into())
        );
    }
}
