//! The tracks of a clip, in rows that are ready to be blended.
//!
//! A row is a stretch between two keyframes: all that is the same for every instance in it has been
//! computed. What is left is the arithmetic of [`Track::sample`] itself, to the bit; where a stretch needs more
//! (an easing, a cubic, numbers so far apart that rounding has to be mended), the track is asked.

use alloc::{boxed::Box, vec::Vec};
use core::array;

use super::stretches::Stretches;
use crate::{
    clip::{Channel, Interpolation, Keyframe, Kind, Track, Value},
    time::Span,
    value::{Arc, Lerp, Quat, weighted, weights},
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
pub(super) const fn numbers(kind: Kind) -> Option<usize> {
    match kind {
        Kind::F32 => Some(1),
        Kind::Vec2 => Some(2),
        Kind::Vec3 => Some(3),
        Kind::Vec4 | Kind::Rotation | Kind::Color | Kind::Oklab => Some(4),
        Kind::Transform => Some(10),
        Kind::Matrix => Some(MOST),
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

    /// Writes the values at these times, each into `width` numbers of `out`, from `first` on.
    pub(super) fn write(&self, times: &[i64], out: &mut [f32], width: usize, first: usize) {
        let places = out.chunks_exact_mut(width).map(|row| &mut row[first..]);
        let each = times.iter().copied().zip(places);
        match &self.rows {
            Rows::Number(table) => table.write(each, &self.channel),
            Rows::Pair(table) => table.write(each, &self.channel),
            Rows::Triple(table) => table.write(each, &self.channel),
            Rows::Quadruple(table) => table.write(each, &self.channel),
            Rows::Rotation(table) => table.write(each, &self.channel),
            Rows::Other => each.for_each(|(at, place)| ask(&self.channel, at, place)),
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
    type Numbers;

    fn new(from: Self::Value, to: Self::Value) -> Self;

    /// Whether [`at`](Self::at) gives the bits of [`Lerp::lerp`], for every t from 0 to less than 1.
    fn fits(&self) -> bool;

    fn at(&self, t: f64) -> Self::Numbers;
}

impl<R: Row<Numbers = [f32; N]>, const N: usize> Table<R> {
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
        Self { stretches: Stretches::new(&times, length.flicks()), rows: rows.into() }
    }

    #[inline(always)]
    fn write<'a>(&self, each: impl Iterator<Item = (i64, &'a mut [f32])>, channel: &Channel) {
        for (at, place) in each {
            let Timed { at: begun, span, row } = &self.rows[self.stretches.at(at)];
            let t = at.wrapping_sub(*begun) as f64 / span;
            if t.is_nan() {
                ask(channel, at, place);
            } else {
                place[..N].copy_from_slice(&row.at(t));
            }
        }
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
    type Numbers = [f32; N];

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

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn at(&self, t: f64) -> [f32; N] {
        array::from_fn(|i| {
            let from = f64::from(self.from[i]);
            (from + (f64::from(self.to[i]) - from) * t) as f32
        })
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
    type Numbers = [f32; 4];

    fn new(from: Quat, to: Quat) -> Self {
        Self { given: from.into(), arc: Arc::new(from.wide(), to.wide()) }
    }

    fn fits(&self) -> bool {
        true
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn at(&self, t: f64) -> [f32; 4] {
        let Arc { from, to, angle, inverse } = self.arc;
        let (left, right) = weights(angle, inverse, t);
        let between = weighted(left, from, right, to);
        array::from_fn(|i| if t == 0.0 { self.given[i] } else { between[i] as f32 })
    }
}
