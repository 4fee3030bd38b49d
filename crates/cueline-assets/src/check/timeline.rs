//! Checks of timelines.

use std::{cell::Cell, sync::Arc};

use super::Checker;
use crate::{
    Document, DocumentPath,
    library::LookupError,
    timeline::{MOST_PLAYED, Parts, Played},
};

impl Checker {
    /// Builds each timeline that does not refer to other files.
    pub(super) fn timelines(&mut self, document: &Document) {
        let parts = Parts {
            clip: &|_, name| {
                let clip = document.clips.get(name).and_then(|clip| clip.build(name).ok());
                clip.map(Arc::new).ok_or(LookupError::Missing(None))
            },
            flipbook: &|_, name| {
                let book = document.flipbooks.get(name).and_then(|book| book.build().ok());
                book.ok_or(LookupError::Missing(None))
            },
            timeline: &|_, name| {
                let found =
                    document.timelines.get_key_value(name).ok_or(LookupError::Missing(None));
                found.map(|(name, source)| Played { file: "", name, source })
            },
            file: "",
            left: Cell::new(MOST_PLAYED),
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
