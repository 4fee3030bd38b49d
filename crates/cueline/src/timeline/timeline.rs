//! The [`Timeline`] type and its queries.

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use core::fmt;

use super::{
    KeyError, KeyOf, NotFound,
    exact::{Exact, clamp},
    tables::{Act, NONE, Node, Tables},
};
use crate::{
    clip::{Animated, Clip, CueKind, Flipbook, Suggestion, Value, ValueKind},
    time::{Span, Speed},
};

/// An arrangement of tweens, clips, cues and timelines that can be sampled at any time, in any order. Immutable, built
/// by [`TimelineBuilder`](super::TimelineBuilder).
///
/// `K` is the key type. A key names one animated property of a target.
#[derive(Clone, Debug)]
pub struct Timeline<K> {
    pub(super) name: Box<str>,
    pub(super) tables: Arc<Tables>,
    /// Sorted by key.
    pub(super) properties: Box<[Property<K>]>,
    /// Sorted by declaration number, without unnamed items.
    pub(super) names: Box<[(u32, Box<str>)]>,
    /// The parent timeline of each item, by declaration number; `NONE` for the whole.
    pub(super) parents: Box<[u32]>,
    /// Sorted by timeline and name.
    pub(super) labels: Box<[Label]>,
    /// Whether any item runs forward only.
    pub(super) one_way: bool,
}

/// A property that a timeline animates.
#[derive(Clone, Debug)]
pub(super) struct Property<K> {
    pub(super) key: K,
    /// On the outermost level.
    pub(super) lane: u32,
    pub(super) kind: ValueKind,
}

/// A named moment of one timeline.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) timeline: u32,
    pub(super) name: Box<str>,
    pub(super) at: Span,
}

/// The declaration number of an item. The items of nested timelines are counted too. The whole timeline is 0.
/// [Appending](Timeline::check_appended) items does not change earlier numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(pub(super) u32);

impl ItemId {
    /// The timeline as a whole.
    pub const WHOLE: Self = Self(0);

    /// The number of items declared before this one.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The index of a property in its timeline. Sampling by lane needs no search for the key.
///
/// A lane is valid for every timeline with the same properties in the same order of first use, such as the timelines
/// before and after a reload that changes only times and values. Any other timeline refuses the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneId {
    lane: u32,
    kind: ValueKind,
    /// Of the timeline's properties.
    layout: u64,
}

/// The kind of a built item.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ItemKind<'a> {
    /// A tween, which animates properties.
    Tween,
    /// A clip.
    Clip(&'a Clip),
    /// A flipbook.
    Flipbook(&'a Flipbook),
    /// A named moment.
    Cue(CueKind),
    /// A call, which carries a number for the game.
    Call(u32),
    /// A pause point: playback stops here.
    Pause,
    /// A wait.
    Wait,
    /// A timeline, or many items that follow each other.
    Timeline,
}

/// The position of an item in its parent timeline, and its playback settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The start of the item, from the start of the parent timeline.
    pub start: Span,
    /// The end of the item: the first flick at which it is over. `None` for an item that loops forever.
    pub end: Option<Span>,
    /// The duration of one pass, in the item's own time. `None` for an endless pass.
    pub duration: Option<Span>,
    /// The duration of all passes and the gaps between them, in the item's own time. `None` when endless.
    pub total: Option<Span>,
    /// The speed of the item's own time.
    pub speed: Speed,
    /// The number of passes. `None` when endless.
    pub passes: Option<u64>,
    /// The gap between two passes, in the item's own time.
    pub gap: Span,
    /// Whether every second pass runs backward.
    pub ping_pong: bool,
}

impl LaneId {
    /// The kind of the property's value.
    #[must_use]
    pub const fn kind(self) -> ValueKind {
        self.kind
    }
}

impl Tables {
    /// The lane of a property of the outermost level.
    pub(super) fn lane_id<K>(&self, property: &Property<K>) -> LaneId {
        LaneId { lane: property.lane, kind: property.kind, layout: self.layout }
    }

    /// The number of a lane. `None` for a lane of a timeline with other properties.
    #[inline]
    pub(super) fn lane_number(&self, lane: LaneId) -> Option<u32> {
        (lane.layout == self.layout).then_some(lane.lane)
    }

    /// The value of a lane of this timeline.
    #[inline]
    pub(super) fn sample_own(&self, lane: LaneId, x: Exact) -> Value {
        self.sample(lane.lane, lane.kind, x)
    }
}

impl<K> Timeline<K> {
    /// The name of the timeline.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The duration of all passes. `None` when the timeline never ends.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("idle").then(wait(ms(500))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        let end = self.whole().end;
        (end < i64::MAX).then_some(Span::from_flicks(end))
    }

    /// The current pass at a time, counted from 0, and the position in the outermost timeline's own time, rounded down.
    #[must_use]
    pub fn pass_at(&self, at: Span) -> (u64, Span) {
        let place = self.tables.lying(self.whole()).place(Exact::whole(at.flicks()));
        (clamp(place.pass).unsigned_abs(), Span::from_flicks(place.at.floor()))
    }

    /// The number of items, including the items of nested timelines and the timeline itself.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether the timeline has no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.len() == 1
    }

    /// Whether any item is [one way](super::Item::one_way).
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// The items of a timeline in playing order: by start, then by declaration. Empty for an item that is not a
    /// timeline.
    pub fn children(&self, of: ItemId) -> impl Iterator<Item = ItemId> {
        let level = self.node(of).and_then(|node| match node.what {
            Act::Level(level) => Some(&self.tables.levels[level as usize]),
            _ => None,
        });
        let nodes = level.map_or(&[][..], |level| self.tables.nodes_of(level));
        nodes.iter().map(|node| ItemId(node.id))
    }

    /// The position and the settings of an item. `None` if no item has the number.
    #[must_use]
    pub fn arrangement(&self, item: ItemId) -> Option<Arrangement> {
        let node = self.node(item)?;
        let finite = |flicks: i64| (flicks < i64::MAX).then_some(Span::from_flicks(flicks));
        let lying = self.tables.lying(node);
        let total = lying.total().and_then(|total| i64::try_from(total).ok()).and_then(finite);
        Some(Arrangement {
            start: Span::from_flicks(node.start),
            end: finite(node.end),
            duration: finite(lying.length),
            total,
            speed: lying.motion.speed,
            passes: (lying.motion.passes > 0).then_some(lying.motion.passes),
            gap: Span::from_flicks(lying.motion.gap),
            ping_pong: lying.motion.ping_pong,
        })
    }

    /// The kind of an item. `None` if no item has the number.
    #[must_use]
    pub fn kind(&self, item: ItemId) -> Option<ItemKind<'_>> {
        Some(match self.node(item)?.what {
            Act::Tween => ItemKind::Tween,
            Act::Clip(clip) => ItemKind::Clip(&self.tables.clips[clip as usize]),
            Act::Flipbook(book) => ItemKind::Flipbook(&self.tables.books[book as usize]),
            Act::Cue(kind) => ItemKind::Cue(kind),
            Act::Call(number) => ItemKind::Call(number),
            Act::Pause => ItemKind::Pause,
            Act::Wait => ItemKind::Wait,
            Act::Level(_) => ItemKind::Timeline,
        })
    }

    /// The name of an item; empty for an unnamed item.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        let found = self.names.binary_search_by_key(&item.0, |(id, _)| *id);
        found.map_or("", |place| &self.names[place].1)
    }

    /// The first item with a name, in the order of declaration.
    ///
    /// # Errors
    ///
    /// [`NotFound::Item`], which suggests a similar name.
    pub fn find(&self, name: &str) -> Result<ItemId, NotFound> {
        match self.names.iter().find(|(_, known)| **known == *name) {
            Some((id, _)) => Ok(ItemId(*id)),
            None => {
                let known = sorted(self.names.iter().map(|(_, name)| &**name));
                Err(NotFound::Item(Suggestion::new(name, known)))
            }
        }
    }

    /// The time of a label of the outermost timeline, in its first pass.
    ///
    /// # Errors
    ///
    /// [`NotFound::Label`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("idle").then(wait(ms(500))).label("end").build()?;
    /// assert_eq!(scene.label("end")?, ms(500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn label(&self, name: &str) -> Result<Span, NotFound> {
        match self.labels_of(ItemId::WHOLE).find(|(known, _)| *known == name) {
            Some((_, at)) => {
                Ok(Span::from_flicks(self.tables.lying(self.whole()).reached(at.flicks().into())))
            }
            None => {
                let known = sorted(self.labels_of(ItemId::WHOLE).map(|(name, _)| name));
                Err(NotFound::Label(Suggestion::new(name, known)))
            }
        }
    }

    /// The labels of a timeline, sorted by name, with their times in the timeline's own time.
    pub fn labels_of(&self, timeline: ItemId) -> impl Iterator<Item = (&str, Span)> {
        let first = self.labels.partition_point(|label| label.timeline < timeline.0);
        let labels =
            self.labels[first..].iter().take_while(move |label| label.timeline == timeline.0);
        labels.map(|label| (&*label.name, label.at))
    }

    /// The keys of all animated properties, sorted.
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.properties.iter().map(|property| &property.key)
    }

    /// The value of a property at a time. Before its first item, a property has the start value of that item; after its
    /// last item, the end value of that item. Times outside the timeline are clamped to its start or end.
    ///
    /// `None` for a lane of a timeline with other properties, such as a lane from before a reload; [`lane`](Self::lane)
    /// finds the property again by its key.
    ///
    /// Costs one search for each level of nesting.
    #[must_use]
    pub fn sample_lane(&self, lane: LaneId, at: Span) -> Option<Value> {
        let number = self.tables.lane_number(lane)?;
        Some(self.tables.sample(number, lane.kind, self.tables.local(at)))
    }

    /// All animated properties with their values at a time, sorted by key. Costs one search for each property.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("x").then(from_to("x", 0.0, 8.0).duration(ms(400))).build()?;
    /// assert!(scene.sample_all(ms(100)).eq([(&"x", cueline::clip::Value::F64(2.0))]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_all(&self, at: Span) -> impl Iterator<Item = (&K, Value)> {
        let x = self.tables.local(at);
        self.properties.iter().map(move |property| {
            (&property.key, self.tables.sample(property.lane, property.kind, x))
        })
    }

    pub(super) fn whole(&self) -> &Node {
        &self.tables.nodes[0] // building puts it there
    }

    pub(super) fn node(&self, item: ItemId) -> Option<&Node> {
        let place = *self.tables.node_of.get(item.0 as usize)?;
        if place == NONE { None } else { self.tables.nodes.get(place as usize) }
    }
}

impl<K: fmt::Debug> Timeline<K> {
    /// The value of a property of any kind at a time; see [`sample_lane`](Self::sample_lane).
    ///
    /// # Errors
    ///
    /// [`KeyError::Unknown`].
    pub fn value(&self, key: &(impl KeyOf<K> + ?Sized), at: Span) -> Result<Value, KeyError> {
        let LaneId { lane, kind, .. } = self.lane(key)?;
        Ok(self.tables.sample(lane, kind, self.tables.local(at)))
    }

    /// The value of a property at a time; see [`sample_lane`](Self::sample_lane).
    ///
    /// # Errors
    ///
    /// [`KeyError::Unknown`] if the timeline does not animate the property, [`KeyError::KindMismatch`] if the kind of
    /// the property is not the kind of `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::Span, timeline::{TimelineBuilder, from_to}};
    ///
    /// let ms = Span::from_millis;
    /// let slide = TimelineBuilder::new("slide").then(from_to("x", 0.0, 8.0).duration(ms(100))).build()?;
    /// assert_eq!(slide.sample("x", ms(25)), Ok(2.0));
    /// assert_eq!(
    ///     slide.sample::<f32>("x", ms(25)).unwrap_err().to_string(),
    ///     r#"property "x" holds f64, but f32 was asked for"#
    /// );
    /// # Ok::<(), cueline::timeline::TimelineError>(())
    /// ```
    #[inline]
    pub fn sample<T: Animated>(
        &self,
        key: &(impl KeyOf<K> + ?Sized),
        at: Span,
    ) -> Result<T, KeyError> {
        let LaneId { lane, kind, .. } = self.lane(key)?;
        T::of(self.tables.sample(lane, kind, self.tables.local(at)))
            .ok_or_else(|| self.kind_mismatch::<T>(&key, kind))
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.0)
    }
}
