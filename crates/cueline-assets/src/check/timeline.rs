//! Checks of timelines.

use std::sync::Arc;

use super::Checker;
use crate::{Document, DocumentPath, library::Unfound, timeline::Parts};

impl Checker {
    /// Builds each timeline that does not refer to other files.
    pub(super) fn timelines(&mut self, document: &Document) {
        let parts = Parts {
            clip: &|name| {
                let clip = document.clips.get(name).and_then(|clip| clip.build(name).ok());
                clip.map(Arc::new).ok_or(Unfound::Missing)
            },
            flipbook: &|name| {
                let book = document.flipbooks.get(name).and_then(|book| book.build().ok());
                book.ok_or(Unfound::Missing)
            },
            complete: false,
        };
        for (name, timeline) in &document.timelines {
            let path = DocumentPath::root().field("timelines").name(name);
            if let Err(problems) = timeline.build(&path, name, &parts) {
                self.problems.extend(problems);
            }
        }
    }
}
