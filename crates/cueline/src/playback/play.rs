//! How something is to be played: what is chosen when it starts.

use core::fmt;

use super::Weight;
use crate::{
    clip::{ClipIdError, ClipsError},
    time::{Span, Speed},
};

/// How a clip is to be played. By default once, whole, at normal speed and at once.
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
    /// How long it waits before it shows, on the clock and whatever its speed. Never negative.
    pub delay: Span,
    /// How fast the clip's time runs; below zero it begins at the end of its last pass.
    pub speed: Speed,
    /// The part of the clip that plays, both ends included; the whole clip by default.
    pub range: Option<(Span, Span)>,
    /// How many passes.
    pub repeat: Repeat,
    /// What a pass does after the one before it.
    pub repeat_mode: RepeatMode,
    /// Sorts what is due at one time: lower lanes first. Used by [`Player`](super::Player).
    pub lane: u32,
    /// Its weight among others on the same property.
    pub weight: Weight,
    /// How long its weight takes to come up from nothing.
    pub fade_in: Span,
    /// Whether its value replaces or adds to what is there.
    pub mix: Mix,
    /// What becomes of it after its end.
    pub at_end: AtEnd,
    /// Whether every loop is reported.
    pub loop_events: LoopEvents,
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
    /// Refuses settings that only a player has a use for.
    pub(crate) fn check_for(&self, what: &'static str) -> Result<(), PlayError> {
        let Self { lane, weight, fade_in, mix, at_end, loop_events, .. } = Self::default();
        let settings = [
            (self.lane != lane, "lane"),
            (self.weight != weight, "weight"),
            (self.fade_in != fade_in, "fade_in"),
            (self.mix != mix, "mix"),
            (self.at_end != at_end, "at_end"),
            (self.loop_events != loop_events, "loop_events"),
        ];
        match settings.into_iter().find(|(is_set, _)| *is_set) {
            Some((_, setting)) => Err(PlayError::NoEffect { setting, what }),
            None => Ok(()),
        }
    }
}

/// How many passes there are.
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

/// What a pass does after the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RepeatMode {
    /// It jumps back and shows the same again.
    #[default]
    Restart,
    /// It turns round: every other pass runs the other way.
    PingPong,
    /// It runs again on top of where the last one ended: each pass adds the clip's whole difference, on each track
    /// for itself.
    ///
    /// A track of [`Transform`](crate::value::Transform)s goes on in the direction in which it has turned: a step
    /// ahead and a quarter turn lead back to the start in four passes. A rotation and a translation in two tracks
    /// know nothing of each other, and the translation goes straight on. So put the root motion of a character that
    /// turns into one track of transforms.
    Relative,
}

/// How a playing clip's value meets that of others on the same property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mix {
    /// It is the value, or its share of a blend of such values.
    #[default]
    Replace,
    /// Its difference from its start is added on top.
    Add,
}

/// What becomes of a playing item after its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AtEnd {
    /// It is gone; its handle answers so.
    #[default]
    Leave,
    /// It stays and shows its end until it is stopped, turned back or played again.
    Hold,
}

/// Whether every loop that a step crosses is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoopEvents {
    /// Each one, with the cues of each pass; up to [`LoopEvents::MOST_IN_ONE_STEP`].
    #[default]
    Each,
    /// The last one of a step only, its loop index says how many there were; passes crossed as a
    /// whole in that step deliver no cues. Reports depend on the size of the steps then.
    Coalesced,
}

impl LoopEvents {
    /// A step that would report more loops and cues of one item than this reports them coalesced, so that a loop of a few
    /// flicks neither hangs nor fills the memory.
    pub const MOST_IN_ONE_STEP: u64 = 1 << 16;
}

/// Why something cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The range ends before it begins, or is longer than a [`Span`] holds.
    Range {
        /// Where it begins.
        from: Span,
        /// Where it ends.
        to: Span,
    },
    /// More than one pass over no time at all.
    EmptyLoop {
        /// Where the empty range lies.
        at: Span,
    },
    /// No passes were asked for.
    NoPasses,
    /// The delay, or the time that it fades in, is below zero.
    NegativeDelay {
        /// What was asked for.
        delay: Span,
    },
    /// A setting of [`Play`] that does nothing there, and would be ignored.
    NoEffect {
        /// The name of the field.
        setting: &'static str,
        /// On what it has no effect: a playhead, a timeline, a member of a group, a crossfade.
        what: &'static str,
    },
    /// The library has no clip of that id.
    Id(ClipIdError),
    /// The library has no clip of that name.
    Name(ClipsError),
    /// A group without members.
    EmptyGroup,
    /// All places are taken: 2^32 - 1 of them.
    Full,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { from, to } => {
                write!(f, "the range ends at {to} but must not end before its start at {from}")
            }
            Self::EmptyLoop { at } => write!(
                f,
                "the range at {at} has a duration of 0 ms; what repeats needs a duration above zero"
            ),
            Self::NoPasses => write!(f, "0 passes were asked for; at least 1 is needed"),
            Self::NegativeDelay { delay } => {
                write!(f, "the delay or fade lasts {delay} but must not be negative")
            }
            Self::NoEffect { setting, what } => {
                write!(f, "`{setting}` has no effect on {what}; leave it at its default")
            }
            Self::Id(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::EmptyGroup => write!(f, "a group of 0 members has no end; at least 1 is needed"),
            Self::Full => write!(f, "a player holds at most {} items", u32::MAX),
        }
    }
}

impl core::error::Error for PlayError {}

impl From<ClipIdError> for PlayError {
    fn from(error: ClipIdError) -> Self {
        Self::Id(error)
    }
}
impl From<ClipsError> for PlayError {
    fn from(error: ClipsError) -> Self {
        Self::Name(error)
    }
}
