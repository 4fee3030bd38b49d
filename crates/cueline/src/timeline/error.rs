//! What can be wrong with a timeline, and where.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::ItemId;
use crate::{
    clip::{Suggestion, ValueKind, lookup},
    time::Span,
};

/// Why a builder cannot make a timeline: the item, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineError {
    /// Where the item is.
    pub item: ItemPath,
    /// What is wrong with it.
    pub kind: TimelineErrorKind,
}

/// The place of an item or label in a builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemPath {
    /// Its number, in the order of declaration, all timelines counted through; the whole is 0.
    pub id: ItemId,
    /// The names of the timelines around it, and its own where it has one, from the outside in.
    pub path: Vec<String>,
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.id.number())?;
        let mut names = self.path.iter().filter(|name| !name.is_empty());
        if let Some(first) = names.next() {
            write!(f, " ({first}")?;
            names.try_for_each(|name| write!(f, " / {name}"))?;
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// What is wrong with an item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimelineErrorKind {
    /// It waits for something that never ends.
    WaitsForEndless {
        /// For what.
        endless: ItemPath,
    },
    /// It is to be repeated, but one pass of it never ends.
    RepeatsEndless,
    /// Its position is a fraction of its own duration, but it never ends.
    FractionOfEndless,
    /// A repeating item without a duration.
    EmptyLoop,
    /// No passes were asked for.
    NoPasses,
    /// A duration or gap is below zero.
    NegativeDuration {
        /// What was asked for.
        duration: Span,
    },
    /// A label that was not put before in the same timeline, and those that were.
    UnknownLabel(Suggestion),
    /// A label that there is already.
    DuplicateLabel {
        /// Its name.
        label: String,
    },
    /// Two items write one property at one time, and the one declared later says that this is not meant.
    Conflict {
        /// The property, as its `Debug` shows it.
        key: String,
        /// The other writer.
        other: ItemPath,
        /// Where the later of the two starts.
        at: Span,
        /// Where the other one is over; [`Span::MAX`] for an endless one.
        until: Span,
    },
    /// More than [`MAX_BLENDS`](super::MAX_BLENDS) writers of one property blend into each other.
    TooManyBlends {
        /// The property, as its `Debug` shows it.
        key: String,
    },
    /// A tween needs what a property shows, but nothing moves it before and no start is given.
    NoStart {
        /// The property, as its `Debug` shows it.
        key: String,
    },
    /// A property is moved as a value of one kind here, of another elsewhere.
    KindMismatch {
        /// The property, as its `Debug` shows it.
        key: String,
        /// Of what kind it is.
        kind: ValueKind,
        /// Of what kind this item's value is.
        found: ValueKind,
    },
    /// A value or an easing holds a number that is NaN or infinite.
    NotFinite,
    /// What means something forward only would be played backward in the ping-pong of something around it.
    OneWay {
        /// What turns round.
        turns: ItemPath,
    },
    /// A setting of an item that means nothing to items of its kind, such as the easing of a cue.
    NoEffect {
        /// The method that sets it.
        setting: &'static str,
        /// What the item is.
        kind: &'static str,
    },
    /// A speed must be above zero, and the speeds of all that lies in each other must not multiply up to more than
    /// 2^31 above or below the line.
    Speed,
    /// It would start or end more than 2^63 - 1 flicks from the start of its timeline.
    Overflow,
    /// More than [`MAX_DEPTH`](super::MAX_DEPTH) timelines lie in each other.
    TooDeep,
    /// More than 2^31 - 1 items, values or writers.
    TooMany,
}

impl fmt::Display for TimelineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WaitsForEndless { endless } => {
                write!(f, "it waits for {endless}, which never ends; put that in the background")
            }
            Self::RepeatsEndless => f.write_str("it repeats, but one pass of it never ends"),
            Self::FractionOfEndless => f.write_str(
                "its position is a fraction of its own duration, but it never ends; use a span",
            ),
            Self::EmptyLoop => {
                f.write_str("a repeating item needs a duration above zero")
            }
            Self::NoPasses => f.write_str("0 passes were asked for; at least 1 is needed"),
            Self::NegativeDuration { duration } => {
                write!(f, "a duration or gap is {duration} but must not be below zero")
            }
            Self::UnknownLabel(nearest) => {
                write!(f, "there is no label {nearest} before it in its timeline")
            }
            Self::DuplicateLabel { label } => write!(f, "there is a label {label:?} already"),
            Self::Conflict { key, other, at, until } => {
                write!(f, "at {at} it and {other} both write {key}, until {until}")
            }
            Self::TooManyBlends { key } => {
                write!(f, "more than {} writers of {key} blend at one time", super::MAX_BLENDS)
            }
            Self::NoStart { key } => write!(
                f,
                "nothing writes {key} before it; give {key} a starting value"
            ),
            Self::KindMismatch { key, kind, found } => {
                write!(f, "{key} holds {kind} elsewhere, but {found} here")
            }
            Self::NotFinite => f.write_str("a value or easing is NaN or infinite but must be finite"),
            Self::OneWay { turns } => {
                write!(f, "it runs forward only, but {turns} turns round and plays it backward")
            }
            Self::NoEffect { setting, kind } => {
                write!(f, "`{setting}` has no effect on a {kind}; remove it")
            }
            Self::Speed => f.write_str(
                "its speed must be above zero, and nested speeds must not multiply up to more than 2^31",
            ),
            Self::Overflow => f.write_str("it lies beyond 2^63 - 1 flicks from its timeline's start"),
            Self::TooDeep => write!(f, "more than {} timelines lie in each other", super::MAX_DEPTH),
            Self::TooMany => write!(f, "a timeline holds at most {} of anything", lookup::MOST),
        }
    }
}

impl fmt::Display for TimelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.item, self.kind)
    }
}

impl core::error::Error for TimelineError {}

/// A name that is not in a timeline, with those that are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFound {
    /// No item is called so.
    Item(Suggestion),
    /// No label of the outermost timeline is called so.
    Label(Suggestion),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(nearest) => write!(f, "there is no item {nearest}"),
            Self::Label(nearest) => write!(f, "there is no label {nearest}"),
        }
    }
}

impl core::error::Error for NotFound {}
