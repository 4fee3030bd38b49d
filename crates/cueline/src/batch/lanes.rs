//! What a [`TweenBatch`](super::TweenBatch) can hold: values that lie in flat arrays of `f32`.

mod numbers;
mod rotation;

pub(super) use numbers::{math, normalize, read};

use alloc::vec::Vec;
use core::fmt;

use super::{BatchError, Tween, motion::Retarget, report::Report, spring::SpringRates, store::Id};
use crate::{
    time::Tick,
    value::{Color, Oklab, Quat, Transform, Vec2, Vec3, Vec4},
};

/// A value that lies in flat arrays, one for each of its numbers: in *lanes*.
///
/// Numbers, arrays of them, vectors and colours go straight from one value to the other, as their
/// [`Lerp`](crate::value::Lerp) does, in `f32`. Rotations go the shortest way at an even speed, within 1e-6 radians of
/// [`Quat::slerp`]. `#[derive(Lanes)]` makes a struct of such fields one more:
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use cueline::{
///     batch::{Lanes, Tween, TweenBatch},
///     time::Tick,
///     value::{Color, Easing, Quat, Vec3},
/// };
///
/// #[derive(Clone, Copy, Debug, PartialEq, Lanes)]
/// struct Shard {
///     place: Vec3,
///     rotation: Quat,
///     color: Color,
/// }
///
/// let whole = Shard { place: Vec3::default(), rotation: Quat::default(), color: Color::new(1.0, 1.0, 1.0, 1.0) };
/// let gone = Shard { place: Vec3::new(0.0, -4.0, 2.0), color: Color::default(), ..whole };
/// let mut shards = TweenBatch::new("shards", Tick::ZERO);
/// let shard = shards.start(&Tween { from: whole, to: gone, ticks: 8, delay: 0, easing: Easing::IN_QUAD })?;
///
/// shards.advance_to(Tick::new(4))?;
/// let halfway = shards.value(shard, 0.0).unwrap();
/// assert_eq!(halfway.place, Vec3::new(0.0, -1.0, 0.5));
/// assert_eq!(halfway.color.a, 0.75);
/// # }
/// # Ok::<(), cueline::batch::BatchError>(())
/// ```
///
/// A type of one's own whose numbers all go straight needs [`write`](Self::write) and [`read`](Self::read) only.
pub trait Lanes: Copy {
    /// An array of as many `f32` as there are lanes.
    type Numbers: Numbers;

    /// How many lanes there are, on either side of a way.
    const LANES: usize = <Self::Numbers as Numbers>::COUNT;

    /// Puts the way between two values into lanes, [`LANES`](Self::LANES) numbers for its beginning and as many for its
    /// end.
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]);

    /// Computes those lanes of a way again that follow from its others, as [`write`](Self::write) does: when a batch is loaded,
    /// none of them is taken from bytes.
    ///
    /// Does nothing by default. What [`write`](Self::write) wrote has to stay as it is, to the bit.
    #[inline(always)]
    fn renew(begin: &mut [f32], end: &mut [f32]) {
        let _ = (begin, end);
    }

    /// The value that lies in a row of lanes: of those of a beginning, of an end, or of what was blended.
    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self;

    /// Blends `W` rows: where each is on its way at a progress, about 0 to 1.
    ///
    /// Straight by default. All slices are [`LANES`](Self::LANES) long. Each row has to come out the same
    /// whatever `W` is.
    #[inline(always)]
    fn blend<const W: usize>(
        begin: &[&[f32; W]],
        end: &[&[f32; W]],
        progress: &[f32; W],
        out: &mut [[f32; W]],
    ) {
        for ((out, begin), end) in out.iter_mut().zip(begin).zip(end) {
            for row in 0..W {
                out[row] = begin[row] + (end[row] - begin[row]) * progress[row];
            }
        }
    }
}

/// Arrays of `f32`, of any length: as many as a value has lanes.
pub trait Numbers: Sealed {
    /// How many there are.
    const COUNT: usize;
}

impl<const N: usize> Numbers for [f32; N] {
    const COUNT: usize = N;
}

/// Keeps [`Numbers`] to arrays, and holds what a batch does with as many lanes: here their number is known.
#[doc(hidden)]
pub trait Sealed: Sized {
    /// What holds so many lanes.
    type Store: Clone + Eq + core::hash::Hash + fmt::Debug + Send + Sync;

    fn new(name: u32, now: Tick) -> Self::Store;
    fn start<T: Lanes<Numbers = Self>>(
        store: &mut Self::Store,
        tween: &Tween<T>,
    ) -> Result<Id, BatchError>;
    fn start_at<T: Lanes<Numbers = Self>>(
        store: &mut Self::Store,
        at: Tick,
        tween: &Tween<T>,
    ) -> Result<Id, BatchError>;
    fn start_spring<T: Lanes<Numbers = Self>>(
        store: &mut Self::Store,
        tween: &Tween<T>,
        rates: SpringRates,
    ) -> Result<Id, BatchError>;
    /// The tick at which a tween ends.
    fn end(store: &Self::Store, id: Id) -> Option<Tick>;
    fn retarget<T: Lanes<Numbers = Self>>(
        store: &mut Self::Store,
        id: Id,
        to: &T,
        ticks: u32,
        retarget: Retarget,
    ) -> Result<(), BatchError>;
    fn advance_to<T: Lanes<Numbers = Self>>(
        store: &mut Self::Store,
        report: &mut Report<T>,
        to: Tick,
    ) -> Result<(), BatchError>;
    fn cue(store: &mut Self::Store, id: Id, at: u32, cue: u16) -> Result<(), BatchError>;
    fn cancel(store: &mut Self::Store, id: Id) -> bool;
    fn sample_into<T: Lanes<Numbers = Self>>(store: &Self::Store, alpha: f32, values: &mut Vec<T>);
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    fn sample_into_in_parallel<T: Lanes<Numbers = Self> + Send>(
        store: &Self::Store,
        alpha: f32,
        values: &mut Vec<T>,
    );
    fn value<T: Lanes<Numbers = Self>>(store: &Self::Store, id: Id, alpha: f32) -> Option<T>;
    fn handles(store: &Self::Store) -> impl Iterator<Item = Id>;
    fn index_of(store: &Self::Store, id: Id) -> Option<usize>;
    fn contains(store: &Self::Store, id: Id) -> bool;
    fn now(store: &Self::Store) -> Tick;
    fn len(store: &Self::Store) -> usize;
    fn waiting(store: &Self::Store) -> usize;
    fn name(store: &Self::Store) -> u32;
    #[cfg(feature = "serde")]
    fn save(store: &Self::Store) -> Result<Vec<u8>, &'static str>;
    #[cfg(feature = "serde")]
    fn load<T: Lanes<Numbers = Self>>(bytes: &[u8]) -> Result<Self::Store, super::load::BadBytes>;
}

impl<const N: usize> Lanes for [f32; N] {
    type Numbers = Self;

    #[inline(always)]
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
        begin.copy_from_slice(from);
        end.copy_from_slice(to);
    }

    #[inline(always)]
    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
        core::array::from_fn(|lane| lanes[lane][row])
    }
}

impl Lanes for f32 {
    type Numbers = [Self; 1];

    #[inline(always)]
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
        (begin[0], end[0]) = (*from, *to);
    }

    #[inline(always)]
    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
        lanes[0][row]
    }
}

/// What is an array of numbers by another name.
macro_rules! arrays {
    ($($value:ident<$n:literal>)*) => { $(
        impl Lanes for $value {
            type Numbers = [f32; $n];

            #[inline(always)]
            fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
                <[f32; $n]>::write(&(*from).into(), &(*to).into(), begin, end);
            }

            #[inline(always)]
            fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
                <[f32; $n]>::read(lanes, row).into()
            }
        }
    )* };
}

arrays! { Vec2<2> Vec3<3> Vec4<4> Color<4> Oklab<4> }

/// What is made of several parts, whose lanes lie one behind the other.
macro_rules! structs {
    ($($value:ident { $($part:ident: $kind:ty),+ })*) => { $(
        impl Lanes for $value {
            type Numbers = [f32; $(<$kind>::LANES +)+ 0];

            #[inline(always)]
            fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
                $(
                    let (first, begin) = begin.split_at_mut(<$kind>::LANES);
                    let (last, end) = end.split_at_mut(<$kind>::LANES);
                    <$kind>::write(&from.$part, &to.$part, first, last);
                )+
                let _ = (begin, end);
            }

            #[inline(always)]
            fn renew(begin: &mut [f32], end: &mut [f32]) {
                $(
                    let (first, begin) = begin.split_at_mut(<$kind>::LANES);
                    let (last, end) = end.split_at_mut(<$kind>::LANES);
                    <$kind>::renew(first, last);
                )+
                let _ = (begin, end);
            }

            #[inline(always)]
            fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
                $(
                    let (part, lanes) = lanes.split_at(<$kind>::LANES);
                    let $part = <$kind>::read(part, row);
                )+
                let _ = lanes;
                Self { $($part),+ }
            }

            #[inline(always)]
            fn blend<const W: usize>(
                begin: &[&[f32; W]],
                end: &[&[f32; W]],
                progress: &[f32; W],
                out: &mut [[f32; W]],
            ) {
                $(
                    let (first, begin) = begin.split_at(<$kind>::LANES);
                    let (last, end) = end.split_at(<$kind>::LANES);
                    let (part, out) = out.split_at_mut(<$kind>::LANES);
                    <$kind>::blend(first, last, progress, part);
                )+
                let _ = (begin, end, out);
            }
        }
    )* };
}

structs! { Transform { scale: Vec3, rotation: Quat, translation: Vec3 } }
