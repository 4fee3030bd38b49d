//! The names of items and labels, and the timeline around each item.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{ItemId, LookupError, error::ItemPath};
use crate::{clip::Suggestion, order::sort_by, time::Span};

/// Names by declaration number. The whole is number 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The named items, sorted by declaration number.
    items: Vec<(u32, Box<str>)>,
    /// The timeline around each item, by declaration number; `u32::MAX` for the whole.
    parents: Vec<u32>,
    /// Sorted by timeline and name, once finished.
    labels: Vec<TimelineLabel>,
}

/// A named moment of one timeline.
#[derive(Clone, Debug)]
struct TimelineLabel {
    timeline: u32,
    name: Box<str>,
    at: Span,
}

impl Names {
    /// Adds the next item, which has a higher number than the timeline around it. An empty name is no name.
    pub(super) fn add(&mut self, id: u32, parent: Option<u32>, name: String) {
        if !name.is_empty() {
            self.items.push((id, name.into_boxed_str()));
        }
        self.parents.push(parent.unwrap_or(u32::MAX));
    }

    pub(super) fn add_label(&mut self, timeline: u32, name: String, at: Span) {
        self.labels.push(TimelineLabel { timeline, name: name.into(), at });
    }

    /// Sorts the labels; no name is added afterwards.
    pub(super) fn finish(mut self) -> Self {
        sort_by(&mut self.labels, |one, other| {
            (one.timeline, &one.name).cmp(&(other.timeline, &other.name))
        });
        self.items.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.labels.shrink_to_fit();
        self
    }

    /// The number of items, with the whole.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The name of an item; empty for an unnamed item.
    pub(super) fn item(&self, id: u32) -> &str {
        let found = self.items.binary_search_by_key(&id, |(id, _)| *id);
        found.map_or("", |place| &self.items[place].1)
    }

    /// The timeline around an item; `None` for the whole.
    pub(super) fn parent(&self, id: usize) -> Option<u32> {
        self.parents.get(id).copied().filter(|parent| *parent != u32::MAX)
    }

    /// The first item with a name, in the order of declaration.
    pub(super) fn find(&self, name: &str) -> Result<ItemId, LookupError> {
        match self.items.iter().find(|(_, known)| **known == *name) {
            Some((id, _)) => Ok(ItemId::new(*id)),
            None => {
                let known = sorted(self.items.iter().map(|(_, name)| &**name));
                Err(LookupError::Item(Suggestion::new(name, known)))
            }
        }
    }

    /// The labels of a timeline, sorted by name.
    pub(super) fn labels_of(&self, timeline: ItemId) -> impl Iterator<Item = (&str, Span)> {
        let timeline = timeline.number();
        let first = self.labels.partition_point(|label| label.timeline < timeline);
        let labels =
            self.labels[first..].iter().take_while(move |label| label.timeline == timeline);
        labels.map(|label| (&*label.name, label.at))
    }

    /// The time of a label of the outermost timeline.
    pub(super) fn label(&self, name: &str) -> Result<Span, LookupError> {
        match self.labels_of(ItemId::WHOLE).find(|(known, _)| *known == name) {
            Some((_, at)) => Ok(at),
            None => {
                let known = sorted(self.labels_of(ItemId::WHOLE).map(|(name, _)| name));
                Err(LookupError::Label(Suggestion::new(name, known)))
            }
        }
    }

    /// The path of an item.
    pub(super) fn path(&self, id: u32) -> ItemPath {
        let mut path = Vec::new();
        let mut at = id;
        // A parent has a lower number than its items, so the loop ends.
        while let Some(parent) = self.parents.get(at as usize) {
            path.push(self.item(at).into());
            at = *parent;
        }
        path.reverse();
        ItemPath { id: ItemId::new(id), path }
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    names
}
