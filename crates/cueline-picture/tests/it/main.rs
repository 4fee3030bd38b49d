//! Pictures and films by laws and closed forms: areas, symmetry, and what is read back of a film.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(target_os = "linux")]
mod display;
mod film;
mod geometry;
mod memory;
mod shapes;
#[cfg(feature = "egui")]
mod window;

use cueline_picture::{Color, Picture, Point, Segment, Shape};

const WHITE: Color = Color::hex(0xff_ff_ff);
const BLACK: Color = Color::hex(0);

type Plain = Picture<()>;

/// An outline as closed lines, each curve in 64 pieces.
fn flattened(shape: &Shape) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    for segment in shape.outline() {
        match segment {
            Segment::Move(at) => lines.push(vec![at]),
            Segment::Line(at) => lines.last_mut().unwrap().push(at),
            Segment::Curve(a, b, to) => {
                let line = lines.last_mut().unwrap();
                let from = *line.last().unwrap();
                for piece in 1..=64_u8 {
                    let t = f32::from(piece) / 64.0;
                    let way = |a: f32, b: f32| a + (b - a) * t;
                    let of = |[p, q, r, s]: [f32; 4]| {
                        let (one, two, three) = (way(p, q), way(q, r), way(r, s));
                        way(way(one, two), way(two, three))
                    };
                    line.push(Point::new(
                        of([from.x, a.x, b.x, to.x]),
                        of([from.y, a.y, b.y, to.y]),
                    ));
                }
            }
            Segment::Close => {}
        }
    }
    lines
}

/// The area within closed lines; below zero where they run anticlockwise on a screen.
fn area(lines: &[Vec<Point>]) -> f32 {
    let of = |line: &Vec<Point>| {
        let next = line.iter().cycle().skip(1);
        line.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
    };
    lines.iter().map(of).sum()
}

/// Left, top, right and bottom of what lies furthest out.
fn bounds(points: impl IntoIterator<Item = Point>) -> [f32; 4] {
    let none = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    points.into_iter().fold(none, |[left, top, right, bottom], Point { x, y }| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}

/// Whether two numbers are at most `apart` from each other.
fn near(one: f32, other: f32, apart: f32) -> bool {
    (one - other).abs() <= apart
}
