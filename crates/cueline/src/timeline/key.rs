//! Property keys.

use alloc::{borrow::ToOwned, format, string::String};
use core::{borrow::Borrow, cmp::Ordering, fmt};

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

/// A key as text, for messages that quote it.
pub(super) fn text(key: &dyn fmt::Debug) -> String {
    let text = format!("{key:?}");
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}
