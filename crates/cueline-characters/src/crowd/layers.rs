//! The layers of many characters, one after the other.

use crate::Layer;

/// The layers of a list of characters.
///
/// Plain data in two flat lists. Clearing keeps the memory, so that a game can fill the same list in each frame.
///
/// ```
/// use cueline::time::Span;
/// use cueline_characters::{ClipIndex, Layer, crowd::Layers};
///
/// let walk = Layer::new(ClipIndex(0), Span::from_millis(250));
/// let mut layers = Layers::default();
/// let hero = layers.push(&[walk]);
/// let guard = layers.push(&[walk, Layer { weight: 0.5, ..Layer::new(ClipIndex(1), Span::ZERO) }]);
/// assert_eq!((hero, guard, layers.len()), (0, 1, 2));
/// assert_eq!(layers.get(guard).unwrap()[0], walk);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    layers: Vec<Layer>,
    /// For each character, where its layers end.
    ends: Vec<usize>,
}

impl Layers {
    /// Adds a character. Returns its index.
    pub fn push(&mut self, layers: &[Layer]) -> usize {
        self.layers.extend_from_slice(layers);
        self.ends.push(self.layers.len());
        self.ends.len() - 1
    }

    /// Removes all characters.
    pub fn clear(&mut self) {
        self.layers.clear();
        self.ends.clear();
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no character.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The layers of a character.
    #[must_use]
    #[inline]
    pub fn get(&self, character: usize) -> Option<&[Layer]> {
        let end = *self.ends.get(character)?;
        let start = character.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.layers.get(start..end)
    }
}
