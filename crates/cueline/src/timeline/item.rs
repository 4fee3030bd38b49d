//! The items of a timeline: tweens, clips, flipbooks, cues, calls, waits and nested timelines.

use alloc::{boxed::Box, string::String, sync::Arc, vec, vec::Vec};

use super::{MAX_DEPTH, position::Position};
use crate::{
    clip::{Animated, Clip, CueKind, Flipbook, Value},
    motion::Purpose,
    playback::Repeat,
    time::{Span, Speed},
    value::AnyEasing,
};

/// One item of a timeline that is not built yet.
///
/// `K` is the key type. A key names one animated property: a type of the game (an enum, a pair of a card and a
/// property) or a string.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<K> {
    pub(super) name: String,
    pub(super) content: ItemContent<K>,
    pub(super) settings: ItemSettings,
}

/// The settings of an item, whatever it is. A save has them in this order.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(super) struct ItemSettings {
    /// Used by tweens and waits only.
    pub(super) duration: Option<Span>,
    pub(super) easing: Option<AnyEasing>,
    pub(super) delay: Span,
    pub(super) speed: Speed,
    pub(super) loops: Repeat,
    pub(super) gap: Span,
    pub(super) ping_pong: bool,
    pub(super) conflict: Option<Conflict>,
    pub(super) keeps_velocity: bool,
    pub(super) one_way: bool,
    pub(super) purpose: Purpose,
    /// Whether an item was joined and one of the two is not a tween.
    pub(super) joins_no_tween: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ItemContent<K> {
    Tween(Vec<Move<K>>),
    /// With the property that each channel of the clip animates, by channel number.
    Clip(Arc<Clip>, Vec<K>),
    Flipbook(K, Box<Flipbook>),
    Cue(CueKind),
    Call(u32),
    Pause,
    Wait,
    Nest(Box<Content<K>>),
    /// A timeline that was nested too deep; its items were dropped.
    TooDeep,
}

/// The motion of one property. A missing start is the value of the property at the start of the tween.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Move<K> {
    pub(super) key: K,
    pub(super) from: Option<Value>,
    pub(super) goal: Goal<Value>,
}

/// The end of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Goal<V> {
    /// The value of the property at the start of the tween.
    Current,
    At(V),
    /// This far from the value of the property at the start of the tween.
    By(V),
}

impl<V> Goal<V> {
    pub(super) const fn value(&self) -> Option<&V> {
        match self {
            Self::Current => None,
            Self::At(value) | Self::By(value) => Some(value),
        }
    }

    pub(super) fn try_map<W, E>(self, map: impl FnOnce(V) -> Result<W, E>) -> Result<Goal<W>, E> {
        Ok(match self {
            Self::Current => Goal::Current,
            Self::At(value) => Goal::At(map(value)?),
            Self::By(value) => Goal::By(map(value)?),
        })
    }
}

/// The items of a timeline that is not built yet, with its settings. The builder fills it, and the compiler reads it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content<K> {
    pub(super) parts: Vec<ContentPart<K>>,
    pub(super) starts: Vec<(K, Value)>,
    pub(super) duration: Option<Span>,
    pub(super) easing: Option<AnyEasing>,
    pub(super) conflict: Option<Conflict>,
    pub(super) purpose: Purpose,
    /// The nesting depth; 1 without nested timelines.
    depth: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ContentPart<K> {
    pub(super) position: Position,
    pub(super) declared: Declared<K>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Declared<K> {
    /// Each with whether the end of the timeline waits for it. In a box, or a label would take as much.
    Item(Box<Item<K>>, bool),
    Label(String),
}

impl<K> Content<K> {
    pub(super) const fn new() -> Self {
        Self {
            parts: Vec::new(),
            starts: Vec::new(),
            duration: None,
            easing: None,
            conflict: None,
            purpose: Purpose::Essential,
            depth: 1,
        }
    }

    /// Items that play one after the other.
    pub(super) fn of(items: impl IntoIterator<Item = Item<K>>) -> Self {
        let mut content = Self::new();
        let parts = items.into_iter().map(|item| Declared::Item(Box::new(item), true));
        parts.for_each(|part| content.declare(Position::end(), part));
        content
    }

    pub(super) fn declare(&mut self, position: Position, declared: Declared<K>) {
        if let Declared::Item(item, _) = &declared
            && let ItemContent::Nest(inner) = &item.content
        {
            self.depth = self.depth.max(inner.depth + 1);
        }
        self.parts.push(ContentPart { position, declared });
    }
}

/// The rule for two items that write one property at one time. The rule of the item declared later applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Conflict {
    /// It is an error.
    #[default]
    Refuse,
    /// The item that starts later replaces the other from its start on.
    Replace,
    /// The item that starts later blends in, linearly from its start to the end of the other item.
    Blend,
    /// The item declared later starts when the other item is over.
    Queue,
}

crate::digest::digested! { enum Conflict { Refuse, Replace, Blend, Queue } }

/// Moves a property from its current value to `value`.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, to}};
///
/// let scene = TimelineBuilder::new("x").start("x", 0.0).then(to("x", 8.0).duration(ms(400))).build()?;
/// assert_eq!(scene.sample(&"x", ms(100)), Ok(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to<K, T: Animated>(key: K, value: T) -> Item<K> {
    Item::tween(key, None, Goal::At(value.value()))
}

/// Moves a property on from its current value, by `difference`: that far from where it is when the tween starts.
///
/// A difference is the value that it makes of zero; for rotations, matrices and transforms, of the identity. Numbers stop at
/// the ends of their type. Building fails for a `bool` and a text, which have no differences.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, by}};
///
/// let step = || by("x", 8.0).duration(ms(400));
/// let scene = TimelineBuilder::new("walk").start("x", 100.0).then(step()).then(step()).build()?;
/// assert_eq!(scene.sample(&"x", ms(600)), Ok(112.0));
/// assert!(TimelineBuilder::new("card").start("up", false).then(by("up", true)).build().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn by<K, T: Animated>(key: K, difference: T) -> Item<K> {
    Item::tween(key, None, Goal::By(difference.value()))
}

/// Moves a property from `value` to the value it has at the start of the tween.
///
/// If no earlier item animates the property, it has `value` from the start of the timeline.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, from}};
///
/// let scene = TimelineBuilder::new("x").start("x", 8.0).then(from("x", 0.0).duration(ms(400))).build()?;
/// assert_eq!(scene.sample(&"x", ms(100)), Ok(2.0)); // from 0 to where it was
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn from<K, T: Animated>(key: K, value: T) -> Item<K> {
    Item::tween(key, Some(value.value()), Goal::Current)
}

/// Moves a property from one value to another and ignores its value at the start of the tween.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
///
/// let scene = TimelineBuilder::new("x").then(from_to("x", 0.0, 8.0).duration(ms(400))).build()?;
/// assert_eq!(scene.sample(&"x", ms(100)), Ok(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn from_to<K, T: Animated>(key: K, from: T, to: T) -> Item<K> {
    Item::tween(key, Some(from.value()), Goal::At(to.value()))
}

/// Sets a property to a value at one moment.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, set}};
///
/// let card = TimelineBuilder::new("card").start("face", false).then(set("face", true).delayed(ms(200))).build()?;
/// assert_eq!((card.sample(&"face", ms(199)), card.sample(&"face", ms(200))), (Ok(false), Ok(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn set<K, T: Animated>(key: K, value: T) -> Item<K> {
    to(key, value).duration(Span::ZERO)
}

/// Plays a clip. `key` maps the path of each track to the property that the track animates. The item is
/// [decorative](Item::decorative) if the clip is.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{ClipBuilder, Keyframe}, time::ms, timeline::{TimelineBuilder, clip}};
///
/// let hop = ClipBuilder::new("hop")
///     .track("y", [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(200), 4.0)])
///     .build()?;
/// let scene = TimelineBuilder::new("scene").then(clip(hop, |path| format!("hero.{path}"))).build()?;
/// assert_eq!(scene.sample("hero.y", ms(100)), Ok(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn clip<K>(clip: impl Into<Arc<Clip>>, mut key: impl FnMut(&str) -> K) -> Item<K> {
    let clip = clip.into();
    let keys = clip.channels().map(|(path, _)| key(path)).collect();
    let (name, purpose) = (clip.name().into(), clip.purpose());
    let settings = ItemSettings { purpose, ..ItemSettings::default() };
    Item { name, content: ItemContent::Clip(clip, keys), settings }
}

/// Plays a flipbook. The number of its picture, an `i32`, is written to a property; its cues are events of the item.
///
/// # Examples
///
/// ```
/// use cueline::{clip::Flipbook, time::ms, timeline::{TimelineBuilder, flipbook}};
///
/// let blink = Flipbook::equal(2, ms(100))?;
/// let scene = TimelineBuilder::new("scene").background(flipbook("eyes", blink)).wait(ms(400)).build()?;
/// assert_eq!((scene.sample(&"eyes", ms(150)), scene.sample(&"eyes", ms(250))), (Ok(1), Ok(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn flipbook<K>(key: K, book: Flipbook) -> Item<K> {
    Item::new(ItemContent::Flipbook(key, Box::new(book)))
}

/// A named moment.
///
/// # Examples
///
/// ```
/// use cueline::{clip::CueKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms}, timeline::{TimelineBuilder, cue}};
///
/// let storm = TimelineBuilder::<&str>::new("storm").at(ms(30), cue(CueKind::Effect, "thunder")).build()?;
/// let mut playing = Playing::new(&storm, Time::ZERO, &Play::default())?;
/// let mut buffer = EventBuffer::default();
/// let events = playing.step(Time::from_millis(100), &storm, &mut buffer);
/// let (event, cue) = storm.cues(events).next().unwrap();
/// assert_eq!((event.due, cue.name), (Time::ZERO + ms(30), "thunder"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn cue<K>(kind: CueKind, name: impl Into<String>) -> Item<K> {
    Item { name: name.into(), ..Item::new(ItemContent::Cue(kind)) }
}

/// Reports a number to the game at one moment, also when a jump passes over that moment.
///
/// # Examples
///
/// ```
/// use cueline::{event::EventKind, playback::{EventBuffer, Play, Playing}, time::{Time, ms}, timeline::{TimelineBuilder, call}};
///
/// const OPEN_DOOR: u32 = 7;
/// let scene = TimelineBuilder::<&str>::new("scene").at(ms(30), call(OPEN_DOOR)).wait(ms(100)).build()?;
/// let mut playing = Playing::new(&scene, Time::ZERO, &Play::default())?;
/// let mut buffer = EventBuffer::default();
/// let events = playing.step(Time::from_millis(50), &scene, &mut buffer);
/// assert!(events.iter().any(|event| event.kind == EventKind::Cue(OPEN_DOOR)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn call<K>(number: u32) -> Item<K> {
    Item::new(ItemContent::Call(number))
}

/// A moment at which playback pauses until [`Playing::resume`](crate::playback::Playing::resume).
///
/// # Examples
///
/// ```
/// use cueline::{playback::{EventBuffer, Play, Playing}, time::{Time, ms}, timeline::{TimelineBuilder, pause_here}};
///
/// let talk = TimelineBuilder::<&str>::new("talk").wait(ms(100)).then(pause_here()).wait(ms(100)).build()?;
/// let mut playing = Playing::new(&talk, Time::ZERO, &Play::default())?;
/// playing.step(Time::from_millis(500), &talk, &mut EventBuffer::default());
/// assert_eq!((playing.is_held(), playing.at(Time::from_millis(500)).local), (true, ms(100)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pause_here<K>() -> Item<K> {
    Item::new(ItemContent::Pause)
}

/// Takes time and changes nothing, such as a rest between two tweens.
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
pub fn wait<K>(duration: Span) -> Item<K> {
    Item::new(ItemContent::Wait).duration(duration)
}

impl<K> Item<K> {
    pub(super) fn new(content: ItemContent<K>) -> Self {
        Self { name: String::new(), content, settings: ItemSettings::default() }
    }

    /// A timeline as an item.
    pub(super) fn nested(name: String, content: Content<K>) -> Self {
        let settings = ItemSettings { purpose: content.purpose, ..ItemSettings::default() };
        let content = if content.depth < MAX_DEPTH {
            ItemContent::Nest(Box::new(content))
        } else {
            ItemContent::TooDeep
        };
        Self { name, content, settings }
    }

    fn tween(key: K, from: Option<Value>, goal: Goal<Value>) -> Self {
        Self::new(ItemContent::Tween(vec![Move { key, from, goal }]))
    }

    /// Adds the motions of another tween, with the timing of this tween. Building fails unless both items are tweens.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_and_fade = from_to("x", 0.0, 8.0).and(from_to("alpha", 1.0, 0.0)).duration(ms(400));
    /// let scene = TimelineBuilder::new("scene").then(move_and_fade).build()?;
    /// assert_eq!((scene.sample(&"x", ms(200)), scene.sample(&"alpha", ms(200))), (Ok(4.0), Ok(0.5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        match (&mut self.content, other.content) {
            (ItemContent::Tween(moves), ItemContent::Tween(more)) => moves.extend(more),
            _ => self.settings.joins_no_tween = true,
        }
        self
    }

    /// Sets a name, for [`Timeline::find`](super::Timeline::find) and for error messages.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, wait}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").then(wait(ms(100)).named("breath")).build()?;
    /// assert_eq!(scene.item_name(scene.find("breath")?), "breath");
    /// assert!(scene.find("breadth").unwrap_err().to_string().contains("did you mean"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the duration of a wait, or of one pass of a tween. Other items have a fixed duration:
    /// [`speed`](Self::speed) plays a clip faster or slower.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, to}};
    ///
    /// let scene = TimelineBuilder::new("x").start("x", 0.0).then(to("x", 8.0).duration(ms(400))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(400)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn duration(mut self, duration: Span) -> Self {
        self.settings.duration = Some(duration);
        self
    }

    /// Sets the easing of a tween.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, to}, value::Easing};
    ///
    /// let slide = to("x", 8.0).duration(ms(400)).eased(Easing::OUT_QUAD);
    /// let scene = TimelineBuilder::new("x").start("x", 0.0).then(slide).build()?;
    /// assert_eq!(scene.sample(&"x", ms(200)), Ok(6.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn eased(mut self, easing: impl Into<AnyEasing>) -> Self {
        self.settings.easing = Some(easing.into());
        self
    }

    /// Starts the item later than its position by this delay. A delay below zero starts it earlier, so that it overlaps
    /// the previous item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, to}};
    ///
    /// let scene = TimelineBuilder::new("x").start("x", 0.0).then(to("x", 8.0).duration(ms(400)).delayed(ms(100))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn delayed(mut self, delay: Span) -> Self {
        self.settings.delay = delay;
        self
    }

    /// Plays this number of passes. Building refuses 0 passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("x").then(from_to("x", 0.0, 8.0).duration(ms(400)).times(2)).build()?;
    /// assert_eq!(scene.duration(), Some(ms(800)));
    /// assert_eq!(scene.sample(&"x", ms(500)), Ok(2.0)); // the second pass
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn times(mut self, passes: u64) -> Self {
        self.settings.loops = Repeat::Times(passes);
        self
    }

    /// Repeats forever. No other item may wait for an endless item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let spin = || from_to("angle", 0.0, 360.0).duration(ms(400)).forever();
    /// let scene = TimelineBuilder::new("scene").background(spin()).wait(ms(1000)).build()?;
    /// assert_eq!(scene.sample(&"angle", ms(900)), Ok(90.0)); // the third turn
    /// let waits = TimelineBuilder::new("scene").then(spin()).then(from_to("x", 0.0, 1.0));
    /// assert!(waits.build().is_err(), "the tween would wait for ever");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn forever(mut self) -> Self {
        self.settings.loops = Repeat::Forever;
        self
    }

    /// Sets the gap between two passes, in the item's own time. During the gap the item holds its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let blink = from_to("alpha", 1.0, 0.0).duration(ms(200)).times(2).gap(ms(300));
    /// let scene = TimelineBuilder::new("scene").then(blink).build()?;
    /// assert_eq!(scene.duration(), Some(ms(700)));
    /// assert_eq!(scene.sample(&"alpha", ms(400)), Ok(0.0)); // in the gap
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gap(mut self, gap: Span) -> Self {
        self.settings.gap = gap;
        self
    }

    /// Plays every second pass backward.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let swing = from_to("x", 0.0, 8.0).duration(ms(400)).times(2).ping_pong();
    /// let scene = TimelineBuilder::new("x").then(swing).build()?;
    /// assert_eq!(scene.sample(&"x", ms(500)), Ok(6.0)); // on the way back
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ping_pong(mut self) -> Self {
        self.settings.ping_pong = true;
        self
    }

    /// Sets the speed of the item's own time, an exact factor above zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{Speed, ms}, timeline::{TimelineBuilder, from_to}};
    ///
    /// let slow = from_to("x", 0.0, 8.0).duration(ms(400)).speed(Speed::from_percent(50));
    /// let scene = TimelineBuilder::new("scene").then(slow).build()?;
    /// assert_eq!(scene.duration(), Some(ms(800)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn speed(mut self, speed: Speed) -> Self {
        self.settings.speed = speed;
        self
    }

    /// Sets the conflict rule for other items that write one of its properties at the same time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Conflict, TimelineBuilder, from_to}};
    ///
    /// let fly = |to| from_to("x", 0.0, to).duration(ms(400));
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(fly(8.0))
    ///     .at(ms(200), fly(80.0).on_conflict(Conflict::Replace))
    ///     .build()?;
    /// assert_eq!((scene.sample(&"x", ms(100)), scene.sample(&"x", ms(400))), (Ok(2.0), Ok(40.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_conflict(mut self, conflict: Conflict) -> Self {
        self.settings.conflict = Some(conflict);
        self
    }

    /// Makes a tween start with the current velocity of its property and come to rest at its end. A cubic replaces the
    /// easing.
    ///
    /// Use it with [`Conflict::Replace`] to give a moving property a new goal. The velocity is measured over a
    /// thousandth of a second on both sides of the start.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Conflict, TimelineBuilder, from_to, to}};
    ///
    /// let back = to("x", 0.0).duration(ms(400)).keeping_velocity().on_conflict(Conflict::Replace);
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("x", 0.0, 80.0).duration(ms(400)))
    ///     .at(ms(200), back)
    ///     .build()?;
    /// assert!(scene.sample::<f64>(&"x", ms(210))? > 40.0, "it still moves on, and turns round later");
    /// assert_eq!(scene.sample(&"x", ms(600)), Ok(0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keeping_velocity(mut self) -> Self {
        self.settings.keeps_velocity = true;
        self
    }

    /// Marks a cue or call that must only play forward. Building fails if a ping-pong would play it backward.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{timeline::{TimelineBuilder, call, nest}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("trap").then(call(7).one_way());
    /// assert!(scene.clone().build()?.is_one_way());
    /// assert!(nest(scene).times(2).ping_pong().build().is_err(), "it would run backward");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.settings.one_way = true;
        self
    }

    /// Marks an item that moves for decoration only: [`Timeline::reduced`](super::Timeline::reduced) holds it still, with
    /// all that it contains. Building fails for an item that takes no time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene")
    ///     .then(from_to("dust", 0.0, 8.0).duration(ms(400)).decorative())
    ///     .with(from_to("hero", 0.0, 8.0).duration(ms(400)))
    ///     .build()?;
    /// let drawn = scene.reduced(MotionPreference::None);
    /// assert_eq!((drawn.sample(&"dust", ms(100)), drawn.sample(&"hero", ms(100))), (Ok(8.0), Ok(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decorative(mut self) -> Self {
        self.settings.purpose = Purpose::Decorative;
        self
    }
}

impl<K> Item<K> {
    /// The first setting that has no effect on an item of this kind, and the kind.
    pub(super) fn setting_without_effect(&self) -> Option<(&'static str, &'static str)> {
        let its = &self.settings;
        let (kind, writes, lasts) = match self.content {
            // All other settings have an effect on tweens.
            ItemContent::Tween(_) => return its.joins_no_tween.then_some(("and", "tween")),
            ItemContent::Clip(..) => ("clip", true, true),
            ItemContent::Flipbook(..) => ("flipbook", true, true),
            ItemContent::Nest(_) | ItemContent::TooDeep => ("timeline", true, true),
            ItemContent::Wait => ("wait", false, true),
            ItemContent::Cue(_) => ("cue", false, false),
            ItemContent::Call(_) => ("call", false, false),
            ItemContent::Pause => ("pause point", false, false),
        };
        [
            (its.joins_no_tween, "and"),
            (its.duration.is_some() && kind != "wait", "duration"),
            (its.easing.is_some(), "eased"),
            (its.keeps_velocity, "keeping_velocity"),
            (its.conflict.is_some() && !writes, "on_conflict"),
            (its.speed != Speed::NORMAL && !lasts, "speed"),
            (its.loops != Repeat::Once && !lasts, "times"),
            (!its.gap.is_zero() && !lasts, "gap"),
            (its.ping_pong && !lasts, "ping_pong"),
            (its.purpose == Purpose::Decorative && !writes, "decorative"),
        ]
        .into_iter()
        .find_map(|(is_set, name)| is_set.then_some((name, kind)))
    }
}
