//! Values that `serde` writes as one block of bytes, so that a binary format costs little more than a copy.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserializer, de};

/// Reads the block of `what`.
pub(super) fn deserialize<'de, D: Deserializer<'de>, T, E: fmt::Display>(
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
        (self.read)(bytes).map_err(X::custom)
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
