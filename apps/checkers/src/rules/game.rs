//! A game: a position with its past.

use cueline::digest::Digest;
use serde::{Deserialize, Serialize};

use super::{
    Ending, Event, Hop, Move, MoveText, Occupant, Outcome, Piece, PieceId, Position, Rank, Refusal,
    Side, Square,
};

mod save;

pub use save::GameError;

/// Points for capturing a man.
const MAN_POINTS: u32 = 100;
/// Points for capturing a king.
const KING_POINTS: u32 = 250;
/// Points for crowning a man.
const CROWN_POINTS: u32 = 150;
/// After how many moves in a row without a capture or a move of a man, both sides counted, a game is drawn.
const QUIET_PLIES: u32 = 80;

/// Whether the rules end a game that goes nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub enum Draws {
    /// A third repetition, and 40 moves of each side without progress, end the game at once.
    #[default]
    Automatic,
    /// Only an agreement does; for games that were played by people who did not claim their draws.
    Agreed,
}

/// A game of checkers: plain data, saved as its first position and its moves.
///
/// ```
/// use checkers::rules::{Event, Game};
///
/// let mut game = Game::new();
/// for text in ["11-15", "22-18"] {
///     game.play_text(text.parse()?)?;
/// }
/// let events = game.play_text("15x22".parse()?)?;
/// assert!(matches!(events[0], Event::Hopped { .. }));
/// assert!(matches!(events[1], Event::Captured { .. }));
/// assert!(game.play_text("24-20".parse()?).is_err(), "captures are forced");
/// assert_eq!(game.moves().count(), 3);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Digest)]
pub struct Game {
    start: Position,
    draws: Draws,
    past: Vec<Ply>,
    now: State,
    /// Given up or agreed. Set only while the board alone left the game open.
    declared: Option<Outcome>,
    /// Follows from all the others; see `judge`.
    outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
struct Ply {
    before: State,
    mv: Move,
}

/// What a move changes, and undoing it restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
struct State {
    position: Position,
    /// Who stands where, by [`Square::index`]: on the very squares on which `position` has pieces.
    #[digest(list)]
    ids: [Option<PieceId>; 32],
    /// By [`Side::index`].
    #[digest(list)]
    score: [u32; 2],
    /// Moves of both sides since the last capture or move of a man.
    quiet: u32,
}

impl Game {
    /// A new game from the opening, with automatic draws.
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Position::START, Draws::Automatic)
    }

    /// A game that begins with a position. It may be over at once.
    #[must_use]
    pub fn from_position(start: Position, draws: Draws) -> Self {
        let mut ids = [None; 32];
        let mut next = [0, 12];
        for (square, occupant) in start.pieces() {
            // At most 12 a side, as a position has no more: below 12 and below 24.
            let number: &mut u8 = &mut next[occupant.side.index()];
            ids[square.index()] = PieceId::new(*number);
            *number += 1;
        }
        let now = State { position: start, ids, score: [0; 2], quiet: 0 };
        let mut game = Self { start, draws, past: Vec::new(), now, declared: None, outcome: None };
        game.judge();
        game
    }

    /// The position at the beginning.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// Who is to move; of a game that is over, who would be.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.now.position.turn()
    }

    /// The moves played, first to last.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.past.iter().map(|ply| ply.mv)
    }

    /// The positions before each move played, first to last, without the one now.
    #[must_use]
    pub fn earlier(&self) -> impl DoubleEndedIterator<Item = Position> + ExactSizeIterator {
        self.past.iter().map(|ply| ply.before.position)
    }

    /// The pieces on the board, in the order of their squares.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        Square::all().filter_map(|square| self.piece_at(square))
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let id = self.now.ids[square.index()]?;
        Some(Piece { id, occupant: self.now.position.at(square)?, square })
    }

    /// A side's points: for a captured man 100 and for a king 250, times the number of the jump in its
    /// move; for a crowning 150.
    #[must_use]
    pub const fn score(&self, side: Side) -> u32 {
        self.now.score[side.index()]
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves, in the order of the squares where they begin; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.now.position.legal_moves(),
        }
    }

    /// The legal moves that begin with these squares: where a piece that was pointed at can go.
    #[must_use]
    pub fn moves_along(&self, squares: &[Square]) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.squares().starts_with(squares));
        moves
    }

    /// Whether the rules end a game that goes nowhere.
    #[must_use]
    pub const fn draws(&self) -> Draws {
        self.draws
    }

    /// Sets whether the rules end a game that goes nowhere. This game may then be over, or open again.
    pub fn set_draws(&mut self, draws: Draws) {
        self.draws = draws;
        self.judge();
    }

    /// The legal move that is meant by a written one.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that says why there is none.
    pub fn resolve(&self, written: MoveText) -> Result<Move, Refusal> {
        match self.outcome {
            Some(outcome) => Err(Refusal::GameOver { outcome }),
            None => self.now.position.resolve(written),
        }
    }

    /// Plays a move and returns all that it did, in order.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that says why the move is not legal; the game is as it was.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Event>, Refusal> {
        // Only the very path counts here, and not another path between the same squares.
        if self.resolve(mv.into())? != mv {
            return Err(Refusal::Unreachable { from: mv.from(), to: mv.to() });
        }
        let before = self.now;
        let mut events = Vec::new();
        self.move_piece(mv, &mut events);
        self.now.position = before.position.after(&mv);
        self.now.quiet = match before.position.at(mv.from()) {
            Some(Occupant { rank: Rank::King, .. }) if !mv.is_capture() => before.quiet + 1,
            _ => 0,
        };
        self.past.push(Ply { before, mv });
        self.judge();
        events.push(self.outcome.map_or(Event::TurnPassed { to: self.turn() }, Event::from));
        Ok(events)
    }

    /// Plays what is written or pointed at. As [`resolve`](Self::resolve) and [`play`](Self::play) in one.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that says why no legal move is written so; the game is as it was.
    pub fn play_text(&mut self, written: MoveText) -> Result<Vec<Event>, Refusal> {
        self.play(self.resolve(written)?)
    }

    /// As [`play_text`](Self::play_text), with a refusal as an event like all others.
    pub fn submit(&mut self, written: MoveText) -> Vec<Event> {
        self.play_text(written).unwrap_or_else(|refusal| vec![refusal.into()])
    }

    /// Gives the game up for a side.
    ///
    /// # Errors
    ///
    /// [`Refusal::GameOver`].
    pub fn resign(&mut self, side: Side) -> Result<Event, Refusal> {
        self.declare(Outcome::Won { side: side.other(), by: Ending::Resigned })
    }

    /// Ends the game with a draw that both have agreed to.
    ///
    /// # Errors
    ///
    /// [`Refusal::GameOver`].
    pub fn agree_draw(&mut self) -> Result<Event, Refusal> {
        self.declare(Outcome::Drawn { by: Ending::Agreed })
    }

    /// Takes back the last move, and with it what was declared after it. With no move to take back,
    /// what was declared is taken back all the same.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.past.pop();
        if let Some(ply) = last {
            self.now = ply.before;
        }
        self.declared = None;
        self.judge();
        last.map(|ply| ply.mv)
    }

    fn declare(&mut self, outcome: Outcome) -> Result<Event, Refusal> {
        if let Some(outcome) = self.outcome {
            return Err(Refusal::GameOver { outcome });
        }
        self.declared = Some(outcome);
        self.judge();
        Ok(outcome.into())
    }

    /// Moves the identities and counts the points of a legal move.
    fn move_piece(&mut self, mv: Move, events: &mut Vec<Event>) {
        let position = self.now.position;
        // A legal move begins on a piece, and every piece has an identity.
        let (Some(occupant), Some(piece)) =
            (position.at(mv.from()), self.now.ids[mv.from().index()].take())
        else {
            return;
        };
        // A move has at most 12 hops.
        let hops = u8::try_from(mv.hops().len()).unwrap_or(u8::MAX);
        for (hop, Hop { from, to, captured }) in (0u8..).zip(mv.hops()) {
            events.push(Event::Hopped { piece, from, to, hop, hops });
            let Some(square) = captured else { continue };
            let victim = self.now.ids[square.index()].take();
            if let (Some(victim), Some(Occupant { rank, .. })) = (victim, position.at(square)) {
                events.push(Event::Captured { piece: victim, square, rank, by: piece });
                let worth = if rank == Rank::King { KING_POINTS } else { MAN_POINTS };
                events.push(self.score_points(occupant.side, worth, u32::from(hop) + 1, square));
            }
        }
        self.now.ids[mv.to().index()] = Some(piece);
        if occupant.rank == Rank::Man && mv.to().row() == occupant.side.crown_row() {
            events.push(Event::Crowned { piece, square: mv.to() });
            events.push(self.score_points(occupant.side, CROWN_POINTS, 1, mv.to()));
        }
    }

    fn score_points(&mut self, side: Side, worth: u32, multiplier: u32, square: Square) -> Event {
        let points = worth * multiplier; // at most 250 * 12
        let total = self.now.score[side.index()].saturating_add(points);
        self.now.score[side.index()] = total;
        Event::Scored { side, points, multiplier, total, square }
    }

    /// Computes the outcome again.
    fn judge(&mut self) {
        self.outcome = self.on_board().or(self.declared);
    }

    /// The outcome that board and past alone decide.
    fn on_board(&self) -> Option<Outcome> {
        let position = &self.now.position;
        let turn = position.turn();
        if position.legal_moves().is_empty() {
            let by = if position.count(turn) == 0 { Ending::Captured } else { Ending::Blocked };
            return Some(Outcome::Won { side: turn.other(), by });
        }
        if self.draws == Draws::Agreed {
            return None;
        }
        if self.now.quiet >= QUIET_PLIES {
            return Some(Outcome::Drawn { by: Ending::NoProgress });
        }
        // Nothing before the last capture or move of a man can have been the same.
        let comparable = usize::try_from(self.now.quiet).unwrap_or(usize::MAX);
        let again = self.past.iter().rev().take(comparable);
        let times = 1 + again.filter(|ply| ply.before.position == *position).count();
        (times >= 3).then_some(Outcome::Drawn { by: Ending::Repetition })
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
