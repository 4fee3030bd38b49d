//! Many characters of one skeleton, from layers to palettes.
//!
//! A [`Crowd`] is bound once from a rig, a skin and clips. In each frame it computes the palette of any number of
//! characters from their [`Layers`]: it samples the clips, blends them, goes down the tree of bones and multiplies by
//! the inverse bind matrices. All of that in `f32`, without allocation, and one character costs what it costs among a
//! thousand.
//!
//! # Rows
//!
//! A clip becomes rows of numbers at a rate of its own, or at any rate. Between two rows vectors move in a straight
//! line, and rotations along the shortest arc at an even speed: by polynomials, which are within 2e-5 rad of *slerp* up
//! to 86 degrees between two rows. The last row lies at the clip's end, so it may follow the one before it sooner. A
//! layer's time is an integer, so where it lies between two rows is exact, until one division rounds it to `f32`.
//!
//! What no clip moves is not in the rows: a node at rest in all clips, and all that hangs on it, is a constant matrix.
//! What one clip does not move is in that clip once. A track that stays within 5e-5 of one place (radians, or parts of
//! its length) does not move: exporters leave noise of that size.
//!
//! # Layers
//!
//! All layers of [`Mode::Mean`](crate::Mode) make one weighted mean: a sum, divided by the sum of weights. For
//! rotations it is the sum of quaternions, taken on the side of a rotation in the middle of what all clips show, brought
//! to length 1. Apart from rounding, it does not depend on the order of layers. Where all weights are 0, a joint is at
//! rest.
//!
//! To replace a walk above the hips by a wave, give the walk a mask of the lower body and the wave a mask of the upper
//! one. To fade the wave in by a weight `w`, add the walk twice: for the lower body with weight 1, and for the upper
//! one with weight `1 - w`.
//!
//! Layers of [`Mode::Add`](crate::Mode) follow in their order: each adds its difference from a named pose, times its
//! weight. Differences of translations and scales are added; the difference of two rotations is a turn made after
//! the rotation it is added to, in the axes of the parent.
//!
//! # How exact
//!
//! [`Rig`](cueline_assets::rig::Rig) is the reference, in `f64`. For clips with rows at their own rate and without
//! jumps, every rotation of a joint lies within 2e-4 rad of the reference, and every vector within 2e-4 of the
//! track's greatest length; errors add up along a chain of bones. The bits do not depend on the processor, on the width of its
//! registers, nor on how characters are divided among threads.

mod affine;
mod bones;
mod build;
mod error;
mod kernel;
mod layers;
mod rows;
#[cfg(test)]
mod tests;

use cueline::time::Span;
use fearless_simd::{Level, dispatch};

pub use build::CrowdBuilder;
pub use error::{CrowdError, PaletteError};
pub use layers::Layers;

use crate::{ClipIndex, Mode};
use bones::{Bone, Joint, NONE};
use kernel::{Placed, character, place};
use rows::{KINDS, LANES, Lanes, Rows};

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
    /// Of the bones.
    names: Vec<String>,
}

/// Memory that a crowd works in. It is empty at first, and can serve several crowds; each thread needs one.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    mean: Vec<Placed>,
    added: Vec<Placed>,
    /// For each block and row of a matrix, the four numbers of each lane.
    locals: Vec<[[[f32; 16]; 2]; 3]>,
    models: Vec<[f32; 12]>,
    joints: Vec<Joint>,
}

impl Scratch {
    /// From each bone to the model, for the character computed last: three rows of four numbers, in the order of
    /// [`Crowd::bones`].
    #[must_use]
    pub fn models(&self) -> &[[f32; 12]] {
        &self.models
    }
}

/// Which characters are computed, and how much of them. The default is all of everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection<'a> {
    /// The indices of the characters, in the order of their palettes. `None` for all.
    pub characters: Option<&'a [usize]>,
    /// How many bones are computed, from the first of [`Crowd::bones`]. The joints of all others follow the nearest
    /// computed bone above them, as they lay when the skin was bound. `None` for all.
    pub bones: Option<usize>,
}

impl Crowd {
    /// The number of matrices in a palette: that of the skin's joints.
    #[must_use]
    pub fn joints(&self) -> usize {
        self.joints.len()
    }

    /// The names of the nodes that the crowd computes for each character: those that some clip moves, and what they
    /// hang on. Sorted by depth, so that any first part of the list is a coarser skeleton.
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

    /// The memory of a clip in bytes. `None` for a clip out of range.
    #[must_use]
    pub fn bytes(&self, clip: ClipIndex) -> Option<usize> {
        Some(self.clips.get(usize::from(clip.0))?.bytes())
    }

    /// Computes the palettes of characters: `joints()` matrices for each, one character after the other.
    ///
    /// A matrix has three rows of four numbers, the translation last in each row: from the model as it was bound to the
    /// model in its present pose. `out` is cleared first. Times beyond a clip's ends count as its ends; layers of the
    /// mean with a weight of 0 or less have no effect. Once the buffers have grown, no call allocates.
    ///
    /// # Errors
    ///
    /// See [`PaletteError`]. Nothing is computed then, and `out` stays as it was.
    pub fn palettes_into(
        &self,
        layers: &Layers,
        selection: Selection<'_>,
        scratch: &mut Scratch,
        out: &mut Vec<[f32; 12]>,
    ) -> Result<(), PaletteError> {
        self.check(layers, selection)?;
        // Every matrix is written below.
        out.resize(count(layers, selection) * self.joints.len(), [0.0; 12]);
        self.run(self.level, layers, selection, scratch, out);
        Ok(())
    }

    /// The same into a slice: a part of a greater buffer, or of the work of several threads.
    ///
    /// # Errors
    ///
    /// [`PaletteError::Size`] if `out` is not of the size of all palettes; else as
    /// [`palettes_into`](Self::palettes_into).
    pub fn palettes(
        &self,
        layers: &Layers,
        selection: Selection<'_>,
        scratch: &mut Scratch,
        out: &mut [[f32; 12]],
    ) -> Result<(), PaletteError> {
        self.check(layers, selection)?;
        let needed = count(layers, selection) * self.joints.len();
        if out.len() != needed {
            return Err(PaletteError::Size { found: out.len(), needed });
        }
        self.run(self.level, layers, selection, scratch, out);
        Ok(())
    }

    fn check(&self, layers: &Layers, selection: Selection<'_>) -> Result<(), PaletteError> {
        match selection.characters {
            None => (0..layers.len()).try_for_each(|character| self.check_one(layers, character)),
            Some(list) => list.iter().try_for_each(|character| self.check_one(layers, *character)),
        }
    }

    fn check_one(&self, layers: &Layers, character: usize) -> Result<(), PaletteError> {
        let of = layers.get(character).ok_or(PaletteError::NoCharacter { character })?;
        for (layer, of) in of.iter().enumerate() {
            if usize::from(of.clip.0) >= self.clips.len() {
                return Err(PaletteError::NoClip { character, layer });
            }
            if of.mask.is_some_and(|mask| usize::from(mask.0) >= self.masks.len()) {
                return Err(PaletteError::NoMask { character, layer });
            }
            if matches!(of.mode, Mode::Add(pose) if usize::from(pose.0) >= self.poses.len()) {
                return Err(PaletteError::NoPose { character, layer });
            }
            if !of.weight.is_finite() {
                return Err(PaletteError::Weight { character, layer });
            }
        }
        Ok(())
    }

    /// After all checks: `out` has the right size.
    fn run(
        &self,
        level: Level,
        layers: &Layers,
        selection: Selection<'_>,
        scratch: &mut Scratch,
        out: &mut [[f32; 12]],
    ) {
        let bones = selection.bones.map_or(self.bones.len(), |bones| bones.min(self.bones.len()));
        let bones = &self.bones[..bones];
        let lanes = bones.iter().filter(|bone| bone.lane != NONE).count();
        let blocks = lanes.div_ceil(LANES);
        scratch.locals.resize(blocks, [[[0.0; 16]; 2]; 3]);
        scratch.models.resize(bones.len(), [0.0; 12]);
        scratch.joints.clear();
        scratch.joints.extend(self.joints.iter().map(|joint| self.followed(*joint, bones.len())));
        let each = self.joints.len().max(1);
        let characters = out.chunks_mut(each).enumerate();
        dispatch!(level, simd => {
            for (index, palette) in characters {
                let index = selection.characters.map_or(index, |list| list[index]);
                place(self, layers.get(index).unwrap_or(&[]), scratch);
                character(simd, self, bones, blocks, scratch, palette);
            }
        });
    }

    /// A joint, where only the first bones are computed.
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

fn count(layers: &Layers, selection: Selection<'_>) -> usize {
    selection.characters.map_or(layers.len(), <[usize]>::len)
}
