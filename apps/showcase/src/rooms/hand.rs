//! The hand: every card is a value that can be sent elsewhere at any moment, with the velocity that it has.

use std::borrow::Cow;

use cueline::{digest::digest, prelude::*, value::Vec2};
use cueline_egui::{Bar, Lanes};
use cueline_picture::{Color, Picture, Point, Rect, Shape};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{FAINT, INK, INKS, PAPER, SIZE, label, panel, px},
};

const CARDS: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq, Lerp)]
struct Pose {
    at: Vec2,
    angle: f32,
    scale: f32,
}

const DECK: Pose = Pose { at: Vec2::new(90.0, 90.0), angle: 0.0, scale: 0.7 };
const PILE: Pose = Pose { at: Vec2::new(860.0, 110.0), angle: 0.8, scale: 0.8 };

/// Where a card rests, or is lifted to.
fn fan(i: usize, count: usize, lifted: bool) -> Pose {
    let offset = px(i as f64) - (px(count as f64) - 1.0) / 2.0;
    let at = Vec2::new(480.0 + 84.0 * offset, 280.0 + 6.0 * offset * offset);
    let rest = Pose { at, angle: 0.09 * offset, scale: 1.0 };
    if lifted { Pose { at: Vec2::new(at.x, 200.0), angle: 0.0, scale: 1.35 } } else { rest }
}

/// The table: a card that is dropped above this line is played.
const TABLE: f32 = 190.0;
/// A pointer that moves less than this between a grab and a release has clicked.
const CLICK: f32 = 6.0;

/// A card: its number, when it was sent to where it goes now, and its motion.
#[derive(Clone, Debug)]
struct Card {
    number: usize,
    sent: Time,
    pose: Moving<Pose>,
}

/// A card that the pointer holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    card: usize,
    from: Point,
    pointer: Point,
    /// From the pointer to the middle of the card.
    to_card: Vec2,
}

impl Held {
    /// Where the card is to be.
    fn pose(&self) -> Pose {
        let at = Vec2::new(self.pointer.x, self.pointer.y) + self.to_card;
        Pose { at, angle: 0.0, scale: 1.15 }
    }

    fn is_click(&self) -> bool {
        libm::hypotf(self.pointer.x - self.from.x, self.pointer.y - self.from.y) < CLICK
    }
}

/// What has been changed while it moved.
#[derive(Debug, Default)]
struct Changes {
    breaks: bool,
    count: u32,
    /// The greatest change of a velocity at a change of mind, in pixels a second.
    jump: f32,
}

impl Changes {
    fn send(&mut self, card: &mut Card, now: Time, goal: Pose, spring: Spring) {
        if *card.pose.target() == goal {
            return;
        }
        let pose = &mut card.pose;
        let before = pose.velocity(now).at;
        if self.breaks {
            pose.tween_to(now, goal, ms(450), Easing::OUT_CUBIC); // begins again, whatever the card was doing
        } else {
            pose.spring_to(now, goal, spring);
        }
        let jump = pose.velocity(now + Span::from_flicks(1)).at - before;
        card.sent = now;
        self.jump = self.jump.max(libm::hypotf(jump.x, jump.y));
        self.count += 1;
    }
}

/// What the room's own visitor does.
#[derive(Clone, Copy, Debug)]
enum Act {
    Hover(usize),
    Grab(usize),
    Move(Point),
    Release,
}

/// The room.
#[derive(Debug)]
pub(super) struct Hand {
    now: Time,
    cards: Vec<Card>,
    played: Vec<Card>,
    hovered: Option<usize>,
    held: Option<Held>,
    /// What the room's own visitor does and when, the next act last.
    plan: Vec<(Time, Act)>,
    changes: Changes,
    /// The card whose bar is under the pointer.
    lit: Option<u64>,
}

impl Default for Hand {
    fn default() -> Self {
        let mut room = Self {
            now: Time::ZERO,
            cards: Vec::new(),
            played: Vec::new(),
            hovered: None,
            held: None,
            plan: Vec::new(),
            changes: Changes::default(),
            lit: None,
        };
        room.deal();
        room
    }
}

const SNAPPY: Spring = Spring::snappy(ms(450));
const FOLLOW: Spring = Spring::snappy(ms(160));

impl Hand {
    // code
    fn deal(&mut self) {
        (self.held, self.hovered) = (None, None);
        self.played.clear();
        self.cards.clear();
        for i in 0..CARDS {
            let mut pose = Moving::at(DECK);
            pose.spring_after(self.now, ms(70) * i, fan(i, CARDS, false), SNAPPY);
            self.cards.push(Card { number: i, sent: self.now + ms(70) * i, pose });
        }
    }

    fn arrange(&mut self) {
        let count = self.cards.len();
        for (i, card) in self.cards.iter_mut().enumerate() {
            let (goal, spring) = match &self.held {
                Some(held) if held.card == i => (held.pose(), FOLLOW),
                _ => (fan(i, count, self.hovered == Some(i)), SNAPPY),
            };
            self.changes.send(card, self.now, goal, spring); // with the velocity that it has
        }
    }

    fn play(&mut self, card: usize, goal: Pose) {
        let mut card = self.cards.remove(card);
        self.changes.send(&mut card, self.now, goal, SNAPPY);
        self.played.push(card);
        (self.held, self.hovered) = (None, None);
        self.arrange();
    }
    // end

    /// The card under a point. A lifted card is there, and where it rests.
    fn card_at(&self, at: Point) -> Option<usize> {
        let near = |(i, card): (usize, &Card)| {
            let is_near =
                |pose: Pose| (pose.at.x - at.x).abs() < 42.0 && (pose.at.y - at.y).abs() < 70.0;
            let rests = self.hovered == Some(i) && is_near(fan(i, self.cards.len(), false));
            (is_near(card.pose.value(self.now)) || rests).then_some(i)
        };
        self.cards.iter().enumerate().filter_map(near).next_back()
    }

    /// Takes hold of a card at a point of it.
    fn hold(&mut self, card: usize, at: Point) {
        let Some(place) = self.cards.get(card).map(|card| card.pose.value(self.now).at) else {
            return;
        };
        let to_card = place - Vec2::new(at.x, at.y);
        self.held = Some(Held { card, from: at, pointer: at, to_card });
        self.arrange();
    }

    fn drag(&mut self, to: Point) {
        if let Some(held) = &mut self.held {
            held.pointer = to;
            self.arrange();
        }
    }

    /// The card is played where it is dropped, or flies back; a click plays it on the pile.
    fn let_go(&mut self) {
        let Some(held) = self.held.take() else { return };
        let dropped = held.pose();
        if held.is_click() {
            self.play(held.card, PILE);
        } else if dropped.at.y < TABLE {
            let angle = 0.12 * (px((self.played.len() % 5) as f64) - 2.0);
            self.play(held.card, Pose { angle, scale: 0.8, ..dropped });
        } else {
            self.hovered = None;
            self.arrange();
        }
    }

    fn carry_out(&mut self, act: Act) {
        match act {
            Act::Hover(card) => {
                self.hovered = Some(card);
                self.arrange();
            }
            Act::Grab(card) => {
                if let Some(place) = self.cards.get(card).map(|card| card.pose.value(self.now).at) {
                    self.hold(card, Point::new(place.x + 12.0, place.y + 20.0));
                }
            }
            Act::Move(to) => self.drag(to),
            Act::Release => self.let_go(),
        }
    }

    /// Acts at equal distances from now on.
    fn plan(&mut self, acts: &[Act]) {
        self.plan = (0..).zip(acts).map(|(n, act)| (self.now + ms(90) * n, *act)).collect();
        self.plan.reverse();
    }
}

impl Room for Hand {
    fn title(&self) -> &'static str {
        "The hand"
    }

    fn idea(&self) -> &'static str {
        "Hover, click, drag, change your mind: a card goes on from where it is, with the velocity it has."
    }

    fn code(&self) -> String {
        strip(include_str!("hand.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::button("Deal"),
            Control::button("Play a card"),
            Control::breaks("Start a new tween at each change", self.changes.breaks),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Deal" => self.deal(),
            "Play a card" if self.cards.is_empty() => self.deal(),
            "Play a card" => self.play(self.hovered.unwrap_or(0).min(self.cards.len() - 1), PILE),
            "Start a new tween at each change" => {
                self.changes = Changes { breaks: !self.changes.breaks, ..Changes::default() };
                if self.cards.is_empty() {
                    self.deal();
                }
                if self.changes.breaks {
                    // Each card is sent elsewhere before it has come to rest.
                    let cards = [1, 3, 1, 5, 3, 1];
                    self.plan(&cards.map(|card: usize| Act::Hover(card.min(self.cards.len() - 1))));
                }
            }
            _ => {}
        }
    }

    fn has_pointer(&self) -> bool {
        true
    }

    fn pointer(&mut self, at: Point) {
        if self.held.is_some() {
            return self.drag(at);
        }
        let hovered = self.card_at(at);
        if hovered != self.hovered {
            self.hovered = hovered;
            self.arrange();
        }
    }

    fn grab(&mut self, at: Point) {
        self.plan.clear();
        match self.card_at(at) {
            Some(card) => self.hold(card, at),
            None if self.cards.is_empty() => self.deal(),
            None => {}
        }
    }

    fn release(&mut self, at: Point) {
        self.drag(at);
        self.let_go();
    }

    fn frame(&mut self, by: Span) {
        let goal = self.now + by;
        while let Some((at, act)) = self.plan.pop_if(|(at, _)| *at <= goal) {
            self.now = at;
            self.carry_out(act);
        }
        self.now = goal;
    }

    fn visit(&mut self, second: u32) {
        let moved = |x: f32, y: f32| Act::Move(Point::new(x, y));
        match second % 8 {
            0 => self.deal(),
            // Dragged about and back to the fan.
            3 => self.plan(&[
                Act::Grab(2),
                moved(430.0, 240.0),
                moved(560.0, 120.0),
                moved(700.0, 150.0),
                moved(640.0, 260.0),
                Act::Release,
            ]),
            // Dropped on the table while it still moves.
            5 => self.plan(&[
                Act::Grab(4),
                moved(520.0, 220.0),
                moved(430.0, 130.0),
                moved(360.0, 100.0),
                Act::Release,
            ]),
            7 => self.press("Play a card"),
            second => {
                // Three cards in turn, each before the one before it has come to rest.
                let card = |n: u32| Act::Hover((second + 2 * n) as usize % CARDS);
                self.plan(&[card(0), card(1), card(2)]);
            }
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let Changes { count, jump, .. } = self.changes;
        vec![
            Claim {
                sentence: "No change of mind makes a velocity jump.",
                holds: jump < 1.0,
                figures: format!("{count} changes, greatest jump {jump:.3} px/s"),
            },
            Claim {
                sentence: "No card is lost.",
                holds: self.cards.len() + self.played.len() == CARDS,
                figures: format!(
                    "{} in the hand, {} on the table",
                    self.cards.len(),
                    self.played.len()
                ),
            },
        ]
    }

    fn digest(&self) -> u64 {
        let bits = |card: &Card| {
            let Pose { at, angle, scale } = card.pose.value(self.now);
            [at.x, at.y, angle, scale].map(f32::to_bits)
        };
        let cards: Vec<_> = self.cards.iter().chain(&self.played).map(bits).collect();
        digest(&(cards, self.changes.count, self.changes.jump.to_bits()))
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default();
        // Each card from where it was sent to where it comes to rest.
        let bars = self.cards.iter().chain(&self.played).map(|card| {
            let label = format!("card {}", card.number + 1);
            (card.number as u64, Bar::new(label, card.sent, card.pose.settles_at()))
        });
        lanes.show(self.now, bars);
        Cow::Owned(lanes)
    }

    fn hover(&mut self, bar: Option<u64>) {
        self.lit = bar;
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        for (pose, name) in [(DECK, "deck"), (PILE, "pile")] {
            let rect = Rect::new(pose.at.x - 34.0, pose.at.y - 48.0, 68.0, 96.0);
            picture.stroke(Shape::rounded(rect, 8.0), FAINT, 1.5);
            label(picture, pose.at.x, pose.at.y + 64.0, 15.0, name, FAINT);
        }
        // The card that is held lies on top.
        let held = self.held.map(|held| self.played.len() + held.card);
        let mut cards: Vec<_> = self.played.iter().chain(&self.cards).enumerate().collect();
        cards.sort_by_key(|(i, _)| held == Some(*i));
        for (_, card) in cards {
            let Pose { at, angle, scale } = card.pose.value(self.now);
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            let corner = |x: f32, y: f32| {
                let (x, y) = (x * 40.0 * scale, y * 58.0 * scale);
                Point::new(at.x + x * cos - y * sin, at.y + x * sin + y * cos)
            };
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let corners = corners.map(|(x, y)| corner(x, y)).to_vec();
            let color = INKS[card.number % INKS.len()];
            let shadow = corners.iter().map(|at| at.moved(2.0, 5.0)).collect();
            picture.fill(Shape::Polygon(shadow), Color::hex(0).with_opacity(0.3));
            picture.fill(Shape::Polygon(corners.clone()), PAPER);
            let (ink, width) = match self.lit {
                Some(lit) if lit == card.number as u64 => (INK, 4.0),
                _ => (color.darker(0.5), 2.0),
            };
            picture.stroke(Shape::Polygon(corners), ink, width);
            // Its face: a field with a star, of as many points as its number says.
            let field = [(-0.84, -0.88), (0.84, -0.88), (0.84, 0.88), (-0.84, 0.88)];
            let field = field.map(|(x, y)| corner(x, y)).to_vec();
            picture.fill(Shape::Polygon(field), color.darker(0.1));
            let points = 3 + card.number % 5;
            let star = (0..2 * points).map(|point| {
                let far = if point % 2 == 0 { 26.0 } else { 12.0 };
                let turn = core::f32::consts::PI * px(point as f64) / px(points as f64);
                corner(libm::sinf(turn) * far / 40.0, -libm::cosf(turn) * far / 58.0)
            });
            picture.fill(Shape::Polygon(star.collect()), PAPER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealt() -> Hand {
        let mut room = Hand::default();
        room.frame(ms(3000));
        room
    }

    #[test]
    fn a_click_plays_on_the_pile_and_a_drop_on_the_table_plays_there() {
        let mut room = dealt();
        let rest = Point::new(480.0, 300.0);
        room.grab(rest);
        room.release(Point::new(482.0, 300.0));
        assert_eq!(room.played.last().map(|card| card.pose.target()), Some(&PILE), "a click");
        room.frame(ms(1000));
        let at = room.cards[2].pose.value(room.now).at;
        room.grab(Point::new(at.x, at.y));
        room.release(Point::new(300.0, 120.0));
        let place = room.played.last().map(|card| card.pose.target().at);
        assert_eq!(place, Some(Vec2::new(300.0, 120.0)), "a drop");
        assert_eq!((room.cards.len(), room.played.len()), (5, 2));
    }

    #[test]
    fn a_card_follows_the_pointer_and_flies_back_without_a_jump_of_its_velocity() {
        let mut room = dealt();
        let fan = room.cards[3].pose.value(room.now).at;
        room.grab(Point::new(480.0, 300.0));
        for step in 1..40_u8 {
            let t = f32::from(step);
            room.pointer(Point::new(480.0 + 6.0 * t, 300.0 - 50.0 * libm::sinf(t)));
            room.frame(ms(7));
        }
        let (card, now) = (&room.cards[3], room.now);
        assert!((card.pose.value(now).at.x - 710.0).abs() < 40.0, "{:?}", card.pose.value(now));
        room.release(Point::new(740.0, 300.0));
        room.frame(ms(2000));
        let back = room.cards[3].pose.value(room.now).at - fan;
        assert!(libm::hypotf(back.x, back.y) < 0.5, "{back:?}");
        assert!(room.changes.count >= 40 && room.changes.jump < 1.0, "{:?}", room.changes);
    }

    #[test]
    fn a_lifted_card_stays_lifted_under_a_pointer_that_rests() {
        let mut room = dealt();
        for _ in 0..60 {
            room.pointer(Point::new(480.0, 320.0));
            room.frame(ms(16));
        }
        assert_eq!(room.changes.count, 1, "it is lifted once");
    }
}
