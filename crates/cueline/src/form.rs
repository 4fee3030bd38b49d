//! The version of the form in which something is saved.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Stands first in what is saved as the version of its form, and refuses a later one, so that this is
/// told from damage. There is one form so far; a save without a version has it too.
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
