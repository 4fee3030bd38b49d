//! Numbers that only ever count up, out of a save.

use serde::{Deserialize, Deserializer, de::Error};

/// No run comes to it: at a thousand million a second it takes 292 years.
const MOST: u64 = 1 << 63;

/// A count; one that could come to the end of all numbers is refused.
pub(crate) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let count = u64::deserialize(from)?;
    if count > MOST {
        return Err(D::Error::custom(format_args!(
            "it counts to {count}, but nothing counts beyond {MOST}"
        )));
    }
    Ok(count)
}
