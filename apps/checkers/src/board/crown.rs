//! A king's crown as the frames of a flipbook: a flash, the crown rising out of it, and at rest.

use core::f32::consts::TAU;

use crate::{
    palette,
    picture::{Ink, Picture, Point, Rect, Shape},
};

use super::closed;

/// Frames of the crown's flipbook; the last one is the crown at rest.
pub const CROWN_FRAMES: usize = 9;

/// Size of the crown and of the flash around it in each frame, as fractions of their largest size.
const FRAMES: [(f32, f32); CROWN_FRAMES] = [
    (0.00, 0.25),
    (0.15, 0.55),
    (0.45, 0.85),
    (0.80, 1.00),
    (1.12, 0.85),
    (1.22, 0.60),
    (1.10, 0.35),
    (0.97, 0.15),
    (1.00, 0.00),
];

/// Frame `frame` of the crown on a piece of `radius` around `center`; past the last one it rests.
pub fn draw_crown(picture: &mut Picture, center: Point, radius: f32, frame: usize, opacity: f32) {
    let (size, flash) = FRAMES[frame.min(CROWN_FRAMES - 1)];
    let opacity = opacity.clamp(0.0, 1.0);
    if flash > 0.0 {
        let rays = palette::GOLD.lighter(0.4).with_opacity(flash * 0.9 * opacity);
        for ray in 0..12_u8 {
            let angle = TAU * f32::from(ray) / 12.0;
            let (ux, uy) = (libm::cosf(angle), libm::sinf(angle));
            let at = |fraction: f32| center.moved(ux * radius * fraction, uy * radius * fraction);
            picture.stroke(Shape::line(at(0.75), at(0.85 + 0.6 * flash)), rays, radius * 0.07);
        }
    }
    if size <= 0.0 {
        return;
    }
    let unit = radius * 0.5 * size;
    let at = |x: f32, y: f32| center.moved(x * unit, y * unit);
    let spikes = [
        at(-0.86, 0.62),
        at(-1.0, -0.42),
        at(-0.48, 0.04),
        at(0.0, -0.78),
        at(0.48, 0.04),
        at(1.0, -0.42),
        at(0.86, 0.62),
    ];
    let mut outline = Vec::new();
    closed(&spikes, &mut outline);
    let crown = Shape::Path(outline);
    let gold = palette::GOLD.faded(opacity);
    let edge = palette::GOLD.darker(0.62).faded(opacity);
    let bounds = Rect::around(center, unit);
    picture.stroke(crown.clone(), edge, unit * 0.24);
    picture.fill(crown, Ink::downwards(bounds, gold.lighter(0.35), gold.darker(0.12)));
    for (x, y) in [(-1.0, -0.5), (0.0, -0.88), (1.0, -0.5)] {
        picture.stroke(Shape::Circle(at(x, y), unit * 0.14), edge, unit * 0.12);
        picture.fill(Shape::Circle(at(x, y), unit * 0.14), gold.lighter(0.3));
    }
    let band = at(-0.8, 0.3);
    picture.fill(Rect::new(band.x, band.y, unit * 1.6, unit * 0.14), edge.faded(0.55));
}
