//! The animated properties of a timeline, found by their keys.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt::Debug;

use super::{
    LookupError,
    key::{KeyOf, text},
};
use crate::clip::{Suggestion, ValueKind};

/// Properties, sorted by key; no two have one key.
#[derive(Clone, Debug)]
pub(super) struct Properties<K>(Box<[Property<K>]>);

/// A property that a timeline animates.
#[derive(Clone, Debug)]
pub(super) struct Property<K> {
    key: K,
    /// On the outermost level.
    strand: u32,
    kind: ValueKind,
}

impl<K> Property<K> {
    pub(super) const fn new(key: K, strand: u32, kind: ValueKind) -> Self {
        Self { key, strand, kind }
    }

    pub(super) const fn key(&self) -> &K {
        &self.key
    }

    /// The strand on the outermost level.
    #[inline]
    pub(super) const fn strand(&self) -> u32 {
        self.strand
    }

    #[inline]
    pub(super) const fn kind(&self) -> ValueKind {
        self.kind
    }
}

impl<K> Properties<K> {
    /// From properties sorted by key, as a map has them.
    pub(super) fn from_sorted(sorted: impl Iterator<Item = Property<K>>) -> Self {
        Self(sorted.collect())
    }

    pub(super) fn iter(&self) -> core::slice::Iter<'_, Property<K>> {
        self.0.iter()
    }

    /// The property with a key.
    #[inline]
    pub(super) fn find(&self, key: &(impl KeyOf<K> + ?Sized)) -> Result<&Property<K>, LookupError>
    where
        K: Debug,
    {
        match self.0.binary_search_by(|property| key.compare(&property.key).reverse()) {
            Ok(place) => Ok(&self.0[place]),
            Err(_) => Err(self.unknown(&key)),
        }
    }

    #[cold]
    fn unknown(&self, key: &dyn Debug) -> LookupError
    where
        K: Debug,
    {
        let mut known: Vec<String> = self.0.iter().map(|property| text(&property.key)).collect();
        known.sort_unstable();
        LookupError::Key(Suggestion::new(&text(key), known))
    }
}
