//! `cueline check`: lists all problems of files, or counts the files of folders by format.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use cueline_assets::{Animated, ClipLibrary, Format, Problem, Problems, Severity, Taken};
use cueline_import::{Foreign, Unsupported};
use serde::Serialize;

use super::{
    cli::{Check, Deny},
    input::{load, open_document},
    progress::Bar,
    report::{is_shown, print},
};
use crate::{
    failure::{Failure, Source},
    open::{Needs, Opened, open_bytes},
};

/// What `--json` writes about a file.
#[derive(Debug, Serialize)]
struct Checked {
    file: String,
    /// Null for a file that could not be read in any format.
    format: Option<&'static str>,
    state: State,
    /// Only of files of other programs with animated properties.
    #[serde(skip_serializing_if = "Option::is_none")]
    animated: Option<Counted>,
    problems: Vec<Written>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Fine,
    /// Motion of it is lost.
    Lost,
    Refused,
    /// There is no such file, or it cannot be read.
    Unreadable,
}

/// A problem as JSON.
#[derive(Debug, Serialize)]
struct Written {
    severity: &'static str,
    /// From 1; null for a file without lines.
    line: Option<u32>,
    column: Option<u32>,
    item: String,
    found: String,
    needed: String,
}

pub(crate) fn run(job: &Check) -> Result<(), Failure> {
    if job.summary {
        return summary(job);
    }
    let (mut errors, mut broken) = (0, 0);
    let mut unreadable = None;
    let mut written = Vec::new();
    let files: Vec<_> = job.files.iter().map(|path| open_document(path)).collect();
    let built = built(files.iter().filter_map(|file| file.as_ref().ok()));
    for (path, file) in job.files.iter().zip(files) {
        let (format, problems, animated, source) = match file {
            Ok(opened) => {
                let own = built.iter().filter(|problem| problem.file == opened.name).cloned();
                let mut problems = with_nothing_left(&opened);
                problems.extend(opened.in_text(own.collect()));
                (Some(opened.format), problems, opened.animated, opened.source)
            }
            Err(Failure::Problems(problems, source)) => {
                (None, problems, Animated::default(), source)
            }
            Err(failure) => {
                // The other files are checked too.
                let problems = vec![Written::unreadable(&failure)];
                let (file, state) = (path.display().to_string(), State::Unreadable);
                written.push(Checked { file, format: None, state, animated: None, problems });
                if let Some(failure) = unreadable.replace(failure) {
                    let _code = failure.report();
                }
                continue;
            }
        };
        let state = state(&problems, job.deny);
        if state == State::Refused {
            broken += 1;
            errors += count(&problems, Severity::Error);
            errors += if job.deny.is_some() { count(&problems, Severity::Warning) } else { 0 };
        }
        if job.json {
            let file = path.display().to_string();
            let problems = problems.iter().map(Written::of).collect();
            let animated = Counted::of(&animated);
            written.push(Checked { file, format, state, animated, problems });
            continue;
        }
        report(path, &problems, &animated, &source, state, job.short)?;
    }
    if job.json {
        let text = serde_json::to_string_pretty(&written).unwrap_or_default();
        writeln!(io::stdout(), "{text}")?;
    } else if broken > 0 {
        eprintln!("{errors} problem{} in {broken} file{}", plural(errors), plural(broken));
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if broken > 0 => Err(Failure::Wrong),
        None => Ok(()),
    }
}

/// The problems that building finds. All files are built at once, as a pack is, since each may play what another holds; one that
/// is wrong in itself does not hide the problems of the others.
fn built<'a>(files: impl Iterator<Item = &'a Opened>) -> Problems {
    let (mut sound, mut problems) = (Vec::new(), Problems::new());
    for Opened { name, document, .. } in files {
        let own = document.check().in_file(name);
        if own.has_errors() {
            problems.extend(own);
        } else {
            sound.push((name.clone(), document.clone()));
        }
    }
    problems.extend(ClipLibrary::new().load_documents(sound).err().unwrap_or_default());
    problems
}

/// The notes of a file, with an error if its motion is lost and nothing with a duration is left.
fn with_nothing_left(opened: &Opened) -> Problems {
    let mut problems = opened.notes.clone();
    if let Some(problem) = opened.nothing_left() {
        problems.push(problem);
    }
    problems
}

fn report(
    path: &Path,
    problems: &Problems,
    animated: &Animated,
    source: &Source,
    state: State,
    short: bool,
) -> Result<(), Failure> {
    if short {
        let shown = problems.iter().filter(|problem| is_shown(problem));
        shown.for_each(|problem| eprintln!("{problem}"));
    } else {
        print(problems, source);
    }
    let (path, lost) = (path.display(), count(problems, Severity::Warning));
    match state {
        State::Fine => writeln!(io::stdout(), "{path}: fine")?,
        State::Lost => writeln!(io::stdout(), "{path}: {lost} warning{}", plural(lost))?,
        State::Refused | State::Unreadable => {}
    }
    if animated.total().all > 0 {
        writeln!(io::stdout(), "{path}: {animated}")?;
    }
    Ok(())
}

fn state(problems: &Problems, deny: Option<Deny>) -> State {
    let lost = count(problems, Severity::Warning) > 0;
    match (problems.has_errors(), lost, deny) {
        (true, ..) | (_, true, Some(Deny::Lost)) => State::Refused,
        (false, true, None) => State::Lost,
        (false, false, _) => State::Fine,
    }
}

impl Written {
    fn of(problem: &Problem) -> Self {
        let severity = match problem.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        Self {
            severity,
            line: problem.place.map(|place| place.line),
            column: problem.place.map(|place| place.column),
            item: problem.item.to_string(),
            found: problem.found.clone(),
            needed: problem.needed.clone(),
        }
    }
}

impl Written {
    fn unreadable(failure: &Failure) -> Self {
        let needed = "a file that can be read".into();
        let (item, found) = (String::new(), failure.line());
        Self { severity: "error", line: None, column: None, item, found, needed }
    }
}

/// The animated properties of files as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Counted {
    taken: usize,
    all: usize,
    kinds: BTreeMap<String, Kind>,
}

#[derive(Debug, Serialize)]
struct Kind {
    taken: usize,
    all: usize,
}

impl Counted {
    /// `None` without such properties.
    pub(super) fn of(animated: &Animated) -> Option<Self> {
        let Taken { taken, all } = animated.total();
        let kind = |(name, kind): (&str, Taken)| {
            (name.to_owned(), Kind { taken: kind.taken, all: kind.all })
        };
        (all > 0).then(|| Self { taken, all, kinds: animated.kinds().map(kind).collect() })
    }
}

/// The files of one format.
#[derive(Debug, Default, Serialize)]
struct Counts {
    files: usize,
    /// Files that can be used, also those that lose motion.
    taken: usize,
    /// Files of these that lose motion.
    lost: usize,
    refused: Vec<Refusal>,
    /// Files at which the program panicked.
    crashed: Vec<String>,
    /// The files by extension, if no importer reads the format.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extensions: BTreeMap<String, usize>,
    #[serde(skip)]
    animated: Animated,
    #[serde(rename = "animated", skip_serializing_if = "Option::is_none")]
    counted: Option<Counted>,
}

#[derive(Debug, Serialize)]
struct Refusal {
    file: String,
    reason: String,
}

/// Counts the files in folders by their formats.
fn summary(job: &Check) -> Result<(), Failure> {
    let mut files = Vec::new();
    job.files.iter().try_for_each(|path| find(path, &mut files))?;
    let mut formats: BTreeMap<&str, Counts> = BTreeMap::new();
    let (mut broken, mut unreadable) = (false, None);
    let bar = Bar::new("checking", "files", files.len() as u64);
    for (done, path) in (0..).zip(files) {
        bar.reach(done);
        let is_named = job.files.contains(&path);
        if !is_named && !may_be_known(&path) {
            // A film is not read to see that it is none.
            count_unread(formats.entry(unread_format(&path, b"")).or_default(), &path);
            continue;
        }
        let (bytes, path) = match load(&path) {
            Ok(loaded) => loaded,
            Err(failure) => {
                if let Some(failure) = unreadable.replace(failure) {
                    let _code = bar.print(|| failure.report());
                }
                continue;
            }
        };
        let name = path.display().to_string();
        let Some(format) = format_of(&name, &bytes).or(is_named.then_some("unknown")) else {
            count_unread(formats.entry(unread_format(&path, &bytes)).or_default(), &path);
            continue;
        };
        let counts = formats.entry(format).or_default();
        counts.files += 1;
        // Nothing is used after a panic.
        let opened = catch_unwind(AssertUnwindSafe(|| open_bytes(&path, bytes, Needs::Motion)));
        let reason = match &opened {
            Ok(Ok(opened)) => {
                let problems = with_nothing_left(opened);
                let state = state(&problems, job.deny);
                counts.animated.add(&opened.animated);
                let denied = state == State::Refused;
                counts.lost += usize::from(state == State::Lost);
                let mut errors = problems.iter();
                let worst = errors.clone().max_by_key(|problem| problem.severity);
                let first =
                    errors.find(|one| worst.is_some_and(|worst| worst.severity == one.severity));
                first.filter(|_| denied).map(reason)
            }
            Ok(Err(Failure::Problems(problems, _))) => {
                problems.iter().find(|one| one.severity == Severity::Error).map(reason)
            }
            Ok(Err(failure)) => Some(failure.line()),
            Err(_) => {
                counts.crashed.push(name);
                broken = true;
                continue;
            }
        };
        match reason {
            Some(reason) => {
                counts.refused.push(Refusal { file: name, reason });
                broken = true;
            }
            None => counts.taken += 1,
        }
    }
    drop(bar);
    for counts in formats.values_mut() {
        counts.counted = Counted::of(&counts.animated);
    }
    let mut out = io::stdout().lock();
    if job.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&formats).unwrap_or_default())?;
    } else {
        for (format, counts) in &formats {
            let Counts { files, taken, lost, refused, crashed, extensions, animated, .. } = counts;
            if !extensions.is_empty() {
                let all: Vec<_> =
                    extensions.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
                let (plural, all) = (plural(*files), all.join(", "));
                writeln!(out, "{format}: {files} file{plural} that no importer reads ({all})")?;
                continue;
            }
            let (refusals, crashes) = (refused.len(), crashed.len());
            writeln!(
                out,
                "{format}: {files} file{}, {taken} taken, {lost} with lost motion, {refusals} refused, {crashes} crashed",
                plural(*files)
            )?;
            if animated.total().all > 0 {
                writeln!(out, "  {animated}")?;
            }
            for Refusal { file, reason } in refused {
                writeln!(out, "  {file}: {reason}")?;
            }
            for file in crashed {
                writeln!(out, "  {file}: crashed")?;
            }
        }
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if broken => Err(Failure::Wrong),
        None => Ok(()),
    }
}

/// Whether a file has the extension of a known format, or begins as one may do.
fn may_be_known(path: &Path) -> bool {
    let name = path.display().to_string();
    let mut start = Vec::new();
    let mut begins = || {
        let read = fs::File::open(path).and_then(|file| file.take(1024).read_to_end(&mut start));
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start).trim_ascii_start();
        read.is_ok()
            && (matches!(text.first(), Some(b'{' | b'[' | b'<'))
                || Foreign::of("", &start).is_some())
    };
    Format::of_name(&name).is_some() || Foreign::of(&name, b"").is_some() || begins()
}

/// What a file counts as that no importer reads.
fn unread_format(path: &Path, bytes: &[u8]) -> &'static str {
    Unsupported::of(&path.display().to_string(), bytes).map_or("unknown", |format| format.name)
}

fn count_unread(counts: &mut Counts, path: &Path) {
    counts.files += 1;
    let extension = path.extension().map(|it| format!(".{}", it.display()).to_lowercase());
    *counts.extensions.entry(extension.unwrap_or("(none)".into())).or_default() += 1;
}

/// The format by which a file counts. A broken file of ours counts by its name, and other programs' JSON not at all.
fn format_of(name: &str, bytes: &[u8]) -> Option<&'static str> {
    let own = Format::of_content(bytes).or_else(|| {
        let own = Format::of_name(name)?;
        (own != Format::Json).then_some(own)
    });
    // TypeScript has an extension of Tiled.
    let is_tiled = || matches!(bytes.trim_ascii_start().first(), Some(b'<' | b'{' | 0xEF));
    match own {
        Some(Format::Ron) => Some("RON"),
        Some(Format::Json) => is_our_json(bytes).then_some("JSON"),
        Some(Format::Binary) => Some("binary"),
        None => {
            let foreign = Foreign::of(name, bytes)?;
            (foreign != Foreign::Tiled || is_tiled()).then_some(foreign.name())
        }
    }
}

/// Whether a text that says a version names a section of ours too.
fn is_our_json(bytes: &[u8]) -> bool {
    const SECTIONS: [&str; 7] =
        ["curves", "clips", "flipbooks", "sheets", "timelines", "skeletons", "animators"];
    let has = |section: &str| {
        let section = format!("\"{section}\"");
        bytes.windows(section.len()).any(|part| part == section.as_bytes())
    };
    SECTIONS.into_iter().any(has)
}

/// All files in a folder and its folders, by name.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |error| Failure::file(path, error);
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(failure)?.collect::<Result<Vec<_>, _>>();
    let mut entries: Vec<PathBuf> =
        entries.map_err(failure)?.into_iter().map(|entry| entry.path()).collect();
    entries.sort();
    // A link could lead back to its own folder, and a pipe never ends. A link to nothing is reported when it is read.
    entries.retain(|entry| {
        fs::metadata(entry)
            .map_or(true, |about| about.is_file() || about.is_dir() && !entry.is_symlink())
    });
    entries.iter().try_for_each(|entry| find(entry, files))
}

/// A problem in one line, without its file.
fn reason(problem: &Problem) -> String {
    Problem { file: String::new(), ..problem.clone() }.to_string()
}

fn count(problems: &Problems, severity: Severity) -> usize {
    problems.iter().filter(|one| one.severity == severity).count()
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
