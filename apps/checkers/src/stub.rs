//! A show for the tests of the screen: the opening board and a few things that move, all of it a
//! function of one time.

use core::f32::consts::TAU;

use cueline::{
    sequencer::Role,
    time::{Span, Time},
};

use crate::{
    board::{
        CROWN_FRAMES, Look, draw_arrow, draw_board, draw_burst, draw_floating, draw_hop, draw_mark,
        draw_piece, draw_target, draw_tint,
    },
    control::Control,
    desk::{Bar, Desk, Entry, Menu, Queue, Slider},
    layout::Layout,
    palette,
    picture::Picture,
    rules::{Level, Side, Square},
    screen::{Input, Meter, Show, Sound},
    speed,
    widgets::{
        Player, draw_lines, draw_meters, draw_panel, draw_player, draw_queue, draw_title,
        draw_toast,
    },
};

/// The show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stub {
    at: Span,
    duration: Span,
    speed: usize,
    paused: bool,
    menu: bool,
    menu_at: Span,
    desk: Desk,
    chosen: Option<Square>,
    notices: Vec<String>,
    sounds: Vec<Sound>,
}

impl Stub {
    /// A show that is over after `duration`.
    #[must_use]
    pub(crate) fn new(duration: Span) -> Self {
        Self {
            at: Span::ZERO,
            duration,
            speed: speed::NORMAL,
            paused: false,
            menu: false,
            menu_at: Span::ZERO,
            desk: Desk::default(),
            chosen: None,
            notices: Vec::new(),
            sounds: Vec::new(),
        }
    }

    fn phase(&self, period: f64) -> f32 {
        phase(self.at, period)
    }

    fn board(&self, picture: &mut Picture, layout: &Layout) {
        draw_board(picture, layout);
        let size = layout.square_size();
        draw_tint(picture, layout, on(24), palette::ACCENT, 1.0);
        if let Some(square) = self.chosen {
            draw_mark(picture, layout, square, palette::ACCENT, 1.0);
        }
        draw_target(picture, layout, on(18), palette::HINT, 0.9);
        for square in Square::all() {
            let number = square.number();
            if (13..=20).contains(&number) || number == 9 {
                continue;
            }
            let side = if number < 13 { Side::Black } else { Side::White };
            let look = if number == 30 { Look::king(side) } else { Look::man(side) };
            draw_piece(picture, layout.square_center(square), size, look);
        }
        let t = self.phase(2.0).min(0.5) * 2.0;
        let (from, to) = (layout.square_center(on(9)), layout.square_center(on(18)));
        draw_hop(picture, from, to, size * 0.9, palette::TEXT.with_opacity(0.5));
        let lift = size * 0.9 * 4.0 * t * (1.0 - t);
        let frame = (0..CROWN_FRAMES)
            .rev()
            .find(|&f| self.phase(1.0) * 9.0 >= f32::from(u8::try_from(f).unwrap_or(0)));
        let look = Look { lift, crown: frame, glow: self.phase(1.0), ..Look::king(Side::Black) };
        draw_piece(picture, from.towards(to, t), size, look);
        let gone = Look { opacity: 1.0 - t, scale: 1.0 - 0.3 * t, ..Look::man(Side::White) };
        draw_piece(picture, layout.square_center(on(14)), size, gone);
        draw_burst(picture, layout.square_center(on(14)), size * 0.4, palette::GOLD, t);
        draw_arrow(
            picture,
            layout,
            &[on(21), on(17), on(13)],
            palette::HINT,
            self.phase(3.0) * 2.0,
        );
        let up = layout.square_center(on(15)).moved(0.0, -size * self.phase(1.5));
        draw_floating(
            picture,
            layout,
            "x3",
            up,
            palette::GOLD.with_opacity(1.0 - self.phase(1.5)),
            1.0,
        );
        let bob = libm::sinf(self.phase(4.0) * TAU) * 0.1;
        draw_toast(picture, layout, "White must capture", bob, 1.0, palette::CALM);
        for (slot, notice) in (1u8..4).zip(self.notices.iter().rev()) {
            draw_toast(picture, layout, notice, f32::from(slot), 0.9, palette::HINT);
        }
    }

    fn queue(&self) -> Queue {
        let beat = Time::ZERO + Span::from_secs(self.at.flicks() / Span::from_secs(1).flicks());
        let bar = |(number, role, start, end, label): (u64, Role, i64, i64, &str)| Bar {
            number,
            label: label.to_owned(),
            role,
            start: beat + Span::from_millis(start),
            end: Some(beat + Span::from_millis(end)),
        };
        let bars = [
            (0, Role::Background, -2000, 2200, "toast"),
            (1, Role::Holding, -500, 400, "hop 9-18"),
            (2, Role::Free, 0, 1200, "score"),
            (3, Role::Holding, 400, 700, "capture"),
            (4, Role::Holding, 700, 1900, "hop 18-25"),
        ];
        let caption = "3 entries, 1.9 s".to_owned();
        Queue { now: Time::ZERO + self.at, bars: bars.map(bar).to_vec(), hovered: None, caption }
    }

    fn panel(&self, picture: &mut Picture, layout: &Layout, meter: &Meter) {
        draw_panel(picture, layout.panel);
        draw_title(
            picture,
            layout.title,
            "A screen without a show",
            "Two players, somewhere, 1901",
        );
        let lines = ["1. 11-15 23-19", "2. 8-11 22-17", "3. 4-8 17-13"].map(str::to_owned);
        draw_lines(picture, layout.info, &lines);
        let meters = [
            ("frames/s", format!("{:.0}", meter.frames_per_second)),
            ("rules behind", "0 ms".to_owned()),
            ("sounds", meter.sounds.to_string()),
        ];
        draw_meters(picture, layout.meters, &meters);
    }
}

/// A square by its number.
#[expect(clippy::expect_used, reason = "only literal numbers of squares are asked for")]
fn on(number: u8) -> Square {
    Square::new(number).expect("1..=32")
}

/// How far through its turn of `period` seconds a time is, 0..1.
#[expect(clippy::cast_possible_truncation, reason = "a phase in 0..1")]
fn phase(at: Span, period: f64) -> f32 {
    let turns = at.ratio(Span::from_secs(1)) / period;
    (turns - libm::floor(turns)) as f32
}

impl Show for Stub {
    fn advance(&mut self, real: Span) {
        self.menu_at += real;
        if !self.paused && !self.menu {
            let (num, den) = speed::SPEEDS[self.speed];
            let scaled = i128::from(real.flicks()) * i128::from(num) / i128::from(den);
            self.at += Span::from_flicks(i64::try_from(scaled).unwrap_or(i64::MAX));
            self.at = self.at.min(self.duration);
        }
    }

    fn input(&mut self, input: Input) {
        match input {
            Input::Press(control) => match control {
                Control::Square(square) => {
                    self.chosen = Some(square);
                    self.sounds.push(Sound::Lift);
                }
                Control::Pause => self.paused = !self.paused,
                Control::Menu => self.menu = !self.menu,
                Control::Slower => self.speed = self.speed.saturating_sub(1),
                Control::Faster => self.speed = (self.speed + 1).min(speed::SPEEDS.len() - 1),
                _ => {}
            },
            Input::Slide(_, place) => self.speed = speed::nearest(place),
            Input::Notice(notice) => self.notices.push(notice),
            Input::Search(_)
            | Input::Point(_)
            | Input::Drag(..)
            | Input::LetGo
            | Input::Hover(_)
            | Input::Jump(_) => {}
        }
    }

    fn picture(&mut self, layout: &Layout, meter: &Meter) -> Picture {
        let mut picture = Picture::new(palette::ROOM);
        for square in Square::all() {
            picture.hot(layout.square(square), Control::Square(square));
        }
        self.board(&mut picture, layout);
        let player = |side, name: &str, turn| Player {
            side,
            name: name.to_owned(),
            note: "thinks".to_owned(),
            score: "1250".to_owned(),
            score_scale: 1.0,
            captured: 3,
            turn,
        };
        draw_player(&mut picture, layout.top, &player(Side::Black, "Ferrie, J.", 1.0));
        draw_player(&mut picture, layout.bottom, &player(Side::White, "Jordan, A.", 0.0));
        let queue = self.queue();
        self.panel(&mut picture, layout, meter);
        draw_queue(&mut picture, layout.queue, &queue);
        let entry = |game: usize| Entry {
            game,
            label: format!("Player {game} against another one"),
            detail: "1901, 45 moves".to_owned(),
        };
        let menu = Menu {
            open: 1.0,
            pulse: phase(self.menu_at, 3.0),
            heading: "Choose a game".to_owned(),
            search: String::new(),
            found: (0..20).map(entry).collect(),
            games: 20,
            chosen: 2,
            level: Level::default(),
        };
        let speed = Slider { words: speed::words(self.speed), place: speed::place(self.speed) };
        self.desk = Desk {
            on: if self.paused { vec![Control::Pause] } else { Vec::new() },
            off: vec![Control::Undo],
            speed,
            scrub: Slider::default(),
            moves: Vec::new(),
            at: 0,
            queue,
            pointed: None,
            menu: self.menu.then_some(menu),
            ..Desk::default()
        };
        picture
    }

    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        core::mem::take(&mut self.sounds)
    }

    fn is_still(&self) -> bool {
        self.paused && !self.menu
    }

    fn is_over(&self) -> bool {
        self.at >= self.duration
    }

    fn progress(&self) -> f64 {
        self.at.ratio(self.duration)
    }

    fn save(&self) -> Result<String, String> {
        Ok(self.at.flicks().to_string())
    }

    fn replay(&self) -> Result<String, String> {
        Err("it is but a stub".to_owned())
    }

    fn load(&mut self, saved: &str) -> Result<(), String> {
        let flicks = saved.trim().parse().map_err(|_| "this is no saved game".to_owned())?;
        self.at = Span::from_flicks(flicks);
        Ok(())
    }

    fn take_trace(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn digest(&self) -> String {
        format!("{:016x}", self.at.flicks())
    }
}
