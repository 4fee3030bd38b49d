//! The same at any frame rate: four displays of one match, each at a rate of its own.
//!
//! Each display advances its queue by what its own frame took. What a hop does at its end (the next hop, the score)
//! depends on everything before it, so one lost or doubled moment would change all that follows.

use std::borrow::Cow;

use cueline::{
    digest::{Digest, digest},
    prelude::*,
    sequencer::{Commands, Update},
};
use cueline_egui::Lanes;
use cueline_picture::{Picture, Rect, Shape};

use super::SIZE;
use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{BAD, FAINT, GOOD, INK, INKS, disc, label, panel, px},
};

const RATES: [i64; 4] = [7, 30, 60, 144];
const BALLS: usize = 5;

/// A ball hops from one field to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
struct Hop {
    ball: usize,
    from: i64,
    to: i64,
}

/// What one display has come to.
#[derive(Clone, Debug, Default)]
struct Display {
    queue: Sequencer<Hop>,
    dice: u64,
    score: u64,
    hops: u64,
    /// Field and height of each ball, for drawing.
    places: [(f32, f32); BALLS],
}

impl Display {
    fn new() -> Self {
        let mut display = Self { dice: 7, ..Self::default() };
        for ball in 0..BALLS {
            let hop = Hop { ball, from: 0, to: 3 };
            display.queue.background(ms(200 + 70 * i64::try_from(ball).unwrap_or(0)), hop);
        }
        display
    }

    // code
    fn advance(&mut self, frame: Span) {
        let Self { queue, dice, score, hops, places } = self;
        let shown = queue.advance(frame, |update, commands| {
            show(&update, places);
            if update.ended {
                *score += *hops * (1 + update.payload.to.unsigned_abs());
                *hops += 1;
                next_hop(&update, commands, dice); // starts at this very moment
            }
        });
        debug_assert!(shown.is_ok(), "{shown:?}");
    }
    // end

    /// What all displays agree on at one moment.
    fn digest(&self) -> u64 {
        digest(&(&self.queue, self.dice, self.score, self.hops))
    }
}

fn show(update: &Update<'_, Hop>, places: &mut [(f32, f32); BALLS]) {
    let Hop { ball, from, to } = *update.payload;
    let along = update.eased(Easing::LINEAR);
    let height = 4.0 * along * (1.0 - along);
    if let Some(place) = places.get_mut(ball) {
        *place = (px(from as f64) + px((to - from) as f64) * along, height);
    }
}

fn next_hop(update: &Update<'_, Hop>, commands: &mut Commands<'_, Hop>, dice: &mut u64) {
    let Hop { ball, to, .. } = *update.payload;
    let goal = throw(dice, 8);
    let duration = ms(90 + 11 * throw(dice, 30));
    commands.background(duration, Hop { ball, from: to, to: goal });
}

/// The next number below `sides` of a die whose state is data.
fn throw(dice: &mut u64, sides: u64) -> i64 {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    i64::try_from((*dice >> 33) % sides).unwrap_or(0)
}

/// The same match as most games play it: each ball adds up `f32` seconds and drops what is left over at an end.
#[derive(Clone, Debug)]
struct Naive {
    balls: [(f32, f32, i64, i64); BALLS],
    dice: u64,
    score: u64,
    hops: u64,
}

impl Naive {
    fn new() -> Self {
        let mut balls = [(0.0, 0.2, 0, 3); BALLS];
        let mut duration = 0.2;
        for ball in &mut balls {
            ball.1 = duration;
            duration += 0.07;
        }
        Self { balls, dice: 7, score: 0, hops: 0 }
    }

    fn advance(&mut self, dt: f32) {
        for (elapsed, duration, from, to) in &mut self.balls {
            *elapsed += dt;
            if *elapsed >= *duration {
                self.score += self.hops * (1 + to.unsigned_abs());
                self.hops += 1;
                (*from, *to, *elapsed) = (*to, throw(&mut self.dice, 8), 0.0);
                *duration = px((90 + 11 * throw(&mut self.dice, 30)) as f64) / 1000.0;
            }
        }
    }

    fn digest(&self) -> u64 {
        let places = self.balls.map(|(elapsed, _, from, to)| (elapsed.to_bits(), from, to));
        digest(&(places, self.dice, self.score, self.hops))
    }
}

/// A display with the number of its next frame.
#[derive(Clone, Debug)]
struct Watcher {
    rate: i64,
    frames: i64,
    shown: Time,
    exact: Display,
    naive: Naive,
    /// The digest at the last whole second.
    at_second: (u64, u64),
}

/// The room.
#[derive(Clone, Debug)]
pub(super) struct AnyRate {
    now: Time,
    watchers: [Watcher; 4],
    naive: bool,
    hitches: bool,
    /// Of the display at 60 frames a second.
    lanes: Lanes,
}

impl Default for AnyRate {
    fn default() -> Self {
        let watchers = RATES.map(|rate| Watcher {
            rate,
            frames: 0,
            shown: Time::ZERO,
            exact: Display::new(),
            naive: Naive::new(),
            at_second: (0, 0),
        });
        Self { now: Time::ZERO, watchers, naive: false, hitches: true, lanes: Lanes::default() }
    }
}

impl Watcher {
    /// Shows all frames up to `now`. With hitches, the display at 60 frames a second drops 20 of them every two
    /// seconds; at whole seconds all displays show a frame.
    fn watch(&mut self, now: Time, hitches: bool) {
        loop {
            let next = Time::ZERO + secs(1.0) * (self.frames + 1) / self.rate;
            if next > now {
                return;
            }
            self.frames += 1;
            let phase = self.frames % (2 * self.rate);
            if hitches && self.rate == 60 && (31..51).contains(&phase) {
                continue;
            }
            let frame = next - self.shown;
            self.exact.advance(frame);
            self.naive.advance(px(frame.as_secs_f64()));
            self.shown = next;
            if self.frames % self.rate == 0 {
                self.at_second = (self.exact.digest(), self.naive.digest());
            }
        }
    }

    fn digest(&self, naive: bool) -> u64 {
        if naive { self.at_second.1 } else { self.at_second.0 }
    }
}

impl Room for AnyRate {
    fn title(&self) -> &'static str {
        "The same at any frame rate"
    }

    fn idea(&self) -> &'static str {
        "Time is an integer: four displays at 7, 30, 60 and 144 frames a second agree to the bit at every second."
    }

    fn code(&self) -> String {
        strip(include_str!("any_rate.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::switch("Hitches at 60", self.hitches),
            Control::breaks("Add up f32 seconds", self.naive),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Hitches at 60" => self.hitches = !self.hitches,
            "Add up f32 seconds" => self.naive = !self.naive,
            _ => {}
        }
    }

    fn frame(&mut self, by: Span) {
        self.now += by;
        for watcher in &mut self.watchers {
            watcher.watch(self.now, self.hitches);
        }
        if let Some(watcher) = self.watchers.iter().find(|watcher| watcher.rate == 60) {
            self.lanes.observe(&watcher.exact.queue, |hop| {
                format!("ball {}: {} to {}", hop.ball, hop.from, hop.to)
            });
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let digests = self.watchers.each_ref().map(|watcher| watcher.digest(self.naive));
        vec![Claim {
            sentence: "At each whole second four frame rates have the same digest.",
            holds: digests.iter().all(|digest| *digest == digests[0]),
            figures: digests.map(|digest| format!("{:04x}", digest >> 48)).join(" "),
        }]
    }

    fn digest(&self) -> u64 {
        digest(&self.watchers.each_ref().map(|watcher| watcher.digest(self.naive)))
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        Cow::Borrowed(&self.lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        let first = self.watchers[0].digest(self.naive);
        for (column, watcher) in (0..).zip(&self.watchers) {
            let rect = Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0).column(column, 4, 12.0);
            panel(picture, rect);
            let (middle, floor) = (rect.center().x, rect.bottom() - 110.0);
            let rate = format!("{} fps", watcher.rate);
            label(picture, middle, rect.y + 28.0, 22.0, &rate, INK);
            for field in 0..8_u8 {
                let x = rect.x + rect.w * (f32::from(field) + 0.5) / 8.0;
                let tile = Rect::new(x - 9.0, floor + 10.0, 18.0, 6.0);
                picture.fill(Shape::rounded(tile, 3.0), FAINT.with_opacity(0.4));
            }
            for (ball, ink) in INKS.iter().enumerate() {
                let (field, height) = if self.naive {
                    let (elapsed, duration, from, to) = watcher.naive.balls[ball];
                    let t = (elapsed / duration).clamp(0.0, 1.0);
                    (px(from as f64) + px((to - from) as f64) * t, 4.0 * t * (1.0 - t))
                } else {
                    watcher.exact.places[ball]
                };
                let x = rect.x + rect.w * (field + 0.5) / 8.0;
                disc(picture, x, floor - 160.0 * height, 10.0, *ink);
            }
            let digest = watcher.digest(self.naive);
            let score = if self.naive { watcher.naive.score } else { watcher.exact.score };
            let score = format!("score {score}");
            label(picture, middle, rect.bottom() - 70.0, 18.0, &score, FAINT);
            let color = if digest == first { GOOD } else { BAD };
            label(picture, middle, rect.bottom() - 30.0, 20.0, &format!("{digest:016x}"), color);
        }
    }
}
