//! The form of a builder in files: flat, so that no input nests the calls of its reader.

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{
    Conflict, Item, Position, TimelineBuilder,
    item::{Content, ContentPart, Declared, Goal, ItemContent, ItemSettings, Move},
};
use crate::{
    clip::{Clip, CueKind, Flipbook, Value},
    motion::Purpose,
    time::Span,
    value::AnyEasing,
};

/// A builder. What it holds is checked when the timeline is built.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Timeline", deny_unknown_fields)]
struct SavedTimeline<K> {
    name: String,
    /// Each once, however often it plays.
    clips: Vec<Clip>,
    /// Each before the one that it is nested in; the outermost is the last.
    levels: Vec<SavedLevel<K>>,
}

/// The items of one list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLevel<K> {
    starts: Vec<(K, Value)>,
    duration: Option<Span>,
    easing: Option<AnyEasing>,
    conflict: Option<Conflict>,
    purpose: Purpose,
    parts: Vec<(Position, SavedPart<K>)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Part")]
enum SavedPart<K> {
    Item(Box<SavedItem<K>>),
    Background(Box<SavedItem<K>>),
    Label(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Item", deny_unknown_fields)]
struct SavedItem<K> {
    name: String,
    content: SavedContent<K>,
    settings: ItemSettings,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Content")]
enum SavedContent<K> {
    Tween(Vec<(K, Option<Value>, Goal<Value>)>),
    /// By its number, and the keys of its tracks.
    Clip(u32, Vec<K>),
    Flipbook(K, Flipbook),
    Cue(CueKind),
    Call(u32),
    Pause,
    Wait,
    /// By the number of its level.
    Nest(u32),
    TooDeep,
}

/// What is written so far.
struct SaveWriter<K> {
    clips: Vec<Arc<Clip>>,
    levels: Vec<SavedLevel<K>>,
}

impl<K> SaveWriter<K> {
    fn level(&mut self, content: Content<K>) -> u32 {
        let Content { parts, starts, duration, easing, conflict, purpose, .. } = content;
        let part = |ContentPart { position, declared }| {
            let part = match declared {
                Declared::Item(item, true) => SavedPart::Item(Box::new(self.item(*item))),
                Declared::Item(item, false) => SavedPart::Background(Box::new(self.item(*item))),
                Declared::Label(name) => SavedPart::Label(name),
            };
            (position, part)
        };
        let parts = parts.into_iter().map(part).collect();
        self.levels.push(SavedLevel { starts, duration, easing, conflict, purpose, parts });
        last(self.levels.len())
    }

    fn item(&mut self, item: Item<K>) -> SavedItem<K> {
        let Item { name, content, settings } = item;
        let content = match content {
            ItemContent::Tween(moves) => {
                let moves = moves.into_iter().map(|Move { key, from, goal }| (key, from, goal));
                SavedContent::Tween(moves.collect())
            }
            ItemContent::Clip(clip, keys) => SavedContent::Clip(self.clip(clip), keys),
            ItemContent::Flipbook(key, book) => SavedContent::Flipbook(key, *book),
            ItemContent::Cue(kind) => SavedContent::Cue(kind),
            ItemContent::Call(number) => SavedContent::Call(number),
            ItemContent::Pause => SavedContent::Pause,
            ItemContent::Wait => SavedContent::Wait,
            ItemContent::Nest(inner) => SavedContent::Nest(self.level(*inner)),
            ItemContent::TooDeep => SavedContent::TooDeep,
        };
        SavedItem { name, content, settings }
    }

    fn clip(&mut self, clip: Arc<Clip>) -> u32 {
        let is_same = |known: &Arc<Clip>| {
            Arc::ptr_eq(known, &clip) || (known.digest() == clip.digest() && *known == clip)
        };
        if let Some(number) = self.clips.iter().position(is_same) {
            return last(number + 1);
        }
        self.clips.push(clip);
        last(self.clips.len())
    }
}

/// The number of the last of so many: a builder of 2^32 items does not fit into memory.
fn last(count: usize) -> u32 {
    u32::try_from(count - 1).unwrap_or(u32::MAX)
}

impl<K: Clone + Serialize> Serialize for TimelineBuilder<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut writer = SaveWriter { clips: Vec::new(), levels: Vec::new() };
        let (name, content) = self.clone().into_parts();
        writer.level(content);
        let clips = writer.clips.into_iter().map(Arc::unwrap_or_clone).collect();
        SavedTimeline { name, clips, levels: writer.levels }.serialize(to)
    }
}

/// What is read so far.
struct Reader<K> {
    clips: Vec<Arc<Clip>>,
    /// The levels that are read, each until it is nested in another.
    levels: Vec<Option<Content<K>>>,
}

impl<K> Reader<K> {
    fn level(&mut self, level: SavedLevel<K>) -> Result<Content<K>, &'static str> {
        let mut content = Content::new();
        let SavedLevel { starts, duration, easing, conflict, purpose, parts } = level;
        (content.starts, content.duration, content.easing) = (starts, duration, easing);
        (content.conflict, content.purpose) = (conflict, purpose);
        for (position, part) in parts {
            let declared = match part {
                SavedPart::Item(item) => Declared::Item(Box::new(self.item(*item)?), true),
                SavedPart::Background(item) => Declared::Item(Box::new(self.item(*item)?), false),
                SavedPart::Label(name) => Declared::Label(name),
            };
            content.declare(position, declared);
        }
        Ok(content)
    }

    fn item(&mut self, item: SavedItem<K>) -> Result<Item<K>, &'static str> {
        let SavedItem { name, content, settings } = item;
        let content = match content {
            SavedContent::Tween(moves) => {
                let moves = moves.into_iter().map(|(key, from, goal)| Move { key, from, goal });
                ItemContent::Tween(moves.collect())
            }
            SavedContent::Clip(number, keys) => {
                let clip = self.clips.get(number as usize).ok_or("a clip that does not exist")?;
                if clip.channels().len() != keys.len() {
                    return Err("another number of keys than the clip has tracks");
                }
                ItemContent::Clip(clip.clone(), keys)
            }
            SavedContent::Flipbook(key, book) => ItemContent::Flipbook(key, Box::new(book)),
            SavedContent::Cue(kind) => ItemContent::Cue(kind),
            SavedContent::Call(number) => ItemContent::Call(number),
            SavedContent::Pause => ItemContent::Pause,
            SavedContent::Wait => ItemContent::Wait,
            SavedContent::Nest(number) => {
                let inner = self.levels.get_mut(number as usize).and_then(Option::take);
                Item::nested(String::new(), inner.ok_or("a level that is not there")?).content
            }
            SavedContent::TooDeep => ItemContent::TooDeep,
        };
        Ok(Item { name, content, settings })
    }
}

impl<'de, K: Deserialize<'de>> Deserialize<'de> for TimelineBuilder<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        SavedTimeline::deserialize(from)?.read().map_err(D::Error::custom)
    }
}

impl<K> SavedTimeline<K> {
    fn read(self) -> Result<TimelineBuilder<K>, &'static str> {
        let Self { name, clips, levels } = self;
        let clips = clips.into_iter().map(Arc::new).collect();
        let mut reader = Reader { clips, levels: Vec::new() };
        for level in levels {
            let content = reader.level(level)?;
            reader.levels.push(Some(content));
        }
        let outermost = reader.levels.pop().flatten().ok_or("no levels")?;
        match reader.levels.iter().any(Option::is_some) {
            true => Err("a level that no other has"),
            false => Ok(TimelineBuilder::of_parts(name, outermost)),
        }
    }
}
