//! Draws an item of a file at a time, as a picture.

mod actor;
mod character;
mod colors;
mod figure;
mod rows;
mod sprite;

pub(crate) use self::{
    actor::View,
    character::Character,
    colors::{ACCENT, FAINT, INK, PAPER, RULE},
};
use cueline::time::Span;
use cueline_picture::{Picture, Point, Rect, Text};

use crate::{
    bars::{seconds, words},
    failure::Failure,
    open::{ENDLESS, Opened, Thing},
};
use figure::Figure;
use rows::Rows;
use sprite::Sprite;

/// The least width and height of an area with room for words.
const ROOMY: (f32, f32) = (240.0, 140.0);

/// An item that is ready to be drawn.
#[derive(Debug)]
pub(crate) struct Scene {
    title: String,
    /// The title where there is little room.
    name: String,
    length: Option<Span>,
    look: Look,
}

#[derive(Debug)]
enum Look {
    Sprite(Sprite),
    Figure(Figure),
    Rows(Rows),
}

impl Scene {
    /// The look of an item: a flipbook as pictures, a clip of a skeleton as its triangles or a stick figure, all others as
    /// bars.
    pub(crate) fn new(opened: &Opened, thing: &Thing) -> Result<Self, Failure> {
        let look = match thing {
            Thing::Flipbook(name, book) => Look::Sprite(Sprite::new(opened, name, book)?),
            _ => match Figure::new(opened, thing) {
                Some(figure) => Look::Figure(figure),
                None => Look::Rows(Rows::new(opened, thing)),
            },
        };
        let (title, name) = (thing.path(), thing.name().to_owned());
        Ok(Self { title, name, length: thing.length(), look })
    }

    /// The duration of the show: all of the item, or a default for an endless item.
    pub(crate) fn length(&self) -> Span {
        self.length.unwrap_or_else(|| match &self.look {
            Look::Sprite(sprite) => sprite.pass(),
            Look::Figure(_) | Look::Rows(_) => ENDLESS,
        })
    }

    /// Whether it is drawn as bars, as nothing in it has a look of its own.
    pub(crate) fn is_bars(&self) -> bool {
        matches!(self.look, Look::Rows(_))
    }

    /// Whether it loops forever.
    pub(crate) fn is_endless(&self) -> bool {
        self.length.is_none()
    }

    /// Draws the item at a time. In a small area it leaves out words.
    pub(crate) fn draw<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        if area.w < ROOMY.0 || area.h < ROOMY.1 {
            let (head, rest) = area.split_top(if area.h < 64.0 { 0.0 } else { 18.0 });
            if head.h > 0.0 {
                let place = Point::new(head.center().x, head.center().y + 2.0);
                let whole = Text::new(self.name.clone(), place, 12.0, FAINT).centered();
                let room = head.w - 8.0;
                // Names of one file begin alike: `beach/181`.
                let last = self.name.rsplit('/').next().unwrap_or_default().to_owned();
                let name = if whole.width() > room { Text { text: last, ..whole } } else { whole };
                picture.text(name.fitted(room));
            }
            return self.draw_look(picture, rest.grown(-2.0), at);
        }
        let (head, rest) = area.split_top(34.0);
        let line = head.y + head.h / 2.0 + 3.0;
        let clock = format!("{:.3} s of {}", seconds(at), words(self.length));
        let clock = Text::new(clock, Point::new(head.right() - 14.0, line), 14.0, FAINT).right();
        let room = head.w - clock.width() - 42.0;
        let title = Text::new(self.title.clone(), Point::new(head.x + 14.0, line), 16.0, INK);
        let name = Text { text: self.name.clone(), ..title.clone() };
        let title = if title.clone().bold().width() > room { name } else { title };
        picture.text(title.bold().fitted(room));
        self.draw_look(picture, rest.grown(-8.0), at);
        picture.text(clock);
    }

    fn draw_look<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        match &self.look {
            Look::Sprite(sprite) => sprite.draw(picture, area, at),
            Look::Figure(figure) => figure.draw(picture, area, at),
            Look::Rows(rows) => rows.draw(picture, area, at),
        }
    }
}

/// Draws items side by side at one time. An item that ends before the others stays at its end.
pub(crate) fn draw_all<'a, C: Copy + PartialEq>(
    scenes: impl IntoIterator<Item = &'a Scene, IntoIter: ExactSizeIterator>,
    picture: &mut Picture<C>,
    area: Rect,
    at: Span,
) {
    let scenes = scenes.into_iter();
    let count = scenes.len();
    for (scene, area) in scenes.zip(grid(area, count)) {
        let at = if scene.is_endless() { at } else { at.min(scene.length()) };
        scene.draw(picture, area, at);
    }
}

/// Divides an area into equal parts in rows, as square as possible.
#[expect(clippy::cast_precision_loss, reason = "things of a file, drawn a few pixels large")]
fn grid(area: Rect, count: usize) -> impl Iterator<Item = Rect> {
    let cost = |columns: usize| {
        let (w, h) = (area.w / columns as f32, area.h / count.div_ceil(columns) as f32);
        (w / h).max(h / w)
    };
    let columns = (1..=count.max(1)).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(1);
    let rows = count.div_ceil(columns).max(1);
    let (w, h) = (area.w / columns as f32, area.h / rows as f32);
    (0..count).map(move |index| {
        let (row, column) = (index / columns, index % columns);
        Rect::new(area.x + w * column as f32, area.y + h * row as f32, w, h)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_room_for_all_and_no_overlap() {
        let area = Rect::new(10.0, 0.0, 640.0, 360.0);
        for count in 1..30 {
            let parts: Vec<Rect> = grid(area, count).collect();
            assert_eq!(parts.len(), count);
            for (index, part) in parts.iter().enumerate() {
                assert!(part.x >= area.x && part.right() <= area.right() + 0.01, "{count}");
                assert!(part.y >= area.y && part.bottom() <= area.bottom() + 0.01, "{count}");
                for other in &parts[index + 1..] {
                    let apart = part.right() <= other.x + 0.01 || other.right() <= part.x + 0.01;
                    assert!(apart || part.bottom() <= other.y + 0.01, "{count}");
                }
            }
        }
    }
}
