//! Layers: clips at their times, with weights.

use cueline::{digest::Digest, time::Span};
use serde::{Deserialize, Serialize};

/// A clip of a character, by its index in the list of clips, from 0.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Digest,
    Serialize,
    Deserialize,
)]
pub struct ClipIndex(pub u16);

/// A mask, by its index in the list of masks, from 0. A mask has a name, and a weight from 0 to 1 for each joint.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Digest, Serialize, Deserialize,
)]
pub struct MaskId(pub u16);

/// A named pose that additive layers refer to, by its index. 0 is the rest pose, [`PoseId::REST`].
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Digest,
    Serialize,
    Deserialize,
)]
pub struct PoseId(pub u16);

impl PoseId {
    /// The rest pose of the rig.
    pub const REST: Self = Self(0);
}

/// How a layer joins the other layers of its character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Digest)]
pub enum Mode {
    /// The layer is part of a weighted mean: the weights are divided by their sum. Single weights may be negative, as
    /// in an inertial transition, if the sum is above zero.
    #[default]
    Mean,
    /// The layer is additive: the difference between the clip and the pose, times the weight, is added to the mean.
    Add(PoseId),
}

/// One layer of a character: a clip at a time, with a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// Which clip.
    pub clip: ClipIndex,
    /// The time in the clip, from 0 to its duration; both ends are included.
    pub at: Span,
    /// The weight, from -1e9 to 1e9. 0 has no effect; in an additive layer, 1 adds the whole difference.
    pub weight: f32,
    /// The joints that the layer moves, each with a weight; `None` for all joints with weight 1.
    pub mask: Option<MaskId>,
    /// Whether the layer is part of the mean or added to it.
    pub mode: Mode,
}

impl Layer {
    /// The clip at a time, as part of the mean, with weight 1 on all joints.
    ///
    /// ```
    /// use cueline::{digest::Digest, time::Span};
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
