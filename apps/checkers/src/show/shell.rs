//! What a person has in hand: menu, slider, pointer. It has a clock of its own, so that the menu
//! moves while the match is held.

use std::{collections::VecDeque, sync::Arc};

use cueline::time::{Clock, Span, Speed, Time};

use super::{
    act::Mood,
    motions::Motions,
    simulation::{Command, HZ, Played},
    state::{Seat, State},
    view::View,
};
use crate::{
    layout::Layout,
    palette,
    picture::Picture,
    rules::pdn::PdnGame,
    screen::{Control, Input, Meter},
    speed,
    widgets::{
        Buttons, Entry, Menu, Slider, draw_buttons, draw_lines, draw_menu, draw_meters, draw_panel,
        draw_slider, draw_title,
    },
};

/// What is drawn: a state, how far drawing is ahead of it, and what the simulation reports.
pub(super) struct Moment<'a> {
    /// The state.
    pub state: &'a State,
    /// Real time since the state.
    pub ahead: Span,
    /// The past that is shown on the board, and how far the display is beyond it.
    pub past: Option<(&'a State, Span)>,
    /// The last acts that are over.
    pub played: &'a VecDeque<Played>,
    /// Time that the simulation has dropped.
    pub dropped: Span,
}

/// The controls and what they show.
pub(super) struct Shell {
    motions: Arc<Motions>,
    library: Arc<Vec<PdnGame>>,
    chosen: usize,
    clock: Clock,
    menu: Option<Time>,
    page: usize,
    /// Entries on a page, as the last picture had room for.
    room: usize,
    hover: Option<Control>,
    speed: usize,
    /// Where in the match so far, 0..=1, a person looks; absent at the present.
    look: Option<f64>,
    rate: Rate,
}

impl Shell {
    /// Controls over a list of games of which one is chosen.
    pub(super) fn new(motions: Arc<Motions>, library: Arc<Vec<PdnGame>>, chosen: usize) -> Self {
        Self {
            motions,
            library,
            chosen,
            clock: Clock::new(),
            menu: None,
            page: 0,
            room: 8,
            hover: None,
            speed: speed::NORMAL,
            look: None,
            rate: Rate::default(),
        }
    }

    /// Lets real time pass for the controls.
    pub(super) fn advance(&mut self, real: Span) {
        self.clock.advance(real);
    }

    /// What an input asks of the match, if anything.
    pub(super) fn input(&mut self, input: Input) -> Option<Command> {
        match input {
            Input::Hover(hover) => {
                self.hover = hover;
                None
            }
            Input::Notice(words) => {
                self.look = None;
                Some(Command::Say(words, Mood::Calm))
            }
            Input::Slide(Control::Speed, place) => self.set_speed(speed::nearest(place)),
            Input::Slide(Control::Scrub, place) => {
                // The right end is the present.
                self.look = (place < 1.0).then_some(place);
                Some(Command::Look(self.look))
            }
            Input::Slide(..) => None,
            Input::Press(control) => {
                let command = self.press(control);
                if command.is_some() {
                    self.look = None; // the match goes on
                }
                command
            }
        }
    }

    fn press(&mut self, control: Control) -> Option<Command> {
        match control {
            Control::Square(_) if self.menu.is_some() => None,
            Control::Square(square) => Some(Command::Click(square)),
            Control::Pause => Some(Command::Pause),
            Control::Step => Some(Command::Step),
            Control::Skip => Some(Command::Skip),
            Control::Undo => Some(Command::Undo),
            Control::Hint => Some(Command::Hint),
            Control::Sides => Some(Command::Sides),
            Control::New => {
                self.menu = None;
                Some(Command::Open(Box::new(State::fresh())))
            }
            Control::Menu => {
                self.menu = if self.menu.is_some() { None } else { Some(self.clock.now()) };
                None
            }
            Control::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Control::Faster => self.set_speed(self.speed + 1),
            Control::Game(index) => {
                let game = self.library.get(usize::from(index))?;
                self.chosen = usize::from(index);
                self.menu = None;
                Some(Command::Open(Box::new(State::recorded(game))))
            }
            Control::Page(next) => {
                let pages = self.library.len().div_ceil(self.room);
                self.page = if next { self.page + 1 } else { self.page.saturating_sub(1) };
                self.page = self.page.min(pages.saturating_sub(1));
                None
            }
            Control::Live => Some(Command::Look(None)),
            // The screen handles files, the thread handles stalling, and sliders send `Slide`.
            Control::Save
            | Control::Load
            | Control::Record
            | Control::Speed
            | Control::Scrub
            | Control::Stall
            | Control::Nothing => None,
        }
    }

    fn set_speed(&mut self, index: usize) -> Option<Command> {
        self.speed = index.min(speed::SPEEDS.len() - 1);
        let (num, den) = speed::SPEEDS[self.speed];
        Speed::new(num, den).ok().map(Command::Speed)
    }

    /// The picture of a moment.
    pub(super) fn picture(
        &mut self,
        moment: &Moment<'_>,
        layout: &Layout,
        meter: &Meter,
    ) -> Picture {
        let state = moment.state;
        let flipped = state.seats == [Seat::Person, Seat::Machine];
        let layout = &layout.clone().flipped(flipped);
        // What the state's clock would make of the time since: nothing while it is held.
        let ahead = state.clock.clone().advance(moment.ahead).span();
        let view = View::new(state, ahead, &self.motions);
        let mut picture = Picture::new(palette::ROOM);
        let past = moment.past.map(|(state, ahead)| View::new(state, ahead, &self.motions));
        let board = past.as_ref().unwrap_or(&view);
        board.draw_board(&mut picture, layout);
        board.draw_players(&mut picture, layout);
        self.draw_scrub(&mut picture, layout, board.now(), view.now());
        draw_panel(&mut picture, layout.panel);
        draw_title(&mut picture, layout.title, &state.title, &subtitle(state));
        draw_lines(&mut picture, layout.info, &view.moves());
        view.draw_queue(&mut picture, layout, moment.played);
        let ticks = self.rate.at(self.clock.now(), state.tick.get());
        let dropped = moment.dropped.ratio(Span::from_millis(1));
        // A rendering has no rate of its own.
        let frames = match meter.frames_per_second {
            0.0 => "-".to_owned(),
            rate => format!("{rate:.0}"),
        };
        let meters = [
            ("ticks/s", format!("{ticks:.0}")),
            ("frames/s", frames),
            ("dropped", format!("{dropped:.0} ms")),
            (if meter.audible { "sounds" } else { "sounds, mute" }, meter.sounds.to_string()),
        ];
        draw_meters(&mut picture, layout.meters, &meters);
        let slider = Slider {
            control: Control::Speed,
            label: "Speed",
            words: &speed::words(self.speed),
            place: speed::place(self.speed),
            hover: self.hover == Some(Control::Speed),
        };
        draw_slider(&mut picture, layout.slider, &slider);
        let on = if state.clock.is_paused() { vec![Control::Pause] } else { Vec::new() };
        let off = if state.game.moves().len() == 0 { vec![Control::Undo] } else { Vec::new() };
        draw_buttons(&mut picture, layout, &Buttons { hover: self.hover, on, off });
        self.draw_menu(&mut picture, layout);
        picture
    }

    /// The bar under the board: where in the match so far the board stands.
    fn draw_scrub(&self, picture: &mut Picture, layout: &Layout, at: Time, now: Time) {
        let seconds = |time: Time| (time - Time::ZERO).ratio(Span::from_secs(1));
        let words = match self.look {
            Some(_) => format!("{:.1} of {:.1} s, End: back to now", seconds(at), seconds(now)),
            None => format!("{:.1} s", seconds(now)),
        };
        let slider = Slider {
            control: Control::Scrub,
            label: "The match so far",
            words: &words,
            place: self.look.unwrap_or(1.0),
            hover: self.hover == Some(Control::Scrub),
        };
        draw_slider(picture, layout.scrub, &slider);
    }

    fn draw_menu(&mut self, picture: &mut Picture, layout: &Layout) {
        let Some(opened) = self.menu else { return };
        self.room = Menu::room(layout);
        let first = self.page * self.room;
        let games = self.library.iter().enumerate().skip(first).take(self.room);
        let entries = games
            .filter_map(|(index, game)| {
                Some(Entry {
                    control: Control::Game(u16::try_from(index).ok()?),
                    label: game.tag("Event").unwrap_or("A match").to_owned(),
                    detail: format!("{} moves, {}", game.game.moves().len(), game.result.text()),
                    chosen: index == self.chosen,
                })
            })
            .collect();
        let pages = self.library.len().div_ceil(self.room);
        let page = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let open = self.clock.now() - opened;
        #[expect(clippy::cast_possible_truncation, reason = "a part of 3 s")]
        let pulse = Span::from_flicks(open.flicks() % PULSE.flicks()).ratio(PULSE) as f32;
        let menu = Menu {
            open: self.motions.menu(open),
            pulse,
            heading: "Choose a match".to_owned(),
            entries,
            page: (page(self.page + 1), page(pages)),
            hover: self.hover,
        };
        draw_menu(picture, layout, &menu);
    }
}

/// The light of the menu goes round once in this time.
const PULSE: Span = Span::from_secs(3);

fn subtitle(state: &State) -> String {
    let (shown, all) = state.progress();
    let played = state.game.moves().len();
    match state.seats {
        [Seat::Record, Seat::Record] => format!("recorded, move {shown} of {}", all - 1),
        _ => format!("move {}, {} to play", played + 1, super::storyboard::name(state.game.turn())),
    }
}

/// Ticks over the last half second.
#[derive(Default)]
struct Rate {
    since: Time,
    tick: i64,
    per_second: f64,
}

impl Rate {
    fn at(&mut self, now: Time, tick: i64) -> f64 {
        let passed = now - self.since;
        if passed >= Span::from_millis(500) {
            #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
            let ticks = (tick - self.tick).max(0) as f64;
            self.per_second = ticks / passed.ratio(Span::from_secs(1));
            (self.since, self.tick) = (now, tick);
        } else if self.per_second == 0.0 {
            self.per_second = f64::from(HZ);
        }
        self.per_second
    }
}
