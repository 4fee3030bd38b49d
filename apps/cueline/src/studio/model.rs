//! The document of the studio: a text, its problems, the last version without errors, and undo.
//!
//! It needs no window, so tests can do what a user does.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
};

use cueline_assets::{Format, Outline, Problem, Problems, Severity};
use cueline_import::aseprite::Selection;

use super::{edit::Edit, files};
use crate::{
    failure::Failure,
    open::{Needs, Opened, Thing, open_bytes},
};

/// A file of ours without anything in it.
const EMPTY: &str = "(version: 1)";

/// A new file.
const NEW: &str = r#"(
    version: 1,
    timelines: {
        "new": (
            items: [],
        ),
    },
)
"#;

fn is_ron(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Texts above this number of bytes are checked in the background.
const LONG: usize = 48 * 1024;

/// A page has no threads.
const THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// The result of a check of a text.
struct Checked {
    outline: Option<Outline>,
    result: Result<(Opened, Vec<Thing>), Failure>,
}

impl Checked {
    fn of(path: &Path, text: String) -> Self {
        let outline = Outline::of(&text).ok();
        let opened = open_bytes(path, text.into_bytes(), Needs::Picture(&Selection::default()));
        let result = opened.map(|opened| {
            let things = opened.things();
            (opened, things)
        });
        Self { outline, result }
    }
}

/// A replacement in the text that can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    at: usize,
    old: String,
    new: String,
}

impl Change {
    /// The smallest replacement that turns one text into another.
    fn between(old: &str, new: &str) -> Self {
        let same = |(a, b): &(u8, u8)| a == b;
        let mut at = old.bytes().zip(new.bytes()).take_while(same).count();
        while !old.is_char_boundary(at) || !new.is_char_boundary(at) {
            at -= 1;
        }
        let (a, b) = (&old[at..], &new[at..]);
        let mut end = a.bytes().rev().zip(b.bytes().rev()).take_while(same).count();
        while !a.is_char_boundary(a.len() - end) || !b.is_char_boundary(b.len() - end) {
            end -= 1;
        }
        Self { at, old: a[..a.len() - end].to_owned(), new: b[..b.len() - end].to_owned() }
    }

    fn undo(&self, text: &mut String) {
        text.replace_range(self.at..self.at + self.new.len(), &self.old);
    }

    fn redo(&self, text: &mut String) {
        text.replace_range(self.at..self.at + self.old.len(), &self.new);
    }

    /// Whether `next` continues typing where this change ended, in the same word.
    fn goes_on(&self, next: &Self) -> bool {
        let typed = |change: &Self| change.old.is_empty() && change.new.chars().count() == 1;
        typed(next)
            && self.old.is_empty()
            && next.at == self.at + self.new.len()
            && !next.new.starts_with(char::is_whitespace)
    }
}

/// The last version without errors.
#[derive(Debug)]
pub(crate) struct Good {
    /// What was read.
    pub(crate) opened: Opened,
    /// All that has a time.
    pub(crate) things: Vec<Thing>,
    /// Counts versions; 0 is the empty one that stands in while none was without errors.
    pub(crate) revision: u64,
}

/// A file that is open in the studio.
pub(crate) struct Model {
    path: PathBuf,
    text: String,
    saved: Arc<str>,
    /// Whether it is a text in Cueline's own form. All other files are read-only.
    editable: bool,
    outline: Option<Outline>,
    good: Good,
    /// Whether the text may have other items than the last good version, so that indices of that version are wrong in
    /// the text.
    differs: bool,
    problems: Problems,
    undo: Vec<Change>,
    redo: Vec<Change>,
    /// The state before the current drag.
    gesture: Option<Gesture>,
    /// Counts changes of the text.
    version: u64,
    /// Counts checks that are done.
    checks: u64,
    /// A function that a thread calls when a check is done; without it checks run at once.
    wake: Option<Arc<dyn Fn() + Send + Sync>>,
    pending: Option<Receiver<Checked>>,
}

/// The text, its outline and the number of changes before a drag.
#[derive(Debug)]
struct Gesture {
    text: String,
    outline: Option<Outline>,
    steps: usize,
}

impl Model {
    /// Reads a file. A name that ends with `.ron` and does not exist starts a new file.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or a file of another program with errors. A text in Cueline's own form opens with
    /// its errors.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Failure> {
        match files::read(&path) {
            Ok(bytes) => Self::of(path, bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && is_ron(&path) => {
                let mut model = Self::of(path, NEW.as_bytes().to_vec())?;
                model.saved = "".into();
                Ok(model)
            }
            Err(error) => Err(Failure::file(&path, error)),
        }
    }

    /// A file with this content.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub(crate) fn of(path: PathBuf, bytes: Vec<u8>) -> Result<Self, Failure> {
        let own = match Format::of_content(&bytes) {
            Some(format) => format != Format::Binary,
            None => is_ron(&path),
        };
        let text = String::from_utf8(bytes.clone()).ok().filter(|_| own);
        let editable = text.is_some();
        let (opened, problems, revision) =
            match open_bytes(&path, bytes, Needs::Picture(&Selection::default())) {
                Ok(opened) => {
                    let notes = opened.notes.clone();
                    (opened, notes, 1)
                }
                Err(Failure::Problems(problems, _)) if editable => {
                    (open_bytes(&path, EMPTY.as_bytes().to_vec(), Needs::Motion)?, problems, 0)
                }
                Err(failure) => return Err(failure),
            };
        let text = text.unwrap_or_default();
        Ok(Self {
            outline: Outline::of(&text).ok().filter(|_| editable),
            saved: text.as_str().into(),
            path,
            text,
            editable,
            problems,
            good: Good { things: opened.things(), opened, revision },
            differs: false,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            version: 0,
            checks: 0,
            wake: None,
            pending: None,
        })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Counts changes of the text.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Counts checks that are done.
    pub(crate) fn checks(&self) -> u64 {
        self.checks
    }

    /// The text as a tree; `None` while its syntax has errors. During a check it is the tree of the last checked text.
    pub(crate) fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref()
    }

    pub(crate) fn is_editable(&self) -> bool {
        self.editable
    }

    pub(crate) fn good(&self) -> &Good {
        &self.good
    }

    /// The problems of the present text, and notes.
    pub(crate) fn problems(&self) -> &Problems {
        &self.problems
    }

    /// Whether the text has errors, so that the view shows the last version without errors.
    pub(crate) fn is_broken(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Whether the text has had errors since it was opened, so that there is nothing to show.
    pub(crate) fn has_nothing_good(&self) -> bool {
        self.good.revision == 0
    }

    pub(crate) fn is_changed(&self) -> bool {
        *self.text != *self.saved
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// The number of changes that can be undone.
    pub(crate) fn steps(&self) -> usize {
        self.undo.len()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Whether the file on disk has this text, as far as the model knows.
    pub(crate) fn is_saved_as(&self, text: &str) -> bool {
        *self.saved == *text
    }

    /// Records that the text was written to the file.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = self.text.as_str().into();
    }

    /// Carries out an edit.
    ///
    /// # Errors
    ///
    /// A message that says what cannot be edited. The text stays as it was. While what was typed has errors, each edit
    /// is refused.
    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        self.settle();
        let new = self.edited(edit, &self.text, self.outline.as_ref())?;
        self.change(new, edit.adds_or_removes());
        Ok(())
    }

    fn edited(&self, edit: &Edit, text: &str, outline: Option<&Outline>) -> Result<String, String> {
        if !self.editable {
            let format = self.good.opened.format;
            return Err(format!("{format} files are shown only: save a copy as RON to edit it"));
        }
        let outline =
            outline.ok_or("the text has an error in its brackets or commas: mend it first")?;
        if self.differs {
            return Err("the text has an error: mend it first".to_owned());
        }
        edit.apply(text, outline, &self.good.opened.document)
    }

    /// One step of a drag: the edit replaces the edit of the previous step. The last step ends the drag; undo takes
    /// back the whole drag.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub(crate) fn drag(&mut self, edit: &Edit, done: bool) -> Result<(), String> {
        self.settle();
        let gesture = self.gesture.take().unwrap_or_else(|| Gesture {
            text: self.text.clone(),
            outline: self.outline.clone(),
            steps: self.undo.len(),
        });
        let result = self.edited(edit, &gesture.text, gesture.outline.as_ref());
        if let Ok(new) = &result {
            self.undo.truncate(gesture.steps);
            if *new != gesture.text {
                self.redo.clear();
                self.undo.push(Change::between(&gesture.text, new));
            }
            if *new != self.text {
                self.text.clone_from(new);
                self.check();
            }
        }
        self.gesture = Some(gesture).filter(|_| !done);
        result.map(|_| ())
    }

    /// Replaces the text, as typing does.
    pub(crate) fn set_text(&mut self, new: String) {
        self.change(new, true);
    }

    /// Replaces the text, and ends a drag.
    fn change(&mut self, new: String, differs: bool) {
        if new == self.text || !self.editable {
            return;
        }
        let change = Change::between(&self.text, &new);
        self.gesture = None;
        self.differs |= differs;
        self.redo.clear();
        match self.undo.last_mut() {
            Some(last) if last.goes_on(&change) => last.new += &change.new,
            _ => self.undo.push(change),
        }
        self.text = new;
        self.check();
    }

    /// Undoes the last change. Returns its position, if there is one.
    pub(crate) fn undo(&mut self) -> Option<usize> {
        let change = self.undo.pop()?;
        (self.gesture, self.differs) = (None, true);
        change.undo(&mut self.text);
        let at = change.at;
        self.redo.push(change);
        self.check();
        Some(at)
    }

    /// Repeats the change that was last undone.
    pub(crate) fn redo(&mut self) -> Option<usize> {
        let change = self.redo.pop()?;
        (self.gesture, self.differs) = (None, true);
        change.redo(&mut self.text);
        let at = change.at;
        self.undo.push(change);
        self.check();
        Some(at)
    }

    /// Checks long texts in a thread of its own from now on, and calls this when a check is done.
    pub(crate) fn check_in_background(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        self.wake = Some(Arc::new(wake));
    }

    /// Whether the text is so long that steps of a drag are not checked.
    pub(crate) fn is_long(&self) -> bool {
        self.text.len() > LONG
    }

    /// Applies the result of a check in the background, if it is done.
    pub(crate) fn poll(&mut self) {
        let done = self.pending.as_ref().and_then(|pending| pending.try_recv().ok());
        if let Some(checked) = done {
            self.pending = None;
            self.take(checked);
        }
    }

    /// Waits for the check in the background, if there is one.
    pub(crate) fn settle(&mut self) {
        if let Some(checked) = self.pending.take().and_then(|pending| pending.recv().ok()) {
            self.take(checked);
        }
    }

    /// Reads the text. The last version without errors stays in the view if the text has errors.
    fn check(&mut self) {
        self.version += 1;
        let (path, text) = (self.path.clone(), self.text.clone());
        let Some(wake) = self.wake.clone().filter(|_| self.is_long() && THREADS) else {
            self.pending = None;
            self.take(Checked::of(&path, text));
            return;
        };
        // A check of an older text ends in a channel that nothing receives from.
        let (sender, receiver) = channel();
        self.pending = Some(receiver);
        let _thread = std::thread::spawn(move || {
            if sender.send(Checked::of(&path, text)).is_ok() {
                wake();
            }
        });
    }

    fn take(&mut self, checked: Checked) {
        self.outline = checked.outline;
        match checked.result {
            Ok((opened, things)) => {
                self.problems = opened.notes.clone();
                self.differs = false;
                let revision = self.good.revision + 1;
                self.good = Good { things, opened, revision };
            }
            Err(Failure::Problems(problems, _)) => self.problems = problems,
            Err(failure) => {
                let root = cueline_assets::DocumentPath::root();
                self.problems = Problem::error(root, failure.line(), "").into();
            }
        }
        self.checks += 1;
    }

    /// The problem at an item or inside it.
    pub(crate) fn problem_at(&self, path: &cueline_assets::DocumentPath) -> Option<&Problem> {
        self.problems.iter().find(|problem| {
            problem.severity == Severity::Error
                && (problem.item.is_within(path) || path == &problem.item)
        })
    }
}

#[cfg(test)]
mod tests;
