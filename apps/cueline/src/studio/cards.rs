//! A view of properties: each object with a position, a size, a rotation or an opacity is drawn as a card.
//!
//! Names are the usual names of games: `card.x`, `card.y`, `card.scale`, `card.rotation`. The part before the last dot
//! is the object.

use std::collections::BTreeMap;

use cueline::{clip::Value, time::Span};
use cueline_picture::{Color, Picture, Point, Rect, Shape, Text};

use crate::{
    numbers::{numbers, short},
    open::Thing,
    scene::{ACCENT, FAINT, INK, PAPER, RULE},
};

/// Width and height of a card, in the unit of its position.
const SIZE: (f32, f32) = (100.0, 140.0);
/// The most samples that determine the bounds of the view.
const SAMPLES: i64 = 48;
/// The colours of the sides of a card.
const SIDES: [Color; 2] = [Color::hex(0x4c_6c_a8), Color::hex(0xe8_e2_d2)];

/// The look of an object at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Card {
    x: f32,
    y: f32,
    /// Factors of the size.
    width: f32,
    height: f32,
    /// In radians, clockwise.
    rotation: f32,
    opacity: f32,
    glow: f32,
    face: bool,
}

impl Default for Card {
    fn default() -> Self {
        let (x, y, rotation, glow) = (0.0, 0.0, 0.0, 0.0);
        Self { x, y, width: 1.0, height: 1.0, rotation, opacity: 1.0, glow, face: false }
    }
}

impl Card {
    /// Sets a property. Returns `false` for an unknown name.
    fn take(&mut self, name: &str, value: &Value) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "a place in a picture")]
        let all: Vec<f32> = numbers(value).iter().map(|(_, number)| *number as f32).collect();
        let Some(&first) = all.first() else { return false };
        match name {
            "x" => self.x = first,
            "y" => self.y = first,
            "pos" | "place" | "position" | "translation" => {
                (self.x, self.y) = (first, all.get(1).copied().unwrap_or_default());
            }
            "width" => self.width = if first.abs() > 8.0 { first / SIZE.0 } else { first },
            "height" => self.height = if first.abs() > 8.0 { first / SIZE.1 } else { first },
            "scale" => (self.width, self.height) = (first, all.get(1).copied().unwrap_or(first)),
            "rotation" | "angle" | "turn" if all.len() == 1 => self.rotation = first,
            "opacity" | "alpha" => self.opacity = first.clamp(0.0, 1.0),
            "glow" => self.glow = first.clamp(0.0, 1.0),
            "face" => self.face = first >= 0.5,
            _ => return false,
        }
        true
    }

    /// The corners, from the top left one clockwise.
    fn corners(&self, grown: f32) -> [(f32, f32); 4] {
        let (w, h) =
            (SIZE.0 * self.width.abs() / 2.0 + grown, SIZE.1 * self.height.abs() / 2.0 + grown);
        let (sin, cos) = self.rotation.sin_cos();
        [(-w, -h), (w, -h), (w, h), (-w, h)]
            .map(|(x, y)| (self.x + x * cos - y * sin, self.y + x * sin + y * cos))
    }
}

/// The cards of a thing of a file.
#[derive(Debug)]
pub(super) struct Cards {
    thing: Thing,
    /// Least and greatest corner at any time.
    reach: [(f32, f32); 2],
}

/// The cards by name, and all other properties.
fn sorted(thing: &Thing, at: Span) -> (BTreeMap<String, Card>, Vec<(String, Value)>) {
    let (mut cards, mut others) = (BTreeMap::<String, Card>::new(), Vec::new());
    for (path, value) in thing.values(at) {
        let (of, name) = path.rsplit_once('.').unwrap_or(("", &path));
        let mut card = cards.get(of).copied().unwrap_or_default();
        if card.take(name, &value) {
            cards.insert(of.to_owned(), card);
        } else {
            others.push((path, value));
        }
    }
    (cards, others)
}

impl Cards {
    /// `None` if no object has a position, a size, a rotation or an opacity.
    pub(super) fn new(thing: &Thing, duration: Span) -> Option<Self> {
        if matches!(thing, Thing::Flipbook(..)) || sorted(thing, Span::ZERO).0.is_empty() {
            return None;
        }
        let mut reach = [(f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, f32::NEG_INFINITY)];
        for step in 0..=SAMPLES {
            let at = Span::from_flicks(duration.flicks() / SAMPLES * step);
            for card in sorted(thing, at).0.into_values() {
                for (x, y) in card.corners(16.0).into_iter().filter(|(x, y)| (x + y).is_finite()) {
                    reach[0] = (reach[0].0.min(x), reach[0].1.min(y));
                    reach[1] = (reach[1].0.max(x), reach[1].1.max(y));
                }
            }
        }
        (reach[0].0 < reach[1].0).then(|| Self { thing: thing.clone(), reach })
    }

    pub(super) fn draw(&self, picture: &mut Picture<()>, area: Rect, at: Span) {
        let (cards, others) = sorted(&self.thing, at);
        let [(left, top), (right, bottom)] = self.reach;
        let scale = (area.w / (right - left)).min(area.h / (bottom - top)).min(2.0);
        let middle = area.center();
        let place = |(x, y): (f32, f32)| {
            Point::new(
                middle.x + (x - (left + right) / 2.0) * scale,
                middle.y + (y - (top + bottom) / 2.0) * scale,
            )
        };
        for line in [[(left, 0.0), (right, 0.0)], [(0.0, top), (0.0, bottom)]] {
            picture.stroke(Shape::Lines(line.map(place).into()), RULE.with_opacity(0.6), 1.0);
        }
        for (name, card) in &cards {
            if card.glow > 0.0 {
                for grown in [12.0, 8.0, 4.0] {
                    let corners = card.corners(grown).map(place);
                    let glow = ACCENT.with_opacity(card.glow * 0.3 * card.opacity);
                    picture.fill(Shape::Polygon(corners.into()), glow);
                }
            }
            let [rim, ground] = [SIDES[usize::from(!card.face)], SIDES[usize::from(card.face)]];
            picture.fill(
                Shape::Polygon(card.corners(0.0).map(place).into()),
                rim.with_opacity(card.opacity),
            );
            let inner = Card { width: card.width * 0.93, height: card.height * 0.95, ..*card };
            let corners = inner.corners(0.0).map(place);
            picture.fill(Shape::Polygon(corners.into()), ground.with_opacity(card.opacity));
            let width = SIZE.0 * card.width.abs() * scale;
            if !name.is_empty() && width > 12.0 {
                let ink = if card.face { PAPER } else { INK };
                let size = (16.0 * scale).clamp(10.0, 18.0);
                let text = Text::new(
                    name.clone(),
                    place((card.x, card.y)),
                    size,
                    ink.with_opacity(card.opacity),
                );
                picture.text(text.centered().fitted(width * 0.9));
            }
        }
        let mut y = area.y + 8.0;
        for (name, value) in others.iter().take(12) {
            let words = format!("{name} {}", short(value));
            picture.text(Text::new(words, Point::new(area.x + 8.0, y), 13.0, FAINT));
            y += 17.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::time::ms;

    fn thing(items: &str) -> Thing {
        let text = format!(r#"(version: 1, timelines: {{"t": (items: [{items}])}})"#);
        let model = crate::studio::model::Model::of("t.ron".into(), text.into_bytes()).unwrap();
        model.good().things[0].clone()
    }

    #[test]
    fn properties_of_one_thing_make_one_card() {
        let thing = thing(
            r#"(action: Tween({
                "card.x": (from: F64(20.0), to: F64(40.0)),
                "card.y": (from: F64(-20.0), to: F64(-20.0)),
                "card.face": (from: I32(1), to: I32(1)),
                "card.mood": (from: F64(2.0), to: F64(2.0)),
                "b.opacity": (from: F32(0.0), to: F32(1.0)),
            }), duration: "1s")"#,
        );
        let (cards, others) = sorted(&thing, ms(500));
        assert_eq!(cards["card"], Card { x: 30.0, y: -20.0, face: true, ..Card::default() });
        assert_eq!(cards["b"], Card { opacity: 0.5, ..Card::default() });
        assert_eq!(others, [("card.mood".to_owned(), Value::F64(2.0))]);
    }

    #[test]
    fn the_view_holds_a_card_at_all_times() {
        let thing = thing(
            r#"(action: Tween({"card.x": (from: F64(-300.0), to: F64(200.0))}), duration: "1s")"#,
        );
        let cards = Cards::new(&thing, ms(1000)).unwrap();
        let [(left, top), (right, bottom)] = cards.reach;
        assert!(
            left <= -350.0 && right >= 250.0 && top <= -70.0 && bottom >= 70.0,
            "{:?}",
            cards.reach
        );
    }

    #[test]
    fn what_has_no_place_is_no_card() {
        let thing =
            thing(r#"(action: Tween({"mood": (from: F64(0.0), to: F64(1.0))}), duration: "1s")"#);
        assert!(Cards::new(&thing, ms(1000)).is_none());
    }
}
