//! Why content cannot be built.

use alloc::{boxed::Box, string::String};
use core::{error::Error, fmt, num::NonZeroU32};

use super::lookup::MOST;
use crate::time::{Span, TimeError};

/// Why keyframes, a clip, a flipbook or a text that types itself cannot be built, and where the fault is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentError {
    /// A track has no keyframes, so it has no value.
    NoKeyframes,
    /// A keyframe is before its predecessor.
    KeyframeOrder {
        /// Which one, from 0.
        index: usize,
        /// The time of the keyframe.
        at: Span,
        /// The time of its predecessor.
        after: Span,
    },
    /// A keyframe's value or tangent is NaN or infinite.
    NotFinite {
        /// Which one, from 0.
        index: usize,
        /// The part: `value`, `tangent before`, `tangent after` or `easing`.
        part: &'static str,
    },
    /// The frame number of a keyframe is not a time.
    FrameNumber {
        /// Which keyframe, from 0.
        index: usize,
        /// What is wrong with it.
        error: TimeError,
    },
    /// More keyframes than a track can hold.
    TooManyKeyframes {
        /// The number of keyframes; a track holds up to 2^31 - 1.
        count: usize,
    },
    /// The keyframes of a track of a clip are invalid.
    Track {
        /// The path of the track.
        path: String,
        /// What is wrong with the keyframes.
        error: Box<Self>,
    },
    /// Two tracks of a clip have one path.
    DuplicatePath {
        /// The path.
        path: String,
    },
    /// The duration of a clip is negative.
    NegativeDuration {
        /// The duration of the clip.
        duration: Span,
    },
    /// A keyframe lies after the end of a clip that is not [`ClipDuration::Cut`](super::ClipDuration::Cut).
    KeyframeOutside {
        /// The path of its track.
        path: String,
        /// Where it is.
        at: Span,
        /// The duration of the clip.
        duration: Span,
    },
    /// A cue lies before the clip's start or after its end.
    CueOutside {
        /// The cue's name.
        name: String,
        /// Where it is.
        at: Span,
        /// The duration of the clip.
        duration: Span,
    },
    /// A clip or flipbook has more cues than an `u32` counts.
    TooManyCues {
        /// How many.
        count: usize,
    },
    /// A flipbook has no frames.
    NoFrames,
    /// The duration of a frame of a flipbook is zero or negative.
    Hold {
        /// The index of the frame, from 0.
        frame: u32,
        /// Its duration.
        hold: Span,
    },
    /// The frames of a flipbook up to this one take longer than [`Span::MAX`], or are more than `u32::MAX`.
    FrameTooLate {
        /// The index of the frame, from 0.
        frame: u32,
    },
    /// The number of passes of a flipbook is 0.
    NoPasses,
    /// There are more or fewer pictures than frames.
    Pictures {
        /// The number of pictures; of too many, one more than the frames.
        found: usize,
        /// The number of frames.
        needed: NonZeroU32,
    },
    /// A cue lies before the start or after the end of the first pass of a flipbook.
    CueOutsidePass {
        /// The index of the cue among those that were given, from 0.
        index: u32,
        /// Its time.
        at: Span,
        /// The duration of the pass, at most [`Span::MAX`].
        pass: Span,
    },
    /// The time before a character of a typed text is negative.
    Pace {
        /// The index of the character, from 0.
        character: usize,
        /// The time before it.
        pace: Span,
    },
    /// A character of a typed text shows after [`Span::MAX`], or is more than `u32::MAX` allow.
    CharacterTooLate {
        /// The index of the character, from 0.
        character: usize,
    },
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeyframes => f.write_str("a track needs at least one keyframe"),
            Self::KeyframeOrder { index, at, after } => {
                write!(f, "keyframe {index} is at {at} but must not come before {after}")
            }
            Self::NotFinite { index, part } => {
                write!(f, "the {part} of keyframe {index} is NaN or infinite but must be finite")
            }
            Self::FrameNumber { index, error } => {
                write!(f, "the frame of keyframe {index}: {error}")
            }
            Self::TooManyKeyframes { count } => {
                write!(f, "{count} keyframes, but a track holds at most {MOST}")
            }
            Self::Track { path, error } => write!(f, "track {path:?}: {error}"),
            Self::DuplicatePath { path } => write!(f, "there are two tracks {path:?}"),
            Self::NegativeDuration { duration } => {
                write!(f, "the duration of the clip is {duration} but must be 0 ms or more")
            }
            Self::KeyframeOutside { path, at, duration } => {
                write!(f, "track {path:?} has a keyframe at {at} but must end by {duration}")
            }
            Self::CueOutside { name, at, duration } => {
                write!(f, "cue {name:?} is at {at} but must be between 0 ms and {duration}")
            }
            Self::TooManyCues { count } => {
                write!(f, "{count} cues, but at most {} are possible", u32::MAX)
            }
            _ => self.fmt_pictures(f),
        }
    }
}

impl ContentError {
    /// The errors of flipbooks and typed texts.
    fn fmt_pictures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrames => f.write_str("a flipbook needs at least one frame"),
            Self::Hold { frame, hold } => {
                write!(f, "frame {frame} shows for {hold} but needs a duration above zero")
            }
            Self::FrameTooLate { frame } => {
                write!(f, "frame {frame} ends after more than 414 years, or is one frame too many")
            }
            Self::NoPasses => f.write_str("0 passes, but a flipbook plays at least one"),
            Self::Pictures { found, needed } => {
                let more = if *found > needed.get() as usize { "or more " } else { "" };
                write!(f, "{found} {more}pictures, but there are {needed} frames")
            }
            Self::CueOutsidePass { index, at, pass } => {
                write!(f, "cue {index} is at {at} but must be between 0 ms and {pass}")
            }
            Self::Pace { character, pace } => {
                write!(f, "the pace of character {character} is {pace} but must be zero or above")
            }
            Self::CharacterTooLate { character } => write!(
                f,
                "character {character} shows after more than 414 years, or is one too many"
            ),
            _ => Ok(()),
        }
    }
}

impl Error for ContentError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Track { error, .. } => Some(&**error),
            _ => None,
        }
    }
}
