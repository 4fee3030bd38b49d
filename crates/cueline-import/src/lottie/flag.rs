//! Switches, which some programs write as numbers.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, Visitor},
};

/// A switch: `true`, a number that is not 0, or `null` for one that is off.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flag(bool);

impl Flag {
    pub(super) const SET: Self = Self(true);

    pub(super) fn is_set(self) -> bool {
        self.0
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Switch).map(Self)
    }
}

struct Switch;

impl Visitor<'_> for Switch {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or a number")
    }

    fn visit_unit<E: de::Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_bool<E: de::Error>(self, set: bool) -> Result<bool, E> {
        Ok(set)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<bool, E> {
        Ok(number != 0)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<bool, E> {
        Ok(number != 0)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<bool, E> {
        Ok(number != 0.0)
    }
}
