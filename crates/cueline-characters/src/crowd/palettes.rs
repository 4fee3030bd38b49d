//! The palettes of characters: the calls of a crowd, and their checks.

use fearless_simd::{Level, dispatch};

use super::{
    Crowd, Layers, PaletteError,
    bones::NONE,
    kernel::{Scratch, character, place},
    lanes::LANES,
};
use crate::Mode;

/// The characters and bones to compute. The default is all characters with all bones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection<'a> {
    /// The indices of the characters, in the order of their palettes. `None` for all.
    pub characters: Option<&'a [usize]>,
    /// The number of bones to compute, from the first of [`Crowd::bones`]. The joints of the other bones follow the
    /// nearest computed bone above them, in their bind pose. `None` for all bones.
    pub bones: Option<usize>,
}

impl Crowd {
    /// Computes the palettes of characters: `joints()` matrices for each, one character after the other.
    ///
    /// A matrix has three rows of four numbers, with the translation last in each row. It maps the model in its bind
    /// pose to the model in its present pose. `out` is cleared first. Times outside of a clip are clamped to it. A
    /// layer with weight 0 has no effect. Once the buffers have grown, no call allocates.
    ///
    /// # Errors
    ///
    /// See [`PaletteError`]; `out` stays as it was.
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

    /// The same into a slice, such as one thread's part of a larger buffer.
    ///
    /// # Errors
    ///
    /// [`PaletteError::Size`] if `out` does not have the size of all palettes; else as
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
            if !(-MOST_WEIGHT..=MOST_WEIGHT).contains(&of.weight) {
                return Err(PaletteError::Weight { character, layer });
            }
        }
        Ok(())
    }

    /// After all checks: `out` has the right size.
    pub(super) fn run(
        &self,
        level: Level,
        layers: &Layers,
        selection: Selection<'_>,
        scratch: &mut Scratch,
        out: &mut [[f32; 12]],
    ) {
        let bones = selection.bones.map_or(self.bones.len(), |bones| bones.min(self.bones.len()));
        let bones = &self.bones[..bones];
        // Lanes are in the order of bones.
        let last = bones.iter().rev().find(|bone| bone.lane != NONE);
        let blocks = last.map_or(0, |bone| bone.lane as usize / LANES + 1);
        scratch.locals.resize(blocks, [[0.0; 12]; LANES]);
        scratch.models.resize(bones.len(), [0.0; 12]);
        let mut followed = std::mem::take(&mut scratch.followed);
        followed.clear();
        let joints = if bones.len() == self.bones.len() {
            &self.joints
        } else {
            followed.extend(self.joints.iter().map(|joint| self.followed(*joint, bones.len())));
            &followed
        };
        let each = self.joints.len().max(1);
        let characters = out.chunks_mut(each).enumerate();
        dispatch!(level, simd => {
            for (index, palette) in characters {
                let index = selection.characters.map_or(index, |list| list[index]);
                place(self, layers.get(index).unwrap_or(&[]), scratch);
                character(simd, self, bones, blocks, joints, scratch, palette);
            }
        });
        scratch.followed = followed;
    }
}

/// The largest weight of a layer: sums of such weights times positions are finite.
const MOST_WEIGHT: f32 = 1e9;

fn count(layers: &Layers, selection: Selection<'_>) -> usize {
    selection.characters.map_or(layers.len(), <[usize]>::len)
}
