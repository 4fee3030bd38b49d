//! Checks of timelines.

use std::{collections::BTreeMap, sync::Arc};

use cueline::clip::{Clip, Flipbook};

use super::Checker;
use crate::{
    document::Document,
    library::NameFault,
    problem::DocumentPath,
    timeline::{Parts, Played, Room},
};

impl Checker {
    /// Builds each timeline that does not refer to other files.
    pub(super) fn timelines(&mut self, document: &Document) {
        if document.timelines.is_empty() {
            return;
        }
        // Each once, so that items which play one clip share it.
        let built = document
            .clips
            .iter()
            .filter_map(|(name, clip)| Some((name.as_str(), Arc::new(clip.build(name).ok()?))));
        let clips: BTreeMap<&str, Arc<Clip>> = built.collect();
        let built = document
            .flipbooks
            .iter()
            .filter_map(|(name, book)| Some((name.as_str(), book.build().ok()?)));
        let flipbooks: BTreeMap<&str, Flipbook> = built.collect();
        let parts = Parts {
            clip: &|_, name| clips.get(name).cloned().ok_or(NameFault::Missing(None)),
            flipbook: &|_, name| flipbooks.get(name).cloned().ok_or(NameFault::Missing(None)),
            timeline: &|_, name| {
                let found = document.timelines.get_key_value(name).ok_or(NameFault::Missing(None));
                found.map(|(name, source)| Played { file: "", name, source })
            },
            file: "",
            room: Room::default(),
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
