//! Colours and shapes that several rooms draw with.

use cueline_picture::{Color, Ink, Picture, Point, Rect, Shape, Text};

use crate::{Claim, Room};

/// Width and height of what a room draws, in logical pixels.
pub(crate) const SIZE: (f32, f32) = (960.0, 420.0);
/// The same with the verdict below it.
pub(crate) const PICTURE: (f32, f32) = (SIZE.0, SIZE.1 + VERDICT);

pub(crate) const BACKGROUND: Color = Color::hex(0x181b22);
pub(crate) const PANEL: Color = Color::hex(0x242934);
pub(crate) const INK: Color = Color::hex(0xe2e5ec);
/// For what matters less; still 4.5:1 on a panel.
pub(crate) const FAINT: Color = Color::hex(0xa2aaba);
pub(crate) const GOOD: Color = Color::hex(0x6ec882);
pub(crate) const BAD: Color = Color::hex(0xff7a70);
/// Grounds for words on what holds, and on what is broken.
pub(crate) const WELLS: [Color; 2] = [Color::hex(0x1d4f2e), Color::hex(0x7c1d18)];
/// Distinct colours, for things that differ.
pub(crate) const INKS: [Color; 5] = [
    Color::hex(0xffc450),
    Color::hex(0x6ca8ff),
    Color::hex(0xec82aa),
    Color::hex(0x78d2be),
    Color::hex(0xbe96fa),
];

/// Height of the verdict below the picture of a room.
pub(crate) const VERDICT: f32 = 60.0;

/// A room with its verdict below it: a lamp, and the claim that is broken, or the first one.
pub(crate) fn draw(room: &dyn Room, picture: &mut Picture<()>) {
    room.draw(picture);
    let claims = room.claims();
    let broken = claims.iter().find(|claim| !claim.holds);
    let Some(Claim { sentence, holds, .. }) = broken.or(claims.first()) else { return };
    let (lamp, well, word) =
        if *holds { (GOOD, PANEL, "holds") } else { (BAD, WELLS[1], "BROKEN") };
    let rect = Rect::new(16.0, SIZE.1 - 8.0, SIZE.0 - 32.0, VERDICT);
    picture.fill(Shape::rounded(rect, 8.0), well);
    let middle = rect.center().y;
    disc(picture, rect.x + 32.0, middle, 16.0, lamp);
    let word = Text::new(word, Point::new(rect.x + 60.0, middle), 30.0, INK).bold();
    let from = word.at.x + word.width() + 22.0;
    picture.text(word);
    // As large as it fits.
    let (at, room) = (Point::new(from, middle), rect.right() - from - 12.0);
    let sized = |size: f32| Text::new(*sentence, at, size, INK);
    let fits = [19.0, 17.0, 15.0].map(sized).into_iter().find(|text| text.width() <= room);
    picture.text(fits.unwrap_or_else(|| sized(15.0).fitted(room)));
}

/// The face of a card.
pub(crate) const PAPER: Color = Color::hex(0xf0e4cd);
/// Wood, as on the board of the checkers demo.
const WOOD: Color = Color::hex(0x6b4027);

/// A shadow, black of this opacity.
fn shade(opacity: f32) -> Color {
    Color::hex(0).with_opacity(opacity)
}

/// A table with a frame of wood.
pub(crate) fn panel(picture: &mut Picture<()>, rect: Rect) {
    const BORDER: f32 = 6.0;
    let frame = rect.grown(BORDER);
    picture.shadow_rim(frame.moved(0.0, 4.0), 12.0, 12.0, shade(0.5));
    let wood = Ink::downwards(frame, WOOD.lighter(0.12), WOOD.darker(0.3));
    picture.fill(Shape::rounded(frame, 12.0), wood);
    picture.fill(Shape::rounded(rect, 8.0), Ink::downwards(rect, PANEL, PANEL.darker(0.2)));
    // It lies a little deeper than its frame.
    let deep = Rect { h: 10.0, ..rect };
    picture.fill(Shape::rounded(deep, 5.0), Ink::downwards(deep, shade(0.35), shade(0.0)));
}

/// A square of wood, dark or light.
pub(crate) fn tile(picture: &mut Picture<()>, rect: Rect, dark: bool) {
    let wood = WOOD.mix(PANEL, if dark { 0.35 } else { 0.0 });
    picture.fill(Shape::rounded(rect, 5.0), Ink::downwards(rect, wood.lighter(0.08), wood));
    let edge = Shape::rounded(rect.grown(-1.0), 4.0);
    picture.stroke(edge, wood.lighter(0.22).with_opacity(0.5), 1.0);
}

/// A disc of painted wood, lit from above; a small one is flat.
pub(crate) fn disc(picture: &mut Picture<()>, x: f32, y: f32, radius: f32, color: Color) {
    let center = Point::new(x, y);
    let body = Shape::Circle(center, radius);
    if radius < 6.0 {
        return picture.fill(body, color);
    }
    let below = center.moved(0.0, radius * 0.22);
    let seen = color.opacity();
    picture.fill(Shape::Circle(below.moved(0.0, radius * 0.08), radius * 1.04), shade(0.3 * seen));
    picture.fill(Shape::Circle(below, radius), color.darker(0.45));
    let face = Rect::around(center, radius);
    picture.fill(body, Ink::downwards(face, color.lighter(0.3), color.darker(0.12)));
    let groove = Shape::Circle(center, radius * 0.66);
    picture.stroke(groove, color.darker(0.35).faded(0.6), radius * 0.09);
    let shine = Shape::Arc { center, radius: radius * 0.84, start: -2.5, sweep: 1.0 };
    picture.stroke(shine, color.lighter(0.8).faded(0.6), radius * 0.09);
}

/// A centred line of text.
pub(crate) fn label(
    picture: &mut Picture<()>,
    x: f32,
    y: f32,
    size: f32,
    text: &str,
    color: Color,
) {
    picture.text(Text::new(text, Point::new(x, y), size, color).centered());
}

/// A number for a place on the screen.
#[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
pub(crate) fn px(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much lighter one colour is than the other, as the guidelines for accessible pages count it.
    fn contrast(a: Color, b: Color) -> f32 {
        let part = |byte: u8| {
            let part = f32::from(byte) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { libm::powf((part + 0.055) / 1.055, 2.4) }
        };
        let light = |c: Color| 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b) + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn words_can_be_read_on_every_ground_that_they_stand_on() {
        assert!((contrast(Color::hex(0), Color::hex(0xffffff)) - 21.0).abs() < 0.01);
        for ground in [BACKGROUND, PANEL] {
            for ink in [INK, FAINT, GOOD, BAD] {
                assert!(contrast(ink, ground) >= 4.5, "{ink:?} on {ground:?}");
            }
        }
        for well in WELLS {
            for flash in [0.0, 0.15] {
                assert!(contrast(INK, well.lighter(flash)) >= 4.5, "on {well:?}");
            }
        }
    }
}
