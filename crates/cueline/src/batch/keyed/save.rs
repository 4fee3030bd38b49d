//! Saves keyed values: the batch, the values that do not move, and the key of each tween.

use alloc::{collections::BTreeMap, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Held, KeyedTweens, is_finite};
use crate::{
    batch::{Lanes, TweenBatch, TweenHandle},
    save::Version,
};

#[derive(Serialize, Deserialize)]
#[serde(rename = "KeyedTweens")]
#[serde(bound(
    serialize = "K: Serialize, T: Lanes + Serialize",
    deserialize = "K: Deserialize<'de>, T: Lanes + Deserialize<'de>"
))]
struct Saved<K, T: Lanes> {
    version: Version,
    tweens: TweenBatch<T>,
    resting: Vec<(K, T)>,
    moving: Vec<(K, TweenHandle)>,
}

impl<K: Clone + Serialize, T: Lanes + Serialize> Serialize for KeyedTweens<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut resting, mut moving) = (Vec::new(), Vec::new());
        for (key, held) in &self.values {
            match held {
                Held::Resting(value) => resting.push((key.clone(), *value)),
                Held::Moving(handle) => moving.push((key.clone(), *handle)),
            }
        }
        let tweens = self.batch.clone();
        Saved { version: Version, tweens, resting, moving }.serialize(serializer)
    }
}

impl<'de, K: Ord + Clone + Deserialize<'de>, T: Lanes + Deserialize<'de>> Deserialize<'de>
    for KeyedTweens<K, T>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { version: Version, tweens, resting, moving } =
            Saved::<K, T>::deserialize(deserializer)?;
        let count = resting.len() + moving.len();
        let mut all =
            Self { batch: tweens, values: BTreeMap::new(), keys: Vec::new(), events: Vec::new() };
        if !resting.iter().all(|(_, value)| is_finite(value)) {
            return Err(D::Error::custom("a resting value is NaN or infinite"));
        }
        for (key, value) in resting {
            all.values.insert(key, Held::Resting(value));
        }
        for (key, handle) in moving {
            let index = handle.index() as usize;
            if !all.batch.contains(handle) || all.keys.get(index).is_some_and(Option::is_some) {
                return Err(D::Error::custom("a moving key has no tween of its own"));
            }
            all.values.insert(key.clone(), Held::Moving(handle));
            all.note(handle, key);
        }
        let named = all.keys.iter().flatten().count();
        if all.values.len() != count || named != all.batch.len() + all.batch.waiting() {
            return Err(D::Error::custom("a key stands twice, or a tween has no key"));
        }
        Ok(all)
    }
}
