//! Errors of flipbooks.

use core::{fmt, num::NonZeroU32};

use crate::time::Span;

/// Why a flipbook cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlipbookError {
    /// There are no frames.
    Empty,
    /// The duration of a frame is zero or negative.
    Hold {
        /// The index of the frame, from 0.
        frame: u32,
        /// Its duration.
        hold: Span,
    },
    /// The frames up to this one take longer than [`Span::MAX`], or are more than `u32::MAX`.
    TooLong {
        /// The index of the frame, from 0.
        frame: u32,
    },
    /// The number of passes is 0.
    NoPasses,
    /// There are more or fewer pictures than frames.
    Pictures {
        /// The number of pictures; of too many, one more than the frames.
        found: usize,
        /// The number of frames.
        needed: NonZeroU32,
    },
    /// A cue lies before the start or after the end of the first pass.
    Cue {
        /// The index of the cue among those that were given, from 0.
        index: u32,
        /// Its time.
        at: Span,
        /// The duration of the pass, at most [`Span::MAX`].
        pass: Span,
    },
    /// There are more cues than an `u32` counts.
    TooManyCues {
        /// How many.
        count: usize,
    },
}

impl fmt::Display for FlipbookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a flipbook needs at least one frame"),
            Self::Hold { frame, hold } => {
                write!(f, "frame {frame} shows for {hold} but needs a duration above zero")
            }
            Self::TooLong { frame } => {
                write!(f, "frame {frame} ends after more than 414 years, or is one frame too many")
            }
            Self::NoPasses => f.write_str("0 passes, but a flipbook plays at least one"),
            Self::Pictures { found, needed } => {
                let more = if *found > needed.get() as usize { "or more " } else { "" };
                write!(f, "{found} {more}pictures, but there are {needed} frames")
            }
            Self::Cue { index, at, pass } => {
                write!(f, "cue {index} is at {at} but must be between 0 ms and {pass}")
            }
            Self::TooManyCues { count } => {
                write!(f, "{count} cues, but a flipbook holds at most {}", u32::MAX)
            }
        }
    }
}

impl core::error::Error for FlipbookError {}
