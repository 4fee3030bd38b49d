//! Click faster than it plays: the rules have decided at once, the display catches up, and a skip ends where playing
//! would have ended.

use std::borrow::Cow;

use cueline::{
    digest::{Digest, digest},
    prelude::*,
};
use cueline_egui::Lanes;
use cueline_picture::{Picture, Point, Rect, Shape};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{self, GOOD, INK, INKS, SIZE, disc, label, panel, px},
};

const WIDTH: i64 = 8;
const HEIGHT: i64 = 4;

/// What can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
enum Show {
    Walk { from: (i64, i64), to: (i64, i64) },
    Coin { at: (i64, i64), total: u32 },
}

/// The rules. They know nothing of the display.
#[derive(Clone, Debug, Default, PartialEq, Eq, Digest)]
struct Rules {
    at: (i64, i64),
    coins: u32,
    moves: i64,
}

/// What the display has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Digest)]
struct Shown {
    at: (i64, i64),
    coins: u32,
}

// code
impl Rules {
    /// Decides a move at once, and queues what is to be seen of it.
    fn step(&mut self, queue: &mut Sequencer<Show>) {
        let from = self.at;
        self.moves += 1;
        self.at = ((from.0 + 1 + self.moves % 3) % WIDTH, (from.1 + self.moves % 2) % HEIGHT);
        queue.enqueue(ms(350), Show::Walk { from, to: self.at });
        if self.moves % 2 == 0 {
            self.coins += 5;
            queue.background(ms(600), Show::Coin { at: self.at, total: self.coins });
        }
    }
}
fn apply(payload: Show, ended: bool, shown: &mut Shown) {
    match payload {
        Show::Walk { to, .. } if ended => shown.at = to,
        Show::Coin { total, .. } if ended => shown.coins = total,
        _ => {}
    }
}
// end

/// The room.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    rules: Rules,
    queue: Sequencer<Show>,
    shown: Shown,
    moving: Vec<(Show, f32)>,
    lanes: Lanes,
    careless: bool,
    skips: u32,
    /// Whether every skip so far ended where playing would have ended.
    skips_agree: bool,
    last: String,
    /// Until the room skips by itself, so that a visitor who breaks the skip sees one.
    skips_in: Option<Span>,
    /// The entry whose bar is under the pointer.
    hovered: Option<u64>,
}

impl Ahead {
    fn show(queue: &mut Sequencer<Show>, shown: &mut Shown, by: Span) -> Vec<(Show, f32)> {
        let mut moving = Vec::new();
        let advanced = queue.advance(by, |update, _| {
            apply(*update.payload, update.ended, shown);
            if !update.ended {
                moving.push((*update.payload, update.alpha()));
            }
        });
        debug_assert!(advanced.is_ok(), "{advanced:?}");
        moving
    }

    fn skip(&mut self) {
        // The same match, watched to its end in frames of 16 ms.
        let (mut queue, mut watched) = (self.queue.clone(), self.shown.clone());
        while !queue.is_empty() {
            Self::show(&mut queue, &mut watched, ms(16));
        }
        if self.careless {
            self.queue.flush();
        } else {
            let shown = &mut self.shown;
            let _ = self.queue.finish(|update, _| apply(*update.payload, update.ended, shown));
        }
        self.moving.clear();
        self.skips += 1;
        let [skipped, played] = [digest(&self.shown), digest(&watched)];
        self.skips_agree = skipped == played;
        self.last = format!("skipped {skipped:016x}, watched {played:016x}");
    }
}

impl Room for Ahead {
    fn title(&self) -> &'static str {
        "Click faster than it plays"
    }

    fn idea(&self) -> &'static str {
        "Rules decide at once, the display catches up. A skip ends exactly where watching would have ended."
    }

    fn code(&self) -> String {
        strip(include_str!("ahead.rs"))
    }

    fn running(&self) -> Vec<&'static str> {
        let line = |(show, _): &(Show, f32)| match show {
            Show::Walk { .. } => "queue.enqueue(",
            Show::Coin { .. } => "queue.background(",
        };
        self.moving.iter().map(line).collect()
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::button("One move"),
            Control::button("Ten moves"),
            Control::button("Skip"),
            Control::breaks("Skip by clearing the queue", self.careless),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "One move" => self.rules.step(&mut self.queue),
            "Ten moves" => (0..10).for_each(|_| self.rules.step(&mut self.queue)),
            "Skip" => self.skip(),
            "Skip by clearing the queue" => {
                self.careless = !self.careless;
                self.skips_in = self.careless.then_some(ms(900));
                if self.queue.is_empty() {
                    (0..10).for_each(|_| self.rules.step(&mut self.queue));
                }
            }
            _ => {}
        }
    }

    fn frame(&mut self, by: Span) {
        let mut by = by;
        if let Some(left) = self.skips_in {
            self.skips_in = (left > by).then(|| left - by);
            if left <= by {
                Self::show(&mut self.queue, &mut self.shown, left);
                if self.queue.is_empty() {
                    self.rules.step(&mut self.queue);
                }
                self.skip();
                by -= left;
            }
        }
        self.moving = Self::show(&mut self.queue, &mut self.shown, by);
        self.lanes.observe(&self.queue, |show| match show {
            Show::Walk { to, .. } => format!("walks to {},{}", to.0 + 1, to.1 + 1),
            Show::Coin { .. } => "5 coins".into(),
        });
    }

    fn visit(&mut self, second: u32) {
        match second % 6 {
            0 | 4 => self.press("Ten moves"),
            2 => self.press("One move"),
            3 => self.press("Skip"),
            _ => {}
        }
    }

    fn claims(&self) -> Vec<Claim> {
        vec![
            Claim {
                sentence: "A skip ends where watching ends.",
                holds: self.skips == 0 || self.skips_agree,
                figures: self.last.clone(),
            },
            Claim {
                sentence: "A display that has caught up shows what the rules have decided.",
                holds: !self.queue.is_empty()
                    || (self.shown.at, self.shown.coins) == (self.rules.at, self.rules.coins),
                figures: format!("{} coins decided, {} shown", self.rules.coins, self.shown.coins),
            },
        ]
    }

    fn digest(&self) -> u64 {
        digest(&(&self.rules, &self.queue, &self.shown, self.skips))
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let place = |(x, y): (f64, f64)| Point::new(130.0 + 100.0 * px(x), 90.0 + 80.0 * px(y));
        let field = |(x, y): (i64, i64)| place((x as f64, y as f64));
        for x in 0..WIDTH {
            for y in 0..HEIGHT {
                let at = field((x, y));
                let tile = Rect::new(at.x - 45.0, at.y - 35.0, 90.0, 70.0);
                scene::tile(picture, tile, (x + y) % 2 == 1);
            }
        }
        // What is decided and not shown yet.
        for entry in self.queue.agenda() {
            if let Show::Walk { from, to } = *entry.payload {
                let (from, to) = (field(from), field(to));
                picture.stroke(Shape::line(from, to), INKS[1].with_opacity(0.35), 2.0);
                disc(picture, to.x, to.y, 10.0, INKS[1].with_opacity(0.35));
            }
        }
        // What the entry moves whose bar is under the pointer.
        let lit = self.queue.agenda().find(|entry| Some(entry.id.number()) == self.hovered);
        if let Some(entry) = lit {
            let at = match *entry.payload {
                Show::Walk { to, .. } => field(to),
                Show::Coin { at, .. } => field(at),
            };
            picture.stroke(Shape::Circle(at, 32.0), INK, 3.0);
        }
        let mut at = field(self.shown.at);
        for (show, t) in &self.moving {
            match *show {
                Show::Walk { from, to } => at = field(from).towards(field(to), *t),
                Show::Coin { at, .. } => {
                    let at = field(at).moved(0.0, -60.0 * t);
                    label(picture, at.x, at.y, 24.0, "+5", INKS[0].with_opacity(1.0 - t));
                }
            }
        }
        disc(picture, at.x, at.y, 24.0, INKS[0]);
        let text = format!("decided {} coins", self.rules.coins);
        label(picture, 160.0, SIZE.1 - 42.0, 20.0, &text, GOOD);
        let text = format!("shown {} coins", self.shown.coins);
        label(picture, 400.0, SIZE.1 - 42.0, 20.0, &text, INK);
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        Cow::Borrowed(&self.lanes)
    }

    fn hover(&mut self, bar: Option<u64>) {
        self.hovered = bar;
    }
}
