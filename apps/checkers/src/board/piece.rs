//! The pieces.

use crate::{
    palette,
    picture::{Color, Ink, Picture, Point, Rect, Shape},
    rules::Side,
};

use super::{CROWN_FRAMES, draw_crown, shade};

/// The colour of a side's pieces: Black's are of red wood, White's of ivory.
#[must_use]
pub fn side_color(side: Side) -> Color {
    match side {
        Side::Black => palette::BLACK,
        Side::White => palette::WHITE,
    }
}

/// How a piece shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Whose it is.
    pub side: Side,
    /// The frame of the crown's flipbook in 0..`CROWN_FRAMES`, its last one for a king at rest; `None` for a man.
    pub crown: Option<usize>,
    /// How high it is over the board in logical pixels; its shadow stays below.
    pub lift: f32,
    /// Opacity in 0..=1.
    pub opacity: f32,
    /// Size, 1 as usual.
    pub scale: f32,
    /// A light around it in 0..=1, for a piece that may move.
    pub glow: f32,
}

impl Look {
    /// A man at rest.
    #[must_use]
    pub fn man(side: Side) -> Self {
        Self { side, crown: None, lift: 0.0, opacity: 1.0, scale: 1.0, glow: 0.0 }
    }

    /// A king at rest.
    #[must_use]
    pub fn king(side: Side) -> Self {
        Self { crown: Some(CROWN_FRAMES - 1), ..Self::man(side) }
    }
}

/// A piece that stands on (or hovers `lift` over) `at`, for squares `square` logical pixels wide.
pub fn draw_piece(picture: &mut Picture, at: Point, square: f32, look: Look) {
    let fade = |color: Color| color.faded(look.opacity.clamp(0.0, 1.0));
    let radius = square * 0.385 * look.scale.max(0.0);
    if radius <= 0.0 || look.opacity <= 0.0 {
        return;
    }
    let thick = radius * 0.14;
    let height = look.lift.max(0.0);
    let ground = Rect::around(at.moved(height * 0.12, thick + height * 0.1), radius * 1.02);
    let blur = radius * 0.3 + height * 0.25;
    let shadow = fade(shade(0.5 / (1.0 + height / square)));
    // An opaque piece that stands on its shadow covers the middle of it; a lifted or fading one does not.
    if height == 0.0 && look.opacity >= 1.0 {
        picture.shadow_rim(ground, ground.w / 2.0, blur, shadow);
    } else {
        picture.shadow(ground, ground.w / 2.0, blur, shadow);
    }

    let base = side_color(look.side);
    let center = at.moved(0.0, -height - thick * 0.5);
    if look.glow > 0.0 {
        let ring = Shape::Circle(center.moved(0.0, thick / 2.0), radius * 1.1);
        picture.stroke(ring, fade(palette::ACCENT.faded(look.glow)), radius * 0.12);
    }
    // The side of the disc, then its face.
    picture.fill(Shape::Circle(center.moved(0.0, thick), radius), fade(base.darker(0.5)));
    let face = Rect::around(center, radius);
    let slope = |rect: Rect, start: Color, end: Color| Ink::downwards(rect, fade(start), fade(end));
    picture.fill(Shape::Circle(center, radius), slope(face, base.lighter(0.26), base.darker(0.16)));
    let groove = base.darker(0.24);
    picture.stroke(Shape::Circle(center, radius * 0.86), fade(groove.faded(0.55)), radius * 0.045);
    let dish = Rect::around(center, radius * 0.7);
    picture.fill(
        Shape::Circle(center, radius * 0.7),
        slope(dish, base.darker(0.14), base.lighter(0.12)),
    );
    picture.stroke(Shape::Circle(center, radius * 0.7), fade(groove.faded(0.7)), radius * 0.04);
    if look.crown.is_none() {
        let knob = Rect::around(center, radius * 0.4);
        let shape = Shape::Circle(center, radius * 0.4);
        picture.fill(shape.clone(), slope(knob, base.lighter(0.14), base.darker(0.1)));
        picture.stroke(shape, fade(groove.faded(0.5)), radius * 0.035);
    }
    let shine = Shape::Arc { center, radius: radius * 0.93, start: -2.5, sweep: 1.0 };
    picture.stroke(shine, fade(base.lighter(0.75).with_opacity(0.5)), radius * 0.05);
    if let Some(frame) = look.crown {
        draw_crown(picture, center, radius, frame, look.opacity);
    }
}

#[cfg(test)]
mod tests {
    use cueline_picture::SoftPainter;

    use super::*;

    /// Brightness of the shadow of a piece on white, along a line just below the piece, from its middle to the right.
    fn shadow_ray(lift: f32) -> Vec<u8> {
        let (at, square) = (Point::new(100.0, 150.0), 80.0);
        let mut picture = Picture::new(Color::hex(0xff_ff_ff));
        draw_piece(&mut picture, at, square, Look { lift, ..Look::man(Side::Black) });
        let mut painter = SoftPainter::new(200, 200, 1.0).unwrap();
        let pixels = painter.paint(&picture);
        let below = at.y - lift + square * 0.385 * 1.07 + 4.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a row of the picture"
        )]
        let row = below as usize * 200;
        (104..190).map(|x| pixels[(row + x) * 4]).collect()
    }

    #[test]
    fn the_shadow_of_a_lifted_piece_has_no_hole() {
        for lift in [18.0, 20.0, 22.0, 24.0, 40.0] {
            let ray = shadow_ray(lift);
            assert!(ray[0] < 240, "lifted by {lift}, the middle is dark: {ray:?}");
            assert!(ray.is_sorted(), "lifted by {lift}, from the middle outwards: {ray:?}");
        }
    }

    #[test]
    fn a_piece_at_rest_covers_the_hole_in_its_shadow() {
        let piece = |whole: bool| {
            let (at, look) = (Point::new(100.0, 100.0), Look::man(Side::White));
            let mut picture = Picture::new(Color::hex(0xff_ff_ff));
            if whole {
                // As it is drawn when lifted by nothing that shows.
                draw_piece(&mut picture, at, 80.0, Look { lift: 1e-6, ..look });
            } else {
                draw_piece(&mut picture, at, 80.0, look);
            }
            SoftPainter::new(200, 200, 1.0).unwrap().paint(&picture).to_vec()
        };
        let differing =
            piece(true).iter().zip(piece(false)).filter(|(a, b)| a.abs_diff(*b) > 1).count();
        assert_eq!(differing, 0, "bytes of the picture differ");
    }
}
