//! How a track leads from each of its keyframes to the next: what a keyframe has besides its time and its value.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    clip::Interpolation,
    value::{AnyEasing, Delta},
};

/// The interpolations and the tangents of all keyframes. Most tracks have one interpolation and no tangents, and take
/// no memory here.
#[derive(Clone)]
pub(super) enum Shape<D> {
    /// Linear from each keyframe to the next. `None` where all keyframes are linear and without tangents.
    Linear(Option<Box<Mixed<D>>>),
    /// Each value holds up to the next keyframe. `None` where all keyframes hold and are without tangents.
    Hold(Option<Box<Mixed<D>>>),
    /// Other than these two.
    Curved(Box<Mixed<D>>),
}

/// What keyframes have that are not all linear or all hold.
#[derive(Clone)]
pub(super) struct Mixed<D> {
    pub(super) table: ShapeTable,
    /// In and out; empty where all are zero.
    tangents: Box<[[D; 2]]>,
}

/// The interpolation of each keyframe.
#[derive(Clone)]
pub(super) struct ShapeTable {
    /// The different ones; most tracks have one, which is found without a detour.
    first: Interpolation,
    more: Box<[Interpolation]>,
    indices: Indices,
}

/// The index of each keyframe's interpolation.
#[derive(Clone)]
enum Indices {
    /// All have the first, except for the last keyframe, which has the last.
    First,
    Bytes(Box<[u8]>),
    Words(Box<[u32]>),
}

/// How all keyframes but the last one lead to the next one.
enum Leading {
    Linear,
    Hold,
    Otherwise,
}

impl<D: Delta> Shape<D> {
    /// The interpolations and the tangents, in and out, of at least one keyframe, and at most 2^31 - 1.
    pub(super) fn new(interpolations: &[Interpolation], mut tangents: Vec<[D; 2]>) -> Self {
        let mut no_tangents = true;
        for [before, after] in &tangents {
            no_tangents &= before.is_zero() && after.is_zero();
        }
        if no_tangents {
            tangents.clear();
        }
        if no_tangents && are_all(&Interpolation::Linear, interpolations) {
            return Self::Linear(None);
        }
        if no_tangents && are_all(&Interpolation::Hold, interpolations) {
            return Self::Hold(None);
        }
        let mixed = Mixed { table: ShapeTable::new(interpolations), tangents: tangents.into() };
        match Leading::of(interpolations) {
            Leading::Linear => Self::Linear(Some(Box::new(mixed))),
            Leading::Hold => Self::Hold(Some(Box::new(mixed))),
            Leading::Otherwise => Self::Curved(Box::new(mixed)),
        }
    }

    /// The interpolation, the tangent before and the tangent after a keyframe, and whether that is the last one.
    pub(super) fn get(&self, index: usize, is_last: bool) -> (Interpolation, D, D) {
        let (interpolation, mixed) = match self {
            Self::Linear(mixed) => (Interpolation::Linear, mixed.as_deref()),
            Self::Hold(mixed) => (Interpolation::Hold, mixed.as_deref()),
            Self::Curved(mixed) => (Interpolation::Linear, Some(&**mixed)),
        };
        match mixed {
            None => (interpolation, D::zero(), D::zero()),
            Some(mixed) => {
                let interpolation = mixed.table.of(index, is_last).clone();
                (interpolation, mixed.tangent(index, 0), mixed.tangent(index, 1))
            }
        }
    }
}

impl Leading {
    fn of(interpolations: &[Interpolation]) -> Self {
        let leading = &interpolations[..interpolations.len().saturating_sub(1)];
        if leading.iter().all(Interpolation::is_linear) {
            Self::Linear
        } else if are_all(&Interpolation::Hold, leading) {
            Self::Hold
        } else {
            Self::Otherwise
        }
    }
}

fn are_all(one: &Interpolation, interpolations: &[Interpolation]) -> bool {
    interpolations.iter().all(|each| each == one)
}

impl ShapeTable {
    fn new(all: &[Interpolation]) -> Self {
        let mut interpolations: Vec<Interpolation> = Vec::new();
        let indices: Vec<u32> = all.iter().map(|each| place(&mut interpolations, each)).collect();
        let bytes: Result<_, _> = indices.iter().map(|index| u8::try_from(*index)).collect();
        let indices = match bytes {
            _ if indices[..indices.len() - 1].iter().all(|index| *index == 0) => Indices::First,
            Ok(bytes) => Indices::Bytes(bytes),
            Err(_) => Indices::Words(indices.into()),
        };
        let more = interpolations.split_off(interpolations.len().min(1)).into();
        let first = interpolations.pop().unwrap_or(Interpolation::Linear); // there is one
        Self { first, more, indices }
    }

    /// The interpolation from a keyframe to the next; of the last keyframe any.
    #[inline]
    pub(super) fn leaving(&self, index: usize) -> &Interpolation {
        let place = match &self.indices {
            Indices::First => return &self.first,
            Indices::Bytes(bytes) => bytes[index].into(),
            Indices::Words(words) => words[index] as usize,
        };
        place.checked_sub(1).map_or(&self.first, |place| &self.more[place])
    }

    /// The interpolation of a keyframe, and whether that is the last one.
    fn of(&self, index: usize, is_last: bool) -> &Interpolation {
        match &self.indices {
            Indices::First if is_last => self.more.last().unwrap_or(&self.first),
            _ => self.leaving(index),
        }
    }
}

/// The index of an interpolation in the table, which gets it if it is not there yet.
fn place(table: &mut Vec<Interpolation>, interpolation: &Interpolation) -> u32 {
    /// Looks back so far and no further, so that many different easings do not take long.
    const BACK: usize = 16;
    let known = table.iter().rev().take(BACK).position(|known| same(known, interpolation));
    let index = known.map_or(table.len(), |back| table.len() - 1 - back);
    if known.is_none() {
        table.push(interpolation.clone());
    }
    u32::try_from(index).unwrap_or(u32::MAX) // less than the number of keyframes
}

/// Whether two interpolations are the same to the sign of a zero.
fn same(one: &Interpolation, other: &Interpolation) -> bool {
    let bits = |interpolation: &Interpolation| match interpolation {
        Interpolation::Eased(AnyEasing::Easing(easing))
        | Interpolation::HermiteEased(AnyEasing::Easing(easing)) => Some(easing.words()),
        _ => None, // the numbers of a path are never -0
    };
    one == other && bits(one) == bits(other)
}

impl<D: Delta> Mixed<D> {
    /// The tangent before (0) or after (1) a keyframe.
    pub(super) fn tangent(&self, index: usize, side: usize) -> D {
        self.tangents.get(index).map_or_else(D::zero, |both| both[side].clone())
    }
}
