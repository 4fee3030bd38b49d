//! The turn: an attack of three hits with everything around it, and what one line of the code changes.

use std::{borrow::Cow, collections::BTreeMap};

use cueline::{
    digest::{Digest, digest},
    prelude::*,
    sequencer::{AdvanceError, EntryDuration, Upcoming},
};
use cueline_egui::{EventLog, Lanes};
use cueline_picture::{Color, Ink, Picture, Point, Rect, Shape};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{self, BAD, INK, INKS, SIZE, disc, label, panel, px},
};

/// What can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
enum Show {
    Lunge,
    Hit(u8),
    Number(u8),
    Dodge,
    Shake,
    Toast,
    Back,
}

impl Show {
    fn name(self) -> String {
        match self {
            Self::Lunge => "lunges".into(),
            Self::Hit(hit) => format!("hit {}", hit + 1),
            Self::Number(number) => format!("\u{2212}{} rises", 10 + number),
            Self::Dodge => "dodges".into(),
            Self::Shake => "ground shakes".into(),
            Self::Toast => "\u{201c}Combo x3\u{201d}".into(),
            Self::Back => "steps back".into(),
        }
    }
}

/// How the three hits are queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
enum Line {
    Enqueue,
    Concurrently,
    Background,
    Now,
}

const LINES: [(&str, Line); 4] = [
    ("enqueue", Line::Enqueue),
    ("concurrently", Line::Concurrently),
    ("background", Line::Background),
    ("now", Line::Now),
];

// code
fn attack(queue: &mut Sequencer<Show>, line: Line) {
    queue.enqueue(ms(400), Show::Lunge);
    queue.concurrently(ms(260), Show::Dodge);
    for hit in 0..3 {
        let hit = match line {
            Line::Enqueue => queue.enqueue(ms(300), Show::Hit(hit)),
            Line::Concurrently => queue.concurrently(ms(300), Show::Hit(hit)),
            Line::Background => queue.background(ms(300), Show::Hit(hit)),
            Line::Now => queue.now(ms(300), Show::Hit(hit)),
        };
        queue.after(hit, ms(500), Show::Number(u8::try_from(hit.number() % 9).unwrap_or(0)));
    }
    queue.background(ms(350), Show::Shake);
    queue.enqueue(ms(450), Show::Back);
    queue.background(ms(900), Show::Toast);
}
// end

/// The room.
#[derive(Debug)]
pub(super) struct Turn {
    queue: Sequencer<Show>,
    lanes: Lanes,
    names: BTreeMap<EntryId, Show>,
    log: EventLog,
    line: Line,
    lossy: bool,
    shown: Vec<(Show, f32)>,
    /// Hits that have begun.
    hits: u64,
    /// Duration of the turn as planned at its start.
    planned: Span,
    /// How long it has taken so far.
    taken: Span,
    /// When it began, by the queue's time.
    begun: Time,
    /// Since the end of the turn.
    rest: Option<Span>,
    /// The entry whose bar is under the pointer.
    hovered: Option<u64>,
}

impl Default for Turn {
    fn default() -> Self {
        let mut room = Self {
            queue: Sequencer::new(),
            lanes: Lanes::default().with_window(ms(1500), ms(3500)),
            names: BTreeMap::new(),
            log: EventLog::new(60),
            line: Line::Enqueue,
            lossy: false,
            shown: Vec::new(),
            hits: 0,
            planned: Span::ZERO,
            taken: Span::ZERO,
            begun: Time::ZERO,
            rest: None,
            hovered: None,
        };
        room.begin();
        room
    }
}

const PAUSE: Span = Span::from_millis(1200);

impl Turn {
    fn begin(&mut self) {
        self.queue.flush();
        self.names.clear();
        attack(&mut self.queue, self.line);
        let end = |entry: Upcoming<'_, Show>| {
            let duration = match entry.duration? {
                EntryDuration::Fixed(duration) => duration,
                _ => return None,
            };
            // A number follows a hit: where the hit still waits, only its own start is known.
            let number = if matches!(entry.payload, Show::Hit(_)) { ms(500) } else { Span::ZERO };
            Some(entry.start? + duration + number)
        };
        let now = self.queue.time();
        let last = self.queue.agenda().filter_map(end).max().unwrap_or(now);
        self.names = self.queue.agenda().map(|entry| (entry.id, *entry.payload)).collect();
        (self.planned, self.taken, self.rest) = (last - now, Span::ZERO, None);
        self.begun = now;
    }

    /// One step of the turn; returns what is left of it when the turn is over.
    fn step(&mut self, by: Span) -> Result<Option<Span>, AdvanceError> {
        let goal = self.queue.time() + by;
        let Self { queue, shown, .. } = self;
        shown.clear();
        queue.advance(by, |update, _| {
            if !update.ended {
                shown.push((*update.payload, update.alpha()));
            }
        })?;
        for event in queue.events() {
            let show = self.names.get(&event.id);
            let begins = event.kind == EventKind::Start;
            self.hits += u64::from(begins && matches!(show, Some(Show::Hit(_))));
            let name = show.map_or("?".into(), |show| show.name());
            self.log.push(name, event);
        }
        if !queue.is_empty() {
            return Ok(None);
        }
        let last = queue.events().iter().map(|event| event.due).max();
        Ok(Some(goal - last.unwrap_or(goal)))
    }

    fn play(&mut self, by: Span) {
        let mut step = by;
        if self.lossy
            && let Some(next) = self.queue.next_moment()
        {
            // As most queues do: an entry ends with its frame, and the next one starts with the frame after that.
            step = step.min((next - self.queue.time()).max(Span::from_flicks(1)));
        }
        self.taken += by;
        if let Ok(Some(left)) = self.step(step) {
            let left = if self.lossy { Span::ZERO } else { left };
            self.taken -= left;
            self.rest = Some(left);
        }
    }

    /// The middles of what the entry moves whose bar is under the pointer.
    fn lit(&self, attacker: f32, target: f32, floor: f32) -> Vec<(f32, f32)> {
        let name = self.names.iter().find(|(id, _)| Some(id.number()) == self.hovered);
        let body = floor - 70.0;
        match name.map(|(_, show)| *show) {
            Some(Show::Lunge | Show::Back) => vec![(attacker, body)],
            Some(Show::Hit(_) | Show::Dodge | Show::Number(_)) => vec![(target, body)],
            Some(Show::Shake) => vec![(attacker, body), (target, body)],
            Some(Show::Toast) => vec![(SIZE.0 / 2.0, 62.0)],
            None => Vec::new(),
        }
    }

    fn alpha(&self, show: Show) -> Option<f32> {
        self.shown.iter().find(|(other, _)| *other == show).map(|(_, alpha)| *alpha)
    }
}

impl Room for Turn {
    fn title(&self) -> &'static str {
        "The turn"
    }

    fn idea(&self) -> &'static str {
        "One word decides what waits for what: enqueue, concurrently, background or now. The lanes show it in advance."
    }

    fn code(&self) -> String {
        strip(include_str!("turn.rs"))
    }

    fn running(&self) -> Vec<&'static str> {
        let hit = match self.line {
            Line::Enqueue => "Line::Enqueue",
            Line::Concurrently => "Line::Concurrently",
            Line::Background => "Line::Background",
            Line::Now => "Line::Now",
        };
        let line = |(show, _): &(Show, f32)| match show {
            Show::Lunge => "Show::Lunge",
            Show::Hit(_) => hit,
            Show::Number(_) => "Show::Number",
            Show::Dodge => "Show::Dodge",
            Show::Shake => "Show::Shake",
            Show::Toast => "Show::Toast",
            Show::Back => "Show::Back",
        };
        self.shown.iter().map(line).collect()
    }

    fn controls(&self) -> Vec<Control> {
        let lines = LINES.map(|(name, line)| Control::switch(name, self.line == line));
        let mut controls = lines.to_vec();
        controls.push(Control::breaks("Drop the rest of a frame", self.lossy));
        controls
    }

    fn press(&mut self, name: &str) {
        if let Some((_, line)) = LINES.iter().find(|(other, _)| *other == name) {
            self.line = *line;
            self.begin();
        } else if name == "Drop the rest of a frame" {
            self.lossy = !self.lossy;
            self.begin();
        }
    }

    fn frame(&mut self, by: Span) {
        match self.rest {
            None => self.play(by),
            Some(rest) if rest + by < PAUSE => {
                let _ = self.step(by);
                self.rest = Some(rest + by);
            }
            Some(rest) => {
                let _ = self.step(PAUSE - rest);
                self.begin();
                self.play(by - (PAUSE - rest));
            }
        }
        self.lanes.observe(&self.queue, |show| show.name());
    }

    fn visit(&mut self, second: u32) {
        if let Some((name, _)) =
            LINES.get((second / 4 % 4) as usize).filter(|_| second.is_multiple_of(4))
        {
            self.press(name);
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let millis = |span: Span| span.as_secs_f64() * 1000.0;
        // While the turn plays, its queue is as far as its time has passed.
        let behind = match self.rest {
            Some(_) => self.taken - self.planned,
            None => self.taken - (self.queue.time() - self.begun),
        };
        vec![Claim {
            sentence: "The turn takes exactly as long as the lanes said at its start.",
            holds: behind == Span::ZERO,
            figures: format!(
                "{:.1} ms said, {:.1} ms {}, {:.1} ms behind",
                millis(self.planned),
                millis(self.taken),
                if self.rest.is_some() { "taken" } else { "so far" },
                millis(behind)
            ),
        }]
    }

    fn digest(&self) -> u64 {
        digest(&(&self.queue, self.line, self.rest, self.taken))
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let shake =
            self.alpha(Show::Shake).map_or(0.0, |t| 10.0 * libm::sinf(t * 40.0) * (1.0 - t));
        let floor = 320.0 + shake;
        scene::tile(picture, Rect::new(40.0, floor, SIZE.0 - 80.0, 22.0), false);
        let lunge = match (self.alpha(Show::Lunge), self.alpha(Show::Back)) {
            (Some(t), _) => t * t,
            (None, Some(t)) => 1.0 - t,
            (None, None) if self.rest.is_some() => 0.0,
            (None, None) => 1.0,
        };
        let hits = |hit: u8| self.alpha(Show::Hit(hit));
        let attacker = 220.0 + 380.0 * lunge;
        figure(picture, attacker, floor, INKS[1]);
        let dodge = self.alpha(Show::Dodge).map_or(0.0, |t| 40.0 * 4.0 * t * (1.0 - t));
        figure(picture, 700.0 + dodge, floor, INKS[2]);
        for (x, y) in self.lit(attacker, 700.0 + dodge, floor) {
            picture.stroke(Shape::Circle(Point::new(x, y), 62.0), INK, 3.0);
        }
        for hit in 0..3 {
            if let Some(t) = hits(hit) {
                let y = floor - 90.0 + 30.0 * f32::from(hit);
                disc(picture, 660.0, y, 10.0 + 26.0 * t, BAD.with_opacity(1.0 - t));
            }
        }
        for (show, t) in &self.shown {
            if let Show::Number(number) = show {
                let (x, y) = (640.0 + 40.0 * f32::from(*number % 4), floor - 130.0 - 60.0 * t);
                label(
                    picture,
                    x,
                    y,
                    26.0,
                    &format!("-{}", 10 + number),
                    INKS[0].with_opacity(1.0 - t),
                );
            }
        }
        if let Some(t) = self.alpha(Show::Toast) {
            let opacity = (1.0 - (2.0 * t - 1.0).abs()).clamp(0.0, 1.0);
            let rect = Rect::new(SIZE.0 / 2.0 - 110.0, 40.0, 220.0, 44.0);
            picture.fill(Shape::rounded(rect, 8.0), INKS[4].with_opacity(opacity * 0.5));
            label(picture, SIZE.0 / 2.0, 62.0, 22.0, "Combo x3", INK.with_opacity(opacity));
        }
        let total = px(self.planned.as_secs_f64());
        label(picture, 110.0, 50.0, 20.0, &format!("{total:.2} s"), INK);
    }

    fn sounds(&self) -> u64 {
        self.hits
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        Cow::Borrowed(&self.lanes)
    }

    fn hover(&mut self, bar: Option<u64>) {
        self.hovered = bar;
    }

    fn events(&mut self) -> Option<&mut EventLog> {
        Some(&mut self.log)
    }
}

fn figure(picture: &mut Picture<()>, x: f32, floor: f32, color: Color) {
    // A pawn, turned: a foot, a body that tapers, a collar and a head.
    let shadow = Rect::new(x - 34.0, floor - 8.0, 68.0, 12.0);
    picture.fill(Shape::rounded(shadow, 6.0), Color::hex(0).with_opacity(0.35));
    let body = Rect::new(x - 30.0, floor - 100.0, 60.0, 100.0);
    let wood = || Ink::downwards(body, color.lighter(0.2), color.darker(0.3));
    let sides = [(-13.0, -92.0), (13.0, -92.0), (24.0, -14.0), (-24.0, -14.0)];
    let sides = sides.map(|(dx, dy)| Point::new(x + dx, floor + dy)).to_vec();
    picture.fill(Shape::Polygon(sides), wood());
    for (half, top, height) in [(30.0, 18.0, 18.0), (21.0, 98.0, 12.0)] {
        let ring = Rect::new(x - half, floor - top, half * 2.0, height);
        picture.fill(Shape::rounded(ring, 6.0), wood());
        picture.stroke(Shape::rounded(ring, 6.0), color.lighter(0.4).with_opacity(0.5), 1.0);
    }
    disc(picture, x, floor - 116.0, 22.0, color.lighter(0.1));
}
