//! Watches files that change, vanish and return while a game runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    fs::{self, File},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, sync_channel},
    },
    time::{Duration, Instant},
};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::{
    library::{Changes, ClipLibrary, FileState},
    problem::Problems,
};

/// The time for which a file is missing before it counts as gone: many editors remove a file for a moment while they
/// write it.
const PATIENCE: Duration = Duration::from_secs(1);
/// The limit of events that wait for a check; after more of them, a check looks at all files.
const EVENTS: usize = 4096;
/// The limit of other files that a missing file may have become.
const OTHERS: usize = 1024;
/// The limit of bytes of a file; a longer one counts as missing.
const LONGEST: u64 = 1 << 30;

/// Reports changed files, and files that vanish, return or get another name.
///
/// ```no_run
/// use cueline_assets::{ClipLibrary, FileState, Watcher};
///
/// let mut library = ClipLibrary::new();
/// let mut watcher = Watcher::new()?;
/// watcher.watch("clips/walk.ron")?;
/// // Once in a while, such as once a frame:
/// for (file, result) in library.load_changed(&mut watcher) {
///     match result {
///         Ok(changes) if changes.state == FileState::Gone => println!("{file} is gone"),
///         Ok(changes) => println!("{file}: {} changed", changes.changed.len()),
///         Err(problems) => eprintln!("{problems}"),
///     }
/// }
/// # Ok::<(), notify::Error>(())
/// ```
pub struct Watcher {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    /// Whether the bounded queue was full and events were dropped.
    dropped: Arc<AtomicBool>,
    /// The files by their full paths.
    files: BTreeMap<PathBuf, Watched>,
    folders: BTreeSet<PathBuf>,
    /// Other files of the folders that changed while a file was missing: the file may have been renamed to one of them.
    others: BTreeSet<PathBuf>,
    patience: Duration,
}

#[derive(Debug)]
struct Watched {
    /// The name that the caller gave.
    named: PathBuf,
    /// The content at the last check; `None` if there was no file then.
    seen: Option<Content>,
    missing: Missing,
}

/// What a content is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Content {
    length: u64,
    hash: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    No,
    Since(Instant),
    /// The file was missing for so long that the watcher has reported it as gone.
    Reported,
}

/// The result of a check of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The file, by the name that the watcher got.
    pub file: PathBuf,
    /// Whether the file exists.
    pub state: FileState,
    /// The content; `None` if the file does not exist.
    pub content: Option<Vec<u8>>,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").field("files", &self.files.keys()).finish_non_exhaustive()
    }
}

impl Watcher {
    /// A watcher without files.
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
        let (sender, events) = sync_channel(EVENTS);
        let dropped = Arc::new(AtomicBool::new(false));
        let is_full = Arc::clone(&dropped);
        let watcher = notify::recommended_watcher(move |event| {
            if sender.try_send(event).is_err() {
                is_full.store(true, Ordering::Release);
            }
        })?;
        let (files, folders, others) = Default::default();
        Ok(Self { watcher, events, dropped, files, folders, others, patience: PATIENCE })
    }

    /// Watches a file from now on. Its present content counts as seen.
    ///
    /// The system watches the whole folder, because many editors write a new file and give it the name of the old one.
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
        let seen = read(&path).ok().map(|bytes| Content::of(&bytes));
        // A file that is not there yet is not reported before it comes.
        let missing = if seen.is_some() { Missing::No } else { Missing::Reported };
        self.files.insert(path, Watched { named: named.into(), seen, missing });
        Ok(())
    }

    /// The files whose content has changed since the last check, and the files that have vanished or returned. Never waits.
    ///
    /// A file counts as gone if it is missing for a second; a check reports this without another event of the system. If
    /// another file of the folder has got its content since then, the file counts as renamed. The watcher continues with the old name.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut watcher = cueline_assets::Watcher::new()?;
    /// assert!(watcher.changed().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a file is missing, no time of the game"
    )]
    pub fn changed(&mut self) -> Vec<Found> {
        let mut touched = BTreeSet::new();
        if self.dropped.swap(false, Ordering::Acquire) {
            touched.extend(self.files.keys().cloned());
        }
        for event in self.events.try_iter() {
            match event {
                Ok(event) if !event.need_rescan() => touched.extend(event.paths),
                // The system has lost events, so any file may have changed.
                _ => touched.extend(self.files.keys().cloned()),
            }
        }
        let is_missing = |watched: &Watched| matches!(watched.missing, Missing::Since(_));
        let missing = self.files.iter().filter(|(_, watched)| is_missing(watched));
        touched.extend(missing.map(|(path, _)| path.clone()));
        let mut found = Vec::new();
        for path in &touched {
            let Some(watched) = self.files.get_mut(path) else {
                if self.others.len() < OTHERS {
                    self.others.insert(path.clone());
                }
                continue;
            };
            match read(path) {
                Ok(bytes) => found.extend(watched.there(bytes)),
                Err(_) if watched.missing == Missing::No => {
                    watched.missing = Missing::Since(Instant::now());
                }
                Err(_) => {}
            }
        }
        let patience = self.patience;
        let gone = |watched: &Watched| matches!(watched.missing, Missing::Since(since) if since.elapsed() >= patience);
        let others = Others::of(&self.others, self.files.values().filter(|watched| gone(watched)));
        for watched in self.files.values_mut().filter(|watched| gone(watched)) {
            watched.missing = Missing::Reported;
            let state = others.renamed(watched).map_or(FileState::Gone, FileState::Renamed);
            found.push(Found { file: watched.named.clone(), state, content: None });
        }
        if !self.files.values().any(is_missing) {
            self.others.clear();
        }
        found
    }
}

impl Watched {
    /// The report for a file with this content, if there is something to report.
    fn there(&mut self, bytes: Vec<u8>) -> Option<Found> {
        let (before, now) = (self.seen, Some(Content::of(&bytes)));
        let is_back = self.missing == Missing::Reported && before.is_some();
        (self.seen, self.missing) = (now, Missing::No);
        let state = if is_back { FileState::Returned } else { FileState::Here };
        let is_new = is_back || before != now;
        is_new.then(|| Found { file: self.named.clone(), state, content: Some(bytes) })
    }
}

/// Other files by their content, of which each is read once, however many files are missing.
struct Others<'a>(BTreeMap<Content, &'a Path>);

impl<'a> Others<'a> {
    /// Those that one of the missing files may have become: of its length.
    fn of<'m>(files: &'a BTreeSet<PathBuf>, missing: impl Iterator<Item = &'m Watched>) -> Self {
        let lengths: BTreeSet<u64> = missing.filter_map(|it| Some(it.seen?.length)).collect();
        let mut others = BTreeMap::new();
        if lengths.is_empty() {
            return Self(others);
        }
        for path in files {
            let is_as_long = fs::metadata(path).is_ok_and(|about| lengths.contains(&about.len()));
            if is_as_long && let Ok(bytes) = read(path) {
                others.entry(Content::of(&bytes)).or_insert(path.as_path());
            }
        }
        Self(others)
    }

    /// The name of the first of them that has the content of a file.
    fn renamed(&self, missing: &Watched) -> Option<PathBuf> {
        let other = self.0.get(&missing.seen?)?;
        // With the folder as the caller writes it.
        Some(missing.named.with_file_name(other.file_name()?))
    }
}

impl Content {
    fn of(bytes: &[u8]) -> Self {
        // Valid during one run of the program, which is enough for this cache.
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { length: bytes.len() as u64, hash: hasher.finish() }
    }
}

/// The content of a regular file: to open a pipe would wait, and a device has no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if !about.is_file() || about.len() > LONGEST {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl ClipLibrary {
    /// Loads each changed file as [`load_file`](Self::load_file) does, under the path that the watcher got. Never waits.
    ///
    /// If a file is gone or renamed, [`Changes::state`] reports it. The library keeps the content, because it may be playing;
    /// [`unload`](Self::unload) removes it.
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
        let load = |Found { file, state, content }: Found| {
            let name = file.display().to_string();
            let changes = match content {
                Some(bytes) => self.load_any(&file, &bytes),
                None => Ok(Changes::default()),
            };
            (name, changes.map(|changes| Changes { state, ..changes }))
        };
        watcher.changed().into_iter().map(load).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Repeats a check until it finds something, for at most about ten seconds: events of the system take a while.
    fn first<T>(mut check: impl FnMut() -> Vec<T>) -> Vec<T> {
        for _ in 0..2000 {
            let found = check();
            if !found.is_empty() {
                return found;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Vec::new()
    }

    /// Writes a new file and gives it the name of the old one, as editors do: a half of one would be a change, too.
    fn put(file: &Path, content: &str) {
        let new = file.with_file_name("new");
        fs::write(&new, content).unwrap();
        fs::rename(&new, file).unwrap();
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
        put(&file, &text("1"));
        let mut library = ClipLibrary::new();
        library.load("a.ron", text("1").as_bytes()).unwrap();
        let mut watcher = Watcher::new().unwrap();
        watcher.watch(&file).unwrap();
        library.unload("a.ron");

        put(&file, &text("2"));
        let loaded = first(|| library.load_changed(&mut watcher));
        assert_eq!(loaded.len(), 1);
        assert!(loaded[0].0.ends_with("a.ron") && loaded[0].1.is_ok(), "{loaded:?}");
        put(&file, &text("two"));
        let loaded = first(|| library.load_changed(&mut watcher));
        let problems = loaded[0].1.as_ref().unwrap_err().to_string();
        assert!(problems.contains("found two, needed a number"), "{problems}");
        assert!(!library.clips().is_empty());
    }

    #[test]
    fn a_file_that_vanishes_returns_and_gets_another_name_is_reported_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["a.ron", "b.ron"].map(|name| folder.path().join(name));
        let text = "(version: 1, clips: {\"a\": (duration: \"1s\")})";
        fs::write(&file, text).unwrap();
        let mut watcher = Watcher::new().unwrap();
        // Long enough for both events of a rename.
        watcher.patience = Duration::from_millis(50);
        watcher.watch(&file).unwrap();
        let mut library = ClipLibrary::new();
        let name = file.display().to_string();
        library.load(&name, text.as_bytes()).unwrap();

        let mut state = || {
            let loaded = first(|| library.load_changed(&mut watcher));
            assert_eq!(loaded.len(), 1, "{loaded:?}");
            assert_eq!(loaded[0].0, name);
            loaded[0].1.clone().unwrap().state
        };
        fs::remove_file(&file).unwrap();
        assert_eq!(state(), FileState::Gone);
        put(&file, text);
        assert_eq!(state(), FileState::Returned, "with the same content");
        fs::rename(&file, &other).unwrap();
        assert_eq!(state(), FileState::Renamed(other.clone()));
        fs::rename(&other, &file).unwrap();
        assert_eq!(state(), FileState::Returned);
        assert!(library.id("a").is_ok(), "it stays loaded all the time");
    }

    #[test]
    fn events_that_nobody_asks_for_take_bounded_memory_and_no_change_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["a.ron", "b.ron"].map(|name| folder.path().join(name));
        fs::write(&file, "1").unwrap();
        let mut watcher = Watcher::new().unwrap();
        watcher.watch(&file).unwrap();
        put(&file, "2");
        for number in 0..2 * EVENTS {
            fs::write(&other, number.to_string()).unwrap();
        }
        put(&file, "3");
        // The system delivers events a little later.
        std::thread::sleep(Duration::from_millis(200));
        let seen = first(|| watcher.changed());
        assert_eq!(seen.last().unwrap().content.as_deref(), Some(&b"3"[..]));
    }

    /// Each of the other files could be each of the missing ones, by its length.
    #[test]
    fn twice_as_many_files_that_get_other_names_take_twice_the_work() {
        let taken = |count: usize| {
            let folder = tempfile::tempdir().unwrap();
            let names = |kind: &str| {
                let path = |number| folder.path().join(format!("{kind}{number:03}"));
                (0..count).map(path).collect::<Vec<_>>()
            };
            let (files, others) = (names("file"), names("other"));
            let mut watcher = Watcher::new().unwrap();
            for (number, file) in files.iter().enumerate() {
                fs::write(file, format!("{number:01000}")).unwrap();
                watcher.watch(file).unwrap();
            }
            for (file, other) in files.iter().zip(&others) {
                fs::rename(file, other).unwrap();
            }
            // What the system would tell, without its delay.
            watcher.patience = Duration::ZERO;
            watcher.others.extend(others.iter().cloned());
            watcher.dropped.store(true, Ordering::Release);
            let mut found = Vec::new();
            let taken = allocation_counter::measure(|| found = watcher.changed());
            let states: Vec<_> = found.into_iter().map(|found| found.state).collect();
            assert_eq!(states, others.into_iter().map(FileState::Renamed).collect::<Vec<_>>());
            taken.bytes_total
        };
        let (once, twice) = (taken(50), taken(100));
        assert!(twice * 10 <= once * 23, "{once} bytes for 50, {twice} for 100");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_no_file_to_wait_for() {
        let folder = tempfile::tempdir().unwrap();
        let [file, pipe] = ["a.ron", "pipe"].map(|name| folder.path().join(name));
        fs::write(&file, "1").unwrap();
        let mut watcher = Watcher::new().unwrap();
        watcher.patience = Duration::from_millis(50);
        watcher.watch(&file).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        fs::remove_file(&file).unwrap();
        let found = first(|| watcher.changed());
        assert_eq!(found[0].state, FileState::Gone);
    }

    #[test]
    fn a_file_that_is_missing_for_a_moment_is_not_gone() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["a.ron", "b.ron"].map(|name| folder.path().join(name));
        fs::write(&file, "1").unwrap();
        fs::write(&other, "1").unwrap();
        let mut watcher = Watcher::new().unwrap();
        watcher.patience = Duration::MAX;
        watcher.watch(&file).unwrap();
        watcher.watch(&other).unwrap();
        fs::remove_file(&file).unwrap();
        put(&other, "2");
        let report = |file: &Path, content: &str| Found {
            file: file.into(),
            state: FileState::Here,
            content: Some(content.into()),
        };
        assert_eq!(first(|| watcher.changed()).last(), Some(&report(&other, "2")));
        put(&file, "3");
        assert_eq!(first(|| watcher.changed()).last(), Some(&report(&file, "3")));
    }
}
