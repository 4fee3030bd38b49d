//! How the board and what stands on it look.
//!
//! Everything takes its place and size from the layout or as arguments, so that whatever moves it
//! stays in control; nothing here knows of time.

mod crown;
mod piece;
mod wood;

pub use crown::{CROWN_FRAMES, draw_crown};
pub use piece::{Look, draw_piece, side_color};
pub use wood::draw_board;

use core::f32::consts::TAU;

use crate::{
    layout::Layout,
    palette,
    picture::{Color, Picture, Point, Segment, Shape, Text},
    rules::{Side, Square},
};

/// Marks `square` with a frame and a tint, as for a chosen piece; `strength` in 0..=1.
pub fn draw_mark(
    picture: &mut Picture,
    layout: &Layout,
    square: Square,
    color: Color,
    strength: f32,
) {
    let width = layout.square_size() * 0.06;
    let rect = layout.square(square).grown(-width / 2.0);
    picture.fill(rect, color.faded(0.28 * strength));
    picture.stroke(Shape::rounded(rect, width), color.faded(strength), width);
}

/// Tints `square`, as for where the last move began and ended; `strength` in 0..=1.
pub fn draw_tint(
    picture: &mut Picture,
    layout: &Layout,
    square: Square,
    color: Color,
    strength: f32,
) {
    picture.fill(layout.square(square), color.faded(0.36 * strength));
}

/// A dot on `square`: a move may go there; `strength` in 0..=1.
pub fn draw_target(
    picture: &mut Picture,
    layout: &Layout,
    square: Square,
    color: Color,
    strength: f32,
) {
    let radius = layout.square_size() * 0.14;
    let center = layout.square_center(square);
    picture
        .fill(Shape::Circle(center.moved(0.0, radius * 0.12), radius * 1.1), shade(0.3 * strength));
    picture.fill(Shape::Circle(center, radius), color.faded(0.9 * strength));
}

/// An arrow from square to square along `path`, as for a hint; `grown` in 0..=1 is how much of
/// it is there.
pub fn draw_arrow(
    picture: &mut Picture,
    layout: &Layout,
    path: &[Square],
    color: Color,
    grown: f32,
) {
    if grown <= 0.0 {
        return;
    }
    let size = layout.square_size();
    let steps = u8::try_from(path.len()).unwrap_or(u8::MAX).saturating_sub(1);
    let mut left = grown.clamp(0.0, 1.0) * f32::from(steps);
    for step in path.windows(2) {
        let (from, to) = (layout.square_center(step[0]), layout.square_center(step[1]));
        let tip = from.towards(to, left.min(1.0));
        left -= 1.0;
        if left > 0.0 {
            picture.stroke(Shape::line(from, to), color.faded(0.9), size * 0.09);
            continue;
        }
        let length = libm::hypotf(to.x - from.x, to.y - from.y).max(1.0);
        let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let neck = tip.moved(-ux * size * 0.24, -uy * size * 0.24);
        picture.stroke(Shape::line(from, neck), color.faded(0.9), size * 0.09);
        let wing = size * 0.15;
        let head = [tip, neck.moved(-uy * wing, ux * wing), neck.moved(uy * wing, -ux * wing)];
        picture.fill(Shape::Polygon(head.to_vec()), color.faded(0.95));
        return;
    }
}

/// What a move will do once it shows: a faint piece of `side` on `to`, and a line that leads there.
pub fn draw_ghost(picture: &mut Picture, layout: &Layout, from: Square, to: Square, side: Side) {
    let size = layout.square_size();
    let (from, to) = (layout.square_center(from), layout.square_center(to));
    let color = side_color(side).lighter(0.25);
    picture.stroke(Shape::line(from, to), color.with_opacity(0.3), size * 0.05);
    picture.fill(Shape::Circle(to, size * 0.33), color.with_opacity(0.22));
    picture.stroke(Shape::Circle(to, size * 0.33), color.with_opacity(0.6), size * 0.03);
}

/// The way of a hop from `from` to `to`, which rises by `height` logical pixels, as a dotted arc.
pub fn draw_hop(picture: &mut Picture, from: Point, to: Point, height: f32, color: Color) {
    const DOTS: u8 = 9;
    for dot in 1..DOTS {
        let t = f32::from(dot) / f32::from(DOTS);
        let at = from.towards(to, t).moved(0.0, -4.0 * height * t * (1.0 - t));
        picture.fill(Shape::Circle(at, 2.2), color);
    }
}

/// A word that floats over the board with a dark rim, as "x3"; `scale` 1 is its usual size.
pub fn draw_floating(
    picture: &mut Picture,
    layout: &Layout,
    word: &str,
    at: Point,
    color: Color,
    scale: f32,
) {
    let size = layout.square_size() * 0.42 * scale;
    let rim = shade(color.opacity() * 0.75);
    let out = (size * 0.06).max(1.0);
    let text = |at: Point, color: Color| Text::new(word, at, size, color).bold().centered();
    for (dx, dy) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.7, 1.2)] {
        picture.text(text(at.moved(dx * out, dy * out), rim));
    }
    picture.text(text(at, color));
}

/// A burst where a piece was taken: a ring and sparks; `t` in 0..=1 from first flash to nothing.
pub fn draw_burst(picture: &mut Picture, center: Point, radius: f32, color: Color, t: f32) {
    const SPARKS: u8 = 10;
    let t = t.clamp(0.0, 1.0);
    let color = color.faded(1.0 - t);
    picture.stroke(
        Shape::Circle(center, radius * (0.5 + 0.9 * t)),
        color,
        radius * 0.22 * (1.0 - t),
    );
    for spark in 0..SPARKS {
        let angle = TAU * f32::from(spark) / f32::from(SPARKS);
        let (ux, uy) = (libm::cosf(angle), libm::sinf(angle));
        let out = radius * (0.6 + 1.1 * t);
        let at = center.moved(ux * out, uy * out);
        let end = at.moved(ux * radius * 0.3, uy * radius * 0.3);
        picture.stroke(Shape::line(at, end), color, radius * 0.08);
    }
}

fn shade(opacity: f32) -> Color {
    palette::WELL.darker(0.6).with_opacity(opacity)
}

/// The outline from straight lines between the points, closed.
fn closed(points: &[Point], outline: &mut Vec<Segment>) {
    for (index, &point) in points.iter().enumerate() {
        outline.push(if index == 0 { Segment::Move(point) } else { Segment::Line(point) });
    }
    outline.push(Segment::Close);
}
