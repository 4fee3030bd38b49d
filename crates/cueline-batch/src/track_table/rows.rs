//! The segments of a track, as rows that are ready for blending.
//!
//! A row is the segment between two keyframes: it holds everything that is the same for every time in that
//! segment. The remaining arithmetic is that of [`Track::sample`], to the bit. Some segments need more (an easing, a
//! cubic, numbers so far apart that rounding needs a correction); those call the track.

// `#[inline(always)]` in this file: part of the loops of `widest`, where a call would lose the wide registers.

use alloc::{boxed::Box, vec::Vec};
use core::array;

use cueline::{
    advanced::{Arc, weighted, weights},
    clip::{Channel, Interpolation, Keyframe, Track, Value, ValueKind},
    time::Span,
    value::{Lerp, Quat, Vec3},
};

use super::segments::SegmentTable;
use crate::wide::widest;

/// Times whose values are written together, so that their common data stays in the cache.
pub(super) const CHUNK: usize = 64;

/// The largest count of numbers in a value.
const MOST: usize = 16;

/// One track, and its numbers that are blended together.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    channel: Channel,
    /// None for a track that is always called.
    timing: Option<TrackTiming>,
    rows: TableRows,
}

/// Times in a track, at most [`CHUNK`], and the rows there.
#[derive(Clone, Debug)]
pub(super) struct Places {
    times: [i64; CHUNK],
    rows: [u32; CHUNK],
    /// The durations of these rows.
    spans: [f64; CHUNK],
    /// The progress in each row, from 0 to less than 1; NaN where the track has to be called.
    parts: [f64; CHUNK],
    count: usize,
    /// Whether one of the parts is NaN.
    calls: bool,
}

impl Places {
    pub(super) const fn new() -> Self {
        let (times, rows, numbers) = ([0; CHUNK], [0; CHUNK], [0.0; CHUNK]);
        Self { times, rows, spans: numbers, parts: numbers, count: 0, calls: false }
    }

    /// So many times, at most [`CHUNK`], to be written.
    #[inline(always)]
    pub(super) fn times_mut(&mut self, count: usize) -> &mut [i64] {
        self.count = count.min(CHUNK);
        &mut self.times[..self.count]
    }

    fn times(&self) -> &[i64] {
        &self.times[..self.count]
    }
}

#[derive(Clone, Debug)]
enum TableRows {
    Number(RowTable<Numbers<1>>),
    Pair(RowTable<Numbers<2>>),
    /// With a fourth number that is not used, so that a value is a whole register.
    Triple(RowTable<Numbers<4>>),
    Quadruple(RowTable<Numbers<4>>),
    Rotation(RowTable<Rotation>),
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

impl Prepared {
    pub(super) fn new(channel: &Channel, duration: Span) -> Self {
        let with = |(timing, rows)| (Some(timing), rows);
        let triple = |Vec3 { x, y, z }: Vec3| [x, y, z, 0.0];
        let (timing, rows) = match channel {
            Channel::F32(track) => with(rows(track, duration, |value| [value], TableRows::Number)),
            Channel::Vec2(track) => with(rows(track, duration, <[f32; 2]>::from, TableRows::Pair)),
            Channel::Vec3(track) => with(rows(track, duration, triple, TableRows::Triple)),
            Channel::Vec4(track) => {
                with(rows(track, duration, <[f32; 4]>::from, TableRows::Quadruple))
            }
            Channel::Color(track) => {
                with(rows(track, duration, <[f32; 4]>::from, TableRows::Quadruple))
            }
            Channel::Oklab(track) => {
                with(rows(track, duration, <[f32; 4]>::from, TableRows::Quadruple))
            }
            Channel::Rotation(track) => {
                with(rows(track, duration, |value| value, TableRows::Rotation))
            }
            _ => (None, TableRows::Other),
        };
        Self { channel: channel.clone(), timing, rows }
    }

    /// Whether places that [`find`](Self::find) has found for `other` are those of this track too.
    pub(super) fn has_places_of(&self, other: &Self) -> bool {
        match (&self.timing, &other.timing) {
            (Some(this), Some(other)) => this.equals(other),
            // Only times count.
            (None, _) => true,
            (Some(_), None) => false,
        }
    }

    /// Finds the rows at the times of `places`.
    pub(super) fn find(&self, places: &mut Places) {
        places.calls = false;
        let Some(timing) = &self.timing else { return };
        let Places { times, rows, spans, parts, count, .. } = places;
        let (spans, parts) = (&mut spans[..*count], &mut parts[..*count]);
        let places_of = rows.iter_mut().zip(&mut *parts).zip(&mut *spans).zip(times);
        for (((row, part), span), time) in places_of {
            (*row, *part, *span) = timing.at(*time);
        }
        // In a loop of its own, so that several quotients share an instruction.
        let mut calls = false;
        for (part, span) in parts.iter_mut().zip(spans) {
            *part /= *span;
            calls |= part.is_nan();
        }
        places.calls = calls;
    }

    /// Writes the values at these places, one behind the other, `numbers` each.
    pub(super) fn write(&self, places: &Places, out: &mut [f32], numbers: usize) {
        match &self.rows {
            TableRows::Number(table) => table.write::<1>(places, out),
            TableRows::Pair(table) => table.write::<2>(places, out),
            TableRows::Triple(table) => table.write::<3>(places, out),
            TableRows::Quadruple(table) => table.write::<4>(places, out),
            TableRows::Rotation(table) => table.write(places, out),
            TableRows::Other => {}
        }
        if self.timing.is_none() || places.calls {
            let out = out.chunks_exact_mut(numbers);
            for ((time, part), out) in places.times().iter().zip(&places.parts).zip(out) {
                if self.timing.is_none() || part.is_nan() {
                    ask(&self.channel, *time, out);
                }
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
        // Kinds for which `numbers` returns none have no table.
        _ => {}
    }
}

/// The times of the segments of a track.
#[derive(Clone, Debug)]
struct TrackTiming {
    segments: SegmentTable,
    /// The start of each segment, in flicks, and its duration: infinite where one value holds, NaN where the track has to be
    /// called.
    spans: Box<[(i64, f64)]>,
}

impl TrackTiming {
    /// The row at a time, the flicks since its start, and its duration.
    #[inline(always)]
    fn at(&self, time: i64) -> (u32, f64, f64) {
        let row = self.segments.at(time);
        let (at, span) = self.spans[row as usize];
        (row, time.wrapping_sub(at) as f64, span)
    }

    fn equals(&self, other: &Self) -> bool {
        let bits = |(at, span): &(i64, f64)| (*at, span.to_bits());
        self.segments == other.segments
            && self.spans.iter().map(bits).eq(other.spans.iter().map(bits))
    }
}

/// The rows of a track, one for each segment.
#[derive(Clone, Debug)]
struct RowTable<R>(Box<[R]>);

impl<R> RowTable<R> {
    /// The row of a place; for places of another track, any row.
    #[inline(always)]
    fn at(&self, row: u32) -> &R {
        match self.0.get(row as usize) {
            Some(row) => row,
            None => &self.0[0],
        }
    }
}

/// The largest count of buckets of a track.
const BUCKETS: u64 = 1 << 12;

/// The times of a track, and its rows.
fn rows<T: Copy + Lerp, R: TableRow>(
    track: &Track<T>,
    duration: Span,
    value: impl Fn(T) -> R::Value,
    all: impl Fn(RowTable<R>) -> TableRows,
) -> (TrackTiming, TableRows) {
    let keys: Vec<_> = track.keyframes().collect();
    let held = |key: &Keyframe<T>| {
        let row = R::new(value(key.value), value(key.value));
        let span = if row.fits() { f64::INFINITY } else { f64::NAN };
        ((key.at.flicks(), span), row)
    };
    let (mut spans, mut rows) = (Vec::new(), Vec::new());
    let mut add = |(span, row)| {
        spans.push(span);
        rows.push(row);
    };
    add(held(&keys[0]));
    for pair in keys.windows(2) {
        let [key, next] = pair else { continue };
        let at = key.at.flicks();
        let span = next.at.flicks().abs_diff(at);
        match &key.interpolation {
            _ if span == 0 => continue,
            Interpolation::Hold => add(held(key)),
            interpolation => {
                let row = R::new(value(key.value), value(next.value));
                let fits = matches!(interpolation, Interpolation::Linear) && row.fits();
                // Up to this duration the progress is less than 1 even after rounding.
                let fits = fits && span <= 1 << 53;
                add(((at, if fits { span as f64 } else { f64::NAN }), row));
            }
        }
    }
    add(held(&keys[keys.len() - 1]));
    let mut times: Vec<i64> = keys.iter().map(|key| key.at.flicks()).collect();
    times.dedup();
    let segments = SegmentTable::new(&times, duration.flicks(), BUCKETS);
    (TrackTiming { segments, spans: spans.into() }, all(RowTable(rows.into())))
}

/// The numbers to blend.
trait TableRow: Sized {
    type Value: Copy + Lerp;

    fn new(from: Self::Value, to: Self::Value) -> Self;

    /// Whether [`Prepared::write`] gives the bits of [`Lerp::lerp`], for every t from 0 to less than 1.
    fn fits(&self) -> bool;
}

/// Numbers that are interpolated linearly, one by one.
#[derive(Clone, Debug)]
struct Numbers<const N: usize> {
    from: [f64; N],
    /// The difference to the end of the segment.
    by: [f64; N],
}

impl<const N: usize> TableRow for Numbers<N> {
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

impl<const N: usize> RowTable<Numbers<N>> {
    /// Writes the first `M` numbers of each value.
    fn write<const M: usize>(&self, places: &Places, out: &mut [f32]) {
        let rows = places.rows.iter().zip(&places.parts).take(places.count);
        widest(
            #[inline(always)]
            || {
                let value = |row: u32, part| {
                    let value = self.at(row).blend(part);
                    array::from_fn::<f32, M, _>(|i| value[i])
                };
                for ((row, part), out) in rows.zip(out.as_chunks_mut().0) {
                    *out = value(*row, *part);
                }
            },
        );
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

impl TableRow for Rotation {
    type Value = Quat;

    fn new(from: Quat, to: Quat) -> Self {
        Self { given: from.into(), arc: Arc::new(from.wide(), to.wide()) }
    }

    fn fits(&self) -> bool {
        true
    }
}

impl RowTable<Rotation> {
    /// Computes all weights before it uses the first, so that several weights share an instruction.
    fn write(&self, places: &Places, out: &mut [f32]) {
        let Places { rows, parts, count, .. } = places;
        let (mut angles, mut inverses) = ([0.0; CHUNK], [0.0; CHUNK]);
        for ((angle, inverse), row) in angles.iter_mut().zip(&mut inverses).zip(&rows[..*count]) {
            let Arc { angle: of, inverse: by, .. } = self.at(*row).arc;
            (*angle, *inverse) = (of, by);
        }
        widest(
            #[inline(always)]
            || {
                // In here, where nothing else can point to them: the compiler has to know that for wide registers.
                let (mut lefts, mut rights) = ([0.0; CHUNK], [0.0; CHUNK]);
                for i in 0..CHUNK {
                    (lefts[i], rights[i]) = weights(angles[i], inverses[i], parts[i]);
                }
                let rows = rows.iter().zip(parts).zip(lefts.iter().zip(&rights)).take(*count);
                let value = |row: u32, part, left, right| self.at(row).blend(left, right, part);
                for (((row, part), (left, right)), out) in rows.zip(out.as_chunks_mut().0) {
                    *out = value(*row, *part, *left, *right);
                }
            },
        );
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
