//! Positions along curves: a cubic Bezier curve in space, with a speed given by the easing.
//!
//! lottie-web moves the layer by distance: at half of the easing's progress the layer has covered half of the curve. Cueline's
//! tracks are cubic Hermite curves in time, so the importer adds keys until the two differ by at most [`BOUND`], and by at
//! most [`PART`] of the position.

use cueline::{clip::Interpolation, value::AnyEasing};

/// The largest distance of the track from the curve, in pixels.
const BOUND: f64 = 0.005;
/// The same as a part of the position's largest number, for positions of a pixel or more.
const PART: f64 = 1e-4;
/// The limit of added keys in one segment. Sharp turns and vertical easings need many.
const MOST: usize = 256;
/// The area between the ends and a handle below which lottie-web takes the handle to be on the line, in square pixels.
const ON_LINE: f64 = 1e-3;
/// Number of straight pieces that measure a curve.
const PIECES: usize = 2048;

pub(super) type Point = [f64; 3];

/// A curve from one key to the next: both ends, and the two handles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    points: [Point; 4],
}

/// A curve, and the length up to each piece as a fraction of the whole.
#[derive(Debug)]
struct Measured {
    path: Path,
    lengths: Vec<f64>,
}

/// A key between two others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PathKey {
    /// From 0 at the first key to 1 at the next.
    pub(super) t: f64,
    pub(super) point: Point,
    /// The change for a whole segment.
    pub(super) slope: Point,
}

fn each(map: impl Fn(usize) -> f64) -> Point {
    [0, 1, 2].map(map)
}

fn distance(a: Point, b: Point) -> f64 {
    let [x, y, z] = each(|axis| a[axis] - b[axis]);
    (x * x + y * y + z * z).sqrt()
}

impl Path {
    /// The curve with handles relative to its ends; `None` if it is a straight line, or not finite. If both handles are on
    /// the line through the ends but reach beyond them, only `beyond` makes a curve of them.
    pub(super) fn new(
        from: Point,
        leave: Point,
        arrive: Point,
        to: Point,
        beyond: bool,
    ) -> Option<Self> {
        let points = [from, each(|i| from[i] + leave[i]), each(|i| to[i] + arrive[i]), to];
        let span = distance(from, to);
        let on_line = |handle: Point| {
            let along = each(|i| (handle[i] - from[i]) * (to[i] - from[i])).iter().sum::<f64>();
            let along = along / (span * span);
            let foot = each(|i| from[i] + (to[i] - from[i]) * along);
            distance(handle, foot) * span < ON_LINE && (!beyond || (0.0..=1.0).contains(&along))
        };
        if span > 0.0 && on_line(points[1]) && on_line(points[2]) {
            return None;
        }
        let around: f64 = points.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        (around > 0.0 && around.is_finite()).then_some(Self { points })
    }

    fn bezier(&self, u: f64) -> Point {
        let v = 1.0 - u;
        let weights = [v * v * v, 3.0 * v * v * u, 3.0 * v * u * u, u * u * u];
        each(|axis| (0..4).map(|point| weights[point] * self.points[point][axis]).sum())
    }

    /// The keys of one segment, including its start and without its end, and the slope at the end. No two of them are
    /// closer than `shortest`, a fraction of the segment.
    pub(super) fn keys(
        &self,
        interpolation: &Interpolation,
        shortest: f64,
    ) -> (Vec<PathKey>, Point) {
        let mut lengths = Vec::with_capacity(PIECES + 1);
        let (mut length, mut last) = (0.0, self.points[0]);
        for piece in 0..=PIECES {
            let point = self.bezier(piece as f64 / PIECES as f64);
            length += distance(last, point);
            last = point;
            lengths.push(length);
        }
        lengths.iter_mut().for_each(|each| *each /= length);
        Measured { path: *self, lengths }.keys(interpolation, shortest)
    }
}

impl Measured {
    /// The point at a fraction of the length; outside of the curve its nearest end.
    fn at(&self, part: f64) -> Point {
        let after = self.lengths.partition_point(|length| *length <= part).clamp(1, PIECES);
        let (a, b) = (self.lengths[after - 1], self.lengths[after]);
        let inside = if b > a { ((part - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
        self.path.bezier(((after - 1) as f64 + inside) / PIECES as f64)
    }

    fn keys(&self, interpolation: &Interpolation, shortest: f64) -> (Vec<PathKey>, Point) {
        let easing = match interpolation {
            Interpolation::Eased(easing) => easing,
            _ => &AnyEasing::LINEAR,
        };
        let at = |t: f64| self.at(easing.at(t));
        let key = |t: f64| {
            let near = 1e-7;
            let (before, after) = ((t - near).max(0.0), (t + near).min(1.0));
            let (a, b) = (at(before), at(after));
            PathKey { t, point: at(t), slope: each(|i| (b[i] - a[i]) / (after - before)) }
        };
        let (first, last) = (key(0.0), key(1.0));
        let mut keys = vec![first];
        halve(&at, &key, &first, &last, shortest, &mut keys);
        (keys, last.slope)
    }
}

fn halve(
    at: &impl Fn(f64) -> Point,
    key: &impl Fn(f64) -> PathKey,
    a: &PathKey,
    b: &PathKey,
    shortest: f64,
    keys: &mut Vec<PathKey>,
) {
    let length = b.t - a.t;
    let hermite = |t: f64| {
        let (t2, t3) = (t * t, t * t * t);
        each(|i| {
            (2.0 * t3 - 3.0 * t2 + 1.0) * a.point[i]
                + (t3 - 2.0 * t2 + t) * length * a.slope[i]
                + (3.0 * t2 - 2.0 * t3) * b.point[i]
                + (t3 - t2) * length * b.slope[i]
        })
    };
    let near = |t: f64| {
        let point = at(a.t + length * t);
        let size = point.iter().fold(1.0, |size: f64, number| size.max(number.abs()));
        distance(hermite(t), point) <= BOUND.min(PART * size)
    };
    if length < 2.0 * shortest
        || keys.len() >= MOST
        || [0.125, 0.25, 0.5, 0.75, 0.875].into_iter().all(near)
    {
        return;
    }
    let middle = key(f64::midpoint(a.t, b.t));
    halve(at, key, a, &middle, shortest, keys);
    keys.push(middle);
    halve(at, key, &middle, b, shortest, keys);
}
