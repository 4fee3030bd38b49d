//! The state of a batch of sprites, without the flipbook.

use super::{
    super::saved::{Pace, Saved},
    FlipbookBatch, FlipbookBatchError, Sprite,
};
use crate::{
    clip::Flipbook,
    digest::digest,
    time::{Span, Tick},
};

/// The state of a [`FlipbookBatch`], with the [digest](digest()) of the flipbook instead of the flipbook.
///
/// `serde` writes the state as one block of bytes, so a binary format costs little more than a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedFlipbookBatch(Saved);

/// The [kind](Saved::kind); lower kinds are batches of clips.
const KIND: u32 = 4;

impl FlipbookBatch {
    /// The state of the batch, which [loads](SavedFlipbookBatch::load) with the same flipbook.
    ///
    /// ```
    /// use cueline::{
    ///     batch::FlipbookBatch,
    ///     clip::{Flipbook, Order},
    ///     time::{Span, Tick, TickRate},
    /// };
    ///
    /// let walk = Flipbook::equal(4, Span::from_millis(100))?;
    /// let mut sprites = FlipbookBatch::new(&walk, TickRate::hz(10)?);
    /// sprites.push(Tick::new(3));
    /// assert_eq!(sprites.save().load(&walk)?, sprites);
    /// assert!(sprites.save().load(&walk.order(Order::PingPong)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> SavedFlipbookBatch {
        let mut saved = Saved::new(digest(&*self.book), self.rate, KIND, &self.starts);
        saved.paces = self
            .paced
            .iter()
            .map(|(index, Sprite { start, speed, offset })| Pace {
                index: *index as u64,
                start: start.get(),
                speed: *speed,
                offset: offset.flicks(),
            })
            .collect();
        SavedFlipbookBatch(saved)
    }
}

impl SavedFlipbookBatch {
    /// The batch that was saved.
    ///
    /// # Errors
    ///
    /// [`FlipbookBatchError::Changed`] for another flipbook.
    pub fn load(&self, book: &Flipbook) -> Result<FlipbookBatch, FlipbookBatchError> {
        if digest(book) != self.0.of {
            return Err(FlipbookBatchError::Changed);
        }
        let mut batch = FlipbookBatch::new(book, self.0.rate);
        self.0.put_into(&mut batch.starts);
        for Pace { index, start, speed, offset } in &self.0.paces {
            let Some(index) = usize::try_from(*index).ok().filter(|index| *index < self.0.len())
            else {
                continue;
            };
            let (start, offset) = (Tick::new(*start), Span::from_flicks(*offset));
            batch.paced.insert(index, Sprite { start, speed: *speed, offset });
        }
        Ok(batch)
    }
}

#[cfg(feature = "serde")]
mod bytes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{super::super::saved::Saved, KIND, SavedFlipbookBatch};
    use crate::save::bytes;

    impl Serialize for SavedFlipbookBatch {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0.bytes())
        }
    }

    impl<'de> Deserialize<'de> for SavedFlipbookBatch {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let read = |bytes: &[u8]| Saved::read(bytes, &[KIND]).map(Self);
            bytes::read(deserializer, "a batch of sprites", read)
        }
    }
}
