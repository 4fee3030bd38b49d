//! The strips above and below the board: who plays there, how it stands.

use crate::{
    board::side_color,
    palette,
    picture::{Ink, Picture, Point, Rect, Shape, Text},
    rules::Side,
};

/// A player's strip.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Which side.
    pub side: Side,
    /// Who.
    pub name: String,
    /// A word behind the name, such as "thinks" or "you".
    pub note: String,
    /// The score as it shows now, while it counts up.
    pub score: String,
    /// How large the score shows, 1 as usual.
    pub score_scale: f32,
    /// How many pieces it has captured, 0..=12.
    pub captured: u8,
    /// How much it is this player's turn, 0..=1.
    pub turn: f32,
}

/// The strip of `player` in `rect`.
pub fn draw_player(picture: &mut Picture, rect: Rect, player: &Player) {
    let middle = rect.center().y;
    let size = (rect.h * 0.4).clamp(8.0, 18.0);
    let disc = Point::new(rect.x + rect.h * 0.32, middle);
    let radius = rect.h * 0.21;
    if player.turn > 0.0 {
        let ring = Shape::Circle(disc, radius * 1.5);
        picture.stroke(ring, palette::ACCENT.with_opacity(player.turn), radius * 0.22);
    }
    let base = side_color(player.side);
    let face = Rect::around(disc, radius);
    picture.fill(
        Shape::Circle(disc, radius),
        Ink::downwards(face, base.lighter(0.2), base.darker(0.15)),
    );
    picture.stroke(Shape::Circle(disc, radius * 0.62), base.darker(0.3), radius * 0.12);

    let x = rect.x + rect.h * 0.78;
    let name = Text::new(player.name.as_str(), Point::new(x, middle), size, palette::TEXT).bold();
    let name = name.fitted(rect.w * 0.42);
    let after = x + name.width() + size * 0.6;
    picture.text(name);
    let note =
        Text::new(player.note.as_str(), Point::new(after, middle), size * 0.8, palette::MUTED);
    picture.text(note.fitted((rect.w * 0.62 - (after - rect.x)).max(0.0)));

    let right = rect.right() - size * 0.2;
    let score = Text::new(
        player.score.as_str(),
        Point::new(right, middle),
        size * 1.15 * player.score_scale,
        palette::ACCENT,
    );
    let score = score.bold().right();
    // The chips keep clear of the score, however long and large it is.
    let mut x = right - score.width().max(size * 2.0) - size * 0.9;
    picture.text(score);
    let taken = side_color(player.side.other());
    for _ in 0..player.captured.min(12) {
        let chip = Point::new(x, middle);
        picture.fill(Shape::Circle(chip, size * 0.34), taken.darker(0.08));
        picture.stroke(Shape::Circle(chip, size * 0.34), palette::ROOM, size * 0.12);
        x -= size * 0.48;
    }
}
