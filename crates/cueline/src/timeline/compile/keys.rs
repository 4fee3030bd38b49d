//! The keys of a timeline that is built: their numbers, kinds and start values.

use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use core::fmt::Debug;

use super::super::{
    node::NONE,
    properties::{Properties, Property},
};
use crate::clip::{Value, ValueKind, lookup::MOST};

/// Keys in the order of their first use.
pub(super) struct KnownKeys<K> {
    numbers: BTreeMap<K, u32>,
    list: Vec<KnownKey<K>>,
}

struct KnownKey<K> {
    key: K,
    /// `None` until a writer has a kind.
    kind: Option<ValueKind>,
    start: Option<Value>,
}

impl<K: Ord + Clone + Debug> KnownKeys<K> {
    pub(super) const fn new() -> Self {
        Self { numbers: BTreeMap::new(), list: Vec::new() }
    }

    /// The number of a key. `None` if there are too many.
    pub(super) fn number(&mut self, key: K) -> Option<u32> {
        if let Some(known) = self.numbers.get(&key) {
            return Some(*known);
        }
        let number = u32::try_from(self.list.len()).ok().filter(|number| *number <= MOST)?;
        self.numbers.insert(key.clone(), number);
        self.list.push(KnownKey { key, kind: None, start: None });
        Some(number)
    }

    /// Sets the start value of a key, unless a timeline around has set it.
    pub(super) fn set_start(&mut self, key: u32, value: Value) {
        self.list[key as usize].start.get_or_insert(value);
    }

    pub(super) fn start(&self, key: u32) -> Option<&Value> {
        self.list[key as usize].start.as_ref()
    }

    pub(super) fn kind(&self, key: u32) -> Option<ValueKind> {
        self.list[key as usize].kind
    }

    /// Notes the kind of a writer, if it is known.
    ///
    /// # Errors
    ///
    /// The kind of an earlier writer, if that is another one.
    pub(super) fn agree(&mut self, key: u32, found: Option<ValueKind>) -> Result<(), ValueKind> {
        let known = &mut self.list[key as usize].kind;
        match (*known, found) {
            (Some(kind), Some(found)) if kind != found => Err(kind),
            (None, found) => {
                *known = found;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The key, as its `Debug` shows it.
    pub(super) fn name(&self, key: u32) -> String {
        self.list.get(key as usize).map_or_else(String::new, |key| format!("{:?}", key.key))
    }

    /// The properties of these keys, each with its strand.
    pub(super) fn into_properties(self, strands: &[(u32, u32)]) -> Properties<K> {
        let mut strand_of = vec![NONE; self.list.len()];
        strands.iter().for_each(|(key, strand)| strand_of[*key as usize] = *strand);
        let Self { numbers, list } = self;
        Properties::from_sorted(numbers.into_iter().filter_map(|(key, number)| {
            let strand = strand_of[number as usize];
            (strand != NONE).then_some(Property::new(key, strand, list[number as usize].kind?))
        }))
    }
}
