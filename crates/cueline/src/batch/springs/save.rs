//! Saves a batch of springs: the tick rate, and the rows.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::SpringBatch;
use crate::{
    batch::{Lanes, TweenBatch},
    save::Version,
    time::TickRate,
};

#[derive(Serialize, Deserialize)]
#[serde(rename = "SpringBatch")]
#[serde(bound(serialize = "T: Lanes", deserialize = "T: Lanes"))]
struct Saved<T: Lanes> {
    version: Version,
    rate: TickRate,
    rows: TweenBatch<T>,
}

impl<T: Lanes> Serialize for SpringBatch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { rate, rows, .. } = self;
        Saved { version: Version, rate: *rate, rows: rows.clone() }.serialize(serializer)
    }
}

impl<'de, T: Lanes> Deserialize<'de> for SpringBatch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { version: Version, rate, rows } = Saved::deserialize(deserializer)?;
        Ok(Self { rate, rows, last: None })
    }
}
