//! What a timeline is made of: tweens, clips, flipbooks, cues, calls, waits and timelines.

use alloc::{boxed::Box, string::String, sync::Arc, vec, vec::Vec};

use super::{Timeline, TimelineBuilder, TimelineError};
use crate::{
    clip::{Animated, Clip, CueKind, Flipbook, Value},
    playback::Repeat,
    time::{Span, Speed},
    value::Easing,
};

/// One thing in a timeline, before it is built.
///
/// `K` says what is moved: a property of a target, as a type of the game's own (an enum, a pair of a card and a
/// property) or a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<K> {
    pub(super) name: String,
    pub(super) what: What<K>,
    /// Of tweens and waits only.
    pub(super) duration: Option<Span>,
    pub(super) easing: Option<Easing>,
    pub(super) delay: Span,
    pub(super) speed: Speed,
    pub(super) loops: Repeat,
    pub(super) gap: Span,
    pub(super) ping_pong: bool,
    pub(super) conflict: Option<Conflict>,
    pub(super) keeps_velocity: bool,
    pub(super) one_way: bool,
    /// Whether something was joined that is no tween, or to something that is none.
    pub(super) joins_no_tween: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum What<K> {
    Tween(Vec<Move<K>>),
    /// With the property that each of the clip's channels moves, by the channel's number.
    Clip(Arc<Clip>, Vec<K>),
    Flipbook(K, Box<Flipbook>),
    Cue(CueKind),
    Call(u32),
    Pause,
    Wait,
    Nest(Box<TimelineBuilder<K>>),
    /// A timeline that was nested too deep; what was in it is gone.
    TooDeep,
}

/// What a tween does to one property. Where an end is not given it is what the property shows at the start.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Move<K> {
    pub(super) key: K,
    pub(super) from: Option<Value>,
    pub(super) to: Option<Value>,
}

/// What becomes of two writers of one property at one time. That of the one declared later counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Conflict {
    /// It is an error.
    #[default]
    Refuse,
    /// The one that starts later takes over from its start on.
    Replace,
    /// The one that starts later takes over bit by bit, in a straight line from its start to the other's end.
    Blend,
    /// It starts when the other one is over.
    Queue,
}

/// Moves a property from what it shows to `value`.
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
    Item::tween(key, None, Some(value.value()))
}

/// Moves a property from `value` to what it shows at the start of the tween.
///
/// Where nothing else moves the property before, it shows `value` from the beginning.
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
    Item::tween(key, Some(value.value()), None)
}

/// Moves a property from one value to another, whatever it shows at the start of the tween.
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
    Item::tween(key, Some(from.value()), Some(to.value()))
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

/// Plays a clip. `key` says which property the track of that path moves.
#[must_use]
pub fn clip<K>(clip: impl Into<Arc<Clip>>, mut key: impl FnMut(&str) -> K) -> Item<K> {
    let clip = clip.into();
    let keys = clip.channels().map(|(path, _)| key(path)).collect();
    Item { name: clip.name().into(), ..Item::new(What::Clip(clip, keys)) }
}

/// Writes the number of the frame that shows, an `i32`, to a property.
#[must_use]
pub fn flipbook<K>(key: K, book: Flipbook) -> Item<K> {
    Item::new(What::Flipbook(key, Box::new(book)))
}

/// A named moment.
#[must_use]
pub fn cue<K>(kind: CueKind, name: impl Into<String>) -> Item<K> {
    Item { name: name.into(), ..Item::new(What::Cue(kind)) }
}

/// A moment with a number that means something to the game. It counts also when it is jumped over.
#[must_use]
pub fn call<K>(number: u32) -> Item<K> {
    Item::new(What::Call(number))
}

/// A moment at which play stops until it is told to go on.
#[must_use]
pub fn pause_here<K>() -> Item<K> {
    Item::new(What::Pause)
}

/// Time in which nothing happens.
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
    Item::new(What::Wait).duration(duration)
}

/// A timeline as an item of another.
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
pub fn nest<K>(draft: TimelineBuilder<K>) -> Item<K> {
    if draft.depth >= TimelineBuilder::<K>::MAX_DEPTH {
        return Item { name: draft.name, ..Item::new(What::TooDeep) };
    }
    Item { name: draft.name.clone(), ..Item::new(What::Nest(Box::new(draft))) }
}

impl<K> Item<K> {
    pub(super) fn new(what: What<K>) -> Self {
        Self {
            name: String::new(),
            what,
            duration: None,
            easing: None,
            delay: Span::ZERO,
            speed: Speed::NORMAL,
            loops: Repeat::Once,
            gap: Span::ZERO,
            ping_pong: false,
            conflict: None,
            keeps_velocity: false,
            one_way: false,
            joins_no_tween: false,
        }
    }

    fn tween(key: K, from: Option<Value>, to: Option<Value>) -> Self {
        Self::new(What::Tween(vec![Move { key, from, to }]))
    }

    /// Also does what another tween does, at the same time, with the timing of this one. Building refuses it unless both
    /// are tweens.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        match (&mut self.what, other.what) {
            (What::Tween(moves), What::Tween(more)) => moves.extend(more),
            _ => self.joins_no_tween = true,
        }
        self
    }

    /// With a name, by which it can be found and errors speak of it.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the duration of one pass of a tween, or of a wait. Everything else has a duration of its own: play a clip faster
    /// or slower by [`speed`](Self::speed).
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
    pub fn duration(self, duration: Span) -> Self {
        Self { duration: Some(duration), ..self }
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
    pub fn eased(self, easing: Easing) -> Self {
        Self { easing: Some(easing), ..self }
    }

    /// Starts that much later than where it is put; earlier for a delay below zero, which makes an overlap.
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
    pub fn delayed(self, delay: Span) -> Self {
        Self { delay, ..self }
    }

    /// Plays so many passes; building refuses none.
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
    pub fn times(self, passes: u64) -> Self {
        Self { loops: Repeat::Times(passes), ..self }
    }

    /// Plays for ever. Then nothing may wait for it.
    #[must_use]
    pub fn forever(self) -> Self {
        Self { loops: Repeat::Forever, ..self }
    }

    /// Stands still at the end of a pass before the next one begins, in its own time.
    #[must_use]
    pub fn gap(self, gap: Span) -> Self {
        Self { gap, ..self }
    }

    /// Every other pass runs backward.
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
    pub fn ping_pong(self) -> Self {
        Self { ping_pong: true, ..self }
    }

    /// Its own time runs faster or slower, by an exact factor above zero.
    #[must_use]
    pub fn speed(self, speed: Speed) -> Self {
        Self { speed, ..self }
    }

    /// What becomes of it where it meets another writer of one of its properties.
    #[must_use]
    pub fn on_conflict(self, conflict: Conflict) -> Self {
        Self { conflict: Some(conflict), ..self }
    }

    /// A tween that goes on with the velocity that it finds: it leaves what shows at the pace at which that moves, and
    /// comes to rest at its end, on a cubic instead of its easing.
    ///
    /// With [`Conflict::Replace`] that is how something is given a new goal while it moves. The pace is measured over
    /// a thousandth of a second to both sides of the start.
    #[must_use]
    pub fn keeping_velocity(self) -> Self {
        Self { keeps_velocity: true, ..self }
    }

    /// A cue or call that means something forward only. Building refuses it where it would be played backward.
    #[must_use]
    pub fn one_way(self) -> Self {
        Self { one_way: true, ..self }
    }
}

impl<K> Item<K> {
    /// The first setting that means nothing to an item of this kind, and the kind.
    pub(super) fn setting_without_effect(&self) -> Option<(&'static str, &'static str)> {
        let (kind, writes, lasts) = match self.what {
            What::Tween(_) => ("tween", true, true),
            What::Clip(..) => ("clip", true, true),
            What::Flipbook(..) => ("flipbook", true, true),
            What::Nest(_) | What::TooDeep => ("timeline", true, true),
            What::Wait => ("wait", false, true),
            What::Cue(_) => ("cue", false, false),
            What::Call(_) => ("call", false, false),
            What::Pause => ("pause point", false, false),
        };
        let is_tween = kind == "tween";
        [
            (self.joins_no_tween, "and"),
            (self.duration.is_some() && !is_tween && kind != "wait", "duration"),
            (self.easing.is_some() && !is_tween, "eased"),
            (self.keeps_velocity && !is_tween, "keeping_velocity"),
            (self.conflict.is_some() && !writes, "on_conflict"),
            (self.speed != Speed::NORMAL && !lasts, "speed"),
            (self.loops != Repeat::Once && !lasts, "times"),
            (!self.gap.is_zero() && !lasts, "gap"),
            (self.ping_pong && !lasts, "ping_pong"),
        ]
        .into_iter()
        .find_map(|(is_set, name)| is_set.then_some((name, kind)))
    }
}

impl<K: Ord + Clone + core::fmt::Debug> Item<K> {
    /// Builds a timeline of this item alone: so a timeline as a whole is repeated, or slowed down.
    ///
    /// # Errors
    ///
    /// As [`TimelineBuilder::build`].
    pub fn build(self) -> Result<Timeline<K>, TimelineError> {
        super::compile::build(self)
    }
}
