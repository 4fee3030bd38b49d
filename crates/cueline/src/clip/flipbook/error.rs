//! Errors of flipbooks.

use core::fmt;

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
        }
    }
}

impl core::error::Error for FlipbookError {}
