//! The state of a batch of clips, apart from the clip.

use core::hash;

use super::{
    super::{saved::Saved, starts::Starts},
    ClipBatch, ClipBatchError, Round, Source,
};
use crate::clip::Clip;

/// All that a [`ClipBatch`] holds but the clip, of which it knows the [digest](Clip::digest).
///
/// `serde` writes it as one block of bytes, so that a binary format costs little more than a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedClipBatch(Saved);

/// Bits of the [kind](Saved::kind).
const ENDLESS: u32 = 1;
const BAKED: u32 = 2;

impl ClipBatch {
    /// Its state, to be saved or sent, and [loaded](SavedClipBatch::load) with the same clip.
    ///
    /// ```
    /// use cueline::{
    ///     batch::{ClipBatch, Round},
    ///     clip::{ClipBuilder, Keyframe},
    ///     time::{Span, Tick, TickRate},
    /// };
    ///
    /// let second = [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(Span::from_secs(1), 1.0)];
    /// let clip = ClipBuilder::new("drift").track("x", second.clone()).build()?;
    /// let mut leaves = ClipBatch::baked(&clip, TickRate::HZ_60, Round::Once)?;
    /// leaves.push(Tick::new(7));
    /// assert_eq!(leaves.save().load(&clip)?, leaves);
    ///
    /// let other = ClipBuilder::new("other").track("x", second).build()?;
    /// assert!(leaves.save().load(&other).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> SavedClipBatch {
        let endless = if self.starts.round() == Round::Endless { ENDLESS } else { 0 };
        let kind = endless | if self.is_baked() { BAKED } else { 0 };
        SavedClipBatch(Saved::new(self.clip, self.rate, kind, &self.starts))
    }

    fn is_baked(&self) -> bool {
        matches!(self.source, Source::Rows(_))
    }

    /// What two have in common that are equal.
    fn key(&self) -> (u64, crate::time::TickRate, bool, &Starts) {
        (self.clip, self.rate, self.is_baked(), &self.starts)
    }
}

impl SavedClipBatch {
    /// The batch that was saved.
    ///
    /// # Errors
    ///
    /// [`ClipBatchError::Changed`] where it was another clip, and those of [`ClipBatch::baked`].
    pub fn load(&self, clip: &Clip) -> Result<ClipBatch, ClipBatchError> {
        let Saved { of, rate, kind, .. } = self.0;
        if clip.digest() != of {
            return Err(ClipBatchError::Changed);
        }
        let new = if kind & BAKED != 0 { ClipBatch::baked } else { ClipBatch::new };
        let round = if kind & ENDLESS != 0 { Round::Endless } else { Round::Once };
        let mut batch = new(clip, rate, round)?;
        self.0.put_into(&mut batch.starts);
        Ok(batch)
    }
}

/// Of the same clip, in the same way, with the same instances.
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

    use super::{
        super::super::{bytes::deserialize, saved::Saved},
        BAKED, ENDLESS, SavedClipBatch,
    };

    impl Serialize for SavedClipBatch {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0.bytes())
        }
    }

    impl<'de> Deserialize<'de> for SavedClipBatch {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let kinds = [0, ENDLESS, BAKED, ENDLESS | BAKED];
            let read = |bytes: &[u8]| Saved::read(bytes, &kinds).map(Self);
            deserialize(deserializer, "a batch of clips", read)
        }
    }
}
