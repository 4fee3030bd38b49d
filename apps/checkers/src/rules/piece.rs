//! Sides, ranks, and pieces that keep their identity.

use core::fmt;
use cueline::digest::Digest;

use serde::{Deserialize, Serialize};

use super::Square;
use super::square::{ALL, DOWN, Direction, UP};

/// One of the two players.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Digest, Serialize, Deserialize,
)]
pub enum Side {
    /// Begins on 1 to 12, moves first and towards higher numbers.
    Black,
    /// Begins on 21 to 32 and moves towards lower numbers.
    White,
}

impl Side {
    /// Both, the one that moves first first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White, to index a table of sides.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The row, 0 to 7 from the top, on which its men are crowned.
    #[must_use]
    pub const fn crown_row(self) -> u8 {
        match self {
            Self::Black => 7,
            Self::White => 0,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// What a piece may do.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Digest, Serialize, Deserialize,
)]
pub enum Rank {
    /// Moves and captures forward only.
    Man,
    /// Moves and captures both ways.
    King,
}

/// What stands on a square, whichever piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub struct Occupant {
    /// Whose it is.
    pub side: Side,
    /// What it may do.
    pub rank: Rank,
}

impl Occupant {
    pub(super) const fn directions(self) -> &'static [Direction] {
        match (self.rank, self.side) {
            (Rank::King, _) => ALL,
            (Rank::Man, Side::Black) => DOWN,
            (Rank::Man, Side::White) => UP,
        }
    }
}

/// Which piece: 0 to 11 are Black's and 12 to 23 White's, each in the order of the squares on which
/// they stood when the game began. A piece keeps its number when it moves and when it is crowned.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Digest, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct PieceId(
    /// Below [`PieceId::COUNT`].
    u8,
);

impl PieceId {
    /// How many there are: 24.
    pub const COUNT: usize = 24;

    /// The piece of a number; `None` from 24 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 23.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose piece it is.
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0 < 12 { Side::Black } else { Side::White }
    }
}

impl TryFrom<u8> for PieceId {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("pieces are numbered 0 to 23")
    }
}
impl From<PieceId> for u8 {
    fn from(id: PieceId) -> Self {
        id.0
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub struct Piece {
    /// Which one.
    pub id: PieceId,
    /// Whose, and what it may do now.
    pub occupant: Occupant,
    /// Where it stands.
    pub square: Square,
}
