//! What a sequencer refuses, and why.

use alloc::{boxed::Box, string::String};
use core::fmt;

use crate::time::{Span, Time};

/// Why an entry was not queued. The sequencer is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueueError {
    /// The length is below zero.
    NegativeDuration {
        /// What was given.
        duration: Span,
    },
    /// The delay is below zero.
    NegativeDelay {
        /// What was given.
        delay: Span,
    },
    /// An endless entry would hold everything behind it for ever.
    HoldsForever,
}

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeDuration { duration: length } => {
                write!(f, "the entry's length is {} flicks but must be 0 or more", length.flicks())
            }
            Self::NegativeDelay { delay } => {
                write!(f, "the entry's delay is {} flicks but must be 0 or more", delay.flicks())
            }
            Self::HoldsForever => f.write_str(
                "an endless entry would hold the queue for ever: put it in the background, or use \
                 an open length and release it",
            ),
        }
    }
}

impl core::error::Error for QueueError {}

/// Why a step was refused or cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdvanceError {
    /// Time runs forward only. Nothing was changed.
    Backwards {
        /// What was given.
        by: Span,
    },
    /// A callback tried to step the sequencer that is calling it, or has panicked, which leaves a step half done for
    /// good. Nothing was changed.
    InsideStep,
    /// Entries that take no time kept queueing further ones at one moment. The step was cut off
    /// there; what is queued is kept and goes on with the next step.
    Runaway {
        /// The moment that would not pass.
        at: Time,
        /// How many entries were played there.
        limit: u32,
    },
    /// A skip met an endless chain: each entry that was finished queued another. What is queued
    /// is kept.
    EndlessChain {
        /// How many entries were queued while skipping.
        limit: u64,
    },
    /// No label of this name lies ahead. Nothing was changed.
    UnknownLabel {
        /// What was asked for.
        label: Box<str>,
        /// The labels that lie ahead, in order.
        ahead: Box<[String]>,
    },
}

impl fmt::Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backwards { by } => {
                write!(f, "the step is {} flicks long but must be 0 or more", by.flicks())
            }
            Self::InsideStep => {
                f.write_str("a callback stepped the sequencer that is calling it; queue instead")
            }
            Self::Runaway { at, limit } => write!(
                f,
                "{limit} entries without length were queued by one another at {} flicks; the step \
                 was cut off there",
                at.flicks()
            ),
            Self::EndlessChain { limit } => write!(
                f,
                "{limit} entries were queued while skipping and there is no end to it; the rest \
                 stays queued"
            ),
            Self::UnknownLabel { label, ahead } => {
                write!(f, "no label \"{label}\" lies ahead; known: {}", ahead.join(", "))
            }
        }
    }
}

impl core::error::Error for AdvanceError {}
