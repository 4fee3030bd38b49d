//! Shapes, and the outlines that both painters draw them from.

use core::f32::consts::{FRAC_PI_2, TAU};

use super::{Point, Rect};

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// A new outline begins here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A cubic Bézier curve: two control points and its end.
    Curve(Point, Point, Point),
    /// Back to where this outline began.
    Close,
}

impl Rect {
    /// Its outline counter-clockwise: a hole in any shape that is drawn with it.
    #[must_use]
    pub fn hole(self) -> [Segment; 5] {
        let at = Point::new;
        [
            Segment::Move(at(self.x, self.y)),
            Segment::Line(at(self.x, self.bottom())),
            Segment::Line(at(self.right(), self.bottom())),
            Segment::Line(at(self.right(), self.y)),
            Segment::Close,
        ]
    }
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with corners of a radius (0: sharp; clamped to half the shorter side).
    Rect(Rect, f32),
    /// A circle: center and radius.
    Circle(Point, f32),
    /// Part of a circle's line, not closed.
    Arc {
        /// Middle of the circle.
        center: Point,
        /// Its radius.
        radius: f32,
        /// Where it begins in radians: 0 is to the right, growing clockwise.
        start: f32,
        /// How far it goes in radians, clamped to one turn either way.
        sweep: f32,
    },
    /// Straight lines from point to point, not closed; filled as if it were.
    Lines(Vec<Point>),
    /// A closed figure of straight lines.
    Polygon(Vec<Point>),
    /// Anything else.
    Path(Vec<Segment>),
}

/// How far a cubic's control points lie out, so that it follows a quarter of a unit circle.
const QUARTER: f32 = 0.552_284_8;

impl Shape {
    /// A rectangle with round corners.
    #[must_use]
    pub fn rounded(rect: Rect, radius: f32) -> Self {
        Self::Rect(rect, radius)
    }

    /// A straight line.
    #[must_use]
    pub fn line(from: Point, to: Point) -> Self {
        Self::Lines(vec![from, to])
    }

    /// Its outline; empty for a shape without any extent.
    #[must_use]
    pub fn outline(&self) -> Vec<Segment> {
        match self {
            Self::Rect(rect, radius) => rounded(*rect, *radius),
            Self::Circle(center, radius) => rounded(Rect::around(*center, *radius), *radius),
            Self::Arc { center, radius, start, sweep } => arc(*center, *radius, *start, *sweep),
            Self::Lines(points) => lines(points),
            Self::Polygon(points) => {
                let mut outline = lines(points);
                if !outline.is_empty() {
                    outline.push(Segment::Close);
                }
                outline
            }
            Self::Path(segments) => segments.clone(),
        }
    }
}

impl From<Rect> for Shape {
    fn from(rect: Rect) -> Self {
        Self::Rect(rect, 0.0)
    }
}

fn lines(points: &[Point]) -> Vec<Segment> {
    let Some((first, rest)) = points.split_first() else { return Vec::new() };
    let rest = rest.iter().map(|&point| Segment::Line(point));
    core::iter::once(Segment::Move(*first)).chain(rest).collect()
}

fn rounded(rect: Rect, radius: f32) -> Vec<Segment> {
    use Segment::{Close, Curve, Line, Move};
    if rect.w <= 0.0 || rect.h <= 0.0 {
        return Vec::new();
    }
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let r = radius.clamp(0.0, rect.w.min(rect.h) / 2.0);
    let at = Point::new;
    if r == 0.0 {
        let corners = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
        let mut outline = lines(&corners);
        outline.push(Close);
        return outline;
    }
    let k = r * (1.0 - QUARTER);
    vec![
        Move(at(left + r, top)),
        Line(at(right - r, top)),
        Curve(at(right - k, top), at(right, top + k), at(right, top + r)),
        Line(at(right, bottom - r)),
        Curve(at(right, bottom - k), at(right - k, bottom), at(right - r, bottom)),
        Line(at(left + r, bottom)),
        Curve(at(left + k, bottom), at(left, bottom - k), at(left, bottom - r)),
        Line(at(left, top + r)),
        Curve(at(left, top + k), at(left + k, top), at(left + r, top)),
        Close,
    ]
}

/// Cubics of at most a quarter turn each, whose control points lie 4/3 tan(angle/4) radii out.
fn arc(center: Point, radius: f32, start: f32, sweep: f32) -> Vec<Segment> {
    let sweep = sweep.clamp(-TAU, TAU);
    if radius <= 0.0 || sweep == 0.0 {
        return Vec::new();
    }
    let pieces = libm::ceilf(libm::fabsf(sweep) / FRAC_PI_2).max(1.0);
    let step = sweep / pieces;
    let out = 4.0 / 3.0 * libm::tanf(step / 4.0);
    let on = |angle: f32| (libm::cosf(angle), libm::sinf(angle));
    let at = |x: f32, y: f32| center.moved(x * radius, y * radius);
    let (mut cos, mut sin) = on(start);
    let mut outline = vec![Segment::Move(at(cos, sin))];
    let mut piece = 1.0;
    while piece <= pieces {
        let (next_cos, next_sin) = on(start + step * piece);
        outline.push(Segment::Curve(
            at(cos - out * sin, sin + out * cos),
            at(next_cos + out * next_sin, next_sin - out * next_cos),
            at(next_cos, next_sin),
        ));
        (cos, sin) = (next_cos, next_sin);
        piece += 1.0;
    }
    outline
}
