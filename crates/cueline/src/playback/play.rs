//! The settings of a playing clip, chosen when it starts.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::Weight;
use crate::{
    clip::LookupError,
    time::{Span, Speed},
};

/// The settings of a playing clip. By default it plays once, whole, at normal speed and without a delay.
///
/// # Examples
///
/// ```
/// use cueline::{playback::{Play, Repeat, RepeatMode}, time::{Span, Speed}};
///
/// let walk = Play { repeat: Repeat::Forever, repeat_mode: RepeatMode::PingPong, ..Play::default() };
/// assert_eq!(walk.speed, Speed::NORMAL);
/// assert_eq!(walk.delay, Span::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Play {
    /// The delay before the clip shows, in time of the clock, not changed by the speed. A negative delay starts it in the
    /// past: with `-event.lateness` it starts where that event was due.
    pub delay: Span,
    /// The speed of the clip's time. A clip with a negative speed begins at the end of its last pass.
    pub speed: Speed,
    /// The part of the clip that plays, both ends included; the whole clip by default.
    pub range: Option<(Span, Span)>,
    /// The number of passes.
    pub repeat: Repeat,
    /// How a pass continues after the pass before it.
    pub repeat_mode: RepeatMode,
    /// Orders events that are due at one time: lower numbers first. Used by [`Player`](super::Player).
    pub priority: u32,
    /// The weight in a blend of several clips on the same property.
    pub weight: Weight,
    /// The duration of the fade from a weight of zero to `weight`.
    pub fade_in: Span,
    /// Whether the value of the clip replaces the value of the property, or is added to it.
    pub mix: Mix,
    /// What happens to the item at its end.
    pub at_end: AtEnd,
    /// Whether every loop is reported.
    pub loop_events: LoopEvents,
}

crate::digest::digested! {
    struct Play {
        delay, speed, range, repeat, repeat_mode, priority, weight, fade_in, mix, at_end, loop_events,
    }
}

/// Only the number of passes, everything else by default.
impl From<Repeat> for Play {
    fn from(repeat: Repeat) -> Self {
        Self { repeat, ..Self::default() }
    }
}
impl From<&Self> for Play {
    fn from(play: &Self) -> Self {
        *play
    }
}

impl Play {
    /// Refuses settings that have no effect on a playhead.
    pub(crate) fn check_for_playhead(&self) -> Result<(), PlayError> {
        let Self { weight, fade_in, loop_events, .. } = Self::default();
        let settings = [
            (self.weight != weight, "weight"),
            (self.fade_in != fade_in, "fade_in"),
            (self.loop_events != loop_events, "loop_events"),
        ];
        self.check_for_row()?;
        refuse(settings, "a playhead")
    }

    /// Refuses settings that only have an effect in a player.
    pub(crate) fn check_for_row(&self) -> Result<(), PlayError> {
        let Self { priority, mix, at_end, .. } = Self::default();
        let settings = [
            (self.priority != priority, "priority"),
            (self.mix != mix, "mix"),
            (self.at_end != at_end, "at_end"),
        ];
        refuse(settings, "what plays outside of a player")
    }
}

/// Refuses the first setting that is set.
fn refuse<const N: usize>(
    settings: [(bool, &'static str); N],
    what: &'static str,
) -> Result<(), PlayError> {
    match settings.into_iter().find(|(is_set, _)| *is_set) {
        Some((_, setting)) => Err(PlayError::NoEffect { setting, what }),
        None => Ok(()),
    }
}

/// The number of passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Repeat {
    /// One pass.
    #[default]
    Once,
    /// That many passes, at least one.
    Times(u64),
    /// No end, in either direction.
    Forever,
}

crate::digest::digested! { enum Repeat { Once, Times(it), Forever } }

/// How a pass continues after the pass before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RepeatMode {
    /// The pass jumps back to the start and shows the same again.
    #[default]
    Restart,
    /// The pass turns round: every other pass runs in the other direction.
    PingPong,
    /// The pass starts where the pass before it ended: each pass adds the whole difference of the clip, track by track.
    ///
    /// A track of [`Transform`](crate::value::Transform)s continues in the direction to which it has turned: a step
    /// ahead and a quarter turn lead back to the start in four passes. A rotation and a translation in two tracks do
    /// not affect each other, so there the translation continues straight on. Put the root motion of a character that
    /// turns into one track of transforms, or take it out by `RootMotion` of the crate `cueline-characters`.
    Relative,
}

crate::digest::digested! { enum RepeatMode { Restart, PingPong, Relative } }

/// How the value of an item combines with other items on the same property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mix {
    /// The value covers the values of items that were played before it on the property, by its weight.
    #[default]
    Replace,
    /// The difference from the start of the clip is added on top.
    Add,
}

crate::digest::digested! { enum Mix { Replace, Add } }

/// What happens to an item at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AtEnd {
    /// The item is removed, and its handle is stale.
    #[default]
    Leave,
    /// The item stays and shows its end until it is stopped, turned back or restarted.
    Hold,
}

crate::digest::digested! { enum AtEnd { Leave, Hold } }

/// Whether every loop of a step is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoopEvents {
    /// Every loop, with the cues of every pass; up to [`LoopEvents::MOST_IN_ONE_STEP`].
    #[default]
    Each,
    /// Only the last loop of a step; its loop index gives the number. Passes that lie completely within one step
    /// report no cues, so the reports depend on the size of the steps.
    Coalesced,
}

crate::digest::digested! { enum LoopEvents { Each, Coalesced } }

impl LoopEvents {
    /// A step that would report more loops and cues of one item than this number reports them coalesced, so that a
    /// loop of a few flicks neither hangs nor fills the memory.
    pub const MOST_IN_ONE_STEP: u64 = 1 << 16;
}

/// The cues and loops that a seek reports when it passes over them. A start or an end is always reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeekPolicy {
    /// Nothing.
    Silent,
    /// Cues that count as state.
    #[default]
    State,
    /// All cues and loops.
    All,
}

crate::digest::digested! { enum SeekPolicy { Silent, State, All } }

/// Why something cannot be played, a command to what plays is refused, or a player cannot be saved or loaded. Nothing has
/// changed then, and a save stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The range ends before it begins, or is longer than a [`Span`] holds.
    Range {
        /// The start.
        from: Span,
        /// The end.
        to: Span,
    },
    /// More than one pass over a range of zero duration.
    EmptyLoop {
        /// The position of the empty range.
        at: Span,
    },
    /// Zero passes.
    NoPasses,
    /// The fade is negative.
    NegativeFade {
        /// The fade.
        fade: Span,
    },
    /// A setting of [`Play`] that would have no effect.
    NoEffect {
        /// The name of the field.
        setting: &'static str,
        /// The place where the setting has no effect: a playhead, a timeline, a member of a group, a crossfade.
        what: &'static str,
    },
    /// The library does not have the clip.
    Clip(LookupError),
    /// An item of the player that is saved plays a clip that the library does not have, so the clip has no name.
    Unnamed(LookupError),
    /// Clips of a save are missing, or have changed.
    Clips {
        /// The names of the missing clips.
        missing: Vec<String>,
        /// The names of the clips with different content.
        changed: Vec<String>,
    },
    /// A save is inconsistent.
    Damaged,
    /// A group without members.
    EmptyGroup,
    /// The player is full: it holds 2^32 - 1 items.
    Full,
    /// The item or group of the handle has ended.
    Gone,
    /// The item of the player loops forever, so it has no end.
    LoopsForever,
    /// What plays never ends, so it cannot repeat or finish.
    Endless,
    /// An item of the timeline is [one way](crate::timeline::Item::one_way).
    OneWay,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { from, to } => {
                write!(f, "the range ends at {to} but must not end before its start at {from}")
            }
            Self::EmptyLoop { at } => write!(
                f,
                "the range at {at} has a duration of 0 ms; a repeating item needs a duration above zero"
            ),
            Self::NoPasses => write!(f, "0 passes were asked for; at least 1 is needed"),
            Self::NegativeFade { fade } => {
                write!(f, "the fade is {fade} but must not be negative")
            }
            Self::NoEffect { setting, what } => {
                write!(f, "`{setting}` has no effect on {what}; leave it at its default")
            }
            Self::Clip(error) => error.fmt(f),
            Self::Unnamed(error) => write!(f, "an item plays a clip that has no name: {error}"),
            Self::Clips { missing, changed } => {
                let lists = [("missing", missing), ("changed since the save", changed)];
                let mut lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
                if let Some((what, names)) = lists.next() {
                    write!(f, "clips {what}: {}", names.join(", "))?;
                }
                lists.try_for_each(|(what, names)| write!(f, "; {what}: {}", names.join(", ")))
            }
            Self::Damaged => write!(f, "the save is damaged: its parts are inconsistent"),
            Self::EmptyGroup => write!(f, "the group has 0 members but needs at least 1"),
            Self::Full => write!(f, "a player holds at most {} items", u32::MAX),
            Self::Gone => f.write_str("stale handle: the item has ended"),
            Self::LoopsForever => {
                f.write_str("an item that loops forever cannot finish; use `stop`")
            }
            Self::Endless => f.write_str("it never ends, so it cannot repeat or finish"),
            Self::OneWay => {
                f.write_str("the timeline has an item that is one way, so it cannot play backward")
            }
        }
    }
}

impl core::error::Error for PlayError {}

impl From<LookupError> for PlayError {
    fn from(error: LookupError) -> Self {
        Self::Clip(error)
    }
}
