//! The tracks of a clip, in rows that are ready to be blended.
//!
//! A row is a stretch between two keyframes: all that is the same for every instance in it has been
//! computed. What is left is the arithmetic of [`Track::sample`] itself, to the bit; where a stretch needs more
//! (an easing, a cubic, numbers so far apart that rounding has to be mended), the track is asked.

use alloc::{boxed::Box, vec::Vec};
use core::array;

use super::CHUNK;
use crate::{
    clip::{Channel, Interpolation, Keyframe, Track, Value, ValueKind},
    stretches::Stretches,
    time::Span,
    value::{Arc, Lerp, Quat, weighted, weights},
    wide,
};

/// The most numbers that a value has.
const MOST: usize = 16;

/// One track, and the numbers of it that go side by side.
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
    /// Always asked.
    Other,
}

/// How many numbers a kind has, where they are all `f32`.
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
    pub(super) fn new(channel: &Channel, length: Span) -> Self {
        let rows = match channel {
            Channel::F32(track) => Rows::Number(Table::new(track, length, |value| [value])),
            Channel::Vec2(track) => Rows::Pair(Table::new(track, length, <[f32; 2]>::from)),
            Channel::Vec3(track) => Rows::Triple(Table::new(track, length, <[f32; 3]>::from)),
            Channel::Vec4(track) => Rows::Quadruple(Table::new(track, length, <[f32; 4]>::from)),
            Channel::Color(track) => Rows::Quadruple(Table::new(track, length, <[f32; 4]>::from)),
            Channel::Oklab(track) => Rows::Quadruple(Table::new(track, length, <[f32; 4]>::from)),
            Channel::Rotation(track) => Rows::Rotation(Table::new(track, length, |value| value)),
            _ => Rows::Other,
        };
        Self { channel: channel.clone(), rows }
    }

    /// Writes the values at these times, [`CHUNK`] at most, each into `width` numbers of `out`, from `first` on.
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

/// What the track says, number by number.
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
        // Kinds without a number of `numbers` have no lane.
        _ => {}
    }
}

/// The stretches of a track, and a row for each of them.
#[derive(Clone, Debug)]
struct Table<R> {
    stretches: Stretches,
    rows: Box<[Timed<R>]>,
}

#[derive(Clone, Debug)]
struct Timed<R> {
    /// When it begins, in flicks.
    at: i64,
    /// How long it lasts: infinite where one value holds, NaN where the track has to be asked.
    span: f64,
    row: R,
}

/// What is blended.
trait Row: Sized {
    type Value: Copy + Lerp;

    fn new(from: Self::Value, to: Self::Value) -> Self;

    /// Whether [`Table::write`] gives the bits of [`Lerp::lerp`], for every t from 0 to less than 1.
    fn fits(&self) -> bool;
}

impl<R: Row> Table<R> {
    /// The most buckets of a track.
    const BUCKETS: u64 = 1 << 12;

    fn new<T: Copy + Lerp>(track: &Track<T>, length: Span, value: impl Fn(T) -> R::Value) -> Self {
        let keys = track.keyframes();
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
            match key.interpolation {
                _ if span == 0 => continue,
                Interpolation::Hold => rows.push(held(key)),
                interpolation => {
                    let row = R::new(value(key.value), value(next.value));
                    let fits = matches!(interpolation, Interpolation::Linear) && row.fits();
                    // Up to there, what has passed of it is less than 1 also when it is rounded.
                    let fits = fits && span <= 1 << 53;
                    rows.push(Timed { at, span: if fits { span as f64 } else { f64::NAN }, row });
                }
            }
        }
        rows.push(held(&keys[keys.len() - 1]));
        let mut times: Vec<i64> = keys.iter().map(|key| key.at.flicks()).collect();
        times.dedup();
        Self {
            stretches: Stretches::new(&times, length.flicks(), Self::BUCKETS),
            rows: rows.into(),
        }
    }

    /// The row that shows at a time, and how far it is, from 0 to less than 1; NaN where the track has to be asked.
    #[inline(always)]
    fn at(&self, time: i64) -> (&R, f64) {
        let Timed { at, span, row } = &self.rows[self.stretches.at(time)];
        (row, time.wrapping_sub(*at) as f64 / span)
    }
}

/// Numbers that each go straight.
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

    /// A sum does not give back -0. And `from` + (`to` - `from`) t, with t < 1, is rounded past `to` only where that
    /// is so much smaller that an f32 could tell.
    fn fits(&self) -> bool {
        self.from.iter().zip(&self.to).all(|(from, to)| {
            let negative_zero = *from == 0.0 && from.is_sign_negative();
            let near = *to == 0.0 || f64::from(from.abs()) <= f64::from(to.abs()) * 1e6;
            !negative_zero && near
        })
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

/// A rotation on its shortest way.
#[derive(Clone, Debug)]
struct Rotation {
    /// As it was given: what shows at the very beginning.
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
    /// Weights are computed for all before the first is used: so several share an instruction.
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
        // Chosen bit by bit: about every other keyframe is met exactly, which no processor can guess.
        let given = if t == 0.0 { u32::MAX } else { 0 };
        array::from_fn(|i| {
            let (at_start, later) = (self.given[i].to_bits(), (between[i] as f32).to_bits());
            f32::from_bits((at_start & given) | (later & !given))
        })
    }
}
