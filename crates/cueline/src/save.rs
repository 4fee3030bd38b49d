//! The version of saves.
//!
//! The version comes first, before the fields or the bytes of a save, and a reader checks it before it reads the rest. So
//! the reader distinguishes a save of a later version from a damaged one. All forms have version 1 so far.
//!
//! Each module defines the fields of its own save, and checks the conditions between them.

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::digest::{Digest, Digester};

/// The version of every form.
const VERSION: u32 = 1;

/// Stands first in what is saved as fields, and refuses any other version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version;

impl Digest for Version {
    fn feed(&self, digester: &mut Digester) {
        VERSION.feed(digester);
    }
}

#[cfg(feature = "serde")]
impl Serialize for Version {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        VERSION.serialize(to)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            VERSION => Ok(Self),
            found => Err(D::Error::custom(format_args!(
                "the save has version {found}; this program reads version {VERSION}"
            ))),
        }
    }
}

/// The highest count that is read. No run reaches it: at a thousand million a second it takes 292 years.
#[cfg(feature = "serde")]
const HIGHEST: u64 = 1 << 63;

/// Reads a number that only counts up. One that could overflow is refused.
#[cfg(feature = "serde")]
pub(crate) fn read_count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let count = u64::deserialize(from)?;
    if count > HIGHEST {
        return Err(D::Error::custom(format_args!(
            "a count of {count} was found; it must be {HIGHEST} or less"
        )));
    }
    Ok(count)
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use serde::de::{
        IntoDeserializer,
        value::{Error, U64Deserializer},
    };

    use super::*;

    fn number(number: u64) -> U64Deserializer<Error> {
        number.into_deserializer()
    }

    #[test]
    fn the_highest_count_is_read_and_a_higher_one_is_refused() {
        assert_eq!(read_count(number(HIGHEST)), Ok(HIGHEST));
        assert!(read_count(number(HIGHEST + 1)).is_err());
    }
}
