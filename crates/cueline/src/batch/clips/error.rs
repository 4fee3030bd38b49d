//! What a batch of clips refuses.

use alloc::string::String;
use core::fmt;

use super::{Baked, ClipBatch};
use crate::{clip::ValueKind, time::Span};

/// Why a clip cannot be played in a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipBatchError {
    /// A track is of a kind that is not made of `f32`.
    ValueKind {
        /// Its path.
        path: String,
        /// The kind it is of.
        kind: ValueKind,
    },
    /// A clip has no length, or is too long.
    Length {
        /// How long it is.
        length: Span,
    },
    /// A clip that is to be baked does not last a whole number of ticks.
    Ticks {
        /// How long it is.
        length: Span,
    },
    /// A clip would take too much memory, baked.
    Memory {
        /// How many numbers all rows have.
        numbers: u64,
    },
    /// A saved batch had another clip.
    Changed,
}

impl fmt::Display for ClipBatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ValueKind { path, kind } => {
                write!(f, "the track {path:?} holds {kind}, which is not made of f32")
            }
            Self::Length { length } => {
                let longest = ClipBatch::LONGEST;
                write!(f, "a clip lasts {length} but must last from a flick to {longest}")
            }
            Self::Ticks { length } => {
                write!(f, "a clip lasts {length}, which is no whole number of ticks")
            }
            Self::Memory { numbers } => {
                let most = Baked::MOST;
                write!(f, "a baked clip would have {numbers} numbers but must have at most {most}")
            }
            Self::Changed => f.write_str("the clip is another one than that of the saved batch"),
        }
    }
}

impl core::error::Error for ClipBatchError {}
