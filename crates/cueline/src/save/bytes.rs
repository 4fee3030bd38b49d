//! Saves as one block of bytes: a binary format costs little more than a copy. The first four are the version.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserializer, de};

use super::{OtherVersion, VERSION};

/// Reads the block of `what`, the version included. A block of another version is refused.
pub(crate) fn read<'de, D: Deserializer<'de>, T, E: fmt::Display>(
    deserializer: D,
    what: &'static str,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, D::Error> {
    deserializer.deserialize_bytes(Block { what, read })
}

struct Block<F> {
    what: &'static str,
    read: F,
}

impl<'de, T, E: fmt::Display, F: FnOnce(&[u8]) -> Result<T, E>> de::Visitor<'de> for Block<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bytes of {}", self.what)
    }

    fn visit_bytes<X: de::Error>(self, bytes: &[u8]) -> Result<T, X> {
        match bytes.first_chunk().map(|first| u32::from_le_bytes(*first)) {
            Some(VERSION) => (self.read)(bytes).map_err(X::custom),
            Some(found) => Err(X::custom(OtherVersion { found })),
            None => Err(X::invalid_length(bytes.len(), &self)),
        }
    }

    /// Text formats have no bytes, only numbers.
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use serde::de::{
        IntoDeserializer,
        value::{Error, U64Deserializer},
    };

    use super::*;

    #[test]
    fn what_is_no_block_of_bytes_is_refused_with_what_was_expected() {
        let number: U64Deserializer<Error> = 7_u64.into_deserializer();
        let error = read(number, "a batch", |_| Ok::<_, &str>(())).unwrap_err().to_string();
        assert!(error.contains("the bytes of a batch"), "{error}");
    }
}
