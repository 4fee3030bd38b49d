//! The values of a batch: types that lie in flat arrays of `f32`.

mod rotation;

use core::fmt;

use cueline::value::{Color, Oklab, Quat, Transform, Vec2, Vec3, Vec4};

/// A value that a batch stores in flat arrays of `f32`, called *lanes*: one lane for each number of the value.
///
/// Numbers, arrays of numbers, vectors and colours are interpolated linearly, as their [`Lerp`](cueline::value::Lerp)
/// does, in `f32`. Rotations take the shortest arc at an even speed, within 1e-6 radians of [`Quat::slerp`].
/// `#[derive(Lanes)]` implements the trait for a struct of such fields:
///
/// ```
/// use cueline::{time::Tick, value::{Color, Easing, Quat, Vec3}};
/// use cueline_batch::{Lanes, Tween, TweenBatch};
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
/// let now = shards.value(shard, 0.0).unwrap();
/// assert_eq!((now.place.y, now.color.a), (-1.0, 0.75));
/// # Ok::<(), cueline_batch::BatchError>(())
/// ```
///
/// A type of your own whose numbers are all interpolated linearly needs [`write`](Self::write) and
/// [`read`](Self::read) only.
pub trait Lanes: Copy {
    /// An array of as many `f32` as there are lanes.
    type Numbers: Numbers;

    /// Number of lanes of a start value, and of an end value.
    const LANES: usize = <Self::Numbers as Numbers>::COUNT;

    /// Writes a start value and an end value into lanes, [`LANES`](Self::LANES) numbers each.
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]);

    /// Computes the lanes that follow from other lanes, as [`write`](Self::write) does. A batch calls it when it
    /// loads, because it does not trust those lanes in a save.
    ///
    /// Does nothing by default. It must leave lanes from [`write`](Self::write) unchanged, to the bit.
    #[inline(always)]
    fn renew(begin: &mut [f32], end: &mut [f32]) {
        let _ = (begin, end);
    }

    /// Reads a value from one row of lanes: of start values, of end values, or of blended values.
    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self;

    /// Blends `W` rows, each at a progress of about 0 to 1.
    ///
    /// Interpolates linearly by default. `begin`, `end` and `out` are [`LANES`](Self::LANES) long. The result of a row
    /// must not depend on `W`.
    #[inline(always)]
    fn blend<const W: usize>(
        begin: &[[f32; W]],
        end: &[[f32; W]],
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

/// Arrays of `f32` of any length: one number for each lane of a value.
pub trait Numbers:
    Copy + PartialEq + AsRef<[f32]> + AsMut<[f32]> + fmt::Debug + Send + Sync + 'static
{
    /// Length of the array.
    const COUNT: usize;

    /// All numbers are zero.
    #[doc(hidden)]
    const ZERO: Self;

    /// As many columns of `W` rows as there are numbers.
    #[doc(hidden)]
    type Columns<const W: usize>: Copy
        + AsRef<[[f32; W]]>
        + AsMut<[[f32; W]]>
        + fmt::Debug
        + Send
        + Sync;

    /// These numbers in each of `W` rows.
    #[doc(hidden)]
    fn columns<const W: usize>(self) -> Self::Columns<W>;
}

impl<const N: usize> Numbers for [f32; N] {
    const COUNT: usize = N;
    const ZERO: Self = [0.0; N];

    type Columns<const W: usize> = [[f32; W]; N];

    #[inline(always)]
    fn columns<const W: usize>(self) -> [[f32; W]; N] {
        self.map(|number| [number; W])
    }
}

/// The numbers of a movement: those of its start and of its end.
#[inline(always)]
pub(crate) fn ends<T: Lanes>(from: &T, to: &T) -> (T::Numbers, T::Numbers) {
    let (mut begin, mut end) = (T::Numbers::ZERO, T::Numbers::ZERO);
    T::write(from, to, begin.as_mut(), end.as_mut());
    (begin, end)
}

/// The value of these numbers.
#[inline(always)]
pub(crate) fn of<T: Lanes>(numbers: &T::Numbers) -> T {
    T::read(numbers.columns::<1>().as_ref(), 0)
}

/// The numbers between two others, at a progress of about 0 to 1.
#[inline(always)]
pub(crate) fn between<T: Lanes>(begin: &T::Numbers, end: &T::Numbers, progress: f32) -> T::Numbers {
    let (begin, end) = (begin.columns::<1>(), end.columns::<1>());
    let (mut lanes, mut out) = (T::Numbers::ZERO.columns::<1>(), T::Numbers::ZERO);
    T::blend(begin.as_ref(), end.as_ref(), &[progress], lanes.as_mut());
    for (out, [number]) in out.as_mut().iter_mut().zip(lanes.as_ref()) {
        *out = *number;
    }
    out
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

/// Implements [`Lanes`] for a type that is an array of numbers.
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

/// Implements [`Lanes`] for a type of several parts, whose lanes follow each other.
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
                begin: &[[f32; W]],
                end: &[[f32; W]],
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
