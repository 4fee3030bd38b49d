//! What a character shows: clips at their times, with weights.

use cueline::time::Span;

/// A clip of a character, by its place in the list of clips, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipIndex(pub u16);

/// A mask: a named list with a weight for each joint. By its place in the list of masks, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaskId(pub u16);

/// A named pose that additive layers refer to. [`PoseId::REST`] is the rest pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoseId(pub u16);

impl PoseId {
    /// The rest pose of the rig.
    pub const REST: Self = Self(0);
}

/// How a layer joins the other layers of its character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The layer is part of a weighted mean. Weights count relative to each other. Some may be below zero, as those of
    /// an inertial transition, as long as their sum is above.
    #[default]
    Mean,
    /// The difference between the clip and the named pose, times the weight, is added after the mean.
    Add(PoseId),
}

/// A clip at a time, with a weight: one of the layers that a character shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// Which clip.
    pub clip: ClipIndex,
    /// The time in the clip, from 0 to its duration; both ends are included.
    pub at: Span,
    /// The weight. 0 has no effect, 1 is all of it.
    pub weight: f32,
    /// Which joints the layer moves, and how much; `None` is all of them, fully.
    pub mask: Option<MaskId>,
    /// Whether the layer is part of the mean, or added after it.
    pub mode: Mode,
}

impl Layer {
    /// The clip at a time, as part of the mean, with all of its weight on all joints.
    ///
    /// ```
    /// use cueline::time::Span;
    /// use cueline_characters::{ClipIndex, Layer};
    ///
    /// let walk = Layer::new(ClipIndex(0), Span::from_millis(250));
    /// let half = Layer { weight: 0.5, ..walk };
    /// assert_eq!((walk.weight, half.mask), (1.0, None));
    /// ```
    #[must_use]
    pub const fn new(clip: ClipIndex, at: Span) -> Self {
        Self { clip, at, weight: 1.0, mask: None, mode: Mode::Mean }
    }
}
