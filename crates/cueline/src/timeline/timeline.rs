//! The timeline itself, and what can be asked of it.

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

/// An arrangement of tweens, clips, cues and timelines that can be asked about any time, in any order. Immutable, made
/// by [`TimelineBuilder`](super::TimelineBuilder).
///
/// `K` says what is moved: a property of a target.
#[derive(Clone, Debug)]
pub struct Timeline<K> {
    pub(super) name: Box<str>,
    pub(super) tables: Arc<Tables>,
    /// Sorted by key.
    pub(super) properties: Box<[Property<K>]>,
    /// Sorted by number of declaration; those without a name are left out.
    pub(super) names: Box<[(u32, Box<str>)]>,
    /// By number of declaration: the timeline around it, `NONE` for the whole.
    pub(super) parents: Box<[u32]>,
    /// Sorted by timeline and name.
    pub(super) labels: Box<[Label]>,
    /// Whether anything in it runs forward only.
    pub(super) one_way: bool,
}

/// Something that a timeline moves.
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

/// The place of an item in the order of declaration, with the items of all timelines in it counted through. The whole
/// is 0. What is [appended](Timeline::check_appended) to a timeline changes none of the numbers before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(pub(super) u32);

impl ItemId {
    /// The timeline as a whole.
    pub const WHOLE: Self = Self(0);

    /// How many were declared before.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// A property's place in its timeline: with it a value is found without a search for the key.
///
/// It fits every timeline with the same properties in the same order of first use, as before and after a reload that
/// changes only times and values. Any other timeline refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneId {
    lane: u32,
    kind: ValueKind,
    /// Of the timeline's properties.
    layout: u64,
}

/// What an item is, once built.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ItemKind<'a> {
    /// It moves properties.
    Tween,
    /// It plays a clip.
    Clip(&'a Clip),
    /// It shows pictures.
    Flipbook(&'a Flipbook),
    /// A named moment.
    Cue(CueKind),
    /// A moment with a number for the game.
    Call(u32),
    /// Play stops here.
    Pause,
    /// Nothing happens.
    Wait,
    /// A timeline, or many items that follow each other.
    Timeline,
}

/// Where an item lies in the timeline around it, and how it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// From the start of the timeline around it.
    pub start: Span,
    /// When it is over: the first flick at which it is. None for never.
    pub end: Option<Span>,
    /// One pass, in its own time. None for one that never ends.
    pub duration: Option<Span>,
    /// All passes and the gaps between them, in its own time. None when endless.
    pub total: Option<Span>,
    /// How fast its own time runs.
    pub speed: Speed,
    /// How many passes; none when endless.
    pub passes: Option<u64>,
    /// How long it stands still between two passes, in its own time.
    pub gap: Span,
    /// Whether every other pass runs backward.
    pub ping_pong: bool,
}

impl LaneId {
    /// Of which kind the property is.
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

    /// The number of a lane; none for one of a timeline with other properties.
    #[inline]
    pub(super) fn lane_number(&self, lane: LaneId) -> Option<u32> {
        (lane.layout == self.layout).then_some(lane.lane)
    }

    /// What a lane of this timeline shows.
    #[inline]
    pub(super) fn sample_own(&self, lane: LaneId, x: Exact) -> Value {
        self.sample(lane.lane, lane.kind, x)
    }
}

impl<K> Timeline<K> {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its duration with all its passes; none when it never ends.
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

    /// The pass that shows at a time, from 0, and where in the outermost timeline's own time that is, rounded down.
    #[must_use]
    pub fn pass_at(&self, at: Span) -> (u64, Span) {
        let place = self.tables.lying(self.whole()).place(Exact::whole(at.flicks()));
        (clamp(place.pass).unsigned_abs(), Span::from_flicks(place.at.floor()))
    }

    /// How many items it has, those of timelines in it and itself included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.len() == 1
    }

    /// Whether something in it means something forward only.
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// The items of a timeline in playing order: by start, of one start in the order of declaration. Nothing for an
    /// item that is no timeline.
    pub fn children(&self, of: ItemId) -> impl Iterator<Item = ItemId> {
        let level = self.node(of).and_then(|node| match node.what {
            Act::Level(level) => Some(&self.tables.levels[level as usize]),
            _ => None,
        });
        let nodes = level.map_or(&[][..], |level| self.tables.nodes_of(level));
        nodes.iter().map(|node| ItemId(node.id))
    }

    /// Where an item lies. None for a number that no item has.
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

    /// What an item is. None for a number that no item has.
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

    /// What an item is called; empty for one without a name.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        let found = self.names.binary_search_by_key(&item.0, |(id, _)| *id);
        found.map_or("", |place| &self.names[place].1)
    }

    /// The first item of that name, in the order of declaration.
    ///
    /// # Errors
    ///
    /// [`NotFound::Item`]. Looks at every name.
    pub fn find(&self, name: &str) -> Result<ItemId, NotFound> {
        match self.names.iter().find(|(_, known)| **known == *name) {
            Some((id, _)) => Ok(ItemId(*id)),
            None => {
                let known = sorted(self.names.iter().map(|(_, name)| &**name));
                Err(NotFound::Item(Suggestion::new(name, known)))
            }
        }
    }

    /// When a label of the outermost timeline is, in its first pass.
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

    /// The labels of a timeline, sorted by name, and where they are in its own time.
    pub fn labels_of(&self, timeline: ItemId) -> impl Iterator<Item = (&str, Span)> {
        let first = self.labels.partition_point(|label| label.timeline < timeline.0);
        let labels =
            self.labels[first..].iter().take_while(move |label| label.timeline == timeline.0);
        labels.map(|label| (&*label.name, label.at))
    }

    /// Everything that it moves, sorted.
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.properties.iter().map(|property| &property.key)
    }

    /// What a property shows at a time. Before the first item that moves it, it shows what that one starts from;
    /// after the last, what that one leaves. Times outside of the timeline are taken to its ends.
    ///
    /// None for the lane of a timeline with other properties, such as one from before a reload: then
    /// [`lane`](Self::lane) finds the property again by its key.
    ///
    /// Costs a search on each level on the way to what shows.
    #[must_use]
    pub fn sample_lane(&self, lane: LaneId, at: Span) -> Option<Value> {
        let number = self.tables.lane_number(lane)?;
        Some(self.tables.sample(number, lane.kind, self.tables.local(at)))
    }

    /// Everything that it moves and what that shows at a time, sorted by key. Costs a search for each.
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
    /// What a property shows at a time, of whatever kind; see [`sample_lane`](Self::sample_lane).
    ///
    /// # Errors
    ///
    /// [`KeyError::Unknown`].
    pub fn value(&self, key: &(impl KeyOf<K> + ?Sized), at: Span) -> Result<Value, KeyError> {
        let LaneId { lane, kind, .. } = self.lane(key)?;
        Ok(self.tables.sample(lane, kind, self.tables.local(at)))
    }

    /// What a property shows at a time; see [`sample_lane`](Self::sample_lane).
    ///
    /// # Errors
    ///
    /// [`KeyError::Unknown`] where the timeline moves no such property, [`KeyError::KindMismatch`] where the property is
    /// of another kind than `T`.
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
