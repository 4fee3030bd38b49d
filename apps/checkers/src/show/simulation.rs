//! The game: rules, display, and whoever plays, in ticks of 1/200 s.
//!
//! Everything that decides how a match goes on is in [`State`], which is plain data: it is saved,
//! loaded, hashed and handed to a drawing thread by copying it. Rules answer at once; their events
//! queue on the display, which catches up.

use std::{collections::VecDeque, sync::Arc};

use cueline::{
    digest::digest,
    edge::{EdgeKind, Reason},
    relay::Relay,
    sequencer::{EntryId, Role, Sequencer, Stage, Step, Until},
    time::{Clock, Span, Speed, Tick, TickRate, Time},
};
use serde::{Deserialize, Serialize};

use super::{
    act::{Act, Mood, SOUNDS},
    motions::Motions,
    storyboard,
    table::{Standing, Table},
};
use crate::{
    rules::{
        Draws, Event, Game, Move, MoveText, Outcome, Side, Square,
        pdn::{PdnGame, PdnResult},
    },
    stage::Sound,
};

/// Ticks a second.
pub(super) const HZ: u32 = 200;
/// Length of a tick.
pub(super) const TICK: Span = Span::from_millis(5);
/// Moves that may be on their way to the display before the next is played by itself.
const AHEAD: u64 = 2;
/// Positions the machine looks at for a move: a few hundredths of a second, the same on every machine.
const NODES: u64 = 40_000;

/// Who moves a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Seat {
    /// The recorded game.
    Record,
    /// A person.
    Person,
    /// The search.
    Machine,
}

/// All that decides how a match goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The rules' game: ahead of the display.
    pub game: Game,
    /// What the display has come to.
    pub table: Table,
    /// The display's queue: one event a move.
    pub relay: Relay<Act>,
    /// The display's clock.
    pub clock: Clock,
    /// Ticks so far.
    pub tick: Tick,
    /// Who moves, by [`Side::index`].
    pub seats: [Seat; 2],
    /// Players' names, by [`Side::index`].
    pub names: [String; 2],
    /// Name of the match.
    pub title: String,
    /// The recorded moves.
    record: Vec<Move>,
    record_result: PdnResult,
    /// The squares that a person has pointed at for the next move.
    pub path: Vec<Square>,
}

impl State {
    /// A match that plays a recorded game.
    #[must_use]
    pub fn recorded(pdn: &PdnGame) -> Self {
        let game = Game::from_position(*pdn.game.start(), Draws::Agreed);
        let name = |tag: &str, side: Side| match pdn.tag(tag) {
            Some(name) if !name.is_empty() && name != "?" => name.to_owned(),
            _ => storyboard::name(side).to_owned(),
        };
        Self {
            table: Table::of(&game),
            game,
            relay: Relay::new(),
            clock: Clock::new(),
            tick: Tick::ZERO,
            seats: [Seat::Record; 2],
            names: [name("Black", Side::Black), name("White", Side::White)],
            title: pdn.tag("Event").unwrap_or("A match").to_owned(),
            record: pdn.game.moves().collect(),
            record_result: pdn.result,
            path: Vec::new(),
        }
    }

    /// A new game between a person, who begins, and the machine.
    #[must_use]
    pub fn fresh() -> Self {
        let game = Game::new();
        Self {
            table: Table::of(&game),
            game,
            relay: Relay::new(),
            clock: Clock::new(),
            tick: Tick::ZERO,
            seats: [Seat::Person, Seat::Machine],
            names: Side::BOTH.map(|side| storyboard::name(side).to_owned()),
            title: "A new game".to_owned(),
            record: Vec::new(),
            record_result: PdnResult::Unknown,
            path: Vec::new(),
        }
    }

    /// Whether it goes on without a person.
    fn is_automatic(&self) -> bool {
        !self.seats.contains(&Seat::Person)
    }

    /// Whether nothing will happen any more by itself.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_automatic() && self.game.outcome().is_some() && self.relay.display().is_empty()
            || self.is_automatic()
                && self.seats[self.game.turn().index()] == Seat::Record
                && self.next_recorded().is_none()
                && self.record_result == PdnResult::Unknown
                && self.relay.display().is_empty()
    }

    /// Moves shown and moves in all, where the match is recorded.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.relay.shown(), self.record.len() as u64 + 1)
    }

    fn next_recorded(&self) -> Option<Move> {
        self.record.get(self.game.moves().len()).copied()
    }

    fn is_behind(&self) -> bool {
        self.relay.told() - self.relay.shown() >= AHEAD
    }
}

/// What can be asked of a match.
#[derive(Clone, Debug)]
pub enum Command {
    /// A square was clicked.
    Click(Square),
    /// Holds the display, or lets it go on.
    Pause,
    /// One tick, while it is held.
    Step,
    /// The display catches up at once.
    Skip,
    /// Takes back a move.
    Undo,
    /// A good move, please.
    Hint,
    /// The next arrangement of who plays which side.
    Sides,
    /// A speed.
    Speed(Speed),
    /// Another match.
    Open(Box<State>),
    /// A message.
    Say(String, Mood),
}

/// An act that is over, for the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// What it was.
    pub label: String,
    /// What it did to its epoch.
    pub role: Role,
    /// When.
    pub start: Time,
    /// Until when.
    pub end: Time,
}

/// How many acts the panel remembers.
const REMEMBERED: usize = 24;

/// A match that runs.
pub struct Simulation {
    state: State,
    motions: Arc<Motions>,
    played: VecDeque<Played>,
    sounds: Vec<Sound>,
    trace: Vec<String>,
    traced: bool,
}

impl Simulation {
    /// A match from a state.
    #[must_use]
    pub fn new(state: State, motions: Arc<Motions>) -> Self {
        let (sounds, trace) = (Vec::new(), Vec::new());
        Self { state, motions, played: VecDeque::new(), sounds, trace, traced: false }
    }

    /// Keeps a line of trace for every edge and cue from here on.
    pub fn keep_trace(&mut self) {
        self.traced = true;
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last acts that are over, from the oldest.
    #[must_use]
    pub fn played(&self) -> &VecDeque<Played> {
        &self.played
    }

    /// The sounds that fell due since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        core::mem::take(&mut self.sounds)
    }

    /// The lines of trace since the last call.
    pub fn take_trace(&mut self) -> Vec<String> {
        core::mem::take(&mut self.trace)
    }

    /// The digest of the state, the same on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(&self.state)
    }

    /// Lets one tick pass. A match that is over stays as it is.
    pub fn tick(&mut self) {
        if self.state.is_over() {
            return;
        }
        self.state.tick = self.state.tick + 1;
        if !self.state.clock.is_paused() {
            self.play_on();
        }
        let window = self.state.clock.advance(TICK);
        self.show(window.span());
    }

    /// Does what is asked.
    pub fn command(&mut self, command: Command) {
        match command {
            Command::Click(square) => self.click(square),
            Command::Pause if self.state.clock.is_paused() => self.state.clock.resume(),
            Command::Pause => self.state.clock.pause(),
            Command::Step => {
                self.state.clock.pause();
                self.play_on();
                let window = self.state.clock.step(TICK);
                self.show(window.span());
            }
            Command::Skip => self.skip(),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Sides => self.change_sides(),
            Command::Speed(speed) => self.state.clock.set_speed(speed),
            Command::Open(state) => {
                let speed = self.state.clock.speed();
                self.state = *state;
                self.state.clock.set_speed(speed);
                self.played.clear();
            }
            Command::Say(words, mood) => self.say(words, mood),
        }
    }

    /// Moves whoever needs no person, as long as the display is not far behind.
    fn play_on(&mut self) {
        while self.state.game.outcome().is_none() && !self.state.is_behind() {
            let turn = self.state.game.turn();
            let mv = match self.state.seats[turn.index()] {
                Seat::Person => return,
                Seat::Machine => self.state.game.best(NODES).map(|best| best.mv),
                Seat::Record => self.state.next_recorded(),
            };
            let events = match mv {
                Some(mv) => self.state.game.play(mv),
                None => match self.state.record_result {
                    PdnResult::BlackWon => self.state.game.resign(Side::White),
                    PdnResult::WhiteWon => self.state.game.resign(Side::Black),
                    PdnResult::Drawn => self.state.game.agree_draw(),
                    PdnResult::Unknown => return,
                }
                .map(|event| vec![event]),
            };
            // Recorded and searched moves are legal, so there is always something to tell.
            let Ok(events) = events else { return };
            self.tell(&events);
        }
    }

    fn tell(&mut self, events: &[Event]) {
        let motions = &self.motions;
        self.state.relay.tell(events, |events, queue| storyboard::direct(motions, events, queue));
    }

    fn say(&mut self, words: impl Into<String>, mood: Mood) {
        storyboard::toast(&self.motions, self.state.relay.display_mut(), words, mood);
    }

    /// Lets the display's time pass.
    fn show(&mut self, by: Span) {
        let mut stage = Committing::new(&mut self.state.table, Some(&self.motions));
        let shown = self.state.relay.display_mut().advance_on(by, &mut stage);
        debug_assert!(shown.is_ok(), "the clock runs forward and acts queue nothing");
        let labels = stage.labels;
        self.report(labels);
    }

    fn skip(&mut self) {
        let mut stage = Committing::new(&mut self.state.table, Some(&self.motions));
        let skipped = self.state.relay.display_mut().skip_on(Until::End, &mut stage);
        debug_assert!(skipped.is_ok(), "acts queue nothing");
        let labels = stage.labels;
        self.report(labels);
    }

    /// Turns what the display has reported into sounds, bars of the panel and lines of trace.
    fn report(&mut self, labels: Vec<(EntryId, String, Role, Time)>) {
        let display = self.state.relay.display();
        for edge in display.edges() {
            if let EdgeKind::Cue(number) = edge.kind
                && edge.reason == Reason::Played
                && let Some((sound, _)) = SOUNDS.get(number as usize)
            {
                self.sounds.push(*sound);
            }
            let known = labels.iter().find(|(id, ..)| *id == edge.id);
            if edge.kind == EdgeKind::End
                && let Some((_, label, role, start)) = known
            {
                if self.played.len() == REMEMBERED {
                    self.played.pop_front();
                }
                let (label, role, start) = (label.clone(), *role, *start);
                self.played.push_back(Played { label, role, start, end: edge.due });
            }
            if self.traced {
                let label = match known {
                    Some((_, label, ..)) => label.clone(),
                    None => display.payload(edge.id).map(Act::label).unwrap_or_default(),
                };
                self.trace.push(line(edge.due, edge.id, edge.kind, &label));
            }
        }
    }

    fn click(&mut self, square: Square) {
        let turn = self.state.game.turn();
        if self.state.seats[turn.index()] != Seat::Person {
            let sides = "Take a side first: press Sides";
            let words = if self.state.is_automatic() { sides } else { "It is not your turn" };
            self.buzz(square, words.to_owned());
            return;
        }
        let mut path = core::mem::take(&mut self.state.path);
        // A piece may be pointed at anew at any time.
        if self.state.game.piece_at(square).is_some_and(|piece| piece.occupant.side == turn)
            && path.first() != Some(&square)
        {
            path.clear();
        }
        path.push(square);
        let moves = self.state.game.moves_along(&path);
        if let Some(mv) = moves.iter().find(|mv| mv.squares() == path.as_slice()) {
            self.play(*mv);
        } else if !moves.is_empty() {
            self.state.path = path; // on the way
        } else if let Some(Ok(mv)) =
            MoveText::pointing(&path).map(|written| self.state.game.resolve(written))
        {
            self.play(mv); // the one move between the squares that were pointed at
        } else {
            let reason = self.refusal(&path);
            self.buzz(square, reason);
        }
    }

    fn play(&mut self, mv: Move) {
        if let Ok(events) = self.state.game.play(mv) {
            self.tell(&events);
        }
    }

    /// Why no move lies along the squares.
    fn refusal(&self, path: &[Square]) -> String {
        let first = path.first().copied();
        let stuck = first.and_then(|square| self.state.game.piece_at(square));
        match (stuck, MoveText::pointing(path)) {
            (_, Some(written)) if path.len() > 1 => match self.state.game.resolve(written) {
                Err(refusal) => refusal.to_string(),
                Ok(_) => String::new(),
            },
            (Some(piece), _) if piece.occupant.side != self.state.game.turn() => {
                "That is not your piece".to_owned()
            }
            (Some(_), _) if self.state.game.position().must_capture() => {
                "You must capture".to_owned()
            }
            (Some(_), _) => "This piece cannot move".to_owned(),
            (None, _) => "There is no piece".to_owned(),
        }
    }

    fn buzz(&mut self, square: Square, words: String) {
        let display = self.state.relay.display_mut();
        storyboard::background(&self.motions, display, Act::Buzz { square });
        storyboard::toast(&self.motions, display, words, Mood::Alarm);
    }

    fn hint(&mut self) {
        if let Some(best) = self.state.game.best(NODES) {
            let squares = best.mv.squares().to_vec();
            let display = self.state.relay.display_mut();
            storyboard::background(&self.motions, display, Act::Hint { squares });
        }
    }

    /// Takes moves back until a person is to move again, and shows the pieces going back.
    fn undo(&mut self) {
        self.state.path.clear();
        if self.state.game.moves().len() == 0 {
            self.say("There is no move to take back", Mood::Alarm);
            return;
        }
        self.state.game.undo();
        let is_person = |state: &State| state.seats[state.game.turn().index()] == Seat::Person;
        if !self.state.is_automatic() && !is_person(&self.state) {
            self.state.game.undo();
        }
        if self.state.is_automatic() {
            self.state.clock.pause(); // or the move would come again at once
        }
        self.return_pieces();
        self.say("Taken back", Mood::Calm);
    }

    /// Drops what is queued and leads the display to where the rules are.
    fn return_pieces(&mut self) {
        let display = self.state.relay.display_mut();
        display.flush();
        let target = Table::of(&self.state.game);
        let ids = (0..).map_while(crate::rules::PieceId::new);
        for piece in ids {
            let (shown, wanted) = (self.state.table.standing(piece), target.standing(piece));
            let act = match (shown, wanted) {
                (Some(Standing { square: from, .. }), Some(Standing { square: to, rank })) => {
                    self.state.table.place(piece, Some(Standing { square: from, rank }));
                    (from != to).then_some(Act::Hop { piece, from, to, jump: !from.is_beside(to) })
                }
                (_, wanted) => {
                    self.state.table.place(piece, wanted);
                    wanted.map(|_| Act::Appear { piece })
                }
            };
            if let Some(act) = act {
                let queued = display.concurrently(self.motions.timing(&act), act);
                debug_assert!(queued.is_ok(), "clips have lengths of zero or more");
            }
        }
        let table = &mut self.state.table;
        (table.last, table.result) = (None, None);
        (table.score, table.turn) = (target.score, target.turn);
    }

    fn change_sides(&mut self) {
        use Seat::{Machine, Person, Record};
        let recorded = self.state.game.moves().zip(&self.state.record).all(|(a, b)| a == *b)
            && !self.state.record.is_empty()
            && self.state.game.moves().len() <= self.state.record.len();
        let watch = if recorded { Record } else { Machine };
        let (seats, words) = match self.state.seats {
            [Record | Machine, Record | Machine] => ([Person, Machine], "You play Black"),
            [Person, Machine] => ([Machine, Person], "You play White"),
            [Machine, Person] => ([Person, Person], "Two people play"),
            _ => ([watch, watch], "You watch"),
        };
        self.state.seats = seats;
        self.state.path.clear();
        if seats.contains(&Person) {
            // A recorded game ends as its file says; from here on the rules decide.
            if matches!(self.state.game.outcome(), Some(outcome) if is_declared(outcome)) {
                self.state.game.undo();
                self.return_pieces();
            }
            self.state.game.set_draws(Draws::Automatic);
        }
        self.say(words, Mood::Calm);
    }
}

fn is_declared(outcome: Outcome) -> bool {
    use crate::rules::Ending;
    matches!(outcome.by(), Ending::Resigned | Ending::Agreed)
}

/// One edge as a JSON object.
fn line(due: Time, id: EntryId, kind: EdgeKind, label: &str) -> String {
    let edge = match kind {
        EdgeKind::Start => "start",
        EdgeKind::Cue(_) => "cue",
        EdgeKind::Loop => "loop",
        EdgeKind::End => "end",
    };
    let mut line = serde_json::json!({
        "due": due.flicks(),
        "edge": edge,
        "entry": id.number(),
        "act": label,
    });
    if let EdgeKind::Cue(number) = kind {
        line["cue"] = SOUNDS.get(number as usize).map_or("", |(_, name)| name).into();
    }
    line.to_string()
}

/// The stage of the display: commits what is over, and marks the sounds.
pub(super) struct Committing<'a> {
    table: &'a mut Table,
    motions: Option<&'a Motions>,
    labels: Vec<(EntryId, String, Role, Time)>,
}

impl<'a> Committing<'a> {
    /// A stage over a table; without motions nothing is marked or remembered.
    pub(super) fn new(table: &'a mut Table, motions: Option<&'a Motions>) -> Self {
        Self { table, motions, labels: Vec::new() }
    }
}

impl Stage<Act> for Committing<'_> {
    fn step(&mut self, step: Step<'_, Act>, queue: &mut Sequencer<Act>) {
        if let Some(motions) = self.motions {
            for (at, cue) in motions.cues(&step) {
                queue.cue(at, cue);
            }
        }
        if step.end {
            self.table.commit(step.payload);
            if self.motions.is_some() {
                let start = step.at - step.elapsed;
                self.labels.push((step.id, step.payload.label(), step.role, start));
            }
        }
    }
}

/// The rate of the ticks.
#[must_use]
pub(super) fn rate() -> TickRate {
    // 200 is a legal rate, so the other one is never taken.
    TickRate::hz(HZ).unwrap_or(TickRate::HZ_144)
}
