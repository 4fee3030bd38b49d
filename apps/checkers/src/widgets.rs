//! How everything around the board looks: players, toasts, and, in films, the queue.
//!
//! As on the board, nothing here moves by itself.

mod player;
mod queue;
mod toast;

pub use player::{Player, draw_player};
pub use queue::draw_queue;
pub use toast::{draw_end, draw_toast};

use crate::{
    palette,
    picture::{Color, Picture, Point, Rect, Shape, Text},
};

/// A raised surface for other things.
pub fn draw_panel(picture: &mut Picture, rect: Rect) {
    if rect.w <= 0.0 {
        return;
    }
    picture.shadow_rim(rect.moved(0.0, 3.0), 10.0, 16.0, Color::hex(0).with_opacity(0.35));
    picture.fill(Shape::rounded(rect, 10.0), palette::PANEL);
    picture.stroke(Shape::rounded(rect.grown(-0.5), 10.0), palette::EDGE, 1.0);
}

/// A heading over a line of detail.
pub fn draw_title(picture: &mut Picture, rect: Rect, heading: &str, detail: &str) {
    if rect.h <= 0.0 {
        return;
    }
    let at = |fraction: f32| Point::new(rect.x, rect.y + rect.h * fraction);
    // As large as it fits.
    let sized = |size: f32| Text::new(heading, at(0.28), size, palette::TEXT).bold();
    let fits = [20.0, 17.0, 15.0].map(sized).into_iter().find(|text| text.width() <= rect.w);
    picture.text(fits.unwrap_or_else(|| sized(15.0).fitted(rect.w)));
    picture.text(Text::new(detail, at(0.78), 13.0, palette::MUTED).fitted(rect.w));
}

/// Lines of text from the top, the last one bright; those without room are left out from the front.
pub fn draw_lines(picture: &mut Picture, rect: Rect, lines: &[String]) {
    const LINE: f32 = 19.0;
    let mut y = rect.y + LINE / 2.0;
    let fitting = core::iter::successors(Some(LINE), |y| Some(y + LINE));
    let room = fitting.take_while(|&y| y <= rect.h).count();
    let shown = &lines[lines.len().saturating_sub(room)..];
    for (index, line) in shown.iter().enumerate() {
        let last = index + 1 == shown.len();
        let color = if last { palette::TEXT } else { palette::MUTED };
        picture.text(Text::new(line.as_str(), Point::new(rect.x, y), 13.0, color).fitted(rect.w));
        y += LINE;
    }
}

/// Measured values side by side, each over its name, on two rows where there is room.
pub fn draw_meters(picture: &mut Picture, rect: Rect, meters: &[(&str, String)]) {
    if rect.h <= 0.0 || meters.is_empty() {
        return;
    }
    picture.fill(Shape::rounded(rect, 6.0), palette::WELL);
    let count = u16::try_from(meters.len()).unwrap_or(u16::MAX);
    for (index, (name, value)) in (0..count).zip(meters) {
        let cell = rect.grown(-6.0).column(index, count, 4.0);
        let center = cell.center();
        let above = Point::new(center.x, cell.y + cell.h * 0.3);
        let below = Point::new(center.x, cell.y + cell.h * 0.78);
        let value = Text::new(value.as_str(), above, 15.0, palette::TEXT).bold().centered();
        picture.text(value.fitted(cell.w));
        picture.text(Text::new(*name, below, 11.0, palette::MUTED).centered().fitted(cell.w));
    }
}
