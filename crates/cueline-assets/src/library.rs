//! The clips and all else that a game loads, by name, and their exchange while it runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
    sync::Arc,
};

use cueline::{
    clip::{Clip, ClipId, ClipIdError, ClipSource, Clips, ClipsError, Flipbook},
    timeline::Timeline,
};

use crate::{
    Document, DocumentPath, Problem, Problems, Read, Sheet, Skeleton, read, timeline::Parts,
};

/// What a game loads: clips with ids that last, and flipbooks, timelines, sheets and skeletons by name.
///
/// It stands wherever the core asks for [`Clips`]. A file that is loaded again replaces what it brought before: each
/// clip keeps its id, so what plays keeps its place and shows the new clip from then on. A broken file changes
/// nothing.
///
/// # Examples
///
/// ```
/// use cueline::{playback::{Play, Player}, time::{Span, Time}};
/// use cueline_assets::ClipLibrary;
///
/// let file = |end: &str| format!(r#"(version: 1, clips: {{"hop": (tracks: {{
///     "y": F64([(at: 0, value: 0.0), (at: "1s", value: {end})]),
/// }})}})"#);
/// let mut library = ClipLibrary::new();
/// library.load("hop.ron", file("1.0").as_bytes())?;
/// let hop = library.id("hop")?;
///
/// let mut player = Player::new();
/// player.play_on("piece", &library, hop, Play::default())?;
/// player.advance_to(Time::from_millis(500), &library);
/// let y = |library: &ClipLibrary, player: &Player<&str>| {
///     let at = player.active().next().map(|active| active.position.local)?;
///     library.get(hop).ok()?.sample("y", at).ok()
/// };
/// assert_eq!(format!("{:?}", y(&library, &player)), "Some(F64(0.5))");
///
/// library.load("hop.ron", file("5.0").as_bytes())?;
/// assert_eq!(format!("{:?}", y(&library, &player)), "Some(F64(2.5))");
///
/// let problems = library.load("hop.ron", file("high").as_bytes()).unwrap_err();
/// assert_eq!(problems.len(), 1);
/// assert_eq!(format!("{:?}", y(&library, &player)), "Some(F64(2.5))", "the old clip stays");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClipLibrary {
    clips: Clips,
    flipbooks: BTreeMap<String, Flipbook>,
    timelines: BTreeMap<String, Timeline<String>>,
    /// What each file held when it was last loaded.
    files: BTreeMap<String, Document>,
}

/// What loading a file has changed; each by kind and name, such as `clips."walk"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// New ones.
    pub added: Vec<DocumentPath>,
    /// Others than before.
    pub changed: Vec<DocumentPath>,
    /// No longer in the file. Clips stay in the library, as something may play them.
    pub gone: Vec<DocumentPath>,
    /// What was left out of the file.
    pub notes: Problems,
}

impl ClipLibrary {
    /// A library without anything in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the content of a file of one of our own formats, for the first time or again.
    ///
    /// # Errors
    ///
    /// As [`read`] and [`load_document`](Self::load_document); then nothing has changed.
    pub fn load(&mut self, file: &str, bytes: &[u8]) -> Result<Changes, Problems> {
        let Read { document, notes } = read(bytes, file)?;
        let changes = self.load_document(file, document)?;
        Ok(Changes { notes, ..changes })
    }

    /// Loads what an importer made of a file, for the first time or again.
    ///
    /// # Errors
    ///
    /// All that is wrong with it; a name that another file has given to something of the same kind; then nothing has
    /// changed.
    pub fn load_document(&mut self, file: &str, document: Document) -> Result<Changes, Problems> {
        let mut problems = document.check();
        for (path, other) in self.taken(file, &document) {
            problems.push(Problem::error(
                path,
                "a name that is in use",
                format!("another, as {other} has it"),
            ));
        }
        if problems.has_errors() {
            return Err(problems.in_file(file));
        }
        let changes = self.changes(file, &document);
        // Everything is made before anything is put in, so that a refusal changes nothing.
        let made = Made::of(&document).map_err(|problems| problems.in_file(file))?;
        let timelines = self.arrange(file, &document, &made);
        let timelines = timelines.map_err(|problems| problems.in_file(file))?;
        if self.clips.len() + made.clips.len() > u32::MAX as usize {
            let problem = Problem::error(DocumentPath::root(), "too many clips", "fewer than 2^32");
            return Err(Problems::from(problem).in_file(file));
        }
        self.unload(file);
        for clip in made.clips.into_values() {
            // There is room, as was seen.
            let _id = self.clips.replace(Arc::unwrap_or_clone(clip));
        }
        self.flipbooks.extend(made.flipbooks);
        self.timelines = timelines;
        self.files.insert(file.into(), document);
        Ok(changes)
    }

    /// Forgets a file. Its clips stay, as something may play them; the rest is gone, and all names are free.
    pub fn unload(&mut self, file: &str) {
        if let Some(document) = self.files.remove(file) {
            document.flipbooks.keys().for_each(|name| drop(self.flipbooks.remove(name)));
            document.timelines.keys().for_each(|name| drop(self.timelines.remove(name)));
        }
    }

    /// The clips.
    #[must_use]
    pub fn clips(&self) -> &Clips {
        &self.clips
    }

    /// The flipbook of that name.
    #[must_use]
    pub fn flipbook(&self, name: &str) -> Option<&Flipbook> {
        self.flipbooks.get(name)
    }

    /// The timeline of that name.
    #[must_use]
    pub fn timeline(&self, name: &str) -> Option<&Timeline<String>> {
        self.timelines.get(name)
    }

    /// The sheet of that name.
    #[must_use]
    pub fn sheet(&self, name: &str) -> Option<&Sheet> {
        self.files.values().find_map(|document| document.sheets.get(name))
    }

    /// The skeleton of that name.
    #[must_use]
    pub fn skeleton(&self, name: &str) -> Option<&Skeleton> {
        self.files.values().find_map(|document| document.skeletons.get(name))
    }

    /// The files that were loaded, with what they hold.
    pub fn files(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.files.iter().map(|(name, document)| (name.as_str(), document))
    }

    /// Names of `document` that another file uses, and which file does.
    fn taken(&self, file: &str, document: &Document) -> Vec<(DocumentPath, &str)> {
        let mut users = BTreeMap::new();
        for (name, other) in self.files.iter().filter(|(name, _)| *name != file) {
            users.extend(items(other).map(|item| (item, name.as_str())));
        }
        items(document).filter_map(|item| Some((item.path(), *users.get(&item)?))).collect()
    }

    /// What loading it will change.
    fn changes(&self, file: &str, document: &Document) -> Changes {
        let nothing = Document::default();
        let old = self.files.get(file).unwrap_or(&nothing);
        let (before, now): (BTreeSet<_>, BTreeSet<_>) =
            (items(old).collect(), items(document).collect());
        let paths = |items: Vec<&NamedItem<'_>>| items.into_iter().map(NamedItem::path).collect();
        let changed = now.intersection(&before).filter(|item| !item.same(old, document));
        Changes {
            added: paths(now.difference(&before).collect()),
            changed: paths(changed.collect()),
            gone: paths(before.difference(&now).collect()),
            notes: Problems::new(),
        }
    }

    /// All timelines, built anew, as any of them may play what has changed.
    ///
    /// A timeline of another file that the change does not fit stays as it was.
    fn arrange(
        &self,
        file: &str,
        document: &Document,
        made: &Made,
    ) -> Result<BTreeMap<String, Timeline<String>>, Problems> {
        // What this file held before is not there any more, unless it holds it again.
        let before = self.files.get(file);
        let other_clip = |name: &str| match before {
            Some(before) if before.clips.contains_key(name) => None,
            _ => Some(Arc::new(self.clips.get(self.clips.id(name).ok()?).ok()?.clone())),
        };
        let other_flipbook = |name: &str| match before {
            Some(before) if before.flipbooks.contains_key(name) => None,
            _ => self.flipbooks.get(name).cloned(),
        };
        let parts = Parts {
            clip: &|name| made.clips.get(name).cloned().or_else(|| other_clip(name)),
            flipbook: &|name| made.flipbooks.get(name).cloned().or_else(|| other_flipbook(name)),
            complete: true,
        };
        let mut problems = Problems::new();
        let mut timelines = BTreeMap::new();
        let others = self.files.iter().filter(|(name, _)| *name != file);
        let others = others.flat_map(|(_, other)| &other.timelines).map(|one| (one, false));
        for ((name, source), own) in document.timelines.iter().map(|one| (one, true)).chain(others)
        {
            let path = DocumentPath::root().field("timelines").name(name);
            let timeline = match source.build(&path, name, &parts) {
                Ok(timeline) => timeline,
                Err(told) => {
                    if own {
                        problems.extend(told);
                    }
                    self.timelines.get(name).cloned()
                }
            };
            timelines.extend(timeline.map(|timeline| (name.clone(), timeline)));
        }
        if problems.has_errors() { Err(problems) } else { Ok(timelines) }
    }
}

/// What the core makes of a document.
#[derive(Default)]
struct Made {
    clips: BTreeMap<String, Arc<Clip>>,
    flipbooks: BTreeMap<String, Flipbook>,
}

impl Made {
    fn of(document: &Document) -> Result<Self, Problems> {
        let mut made = Self::default();
        let mut problems = Problems::new();
        let mut report = |kind: &str, name: &str, error: String| {
            let path = DocumentPath::root().field(kind).name(name);
            problems.push(Problem::error(path, error, ""));
        };
        for (name, source) in &document.clips {
            match source.build(name) {
                Ok(clip) => drop(made.clips.insert(name.clone(), Arc::new(clip))),
                Err(error) => report("clips", name, error.to_string()),
            }
        }
        for (name, source) in &document.flipbooks {
            match source.build() {
                Ok(book) => drop(made.flipbooks.insert(name.clone(), book)),
                Err(error) => report("flipbooks", name, error.to_string()),
            }
        }
        if problems.has_errors() { Err(problems) } else { Ok(made) }
    }
}

/// One thing of a document, by kind and name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NamedItem<'a> {
    kind: &'static str,
    name: &'a str,
}

impl NamedItem<'_> {
    fn path(&self) -> DocumentPath {
        DocumentPath::root().field(self.kind).name(self.name)
    }

    /// Whether both documents hold the same under that name.
    fn same(&self, one: &Document, other: &Document) -> bool {
        let name = self.name;
        match self.kind {
            "clips" => one.clips.get(name) == other.clips.get(name),
            "flipbooks" => one.flipbooks.get(name) == other.flipbooks.get(name),
            "sheets" => one.sheets.get(name) == other.sheets.get(name),
            "timelines" => one.timelines.get(name) == other.timelines.get(name),
            _ => one.skeletons.get(name) == other.skeletons.get(name),
        }
    }
}

/// All that a document names.
fn items(document: &Document) -> impl Iterator<Item = NamedItem<'_>> {
    let Document { clips, flipbooks, sheets, timelines, skeletons, version: _, meta: _ } = document;
    let clips = clips.keys().map(|name| NamedItem { kind: "clips", name });
    let flipbooks = flipbooks.keys().map(|name| NamedItem { kind: "flipbooks", name });
    let sheets = sheets.keys().map(|name| NamedItem { kind: "sheets", name });
    let timelines = timelines.keys().map(|name| NamedItem { kind: "timelines", name });
    let skeletons = skeletons.keys().map(|name| NamedItem { kind: "skeletons", name });
    clips.chain(flipbooks).chain(sheets).chain(timelines).chain(skeletons)
}

impl ClipSource for ClipLibrary {
    fn get(&self, id: ClipId) -> Result<&Clip, ClipIdError> {
        self.clips.get(id)
    }

    fn id(&self, name: &str) -> Result<ClipId, ClipsError> {
        self.clips.id(name)
    }

    fn revision(&self) -> u64 {
        self.clips.revision()
    }
}

impl Deref for ClipLibrary {
    type Target = Clips;

    fn deref(&self) -> &Clips {
        &self.clips
    }
}

impl AsRef<Clips> for ClipLibrary {
    fn as_ref(&self) -> &Clips {
        &self.clips
    }
}
