//! The state of a batch of sprites, without the flipbook.

use super::{
    super::saved::{Pace, Saved},
    FlipbookBatch, FlipbookBatchError, Sprite,
};
use crate::{clip::Flipbook, digest::digest};

/// The state of a [`FlipbookBatch`], with the [digest](digest()) of the flipbook instead of the flipbook.
///
/// `serde` writes the state as one block of bytes, so a binary format costs little more than a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedFlipbookBatch(Saved);

/// The kind of batch; lower kinds are batches of clips.
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
        let saved = Saved::new(digest(&*self.book), self.rate, KIND, &self.starts);
        let pace = |(index, sprite): (&usize, &Sprite)| {
            Pace::new(*index, sprite.start, sprite.speed, sprite.offset)
        };
        SavedFlipbookBatch(saved.with_paces(self.paced.iter().map(pace)))
    }
}

impl SavedFlipbookBatch {
    /// The batch that was saved.
    ///
    /// # Errors
    ///
    /// [`FlipbookBatchError::Changed`] for another flipbook.
    ///
    /// ```
    /// use cueline::{batch::{FlipbookBatch, FlipbookBatchError}, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::hz(10)?);
    /// units.push(Tick::new(3));
    /// let saved = units.save();
    /// assert_eq!(saved.load(&walk)?, units);
    /// let other = Flipbook::equal(5, ms(100))?;
    /// assert_eq!(saved.load(&other), Err(FlipbookBatchError::Changed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(&self, book: &Flipbook) -> Result<FlipbookBatch, FlipbookBatchError> {
        if digest(book) != self.0.of() {
            return Err(FlipbookBatchError::Changed);
        }
        let mut batch = FlipbookBatch::new(book, self.0.rate());
        self.0.push_into(&mut batch.starts);
        for (index, pace) in self.0.paces() {
            let sprite = Sprite { start: pace.start(), speed: pace.speed(), offset: pace.offset() };
            batch.paced.insert(index, sprite);
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
