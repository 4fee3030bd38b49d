//! Colours and shapes that several rooms draw with.

use cueline_picture::{Color, Picture, Point, Rect, Shape, Text};

pub(crate) const BACKGROUND: Color = Color::hex(0x181b22);
pub(crate) const PANEL: Color = Color::hex(0x242934);
pub(crate) const INK: Color = Color::hex(0xe2e5ec);
pub(crate) const FAINT: Color = Color::hex(0x848c9c);
pub(crate) const GOOD: Color = Color::hex(0x6ec882);
pub(crate) const BAD: Color = Color::hex(0xf05c54);
/// Distinct colours, for things that differ.
pub(crate) const INKS: [Color; 5] = [
    Color::hex(0xffc450),
    Color::hex(0x6ca8ff),
    Color::hex(0xec82aa),
    Color::hex(0x78d2be),
    Color::hex(0xbe96fa),
];

/// A rounded panel.
pub(crate) fn panel(picture: &mut Picture<()>, rect: Rect) {
    picture.fill(Shape::rounded(rect, 8.0), PANEL);
}

/// A disc.
pub(crate) fn disc(picture: &mut Picture<()>, x: f32, y: f32, radius: f32, color: Color) {
    picture.fill(Shape::Circle(Point::new(x, y), radius), color);
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
