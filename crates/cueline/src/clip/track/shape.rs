//! How a track leads from each of its keyframes to the next: what a keyframe has besides its time and its value.

use alloc::{boxed::Box, format, vec::Vec};
use core::mem;

use super::{Interpolation, Keyframe, Track};
use crate::{
    time::FLICKS_PER_SECOND,
    value::{AnyEasing, Delta, Easing, Lerp},
};

/// The interpolations and the tangents of all keyframes. Most tracks have one interpolation and no tangents, and take
/// no memory here.
#[derive(Clone)]
pub(super) enum Shape<D> {
    Linear,
    Hold,
    Mixed(Box<Mixed<D>>),
}

/// What keyframes have that are not all linear or all hold.
#[derive(Clone)]
pub(super) struct Mixed<D> {
    /// The table of interpolations; most tracks have one, which is found without a detour.
    first: Interpolation,
    more: Box<[Interpolation]>,
    which: Which,
    /// In and out; empty where all are zero.
    tangents: Box<[[D; 2]]>,
}

/// The index of each keyframe's interpolation.
#[derive(Clone)]
enum Which {
    /// All have the first, except for the last keyframe, which has the last.
    First,
    Bytes(Box<[u8]>),
    Words(Box<[u32]>),
}

impl<D: Delta> Shape<D> {
    /// The interpolations and the tangents of at least one keyframe, and at most 2^31 - 1.
    pub(super) fn new<T: Lerp<Delta = D>>(keys: &[Keyframe<T>]) -> Self {
        let is_zero = |key: &Keyframe<T>| key.tangent_in.is_zero() && key.tangent_out.is_zero();
        let no_tangents = keys.iter().all(is_zero);
        let all = |one: &Interpolation| keys.iter().all(|key| key.interpolation == *one);
        if no_tangents && all(&Interpolation::Linear) {
            return Self::Linear;
        }
        if no_tangents && all(&Interpolation::Hold) {
            return Self::Hold;
        }
        let mut interpolations: Vec<Interpolation> = Vec::new();
        let which: Vec<u32> =
            keys.iter().map(|key| place(&mut interpolations, &key.interpolation)).collect();
        let bytes: Result<_, _> = which.iter().map(|index| u8::try_from(*index)).collect();
        let which = match bytes {
            _ if which[..which.len() - 1].iter().all(|index| *index == 0) => Which::First,
            Ok(bytes) => Which::Bytes(bytes),
            Err(_) => Which::Words(which.into()),
        };
        let tangents = keys.iter().filter(|_| !no_tangents);
        let tangents = tangents.map(|key| [key.tangent_in.clone(), key.tangent_out.clone()]);
        let tangents = tangents.collect();
        let more = interpolations.split_off(interpolations.len().min(1)).into();
        let first = interpolations.pop().unwrap_or(Interpolation::Linear); // there is one
        Self::Mixed(Box::new(Mixed { first, more, which, tangents }))
    }

    /// The interpolation, the tangent before and the tangent after a keyframe, and whether that is the last one.
    pub(super) fn get(&self, index: usize, is_last: bool) -> (Interpolation, D, D) {
        match self {
            Self::Linear => (Interpolation::Linear, D::zero(), D::zero()),
            Self::Hold => (Interpolation::Hold, D::zero(), D::zero()),
            Self::Mixed(mixed) => {
                let interpolation = match &mixed.which {
                    Which::First if is_last => mixed.more.last().unwrap_or(&mixed.first),
                    _ => mixed.leaving(index),
                };
                (interpolation.clone(), mixed.tangent(index, 0), mixed.tangent(index, 1))
            }
        }
    }

    /// The bytes that it owns.
    pub(super) fn heap(&self) -> usize {
        let Self::Mixed(mixed) = self else { return 0 };
        let which = match &mixed.which {
            Which::First => 0,
            Which::Bytes(bytes) => mem::size_of_val(&**bytes),
            Which::Words(words) => mem::size_of_val(&**words),
        };
        let tables = mem::size_of_val(&*mixed.more) + mem::size_of_val(&*mixed.tangents);
        size_of::<Mixed<D>>() + which + tables
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

/// Whether two interpolations are the same to the sign of a zero, which only their texts show.
fn same(one: &Interpolation, other: &Interpolation) -> bool {
    // The numbers of a path are never -0.
    let eased = matches!(one, Interpolation::Eased(AnyEasing::Easing(easing)) | Interpolation::HermiteEased(AnyEasing::Easing(easing)) if *easing != Easing::Linear);
    one == other && (!eased || format!("{one:?}") == format!("{other:?}"))
}

impl<D: Delta> Mixed<D> {
    /// The interpolation from a keyframe to the next; of the last keyframe any.
    #[inline]
    fn leaving(&self, index: usize) -> &Interpolation {
        let place = match &self.which {
            Which::First => return &self.first,
            Which::Bytes(bytes) => bytes[index].into(),
            Which::Words(words) => words[index] as usize,
        };
        place.checked_sub(1).map_or(&self.first, |place| &self.more[place])
    }

    /// The tangent before (0) or after (1) a keyframe.
    fn tangent(&self, index: usize, side: usize) -> D {
        self.tangents.get(index).map_or_else(D::zero, |both| both[side].clone())
    }
}

impl<T: Lerp> Track<T> {
    /// The value after the keyframe of that index with the value `key` and before the next one; `t` is the progress.
    #[inline(never)] // not needed by linear keyframes
    pub(super) fn curved(
        &self,
        mixed: &Mixed<T::Delta>,
        index: usize,
        (key, next): (&T, &T),
        t: f64,
    ) -> T {
        match mixed.leaving(index) {
            Interpolation::Hold => key.clone(),
            Interpolation::Linear | Interpolation::Eased(AnyEasing::Easing(Easing::Linear)) => {
                key.lerp(next, t)
            }
            // Also at the keyframe itself: an easing may begin with a jump.
            Interpolation::Eased(easing) => key.lerp(next, easing.at(t)),
            Interpolation::Hermite if t == 0.0 => key.clone(),
            Interpolation::Hermite => self.cubic(mixed, index, t),
            Interpolation::HermiteEased(easing) => self.cubic(mixed, index, easing.at(t)),
        }
    }

    /// The value at `t` on the cubic from the keyframe of that index to the next.
    fn cubic(&self, mixed: &Mixed<T::Delta>, index: usize, t: f64) -> T {
        let times = self.times();
        let span = times[index + 1].flicks().abs_diff(times[index].flicks());
        let seconds = span as f64 / FLICKS_PER_SECOND as f64;
        // The slopes at both ends, in change per duration between them.
        let leave = mixed.tangent(index, 1).scaled(seconds);
        let arrive = mixed.tangent(index + 1, 0).scaled(seconds);
        self.values[index].hermite(&leave, &self.values[index + 1], &arrive, t)
    }
}
