//! The board: a frame, 64 squares with a grain, and the numbers of the dark ones.

use crate::{
    layout::Layout,
    palette,
    picture::{Color, Ink, Picture, Point, Rect, Segment, Shape, Text},
    rules::Square,
};

use super::shade;

/// The empty board.
pub fn draw_board(picture: &mut Picture, layout: &Layout) {
    let (frame, board) = (layout.frame, layout.board);
    let border = board.x - frame.x;
    picture.shadow_rim(frame.moved(0.0, border * 0.7), border, border * 2.2, shade(0.55));
    let ink = Ink::downwards(frame, palette::FRAME.lighter(0.12), palette::FRAME.darker(0.12));
    picture.fill(Shape::rounded(frame, border * 0.6), ink);
    let rim = frame.grown(-border * 0.16);
    picture.stroke(Shape::rounded(rim, border * 0.5), palette::FRAME.lighter(0.22), border * 0.1);
    picture.fill(board, palette::DARK);
    for row in 0..8 {
        for column in 0..8 {
            square(picture, layout.cell(row, column), is_dark(row, column));
        }
    }
    for dark in [true, false] {
        let color = if dark { palette::DARK } else { palette::LIGHT };
        picture.stroke(
            grain(layout, dark),
            color.darker(0.3).with_opacity(0.16),
            layout.unit() * 1.2,
        );
    }
    // The board lies a little deeper than its frame.
    let deep = Rect { h: border * 0.35, ..board };
    picture.fill(deep, Ink::downwards(deep, shade(0.3), shade(0.0)));
    picture.stroke(board, palette::FRAME.darker(0.5), (border * 0.12).max(1.0));
    for square in Square::all() {
        let rect = layout.square(square);
        let size = (rect.w * 0.15).max(7.0);
        let at = Point::new(rect.x + rect.w * 0.06, rect.y + rect.h * 0.13);
        picture.text(Text::new(square.number().to_string(), at, size, palette::NUMBER));
    }
}

fn is_dark(row: u8, column: u8) -> bool {
    (row + column) % 2 == 1
}

fn square(picture: &mut Picture, rect: Rect, dark: bool) {
    let color: Color = if dark { palette::DARK } else { palette::LIGHT };
    picture.fill(rect, Ink::downwards(rect, color.lighter(0.05), color.darker(0.05)));
}

/// Three gently curved lines in each square, different from square to square but always the same.
fn grain(layout: &Layout, dark: bool) -> Shape {
    let mut outline = Vec::new();
    for row in 0..8_u8 {
        for column in (0..8_u8).filter(|&column| is_dark(row, column) == dark) {
            let rect = layout.cell(row, column);
            for line in 0..3_u8 {
                let number = u16::from(row) * 89 + u16::from(column) * 41 + u16::from(line) * 113;
                let [seed, _] = number.to_le_bytes();
                let fraction = |bits: u8| f32::from(bits % 16) / 16.0;
                let y = rect.y + rect.h * (0.14 + 0.3 * f32::from(line) + 0.12 * fraction(seed));
                let bend = rect.h * 0.12 * (fraction(seed / 16) - 0.5);
                let at = |x: f32, dy: f32| Point::new(rect.x + rect.w * x, y + dy);
                outline.push(Segment::Move(at(0.04, 0.0)));
                outline.push(Segment::Curve(at(0.35, bend), at(0.65, -bend), at(0.96, bend * 0.4)));
            }
        }
    }
    Shape::Path(outline)
}
