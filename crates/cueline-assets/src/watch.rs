//! Files that change while a game runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::{Changes, ClipLibrary, Problems};

/// Reports changed files.
///
/// ```no_run
/// use cueline_assets::{ClipLibrary, Watcher};
///
/// let mut library = ClipLibrary::new();
/// let mut watcher = Watcher::new()?;
/// watcher.watch("clips/walk.ron")?;
/// // Once in a while, such as once a frame:
/// for (file, result) in library.load_changed(&mut watcher) {
///     match result {
///         Ok(changes) => println!("{file}: {} changed", changes.changed.len()),
///         Err(problems) => eprintln!("{problems}"),
///     }
/// }
/// # Ok::<(), notify::Error>(())
/// ```
pub struct Watcher {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    /// The name of each file by its full path, with the hash of the content at the last check.
    files: BTreeMap<PathBuf, (PathBuf, Option<u64>)>,
    folders: BTreeSet<PathBuf>,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").field("files", &self.files.keys()).finish_non_exhaustive()
    }
}

impl Watcher {
    /// A watcher of no files yet.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    ///
    /// # Examples
    ///
    /// ```
    /// let watcher = cueline_assets::Watcher::new()?; // watches no file yet
    /// # drop(watcher);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new() -> notify::Result<Self> {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            // Sending fails only after the watcher is dropped.
            let _sent = sender.send(event);
        })?;
        Ok(Self { watcher, events, files: BTreeMap::new(), folders: BTreeSet::new() })
    }

    /// Watches a file from now on. Its present content counts as seen.
    ///
    /// The whole folder is watched, because many editors write a new file and give it the name of the old one.
    ///
    /// # Errors
    ///
    /// Errors of the operating system, such as for a missing folder.
    ///
    /// # Examples
    ///
    /// See [`Watcher`].
    pub fn watch(&mut self, file: impl AsRef<Path>) -> notify::Result<()> {
        let named = file.as_ref();
        let parent = named.parent().filter(|parent| *parent != Path::new(""));
        let folder =
            fs::canonicalize(parent.unwrap_or(Path::new("."))).map_err(notify::Error::io)?;
        let Some(name) = named.file_name() else {
            return Err(notify::Error::path_not_found().add_path(named.into()));
        };
        if !self.folders.contains(&folder) {
            self.watcher.watch(&folder, RecursiveMode::NonRecursive)?;
            self.folders.insert(folder.clone());
        }
        let path = folder.join(name);
        let seen = fs::read(&path).ok().map(|bytes| hash(&bytes));
        self.files.insert(path, (named.into(), seen));
        Ok(())
    }

    /// The files whose content has changed since the last check, with that content; never waits.
    ///
    /// A missing file is not reported: many editors remove a file for a moment while they write it.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut watcher = cueline_assets::Watcher::new()?;
    /// assert!(watcher.changed().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changed(&mut self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut touched = BTreeSet::new();
        for event in self.events.try_iter() {
            match event {
                Ok(event) if !event.need_rescan() => touched.extend(event.paths),
                // The system has lost events, so any file may have changed.
                _ => touched.extend(self.files.keys().cloned()),
            }
        }
        let mut changed = Vec::new();
        for path in touched {
            let Some((named, seen)) = self.files.get_mut(&path) else { continue };
            let bytes: io::Result<Vec<u8>> = fs::read(&path);
            let Ok(bytes) = bytes else { continue };
            let now = Some(hash(&bytes));
            if *seen != now {
                *seen = now;
                changed.push((named.clone(), bytes));
            }
        }
        changed
    }
}

/// Valid during one run of the program, which is enough for this cache.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

impl ClipLibrary {
    /// Loads each changed file; files have the names that the watcher got. Never waits.
    ///
    /// Returns the problems of a broken file, and the library keeps the previous content.
    ///
    /// # Examples
    ///
    /// See [`Watcher`].
    pub fn load_changed(
        &mut self,
        watcher: &mut Watcher,
    ) -> Vec<(String, Result<Changes, Problems>)> {
        let load = |(path, bytes): (PathBuf, Vec<u8>)| {
            let name = path.display().to_string();
            let result = self.load(&name, &bytes);
            (name, result)
        };
        watcher.changed().into_iter().map(load).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Waits for an event of the system, for at most about ten seconds.
    fn load(
        library: &mut ClipLibrary,
        watcher: &mut Watcher,
    ) -> Vec<(String, Result<Changes, Problems>)> {
        let mut loaded = Vec::new();
        for _ in 0..2000 {
            loaded = library.load_changed(watcher);
            if !loaded.is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        loaded
    }

    #[test]
    fn a_changed_file_is_loaded_and_a_broken_one_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        let text = |value: &str| {
            format!(
                "(version: 1, clips: {{\"a\": (tracks: {{\"x\": F32([(at: 0, value: {value})])}})}})"
            )
        };
        let replace = |value: &str| {
            // Editors write a new file under the old name.
            let new = folder.path().join("new");
            fs::write(&new, text(value)).unwrap();
            fs::rename(&new, &file).unwrap();
        };
        replace("1");
        let mut library = ClipLibrary::new();
        library.load("a.ron", text("1").as_bytes()).unwrap();
        let mut watcher = Watcher::new().unwrap();
        watcher.watch(&file).unwrap();
        library.unload("a.ron");

        replace("2");
        let loaded = load(&mut library, &mut watcher);
        assert_eq!(loaded.len(), 1);
        assert!(loaded[0].0.ends_with("a.ron") && loaded[0].1.is_ok(), "{loaded:?}");
        replace("two");
        let loaded = load(&mut library, &mut watcher);
        let problems = loaded[0].1.as_ref().unwrap_err().to_string();
        assert!(problems.contains("found two, needed a number"), "{problems}");
        assert!(!library.clips().is_empty());
    }
}
