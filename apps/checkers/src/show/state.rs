//! All that decides how a match goes on, as plain data: it is saved, loaded, hashed and handed to a
//! drawing thread by copying it.

use cueline::{
    digest::Digest,
    relay::Relay,
    time::{Clock, Tick},
};
use serde::{Deserialize, Serialize};

use super::{act::Act, storyboard, table::Table};
use crate::rules::{
    Draws, Game, Level, Move, Side, Square,
    pdn::{PdnGame, PdnResult},
};

/// Moves that the display may still owe before the next move is played.
const AHEAD: u64 = 2;

/// Who moves a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
pub enum Seat {
    /// The recorded game.
    Record,
    /// A person.
    Person,
    /// The search.
    Machine(Level),
}

/// All that decides how a match goes on.
#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
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
    #[digest(list)]
    pub seats: [Seat; 2],
    /// Players' names, by [`Side::index`].
    #[digest(list)]
    pub names: [String; 2],
    /// Name of the match.
    pub title: String,
    /// The recorded moves.
    pub(super) record: Vec<Move>,
    pub(super) record_result: PdnResult,
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
        let names = [name("Black", Side::Black), name("White", Side::White)];
        let title = pdn.tag("Event").unwrap_or("A match");
        Self {
            record: pdn.game.moves().collect(),
            record_result: pdn.result,
            ..Self::of(game, [Seat::Record; 2], names, title)
        }
    }

    /// A new game between a person, who begins, and the machine.
    #[must_use]
    pub fn fresh(level: Level) -> Self {
        let names = Side::BOTH.map(|side| storyboard::name(side).to_owned());
        Self::of(Game::new(), [Seat::Person, Seat::Machine(level)], names, "A new game")
    }

    /// A match that begins, without a record.
    fn of(game: Game, seats: [Seat; 2], names: [String; 2], title: &str) -> Self {
        Self {
            table: Table::of(&game),
            game,
            relay: Relay::new(),
            clock: Clock::new(),
            tick: Tick::ZERO,
            seats,
            names,
            title: title.to_owned(),
            record: Vec::new(),
            record_result: PdnResult::Unknown,
            path: Vec::new(),
        }
    }

    /// Whether it goes on without a person.
    pub(super) fn is_automatic(&self) -> bool {
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

    /// Whether nothing will happen any more before a person asks for something: its time stands still.
    #[must_use]
    pub fn is_resting(&self) -> bool {
        let seat = self.seats[self.game.turn().index()];
        let waits = seat == Seat::Person || self.game.outcome().is_some();
        self.is_over() || waits && self.relay.display().is_empty()
    }

    /// How well the machine plays, where it plays.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.seats.iter().find_map(|seat| match seat {
            Seat::Machine(level) => Some(*level),
            Seat::Record | Seat::Person => None,
        })
    }

    /// Lets every machine play that well.
    pub(super) fn set_level(&mut self, level: Level) {
        for seat in &mut self.seats {
            if let Seat::Machine(of) = seat {
                *of = level;
            }
        }
    }

    /// Moves that have been shown to their end.
    #[must_use]
    pub fn shown_moves(&self) -> usize {
        shown_moves(&self.game, &self.relay)
    }

    /// Moves shown and moves in all, where the match is recorded.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.relay.shown(), self.record.len() as u64 + 1)
    }

    pub(super) fn next_recorded(&self) -> Option<Move> {
        self.record.get(self.game.moves().len()).copied()
    }

    pub(super) fn is_behind(&self) -> bool {
        self.relay.emitted() - self.relay.shown() >= AHEAD
    }
}

/// Moves of a game that a display has shown to their end.
pub(super) fn shown_moves(game: &Game, relay: &Relay<Act>) -> usize {
    let owed = relay.emitted() - relay.shown();
    let mut owed = usize::try_from(owed).unwrap_or(usize::MAX);
    // A result that both sides agree on is a decision and no move.
    let declared = game.outcome().is_some_and(|outcome| outcome.is_declared());
    owed -= usize::from(declared && owed > 0);
    game.moves().len().saturating_sub(owed)
}
