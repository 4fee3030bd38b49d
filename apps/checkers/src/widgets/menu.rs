//! The menu that covers the board while everything else waits.

use crate::{
    control::Control,
    layout::Layout,
    palette,
    picture::{Picture, Point, Rect, Shape, Text},
};

use super::{buttons::button, draw_panel};

/// A line of the menu that can be pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What pressing it does.
    pub control: Control,
    /// What it says.
    pub label: String,
    /// Smaller words at its right.
    pub detail: String,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

/// The menu at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// How far it has come in, 0..=1 (a little more where it overshoots).
    pub open: f32,
    /// A value in 0..=1 that keeps turning while the menu is open.
    pub pulse: f32,
    /// The heading.
    pub heading: String,
    /// Its lines, as many as [`Menu::room`] allows.
    pub entries: Vec<Entry>,
    /// Page of the list from 1, and how many there are; arrows show where there are several.
    pub page: (u16, u16),
    /// The control under the pointer.
    pub hover: Option<Control>,
}

const ROW: f32 = 34.0;
const HEAD: f32 = 64.0;
const FOOT: f32 = 56.0;

impl Menu {
    /// How many entries a page can hold in this layout; at least one.
    #[must_use]
    pub fn room(layout: &Layout) -> usize {
        let height = layout.window.h * 0.9 - HEAD - FOOT;
        let rows = core::iter::successors(Some(ROW), |y| Some(y + ROW));
        rows.take_while(|&y| y <= height).take(14).count().max(1)
    }
}

/// The menu over everything.
pub fn draw_menu(picture: &mut Picture, layout: &Layout, menu: &Menu) {
    if menu.open <= 0.0 {
        return;
    }
    let window = layout.window;
    picture.fill(window, palette::WELL.with_opacity(0.72 * menu.open.min(1.0)));
    picture.hot(window, Control::Nothing);
    let rows = u8::try_from(menu.entries.len()).unwrap_or(u8::MAX);
    let height = HEAD + ROW * f32::from(rows) + FOOT;
    let width = (window.w * 0.86).min(560.0);
    let rest = (window.h - height) / 2.0;
    let y = rest - (1.0 - menu.open) * (rest + height);
    let card = Rect::new((window.w - width) / 2.0, y, width, height);
    draw_panel(picture, card);
    // A light that wanders along the upper edge: the menu lives while the game waits.
    let (edge, width) = (card.x + 12.0, card.w - 24.0);
    let light = edge + width * menu.pulse;
    for (radius, opacity) in [(120.0, 0.16), (80.0, 0.2), (44.0, 0.3), (18.0, 0.6)] {
        let from = (light - radius).max(edge);
        let to = (light + radius).min(edge + width);
        let glow = Rect::new(from, card.y - 1.0, to - from, 3.0);
        picture.fill(Shape::rounded(glow, 1.5), palette::ACCENT.with_opacity(opacity));
    }
    let inner = card.grown(-20.0);
    let heading = Point::new(inner.x, card.y + HEAD * 0.5);
    picture.text(
        Text::new(menu.heading.as_str(), heading, 22.0, palette::TEXT).bold().fitted(inner.w),
    );
    let mut y = card.y + HEAD;
    for entry in &menu.entries {
        let row = Rect::new(inner.x, y, inner.w, ROW - 4.0);
        y += ROW;
        let hover = menu.hover == Some(entry.control);
        if hover || entry.chosen {
            let color =
                if entry.chosen { palette::ACCENT.with_opacity(0.22) } else { palette::BUTTON };
            picture.fill(Shape::rounded(row, 5.0), color);
        }
        let middle = row.center().y;
        let color = if entry.chosen { palette::ACCENT } else { palette::TEXT };
        let detail = Text::new(
            entry.detail.as_str(),
            Point::new(row.right() - 10.0, middle),
            12.0,
            palette::MUTED,
        );
        let detail = detail.right().fitted(row.w * 0.45);
        let left = row.w - detail.width() - 32.0;
        let label = Text::new(entry.label.as_str(), Point::new(row.x + 10.0, middle), 14.0, color);
        picture.text(label.fitted(left));
        picture.text(detail);
        picture.hot(row, entry.control);
    }
    foot(picture, Rect::new(inner.x, card.bottom() - FOOT + 8.0, inner.w, FOOT - 22.0), menu);
}

fn foot(picture: &mut Picture, rect: Rect, menu: &Menu) {
    let mut press = |control: Control, label: &str, index: u16| {
        let place = rect.column(index, 4, 8.0);
        let base = if menu.hover == Some(control) {
            palette::BUTTON.lighter(0.12)
        } else {
            palette::BUTTON
        };
        button(picture, place, base);
        picture.text(Text::new(label, place.center(), 13.0, palette::TEXT).bold().centered());
        picture.hot(place, control);
    };
    press(Control::Menu, "Close", 3);
    let (page, pages) = menu.page;
    if pages > 1 {
        press(Control::Page(false), "Back", 0);
        press(Control::Page(true), "More", 2);
        let words = format!("{page} / {pages}");
        let at = rect.column(1, 4, 8.0).center();
        picture.text(Text::new(words, at, 13.0, palette::MUTED).centered());
    }
}
