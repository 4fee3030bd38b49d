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
    /// A clip has no duration, or too long a one.
    Duration {
        /// Its duration.
        duration: Span,
    },
    /// A repeat of no passes.
    NoPasses,
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
            Self::Duration { duration } => {
                let longest = ClipBatch::LONGEST;
                write!(
                    f,
                    "the clip takes {duration} but must take more than 0 ms and at most {longest}"
                )
            }
            Self::NoPasses => f.write_str("0 passes were asked for; at least 1 is needed"),
            Self::Memory { numbers } => {
                let most = Baked::MOST;
                write!(f, "the baked clip has {numbers} numbers but must have at most {most}")
            }
            Self::Changed => f.write_str("the clip differs from that of the saved batch"),
        }
    }
}

impl core::error::Error for ClipBatchError {}
