//! Many characters of one skeleton, from layers to palettes.
//!
//! A [`Crowd`] is built once from a rig, a skin and clips. In each frame it computes the palettes of any number of
//! characters from their [`Layers`]: it samples the clips, blends them, multiplies down the tree of bones and applies
//! the inverse bind matrices. It computes in `f32` and does not allocate. The cost per character does not depend on the
//! number of characters.
//!
//! # Rows
//!
//! The builder samples each clip into rows of numbers, at a rate that it chooses for the clip or at a given rate.
//! Between two rows, vectors are interpolated linearly and rotations along the shortest arc at constant speed. The
//! rotations use polynomials that are within 2e-5 rad of *slerp* for up to 86 degrees between two rows. The last row
//! lies at the end of the clip, so the last interval may be shorter. The time of a layer is an integer, so its position
//! between two rows is exact until one division rounds it to `f32`.
//!
//! A clip keeps only the rows that it needs. Between two rows that stay, the skin lies within a *distance* of the rig at
//! every row; [`CrowdBuilder::tolerance`] sets the distance, and its default is 1/5000 of the character's size. A wrong
//! angle of a hip moves the feet, a wrong angle of a finger only its tip. So each joint's error counts by how far it moves
//! its descendants, and each part of eight joints keeps rows of its own. Rotations are stored in 16 bits for each number.
//!
//! Nodes that no clip moves are not in the rows: such a node, with its unmoved descendants, becomes a constant matrix.
//! A part that one clip does not move is stored once for that clip, and a part at rest is not stored. A track counts as
//! constant if it stays within 5e-5 of one value (radians; for vectors, relative to their length), because exporters leave
//! noise of that size.
//!
//! # Layers
//!
//! All layers of [`Mode::Mean`](crate::Mode) form one weighted mean: the weighted sum, divided by the sum of the
//! weights. For rotations it is the normalized sum of quaternions. Each quaternion or its negative enters the sum,
//! whichever is closer to a fixed rotation in the middle of what all clips show. Apart from rounding, the order of the
//! layers does not matter. A joint whose weights add up to 0 or less has its rest pose.
//!
//! To replace a walk by a wave above the hips, give the walk a mask of the lower body and the wave a mask of the upper
//! body. To fade the wave in by a weight `w`, add the walk twice: with the lower mask and weight 1, and with the upper
//! mask and weight `1 - w`.
//!
//! Layers of [`Mode::Add`](crate::Mode) come after the mean, in their order. Each adds its difference from a named
//! pose, times its weight. Differences of translations and scales are added. The difference of two rotations is applied
//! after the rotation so far, in the axes of the parent.
//!
//! # How exact
//!
//! [`Rig`](cueline_assets::rig::Rig) is the reference, in `f64`. At every row, each joint
//! and its skin lie within the distance of the tolerance, measured when the crowd is built; [`Crowd::distance`] returns
//! the result. With a distance of 0 all rows stay. Then, for clips with rows at their own rate and without jumps, every
//! rotation of a joint lies within 2e-4 rad of the reference, also between rows, and every vector within 2e-4 times the
//! greatest length in its track. Of that, rounding to 16 bits takes up to 6.2e-5 rad. There are at most 240 rows a second: if a track turns between two such rows, as by an
//! easing between keys that are a frame apart, the crowd misses the turn, and the error is as large as the missed part.
//! Errors add up along a chain of bones. The bits do not depend on the processor, on the width of its registers, or on
//! how a game divides the characters among threads.

mod affine;
mod animated;
mod bones;
mod build;
mod error;
mod kernel;
mod lanes;
mod layers;
mod palettes;
mod poses;
mod reduce;
mod rows;
#[cfg(test)]
mod tests;

use cueline::time::Span;
use fearless_simd::Level;

pub use build::CrowdBuilder;
pub use error::{CrowdError, PaletteError};
pub use kernel::Scratch;
pub use layers::Layers;
pub use palettes::Selection;

use crate::ClipIndex;
use bones::{Bone, Joint, NONE};
use lanes::{KINDS, Lanes};
use rows::Rows;

/// A skeleton with its clips, ready for any number of characters.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{ClipBuilder, Keyframe}, time::Span, value::Vec3};
/// use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
/// use cueline_characters::{ClipIndex, Layer, crowd::{CrowdBuilder, Layers, Scratch, Selection}};
///
/// let mut skeleton = Skeleton::default();
/// skeleton.nodes.insert("hip".into(), Node::default());
/// skeleton.skins.insert("body".into(), Skin { joints: vec!["hip".into()], ..Skin::default() });
/// let rig = Rig::new(&skeleton)?;
/// let up = |at, y| Keyframe::linear(Span::from_millis(at), Vec3::new(0.0, y, 0.0));
/// let hop = ClipBuilder::new("hop").track("hip/translation", [up(0, 0.0), up(500, 2.0)]).build()?;
/// let sit = ClipBuilder::new("sit").track("hip/translation", [up(0, -1.0)]).build()?;
/// let crowd = CrowdBuilder::new(&rig, "body").clip(&hop).clip(&sit).build()?;
///
/// // Halfway up; and a blend of the top with sitting, one to three.
/// let top = Layer { weight: 0.25, ..Layer::new(ClipIndex(0), Span::from_millis(500)) };
/// let sit = Layer { weight: 0.75, ..Layer::new(ClipIndex(1), Span::ZERO) };
/// let mut layers = Layers::default();
/// layers.push(&[Layer::new(ClipIndex(0), Span::from_millis(250))]);
/// layers.push(&[top, sit]);
/// let (mut scratch, mut palettes) = (Scratch::default(), Vec::new());
/// crowd.palettes_into(&layers, Selection::default(), &mut scratch, &mut palettes)?;
/// assert_eq!([palettes[0][7], palettes[1][7]], [1.0, -0.25], "the heights");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    level: Level,
    clips: Vec<Rows>,
    /// Name, and the weights of each block.
    masks: Vec<(String, Vec<Lanes>)>,
    /// Name, and the planes of each block. The first is the rest pose.
    poses: Vec<(String, Vec<[Lanes; 10]>)>,
    /// For each block, the rotations on whose side quaternions are taken.
    middle: Vec<[Lanes; 4]>,
    /// For each block, which parts some clip moves.
    live: Vec<[bool; KINDS]>,
    bones: Vec<Bone>,
    joints: Vec<Joint>,
    /// The names of the bones.
    names: Vec<String>,
}

impl Crowd {
    /// The number of matrices in a palette: one for each joint of the skin.
    #[must_use]
    pub fn joints(&self) -> usize {
        self.joints.len()
    }

    /// The names of the nodes that the crowd computes for each character: the nodes that some clip moves, and their
    /// ancestors. Sorted by depth, so any prefix of the list is a coarser skeleton.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The time between two rows of a clip. `None` for a clip out of range.
    #[must_use]
    pub fn step(&self, clip: ClipIndex) -> Option<Span> {
        Some(Span::from_flicks(self.clips.get(usize::from(clip.0))?.step))
    }

    /// The duration of a clip. `None` for a clip out of range.
    #[must_use]
    pub fn duration(&self, clip: ClipIndex) -> Option<Span> {
        Some(Span::from_flicks(self.clips.get(usize::from(clip.0))?.duration))
    }

    /// The greatest distance of a joint or its skin from the rig at a row of the clip, in the units of the model. See
    /// [`CrowdBuilder::tolerance`]. `None` for a clip out of range.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Keyframe}, time::ms, value::{Quat, Vec3}};
    /// use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
    /// use cueline_characters::{ClipIndex, crowd::CrowdBuilder};
    ///
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("arm".into(), Node::default());
    /// skeleton.skins.insert("body".into(), Skin { joints: vec!["arm".into()], ..Skin::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// let turn = |at, angle| Keyframe::linear(ms(at), Quat::about(Vec3::new(0.0, 0.0, 1.0), angle));
    /// let clip = ClipBuilder::new("wave").track("arm/rotation", [turn(0, 0.0), turn(400, 0.5)]).build()?;
    /// // Within a centimetre, for a skin 0.3 m around the bone.
    /// let crowd = CrowdBuilder::new(&rig, "body").clip(&clip).tolerance(0.01, 0.3).build()?;
    /// assert!(crowd.distance(ClipIndex(0)).is_some_and(|distance| distance <= 0.01));
    /// assert_eq!(crowd.distance(ClipIndex(1)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, clip: ClipIndex) -> Option<f64> {
        Some(self.clips.get(usize::from(clip.0))?.distance)
    }

    /// The memory of a clip in bytes. `None` for a clip out of range.
    #[must_use]
    pub fn bytes(&self, clip: ClipIndex) -> Option<usize> {
        Some(self.clips.get(usize::from(clip.0))?.bytes())
    }

    /// A joint, if only the first `bones` bones are computed.
    fn followed(&self, joint: Joint, bones: usize) -> Joint {
        let (mut bone, mut bind) = (joint.bone, joint.bind);
        while bone != NONE && bone as usize >= bones {
            bone = self.bones[bone as usize].parent;
            bind = match self.bones.get(bone as usize) {
                Some(bone) => bone.bind,
                None => affine::narrow(&affine::UNIT), // as it was bound
            };
        }
        Joint { bone, bind }
    }
}
