//! What a person has in hand: menu, slider, pointer, and what the program answers. All of it has a clock of its own, so
//! that it moves while the match is held.

use std::{collections::VecDeque, sync::Arc};

use cueline::{
    sequencer::{Commands, Enqueue, EntryId, Sequencer, Update},
    time::{Clock, Span, Speed, Time},
    value::{Easing, Moving},
};

use super::{
    act::{Act, Answer, Mood},
    chronicle::Past,
    motions::Motions,
    simulation::{Command, Played, TICK, heard},
    state::{Seat, State},
    storyboard,
    view::{Dragged, Marks, PAST, View},
};
use crate::{
    control::Control,
    desk::{Desk, Entry, Menu, Slider},
    layout::Layout,
    library::Library,
    palette,
    picture::{Picture, Point},
    rules::{Level, Square, pdn::Outline},
    screen::{Input, Meter, Sound},
    speed,
    widgets::{draw_lines, draw_meters, draw_panel, draw_queue, draw_title},
};

/// What is drawn: a state, how far drawing is ahead of it, and what the simulation reports.
pub(super) struct Moment<'a> {
    /// The state.
    pub state: &'a State,
    /// Real time since the state.
    pub ahead: Span,
    /// The past that is shown instead.
    pub past: Option<&'a Past>,
    /// The last acts that are over.
    pub played: &'a VecDeque<Played>,
    /// When each move that was shown came to its end.
    pub shown_at: &'a [Time],
}

/// The controls and what they show.
pub(super) struct Shell {
    motions: Arc<Motions>,
    library: Arc<Library>,
    chosen: usize,
    clock: Clock,
    menu: Option<Time>,
    /// What the list of games is searched for, and what was found while the menu is open.
    search: String,
    found: Arc<[Entry]>,
    level: Level,
    /// When each move that was shown came to its end.
    shown_at: Vec<Time>,
    held: Option<Held>,
    /// The square under the pointer.
    pointed: Option<Square>,
    /// The number of the entry whose bar is under the pointer.
    hovered: Option<u64>,
    /// By how much of half a turn the board is turned, from the first picture on.
    turn: Option<Moving<f32>>,
    speed: usize,
    /// The past that a person looks at; absent at the present.
    look: Option<Look>,
    /// The display's time in the last picture of the present.
    present: Time,
    /// What the program answers, on the clock of the controls.
    notices: Sequencer<Act>,
    hint: Option<Hint>,
    sounds: Vec<Sound>,
    /// Whether the next match follows by itself.
    goes_on: bool,
    /// Since when the match is over and nothing else is asked for.
    over: Option<Time>,
    /// What can be pressed, at the moment of the last picture.
    desk: Desk,
}

/// A moment of the past.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    at: Time,
    way: Way,
}

/// A piece that the pointer drags, or has let go of.
#[derive(Clone, Copy)]
struct Held {
    square: Square,
    at: Point,
    let_go: Option<Time>,
}

impl Held {
    /// What is drawn of it; a piece that was let go of and has no move goes back to its square.
    fn dragged(&self, now: Time, present: &View<'_>) -> Dragged {
        let Self { square, at, let_go } = *self;
        let back = match let_go {
            Some(then) if !present.will_leave(square) => {
                Easing::IN_OUT_QUAD.at((now - then).ratio(RETURN).min(1.0))
            }
            _ => 0.0,
        };
        #[expect(clippy::cast_possible_truncation, reason = "a part of the way")]
        let away = 1.0 - back as f32;
        Dragged { square, at, away, is_free: let_go.is_some() }
    }
}

/// How long a piece that was let go of and has no move takes to its square.
const RETURN: Span = Span::from_millis(160);
/// How long the board takes to turn.
const TURN: Span = Span::from_millis(600);

/// Which way time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Held,
    Forwards,
    Backwards,
}

/// A hint, and the position that it is for.
struct Hint {
    squares: Vec<Square>,
    moves: usize,
    /// While it shows.
    entry: Option<EntryId>,
}

/// How long the result of a match stays before the next match follows.
const REST: Span = Span::from_secs(5);

impl Shell {
    /// Controls over a list of games of which one is chosen.
    pub(super) fn new(motions: Arc<Motions>, library: Arc<Library>, chosen: usize) -> Self {
        Self {
            motions,
            library,
            chosen,
            clock: Clock::new(),
            menu: None,
            search: String::new(),
            found: Arc::default(),
            level: Level::default(),
            shown_at: Vec::new(),
            held: None,
            pointed: None,
            hovered: None,
            turn: None,
            desk: Desk::default(),
            speed: speed::NORMAL,
            look: None,
            present: Time::ZERO,
            notices: Sequencer::new(),
            hint: None,
            sounds: Vec::new(),
            goes_on: false,
            over: None,
        }
    }

    /// Lets the next match of the list follow by itself when one is over.
    pub(super) fn go_on(mut self) -> Self {
        self.goes_on = true;
        self
    }

    /// Lets real time pass for the controls, and gives what that asks of the match.
    pub(super) fn advance(&mut self, real: Span) -> Option<Command> {
        self.clock.advance(real);
        let motions = &self.motions;
        let mark = |update: Update<'_, Act>, commands: &mut Commands<'_, Act>| {
            for (at, cue) in motions.cues(&update) {
                commands.cue(at, cue);
            }
        };
        let passed = self.notices.advance(real, mark);
        debug_assert!(passed.is_ok(), "the clock runs forward and notices queue nothing");
        self.sounds.extend(self.notices.events().iter().filter_map(heard));
        if self.over.is_some_and(|over| self.clock.now() - over >= REST) {
            self.over = None;
            return self.open((self.chosen + 1) % self.library.games().len().max(1));
        }
        let (num, den) = speed::SPEEDS[self.speed];
        let by = Speed::new(num, den)
            .map_or(real, |speed| Clock::new().with_speed(speed).advance(real).span());
        match self.look?.way {
            Way::Held => None,
            Way::Forwards => self.look_at(self.look?.at + by, Way::Forwards),
            Way::Backwards => self.look_at(self.look?.at - by, Way::Backwards),
        }
    }

    /// Looks at a moment; the present and what lies beyond it is no past.
    fn look_at(&mut self, at: Time, way: Way) -> Option<Command> {
        let way = if at <= Time::ZERO && way == Way::Backwards { Way::Held } else { way };
        self.look = (at < self.present).then_some(Look { at: at.max(Time::ZERO), way });
        Some(Command::Look(self.look.map(|look| look.at)))
    }

    /// Shows an answer of the match.
    pub(super) fn say(&mut self, answer: Answer) {
        let mut show = |act| storyboard::background(&self.motions, &mut self.notices, act);
        match answer {
            Answer::Words(words, mood) => show(Act::Toast { words, mood }),
            Answer::Buzz(square) => show(Act::Buzz { square }),
            Answer::Hint { squares, moves } => {
                self.drop_hint();
                self.hint = Some(Hint { squares, moves, entry: None });
            }
        }
    }

    /// Another match has taken the place of this one.
    pub(super) fn begin(&mut self) {
        (self.look, self.over) = (None, None);
        self.drop_hint();
    }

    fn drop_hint(&mut self) {
        if let Some(entry) = self.hint.take().and_then(|hint| hint.entry) {
            self.notices.cancel(entry);
        }
    }

    /// A hint waits until its position shows, and goes with it.
    fn settle_hint(&mut self, state: &State) {
        let Some(hint) = &mut self.hint else { return };
        if hint.moves != state.game.moves().len() {
            self.drop_hint();
        } else if hint.entry.is_none() && state.relay.is_idle() {
            let act = Act::Hint { squares: hint.squares.clone() };
            hint.entry = Some(self.notices.background(self.motions.timing(&act), act));
        }
    }

    /// The sounds of answers since the last call.
    pub(super) fn take_sounds(&mut self) -> Vec<Sound> {
        core::mem::take(&mut self.sounds)
    }

    /// Whether nothing of it moves.
    pub(super) fn is_still(&self) -> bool {
        let hint = self.hint.as_ref().is_some_and(|hint| hint.entry.is_none());
        let runs = self.look.is_some_and(|look| look.way != Way::Held);
        let turns = self.turn.as_ref().is_some_and(|turn| !turn.is_settled(self.clock.now()));
        let moves = runs || turns || self.held.is_some_and(|held| held.let_go.is_some());
        !moves && !hint && self.menu.is_none() && self.over.is_none() && self.notices.is_empty()
    }

    /// What an input asks of the match, if anything.
    pub(super) fn input(&mut self, input: Input) -> Option<Command> {
        match input {
            Input::Notice(words) => {
                self.say(Answer::Words(words, Mood::Calm));
                None
            }
            Input::Slide(Control::Speed, place) => self.set_speed(speed::nearest(place)),
            Input::Slide(Control::Scrub, place) => {
                self.over = None;
                #[expect(clippy::cast_possible_truncation, reason = "a moment of the match")]
                #[expect(clippy::cast_precision_loss, reason = "a place on a slider")]
                let at = (self.present.flicks() as f64 * place.clamp(0.0, 1.0)) as i64;
                // The right end is the present.
                let at = if place < 1.0 { Time::from_flicks(at) } else { self.present };
                self.look_at(at, Way::Held)
            }
            Input::Slide(..) => None,
            Input::Hover(bar) => {
                self.hovered = bar;
                None
            }
            // The future is not decided yet: what lies after the present leads to the present.
            Input::Jump(at) if self.menu.is_none() => {
                self.over = None;
                self.look_at(at, Way::Held)
            }
            Input::Jump(_) => None,
            Input::Search(words) => {
                self.find(words);
                None
            }
            Input::Point(square) => {
                self.pointed = square;
                None
            }
            Input::Drag(square, at) => {
                let free = self.look.is_none() && self.menu.is_none();
                self.held = free.then_some(Held { square, at, let_go: None });
                None
            }
            Input::LetGo => {
                let now = self.clock.now();
                self.held =
                    self.held.map(|held| Held { let_go: held.let_go.or(Some(now)), ..held });
                None
            }
            Input::Press(control) => {
                self.over = None;
                match self.look {
                    Some(look) => self.press_in_the_past(control, look),
                    None => self.press(control),
                }
            }
        }
    }

    /// In the past one looks: what would change the present is refused.
    fn press_in_the_past(&mut self, control: Control, look: Look) -> Option<Command> {
        let turn = |way| if look.way == way { Way::Held } else { way };
        match control {
            Control::Pause => self.look_at(look.at, turn(Way::Forwards)),
            Control::Rewind => self.look_at(look.at, turn(Way::Backwards)),
            Control::Step => self.look_at(look.at + TICK, Way::Held),
            Control::Continue => {
                self.look = None;
                self.drop_hint();
                Some(Command::Continue)
            }
            Control::Square(_) | Control::Undo | Control::Hint | Control::Sides | Control::Skip
                if self.menu.is_none() =>
            {
                let words = "Nothing changes in the past: End for now, Enter to go on from here";
                self.say(Answer::Words(words.to_owned(), Mood::Alarm));
                None
            }
            Control::Live | Control::New | Control::Game(_) | Control::Level(_) => {
                self.look = None;
                self.press(control)
            }
            _ => self.press(control),
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
            Control::Sides => Some(Command::Sides(self.level)),
            Control::New => {
                self.menu = None;
                Some(Command::Open(Box::new(State::fresh(self.level))))
            }
            Control::Menu => {
                self.menu = if self.menu.is_some() { None } else { Some(self.clock.now()) };
                self.find(String::new());
                None
            }
            Control::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Control::Faster => self.set_speed(self.speed + 1),
            Control::Game(index) => self.open(index),
            Control::Move(index) => self.look_at(*self.shown_at.get(index)?, Way::Held),
            Control::Level(level) => {
                self.level = level;
                Some(Command::Level(level))
            }
            Control::Rewind => self.look_at(self.present - TICK, Way::Backwards),
            Control::Live => Some(Command::Look(None)),
            // The screen handles files, the thread handles stalling, and sliders send `Slide`.
            Control::Save
            | Control::Load
            | Control::Record
            | Control::Speed
            | Control::Scrub
            | Control::Stall
            | Control::Continue => None,
        }
    }

    /// Opens a match of the list; a faulty one leaves the match as it is, and says so.
    fn open(&mut self, index: usize) -> Option<Command> {
        let game = self.library.open(index)?;
        (self.chosen, self.menu) = (index, None);
        let state = match game {
            Ok(game) => State::recorded(&game),
            Err(faulty) => {
                self.say(Answer::Words(faulty.to_string(), Mood::Alarm));
                return None;
            }
        };
        self.begin();
        Some(Command::Open(Box::new(state)))
    }

    /// Lists the games whose line has all these words, in any order and case.
    fn find(&mut self, words: String) {
        let wanted: Vec<_> = words.split_whitespace().map(str::to_lowercase).collect();
        let games = self.library.games().iter().enumerate();
        let has_all = |entry: &Entry| {
            let line = format!("{} {}", entry.label, entry.detail).to_lowercase();
            wanted.iter().all(|word| line.contains(word))
        };
        let open = self.menu.is_some();
        self.found = games.filter(|_| open).map(entry).filter(has_all).collect();
        self.search = words;
    }

    fn set_speed(&mut self, index: usize) -> Option<Command> {
        self.look = None; // it is the speed of the present
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
        self.settle_hint(state);
        let waits = self.goes_on && state.is_over() && self.look.is_none() && self.menu.is_none();
        self.over = if waits { self.over.or(Some(self.clock.now())) } else { None };
        self.level = state.level().unwrap_or(self.level);
        self.shown_at.clear();
        self.shown_at.extend_from_slice(moment.shown_at);
        let layout = &layout.clone().turned(self.turn(state));
        // What the state's clock would make of the time since: nothing while it is held.
        let ahead = state.clock.clone().advance(moment.ahead).span();
        let present = View::new(state, ahead, &self.motions, &self.notices);
        self.present = present.now();
        let mut picture = Picture::new(palette::ROOM);
        let past = moment.past.map(|past| {
            (View::new(&past.state, past.ahead, &self.motions, &self.notices), &past.played)
        });
        let (view, played) =
            past.as_ref().map_or((&present, moment.played), |(view, played)| (view, *played));
        let now = self.clock.now();
        let dragged = self.held.map(|held| held.dragged(now, &present));
        if dragged.as_ref().is_some_and(|dragged| dragged.away <= 0.0) {
            self.held = None;
        }
        let dragged = dragged.filter(|_| past.is_none());
        let free = past.is_none() && self.menu.is_none();
        let choice = if free { view.choice() } else { Vec::new() };
        let pointed = self.pointed.filter(|square| choice.contains(square));
        let marks = if past.is_none() { Marks::Present(pointed) } else { Marks::Past };
        view.draw_board(&mut picture, layout, marks, dragged.as_ref());
        view.draw_players(&mut picture, layout);
        let scrub = self.scrub(view.now(), present.now());
        draw_panel(&mut picture, layout.panel);
        let subtitle = match &past {
            Some(_) => format!("the past: {}", subtitle(view)),
            None => subtitle(view),
        };
        draw_title(&mut picture, layout.title, &state.title, &subtitle);
        let moves = present.moves();
        if !layout.has_controls() {
            draw_lines(&mut picture, layout.info, &pairs(&moves));
        }
        let queue = view.queue(played, self.hovered);
        if !layout.has_controls() {
            draw_queue(&mut picture, layout.queue, &queue);
        } else if let Some(number) = self.hovered {
            view.draw_lit(&mut picture, layout, played, number);
        }
        draw_meters(&mut picture, layout.meters, &meters(moment.ahead, meter));
        let way = self.look.map(|look| look.way);
        let mut on = Vec::new();
        if way.map_or(state.clock.is_paused(), |way| way != Way::Forwards) {
            on.push(Control::Pause);
        }
        if way == Some(Way::Backwards) {
            on.push(Control::Rewind);
        }
        let mut off = Vec::new();
        if state.game.moves().len() == 0 {
            off.push(Control::Undo);
        }
        if way.is_some() {
            off.extend([Control::Undo, Control::Hint, Control::Sides, Control::Skip]);
        } else {
            off.extend([Control::Live, Control::Continue]);
        }
        let mut said = vec![format!("{}: {subtitle}", state.title)];
        said.extend(past.as_ref().map(|_| PAST.to_owned()));
        said.extend(view.words());
        let words = speed::words(self.speed);
        self.desk = Desk {
            on,
            off,
            speed: Slider { words, place: speed::place(self.speed) },
            scrub,
            at: view.shown_moves(),
            moves,
            queue,
            pointed,
            board: view.board(),
            choice,
            words: said,
            menu: self.menu(),
        };
        picture
    }

    /// What can be pressed, at the moment of the last picture.
    pub(super) fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The bar under the board: where in the match so far the board stands.
    fn scrub(&self, at: Time, now: Time) -> Slider {
        let seconds = |time: Time| (time - Time::ZERO).ratio(Span::from_secs(1));
        let words = match self.look {
            Some(_) => format!("{:.1} of {:.1} s", seconds(at), seconds(now)),
            None => format!("{:.1} s", seconds(now)),
        };
        let place = self
            .look
            .map_or(1.0, |look| (look.at - Time::ZERO).ratio((now - Time::ZERO).max(TICK)));
        Slider { words, place }
    }

    /// How far the board is turned: a person who plays Black against the machine sits on Black's side.
    fn turn(&mut self, state: &State) -> f32 {
        let person_is_black = matches!(state.seats, [Seat::Person, Seat::Machine(_)]);
        let wanted = f32::from(u8::from(person_is_black));
        let now = self.clock.now();
        let turn = self.turn.get_or_insert_with(|| Moving::at(wanted));
        if *turn.target() != wanted {
            turn.glide_to(now, wanted, TURN);
        }
        turn.value(now)
    }

    fn menu(&self) -> Option<Menu> {
        let open = self.clock.now() - self.menu?;
        #[expect(clippy::cast_possible_truncation, reason = "a part of 3 s")]
        let pulse = Span::from_flicks(open.flicks() % PULSE.flicks()).ratio(PULSE) as f32;
        Some(Menu {
            open: self.motions.menu(open),
            pulse,
            heading: "Choose a match".to_owned(),
            search: self.search.clone(),
            found: self.found.clone(),
            games: self.library.games().len(),
            chosen: self.chosen,
            level: self.level,
        })
    }
}

/// What the menu says of a game.
fn entry((game, outline): (usize, &Outline)) -> Entry {
    Entry {
        game,
        label: outline.title().unwrap_or("A match").to_owned(),
        detail: format!("{} moves, {}", outline.moves(), outline.result().text()),
    }
}

/// Moves, two to a line.
fn pairs(moves: &[String]) -> Vec<String> {
    let pairs = moves.chunks(2).enumerate();
    pairs.map(|(number, pair)| format!("{}. {}", number + 1, pair.join("  "))).collect()
}

/// The light of the menu goes round once in this time.
const PULSE: Span = Span::from_secs(3);

fn subtitle(view: &View<'_>) -> String {
    let (state, shown) = (view.state(), view.shown_moves());
    match state.seats {
        [Seat::Record, Seat::Record] => {
            let (_, all) = state.progress(); // the moves and the result
            format!("recorded, move {shown} of {}", all - 1)
        }
        _ => format!("move {}, {} to play", shown + 1, storyboard::name(view.turn_shown())),
    }
}

/// What is measured. A rendering has no frame rate, and is never ahead of its rules.
pub(super) fn meters(ahead: Span, meter: &Meter) -> Vec<(&'static str, String)> {
    if meter.frames_per_second == 0.0 {
        return vec![("sounds", meter.sounds.to_string())];
    }
    let sounds = format!("{}{}", meter.sounds, if meter.audible { "" } else { ", off" });
    // A tick more or less is what drawing between two ticks is; what is more does not flicker.
    let millis = ahead.ratio(Span::from_millis(10)).floor() * 10.0;
    vec![
        ("frames/s", format!("{:.0}", meter.frames_per_second)),
        ("rules behind", format!("{millis:.0} ms")),
        ("sounds", sounds),
    ]
}
