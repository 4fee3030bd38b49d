//! The animated properties of a timeline, found by their keys.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt::{self, Debug, Write};

use super::{
    LookupError,
    key::{KeyOf, text},
};
use crate::{
    clip::{Suggestion, ValueKind},
    digest::{Digest, Digester},
    order::sort_by,
};

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

    /// The property with a key of the timeline's own type.
    pub(super) fn get(&self, key: &K) -> Option<&Property<K>>
    where
        K: Ord,
    {
        let found = self.0.binary_search_by(|property| property.key.cmp(key));
        found.ok().map(|place| &self.0[place])
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

    /// The same properties with other keys.
    pub(super) fn map<L: Ord + Debug>(
        &self,
        mut map: impl FnMut(&K) -> Option<L>,
    ) -> Result<Properties<L>, LookupError>
    where
        K: Debug,
    {
        let mut properties = Vec::with_capacity(self.0.len());
        for Property { key, strand, kind } in &self.0 {
            let unmapped = || LookupError::UnmappedKey { key: format!("{key:?}").into() };
            properties.push(Property::new(map(key).ok_or_else(unmapped)?, *strand, *kind));
        }
        sort_by(&mut properties, |one, other| one.key.cmp(&other.key));
        if let Some(pair) = properties.windows(2).find(|pair| pair[0].key == pair[1].key) {
            return Err(LookupError::DuplicateKey { key: format!("{:?}", pair[0].key).into() });
        }
        Ok(Properties(properties.into()))
    }

    /// A digest of the keys, as `Debug` shows them, the strands and the kinds.
    pub(super) fn layout(&self) -> u64
    where
        K: Debug,
    {
        struct KeyText(Digester);
        impl Write for KeyText {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.write(text.as_bytes());
                Ok(())
            }
        }
        let mut text = KeyText(Digester::default());
        for Property { key, strand, kind } in &self.0 {
            let _never_fails = write!(text, "{key:?}");
            (strand, kind).feed(&mut text.0);
        }
        text.0.finish()
    }
}
