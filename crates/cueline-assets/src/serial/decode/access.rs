//! Reads the content of brackets, item by item.

use serde::de::{self, DeserializeSeed, Visitor, value::StrDeserializer};

use super::{
    decoder::Decoder,
    sink::{Failed, Path},
};
use crate::text::{Entry, Kind, Node};

pub(super) struct Items<'a> {
    pub(super) of: Decoder<'a>,
    pub(super) items: std::iter::Enumerate<std::slice::Iter<'a, Node>>,
    /// Number of items that are still needed.
    pub(super) stand_ins: usize,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        if let Some((index, node)) = self.items.next() {
            let path = Path::Index(self.of.path, index);
            let of = Decoder { node: Some(node), path: &path, ..self.of };
            return of.settle(seed.deserialize(of)).map(Some);
        }
        if self.stand_ins == 0 {
            return Ok(None);
        }
        self.stand_ins -= 1;
        seed.deserialize(self.of.on(None)).map(Some)
    }

    // No size hint, so a count in the file allocates nothing in advance.
}

/// Names with their values: the entries of a map, or the fields of a struct.
pub(super) struct Entries<'a> {
    pub(super) of: Decoder<'a>,
    pub(super) entries: std::vec::IntoIter<&'a Entry>,
    pub(super) value: Option<&'a Entry>,
    /// Missing fields.
    pub(super) stand_ins: Vec<&'static str>,
    /// The place of a name.
    pub(super) place: for<'b> fn(&'b Path<'b>, &'b str) -> Path<'b>,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        self.value = self.entries.next();
        let name = match self.value {
            Some(entry) => entry.key.as_key().unwrap_or_default(),
            None => match self.stand_ins.pop() {
                Some(field) => field,
                None => return Ok(None),
            },
        };
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        let Some(entry) = self.value.take() else { return seed.deserialize(self.of.on(None)) };
        let name = entry.key.as_key().unwrap_or_default();
        let path = (self.place)(self.of.path, name);
        let of = Decoder { node: Some(&entry.value), path: &path, ..self.of };
        of.settle(seed.deserialize(of))
    }
}

pub(super) struct Variant<'a> {
    pub(super) of: Decoder<'a>,
    pub(super) variant: &'a str,
    /// The content of the variant; for RON with its name.
    pub(super) content: Option<&'a Node>,
}

impl<'a> Variant<'a> {
    /// Reports that the variant needs something in brackets.
    fn inside(&self, needed: &str) -> Decoder<'a> {
        match (self.content, self.of.node) {
            (Some(node), _) => self.of.on(Some(node)),
            (None, Some(_)) => self.of.wrong(format!("{}({needed})", self.variant)),
            (None, None) => self.of,
        }
    }
}

impl<'de> de::EnumAccess<'de> for Variant<'_> {
    type Error = Failed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failed> {
        let variant = seed.deserialize(StrDeserializer::new(self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Failed;

    fn unit_variant(self) -> Result<(), Failed> {
        match self.content.map(|node| &node.kind) {
            None => {}
            Some(Kind::Group(_, items)) if items.is_empty() => {}
            Some(_) => {
                let _reported = self.of.wrong(format!("{} alone", self.variant));
            }
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failed> {
        let of = self.inside("...");
        let of = match of.node.map(|node| &node.kind) {
            Some(Kind::Group(Some(name), items)) if name == self.variant => {
                match items.as_slice() {
                    [item] => of.on(Some(item)),
                    _ => of.wrong(format!("one thing in {}(...)", self.variant)),
                }
            }
            _ => of,
        };
        let of = Decoder { variant: self.variant, ..of };
        of.settle(seed.deserialize(of))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Failed> {
        let of = self.inside("...");
        de::Deserializer::deserialize_tuple(of, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let of = self.inside("...");
        // The field names identify the variant, because serde does not pass its name with a static lifetime.
        de::Deserializer::deserialize_struct(of, "", fields, visitor)
    }
}
