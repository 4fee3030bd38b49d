//! Errors of building a timeline, and the place of each fault.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::ItemId;
use crate::{
    clip::{Suggestion, ValueKind, lookup},
    time::Span,
};

/// Why a timeline cannot be built: the item and its fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineError {
    /// The place of the item.
    pub item: ItemPath,
    /// The fault.
    pub kind: TimelineErrorKind,
}

/// The place of an item or label in a builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemPath {
    /// The declaration number, with the items of nested timelines counted; the whole is 0.
    pub id: ItemId,
    /// The names of the timelines around the item, outermost first, then the item's own name if it has one.
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

/// The fault of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimelineErrorKind {
    /// The item waits for an endless item.
    WaitsForEndless {
        /// The endless item.
        endless: ItemPath,
    },
    /// The item repeats, but one pass of it never ends.
    RepeatsEndless,
    /// The position is a fraction of the item's own duration, but the item never ends.
    FractionOfEndless,
    /// The item never ends and plays in the background, for which the end of its timeline does not wait, and it starts
    /// there or later. So it would never show.
    AfterEnd {
        /// Where the item starts.
        at: Span,
        /// Where its timeline ends.
        end: Span,
    },
    /// A repeating item without a duration.
    EmptyLoop,
    /// The item has 0 passes.
    NoPasses,
    /// A duration or gap is below zero.
    NegativeDuration {
        /// What was asked for.
        duration: Span,
    },
    /// An unknown label, with the labels put earlier in the same timeline.
    UnknownLabel(Suggestion),
    /// A label that already exists.
    DuplicateLabel {
        /// Its name.
        label: String,
    },
    /// Two items write one property at one time, and the conflict rule of the later declared item is
    /// [`Conflict::Refuse`](super::Conflict::Refuse).
    Conflict {
        /// The property, as its `Debug` shows it.
        key: String,
        /// The other writer.
        other: ItemPath,
        /// Where the later of the two starts.
        at: Span,
        /// Where the other item is over; [`Span::MAX`] for an endless one.
        until: Span,
    },
    /// More than 32 writers of one property blend into each other.
    TooManyBlends {
        /// The property, as its `Debug` shows it.
        key: String,
    },
    /// A tween needs the current value of a property, but no earlier item animates the property and the builder gives
    /// no start value.
    NoStart {
        /// The property, as its `Debug` shows it.
        key: String,
    },
    /// A property has values of two different kinds.
    KindMismatch {
        /// The property, as its `Debug` shows it.
        key: String,
        /// The kind of the property.
        kind: ValueKind,
        /// The kind of this item's value.
        found: ValueKind,
    },
    /// A relative tween ([`by`](super::by)) of a kind of values that has no differences.
    NoDifference {
        /// The property, as its `Debug` shows it.
        key: String,
        /// The kind of the difference.
        kind: ValueKind,
    },
    /// A value or an easing holds a number that is NaN or infinite, or the end of a relative tween does.
    NotFinite,
    /// A ping-pong around a one-way item would play the item backward.
    OneWay {
        /// The item with the ping-pong.
        turns: ItemPath,
    },
    /// A setting without effect on items of this kind, such as the easing of a cue.
    NoEffect {
        /// The method that sets it.
        setting: &'static str,
        /// The kind of the item.
        kind: &'static str,
    },
    /// A speed is not above zero, or the numerators or denominators of nested speeds multiply to more than 2^31.
    Speed,
    /// The item would start or end more than 2^63 - 1 flicks from the start of its timeline.
    Overflow,
    /// More than [`MAX_DEPTH`](super::TimelineBuilder::MAX_DEPTH) timelines are nested in each other.
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
            Self::AfterEnd { at, end } => write!(
                f,
                "it starts at {at} and never ends, but its timeline ends at {end}, as nothing waits for the background; play it with `then`, or let the timeline `wait`"
            ),
            Self::EmptyLoop => {
                f.write_str("a repeating item needs a duration above zero")
            }
            Self::NoPasses => f.write_str("0 passes were asked for; at least 1 is needed"),
            Self::NegativeDuration { duration } => {
                write!(f, "a duration or gap is {duration} but must not be below zero")
            }
            Self::UnknownLabel(nearest) => {
                write!(f, "before it in its timeline there is no label {nearest}")
            }
            Self::DuplicateLabel { label } => write!(f, "there is a label {label:?} already"),
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
            Self::TooDeep => write!(f, "timelines are nested more than {} deep", super::MAX_DEPTH),
            Self::TooMany => write!(f, "a timeline holds at most {} of anything", lookup::MOST),
            _ => self.fmt_property(f),
        }
    }
}

impl TimelineErrorKind {
    /// The faults of one property.
    fn fmt_property(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict { key, other, at, until: Span::MAX } => {
                write!(
                    f,
                    "it writes {key} at {at}, but {other} writes {key} and never ends; choose a rule with `on_conflict`"
                )
            }
            Self::Conflict { key, other, at, until } => {
                write!(
                    f,
                    "it writes {key} at {at}, but {other} writes {key} until {until}; start it then, or choose a rule with `on_conflict`"
                )
            }
            Self::TooManyBlends { key } => {
                write!(f, "more than {} writers of {key} blend at one time", super::MAX_BLENDS)
            }
            Self::NoStart { key } => {
                write!(f, "nothing writes {key} before it; give {key} a starting value")
            }
            Self::KindMismatch { key, kind, found } => {
                write!(f, "{key} holds {kind} elsewhere, but {found} here")
            }
            Self::NoDifference { key, kind } => {
                write!(f, "it moves {key} by a {kind}, which has no differences; use `to`")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for TimelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.item, self.kind)
    }
}

impl core::error::Error for TimelineError {}
