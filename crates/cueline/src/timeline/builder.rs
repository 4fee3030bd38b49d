//! The builder of timelines: items, each positioned relative to earlier items.

use alloc::{boxed::Box, string::String};
use core::fmt;

use super::{
    Conflict, Item, Position, Stagger, Timeline, TimelineError,
    item::{Content, Declared, wait},
};
use crate::{clip::Animated, motion::Purpose, time::Span, value::AnyEasing};

/// Builds a timeline from items, each positioned relative to earlier items. The whole is checked by
/// [`TimelineBuilder::build`].
///
/// Items are placed in the order of declaration, and a placed item does not move. There is one exception: if an item
/// would start before the timeline, the timeline begins with that item and all other items move later.
///
/// With the feature `serde` a builder can be saved and loaded. A timeline cannot: save its builder.
///
/// # Examples
///
/// ```
/// use cueline::{clip::CueKind, time::Span, timeline::{TimelineBuilder, cue, set, to}};
///
/// let ms = Span::from_millis;
/// let turn = TimelineBuilder::new("turn over")
///     .start("width", 1.0)
///     .start("face", 0)
///     .then(to("width", 0.0).duration(ms(150)))
///     .then(set("face", 1))
///     .label("half turned")
///     .then(to("width", 1.0).duration(ms(150)))
///     .at_label("half turned", cue(CueKind::Effect, "flip"))
///     .build()?;
/// assert_eq!(turn.duration(), Some(ms(300)));
/// assert_eq!(turn.sample::<f64>(&"width", ms(75)), Ok(0.5));
/// assert_eq!(turn.sample::<i32>(&"face", ms(150)), Ok(1));
///
/// let lost = TimelineBuilder::new("lost").at_label("half turned", to("width", 0.0)).label("half turned");
/// assert!(lost.build().is_err(), "a label comes before the items that use it");
/// # Ok::<(), cueline::timeline::TimelineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineBuilder<K> {
    name: String,
    content: Content<K>,
}

/// Nests a timeline in another timeline.
///
/// # Examples
///
/// ```
/// use cueline::{time::ms, timeline::{TimelineBuilder, from_to, nest}};
///
/// let hop = TimelineBuilder::new("hop").then(from_to("y", 0.0, 4.0).duration(ms(200)));
/// let hops = TimelineBuilder::new("hops").then(nest(hop).times(3)).build()?;
/// assert_eq!(hops.duration(), Some(ms(600)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn nest<K>(builder: TimelineBuilder<K>) -> Item<K> {
    Item::nested(builder.name, builder.content)
}

impl<K> TimelineBuilder<K> {
    /// The maximum nesting depth of timelines.
    pub const MAX_DEPTH: u32 = super::MAX_DEPTH;

    /// Creates an empty builder.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::TimelineBuilder};
    ///
    /// let scene = TimelineBuilder::<&str>::new("intro").wait(ms(400)).build()?;
    /// assert_eq!((scene.name(), scene.duration()), ("intro", Some(ms(400))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), content: Content::new() }
    }

    /// Sets the value of a property before the first item that animates it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, to}};
    ///
    /// let scene = TimelineBuilder::new("x").start("x", 4.0).then(to("x", 8.0).duration(ms(400))).build()?;
    /// assert_eq!(scene.sample(&"x", ms(0)), Ok(4.0));
    /// let error = TimelineBuilder::new("x").then(to("x", 8.0)).build().unwrap_err();
    /// assert_eq!(error.kind.to_string(), r#"nothing writes "x" before it; give "x" a starting value"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn start<T: Animated>(mut self, key: K, value: T) -> Self {
        self.content.starts.push((key, value.value()));
        self
    }

    /// Sets the default duration of tweens, here and in nested timelines. Without this call it is half a second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene").tween_duration(ms(200));
    /// let scene = scene.then(from_to("x", 0.0, 8.0)).then(from_to("y", 0.0, 8.0)).build()?;
    /// assert_eq!(scene.duration(), Some(ms(400)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tween_duration(mut self, duration: Span) -> Self {
        self.content.duration = Some(duration);
        self
    }

    /// Sets the default easing of tweens, here and in nested timelines. Without this call it is linear.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}, value::Easing};
    ///
    /// let scene = TimelineBuilder::new("scene").tween_easing(Easing::OUT_QUAD);
    /// let scene = scene.then(from_to("x", 0.0, 8.0).duration(ms(400))).build()?;
    /// assert_eq!(scene.sample(&"x", ms(200)), Ok(6.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tween_easing(mut self, easing: impl Into<AnyEasing>) -> Self {
        self.content.easing = Some(easing.into());
        self
    }

    /// Sets the default conflict rule for two items that write one property at one time, here and in nested timelines.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Conflict, TimelineBuilder, from_to}};
    ///
    /// let x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// assert!(TimelineBuilder::new("x").then(x()).with(x()).build().is_err(), "both write x");
    /// let scene = TimelineBuilder::new("x").on_conflict(Conflict::Queue).then(x()).with(x()).build()?;
    /// assert_eq!(scene.duration(), Some(ms(800)), "one after the other");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_conflict(mut self, conflict: Conflict) -> Self {
        self.content.conflict = Some(conflict);
        self
    }

    /// Marks the whole timeline as one that moves for decoration only, such as a menu that slides in. What
    /// [`Playing::reduced`](crate::playback::Playing::reduced) then draws stands still; see [`motion`](crate::motion).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::Purpose, playback::Playable, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let menu = TimelineBuilder::new("menu").then(from_to("x", -300.0, 0.0).duration(ms(300))).decorative().build()?;
    /// assert_eq!(menu.purpose(), Purpose::Decorative);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decorative(mut self) -> Self {
        self.content.purpose = Purpose::Decorative;
        self
    }

    /// Puts an item after all earlier items except background items.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// let turn = || from_to("turn", 0.0, 90.0).duration(ms(300));
    /// let scene = TimelineBuilder::new("card").then(move_x()).then(turn()).build()?;
    /// assert_eq!(scene.duration(), Some(ms(700))); // one after the other
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn then(self, item: Item<K>) -> Self {
        self.put(Position::end(), item)
    }

    /// Starts an item together with the previous item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// let turn = || from_to("turn", 0.0, 90.0).duration(ms(300));
    /// let scene = TimelineBuilder::new("card").then(move_x()).with(turn()).build()?;
    /// assert_eq!(scene.duration(), Some(ms(400))); // together
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with(self, item: Item<K>) -> Self {
        self.put(Position::previous_start(), item)
    }

    /// Starts an item together with the previous item, in the background. No other item waits for it, and the end of the
    /// timeline waits for it only if it ends. An endless one stops where it is at the end of the timeline. Building fails if
    /// that end comes before it has begun, such as in a timeline that has nothing else; [`then`](Self::then) plays it
    /// without end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// let turn = || from_to("turn", 0.0, 90.0).duration(ms(300));
    /// let scene = TimelineBuilder::new("card").background(move_x()).then(turn()).build()?;
    /// assert_eq!(scene.sample(&"turn", ms(300)), Ok(90.0)); // the turn did not wait
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn background(self, item: Item<K>) -> Self {
        self.declare(Position::previous_start(), Declared::Item(Box::new(item), false))
    }

    /// Puts an item at an absolute time of the timeline. A time below zero lies before all other items: the timeline then
    /// starts there, and the other items start so much later.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// let turn = || from_to("turn", 0.0, 90.0).duration(ms(300));
    /// let scene = TimelineBuilder::new("card").then(move_x()).at(ms(200), turn()).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)));
    ///
    /// let earlier = TimelineBuilder::new("card").then(move_x()).at(ms(-200), turn()).build()?;
    /// assert_eq!((earlier.duration(), earlier.sample(&"x", ms(400))), (Some(ms(600)), Ok(4.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at(self, at: Span, item: Item<K>) -> Self {
        self.put(Position::time(at), item)
    }

    /// Puts an item at an earlier label.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::CueKind, time::ms, timeline::{TimelineBuilder, cue}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene")
    ///     .wait(ms(300))
    ///     .label("hit")
    ///     .wait(ms(500))
    ///     .at_label("hit", cue(CueKind::Effect, "clang"))
    ///     .build()?;
    /// let clang = scene.arrangement(scene.find("clang")?).unwrap();
    /// assert_eq!(clang.start, ms(300));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_label(self, label: impl Into<String>, item: Item<K>) -> Self {
        self.put(Position::label(label), item)
    }

    /// Puts an item at any [`Position`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder, wait}};
    ///
    /// let overlap = Position::end().plus(ms(-100));
    /// let scene = TimelineBuilder::<&str>::new("scene").wait(ms(400)).put(overlap, wait(ms(200))).build()?;
    /// assert_eq!(scene.duration(), Some(ms(500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn put(self, position: Position, item: Item<K>) -> Self {
        self.declare(position, Declared::Item(Box::new(item), true))
    }

    /// Puts a label at the end of all earlier items.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let move_x = || from_to("x", 0.0, 8.0).duration(ms(400));
    /// let turn = || from_to("turn", 0.0, 90.0).duration(ms(300));
    /// let scene = TimelineBuilder::new("card").then(move_x()).label("there").then(turn()).build()?;
    /// assert_eq!(scene.label("there")?, ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn label(self, name: impl Into<String>) -> Self {
        self.label_at(Position::end(), name)
    }

    /// Puts a label at any position. A label takes no time and does not count as the previous item.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Position, TimelineBuilder}};
    ///
    /// let scene = TimelineBuilder::<&str>::new("scene").wait(ms(400)).label_at(Position::time(ms(100)), "early");
    /// assert_eq!(scene.build()?.label("early")?, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn label_at(self, position: Position, name: impl Into<String>) -> Self {
        self.declare(position, Declared::Label(name.into()))
    }

    /// Puts a wait after all earlier items.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("x").wait(ms(200)).then(from_to("x", 0.0, 8.0).duration(ms(400))).build()?;
    /// assert_eq!((scene.sample(&"x", ms(200)), scene.sample(&"x", ms(400))), (Ok(0.0), Ok(4.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn wait(self, duration: Span) -> Self {
        self.then(wait(duration))
    }

    /// Puts a group of items after all earlier items, each with its delay from `stagger`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Stagger, TimelineBuilder, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0, 8.0).duration(ms(400));
    /// let hand = TimelineBuilder::new("hand").staggered(&Stagger::each(ms(100)), (0..5).map(deal)).build()?;
    /// assert_eq!(hand.duration(), Some(ms(800)), "the last card starts at 400 ms");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn staggered(self, stagger: &Stagger, items: impl IntoIterator<Item = Item<K>>) -> Self {
        self.then(stagger.over(items))
    }

    #[cfg(feature = "serde")]
    pub(super) fn of_parts(name: String, content: Content<K>) -> Self {
        Self { name, content }
    }

    #[cfg(feature = "serde")]
    pub(super) fn into_parts(self) -> (String, Content<K>) {
        (self.name, self.content)
    }

    fn declare(mut self, position: Position, declared: Declared<K>) -> Self {
        self.content.declare(position, declared);
        self
    }
}

impl<K: Ord + Clone + fmt::Debug> TimelineBuilder<K> {
    /// Checks all items and builds the timeline, in O(n log n).
    ///
    /// # Errors
    ///
    /// A [`TimelineError`] that names the first invalid item; its [`TimelineErrorKind`](super::TimelineErrorKind) names
    /// the fault.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineErrorKind, from_to}};
    ///
    /// let scene = TimelineBuilder::new("scene").then(from_to("x", 0.0, 8.0).named("slide").times(0));
    /// let error = scene.build().unwrap_err();
    /// assert_eq!(error.kind, TimelineErrorKind::NoPasses);
    /// assert_eq!(error.to_string(), "item 1 (scene / slide): 0 passes were asked for; at least 1 is needed");
    /// ```
    pub fn build(self) -> Result<Timeline<K>, TimelineError> {
        nest(self).build()
    }
}
