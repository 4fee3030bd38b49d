//! Places of problems that were found without the text.

use super::{scan::scan, tree::Lines};
use crate::problem::{DocumentPath, Problem, Problems};

impl Problems {
    /// The same problems, each with the place of its item in `text`, the text of the document, if it has no place yet.
    ///
    /// [`ClipLibrary::load_document`](crate::ClipLibrary::load_document) does not know the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{ClipLibrary, read};
    ///
    /// let text = r#"(version: 1, timelines: {"a": (items: [(action: Timeline(timeline: "b"))])})"#;
    /// let document = read(text.as_bytes(), "a.ron")?.document;
    /// let problems = ClipLibrary::new().load_document("a.ron", document).unwrap_err().in_text(text);
    /// assert!(problems.to_string().starts_with("a.ron:1:68: error:"), "{problems}");
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn in_text(mut self, text: &str) -> Self {
        if let Ok(node) = scan(text) {
            let lines = Lines::new(text);
            let is_of_text = |problem: &&mut Problem| {
                problem.place.is_none() && problem.item != DocumentPath::root()
            };
            for problem in self.iter_mut().filter(is_of_text) {
                problem.place = Some(lines.place(node.at(&problem.item).span.clone()));
            }
            self.sort_by_place();
        }
        self
    }
}
