//! The hand: every card is a value that can be sent elsewhere at any moment, with the velocity that it has.

use cueline::{digest::digest, prelude::*, value::Vec2};
use cueline_picture::{Picture, Point, Rect, Shape};

use super::SIZE;
use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{FAINT, INKS, label, panel, px},
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

/// The room.
#[derive(Debug)]
pub(super) struct Hand {
    now: Time,
    cards: Vec<Moving<Pose>>,
    played: Vec<Moving<Pose>>,
    hovered: Option<usize>,
    /// When the room's own visitor points at which card, the next one last.
    plan: Vec<(Time, usize)>,
    breaks: bool,
    /// The greatest change of a velocity at a change of mind, in pixels a second.
    jump: f32,
    changes: u32,
}

impl Default for Hand {
    fn default() -> Self {
        let mut room = Self {
            now: Time::ZERO,
            cards: Vec::new(),
            played: Vec::new(),
            hovered: None,
            plan: Vec::new(),
            breaks: false,
            jump: 0.0,
            changes: 0,
        };
        room.deal();
        room
    }
}

impl Hand {
    // code
    fn deal(&mut self) {
        self.played.clear();
        self.cards = vec![Moving::at(DECK); CARDS];
        for (i, card) in self.cards.iter_mut().enumerate() {
            card.spring_after(self.now, ms(70) * i, fan(i, CARDS, false), SNAPPY);
        }
    }

    fn arrange(&mut self) {
        let (now, count) = (self.now, self.cards.len());
        for (i, card) in self.cards.iter_mut().enumerate() {
            let goal = fan(i, count, self.hovered == Some(i));
            if *card.target() != goal {
                let before = card.velocity(now).at;
                send(card, now, goal, self.breaks);
                let jump = card.velocity(now + Span::from_flicks(1)).at - before;
                self.jump = self.jump.max(libm::hypotf(jump.x, jump.y));
                self.changes += 1;
            }
        }
    }
    // end

    fn play(&mut self) {
        if self.cards.is_empty() {
            self.deal();
            return;
        }
        let card = self.hovered.unwrap_or(0).min(self.cards.len() - 1);
        let mut card = self.cards.remove(card);
        send(&mut card, self.now, PILE, self.breaks);
        self.played.push(card);
        self.hovered = None;
        self.arrange();
    }
}

const SNAPPY: Spring = Spring::snappy(ms(450));

fn send(card: &mut Moving<Pose>, now: Time, goal: Pose, breaks: bool) {
    if breaks {
        card.tween_to(now, goal, ms(450), Easing::OUT_CUBIC); // begins again, whatever the card was doing
    } else {
        card.spring_to(now, goal, SNAPPY);
    }
}

impl Room for Hand {
    fn title(&self) -> &'static str {
        "The hand"
    }

    fn idea(&self) -> &'static str {
        "Change your mind at any moment: a card goes on from where it is, with the velocity it has."
    }

    fn code(&self) -> String {
        strip(include_str!("hand.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::button("Deal"),
            Control::button("Play a card"),
            Control::breaks("Start a new tween at each change", self.breaks),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Deal" => self.deal(),
            "Play a card" => self.play(),
            "Start a new tween at each change" => {
                self.breaks = !self.breaks;
                (self.jump, self.changes) = (0.0, 0);
            }
            _ => {}
        }
    }

    fn has_pointer(&self) -> bool {
        true
    }

    fn pointer(&mut self, at: Point) {
        let near = |(i, card): (usize, &Moving<Pose>)| {
            let pose = card.value(self.now);
            ((pose.at.x - at.x).abs() < 42.0 && (pose.at.y - at.y).abs() < 70.0).then_some(i)
        };
        let hovered = self.cards.iter().enumerate().filter_map(near).next_back();
        if hovered != self.hovered {
            self.hovered = hovered;
            self.arrange();
        }
    }

    fn click(&mut self, at: Point) {
        self.pointer(at);
        if self.hovered.is_some() || self.cards.is_empty() {
            self.play();
        }
    }

    fn frame(&mut self, by: Span) {
        let goal = self.now + by;
        while let Some((at, card)) = self.plan.pop_if(|(at, _)| *at <= goal) {
            self.now = at;
            self.hovered = Some(card);
            self.arrange();
        }
        self.now = goal;
    }

    fn visit(&mut self, second: u32) {
        match second % 8 {
            0 => self.deal(),
            7 => self.play(),
            second => {
                // Three cards in turn, each before the one before it has come to rest.
                let card = |n: u32| (self.now + ms(130) * n, (second + 2 * n) as usize % CARDS);
                self.plan = [2, 1, 0].map(card).to_vec();
            }
        }
    }

    fn claims(&self) -> Vec<Claim> {
        vec![Claim {
            sentence: "No change of mind makes a velocity jump.",
            holds: self.jump < 1.0,
            figures: format!("{} changes, greatest jump {:.3} px/s", self.changes, self.jump),
        }]
    }

    fn digest(&self) -> u64 {
        let bits = |card: &Moving<Pose>| {
            let Pose { at, angle, scale } = card.value(self.now);
            [at.x, at.y, angle, scale].map(f32::to_bits)
        };
        let cards: Vec<_> = self.cards.iter().chain(&self.played).map(bits).collect();
        digest(&(cards, self.changes, self.jump.to_bits()))
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        for (pose, name) in [(DECK, "deck"), (PILE, "pile")] {
            let rect = Rect::new(pose.at.x - 34.0, pose.at.y - 48.0, 68.0, 96.0);
            picture.stroke(Shape::rounded(rect, 8.0), FAINT, 1.5);
            label(picture, pose.at.x, pose.at.y + 64.0, 15.0, name, FAINT);
        }
        for (i, card) in self.played.iter().chain(&self.cards).enumerate() {
            let Pose { at, angle, scale } = card.value(self.now);
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            let corner = |x: f32, y: f32| {
                let (x, y) = (x * 40.0 * scale, y * 58.0 * scale);
                Point::new(at.x + x * cos - y * sin, at.y + x * sin + y * cos)
            };
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let corners = corners.map(|(x, y)| corner(x, y)).to_vec();
            picture.fill(Shape::Polygon(corners.clone()), INKS[i % INKS.len()].lighter(0.35));
            picture.stroke(Shape::Polygon(corners), INKS[i % INKS.len()].darker(0.5), 2.0);
        }
    }
}
