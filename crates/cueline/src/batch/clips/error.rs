//! Errors of a batch of clips.

use alloc::string::String;
use core::fmt;

use super::{Baked, ClipBatch};
use crate::{clip::ValueKind, time::Span};

/// Why a clip cannot be played in a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipBatchError {
    /// The values of a track do not consist of `f32`.
    ValueKind {
        /// The path of the track.
        path: String,
        /// The kind of its values.
        kind: ValueKind,
    },
    /// The duration of a clip is zero or too long.
    Duration {
        /// The duration of the clip.
        duration: Span,
    },
    /// A repeat of zero passes.
    NoPasses,
    /// The rows of the baked clip would take too much memory.
    Memory {
        /// The count of numbers in all rows.
        numbers: u64,
    },
    /// The saved batch belongs to another clip.
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
            Self::Changed => f.write_str("the clip differs from the clip of the saved batch"),
        }
    }
}

impl core::error::Error for ClipBatchError {}
