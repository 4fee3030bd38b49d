//! The game: rules, display and players, in ticks of 1/200 s.
//!
//! What decides how a match goes on is in its [`State`]. Rules answer at once; their events queue on the
//! display, which catches up.

mod requests;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use cueline::{
    digest::digest,
    event::{Event, EventKind, Reason},
    sequencer::{Commands, EntryId, Handler, Role, Until, Update},
    time::{Span, Speed, TickRate, Time},
};

use serde::{Deserialize, Serialize};

use super::{
    act::{Act, Answer, Mood, SOUNDS},
    motions::Motions,
    state::{Seat, State},
    storyboard,
    table::Table,
};
use crate::{
    rules::{self, Level, Move, Side, Square, pdn::PdnResult},
    screen::Sound,
};

/// Ticks a second.
const HZ: u32 = 200;
/// Duration of a tick.
pub(super) const TICK: Span = Span::from_millis(5);
/// What can be asked of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// The next arrangement of who plays which side; a machine that takes one plays that well.
    Sides(Level),
    /// The machine plays that well from now on.
    Level(Level),
    /// A speed.
    Speed(Speed),
    /// Another match.
    Open(Box<State>),
    /// Shows the past at this moment of the display's clock and holds the match meanwhile; absent, shows the
    /// present again. Anything else that is asked does so too.
    Look(Option<Time>),
    /// Goes on from the past that is looked at; what came after it is gone.
    Continue,
}

/// An act that is over, for the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The number of its entry.
    pub number: u64,
    /// What it was.
    pub act: Act,
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
    answers: Vec<Answer>,
    decided: Decided,
}

/// The moves that the search has found, by the digest of the game and the level, so that a past with a machine in it plays
/// again without a second search.
type Decided = BTreeMap<u64, Move>;

impl Simulation {
    /// A match from a state.
    #[must_use]
    pub fn new(state: State, motions: Arc<Motions>) -> Self {
        Self {
            state,
            motions,
            played: VecDeque::new(),
            sounds: Vec::new(),
            trace: Vec::new(),
            traced: false,
            answers: Vec::new(),
            decided: Decided::new(),
        }
    }

    /// Keeps a line of trace for every event and cue from here on.
    pub fn keep_trace(&mut self) {
        self.traced = true;
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The answers since the last call.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        core::mem::take(&mut self.answers)
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

    /// Lets one tick pass, unless the match rests.
    pub fn tick(&mut self) {
        if self.state.is_resting() {
            return;
        }
        self.state.tick = self.state.tick + 1;
        if !self.state.clock.is_paused() {
            self.play_on();
        }
        let window = self.state.clock.advance(TICK);
        self.show(window.span());
    }

    /// Executes the commands of one tick.
    pub(super) fn command_all(&mut self, commands: &[Command]) {
        commands.iter().for_each(|command| self.command(command.clone()));
    }

    /// Executes a command. Those about the past have no effect: a simulation has none.
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
            Command::Sides(level) => self.change_sides(level),
            Command::Level(level) => self.state.set_level(level),
            Command::Speed(speed) => self.state.clock.set_speed(speed),
            Command::Open(state) => {
                let speed = self.state.clock.speed();
                self.state = *state;
                self.state.clock.set_speed(speed);
                self.played.clear();
            }
            Command::Look(_) | Command::Continue => {}
        }
    }

    /// Continues from a state and the acts that were over then.
    pub(super) fn continue_from(&mut self, state: State, played: VecDeque<Played>) {
        (self.state, self.played) = (state, played);
    }

    /// A new simulation with the same motions and another state.
    pub(super) fn with_state(&self, state: State) -> Self {
        Self::new(state, self.motions.clone())
    }

    /// Lets a recorded or computed player move, as long as the display is not far behind.
    fn play_on(&mut self) {
        while self.state.game.outcome().is_none() && !self.state.is_behind() {
            let turn = self.state.game.turn();
            let mv = match self.state.seats[turn.index()] {
                Seat::Person => return,
                Seat::Machine(level) => self.decide(level),
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
            // Recorded and searched moves are legal, so there are always events.
            let Ok(events) = events else { return };
            self.emit(&events);
        }
    }

    /// The machine's move.
    fn decide(&mut self, level: Level) -> Option<Move> {
        let position = digest(&(&self.state.game, level));
        if let Some(mv) = self.decided.get(&position) {
            return Some(*mv);
        }
        let mv = self.state.game.best(level.nodes())?.mv;
        self.decided.insert(position, mv);
        Some(mv)
    }

    /// Exchanges the decided moves with another simulation.
    pub(super) fn swap_decided(&mut self, other: &mut Self) {
        core::mem::swap(&mut self.decided, &mut other.decided);
    }

    fn emit(&mut self, events: &[rules::Event]) {
        let motions = &self.motions;
        self.state.relay.emit(events, |events, queue| storyboard::direct(motions, events, queue));
    }

    fn say(&mut self, words: impl Into<String>, mood: Mood) {
        self.answers.push(Answer::Words(words.into(), mood));
    }

    /// Lets the display's time pass.
    fn show(&mut self, by: Span) {
        let mut handler = Committing::new(&mut self.state.table, Some(&self.motions));
        let shown = self.state.relay.display_mut().advance_with(by, &mut handler);
        debug_assert!(shown.is_ok(), "the clock runs forward and acts queue nothing");
        let over = handler.over;
        self.report(over);
    }

    fn skip(&mut self) {
        let mut handler = Committing::new(&mut self.state.table, Some(&self.motions));
        let skipped = self.state.relay.display_mut().skip_with(Until::End, &mut handler);
        debug_assert!(skipped.is_ok(), "acts queue nothing");
        let over = handler.over;
        self.report(over);
    }

    /// Turns what the display has reported into sounds, bars of the panel and lines of trace.
    fn report(&mut self, over: Vec<(EntryId, Act, Role, Time)>) {
        let display = self.state.relay.display();
        for edge in display.events() {
            self.sounds.extend(heard(edge));
            let known = over.iter().find(|(id, ..)| *id == edge.id);
            if edge.kind == EventKind::End
                && let Some((id, act, role, start)) = known
            {
                if self.played.len() == REMEMBERED {
                    self.played.pop_front();
                }
                let (number, act) = (id.number(), act.clone());
                let (role, start, end) = (*role, *start, edge.due);
                self.played.push_back(Played { number, act, role, start, end });
            }
            if self.traced {
                let label = match known {
                    Some((_, act, ..)) => act.label(),
                    None => display.payload(edge.id).map(Act::label).unwrap_or_default(),
                };
                self.trace.push(line(edge.due, edge.id, edge.kind, &label));
            }
        }
    }
}

/// The sound of a cue that was played and not skipped.
pub(super) fn heard(event: &Event<EntryId>) -> Option<Sound> {
    let EventKind::Cue(number) = event.kind else { return None };
    let (sound, _) = SOUNDS.get(number as usize).filter(|_| event.reason == Reason::Played)?;
    Some(*sound)
}

/// One event as a JSON object.
fn line(due: Time, id: EntryId, kind: EventKind, label: &str) -> String {
    let edge = match kind {
        EventKind::Start => "start",
        EventKind::Cue(_) => "cue",
        EventKind::Loop => "loop",
        EventKind::End => "end",
    };
    let mut line = serde_json::json!({
        "due": due.flicks(),
        "edge": edge,
        "entry": id.number(),
        "act": label,
    });
    if let EventKind::Cue(number) = kind {
        line["cue"] = SOUNDS.get(number as usize).map_or("", |(_, name)| name).into();
    }
    line.to_string()
}

/// The handler of the display: commits what is over, and marks the sounds.
pub(super) struct Committing<'a> {
    table: &'a mut Table,
    motions: Option<&'a Motions>,
    over: Vec<(EntryId, Act, Role, Time)>,
}

impl<'a> Committing<'a> {
    /// A handler over a table; without motions nothing is marked or remembered.
    pub(super) fn new(table: &'a mut Table, motions: Option<&'a Motions>) -> Self {
        Self { table, motions, over: Vec::new() }
    }
}

impl Handler<Act> for Committing<'_> {
    fn update(&mut self, step: Update<'_, Act>, commands: &mut Commands<'_, Act>) {
        if let Some(motions) = self.motions {
            for (at, cue) in motions.cues(&step) {
                commands.cue(at, cue);
            }
        }
        if step.ended {
            self.table.commit(step.payload);
            if self.motions.is_some() {
                let start = step.at - step.elapsed;
                self.over.push((step.id, step.payload.clone(), step.role, start));
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
