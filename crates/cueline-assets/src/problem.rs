//! Problems of a file, with their places.
//!
//! A reader does not stop at the first problem: it collects all of them. Parts that an importer omits are reported in
//! the same form, as a [note](Severity::Note) or, if motion is lost, a [warning](Severity::Warning).

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    iter,
    sync::Arc,
};

/// One error in a file, or one omitted part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The severity: whether the file can still be used.
    pub severity: Severity,
    /// The file, by the name that the reader got; empty if there is none.
    pub file: String,
    /// The place in the text; `None` for files that are not text, and for missing items.
    pub place: Option<Place>,
    /// The item with the problem.
    pub item: DocumentPath,
    /// What was found or, if `needed` is empty, the whole message.
    pub found: String,
    /// What was needed, or what happens instead; may be empty.
    pub needed: String,
}

/// The severity: whether a file can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be used: something was omitted or changed.
    Note,
    /// The file can be used, but motion was lost.
    Warning,
    /// The file cannot be used.
    Error,
}

/// A range of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    /// The first byte, from 0.
    pub offset: usize,
    /// Number of bytes; may be 0.
    pub length: usize,
}

/// The path of an item inside a file, such as `clips."walk".tracks."arm.rotation"[3].at`.
///
/// It takes as long to make the path of a part as of the whole: paths share the steps that they begin with.
#[derive(Clone, Default)]
pub struct DocumentPath(Option<Arc<Link>>);

/// The last step of a path, and the path before it.
struct Link {
    around: DocumentPath,
    step: Step,
    /// The number of steps, with this one.
    length: usize,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Step {
    Field(String),
    Name(String),
    Index(usize),
}

impl DocumentPath {
    /// The file as a whole.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(cueline_assets::DocumentPath::root().to_string(), "");
    /// ```
    #[must_use]
    pub const fn root() -> Self {
        Self(None)
    }

    /// A field of the item.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::DocumentPath;
    /// let clip = DocumentPath::root().field("clips").name("walk");
    /// assert_eq!(clip.field("duration").to_string(), r#"clips."walk".duration"#);
    /// ```
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        self.step(Step::Field(name.into()))
    }

    /// An entry of the item, with a name that the author of the file chose.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::DocumentPath;
    /// let clip = DocumentPath::root().field("clips").name("walk");
    /// assert_eq!(clip.to_string(), r#"clips."walk""#);
    /// ```
    #[must_use]
    pub fn name(&self, name: &str) -> Self {
        self.step(Step::Name(name.into()))
    }

    /// The entry at this index, from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::DocumentPath;
    /// let clip = DocumentPath::root().field("clips").name("walk");
    /// assert_eq!(clip.field("cues").index(3).to_string(), r#"clips."walk".cues[3]"#);
    /// ```
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// Whether this is `other` or lies inside of it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::DocumentPath;
    /// let clip = DocumentPath::root().field("clips").name("walk");
    /// assert!(clip.field("duration").is_within(&clip) && !clip.is_within(&clip.field("duration")));
    /// ```
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        let Some(inside) = self.length().checked_sub(other.length()) else { return false };
        let around = self.links().skip(inside);
        around.zip(other.links()).all(|(one, other)| one.step == other.step)
    }

    /// The item at `inner` of this item.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::DocumentPath;
    /// let clip = DocumentPath::root().field("clips").name("walk");
    /// let first = DocumentPath::root().field("cues").index(0);
    /// assert_eq!(clip.join(&first).to_string(), r#"clips."walk".cues[0]"#);
    /// ```
    #[must_use]
    pub fn join(&self, inner: &Self) -> Self {
        inner.steps().into_iter().cloned().fold(self.clone(), |path, step| path.step(step))
    }

    pub(crate) fn step(&self, step: Step) -> Self {
        Self(Some(Arc::new(Link { around: self.clone(), step, length: self.length() + 1 })))
    }

    /// From the outermost item to this one.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<_> = self.links().map(|link| &link.step).collect();
        steps.reverse();
        steps
    }

    /// The last one first.
    fn links(&self) -> impl Iterator<Item = &Link> {
        iter::successors(self.0.as_deref(), |link| link.around.0.as_deref())
    }

    fn length(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.length)
    }
}

impl PartialEq for DocumentPath {
    fn eq(&self, other: &Self) -> bool {
        self.length() == other.length() && self.is_within(other)
    }
}

impl Eq for DocumentPath {}

impl Hash for DocumentPath {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.length().hash(hasher);
        self.links().for_each(|link| link.step.hash(hasher));
    }
}

/// By the first step in which they differ; an item comes before its parts.
impl Ord for DocumentPath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.steps().cmp(&other.steps())
    }
}

impl PartialOrd for DocumentPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Drop for DocumentPath {
    /// Drops one step after the other: a path may have more of them than a stack has room for calls.
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(mut link) = last.and_then(Arc::into_inner) {
            last = link.around.0.take();
        }
    }
}

impl FromIterator<Step> for DocumentPath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        steps.into_iter().fold(Self::root(), |path, step| path.step(step))
    }
}

impl fmt::Debug for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DocumentPath").field(&self.steps()).finish()
    }
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps().into_iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            match step {
                Step::Field(name) => write!(f, "{dot}{name}")?,
                Step::Name(name) => write!(f, "{dot}{name:?}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl Problem {
    /// An error: the file cannot be used.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{DocumentPath, Problem};
    ///
    /// let problem = Problem::error(DocumentPath::root().field("sheet"), "no image", "one");
    /// assert_eq!(problem.to_string(), "error: sheet: found no image, needed one");
    /// ```
    #[must_use]
    pub fn error(item: DocumentPath, found: impl Into<String>, needed: impl Into<String>) -> Self {
        let (found, needed) = (found.into(), needed.into());
        Self { severity: Severity::Error, file: String::new(), place: None, item, found, needed }
    }

    /// A note: the file can be used, but a part of it was omitted or changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{DocumentPath, Problem};
    ///
    /// let note = Problem::note(DocumentPath::root().field("lights"), "3", "which are not imported");
    /// assert_eq!(note.to_string(), "note: lights: found 3, which are not imported");
    /// ```
    #[must_use]
    pub fn note(item: DocumentPath, found: impl Into<String>, becomes: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(item, found, becomes) }
    }

    /// A warning: the file can be used, but motion was lost.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{DocumentPath, Problem, Severity};
    ///
    /// let warning = Problem::warning(DocumentPath::root(), "2 expressions", "whose motion is lost");
    /// assert_eq!(warning.severity, Severity::Warning);
    /// ```
    #[must_use]
    pub fn warning(
        item: DocumentPath,
        found: impl Into<String>,
        becomes: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(item, found, becomes) }
    }
}

/// `walk.ron:12:9: error: clips."walk".duration: found -1, needed a duration of 0 or more`
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if let Some(place) = self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        if !self.file.is_empty() || self.place.is_some() {
            f.write_str(" ")?;
        }
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: ")?;
        if self.item.length() > 0 {
            write!(f, "{}: ", self.item)?;
        }
        if self.needed.is_empty() {
            return f.write_str(&self.found);
        }
        let link = match self.severity {
            Severity::Note | Severity::Warning => "",
            Severity::Error => "needed ",
        };
        write!(f, "found {}, {link}{}", self.found, self.needed)
    }
}

impl std::error::Error for Problem {}

/// The limit of reported problems of one file.
const MOST: usize = 1000;

/// All problems of a file, in the order in which the reader found them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// An empty list.
    ///
    /// # Examples
    ///
    /// ```
    /// assert!(cueline_assets::Problems::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a problem.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// assert_eq!(problems.len(), 1);
    /// ```
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds a problem, unless the limit is reached.
    pub(crate) fn push_some(&mut self, problem: Problem) {
        if self.len() < MOST {
            self.push(problem);
        } else if !self.is_full() {
            let needed = format!("at most {MOST}; the rest is left out");
            self.push(Problem::error(DocumentPath::root(), "more problems", needed));
        }
    }

    /// Returns `true` if the limit is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.len() > MOST
    }

    /// Whether one of the problems is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// assert!(!problems.has_errors()); // a note
    /// problems.push(Problem::error(DocumentPath::root(), "no clips", "one"));
    /// assert!(problems.has_errors());
    /// ```
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems in order.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// assert_eq!(problems.iter().map(|problem| problem.found.as_str()).collect::<Vec<_>>(), ["3 lights"]);
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// The number of problems.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// assert_eq!(problems.len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no problems.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// assert!(!problems.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same problems, with this file name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// let shown = problems.in_file("hero.glb").to_string();
    /// assert_eq!(shown, "hero.glb: note: found 3 lights, which are not imported");
    /// ```
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.0.iter_mut().for_each(|problem| problem.file = file.into());
        self
    }

    /// The problems, to place them in a text.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Problem> {
        self.0.iter_mut()
    }

    /// Sorts by place in the text; problems without a place come last.
    pub(crate) fn sort_by_place(&mut self) {
        self.0.sort_by_key(|problem| problem.place.map_or(usize::MAX, |place| place.offset));
    }

    /// Returns `value` with the problems, unless one of them is an error.
    ///
    /// # Errors
    ///
    /// All problems, if one of them is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{DocumentPath, Problem, Problems};
    /// let mut problems = Problems::new();
    /// problems.push(Problem::note(DocumentPath::root(), "3 lights", "which are not imported"));
    /// let (document, notes) = problems.unless_errors("a document").unwrap();
    /// assert_eq!((document, notes.len()), ("a document", 1));
    /// ```
    pub fn unless_errors<T>(self, value: T) -> Result<(T, Self), Self> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        self.0.extend(problems);
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Self(problems.into_iter().collect())
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// One line each.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
