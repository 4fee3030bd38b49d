//! What timelines must keep to.

use std::sync::Arc;

use super::Checker;
use crate::{Document, DocumentPath, timeline::Parts};

impl Checker {
    /// Builds each timeline that names nothing of other files.
    pub(super) fn timelines(&mut self, document: &Document) {
        let parts = Parts {
            clip: &|name| document.clips.get(name)?.build(name).ok().map(Arc::new),
            flipbook: &|name| document.flipbooks.get(name)?.build().ok(),
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
