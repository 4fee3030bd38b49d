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
use cueline_picture::{Picture, Point, Rect, Shape, Text};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{self, FAINT, INK, INKS, SIZE, WELLS, disc, label, panel, px},
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

    fn places(&self) -> [(f32, f32); BALLS] {
        self.balls.map(|(elapsed, duration, from, to)| {
            let t = (elapsed / duration).clamp(0.0, 1.0);
            (px(from as f64) + px((to - from) as f64) * t, 4.0 * t * (1.0 - t))
        })
    }

    fn digest(&self) -> u64 {
        let places = self.balls.map(|(elapsed, _, from, to)| (elapsed.to_bits(), from, to));
        digest(&(places, self.dice, self.score, self.hops))
    }
}

/// What a display showed at a whole second.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    digest: u64,
    score: u64,
    places: [(f32, f32); BALLS],
}

/// A display with the number of its next frame.
#[derive(Clone, Debug)]
struct Watcher {
    rate: i64,
    frames: i64,
    shown: Time,
    exact: Display,
    naive: Naive,
    /// At the last whole second: exact, and added up.
    at_second: [Moment; 2],
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
        let watchers = RATES.map(Watcher::new);
        Self { now: Time::ZERO, watchers, naive: false, hitches: true, lanes: Lanes::default() }
    }
}

impl Watcher {
    fn new(rate: i64) -> Self {
        let (exact, naive) = (Display::new(), Naive::new());
        let mut watcher = Self {
            rate,
            frames: 0,
            shown: Time::ZERO,
            exact,
            naive,
            at_second: Default::default(),
        };
        watcher.at_second = watcher.moments();
        watcher
    }

    fn moments(&self) -> [Moment; 2] {
        let Self { exact, naive, .. } = self;
        [
            Moment { digest: exact.digest(), score: exact.score, places: exact.places },
            Moment { digest: naive.digest(), score: naive.score, places: naive.places() },
        ]
    }

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
                self.at_second = self.moments();
            }
        }
    }

    /// What it showed at the last whole second.
    fn moment(&self, naive: bool) -> Moment {
        self.at_second[usize::from(naive)]
    }

    fn digest(&self, naive: bool) -> u64 {
        self.moment(naive).digest
    }
}

impl AnyRate {
    /// The last whole second.
    fn second(&self) -> i64 {
        (self.now - Time::ZERO).flicks() / secs(1.0).flicks()
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
                format!("ball {} hops to field {}", hop.ball + 1, hop.to + 1)
            });
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let digests = self.watchers.each_ref().map(|watcher| watcher.digest(self.naive));
        vec![Claim {
            sentence: "At each whole second four frame rates have the same digest.",
            holds: digests.iter().all(|digest| *digest == digests[0]),
            figures: format!(
                "at {} s: {}",
                self.second(),
                digests.map(|digest| format!("{:04x}", digest >> 48)).join(" ")
            ),
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
        let agree = self.watchers.iter().all(|watcher| watcher.digest(self.naive) == first);
        // The digests flash when a second is over: they are those of that moment.
        let since = px((self.now - (Time::ZERO + secs(1.0) * self.second())).as_secs_f64());
        let flash = (1.0 - since / 0.5).clamp(0.0, 1.0);
        for (column, watcher) in (0..).zip(&self.watchers) {
            let room = Rect::new(0.0, 16.0, SIZE.0, SIZE.1 - 16.0).grown(-16.0);
            let rect = room.column(column, 4, 14.0);
            panel(picture, rect);
            let (middle, floor) = (rect.center().x, rect.bottom() - 118.0);
            let rate = format!("{} frames a second", watcher.rate);
            label(picture, middle, rect.y + 26.0, 20.0, &rate, INK);
            for field in 0..8_u8 {
                let x = rect.x + rect.w * (f32::from(field) + 0.5) / 8.0;
                let tile = Rect::new(x - 11.0, floor + 10.0, 22.0, 10.0);
                scene::tile(picture, tile, field % 2 == 1);
            }
            let moment = watcher.moment(self.naive);
            let now = if self.naive { watcher.naive.places() } else { watcher.exact.places };
            let place = |(field, height): (f32, f32)| {
                Point::new(rect.x + rect.w * (field + 0.5) / 8.0, floor - 150.0 * height)
            };
            for (ink, then) in INKS.iter().zip(moment.places) {
                picture.stroke(Shape::Circle(place(then), 11.0), ink.with_opacity(0.55), 2.0);
            }
            for (ink, now) in INKS.iter().zip(now) {
                let at = place(now);
                disc(picture, at.x, at.y, 10.0, *ink);
            }
            let well = WELLS[usize::from(!agree)].lighter(0.15 * flash);
            let at = Rect::new(rect.x + 10.0, rect.bottom() - 92.0, rect.w - 20.0, 82.0);
            picture.fill(Shape::rounded(at, 6.0), well);
            let words = format!("at {} s: score {}", self.second(), moment.score);
            label(picture, middle, at.y + 24.0, 18.0, &words, INK);
            let digest = format!("{:016x}", moment.digest);
            picture.text(
                Text::new(digest, Point::new(middle, at.y + 56.0), 20.0, INK).centered().bold(),
            );
        }
        let words = "discs: now. Rings, score and digest: at the last whole second";
        label(picture, SIZE.0 / 2.0, 12.0, 16.0, words, FAINT);
    }
}
