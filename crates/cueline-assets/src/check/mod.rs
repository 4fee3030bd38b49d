//! Checks of a document beyond its syntax.

mod animator;
mod clip;
mod flipbook;
mod skeleton;
mod timeline;

use std::fmt::Display;

use cueline::{advanced::nearest, value::AnyEasing};

use crate::{
    document::Document,
    forms::curve::is_name,
    frames::Clock,
    named::Named,
    problem::{DocumentPath, Problem, Problems},
};

impl Document {
    /// All errors of the content. A document without errors builds.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{ClipFile, Document, Keys};
    ///
    /// let mut document = Document::default();
    /// let mut clip = ClipFile::default();
    /// clip.tracks.insert("y".into(), Keys::F32(Vec::new()));
    /// document.clips.insert("hop".into(), clip);
    /// assert_eq!(
    ///     document.check().to_string(),
    ///     r#"error: clips."hop".tracks."y": found no keys, needed at least one"#
    /// );
    /// ```
    #[must_use]
    pub fn check(&self) -> Problems {
        let mut checker = Checker::default();
        let root = DocumentPath::root();
        let each = |kind: &str, name: &str| root.field(kind).name(name);
        for (name, curve) in &self.curves {
            checker.curve(each("curves", name), name, curve);
        }
        for (name, clip) in &self.clips {
            checker.clip(&each("clips", name), clip);
        }
        for (name, book) in &self.flipbooks {
            checker.flipbook(&each("flipbooks", name), book, &self.sheets);
        }
        for (name, sheet) in &self.sheets {
            checker.sheet(&each("sheets", name), sheet);
        }
        for (name, skeleton) in &self.skeletons {
            checker.skeleton(&each("skeletons", name), skeleton);
        }
        for (name, animator) in &self.animators {
            checker.animator(&each("animators", name), animator, &self.clips);
        }
        checker.timelines(self);
        checker.problems
    }
}

/// After so many problems, an unknown name is no longer compared with the known ones.
pub(crate) const MOST_COMPARED: usize = 20;

/// Collects problems.
#[derive(Default)]
struct Checker {
    problems: Problems,
}

impl Checker {
    fn report(&mut self, path: DocumentPath, found: impl Display, needed: impl Display) {
        self.problems.push_some(Problem::error(path, found.to_string(), needed.to_string()));
    }

    /// Reports frames without a frame rate.
    fn report_unknown_rate(&mut self, clock: Clock) {
        clock.problem.into_iter().for_each(|problem| self.problems.push_some(problem));
    }

    fn curve(&mut self, path: DocumentPath, name: &str, curve: &AnyEasing) {
        if !is_name(name) {
            let needed = "a name of letters, digits, `-`, `_` and `.` that no easing has";
            self.report(path.clone(), format_args!("{name:?}"), needed);
        }
        if !curve.is_finite() {
            self.report(path, "a number that is NaN or infinite", "finite numbers");
        }
    }

    /// Reports a name that does not exist.
    fn known<T>(&mut self, path: DocumentPath, kind: &str, name: &str, known: &Named<T>) {
        if known.contains_key(name) {
            return;
        }
        // Many names against many take the square of the time, and so many answers help no author.
        let compared = if self.problems.len() < MOST_COMPARED { known.len() } else { 0 };
        let needed = match nearest(name, known.keys().map(String::as_str).take(compared)) {
            Some(meant) => format!("the name of a {kind}; did you mean {meant:?}?"),
            None => format!("the name of a {kind} of this file"),
        };
        self.report(path, format_args!("{name:?}"), needed);
    }
}
