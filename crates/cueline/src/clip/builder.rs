//! Making clips: anything goes in, and is checked as a whole.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

use super::{Animated, Channel, Clip, Cue, Keyframe, Keys, TrackError};
use crate::time::{Span, TickRate};

/// What a clip is made from; checked as a whole by [`ClipBuilder::build`]. Also its form in files.
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, ClipError, Cue, Keyframe},
///     time::Span,
/// };
///
/// let ms = Span::from_millis;
/// let reload = ClipBuilder::new("reload")
///     .track("angle", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 30.0)])
///     .cue(Cue::effect(ms(100), "click"))
///     .cue(Cue::state(ms(400), "magazine full"))
///     .build()?;
/// assert_eq!(reload.duration(), ms(400));
/// assert_eq!(reload.track::<f32>("angle")?.sample(ms(100)), 7.5);
///
/// let twice = ClipBuilder::from(reload).track("angle", [Keyframe::hold(ms(0), 1_i32)]).build();
/// assert_eq!(twice, Err(ClipError::DuplicatePath { path: "angle".into() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ClipBuilder {
    /// What the clip is called.
    pub name: String,
    /// How long it lasts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub length: ClipDuration,
    /// The frame rate in which it is made; 60 a second unless told otherwise.
    #[cfg_attr(feature = "serde", serde(default = "default_rate"))]
    pub rate: TickRate,
    /// Tracks in any order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tracks: Vec<TrackBuilder>,
    /// Named moments in any order.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cues: Vec<Cue>,
}

/// A track of a [`ClipBuilder`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TrackBuilder {
    /// The property it moves, such as `position.x`.
    pub path: String,
    /// Its keyframes.
    pub keys: Keys,
}

/// How long a clip lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ClipDuration {
    /// Until its last keyframe or cue.
    #[default]
    Whole,
    /// This long, and no keyframe or cue may come later.
    Exactly(Span),
    /// This long, also where keyframes come later: they shape the curve but are not reached. Cues
    /// may not come later.
    Cut(Span),
}

/// [`ClipDuration::Exactly`] that long.
impl From<Span> for ClipDuration {
    fn from(length: Span) -> Self {
        Self::Exactly(length)
    }
}

impl ClipBuilder {
    /// A clip without anything in it yet.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let (tracks, cues) = (Vec::new(), Vec::new());
        Self { name: name.into(), length: ClipDuration::Whole, rate: default_rate(), tracks, cues }
    }

    /// With another length than that of what is in it.
    #[must_use]
    pub fn duration(self, length: impl Into<ClipDuration>) -> Self {
        Self { length: length.into(), ..self }
    }

    /// With another frame rate.
    #[must_use]
    pub fn rate(self, rate: TickRate) -> Self {
        Self { rate, ..self }
    }

    /// With a track for the property at `path`; its keyframes must be sorted by time.
    #[must_use]
    pub fn track<T: Animated>(
        mut self,
        path: impl Into<String>,
        keyframes: impl IntoIterator<Item = Keyframe<T>>,
    ) -> Self {
        let keys = T::keys(keyframes.into_iter().collect());
        self.tracks.push(TrackBuilder { path: path.into(), keys });
        self
    }

    /// With a cue.
    #[must_use]
    pub fn cue(mut self, cue: Cue) -> Self {
        self.cues.push(cue);
        self
    }

    /// Checks everything and makes the clip.
    ///
    /// # Errors
    ///
    /// [`ClipError::Track`] for the first track whose keyframes are none; [`ClipError::DuplicatePath`]
    /// for two tracks of one path; [`ClipError::NegativeDuration`]; [`ClipError::KeyframeOutside`] for a
    /// track that is longer than the clip; [`ClipError::CueOutside`] for a cue before the clip's start
    /// or after its end; [`ClipError::TooManyCues`] beyond `u32::MAX`.
    pub fn build(self) -> Result<Clip, ClipError> {
        let Self { name, length, rate, tracks, mut cues } = self;
        let mut channels = Vec::with_capacity(tracks.len());
        for TrackBuilder { path, keys } in tracks {
            match keys.build() {
                Ok(channel) => channels.push((path.into_boxed_str(), channel)),
                Err(error) => return Err(ClipError::Track { path, error }),
            }
        }
        channels.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Some(pair) = channels.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(ClipError::DuplicatePath { path: pair[0].0.clone().into_string() });
        }
        cues.sort_by_key(|cue| cue.at); // stable: cues of one time keep their order
        let longest = channels.iter().max_by_key(|(_, channel)| channel.duration());
        let keyed = longest.map_or(Span::ZERO, |(_, channel)| channel.duration());
        let cued = cues.last().map_or(Span::ZERO, |cue| cue.at);
        let length = match length {
            ClipDuration::Whole => keyed.max(cued),
            ClipDuration::Exactly(length) | ClipDuration::Cut(length) if length < Span::ZERO => {
                return Err(ClipError::NegativeDuration { length });
            }
            ClipDuration::Exactly(length) => match longest {
                Some((path, _)) if keyed > length => {
                    let path = path.clone().into_string();
                    return Err(ClipError::KeyframeOutside { path, at: keyed, length });
                }
                _ => length,
            },
            ClipDuration::Cut(length) => length,
        };
        if let Some(cue) = cues.iter().find(|cue| cue.at < Span::ZERO || cue.at > length) {
            return Err(ClipError::CueOutside { name: cue.name.clone(), at: cue.at, length });
        }
        if u32::try_from(cues.len()).is_err() {
            return Err(ClipError::TooManyCues { count: cues.len() });
        }
        let (channels, cues) = (channels.into_boxed_slice(), cues.into_boxed_slice());
        let name: Box<str> = name.into();
        Ok(Clip { name, length, rate, channels, cues, digest: 0, layout: 0 }.digested())
    }
}

fn default_rate() -> TickRate {
    TickRate::HZ_60
}

impl TryFrom<ClipBuilder> for Clip {
    type Error = ClipError;
    fn try_from(draft: ClipBuilder) -> Result<Self, ClipError> {
        draft.build()
    }
}

/// Back into a draft, to be changed or written to a file; building it again gives an equal clip.
impl From<Clip> for ClipBuilder {
    fn from(clip: Clip) -> Self {
        let track = |(path, channel): (&str, &Channel)| TrackBuilder {
            path: path.into(),
            keys: channel.keys(),
        };
        let tracks: Vec<TrackBuilder> = clip.channels().map(track).collect();
        let draft = Self { rate: clip.rate, tracks, ..Self::new(clip.name()) };
        Self { cues: clip.cues.into(), ..draft.duration(ClipDuration::Cut(clip.length)) }
    }
}

/// Why a draft is not a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipError {
    /// The keyframes of a track are none.
    Track {
        /// The track's path.
        path: String,
        /// What is wrong with them.
        error: TrackError,
    },
    /// Two tracks have one path.
    DuplicatePath {
        /// The path.
        path: String,
    },
    /// The length is below zero.
    NegativeDuration {
        /// What was asked for.
        length: Span,
    },
    /// A keyframe lies after the end of a clip that is not [`ClipDuration::Cut`].
    KeyframeOutside {
        /// The path of its track.
        path: String,
        /// Where it is.
        at: Span,
        /// How long the clip is.
        length: Span,
    },
    /// A cue lies before the clip's start or after its end.
    CueOutside {
        /// The cue's name.
        name: String,
        /// Where it is.
        at: Span,
        /// How long the clip is.
        length: Span,
    },
    /// There are more cues than an `u32` counts.
    TooManyCues {
        /// How many.
        count: usize,
    },
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Track { path, error } => write!(f, "track {path:?}: {error}"),
            Self::DuplicatePath { path } => write!(f, "there are two tracks {path:?}"),
            Self::NegativeDuration { length } => {
                write!(f, "the duration of the clip is {length} but must be 0 or more")
            }
            Self::KeyframeOutside { path, at, length } => {
                write!(f, "track {path:?} has a keyframe at {at} but must end by {length}")
            }
            Self::CueOutside { name, at, length } => {
                write!(f, "cue {name:?} is at {at} but must be within 0 and {length}")
            }
            Self::TooManyCues { count } => {
                write!(f, "{count} cues, but a clip holds at most {}", u32::MAX)
            }
        }
    }
}

impl core::error::Error for ClipError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Track { error, .. } => Some(error),
            _ => None,
        }
    }
}
