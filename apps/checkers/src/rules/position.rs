//! A position: who stands where and who is to move, as three sets of squares.

use core::fmt;
use cueline::digest::Digest;

use serde::{Deserialize, Serialize};

use super::path::Path;
use super::square::{JUMPS, STEPS, squares_of};
use super::{Move, MoveText, Occupant, Rank, Refusal, Side, Square};

mod resolve;

/// The most pieces a side may have.
pub const MAX_PIECES_PER_SIDE: usize = 12;

/// Who stands where, and who is to move. Saved as its [FEN](Position::from_fen).
///
/// ```
/// use checkers::rules::Position;
///
/// let start = Position::START;
/// assert_eq!(start.legal_moves().len(), 7);
/// let next = start.play("11-15".parse()?)?;
/// assert!(next.play("22-18".parse()?)?.must_capture());
/// assert!(next.play("22-15".parse()?).is_err(), "no piece moves like that");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Position {
    /// The squares of each side, at most 12 each, by [`Side::index`]; nothing is in both.
    #[digest(list)]
    sides: [u32; 2],
    /// Those of `sides` that are kings. Every piece on its crown row is one.
    kings: u32,
    turn: Side,
}

/// Why pieces make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionError {
    /// Two pieces on one square.
    Taken {
        /// That square.
        square: Square,
    },
    /// More pieces than [`MAX_PIECES_PER_SIDE`].
    TooMany {
        /// Whose.
        side: Side,
    },
    /// A man where he would have been crowned.
    Uncrowned {
        /// Where he stands.
        square: Square,
    },
}

impl Position {
    /// The opening: twelve men each, Black to move.
    pub const START: Self = Self { sides: [0x0000_0FFF, 0xFFF0_0000], kings: 0, turn: Side::Black };

    /// The position of these pieces.
    ///
    /// # Errors
    ///
    /// [`PositionError`] for the first piece that does not fit in.
    pub fn with(
        turn: Side,
        pieces: impl IntoIterator<Item = (Square, Occupant)>,
    ) -> Result<Self, PositionError> {
        let mut position = Self { sides: [0; 2], kings: 0, turn };
        for (square, Occupant { side, rank }) in pieces {
            if position.at(square).is_some() {
                return Err(PositionError::Taken { square });
            }
            if position.count(side) == MAX_PIECES_PER_SIDE {
                return Err(PositionError::TooMany { side });
            }
            if rank == Rank::Man && square.row() == side.crown_row() {
                return Err(PositionError::Uncrowned { square });
            }
            position.put(square, Occupant { side, rank });
        }
        Ok(position)
    }

    /// What stands on a square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Occupant> {
        let side = if self.sides[0] & square.bit() != 0 {
            Side::Black
        } else if self.sides[1] & square.bit() != 0 {
            Side::White
        } else {
            return None;
        };
        let rank = if self.kings & square.bit() != 0 { Rank::King } else { Rank::Man };
        Some(Occupant { side, rank })
    }

    /// Every piece, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Occupant)> {
        let position = *self;
        Square::all().filter_map(move |square| Some((square, position.at(square)?)))
    }

    /// How many pieces a side has, 0 to 12.
    #[must_use]
    pub const fn count(&self, side: Side) -> usize {
        self.sides[side.index()].count_ones() as usize
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whether the side to move can capture, and so has to.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.first_capture().is_some()
    }

    /// Every legal move: the captures if there are any, else the steps. None if the game is lost.
    ///
    /// In the order of the squares where they begin, and so the same each time.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let captures = self.captures();
        if captures.is_empty() { self.steps() } else { captures }
    }

    /// The captures among the legal moves.
    pub(super) fn captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (square, occupant) in self.movers() {
            let board = self.without(square);
            board.jump_on(occupant, square, Path::begin(square), &mut moves);
        }
        moves
    }

    /// Adds every continuation of a jump that came along `path` to `at`. The board is that
    /// of `self`, without the piece that jumps and without what it captured.
    fn jump_on(self, piece: Occupant, at: Square, path: Path, moves: &mut Vec<Move>) {
        for &direction in piece.directions() {
            // A full path has captured all that there was, so nothing is left to jump over.
            let Some((over, to)) = self.jump(piece.side, at, direction) else { continue };
            let Some(path) = path.then(to) else { continue };
            let board = self.without(over);
            let before = moves.len();
            board.jump_on(piece, to, path, moves);
            if moves.len() == before {
                moves.push(Move::along(path));
            }
        }
    }

    /// The captured square and the landing square of a jump of `side` from `at`, if there is one.
    /// A man that lands on its crown row cannot go on, so crowning ends a move by itself.
    fn jump(&self, side: Side, at: Square, direction: usize) -> Option<(Square, Square)> {
        let over = STEPS[at.index()][direction]?;
        let to = JUMPS[at.index()][direction]?;
        let theirs = self.sides[side.other().index()] & over.bit() != 0;
        (theirs && self.empty() & to.bit() != 0).then_some((over, to))
    }

    fn steps(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (square, occupant) in self.movers() {
            for &direction in occupant.directions() {
                if let Some(to) = STEPS[square.index()][direction]
                    && self.empty() & to.bit() != 0
                    && let Some(path) = Path::begin(square).then(to)
                {
                    moves.push(Move::along(path));
                }
            }
        }
        moves
    }

    /// The lowest square from which the side to move can capture.
    pub(super) fn first_capture(&self) -> Option<Square> {
        let can = |(square, piece): &(Square, Occupant)| {
            // The piece that jumps need not leave the board first: its first landing is elsewhere.
            piece.directions().iter().any(|&d| self.jump(piece.side, *square, d).is_some())
        };
        self.movers().find(can).map(|(square, _)| square)
    }

    /// Plays what is written, from this position.
    ///
    /// # Errors
    ///
    /// As [`resolve`](Self::resolve).
    pub fn play(&self, written: MoveText) -> Result<Self, Refusal> {
        Ok(self.after(&self.resolve(written)?))
    }

    /// The position after a legal move. After any other move it is a position of no meaning.
    #[must_use]
    pub(super) fn after(&self, mv: &Move) -> Self {
        let Some(mut piece) = self.at(mv.from()) else { return *self };
        let mut next =
            mv.captured().fold(self.without(mv.from()), |board, over| board.without(over));
        if mv.to().row() == piece.side.crown_row() {
            piece.rank = Rank::King;
        }
        next.put(mv.to(), piece);
        next.turn = self.turn.other();
        next
    }

    /// The pieces of the side to move.
    fn movers(&self) -> impl Iterator<Item = (Square, Occupant)> {
        let side = self.turn;
        let kings = self.kings;
        squares_of(self.sides[side.index()]).map(move |square| {
            let rank = if kings & square.bit() != 0 { Rank::King } else { Rank::Man };
            (square, Occupant { side, rank })
        })
    }

    /// The squares of a side's pieces of one rank.
    pub(super) const fn set(&self, side: Side, rank: Rank) -> u32 {
        let all = self.sides[side.index()];
        match rank {
            Rank::Man => all & !self.kings,
            Rank::King => all & self.kings,
        }
    }

    pub(super) const fn empty(&self) -> u32 {
        !(self.sides[0] | self.sides[1])
    }

    const fn without(mut self, square: Square) -> Self {
        self.sides[0] &= !square.bit();
        self.sides[1] &= !square.bit();
        self.kings &= !square.bit();
        self
    }

    const fn put(&mut self, square: Square, piece: Occupant) {
        self.sides[piece.side.index()] |= square.bit();
        if matches!(piece.rank, Rank::King) {
            self.kings |= square.bit();
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken { square } => write!(f, "two pieces stand on {square}, where one can"),
            Self::TooMany { side } => {
                write!(f, "{side} has more than {MAX_PIECES_PER_SIDE} pieces")
            }
            Self::Uncrowned { square } => {
                write!(f, "the man on {square} stands where he must be a king")
            }
        }
    }
}
impl core::error::Error for PositionError {}

#[cfg(test)]
mod tests;
