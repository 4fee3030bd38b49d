//! The folder of a run: `mutants/CRATE` below the target folder of the workspace.
//!
//! It holds the mutants, the tests with the mutants that each reaches, and the results, a line of JSON for each. Beside it lie
//! a copy of the workspace (`source`), in which one crate at a time is rewritten, and what Cargo builds of it (`build`): so the
//! crates below the one that is changed are built once for all runs.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::Command,
};

use serde::{Serialize, de::DeserializeOwned};
use walkdir::WalkDir;

use crate::error::Result;

#[derive(Clone, Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    path: PathBuf,
    /// The crate whose code is changed.
    package: String,
}

/// The crate that is changed without `--crate`: the core.
pub(crate) const CORE: &str = "cueline";

/// Crates of the workspace outside of the folder `crates`, with their folders.
const ELSEWHERE: [(&str, &str); 1] = [("cueline-c", "bindings/c")];

impl Folder {
    /// The folder of the workspace that this tool belongs to, for a run of one crate.
    ///
    /// # Errors
    ///
    /// If there is no such crate.
    pub(crate) fn of_workspace(package: &str) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let folder = Self::at(root.clone(), root.join(target).join("mutants"), package);
        if !folder.originals().is_dir() {
            let crates =
                fs::read_dir(root.join("crates"))?.filter_map(|entry| Some(entry.ok()?.path()));
            let mut there: Vec<_> = crates.filter(|path| path.join("src").is_dir()).collect();
            there.sort();
            let names = there.iter().filter_map(|path| path.file_name()?.to_str());
            let names = names.chain(ELSEWHERE.map(|(name, _)| name));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(format!("found crate {package}, needs one of {names}").into());
        }
        Ok(folder)
    }

    /// A run in `path` of a crate of the workspace in `root`.
    pub(crate) fn at(root: PathBuf, path: PathBuf, package: &str) -> Self {
        Self { root, path, package: package.to_owned() }
    }

    /// The name of the crate that is changed.
    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    /// The folder of the crate, from that of its workspace.
    pub(crate) fn member(&self) -> String {
        let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == self.package);
        elsewhere.map_or_else(|| format!("crates/{}", self.package), |(_, at)| (*at).to_owned())
    }

    /// The sources of the crate in the workspace, without mutants.
    pub(crate) fn originals(&self) -> PathBuf {
        self.root.join(self.member()).join("src")
    }

    /// The sources of the crate in the copy, with mutants.
    pub(crate) fn rewritten(&self) -> PathBuf {
        self.source().join(self.member()).join("src")
    }

    /// The files of this crate's run; what Cargo builds is shared.
    fn run(&self) -> PathBuf {
        self.path.join(&self.package)
    }

    /// The copy of the workspace, which all crates share.
    pub(crate) fn source(&self) -> PathBuf {
        self.path.join("source")
    }

    /// The target folder of the copy.
    pub(crate) fn build(&self) -> PathBuf {
        self.path.join("build")
    }

    /// Where a test process writes the mutants it reaches.
    pub(crate) fn cover(&self, worker: usize) -> PathBuf {
        self.run().join(format!("cover.{worker}"))
    }

    /// Drops an earlier run of this crate, and makes the copy equal to the files of the workspace that git tracks.
    ///
    /// A file that is equal stays untouched, so that Cargo builds nothing of it again.
    pub(crate) fn start(&self) -> Result<()> {
        fs::create_dir_all(self.run())?;
        for file in [MUTANTS, PROGRAMS, TESTS, RESULTS, ABOUT] {
            absent(fs::remove_file(self.run().join(file)))?;
        }
        let tracked = self.git(&["ls-files", "-z"])?;
        let mut copies = BTreeSet::new();
        for name in tracked.split('\0').filter(|name| !name.is_empty()) {
            let (from, to) = (self.root.join(name), self.source().join(name));
            // Links and files that the work tree lacks are none of the crate's.
            if !from.is_file() {
                continue;
            }
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            let bytes = fs::read(from)?;
            if !fs::read(&to).is_ok_and(|copy| copy == bytes) {
                fs::write(&to, bytes)?;
            }
            copies.insert(to);
        }
        for entry in WalkDir::new(self.source()) {
            let entry = entry?;
            // Such as the switch of the crate that was rewritten before.
            if entry.file_type().is_file() && !copies.contains(entry.path()) {
                fs::remove_file(entry.path())?;
            }
        }
        let changed =
            !self.git(&["status", "--porcelain", "--", "crates", &self.member()])?.is_empty();
        let commit = self.git(&["rev-parse", "--short", "HEAD"])?.trim().to_owned();
        let commit = if changed { format!("{commit} with changes") } else { commit };
        self.write(ABOUT, &[commit])
    }

    /// The commit that an earlier [`start`](Self::start) copied.
    pub(crate) fn commit(&self) -> Result<String> {
        Ok(self.read::<String>(ABOUT)?.concat())
    }

    fn git(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new("git").args(arguments).current_dir(&self.root).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    pub(crate) fn has(&self, file: &str) -> bool {
        self.run().join(file).exists()
    }

    /// The lines of `file`; none if there is no such file.
    ///
    /// An interrupted run can end in half a line, which is left out.
    pub(crate) fn read<T: DeserializeOwned>(&self, file: &str) -> Result<Vec<T>> {
        let text = match fs::read_to_string(self.run().join(file)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            text => text?,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole
            .lines()
            .map(|line| {
                serde_json::from_str(line).map_err(|error| format!("{file}: {error}").into())
            })
            .collect()
    }

    pub(crate) fn write<T: Serialize>(&self, file: &str, items: &[T]) -> Result<()> {
        let mut text = String::new();
        for item in items {
            text += &serde_json::to_string(item)?;
            text.push('\n');
        }
        Ok(fs::write(self.run().join(file), text)?)
    }

    /// A file open for new lines behind the whole ones it has.
    pub(crate) fn append(&self, file: &str) -> Result<Lines> {
        let path = self.run().join(file);
        if let Ok(text) = fs::read_to_string(&path)
            && !text.ends_with('\n')
        {
            fs::write(&path, text.rfind('\n').map_or("", |end| &text[..=end]))?;
        }
        Ok(Lines(fs::File::options().append(true).create(true).open(path)?))
    }
}

/// Names of files in a [`Folder`].
pub(crate) const MUTANTS: &str = "mutants.jsonl";
pub(crate) const PROGRAMS: &str = "programs.jsonl";
pub(crate) const TESTS: &str = "tests.jsonl";
pub(crate) const RESULTS: &str = "results.jsonl";
const ABOUT: &str = "about.jsonl";

/// A file that grows by a line at a time.
#[derive(Debug)]
pub(crate) struct Lines(fs::File);

impl Lines {
    pub(crate) fn push<T: Serialize>(&mut self, item: &T) -> Result<()> {
        Ok(self.0.write_all(format!("{}\n", serde_json::to_string(item)?).as_bytes())?)
    }
}

/// What is not there needs no removal.
fn absent(removed: std::io::Result<()>) -> std::io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, process::Command};

    use super::{CORE, Folder};

    #[test]
    fn each_crate_is_in_its_folder() {
        for name in [CORE, "cueline-pack", "cueline-c"] {
            let folder = Folder::of_workspace(name).expect("there is such a crate");
            let about = folder.originals().join("../Cargo.toml");
            let about = fs::read_to_string(about).expect("a crate");
            assert!(about.contains(&format!("name = \"{name}\"")), "{}", folder.member());
        }
        let error = Folder::of_workspace("cueline-js").expect_err("a workspace of its own");
        assert!(error.to_string().ends_with("cueline-sound, cueline-c"), "{error}");
    }

    #[test]
    fn a_run_begins_with_the_tracked_files_and_leaves_equal_ones_untouched() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        let git = |arguments: &[&str]| {
            let output = Command::new("git").args(arguments).current_dir(root).output();
            assert!(output.expect("git runs").status.success(), "{arguments:?}");
        };
        for (name, text) in [("a.rs", "a"), ("crates/b.rs", "b"), ("untracked.rs", "u")] {
            fs::create_dir_all(root.join("crates")).expect("made");
            fs::write(root.join(name), text).expect("written");
        }
        git(&["init", "-q"]);
        git(&["add", "a.rs", "crates/b.rs"]);
        let author = ["-c", "user.name=a", "-c", "user.email=a@b.invalid"];
        git(&[&author[..], &["commit", "-q", "-m", "first"]].concat());
        let folder = Folder::at(root.to_owned(), root.join("target"), CORE);
        let copy = |name: &str| folder.source().join(name);
        folder.start().expect("copied");
        assert!(!copy("untracked.rs").exists());
        let written =
            |name: &str| copy(name).metadata().and_then(|it| it.modified()).expect("there");
        let before = written("a.rs");
        fs::write(copy("crates/b.rs"), "rewritten").expect("written");
        fs::write(copy("crates/mutant.rs"), "a switch").expect("written");
        folder.start().expect("copied again");
        assert_eq!(written("a.rs"), before);
        assert_eq!(fs::read_to_string(copy("crates/b.rs")).expect("there"), "b");
        assert!(!copy("crates/mutant.rs").exists());
    }
}
