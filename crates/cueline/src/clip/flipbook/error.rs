//! What flipbooks refuse.

use core::fmt;

use crate::time::Span;

/// Why there is no such flipbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlipbookError {
    /// It has no frames.
    Empty,
    /// A frame shows for no time or less.
    Hold {
        /// Which frame, from 0.
        frame: u32,
        /// For how long.
        hold: Span,
    },
    /// The frames up to this one last longer than [`Span::MAX`], or are more than an `u32` counts.
    TooLong {
        /// Which frame, from 0.
        frame: u32,
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
                write!(f, "frame {frame} ends later than 414 years or is one too many")
            }
        }
    }
}

impl core::error::Error for FlipbookError {}
