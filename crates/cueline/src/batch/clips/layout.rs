//! The places of the numbers of a clip's tracks in a pose.

use alloc::boxed::Box;

use super::lanes;
use crate::clip::{Clip, ValueKind};

/// Rotations in a pack.
pub(super) const PACK: usize = 4;
/// Numbers in a pack.
pub(super) const PACKED: usize = 4 * PACK;

/// The place of a track's numbers in the pose of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The kind of the track's values. A rotation is x, y, z, w; a transform is scale, rotation, translation.
    pub kind: ValueKind,
    /// Index of the first number.
    pub first: usize,
    /// Count of numbers.
    pub numbers: usize,
    /// Distance from one number to the next: 1, and 4 for rotations of a baked clip.
    pub stride: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Layout {
    paths: Box<[Box<str>]>,
    columns: Box<[Column]>,
    /// Count of numbers in a pose.
    width: usize,
    /// Index at which packed rotations begin.
    packs: usize,
}

impl Layout {
    /// All tracks lie in the order of their paths.
    pub(super) fn plain(clip: &Clip) -> Self {
        Self::new(clip, 1)
    }

    /// Packs of [`PACK`] rotations come after all other numbers.
    pub(super) fn packed(clip: &Clip) -> Self {
        Self::new(clip, PACK)
    }

    /// Count of numbers in a pose.
    #[inline]
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Index at which packed rotations begin.
    pub(super) const fn packs(&self) -> usize {
        self.packs
    }

    pub(super) fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.paths.iter().map(|path| &**path)
    }

    #[inline]
    pub(super) const fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn new(clip: &Clip, pack: usize) -> Self {
        let packed = |kind| pack > 1 && kind == ValueKind::Rotation;
        let numbers = |kind| lanes::numbers(kind).unwrap_or(0);
        let kinds = || clip.channels().map(|(_, channel)| channel.kind());
        let plain: usize = kinds().filter(|kind| !packed(*kind)).map(numbers).sum();
        // Copied four at a time.
        let packs = if pack > 1 { plain.next_multiple_of(PACK) } else { plain };
        let (mut next, mut rotations) = (0, 0);
        let column = |kind| {
            if packed(kind) {
                let first = packs + rotations / PACK * PACKED + rotations % PACK;
                rotations += 1;
                return Column { kind, first, numbers: 4, stride: PACK };
            }
            let (first, numbers) = (next, numbers(kind));
            next += numbers;
            Column { kind, first, numbers, stride: 1 }
        };
        let columns = kinds().map(column).collect();
        let paths = clip.channels().map(|(path, _)| path.into()).collect();
        Self { paths, columns, width: packs + rotations.div_ceil(PACK) * PACKED, packs }
    }
}
