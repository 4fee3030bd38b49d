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
    value::{Arc, Lerp, Quat, weighted, weights},
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
    Triple(Table<Numbers<3>>),
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
            Channel::Vec3(track) => Rows::Triple(Table::new(track, duration, <[f32; 3]>::from)),
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
        if let Rows::Rotation(table) = &self.rows {
            return table.write(times, places, &self.channel);
        }
        let each = times.iter().copied().zip(places);
        match &self.rows {
            Rows::Number(table) => table.write(each, &self.channel),
            Rows::Pair(table) => table.write(each, &self.channel),
            Rows::Triple(table) => table.write(each, &self.channel),
            Rows::Quadruple(table) => table.write(each, &self.channel),
            Rows::Rotation(_) | Rows::Other => {
                each.for_each(|(at, place)| ask(&self.channel, at, place))
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
    from: [f32; N],
    to: [f32; N],
}

impl<const N: usize> Row for Numbers<N> {
    type Value = [f32; N];

    fn new(from: [f32; N], to: [f32; N]) -> Self {
        Self { from, to }
    }

    /// A sum does not return -0.
    fn fits(&self) -> bool {
        !self.from.iter().any(|from| *from == 0.0 && from.is_sign_negative())
    }
}

impl<const N: usize> Table<Numbers<N>> {
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn write<'a>(&self, each: impl Iterator<Item = (i64, &'a mut [f32])>, channel: &Channel) {
        for (time, place) in each {
            let (row, t) = self.at(time);
            if t.is_nan() {
                ask(channel, time, place);
                continue;
            }
            let numbers: [f32; N] = array::from_fn(|i| {
                let from = f64::from(row.from[i]);
                (from + (f64::from(row.to[i]) - from) * t) as f32
            });
            place[..N].copy_from_slice(&numbers);
        }
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
        wide::widest(
            #[inline(always)]
            || {
                for i in 0..CHUNK {
                    (lefts[i], rights[i]) = weights(angles[i], inverses[i], parts[i]);
                }
            },
        );
        for (i, (time, place)) in times.iter().zip(places).enumerate().take(CHUNK) {
            if parts[i].is_nan() {
                ask(channel, *time, place);
                continue;
            }
            place[..4].copy_from_slice(&rows[i].blend(lefts[i], rights[i], parts[i]));
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
