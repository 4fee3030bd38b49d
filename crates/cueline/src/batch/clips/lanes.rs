//! The tracks of a clip, as rows that are ready for blending.
//!
//! A row is the segment between two keyframes: it holds everything that is the same for every instance in that
//! segment. The remaining arithmetic is that of [`Track::sample`], to the bit. Some segments need more (an easing, a
//! cubic, numbers so far apart that rounding needs a correction); those call the track.

use alloc::{boxed::Box, vec::Vec};
use core::array;

use crate::{
    batch::wide,
    clip::{Channel, Interpolation, Keyframe, Track, Value, ValueKind, segments::SegmentTable},
    time::Span,
    value::{Arc, Lerp, Quat, Vec3, weighted, weights},
};

/// Instances whose values are written together, so that their common data stays in the cache.
pub(super) const CHUNK: usize = 64;

/// The largest count of numbers in a value.
const MOST: usize = 16;

/// One track, and its numbers that are blended together.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    channel: Channel,
    rows: Rows,
}

#[derive(Clone, Debug)]
enum Rows {
    Number(Table<Numbers<1>>),
    Pair(Table<Numbers<2>>),
    /// With a fourth number that is not used, so that a value is a whole register.
    Triple(Table<Numbers<4>>),
    Quadruple(Table<Numbers<4>>),
    Rotation(Table<Rotation>),
    /// Always calls the track.
    Other,
}

/// The count of numbers of a kind, if all of them are `f32`.
pub(super) const fn numbers(kind: ValueKind) -> Option<usize> {
    match kind {
        ValueKind::F32 => Some(1),
        ValueKind::Vec2 => Some(2),
        ValueKind::Vec3 => Some(3),
        ValueKind::Vec4 | ValueKind::Rotation | ValueKind::Color | ValueKind::Oklab => Some(4),
        ValueKind::Transform => Some(10),
        ValueKind::Matrix => Some(MOST),
        _ => None,
    }
}

impl Lane {
    pub(super) fn new(channel: &Channel, duration: Span) -> Self {
        let rows = match channel {
            Channel::F32(track) => Rows::Number(Table::new(track, duration, |value| [value])),
            Channel::Vec2(track) => Rows::Pair(Table::new(track, duration, <[f32; 2]>::from)),
            Channel::Vec3(track) => {
                Rows::Triple(Table::new(track, duration, |Vec3 { x, y, z }| [x, y, z, 0.0]))
            }
            Channel::Vec4(track) => Rows::Quadruple(Table::new(track, duration, <[f32; 4]>::from)),
            Channel::Color(track) => Rows::Quadruple(Table::new(track, duration, <[f32; 4]>::from)),
            Channel::Oklab(track) => Rows::Quadruple(Table::new(track, duration, <[f32; 4]>::from)),
            Channel::Rotation(track) => Rows::Rotation(Table::new(track, duration, |value| value)),
            _ => Rows::Other,
        };
        Self { channel: channel.clone(), rows }
    }

    /// Writes the values at these times, at most [`CHUNK`], each into `width` numbers of `out`, from `first` on.
    pub(super) fn write(&self, times: &[i64], out: &mut [f32], width: usize, first: usize) {
        let places = out.chunks_exact_mut(width).map(|row| &mut row[first..]);
        match &self.rows {
            Rows::Number(table) => table.write::<1>(times, places, &self.channel),
            Rows::Pair(table) => table.write::<2>(times, places, &self.channel),
            Rows::Triple(table) => table.write::<3>(times, places, &self.channel),
            Rows::Quadruple(table) => table.write::<4>(times, places, &self.channel),
            Rows::Rotation(table) => table.write(times, places, &self.channel),
            Rows::Other => {
                let each = times.iter().zip(places);
                each.for_each(|(at, place)| ask(&self.channel, *at, place));
            }
        }
    }
}

/// The value of the track, number by number.
#[cold]
pub(super) fn ask(channel: &Channel, at: i64, out: &mut [f32]) {
    fn put<const N: usize>(out: &mut [f32], numbers: [f32; N]) {
        out[..N].copy_from_slice(&numbers);
    }
    match channel.sample(Span::from_flicks(at)) {
        Value::F32(value) => put(out, [value]),
        Value::Vec2(value) => put(out, value.into()),
        Value::Vec3(value) => put(out, value.into()),
        Value::Vec4(value) => put(out, value.into()),
        Value::Rotation(value) => put(out, value.into()),
        Value::Color(value) => put(out, value.into()),
        Value::Oklab(value) => put(out, value.into()),
        Value::Matrix(value) => put(out, value.into()),
        Value::Transform(value) => {
            let (scale, place) = (value.scale, value.translation);
            let Quat { x, y, z, w } = value.rotation;
            put(out, [scale.x, scale.y, scale.z, x, y, z, w, place.x, place.y, place.z]);
        }
        // Kinds for which `numbers` returns none have no lane.
        _ => {}
    }
}

/// The segments of a track, with a row for each of them.
#[derive(Clone, Debug)]
struct Table<R> {
    segments: SegmentTable,
    rows: Box<[Timed<R>]>,
}

#[derive(Clone, Debug)]
struct Timed<R> {
    /// The start of the segment, in flicks.
    at: i64,
    /// The duration: infinite where one value holds, NaN where the track has to be called.
    span: f64,
    row: R,
}

/// The numbers to blend.
trait Row: Sized {
    type Value: Copy + Lerp;

    fn new(from: Self::Value, to: Self::Value) -> Self;

    /// Whether [`Table::write`] gives the bits of [`Lerp::lerp`], for every t from 0 to less than 1.
    fn fits(&self) -> bool;
}

impl<R: Row> Table<R> {
    /// The largest count of buckets of a track.
    const BUCKETS: u64 = 1 << 12;

    fn new<T: Copy + Lerp>(
        track: &Track<T>,
        duration: Span,
        value: impl Fn(T) -> R::Value,
    ) -> Self {
        let keys: Vec<_> = track.keyframes().collect();
        let held = |key: &Keyframe<T>| {
            let row = R::new(value(key.value), value(key.value));
            let span = if row.fits() { f64::INFINITY } else { f64::NAN };
            Timed { at: key.at.flicks(), span, row }
        };
        let mut rows = Vec::new();
        rows.push(held(&keys[0]));
        for pair in keys.windows(2) {
            let [key, next] = pair else { continue };
            let at = key.at.flicks();
            let span = next.at.flicks().abs_diff(at);
            match &key.interpolation {
                _ if span == 0 => continue,
                Interpolation::Hold => rows.push(held(key)),
                interpolation => {
                    let row = R::new(value(key.value), value(next.value));
                    let fits = matches!(interpolation, Interpolation::Linear) && row.fits();
                    // Up to this duration the progress is less than 1 even after rounding.
                    let fits = fits && span <= 1 << 53;
                    rows.push(Timed { at, span: if fits { span as f64 } else { f64::NAN }, row });
                }
            }
        }
        rows.push(held(&keys[keys.len() - 1]));
        let mut times: Vec<i64> = keys.iter().map(|key| key.at.flicks()).collect();
        times.dedup();
        Self {
            segments: SegmentTable::new(&times, duration.flicks(), Self::BUCKETS),
            rows: rows.into(),
        }
    }

    /// The row at a time, and its progress from 0 to less than 1; NaN where the track has to be called.
    #[inline(always)]
    fn at(&self, time: i64) -> (&R, f64) {
        let Timed { at, span, row } = &self.rows[self.segments.at(time)];
        (row, time.wrapping_sub(*at) as f64 / span)
    }
}

/// Numbers that are interpolated linearly, one by one.
#[derive(Clone, Debug)]
struct Numbers<const N: usize> {
    from: [f64; N],
    /// The difference to the end of the segment.
    by: [f64; N],
}

impl<const N: usize> Row for Numbers<N> {
    type Value = [f32; N];

    fn new(from: [f32; N], to: [f32; N]) -> Self {
        let from = from.map(f64::from);
        Self { from, by: array::from_fn(|i| f64::from(to[i]) - from[i]) }
    }

    /// A sum does not return -0.
    fn fits(&self) -> bool {
        !self.from.iter().any(|from| *from == 0.0 && from.is_sign_negative())
    }
}

impl<const N: usize> Table<Numbers<N>> {
    /// Writes the first `M` numbers of each value. Finds all rows before it uses the first, so that a loop without a branch
    /// blends them.
    fn write<'a, const M: usize>(
        &self,
        times: &[i64],
        places: impl Iterator<Item = &'a mut [f32]>,
        channel: &Channel,
    ) {
        let mut rows = [&self.rows[0].row; CHUNK];
        let (mut parts, mut values) = ([0.0; CHUNK], [[0.0; N]; CHUNK]);
        for ((row, part), time) in rows.iter_mut().zip(&mut parts).zip(times) {
            (*row, *part) = self.at(*time);
        }
        let blended = values.iter_mut().zip(&rows).zip(&parts).take(times.len());
        wide::widest(
            #[inline(always)]
            || blended.for_each(|((value, row), part)| *value = row.blend(*part)),
        );
        for (((time, place), value), part) in times.iter().zip(places).zip(&values).zip(&parts) {
            if part.is_nan() {
                ask(channel, *time, place);
            } else {
                place[..M].copy_from_slice(&value[..M]);
            }
        }
    }
}

impl<const N: usize> Numbers<N> {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn blend(&self, t: f64) -> [f32; N] {
        array::from_fn(|i| (self.from[i] + self.by[i] * t) as f32)
    }
}

/// A rotation along the shortest arc.
#[derive(Clone, Debug)]
struct Rotation {
    /// The rotation as it was given: the value at the exact start.
    given: [f32; 4],
    arc: Arc,
}

impl Row for Rotation {
    type Value = Quat;

    fn new(from: Quat, to: Quat) -> Self {
        Self { given: from.into(), arc: Arc::new(from.wide(), to.wide()) }
    }

    fn fits(&self) -> bool {
        true
    }
}

impl Table<Rotation> {
    /// Computes all weights before it uses the first, so that several weights share an instruction.
    fn write<'a>(
        &self,
        times: &[i64],
        places: impl Iterator<Item = &'a mut [f32]>,
        channel: &Channel,
    ) {
        let mut rows = [&self.rows[0].row; CHUNK];
        let (mut parts, mut angles, mut inverses) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]);
        for (i, time) in times.iter().enumerate().take(CHUNK) {
            let (row, t) = self.at(*time);
            (rows[i], parts[i], angles[i], inverses[i]) = (row, t, row.arc.angle, row.arc.inverse);
        }
        let (mut lefts, mut rights) = ([0.0; CHUNK], [0.0; CHUNK]);
        let mut values = [[0.0; 4]; CHUNK];
        let count = times.len();
        wide::widest(
            #[inline(always)]
            || {
                for i in 0..CHUNK {
                    (lefts[i], rights[i]) = weights(angles[i], inverses[i], parts[i]);
                }
                let weights = lefts.iter().zip(&rights).zip(&parts);
                let rows = values.iter_mut().zip(&rows).zip(weights).take(count);
                for ((value, row), ((left, right), part)) in rows {
                    *value = row.blend(*left, *right, *part);
                }
            },
        );
        for (((time, place), value), part) in times.iter().zip(places).zip(&values).zip(&parts) {
            if part.is_nan() {
                ask(channel, *time, place);
            } else {
                place[..4].copy_from_slice(value);
            }
        }
    }
}

impl Rotation {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn blend(&self, left: f64, right: f64, t: f64) -> [f32; 4] {
        let between = weighted(left, self.arc.from, right, self.arc.to);
        // A bitwise choice: about every other keyframe is met exactly, which no processor can predict.
        let given = if t == 0.0 { u32::MAX } else { 0 };
        array::from_fn(|i| {
            let (at_start, later) = (self.given[i].to_bits(), (between[i] as f32).to_bits());
            f32::from_bits((at_start & given) | (later & !given))
        })
    }
}
