//! Property keys and their errors.

use alloc::{borrow::ToOwned, boxed::Box, format, string::String};
use core::{borrow::Borrow, cmp::Ordering, fmt};

use crate::clip::{Suggestion, ValueKind};

/// A type that can look up a property of a timeline with keys of type `K`: `K` itself, or a type that `K`
/// [borrows](Borrow) as. A `str` finds a property of a `Timeline<String>` without a new string.
pub trait KeyOf<K>: fmt::Debug {
    /// Compares this key with a key of the timeline.
    fn compare(&self, key: &K) -> Ordering;
}

impl<K: Borrow<Q>, Q: Ord + fmt::Debug + ?Sized> KeyOf<K> for Q {
    #[inline]
    fn compare(&self, key: &K) -> Ordering {
        self.cmp(key.borrow())
    }
}

/// Why a lookup by key, or a mapping of keys, failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The timeline has no property with this key.
    Unknown(Suggestion),
    /// The kind of the property is not the requested kind.
    KindMismatch {
        /// The property, as its `Debug` shows it.
        key: Box<str>,
        /// The kind of the property.
        kind: ValueKind,
        /// The requested kind.
        asked: ValueKind,
    },
    /// [`Timeline::map_keys`](super::Timeline::map_keys) found no new key for this one.
    Unmapped {
        /// The old key, as its `Debug` shows it.
        key: Box<str>,
    },
    /// [`Timeline::map_keys`](super::Timeline::map_keys) found one new key for two old ones.
    Duplicate {
        /// The new key, as its `Debug` shows it.
        key: Box<str>,
    },
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(suggestion) => write!(f, "the timeline has no property {suggestion}"),
            Self::KindMismatch { key, kind, asked } => {
                write!(f, "property {key} holds {kind}, but {asked} was asked for")
            }
            Self::Unmapped { key } => write!(f, "property {key} has no new key"),
            Self::Duplicate { key } => write!(f, "two properties have the new key {key}"),
        }
    }
}

impl core::error::Error for KeyError {}

/// A key as text, for messages that quote it.
pub(super) fn text(key: &dyn fmt::Debug) -> String {
    let text = format!("{key:?}");
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}
