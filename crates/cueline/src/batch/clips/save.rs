//! The state of a batch of clips, apart from the clip.

use alloc::vec::Vec;
use core::hash;

use super::{ClipBatch, ClipBatchError, Round, Source};
use crate::{clip::Clip, time::TickRate};

/// All that a [`ClipBatch`] holds but the clip, of which it knows the [digest](Clip::digest).
///
/// `serde` writes it as one block of bytes, so that a binary format costs little more than a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedClipBatch {
    clip: u64,
    rate: TickRate,
    round: Round,
    baked: bool,
    starts: Vec<i64>,
}

impl ClipBatch {
    /// Its state, to be saved or sent, and [loaded](SavedClipBatch::load) with the same clip.
    ///
    /// ```
    /// use cueline::{
    ///     batch::{ClipBatch, Round},
    ///     clip::{ClipDraft, Keyframe},
    ///     time::{Span, Tick, TickRate},
    /// };
    ///
    /// let second = [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(Span::from_secs(1), 1.0)];
    /// let clip = ClipDraft::new("drift").track("x", second).build()?;
    /// let mut leaves = ClipBatch::baked(&clip, TickRate::HZ_60, Round::Once)?;
    /// leaves.push(Tick::new(7));
    /// assert_eq!(leaves.save().load(&clip)?, leaves);
    ///
    /// let other = ClipDraft::new("other").track("x", second).build()?;
    /// assert!(leaves.save().load(&other).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> SavedClipBatch {
        let Self { clip, rate, round, ref starts, .. } = *self;
        SavedClipBatch { clip, rate, round, baked: self.is_baked(), starts: starts.clone() }
    }

    fn is_baked(&self) -> bool {
        matches!(self.source, Source::Rows { .. })
    }
}

impl SavedClipBatch {
    /// The batch that was saved.
    ///
    /// # Errors
    ///
    /// [`ClipBatchError::Changed`] where it was another clip, and those of [`ClipBatch::baked`].
    pub fn load(&self, clip: &Clip) -> Result<ClipBatch, ClipBatchError> {
        let Self { rate, round, ref starts, .. } = *self;
        if clip.digest() != self.clip {
            return Err(ClipBatchError::Changed);
        }
        let new = if self.baked { ClipBatch::baked } else { ClipBatch::new };
        let mut batch = new(clip, rate, round)?;
        let pass = batch.pass();
        batch.starts = match round {
            Round::Once => starts.clone(),
            // They lie there unless the bytes were damaged.
            Round::Endless => starts.iter().map(|start| start.rem_euclid(pass)).collect(),
        };
        Ok(batch)
    }
}

/// Of the same clip, in the same way, with the same instances.
impl PartialEq for ClipBatch {
    fn eq(&self, other: &Self) -> bool {
        let key = |of: &Self| (of.clip, of.rate, of.round, of.is_baked());
        key(self) == key(other) && self.starts == other.starts
    }
}

impl Eq for ClipBatch {}

impl hash::Hash for ClipBatch {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        (self.clip, self.rate, self.round, self.is_baked()).hash(hasher);
        self.starts.hash(hasher);
    }
}

#[cfg(feature = "serde")]
mod bytes {
    use core::fmt;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use super::{Round, SavedClipBatch, TickRate, Vec};

    /// Counts up when the form changes.
    const VERSION: u32 = 1;
    /// Numbers before the starts.
    const HEAD: usize = 6;

    impl Serialize for SavedClipBatch {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Self { clip, rate, round, baked, starts } = self;
            let kind = u32::from(*round == Round::Endless) + 2 * u32::from(*baked);
            let mut bytes = Vec::with_capacity(4 * HEAD + 8 * starts.len());
            for number in [VERSION, kind, rate.num(), rate.den()] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(clip.to_le_bytes());
            bytes.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
            serializer.serialize_bytes(&bytes)
        }
    }

    impl<'de> Deserialize<'de> for SavedClipBatch {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_bytes(Bytes)
        }
    }

    fn read<E: de::Error>(bytes: &[u8]) -> Result<SavedClipBatch, E> {
        let damaged = || E::custom("these are no bytes of a batch of clips");
        let (head, starts) = bytes.split_first_chunk::<{ 4 * HEAD }>().ok_or_else(damaged)?;
        let [[version, kind], [num, den], clip] =
            [0, 8, 16].map(|at| [at, at + 4].map(|at| number(head, at)));
        if version != VERSION {
            return Err(E::custom(
                "these are bytes of a batch of clips in a form that is not known",
            ));
        }
        let (starts, []) = starts.as_chunks() else { return Err(damaged()) };
        if kind > 3 {
            return Err(damaged());
        }
        Ok(SavedClipBatch {
            clip: u64::from(clip[0]) | u64::from(clip[1]) << 32,
            rate: TickRate::new(num, den).map_err(|_| damaged())?,
            round: if kind & 1 == 1 { Round::Endless } else { Round::Once },
            baked: kind & 2 == 2,
            starts: starts.iter().map(|start| i64::from_le_bytes(*start)).collect(),
        })
    }

    fn number(bytes: &[u8], at: usize) -> u32 {
        let four = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
        four.map_or(0, |four| u32::from_le_bytes(*four))
    }

    struct Bytes;

    impl<'de> de::Visitor<'de> for Bytes {
        type Value = SavedClipBatch;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the bytes of a batch of clips")
        }

        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<SavedClipBatch, E> {
            read(bytes)
        }

        /// Text formats have no bytes, only numbers.
        fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<SavedClipBatch, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = seq.next_element()? {
                bytes.push(byte);
            }
            read(&bytes)
        }
    }
}
