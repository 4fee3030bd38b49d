//! A library of the clips and other items that a game loads from files, also while the game runs.

mod lookup;

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use cueline::{
    clip::{Clip, ClipId, ClipSource, Clips, Flipbook, LookupError},
    timeline::Timeline,
};
use cueline_pack::Pack;

pub use self::lookup::NameError;
pub(crate) use self::lookup::NameFault;
use self::lookup::{find, find_or_near, full_name, missing};
use crate::{
    animator::AnimatorSource,
    check::MOST_COMPARED,
    document::Document,
    flipbook::{FlipbookSource, Sheet},
    format::{Format, bytes_of, read},
    named::Named,
    problem::{DocumentPath, Problem, Problems},
    read::Read,
    skeleton::Skeleton,
    timeline::{Parts, Played, Room, TimelineSource, Unbuilt},
};

/// What a game loads: clips with ids that never change, and flipbooks, timelines, sheets, skeletons and animators by name.
///
/// The core accepts a library as a [`ClipSource`]. Loading a file again replaces its items.
/// Each clip keeps its id, so playing items continue in the new clip. A broken file changes
/// nothing.
///
/// # Names
///
/// A library holds any number of files, and two files may use one name. The full name of an item is the name of its
/// file and its own name: `hero.aseprite#walk`. Every function also takes the short name, `walk` or `#walk`, as long as
/// only one file has it; otherwise the error lists the full names. A timeline finds the items of its own file
/// first. Clips have their full names, so a save refers to the same clip even if other files are loaded.
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
///
/// Two files that use the same name:
///
/// ```
/// use cueline_assets::ClipLibrary;
///
/// let file = br#"(version: 1, clips: {"walk": (duration: "1s")})"#;
/// let mut library = ClipLibrary::new();
/// library.load("cat.ron", file)?;
/// let cat = library.id("walk")?;
///
/// library.load("dog.ron", file)?;
/// assert_eq!(library.id("cat.ron#walk")?, cat);
/// assert_eq!(
///     library.id("walk").unwrap_err().to_string(),
///     r#"2 clips are called "walk"; use one of "cat.ron#walk", "dog.ron#walk""#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClipLibrary {
    /// Reads what is in none of Cueline's own formats.
    importer: Option<Importer>,
    /// The content by full name, for all kinds.
    clips: Clips,
    flipbooks: BTreeMap<String, Flipbook>,
    timelines: BTreeMap<String, Timeline<String>>,
    /// The document of each file at its last load.
    files: BTreeMap<String, Document>,
}

/// Reads files of other programs for a library: the document of the file at that path with that content, or `None` if it
/// is in no format that the importer knows.
pub type Importer = fn(path: &Path, bytes: &[u8]) -> Option<Result<Read, Problems>>;

/// The changes after loading a file, by kind and name, such as `clips."walk"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// New items.
    pub added: Vec<DocumentPath>,
    /// Changed items.
    pub changed: Vec<DocumentPath>,
    /// Items that the file no longer contains. Clips stay in the library, because a player may play them.
    pub gone: Vec<DocumentPath>,
    /// Notes on omitted or changed parts.
    pub notes: Problems,
    /// Whether the file still exists, as far as the watcher knows.
    pub state: FileState,
}

/// Whether a watched file exists. Its content stays in the library in any case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileState {
    /// The file exists. Also the state of a file that is not watched.
    #[default]
    Here,
    /// The file exists again after it was gone.
    Returned,
    /// The file is gone.
    Gone,
    /// The file is gone, and a file of this name in the same folder has its content.
    Renamed(PathBuf),
}

impl ClipLibrary {
    /// An empty library.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(cueline_assets::ClipLibrary::new().files().count(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same library, which loads files of other programs too: [`load_file`](Self::load_file) and hot reload give them
    /// to the importer.
    ///
    /// # Examples
    ///
    /// With the crate `cueline-import` it is `ClipLibrary::new().with_importer(cueline_import::import)`. A format of your own:
    ///
    /// ```
    /// use cueline_assets::{ClipLibrary, Document, Read};
    ///
    /// let mut library = ClipLibrary::new().with_importer(|path, _bytes| {
    ///     (path.extension()? == "still").then(|| Ok(Read { document: Document::default(), ..Read::default() }))
    /// });
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("empty.still");
    /// std::fs::write(&file, "")?;
    /// library.load_file(&file)?;
    /// assert_eq!(library.files().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_importer(self, importer: Importer) -> Self {
        Self { importer: Some(importer), ..self }
    }

    /// Reads a file and loads it, for the first time or again. The library knows the file by the path as written here,
    /// and so does a watcher that watches the same path.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and those of the importer; also if the file cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::ClipLibrary;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("hop.ron");
    /// std::fs::write(&file, r#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// let mut library = ClipLibrary::new();
    /// library.load_file(&file)?;
    /// assert_eq!(library.get(library.id("hop")?)?.duration(), cueline::time::ms(400));
    ///
    /// let problems = library.load_file("no/such/file.ron").unwrap_err();
    /// assert!(problems.to_string().starts_with("no/such/file.ron: error: found No such file"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_file(&mut self, path: impl AsRef<Path>) -> Result<Changes, Problems> {
        let path = path.as_ref();
        let bytes =
            bytes_of(path).map_err(|problems| problems.in_file(&path.display().to_string()))?;
        self.load_any(path, &bytes)
    }

    /// Loads the content of the file at that path, in a format of Cueline or of another program.
    pub(crate) fn load_any(&mut self, path: &Path, bytes: &[u8]) -> Result<Changes, Problems> {
        let name = path.display().to_string();
        let is_own = Format::of_content(bytes).is_some();
        let importer = self.importer.filter(|_| !is_own);
        let Some(read) = importer.and_then(|import| import(path, bytes)) else {
            return self.load(&name, bytes);
        };
        let Read { document, notes, .. } = read.map_err(|problems| problems.in_file(&name))?;
        let changes = self.load_document(&name, document)?;
        Ok(Changes { notes: notes.in_file(&name), ..changes })
    }

    /// Loads the content of a file in one of Cueline's own formats, for the first time or again.
    ///
    /// # Errors
    ///
    /// As [`read`] and [`load_document`](Self::load_document); the library is unchanged then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// let changes = library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "1s")})"#)?;
    /// assert_eq!(changes.changed[0].to_string(), r#"clips."hop""#);
    /// assert!(library.load("hop.ron", b"(version: 1").is_err()); // the clip stays
    /// assert_eq!(library.get(library.id("hop")?)?.duration(), cueline::time::secs(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(&mut self, file: &str, bytes: &[u8]) -> Result<Changes, Problems> {
        let Read { document, notes, .. } = read(bytes, file)?;
        let placed = |problems: Problems| match std::str::from_utf8(bytes) {
            Ok(text) => problems.in_text(text),
            Err(_) => problems,
        };
        let changes = self.load_document(file, document).map_err(placed)?;
        Ok(Changes { notes, ..changes })
    }

    /// Loads a document, such as one that an importer made of a file, for the first time or again.
    ///
    /// # Errors
    ///
    /// All problems of the document; the library is unchanged then.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{ClipFile, ClipLibrary, Document};
    ///
    /// let mut document = Document::default();
    /// document.clips.insert("idle".into(), ClipFile::default());
    /// let mut library = ClipLibrary::new();
    /// let changes = library.load_document("made by hand", document)?;
    /// assert_eq!(changes.added.len(), 1);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn load_document(&mut self, file: &str, document: Document) -> Result<Changes, Problems> {
        let changes = self.load_documents([(file.to_owned(), document)])?;
        Ok(changes.into_values().next().unwrap_or_default())
    }

    /// Loads the documents of several files at once, each for the first time or again: in contrast to one after the other,
    /// each may play what any other holds. Returns the changes by file.
    ///
    /// # Errors
    ///
    /// All problems of all documents, each with its file; the library is unchanged then.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{ClipLibrary, read};
    ///
    /// let scene = r#"(version: 1, timelines: {"twice": (items: [(action: Clip(clip: "hop"), repeat: Times(2))])})"#;
    /// let hop = r#"(version: 1, clips: {"hop": (duration: "400ms")})"#;
    /// let files = [("scene.ron", scene), ("hop.ron", hop)];
    /// let mut documents = Vec::new();
    /// for (file, text) in files {
    ///     documents.push((file.to_owned(), read(text.as_bytes(), file)?.document));
    /// }
    /// let mut library = ClipLibrary::new();
    /// assert_eq!(library.load_documents(documents)?.len(), 2);
    /// assert_eq!(library.timeline("twice")?.duration(), Some(cueline::time::ms(800)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_documents(
        &mut self,
        documents: impl IntoIterator<Item = (String, Document)>,
    ) -> Result<BTreeMap<String, Changes>, Problems> {
        let documents: BTreeMap<String, Document> = documents.into_iter().collect();
        let mut problems = self.taken(&documents);
        for (file, document) in &documents {
            problems.extend(document.check().in_file(file));
        }
        if problems.has_errors() {
            return Err(problems);
        }
        // Builds everything before it stores anything, so that an error changes nothing.
        let made = Made::of(&documents)?;
        let timelines = self.arrange(&documents, &made)?;
        if self.clips.len() + made.clips.len() > u32::MAX as usize {
            let problem = Problem::error(DocumentPath::root(), "too many clips", "fewer than 2^32");
            return Err(problem.into());
        }
        let changes = documents
            .iter()
            .map(|(file, document)| (file.clone(), self.changes(file, document)))
            .collect();
        documents.keys().for_each(|file| self.unload(file));
        for clip in made.clips.into_values() {
            // There is room: see the check above.
            let _id = self.clips.replace(Arc::unwrap_or_clone(clip));
        }
        self.flipbooks.extend(made.flipbooks);
        self.timelines = timelines;
        self.files.extend(documents);
        Ok(changes)
    }

    /// Unloads a file. Its clips stay under their full names, because a player may play them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// library.unload("hop.ron");
    /// assert!(library.files().count() == 0 && library.id("hop").is_err());
    /// assert!(library.id("hop.ron#hop").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unload(&mut self, file: &str) {
        if let Some(document) = self.files.remove(file) {
            let full = |name: &String| full_name(file, name);
            document.flipbooks.keys().for_each(|name| drop(self.flipbooks.remove(&full(name))));
            document.timelines.keys().for_each(|name| drop(self.timelines.remove(&full(name))));
        }
    }

    /// The clips, by full name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// let names: Vec<&str> = library.clips().iter().map(|(_, clip)| clip.name()).collect();
    /// assert_eq!(names, ["hop.ron#hop"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clips(&self) -> &Clips {
        &self.clips
    }

    /// The id of a clip, by full or short name.
    ///
    /// # Errors
    ///
    /// [`LookupError::Clip`] with the nearest name; [`LookupError::Ambiguous`] for a short name that several files
    /// use.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// assert_eq!(library.id("hop")?, library.id("hop.ron#hop")?);
    /// assert!(library.id("hup").unwrap_err().to_string().contains(r#"did you mean "hop"?"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        self.lookup(name).map_err(|unfound| match unfound {
            NameFault::Missing(_) => {
                let clips = self.clips.iter().map(|(_, clip)| clip.name());
                let short = self.files.values().flat_map(|document| document.clips.keys());
                LookupError::no_clip(name, clips.chain(short.map(String::as_str)))
            }
            NameFault::Ambiguous(full_names) => {
                LookupError::Ambiguous { name: name.into(), full_names }
            }
        })
    }

    /// The clip of a name, or of a short one. A missing one has no suggestion.
    fn lookup(&self, name: &str) -> Result<ClipId, NameFault> {
        if let Some(id) = self.clips.find(name) {
            return Ok(id);
        }
        let (file, name) = find(self.files(), None, name, |document| &document.clips)?;
        self.clips.find(&full_name(file, name)).ok_or(NameFault::Missing(None))
    }

    /// The clip of an id.
    ///
    /// # Errors
    ///
    /// As [`Clips::get`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// assert_eq!(library.get(library.id("hop")?)?.duration(), cueline::time::ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        self.clips.get(id)
    }

    /// A flipbook, by full or short name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::Time;
    ///
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// library.load("hero.ron", br#"(version: 1, flipbooks: {"run": (frames: Run(count: 8, hold: "60ms"))})"#)?;
    /// assert_eq!(library.flipbook("run")?.frame_at(Time::ZERO, Time::from_millis(130)), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flipbook(&self, name: &str) -> Result<&Flipbook, NameError> {
        let (file, item) = self.find("flipbook", name, |document| &document.flipbooks)?;
        self.flipbooks.get(&full_name(file, item)).ok_or_else(|| missing("flipbook", name, []))
    }

    /// A flipbook as its file has it, by full or short name: with the name of its sheet.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    ///
    /// # Examples
    ///
    /// ```
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// let file = br#"(version: 1, sheets: {"hero": (image: "hero.png")},
    ///     flipbooks: {"run": (sheet: Some("hero"), frames: Run(first: 4, count: 8, hold: "60ms"))})"#;
    /// library.load("hero.ron", file)?;
    /// assert_eq!(library.flipbook_source("run")?.sheet.as_deref(), Some("hero"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flipbook_source(&self, name: &str) -> Result<&FlipbookSource, NameError> {
        let (file, item) = self.find("flipbook", name, |document| &document.flipbooks)?;
        let source = self.files.get(file).and_then(|document| document.flipbooks.get(item));
        source.ok_or_else(|| missing("flipbook", name, []))
    }

    /// A timeline, by full or short name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    ///
    /// # Examples
    ///
    /// ```
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// library.load("intro.ron", br#"(version: 1, timelines: {"pause": (items: [(action: Wait, duration: "2s")])})"#)?;
    /// assert_eq!(library.timeline("pause")?.duration(), Some(cueline::time::secs(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timeline(&self, name: &str) -> Result<&Timeline<String>, NameError> {
        let (file, item) = self.find("timeline", name, |document| &document.timelines)?;
        self.timelines.get(&full_name(file, item)).ok_or_else(|| missing("timeline", name, []))
    }

    /// A sheet, by full or short name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    ///
    /// # Examples
    ///
    /// ```
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// library.load("hero.ron", br#"(version: 1, sheets: {"hero": (image: "hero.png")})"#)?;
    /// assert_eq!(library.sheet("hero")?.image, "hero.png");
    /// assert_eq!(library.sheet("zero").unwrap_err().to_string(), r#"there is no sheet "zero"; did you mean "hero"? There are: hero"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sheet(&self, name: &str) -> Result<&Sheet, NameError> {
        let (file, item) = self.find("sheet", name, |document| &document.sheets)?;
        let sheet = self.files.get(file).and_then(|document| document.sheets.get(item));
        sheet.ok_or_else(|| missing("sheet", name, []))
    }

    /// A skeleton, by full or short name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    ///
    /// # Examples
    ///
    /// ```
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// library.load("hero.ron", br#"(version: 1, skeletons: {"hero": (nodes: {"hip": ()})})"#)?;
    /// assert!(library.skeleton("hero")?.nodes.contains_key("hip"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skeleton(&self, name: &str) -> Result<&Skeleton, NameError> {
        let (file, item) = self.find("skeleton", name, |document| &document.skeletons)?;
        let skeleton = self.files.get(file).and_then(|document| document.skeletons.get(item));
        skeleton.ok_or_else(|| missing("skeleton", name, []))
    }

    /// An animator, by full or short name. Its clips have their full names, as in [`clips`](Self::clips). A name first
    /// refers to a clip of the same file, then to clips of other files. A clip that no file has keeps its name.
    ///
    /// # Errors
    ///
    /// [`NameError`], also for the short name of a clip that several other files use.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut library = cueline_assets::ClipLibrary::new();
    /// let file = br#"(
    ///     version: 1,
    ///     clips: {"idle": (duration: "1s")},
    ///     animators: {"hero": (layers: {"body": (states: {"idle": (motion: Clip("idle"))})})},
    /// )"#;
    /// library.load("hero.ron", file)?;
    /// let hero = library.animator("hero")?;
    /// assert!(hero.clips().contains("hero.ron#idle"));
    /// assert!(library.id("hero.ron#idle").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn animator(&self, name: &str) -> Result<AnimatorSource, NameError> {
        let (file, item) = self.find("animator", name, |document| &document.animators)?;
        let animator = self.files.get(file).and_then(|document| document.animators.get(item));
        let mut animator = animator.cloned().ok_or_else(|| missing("animator", name, []))?;
        for clip in animator.clips_mut() {
            match find(self.files(), Some(file), clip, |document| &document.clips) {
                Ok((file, name)) => *clip = full_name(file, name),
                Err(NameFault::Missing(_)) => {}
                Err(NameFault::Ambiguous(full_names)) => {
                    let name = clip.clone();
                    return Err(NameError::Ambiguous { kind: "clip", name, full_names });
                }
            }
        }
        Ok(animator)
    }

    /// The file and own name of an item.
    fn find<'a, T: 'a>(
        &'a self,
        kind: &'static str,
        name: &str,
        items: impl Fn(&'a Document) -> &'a Named<T>,
    ) -> Result<(&'a str, &'a str), NameError> {
        find(self.files(), None, name, &items).map_err(|unfound| match unfound {
            NameFault::Missing(_) => {
                let known = self.files.values().flat_map(|document| items(document).keys());
                missing(kind, name, known.cloned())
            }
            NameFault::Ambiguous(full_names) => {
                NameError::Ambiguous { kind, name: name.into(), full_names }
            }
        })
    }

    /// The loaded files by name, each with its document.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// let (name, document) = library.files().next().unwrap();
    /// assert_eq!((name, document.clips.len()), ("hop.ron", 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (&str, &Document)> + Clone {
        self.files.iter().map(|(name, document)| (name.as_str(), document))
    }

    /// Items of `documents` with the same full name as an item of another file. Only a `#` in names can cause that.
    fn taken(&self, documents: &BTreeMap<String, Document>) -> Problems {
        let mut users = BTreeMap::new();
        for (file, document) in self.files.iter().filter(|(file, _)| !documents.contains_key(*file))
        {
            users.extend(items(document).map(|item| (item.full(file), file)));
        }
        let mut problems = Problems::new();
        for (file, document) in documents {
            for item in items(document) {
                if let Some(other) = users.insert(item.full(file), file) {
                    let needed =
                        format!("another name, as {other} has an item of the same full name");
                    let problem = Problem::error(item.path(), "a name that is in use", needed);
                    problems.push(Problem { file: file.clone(), ..problem });
                }
            }
        }
        problems
    }

    /// The changes from loading `document`.
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
            state: FileState::Here,
        }
    }

    /// Builds all timelines again, because each of them may play changed items.
    ///
    /// A timeline of another file that no longer builds stays as it was.
    fn arrange(
        &self,
        documents: &BTreeMap<String, Document>,
        made: &Made,
    ) -> Result<BTreeMap<String, Timeline<String>>, Problems> {
        let others = self.files().filter(|(file, _)| !documents.contains_key(*file));
        let new = documents.iter().map(|(file, document)| (file.as_str(), document));
        let mut problems = Problems::new();
        let mut timelines = BTreeMap::new();
        self.each_timeline(others.chain(new), made, |own, arranged| {
            let Arranged { path, name, source, parts } = arranged;
            let full = full_name(own, name);
            let timeline = match source.build(&path, name, parts) {
                Ok(timeline) => timeline,
                Err(found) => {
                    if documents.contains_key(own) {
                        problems.extend(found.in_file(own));
                    }
                    self.timelines.get(&full).cloned()
                }
            };
            timelines.extend(timeline.map(|timeline| (full, timeline)));
        });
        if problems.has_errors() { Err(problems) } else { Ok(timelines) }
    }

    /// All clips, flipbooks and timelines of the files, compiled: a program that reads a pack needs no reader of files.
    /// Sheets, skeletons and animators are not part of it.
    ///
    /// # Errors
    ///
    /// The problems of timelines that no longer build, because a file that they need is another one or gone.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::ClipLibrary;
    /// let mut library = ClipLibrary::new();
    /// library.load("hop.ron", br#"(version: 1, clips: {"hop": (duration: "400ms")})"#)?;
    /// let pack = library.pack()?;
    /// assert_eq!(pack.clips[0].name(), "hop.ron#hop");
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn pack(&self) -> Result<Pack, Problems> {
        let mut pack = Pack::default();
        for (file, document) in self.files() {
            for name in document.clips.keys() {
                let id = self.clips.find(&full_name(file, name));
                pack.clips.extend(id.and_then(|id| self.clips.get(id).ok()).cloned());
            }
            for name in document.flipbooks.keys() {
                let full = full_name(file, name);
                let book = self.flipbooks.get(&full).cloned();
                pack.flipbooks.extend(book.map(|book| (full, book)));
            }
        }
        let mut problems = Problems::new();
        self.each_timeline(self.files(), &Made::default(), |own, arranged| {
            let Arranged { path, name, source, parts } = arranged;
            match source.builder(&path, name, parts) {
                Ok(unbuilt) => {
                    let named = |unbuilt: Unbuilt| (full_name(own, name), unbuilt.timeline);
                    pack.timelines.extend(unbuilt.map(named));
                }
                Err(found) => problems.extend(found.in_file(own)),
            }
        });
        if problems.has_errors() { Err(problems) } else { Ok(pack) }
    }

    /// Calls `visit` for each timeline of the files, with all that it may name.
    fn each_timeline<'f>(
        &self,
        files: impl Iterator<Item = (&'f str, &'f Document)> + Clone,
        made: &Made,
        mut visit: impl FnMut(&str, Arranged<'_>),
    ) {
        // The clips of other files, so that items which play one clip share it.
        let shared = RefCell::new(BTreeMap::<String, Arc<Clip>>::new());
        for (own, document) in files.clone() {
            let left = &Cell::new(MOST_COMPARED);
            let parts = Parts {
                clip: &|own, name| {
                    let (file, name) =
                        find_or_near(files.clone(), own, name, |document| &document.clips, left)?;
                    let full = full_name(file, name);
                    let known = made.clips.get(&full).cloned();
                    if let Some(clip) = known.or_else(|| shared.borrow().get(&full).cloned()) {
                        return Ok(clip);
                    }
                    let loaded = self.clips.find(&full).and_then(|id| self.clips.get(id).ok());
                    let clip = Arc::new(loaded.ok_or(NameFault::Missing(None))?.clone());
                    shared.borrow_mut().insert(full, clip.clone());
                    Ok(clip)
                },
                flipbook: &|own, name| {
                    let (file, name) = find_or_near(
                        files.clone(),
                        own,
                        name,
                        |document| &document.flipbooks,
                        left,
                    )?;
                    let full = full_name(file, name);
                    let flipbook = made.flipbooks.get(&full).or_else(|| self.flipbooks.get(&full));
                    flipbook.cloned().ok_or(NameFault::Missing(None))
                },
                timeline: &|own, name| {
                    let (file, name) = find_or_near(
                        files.clone(),
                        own,
                        name,
                        |document| &document.timelines,
                        left,
                    )?;
                    let document = files.clone().find(|(known, _)| *known == file);
                    let source = document.and_then(|(_, document)| document.timelines.get(name));
                    source
                        .map(|source| Played { file, name, source })
                        .ok_or(NameFault::Missing(None))
                },
                file: own,
                room: Room::default(),
                complete: true,
            };
            for (name, source) in &document.timelines {
                let path = DocumentPath::root().field("timelines").name(name);
                visit(own, Arranged { path, name, source, parts: &parts });
            }
        }
    }
}

/// A timeline of a file, and all that it may name.
struct Arranged<'p> {
    path: DocumentPath,
    name: &'p str,
    source: &'p TimelineSource,
    parts: &'p Parts<'p>,
}

/// The built clips and flipbooks of documents, by full name.
#[derive(Default)]
struct Made {
    clips: BTreeMap<String, Arc<Clip>>,
    flipbooks: BTreeMap<String, Flipbook>,
}

impl Made {
    fn of(documents: &BTreeMap<String, Document>) -> Result<Self, Problems> {
        let mut made = Self::default();
        let mut problems = Problems::new();
        for (file, document) in documents {
            let mut report = |kind: &str, name: &str, error: String| {
                let path = DocumentPath::root().field(kind).name(name);
                let problem = Problem::error(path, error, "");
                problems.push(Problem { file: file.clone(), ..problem });
            };
            for (name, source) in &document.clips {
                let full = full_name(file, name);
                match source.build(&full) {
                    Ok(clip) => drop(made.clips.insert(full, Arc::new(clip))),
                    Err(error) => report("clips", name, error.to_string()),
                }
            }
            for (name, source) in &document.flipbooks {
                match source.build() {
                    Ok(book) => drop(made.flipbooks.insert(full_name(file, name), book)),
                    Err(error) => report("flipbooks", name, error.to_string()),
                }
            }
        }
        if problems.has_errors() { Err(problems) } else { Ok(made) }
    }
}

/// One item of a document, by kind and name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NamedItem<'a> {
    kind: &'static str,
    name: &'a str,
}

impl NamedItem<'_> {
    fn path(&self) -> DocumentPath {
        DocumentPath::root().field(self.kind).name(self.name)
    }

    /// Kind and full name in a file.
    fn full(&self, file: &str) -> (&'static str, String) {
        (self.kind, full_name(file, self.name))
    }

    /// Returns `true` if both documents contain an equal item of that name.
    fn same(&self, one: &Document, other: &Document) -> bool {
        let name = self.name;
        match self.kind {
            "clips" => one.clips.get(name) == other.clips.get(name),
            "flipbooks" => one.flipbooks.get(name) == other.flipbooks.get(name),
            "sheets" => one.sheets.get(name) == other.sheets.get(name),
            "timelines" => one.timelines.get(name) == other.timelines.get(name),
            "animators" => one.animators.get(name) == other.animators.get(name),
            _ => one.skeletons.get(name) == other.skeletons.get(name),
        }
    }
}

/// All named items of a document.
fn items(document: &Document) -> impl Iterator<Item = NamedItem<'_>> {
    let Document { clips, flipbooks, sheets, timelines, skeletons, animators, .. } = document;
    let clips = clips.keys().map(|name| NamedItem { kind: "clips", name });
    let flipbooks = flipbooks.keys().map(|name| NamedItem { kind: "flipbooks", name });
    let sheets = sheets.keys().map(|name| NamedItem { kind: "sheets", name });
    let timelines = timelines.keys().map(|name| NamedItem { kind: "timelines", name });
    let skeletons = skeletons.keys().map(|name| NamedItem { kind: "skeletons", name });
    let animators = animators.keys().map(|name| NamedItem { kind: "animators", name });
    clips.chain(flipbooks).chain(sheets).chain(timelines).chain(skeletons).chain(animators)
}

impl ClipSource for ClipLibrary {
    fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        self.clips.get(id)
    }

    fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        self.id(name)
    }

    fn find(&self, name: &str) -> Option<ClipId> {
        self.lookup(name).ok()
    }

    fn moved(&self, id: ClipId) -> Option<ClipId> {
        self.clips.moved(id)
    }

    fn revision(&self) -> u64 {
        self.clips.revision()
    }
}

impl AsRef<Clips> for ClipLibrary {
    fn as_ref(&self) -> &Clips {
        &self.clips
    }
}
