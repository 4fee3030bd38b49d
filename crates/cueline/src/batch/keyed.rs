//! Values by keys of the game: each value rests or moves to its last target.

#[cfg(feature = "serde")]
mod save;
#[cfg(test)]
mod tests;

use alloc::{collections::BTreeMap, vec::Vec};
use core::hash;

use super::{BatchError, Lanes, Tween, TweenBatch, TweenEvent, TweenEventKind, TweenHandle};
use crate::{time::Tick, value::Easing};

/// Values with keys of the game (an entity, a card, a player); each value rests or moves to its last target.
///
/// This is a [`TweenBatch`] with a map from keys to tweens, so the game stores no handles: [`to`](Self::to) starts a
/// movement or gives a moving value a new target, and events carry the key.
///
/// ```
/// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
///
/// let mut bars = KeyedTweens::new(Tick::ZERO);
/// bars.set("orc", 100.0_f32)?;
/// bars.to("orc", 60.0, 18, Easing::OUT_QUAD)?;
/// bars.advance_to(Tick::new(9))?;
/// bars.to("orc", 20.0, 18, Easing::OUT_QUAD)?; // hit again: goes on from where the bar is
/// assert_eq!(bars.value(&"orc", 0.0), Some(70.0));
///
/// let arrived = bars.advance_to(Tick::new(60))?;
/// assert_eq!((arrived[0].tick, arrived[0].key, arrived[0].value), (Tick::new(27), "orc", 20.0));
/// assert_eq!(bars.value(&"orc", 0.0), Some(20.0), "it rests there");
/// # Ok::<(), cueline::batch::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyedTweens<K, T: Lanes> {
    batch: TweenBatch<T>,
    values: BTreeMap<K, Held<T>>,
    /// The key of each tween, by the index of its handle.
    keys: Vec<Option<K>>,
    events: Vec<KeyedTweenEvent<K, T>>,
}

/// An event of one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyedTweenEvent<K, T> {
    /// The tick of the event.
    pub tick: Tick,
    /// The key of the value.
    pub key: K,
    /// [`TweenEventKind::End`] for an arrival, or a cue.
    pub kind: TweenEventKind,
    /// The value at that tick: at the end exactly its target.
    pub value: T,
}

#[derive(Clone, Copy, Debug)]
enum Held<T> {
    Resting(T),
    Moving(TweenHandle),
}

impl<K: Ord + Clone, T: Lanes> KeyedTweens<K, T> {
    /// An empty map of values at the tick `now`.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// assert_eq!((bars.len(), bars.value(&"orc", 0.0)), (1, Some(100.0)));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn new(now: Tick) -> Self {
        // No handle leaves the map, so the batch needs no name of its own.
        let batch = TweenBatch::new("", now);
        Self { batch, values: BTreeMap::new(), keys: Vec::new(), events: Vec::new() }
    }

    /// Sets a value at once; the value rests. A running movement ends without an event.
    ///
    /// # Errors
    ///
    /// [`BatchError::NotFinite`] for a value that is NaN or infinite.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// bars.set("orc", 50.0)?; // healed: no movement
    /// assert_eq!((bars.value(&"orc", 0.0), bars.is_moving(&"orc")), (Some(50.0), false));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn set(&mut self, key: K, value: T) -> Result<(), BatchError> {
        if !is_finite(&value) {
            return Err(BatchError::NotFinite);
        }
        if let Some(Held::Moving(handle)) = self.values.insert(key, Held::Resting(value)) {
            self.forget(handle);
        }
        Ok(())
    }

    /// Moves a value from where it is now to `to`, within `ticks` ticks. A new key gets `to` at once, without an
    /// event.
    ///
    /// A moving value continues from where it is, and its easing starts again; [`to_smoothly`](Self::to_smoothly)
    /// keeps its velocity.
    ///
    /// # Errors
    ///
    /// Those of [`TweenBatch::start`].
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 60.0, 10, Easing::LINEAR)?;
    /// bars.advance_to(Tick::new(5))?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?; // from 80
    /// bars.advance_to(Tick::new(10))?;
    /// assert_eq!(bars.value(&"orc", 0.0), Some(40.0));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn to(&mut self, key: K, to: T, ticks: u32, easing: Easing) -> Result<(), BatchError> {
        match self.values.get(&key).copied() {
            None => self.set(key, to),
            Some(Held::Moving(handle)) => self.batch.retarget(handle, to, ticks, easing),
            Some(Held::Resting(from)) => {
                self.begin(key, &Tween { from, to, ticks, delay: 0, easing })
            }
        }
    }

    /// Moves a value from where it is now, with the velocity it has now, to `to` within `ticks` ticks, as
    /// [`TweenBatch::retarget_smoothly`] does. A value without velocity starts slowly and ends slowly.
    ///
    /// # Errors
    ///
    /// Those of [`TweenBatch::start`].
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Vec2};
    ///
    /// let mut cards = KeyedTweens::new(Tick::ZERO);
    /// cards.set(7, Vec2::new(0.0_f32, 0.0))?;
    /// cards.to_smoothly(7, Vec2::new(80.0, 0.0), 20)?;
    /// cards.advance_to(Tick::new(10))?;
    /// cards.to_smoothly(7, Vec2::new(0.0, 40.0), 20)?; // back into the hand
    /// cards.advance_to(Tick::new(11))?;
    /// assert!(cards.value(&7, 0.0).unwrap().x > 40.0, "it turns round in a curve");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn to_smoothly(&mut self, key: K, to: T, ticks: u32) -> Result<(), BatchError> {
        match self.values.get(&key).copied() {
            None => self.set(key, to),
            Some(Held::Moving(handle)) => self.batch.retarget_smoothly(handle, to, ticks),
            Some(Held::Resting(from)) => {
                let easing = super::motion::smoothstep();
                self.begin(key, &Tween { from, to, ticks, delay: 0, easing })
            }
        }
    }

    /// Adds a cue to the movement of a value, `at` ticks after the start of the movement, as [`TweenBatch::cue`] does.
    /// A new movement drops the cue.
    ///
    /// # Errors
    ///
    /// [`BatchError::Stale`] if the value rests or the key has none, and those of [`TweenBatch::cue`].
    ///
    /// ```
    /// use cueline::{batch::{BatchError, KeyedTweens, TweenEventKind}, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// bars.cue(&"orc", 5, 1)?;
    /// let half = bars.advance_to(Tick::new(6))?[0];
    /// assert_eq!((half.key, half.kind, half.value), ("orc", TweenEventKind::Cue(1), 50.0));
    /// assert_eq!(bars.cue(&"elf", 5, 1), Err(BatchError::Stale), "there is no such key");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn cue(&mut self, key: &K, at: u32, cue: u16) -> Result<(), BatchError> {
        match self.values.get(key) {
            Some(Held::Moving(handle)) => self.batch.cue(*handle, at, cue),
            _ => Err(BatchError::Stale),
        }
    }

    /// Removes a key with its value, without events. Returns `false` if there was no such key.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// assert!(bars.remove(&"orc"));
    /// assert_eq!(bars.advance_to(Tick::new(10))?, [], "nothing arrives");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn remove(&mut self, key: &K) -> bool {
        let held = self.values.remove(key);
        if let Some(Held::Moving(handle)) = held {
            self.forget(handle);
        }
        held.is_some()
    }

    /// Moves time on and reports arrivals and cues since the last step in the order of time, as
    /// [`TweenBatch::advance_to`] does.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick before the present one.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 60.0, 10, Easing::OUT_QUAD)?;
    /// for arrived in bars.advance_to(Tick::new(30))? {
    ///     assert_eq!((arrived.key, arrived.tick, arrived.value), ("orc", Tick::new(10), 60.0));
    /// }
    /// assert!(!bars.is_moving(&"orc"));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn advance_to(&mut self, to: Tick) -> Result<&[KeyedTweenEvent<K, T>], BatchError> {
        let happened = self.batch.advance_to(to)?;
        self.events.clear();
        for TweenEvent { tick, handle, kind, value } in happened {
            let Some(held) = self.keys.get_mut(handle.index() as usize) else { continue };
            let key = if *kind == TweenEventKind::End { held.take() } else { held.clone() };
            let Some(key) = key else { continue };
            if *kind == TweenEventKind::End {
                self.values.insert(key.clone(), Held::Resting(*value));
            }
            self.events.push(KeyedTweenEvent { tick: *tick, key, kind: *kind, value: *value });
        }
        Ok(&self.events)
    }

    /// The events of the last [`advance_to`](Self::advance_to).
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 60.0, 10, Easing::LINEAR)?;
    /// bars.advance_to(Tick::new(10))?; // in the update
    /// assert_eq!(bars.events()[0].key, "orc"); // later, in the sound system
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[KeyedTweenEvent<K, T>] {
        &self.events
    }

    /// The value of a key, if it has one. `alpha` is that of [`TweenBatch::sample_into`].
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// bars.advance_to(Tick::new(1))?;
    /// assert_eq!((bars.value(&"orc", 0.0), bars.value(&"orc", 0.5)), (Some(90.0), Some(85.0)));
    /// assert_eq!(bars.value(&"elf", 0.0), None);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn value(&self, key: &K, alpha: f32) -> Option<T> {
        self.values.get(key).and_then(|held| self.held(held, alpha))
    }

    /// All keys with their values, in the order of the keys.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.set("elf", 30.0)?;
    /// assert!(bars.iter(0.0).eq([(&"elf", 30.0), (&"orc", 100.0)]));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn iter(&self, alpha: f32) -> impl Iterator<Item = (&K, T)> {
        self.values.iter().filter_map(move |(key, held)| Some((key, self.held(held, alpha)?)))
    }

    /// Returns `true` while the value of a key moves.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// assert!(!bars.is_moving(&"orc"));
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// assert!(bars.is_moving(&"orc"));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn is_moving(&self, key: &K) -> bool {
        matches!(self.values.get(key), Some(Held::Moving(_)))
    }

    /// The present tick: that of the last step.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick};
    ///
    /// let mut bars = KeyedTweens::new(Tick::new(7));
    /// bars.set("orc", 100.0_f32)?;
    /// assert_eq!(bars.now(), Tick::new(7));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> Tick {
        self.batch.now()
    }

    /// Number of keys.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick, value::Easing};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.to("orc", 0.0, 10, Easing::LINEAR)?;
    /// bars.advance_to(Tick::new(10))?;
    /// assert_eq!(bars.len(), 1, "a key stays after its value has arrived");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if there are no keys.
    ///
    /// ```
    /// use cueline::{batch::KeyedTweens, time::Tick};
    ///
    /// let mut bars = KeyedTweens::new(Tick::ZERO);
    /// bars.set("orc", 100.0_f32)?;
    /// bars.remove(&"orc");
    /// assert!(bars.is_empty());
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn held(&self, held: &Held<T>, alpha: f32) -> Option<T> {
        match held {
            Held::Resting(value) => Some(*value),
            Held::Moving(handle) => self.batch.value(*handle, alpha),
        }
    }

    fn begin(&mut self, key: K, tween: &Tween<T>) -> Result<(), BatchError> {
        let handle = self.batch.start(tween)?;
        self.values.insert(key.clone(), Held::Moving(handle));
        self.note(handle, key);
        Ok(())
    }

    fn note(&mut self, handle: TweenHandle, key: K) {
        let index = handle.index() as usize;
        if self.keys.len() <= index {
            self.keys.resize(index + 1, None);
        }
        self.keys[index] = Some(key);
    }

    fn forget(&mut self, handle: TweenHandle) {
        self.batch.cancel(handle);
        if let Some(key) = self.keys.get_mut(handle.index() as usize) {
            *key = None;
        }
    }
}

fn lanes<T: Lanes>(value: &T) -> (Vec<f32>, Vec<f32>) {
    let (mut begin, mut end) = (alloc::vec![0.0; T::LANES], alloc::vec![0.0; T::LANES]);
    T::write(value, value, &mut begin, &mut end);
    (begin, end)
}

fn is_finite<T: Lanes>(value: &T) -> bool {
    let (begin, end) = lanes(value);
    begin.iter().chain(&end).all(|lane| lane.is_finite())
}

/// The content of a key, to the bit.
fn bits<T: Lanes>(held: &Held<T>) -> (Option<TweenHandle>, Vec<u32>) {
    match held {
        Held::Moving(handle) => (Some(*handle), Vec::new()),
        Held::Resting(value) => (None, lanes(value).0.iter().map(|lane| lane.to_bits()).collect()),
    }
}

/// Equal: the same keys with the same values and movements, to the bit; the events of the last step do not count.
impl<K: Eq, T: Lanes> PartialEq for KeyedTweens<K, T> {
    fn eq(&self, other: &Self) -> bool {
        let values = || self.values.iter().map(|(key, held)| (key, bits(held)));
        self.batch == other.batch
            && values().eq(other.values.iter().map(|(key, held)| (key, bits(held))))
    }
}

impl<K: Eq, T: Lanes> Eq for KeyedTweens<K, T> {}

impl<K: hash::Hash, T: Lanes> hash::Hash for KeyedTweens<K, T> {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.batch.hash(hasher);
        hasher.write_usize(self.values.len());
        self.values.iter().for_each(|(key, held)| (key, bits(held)).hash(hasher));
    }
}
