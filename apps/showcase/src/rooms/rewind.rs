//! Rewind: a scene is a function of time, so a jump costs nothing. What happens in it counts forwards and backwards,
//! and a save is a copy of a few integers.

use core::time::Duration;
use std::borrow::Cow;

use cueline::{
    digest::digest,
    event::{Direction, Event, EventKind},
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    prelude::*,
    time::Speed,
    timeline::{ItemId, ItemKind, Stagger, TimelineError, call, from_to, to},
};
use cueline_egui::{Bar, Lanes};
use cueline_picture::{Picture, Point, Rect, Shape, Text};
use web_time::Instant;

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{self, BACKGROUND, BAD, FAINT, INK, INKS, SIZE, disc, panel, px},
};

const BALLS: usize = 12;
/// Duration of the scene: five minutes.
const WHOLE: Span = Span::from_secs(300);

// code
fn scene() -> Result<Timeline<String>, TimelineError> {
    let ball = |i: usize| {
        let bounce = to(format!("{i}.y"), 260.0).duration(ms(900)).eased(Easing::OUT_BOUNCE);
        bounce.ping_pong().forever().named(format!("ball {i}"))
    };
    let balls = (0..BALLS).map(|i| format!("{i}.y"));
    let rest = balls.fold(TimelineBuilder::new("rewind"), |scene, key| scene.start(key, 0.0));
    let sun = from_to("sun".to_string(), 0.0, 1.0).duration(WHOLE);
    let scene = rest.staggered(&Stagger::each(ms(130)), (0..BALLS).map(ball)).at(ms(0), sun);
    (0..300).fold(scene, |scene, n| scene.at(secs(1.0) * n + ms(271), call(BELL))).build()
}

/// How an event changes the number of bells that have rung: a bell that is played backwards has not rung yet.
fn bells(event: &Event<ItemId>) -> i64 {
    match (event.kind, event.direction) {
        (EventKind::Cue(BELL), Direction::Forward) => 1,
        (EventKind::Cue(BELL), Direction::Backward) => -1,
        _ => 0,
    }
}
// end

const BELL: u32 = 1;

/// All that the display has come to, with its time and the bells: a save holds nothing else.
type Shown = (Playing, Time, i64);

/// The naive copy: positions and velocities that are integrated.
type Naive = [(f32, f32); BALLS];

/// The room.
#[derive(Debug)]
pub(super) struct Rewind {
    scene: Option<Timeline<String>>,
    shown: Option<Shown>,
    backwards: bool,
    fast: bool,
    naive: bool,
    balls: Naive,
    /// Bells that rang while the scene played, in either direction; a jump rings none.
    rung: u64,
    /// Time that the room has played.
    played: Span,
    /// A save, when it was made, and the naive copy of then.
    save: Option<(Vec<u8>, Span, Naive)>,
    /// Whether the last save, loaded and played on in one step, came to where the display came.
    loaded_agrees: Option<bool>,
    /// Digest of 2 s, played there from the start at 60 frames a second.
    played_there: [u64; 2],
    /// The same, when a copy of the display last jumped there.
    jumped_there: Option<u64>,
    /// How far the last jump went, and what it took.
    cost: Option<(Span, Duration)>,
}

const MARK: Span = Span::from_secs(2);
/// From one save to the next.
const SAVE: Span = Span::from_secs(1);

impl Default for Rewind {
    fn default() -> Self {
        let mut room = Self {
            scene: scene().ok(),
            shown: None,
            backwards: false,
            fast: false,
            naive: false,
            balls: [(0.0, 0.0); BALLS],
            rung: 0,
            played: Span::ZERO,
            save: None,
            loaded_agrees: None,
            played_there: [0; 2],
            jumped_there: None,
            cost: None,
        };
        let play = Play { range: Some((Span::ZERO, WHOLE)), ..Play::default() };
        let fresh =
            room.scene.as_ref().and_then(|scene| Playing::new(scene, Time::ZERO, &play).ok());
        room.shown = fresh.map(|playing| (playing, Time::ZERO, 0));
        let start = (room.shown, room.balls);
        for _ in 0..120 {
            room.advance(MARK / 120);
        }
        room.played_there = [room.digest_of(room.shown), digest_of_naive(&room.balls)];
        (room.shown, room.balls) = start;
        room.rung = 0;
        room
    }
}

/// The time of the scene that shows.
fn at((playing, now, _): Shown) -> Span {
    playing.at(now).local
}

fn digest_of_naive(balls: &Naive) -> u64 {
    digest(&balls.map(|(y, v)| (y.to_bits(), v.to_bits())))
}

fn integrate(balls: &mut Naive, by: Span) {
    let dt = px(by.as_secs_f64());
    for (i, (y, v)) in (0_u8..).zip(balls) {
        *v += 600.0 * dt;
        *y += *v * dt;
        if *y > 260.0 {
            (*y, *v) = (260.0, -(0.7 + 0.02 * f32::from(i)) * *v);
        }
    }
}

impl Rewind {
    fn at(&self) -> Span {
        self.shown.map_or(Span::ZERO, at)
    }

    fn heights(&self, at: Span) -> [f64; BALLS] {
        let mut heights = [0.0; BALLS];
        if let Some(scene) = &self.scene {
            for (i, height) in heights.iter_mut().enumerate() {
                *height = scene.sample(&format!("{i}.y"), at).unwrap_or(0.0);
            }
        }
        heights
    }

    /// One number for a picture and its bells.
    fn digest_of(&self, shown: Option<Shown>) -> u64 {
        let Some(shown) = shown else { return 0 };
        let (at, (.., bells)) = (at(shown), shown);
        digest(&(at, self.heights(at).map(f64::to_bits), bells))
    }

    /// What `shown` is after a step.
    fn advanced(&self, shown: Shown, by: Span) -> Shown {
        let (mut playing, mut now, mut rung) = shown;
        now += by;
        if let Some(scene) = &self.scene {
            let mut buffer = EventBuffer::default();
            rung += playing.step(now, scene, &mut buffer).iter().map(bells).sum::<i64>();
        }
        (playing, now, rung)
    }

    /// What `shown` is after a jump.
    fn jumped(&self, shown: Shown, to: Span) -> Shown {
        let (mut playing, now, mut rung) = shown;
        if let Some(scene) = &self.scene {
            let mut buffer = EventBuffer::default();
            let to = to.clamp(Span::ZERO, WHOLE);
            let events = playing.seek(now, to, SeekPolicy::All, scene, &mut buffer);
            rung += events.iter().map(bells).sum::<i64>();
        }
        (playing, now, rung)
    }

    fn advance(&mut self, by: Span) {
        let before = self.at();
        let count = |shown: Option<Shown>| shown.map_or(0, |(.., bells)| bells);
        let rung = count(self.shown);
        self.shown = self.shown.map(|shown| self.advanced(shown, by));
        self.rung += count(self.shown).abs_diff(rung);
        let moved = self.at() - before;
        integrate(&mut self.balls, moved);
    }

    fn jump(&mut self, to: Span) {
        let before = self.at();
        let start = Instant::now();
        self.shown = self.shown.map(|shown| self.jumped(shown, to));
        let took = start.elapsed();
        let moved = self.at() - before;
        self.cost = Some((moved, took));
        integrate(&mut self.balls, moved);
        self.save = None;
    }

    fn set_speed(&mut self) {
        let times = if self.fast { 8 } else { 1 };
        let speed =
            Speed::new(if self.backwards { -times } else { times }, 1).unwrap_or(Speed::NORMAL);
        if let Some((playing, now, _)) = &mut self.shown {
            // Refused only where something in the scene runs one way.
            let _ = playing.set_speed(*now, speed);
        }
        self.save = None;
    }

    /// Loads the last save, plays it on in one step, and saves again.
    fn try_save(&mut self) {
        let now = (self.played, self.shown, self.balls);
        if let Some((bytes, then, mut balls)) = self.save.take() {
            let loaded = postcard::from_bytes::<Option<Shown>>(&bytes).ok().flatten();
            let on = loaded.map(|shown| self.advanced(shown, now.0 - then));
            let passed = match (on, loaded) {
                (Some(on), Some(loaded)) => at(on) - at(loaded),
                _ => Span::ZERO,
            };
            integrate(&mut balls, passed);
            let naive = digest_of_naive(&balls) == digest_of_naive(&now.2);
            self.loaded_agrees = Some(if self.naive { naive } else { on.is_some() && on == now.1 });
        }
        self.save = postcard::to_allocvec(&self.shown).ok().map(|bytes| (bytes, now.0, now.2));
    }

    /// Sends a copy of the display to 2 s.
    fn try_jump(&mut self) {
        let there = self.shown.map(|shown| self.jumped(shown, MARK));
        let mut balls = self.balls;
        integrate(&mut balls, MARK - self.at());
        self.jumped_there =
            Some(if self.naive { digest_of_naive(&balls) } else { self.digest_of(there) });
    }
}

impl Room for Rewind {
    fn title(&self) -> &'static str {
        "Rewind"
    }

    fn idea(&self) -> &'static str {
        "State is data and a picture is a function of time: jump five minutes back, play backwards, and all is as it was."
    }

    fn code(&self) -> String {
        strip(include_str!("rewind.rs"))
    }

    fn running(&self) -> Vec<&'static str> {
        let since = (self.at() - ms(271)).flicks().rem_euclid(secs(1.0).flicks());
        let rings = since < ms(200).flicks();
        [Some("bounce.ping_pong()"), rings.then_some("call(BELL)")].into_iter().flatten().collect()
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::switch("Backwards", self.backwards),
            Control::switch("8x", self.fast),
            Control::button("To the end"),
            Control::button("To the start"),
            Control::breaks("Integrate positions instead", self.naive),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Backwards" => {
                self.backwards = !self.backwards;
                self.set_speed();
            }
            "8x" => {
                self.fast = !self.fast;
                self.set_speed();
            }
            "To the end" => self.jump(WHOLE),
            "To the start" => self.jump(Span::ZERO),
            "Integrate positions instead" => {
                self.naive = !self.naive;
                (self.save, self.loaded_agrees, self.jumped_there) = (None, None, None);
            }
            _ => {}
        }
    }

    fn position(&self) -> Option<(Span, Span)> {
        Some((self.at(), WHOLE))
    }

    fn seek(&mut self, to: Span) {
        self.jump(to);
        self.try_jump();
    }

    fn frame(&mut self, by: Span) {
        self.advance(by);
        self.played += by;
        if self.save.as_ref().is_none_or(|(_, then, _)| self.played - *then >= SAVE) {
            self.try_save();
            self.try_jump();
        }
    }

    fn visit(&mut self, second: u32) {
        match second {
            3 => self.press("To the end"),
            4 => self.press("Backwards"),
            5 => self.press("To the start"),
            6 => self.press("Backwards"),
            _ => {}
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let [exact, naive] = self.played_there;
        let there = if self.naive { naive } else { exact };
        let jumped = self.jumped_there.unwrap_or(there);
        let bytes = postcard::to_allocvec(&self.shown).map_or(0, |bytes| bytes.len());
        vec![
            Claim {
                sentence: "A jump to 2 s, from anywhere, finds the picture and the bells of who has played to 2 s.",
                holds: jumped == there,
                figures: format!("played {there:016x}, jumped {jumped:016x}"),
            },
            Claim {
                sentence: "A save that is loaded and played on in one step comes to where the display came in many.",
                holds: self.loaded_agrees != Some(false),
                figures: format!("a save has {bytes} bytes"),
            },
        ]
    }

    fn digest(&self) -> u64 {
        let shown =
            if self.naive { digest_of_naive(&self.balls) } else { self.digest_of(self.shown) };
        digest(&(shown, self.loaded_agrees, self.jumped_there))
    }

    fn sounds(&self) -> u64 {
        self.rung
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default();
        if let Some(scene) = &self.scene {
            // The items of the timeline. A cue has no name here: it is a bell.
            let bar = |item: ItemId| {
                let place = scene.arrangement(item)?;
                let name = match scene.kind(item)? {
                    ItemKind::Call(_) => "bell",
                    ItemKind::Timeline => "balls",
                    _ => scene.item_name(item),
                };
                let name = if name.is_empty() { "sun" } else { name };
                let end = place.end.map(|end| Time::ZERO + end);
                Some((item.number().into(), Bar::new(name, Time::ZERO + place.start, end)))
            };
            let bars = scene.children(ItemId::WHOLE).filter_map(bar);
            lanes.show(Time::ZERO + self.at(), bars);
        }
        Cow::Owned(lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let sun = px(self.at().ratio(WHOLE));
        let (x, y) = (60.0 + 840.0 * sun, 190.0 - 400.0 * sun * (1.0 - sun));
        disc(picture, x, y, 26.0, INKS[0]);
        let heights = self.heights(self.at());
        for (i, height) in heights.iter().enumerate() {
            let y = if self.naive { self.balls[i].0 } else { px(*height) };
            let x = 80.0 + 73.0 * px(i as f64);
            disc(picture, x, 60.0 + y, 18.0, INKS[i % INKS.len()]);
        }
        if !self.naive {
            for (i, (y, _)) in self.balls.iter().enumerate() {
                let at = Point::new(80.0 + 73.0 * px(i as f64), 60.0 + y.clamp(-30.0, 262.0));
                picture.stroke(Shape::Circle(at, 18.0), BAD, 2.0);
            }
        }
        scene::tile(picture, Rect::new(40.0, 340.0, SIZE.0 - 80.0, 12.0), false);
        let words = match self.cost {
            Some((far, took)) => format!(
                "the last jump went {:+.0} s and took {:.0} \u{b5}s: nothing was played again",
                far.as_secs_f64(),
                took.as_secs_f64() * 1e6
            ),
            None => "discs: from the time alone; red rings: positions that are integrated".into(),
        };
        let words = Text::new(words, Point::new(SIZE.0 / 2.0, 34.0), 18.0, INK).centered();
        // What rises that high passes behind the words.
        let (x, wide) = (words.at.x - words.width() / 2.0, words.width());
        let plate = Rect::new(x - 12.0, words.at.y - 14.0, wide + 24.0, 28.0);
        picture.fill(Shape::rounded(plate, 8.0), BACKGROUND.with_opacity(0.85));
        picture.text(words);
        let groove = Rect::new(40.0, SIZE.1 - 34.0, SIZE.0 - 80.0, 6.0);
        picture.fill(Shape::rounded(groove, 3.0), FAINT.with_opacity(0.4));
        disc(picture, 40.0 + (SIZE.0 - 80.0) * sun, SIZE.1 - 31.0, 9.0, INK);
        let secs = self.at().as_secs_f64();
        let bells = self.shown.map_or(0, |(.., bells)| bells);
        let text = format!("{secs:.2} s of 300 s, {bells} bells");
        let text = Text::new(text, Point::new(SIZE.0 / 2.0, SIZE.1 - 52.0), 20.0, INK);
        picture.text(text.centered().bold());
    }
}
