//! The [`Timeline`] type and its queries.

use alloc::{format, sync::Arc};
use core::fmt;

use super::{
    ItemId, KeyOf, LookupError,
    exact::Exact,
    names::Names,
    node::{Action, Node},
    properties::{Properties, Property},
    tables::Tables,
};
use crate::{
    clip::{Animated, Clip, CueKind, Flipbook, Value, ValueKind},
    motion::{MotionPreference, Purpose},
    time::{Span, Speed},
};

/// An arrangement of tweens, clips, cues and timelines that can be sampled at any time, in any order. Immutable, built
/// by [`TimelineBuilder`](super::TimelineBuilder).
///
/// `K` is the key type. A key names one animated property of a target.
#[derive(Clone, Debug)]
pub struct Timeline<K> {
    tables: Arc<Tables>,
    properties: Properties<K>,
    names: Names,
    /// Whether any item runs forward only.
    one_way: bool,
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
    /// Whether the item is [decorative](super::Item::decorative).
    pub purpose: Purpose,
}

impl<K> Timeline<K> {
    #[cold]
    fn kind_mismatch<T: Animated>(&self, key: &dyn fmt::Debug, kind: ValueKind) -> LookupError {
        LookupError::KeyKind { key: format!("{key:?}").into(), kind, asked: T::OF_KIND }
    }
}

impl<K> Timeline<K> {
    pub(super) const fn new(
        tables: Arc<Tables>,
        properties: Properties<K>,
        names: Names,
        one_way: bool,
    ) -> Self {
        Self { tables, properties, names, one_way }
    }

    pub(super) const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    pub(super) const fn properties(&self) -> &Properties<K> {
        &self.properties
    }

    pub(super) const fn names(&self) -> &Names {
        &self.names
    }

    /// The same timeline as a display with this preference draws it: decorative [items](super::Item::decorative) go to
    /// their ends by the rule of [`MotionPreference::shown`], and essential ones move as before. A timeline runs in both
    /// directions, so at the very start of an item its start shows.
    ///
    /// Only values change. Times, events, ids and strands are the same, so a [`Playing`](crate::playback::Playing) plays
    /// either of them. Costs a copy of the tables, so keep the result until the player changes the setting.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).decorative())
    ///     .build()?;
    /// let drawn = |motion, at| scene.reduced(motion).sample(&"x", ms(at));
    /// assert_eq!(drawn(MotionPreference::Full, 50), Ok(1.0));
    /// assert_eq!(drawn(MotionPreference::Reduced, 50), Ok(4.0));
    /// assert_eq!(drawn(MotionPreference::None, 50), Ok(8.0));
    /// assert_eq!(drawn(MotionPreference::None, 0), Ok(0.0), "it starts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reduced(&self, motion: MotionPreference) -> Self
    where
        K: Clone,
    {
        let copy = self.clone();
        match self.tables.reduced(motion) {
            Some(tables) => Self { tables: Arc::new(tables), ..copy },
            None => copy,
        }
    }

    /// The name of the timeline.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert_eq!(scene.name(), "scene");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        self.names.item(0)
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
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, nest}};
    ///
    /// let tick = TimelineBuilder::<&str>::new("tick").wait(ms(100));
    /// let ticks = nest(tick).times(3).build()?;
    /// assert_eq!(ticks.pass_at(ms(250)), (2, ms(50)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pass_at(&self, at: Span) -> (u64, Span) {
        let place = self.tables.placement(self.whole()).place(Exact::whole(at.flicks()));
        (place.pass(), Span::from_flicks(place.at.floor()))
    }

    /// The number of items, including the items of nested timelines and the timeline itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert_eq!(scene.len(), 3, "the scene, the tween and the wait");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the timeline has no items.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{timeline::{TimelineBuilder}};
    ///
    /// assert!(TimelineBuilder::<&str>::new("nothing").build()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.len() == 1
    }

    /// Whether any item is [one way](super::Item::one_way).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{timeline::{TimelineBuilder, call}};
    ///
    /// let trap = TimelineBuilder::<&str>::new("trap").then(call(7).one_way()).build()?;
    /// assert!(trap.is_one_way());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// The items of a timeline in playing order: by start, then by declaration. Empty for an item that is not a
    /// timeline.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{ItemId, TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// let starts: Vec<_> = scene
    ///     .children(ItemId::WHOLE)
    ///     .filter_map(|item| Some((scene.item_name(item), scene.arrangement(item)?.start)))
    ///     .collect();
    /// assert_eq!(starts, [("slide", ms(0)), ("", ms(400))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn children(&self, of: ItemId) -> impl Iterator<Item = ItemId> {
        let level = self.node(of).and_then(|node| match node.action {
            Action::Level(level) => Some(self.tables.level(level)),
            _ => None,
        });
        let nodes = level.map_or(&[][..], |level| self.tables.nodes_of(level));
        nodes.iter().map(|node| ItemId::new(node.id))
    }

    /// The position and the settings of an item. `None` if no item has the number.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// let slide = scene.arrangement(scene.find("slide")?).unwrap();
    /// assert_eq!((slide.start, slide.end, slide.passes), (ms(0), Some(ms(400)), Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn arrangement(&self, item: ItemId) -> Option<Arrangement> {
        let node = self.node(item)?;
        let finite = |flicks: i64| (flicks < i64::MAX).then_some(Span::from_flicks(flicks));
        let placement = self.tables.placement(node);
        let motion = placement.motion;
        let total = placement.total().and_then(|total| i64::try_from(total).ok()).and_then(finite);
        Some(Arrangement {
            start: Span::from_flicks(node.start),
            end: finite(node.end),
            duration: finite(placement.length),
            total,
            speed: motion.speed(),
            passes: (motion.passes() > 0).then_some(motion.passes()),
            gap: motion.gap(),
            ping_pong: motion.turns(),
            purpose: self.tables.purpose(node),
        })
    }

    /// The kind of an item. `None` if no item has the number.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{ItemKind, TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert!(matches!(scene.kind(scene.find("slide")?), Some(ItemKind::Tween)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kind(&self, item: ItemId) -> Option<ItemKind<'_>> {
        Some(match self.node(item)?.action {
            Action::Tween => ItemKind::Tween,
            Action::Clip(clip) => ItemKind::Clip(self.tables.clip(clip)),
            Action::Flipbook(book) => ItemKind::Flipbook(self.tables.book(book)),
            Action::Cue(kind) => ItemKind::Cue(kind),
            Action::Call(number) => ItemKind::Call(number),
            Action::Pause => ItemKind::Pause,
            Action::Wait => ItemKind::Wait,
            Action::Level(_) => ItemKind::Timeline,
        })
    }

    /// The name of an item; empty for an unnamed item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{ItemId, TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert_eq!(scene.item_name(ItemId::WHOLE), "scene");
    /// let wait = scene.children(ItemId::WHOLE).last().unwrap();
    /// assert_eq!(scene.item_name(wait), "", "it has no name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        self.names.item(item.number())
    }

    /// The first item with a name, in the order of declaration.
    ///
    /// # Errors
    ///
    /// [`LookupError::Item`], which suggests a similar name.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert_eq!(scene.find("slide")?.number(), 1);
    /// assert_eq!(
    ///     scene.find("slyde").unwrap_err().to_string(),
    ///     r#"there is no item "slyde"; did you mean "slide"? There are: scene, slide"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, name: &str) -> Result<ItemId, LookupError> {
        self.names.find(name)
    }

    /// The time of a label of the outermost timeline, in its first pass.
    ///
    /// # Errors
    ///
    /// [`LookupError::Label`].
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
    pub fn label(&self, name: &str) -> Result<Span, LookupError> {
        let at = self.names.label(name)?;
        Ok(Span::from_flicks(self.tables.placement(self.whole()).reached(at.flicks().into())))
    }

    /// The labels of a timeline, sorted by name, with their times in the timeline's own time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{ItemId, TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert!(scene.labels_of(ItemId::WHOLE).eq([("there", ms(400))]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn labels_of(&self, timeline: ItemId) -> impl Iterator<Item = (&str, Span)> {
        self.names.labels_of(timeline)
    }

    /// The keys of all animated properties, sorted.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 8.0).duration(ms(400)).named("slide"))
    ///     .label("there")
    ///     .wait(ms(100))
    ///     .build()?;
    /// assert!(scene.keys().eq(&["x"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.properties.iter().map(Property::key)
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
            (property.key(), self.tables.sample(property.strand(), property.kind(), x))
        })
    }

    pub(super) fn whole(&self) -> &Node {
        self.tables.whole()
    }

    pub(super) fn node(&self, item: ItemId) -> Option<&Node> {
        self.tables.node(item.number() as usize)
    }
}

impl<K: fmt::Debug> Timeline<K> {
    /// The value of a property of any kind at a time; see [`sample`](Self::sample).
    ///
    /// # Errors
    ///
    /// [`LookupError::Key`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Value, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene").then(from_to("x", 0.0, 8.0).duration(ms(400))).build()?;
    /// assert_eq!(scene.value("x", ms(100)), Ok(Value::F64(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, key: &(impl KeyOf<K> + ?Sized), at: Span) -> Result<Value, LookupError> {
        let property = self.properties.find(key)?;
        Ok(self.tables.sample(property.strand(), property.kind(), self.tables.local(at)))
    }

    /// The value of a property at a time. Before its first item, a property has the start value of that item; after its
    /// last item, the end value of that item. Times outside the timeline are clamped to its start or end.
    ///
    /// Costs a search for the key, and one search for each level of nesting.
    ///
    /// # Errors
    ///
    /// [`LookupError::Key`] if the timeline does not animate the property, [`LookupError::KeyKind`] if the kind of
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
    ) -> Result<T, LookupError> {
        let property = self.properties.find(key)?;
        let (strand, kind) = (property.strand(), property.kind());
        T::of(self.tables.sample(strand, kind, self.tables.local(at)))
            .ok_or_else(|| self.kind_mismatch::<T>(&key, kind))
    }
}
