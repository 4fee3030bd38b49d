//! Saves as fields, of which the version is read first.

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

use super::{OtherVersion, VERSION};

/// Stands first in what is saved as fields, and refuses any other version. A save without one has it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        VERSION.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            VERSION => Ok(Self),
            found => Err(D::Error::custom(OtherVersion { found })),
        }
    }
}

/// Writes the version of a save, unless nothing but another version was read of it.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn write_version<S: Serializer>(found: &u32, to: S) -> Result<S::Ok, S::Error> {
    if *found == VERSION {
        return found.serialize(to);
    }
    Err(S::Error::custom(format_args!("version {found} was not read, so it cannot be written")))
}

/// The highest count that is read. No run reaches it: at a thousand million a second it takes 292 years.
const HIGHEST: u64 = 1 << 63;

/// Reads a number that only counts up. One that could overflow is refused.
pub(crate) fn read_count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let count = u64::deserialize(from)?;
    if count > HIGHEST {
        return Err(D::Error::custom(format_args!(
            "a count of {count} was found; it must be {HIGHEST} or less"
        )));
    }
    Ok(count)
}

/// Reads a save of these `fields`, the first of which is its `version`. Where that is another one, nothing else is looked
/// at, and the version is the error within.
pub(crate) fn read_fields<'de, D: Deserializer<'de>, S: Deserialize<'de>>(
    from: D,
    fields: &'static [&'static str],
) -> Result<Result<S, u32>, D::Error> {
    from.deserialize_struct("save", fields, VersionFirst(PhantomData))
}

struct VersionFirst<S>(PhantomData<S>);

impl<'de, S: Deserialize<'de>> Visitor<'de> for VersionFirst<S> {
    type Value = Result<S, u32>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a save that begins with its version")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let key = map.next_key()?;
        let version = match key {
            Some(FieldKey::Version) => Some(map.next_value()?),
            // Another program has sorted the fields: the version is checked when all have been read.
            _ => None,
        };
        if let Some(found) = version.filter(|found| *found != VERSION) {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Err(found));
        }
        S::deserialize(MapAccessDeserializer::new(Whole { key, version, rest: map })).map(Ok)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let version = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        if version != VERSION {
            return Ok(Err(version));
        }
        let whole = Whole { key: None, version: Some(version), rest: seq };
        S::deserialize(SeqAccessDeserializer::new(whole)).map(Ok)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum FieldKey {
    Version,
    Other(String),
}

/// A save with what was taken from its front put back.
struct Whole<A> {
    key: Option<FieldKey>,
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
            Some(FieldKey::Version) => seed.deserialize("version".into_deserializer()).map(Some),
            Some(FieldKey::Other(key)) => seed.deserialize(key.into_deserializer()).map(Some),
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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use serde::de::value::{Error, U64Deserializer};

    use super::*;

    fn number(number: u64) -> U64Deserializer<Error> {
        number.into_deserializer()
    }

    #[test]
    fn the_highest_count_is_read_and_a_higher_one_is_refused() {
        assert_eq!(read_count(number(HIGHEST)), Ok(HIGHEST));
        assert!(read_count(number(HIGHEST + 1)).is_err());
    }

    #[test]
    fn what_is_no_save_is_refused_with_what_was_expected() {
        let error = read_fields::<_, u32>(number(7), &["version"]).unwrap_err().to_string();
        assert!(error.contains("a save that begins with its version"), "{error}");
    }
}
