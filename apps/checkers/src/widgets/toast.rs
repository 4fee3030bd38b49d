//! Messages over the board.

use crate::{
    layout::Layout,
    palette,
    picture::{Color, Picture, Point, Rect, Shape, Text},
};

use super::draw_panel;

/// A toast in `slot` (0 is the lowest; fractions are between slots), with a stripe of `color`.
pub fn draw_toast(
    picture: &mut Picture,
    layout: &Layout,
    message: &str,
    slot: f32,
    opacity: f32,
    color: Color,
) {
    let board = layout.board;
    let size = (15.0 * layout.unit()).clamp(10.0, 20.0);
    let at = Point::default();
    let text = Text::new(message, at, size, palette::TEXT.faded(opacity)).fitted(board.w * 0.8);
    let (width, height) = (text.width() + size * 2.4, size * 2.3);
    let y = board.bottom() - (height + size * 0.5) * (slot + 1.0);
    let rect = Rect::new(board.center().x - width / 2.0, y, width, height);
    let shadow = Color::hex(0).with_opacity(0.4 * opacity);
    picture.shadow(rect.moved(0.0, 3.0), size * 0.6, size, shadow);
    picture.fill(Shape::rounded(rect, size * 0.6), palette::PANEL.with_opacity(0.94 * opacity));
    picture.stroke(Shape::rounded(rect, size * 0.6), color.faded(opacity), 1.5);
    picture.text(Text { at: rect.center(), ..text }.centered());
}

/// The result in the middle of the board; `shown` in 0..=1 as it comes in.
pub fn draw_end(picture: &mut Picture, layout: &Layout, heading: &str, detail: &str, shown: f32) {
    let shown = shown.clamp(0.0, 1.0);
    if shown <= 0.0 {
        return;
    }
    let (board, unit) = (layout.board, layout.unit());
    picture.fill(board, palette::WELL.with_opacity(0.55 * shown));
    if shown < 0.5 {
        return;
    }
    let size = 40.0 * unit * (1.3 - 0.3 * shown);
    let center = board.center();
    let card =
        Rect::new(board.x + board.w * 0.14, center.y - size * 1.5, board.w * 0.72, size * 3.0);
    draw_panel(picture, card);
    let at = |dy: f32| center.moved(0.0, size * dy);
    picture.text(
        Text::new(heading, at(-0.4), size, palette::ACCENT).bold().centered().fitted(card.w * 0.94),
    );
    let detail = Text::new(detail, at(0.7), (size * 0.45).max(9.0), palette::TEXT);
    picture.text(detail.centered().fitted(card.w * 0.94));
}
