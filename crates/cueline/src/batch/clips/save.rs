//! The state of a batch of clips, without the clip.

use core::hash;

use super::{
    super::{saved::Saved, starts::Starts},
    ClipBatch, ClipBatchError, Source,
};
use crate::clip::Clip;

/// The state of a [`ClipBatch`], with the [digest](Clip::digest) of the clip instead of the clip.
///
/// `serde` writes the state as one block of bytes, so a binary format costs little more than a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedClipBatch(Saved);

/// The kinds of batches.
const KEYS: u32 = 0;
const BAKED: u32 = 2;

impl ClipBatch {
    /// The state of the batch, which [loads](SavedClipBatch::load) with the same clip.
    ///
    /// ```
    /// use cueline::{
    ///     batch::ClipBatch,
    ///     clip::{ClipBuilder, Keyframe},
    ///     playback::Repeat,
    ///     time::{Span, Tick, TickRate},
    /// };
    ///
    /// let second = [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(Span::from_secs(1), 1.0)];
    /// let clip = ClipBuilder::new("drift").track("x", second.clone()).build()?;
    /// let mut leaves = ClipBatch::baked(&clip, TickRate::HZ_60, Repeat::Once)?;
    /// leaves.push(Tick::new(7));
    /// assert_eq!(leaves.save().load(&clip)?, leaves);
    ///
    /// let other = ClipBuilder::new("other").track("x", second).build()?;
    /// assert!(leaves.save().load(&other).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> SavedClipBatch {
        let kind = if self.is_baked() { BAKED } else { KEYS };
        SavedClipBatch(Saved::new(self.clip, self.rate, kind, &self.starts))
    }

    fn is_baked(&self) -> bool {
        !matches!(self.source, Source::Keys(_))
    }

    /// Everything that equal batches have in common.
    fn key(&self) -> (u64, crate::time::TickRate, bool, &Starts) {
        (self.clip, self.rate, self.is_baked(), &self.starts)
    }
}

impl SavedClipBatch {
    /// The batch that was saved.
    ///
    /// # Errors
    ///
    /// [`ClipBatchError::Changed`] for another clip, and those of [`ClipBatch::baked`].
    ///
    /// ```
    /// use cueline::{batch::{ClipBatch, ClipBatchError}, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::new(7));
    /// let saved = leaves.save();
    /// assert_eq!(saved.load(&drift), Ok(leaves));
    /// let other = ClipBuilder::new("other").duration(ms(800)).build()?;
    /// assert_eq!(saved.load(&other), Err(ClipBatchError::Changed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(&self, clip: &Clip) -> Result<ClipBatch, ClipBatchError> {
        if clip.digest() != self.0.of() {
            return Err(ClipBatchError::Changed);
        }
        let new = if self.0.kind() == BAKED { ClipBatch::baked } else { ClipBatch::new };
        let mut batch = new(clip, self.0.rate(), self.0.repeat())?;
        self.0.push_into(&mut batch.starts);
        Ok(batch)
    }
}

/// Equal batches have the same clip, the same baking and the same instances.
impl PartialEq for ClipBatch {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for ClipBatch {}

impl hash::Hash for ClipBatch {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

#[cfg(feature = "serde")]
mod bytes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{super::super::saved::Saved, BAKED, KEYS, SavedClipBatch};
    use crate::save::bytes;

    impl Serialize for SavedClipBatch {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0.bytes())
        }
    }

    impl<'de> Deserialize<'de> for SavedClipBatch {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let read = |bytes: &[u8]| Saved::read(bytes, &[KEYS, BAKED]).map(Self);
            bytes::read(deserializer, "a batch of clips", read)
        }
    }
}
