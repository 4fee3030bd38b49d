//! The hang: the rules stop for two seconds, and the screen does not. The drawing side has a copy of the queue, and plays
//! that on until the rules answer again.

use std::{borrow::Cow, collections::VecDeque};

use cueline::{
    digest::{Digest, digest},
    prelude::*,
};
use cueline_egui::{Bar, Lanes};
use cueline_handover::{Publisher, Viewer, handover};
use cueline_picture::{Picture, Rect};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{self, BAD, FAINT, GOOD, INK, INKS, SIZE, disc, label, panel, px},
};

const UNITS: usize = 6;
const TICK: Span = Span::from_millis(20);
const HANG: Span = Span::from_secs(2);
/// The rules plan this far ahead.
const PLAN: Span = Span::from_secs(4);
/// Frames in the graph.
const FRAMES: usize = 140;

/// A unit hops from one field to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
struct Hop {
    unit: usize,
    from: i64,
    to: i64,
}

/// Where the units are: field and height.
type Places = [(f32, f32); UNITS];

/// What the rules hand over: a queue that reaches into the future.
#[derive(Clone, Debug)]
struct Match {
    queue: Sequencer<Hop>,
    fields: [i64; UNITS],
    planned: Time,
    places: Places,
}

impl Match {
    fn new() -> Self {
        let (fields, places) = ([0; UNITS], [(0.0, 0.0); UNITS]);
        let mut game = Self { queue: Sequencer::new(), fields, planned: Time::ZERO, places };
        game.plan();
        game
    }

    /// The rules decide hops of all units until the plan is long enough.
    fn plan(&mut self) {
        while self.planned < self.queue.time() + PLAN {
            let beat = self.planned.flicks() / ms(500).flicks();
            self.queue.new_epoch();
            for unit in 0..UNITS {
                let from = self.fields[unit];
                let to = (from + 1 + (beat + i64::try_from(unit).unwrap_or(0)) % 6) % 8;
                self.queue.concurrently(ms(500), Hop { unit, from, to });
                self.fields[unit] = to;
            }
            self.planned += ms(500);
        }
    }

    fn play(&mut self, by: Span) {
        let Self { queue, places, .. } = self;
        let played = queue.advance(by, |update, _| {
            let Hop { unit, from, to } = *update.payload;
            let t = update.alpha();
            places[unit] = (px(from as f64) + px((to - from) as f64) * t, 4.0 * t * (1.0 - t));
        });
        debug_assert!(played.is_ok(), "{played:?}");
    }

    fn digest(&self) -> u64 {
        digest(&(self.queue.time(), self.places.map(|(x, y)| (x.to_bits(), y.to_bits()))))
    }
}

// code
/// The thread of the rules, whenever it gets to run: all ticks that are due, then the state is handed over.
fn run_rules(game: &mut Match, publisher: &mut Publisher<Match>, now: Time) {
    while game.queue.time() + TICK <= now {
        game.play(TICK);
        game.plan();
    }
    publisher.publish(game.clone(), game.queue.time());
}

/// The thread that draws: the newest state there is, played on to this frame.
fn draw_frame(viewer: &mut Viewer<Match>, now: Time) -> Match {
    let mut shown = viewer.latest().clone();
    shown.play(viewer.ahead(now));
    shown
}
// end

/// The room.
pub(super) struct Hang {
    now: Time,
    rules: Match,
    publisher: Publisher<Match>,
    viewer: Viewer<Match>,
    /// What is on the screen.
    shown: Match,
    hangs_until: Time,
    naive: bool,
    /// Time since the picture last changed, frame by frame: as shown, and if the rules' thread drew.
    still: VecDeque<[Span; 2]>,
    /// The longest that a picture stood still since the last hang began.
    longest: [Span; 2],
    /// The naive picture.
    drawn: Match,
    /// Whether what showed at the end of the last hang is what the rules then said.
    agrees: bool,
}

impl Default for Hang {
    fn default() -> Self {
        let rules = Match::new();
        let (publisher, viewer) = handover(rules.clone(), Time::ZERO);
        Self {
            now: Time::ZERO,
            shown: rules.clone(),
            drawn: rules.clone(),
            rules,
            publisher,
            viewer,
            hangs_until: Time::ZERO,
            naive: false,
            still: VecDeque::new(),
            longest: [Span::ZERO; 2],
            agrees: true,
        }
    }
}

impl std::fmt::Debug for Hang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hang").field("now", &self.now).finish_non_exhaustive()
    }
}

impl Hang {
    fn hangs(&self) -> bool {
        self.now < self.hangs_until
    }

    fn screen(&self) -> &Match {
        if self.naive { &self.drawn } else { &self.shown }
    }

    /// The longest pause that the eye takes for motion, as more than one frame of the slowest display here.
    fn limit() -> Span {
        ms(200)
    }
}

impl Room for Hang {
    fn title(&self) -> &'static str {
        "The hang"
    }

    fn idea(&self) -> &'static str {
        "The rules stop for two seconds, and the screen does not: it plays its copy of the queue on."
    }

    fn code(&self) -> String {
        strip(include_str!("hang.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::button("Hang for 2 s"),
            Control::breaks("Draw on the rules' thread", self.naive),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Hang for 2 s" if !self.hangs() => {
                self.hangs_until = self.now + HANG;
                self.longest = [Span::ZERO; 2];
            }
            "Draw on the rules' thread" => {
                self.naive = !self.naive;
                if self.naive {
                    self.press("Hang for 2 s"); // so that it shows
                }
            }
            _ => {}
        }
    }

    fn frame(&mut self, by: Span) {
        let before = [self.shown.places, self.drawn.places];
        self.now += by;
        if !self.hangs() {
            // What was on the screen, played on to this moment, before the rules hand over what they say of it.
            let mut expected = self.viewer.peek().clone();
            run_rules(&mut self.rules, &mut self.publisher, self.now);
            let since = self.rules.queue.time() - expected.queue.time();
            expected.play(since);
            self.agrees = expected.places == self.rules.places;
            self.drawn = self.rules.clone();
        }
        self.shown = draw_frame(&mut self.viewer, self.now);
        let last = self.still.back().copied().unwrap_or([Span::ZERO; 2]);
        let after = [self.shown.places, self.drawn.places];
        let still = [0, 1].map(|i| if before[i] == after[i] { last[i] + by } else { Span::ZERO });
        self.longest = [0, 1].map(|i| self.longest[i].max(still[i]));
        self.still.push_back(still);
        if self.still.len() > FRAMES {
            self.still.pop_front();
        }
    }

    fn visit(&mut self, second: u32) {
        if second % 5 == 1 {
            self.press("Hang for 2 s");
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let longest = self.longest[usize::from(self.naive)];
        let millis = |span: Span| span.as_secs_f64() * 1000.0;
        vec![
            Claim {
                sentence: "The picture never stands still for more than 200 ms.",
                holds: longest <= Self::limit(),
                figures: format!(
                    "{:.0} ms, {:.0} ms if the rules' thread drew",
                    millis(self.longest[0]),
                    millis(self.longest[1])
                ),
            },
            Claim {
                sentence: "When the rules answer again, the screen shows what they say.",
                holds: self.agrees,
                figures: String::new(),
            },
        ]
    }

    fn digest(&self) -> u64 {
        digest(&(self.screen().digest(), self.agrees, self.hangs()))
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default().with_window(secs(1.0), secs(4.0));
        // Six units hop together: one bar for each epoch of a display.
        let displays = [("on this screen", &self.shown), ("drawn by the rules", &self.drawn)];
        let bars = (0_u64..).zip(displays).flat_map(|(display, (name, of))| {
            of.queue.agenda().filter(|entry| entry.payload.unit == 0).filter_map(move |entry| {
                let (start, Hop { from, to, .. }) = (entry.start?, *entry.payload);
                let label = format!("{name}: {from} to {to}");
                let bar = Bar::new(label, start, Some(start + ms(500)));
                Some((2 * entry.id.number() + display, bar))
            })
        });
        lanes.show(self.now, bars);
        Cow::Owned(lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let words = if self.hangs() { "the rules hang" } else { "the rules answer" };
        let color = if self.hangs() { BAD } else { GOOD };
        label(picture, SIZE.0 / 2.0, 46.0, 22.0, words, color);
        let floor = 240.0;
        for field in 0..8_u8 {
            let x = 110.0 + 105.0 * f32::from(field);
            let tile = Rect::new(x - 34.0, floor + 18.0, 68.0, 8.0);
            scene::tile(picture, tile, field % 2 == 1);
        }
        for (unit, (field, height)) in (0_u8..).zip(self.screen().places) {
            let x = 110.0 + 105.0 * field + 5.0 * (f32::from(unit) - 2.5);
            disc(picture, x, floor - 120.0 * height, 13.0, INKS[usize::from(unit) % INKS.len()]);
        }
        for (side, (name, color)) in
            [("this screen", GOOD), ("drawn by the rules", BAD)].into_iter().enumerate()
        {
            let y = 330.0 + 56.0 * px(side as f64);
            label(picture, 110.0, y - 16.0, 16.0, name, INK);
            picture.fill(Rect::new(200.0, y, 720.0, 1.0), FAINT.with_opacity(0.5));
            for (frame, still) in self.still.iter().enumerate() {
                let height = px(still[side].ratio(HANG)).min(1.0) * 46.0 + 1.0;
                let x = 200.0 + 5.1 * px(frame as f64);
                picture.fill(Rect::new(x, y - height, 4.0, height), color);
            }
        }
    }
}
