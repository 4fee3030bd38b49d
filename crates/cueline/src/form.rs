//! The version of the form in which something is saved: looked at before the rest, so that what a later
//! program wrote is told from what is damaged.

use alloc::string::String;
use core::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        DeserializeSeed, Error as _, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor,
        value::{MapAccessDeserializer, SeqAccessDeserializer},
    },
    ser::Error as _,
};

/// Stands first in what is saved as the version of its form, and refuses any other. There is one form so far; a save
/// without a version has it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Form;

const VERSION: u32 = 1;

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        VERSION.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            VERSION => Ok(Self),
            found => Err(D::Error::custom(format_args!(
                "the save has version {found}; this is read: {VERSION}"
            ))),
        }
    }
}

/// Reads what has `fields`, the first of which is its `version`. Of another version than `read` nothing else is
/// looked at: it is handed back as the error within, for an error with a type of its own.
pub(crate) fn read<'de, D: Deserializer<'de>, S: Deserialize<'de>>(
    from: D,
    fields: &'static [&'static str],
    read: u32,
) -> Result<Result<S, u32>, D::Error> {
    from.deserialize_struct("save", fields, VersionFirst { read, rest: PhantomData })
}

/// Writes a version, unless it is that of a form of which nothing but the version was read.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn write<const READ: u32, S: Serializer>(found: &u32, to: S) -> Result<S::Ok, S::Error> {
    if *found == READ {
        return found.serialize(to);
    }
    Err(S::Error::custom(format_args!("version {found} was not read, so it cannot be written")))
}

struct VersionFirst<S> {
    read: u32,
    rest: PhantomData<S>,
}

impl<'de, S: Deserialize<'de>> Visitor<'de> for VersionFirst<S> {
    type Value = Result<S, u32>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a save that begins with its version")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let key = map.next_key()?;
        let version = match key {
            Some(Key::Version) => Some(map.next_value()?),
            // Something has sorted them: the form is looked at when all has been read.
            _ => None,
        };
        if let Some(found) = version.filter(|found| *found != self.read) {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Err(found));
        }
        S::deserialize(MapAccessDeserializer::new(Whole { key, version, rest: map })).map(Ok)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let version = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        if version != self.read {
            return Ok(Err(version));
        }
        let whole = Whole { key: None, version: Some(version), rest: seq };
        S::deserialize(SeqAccessDeserializer::new(whole)).map(Ok)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Key {
    Version,
    Other(String),
}

/// A save with what was taken from its front put back.
struct Whole<A> {
    key: Option<Key>,
    version: Option<u32>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Whole<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.key.take() {
            Some(Key::Version) => seed.deserialize("version".into_deserializer()).map(Some),
            Some(Key::Other(key)) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.version.take() {
            Some(version) => seed.deserialize(version.into_deserializer()),
            None => self.rest.next_value_seed(seed),
        }
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Whole<A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        match self.version.take() {
            Some(version) => seed.deserialize(version.into_deserializer()).map(Some),
            None => self.rest.next_element_seed(seed),
        }
    }
}
