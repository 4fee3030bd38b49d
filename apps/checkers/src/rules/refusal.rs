//! Why a move was not played.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Outcome, Side, Square};

/// Why a move was not played. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    GameOver {
        /// How it ended.
        outcome: Outcome,
    },
    /// Nothing stands there.
    EmptySquare {
        /// The square that was to be left.
        square: Square,
    },
    /// The other side's piece stands there.
    NotYours {
        /// The square that was to be left.
        square: Square,
        /// Who is to move.
        turn: Side,
    },
    /// Captures are forced, and this is none.
    MustCapture {
        /// A square from which a capture is possible, the lowest.
        from: Square,
    },
    /// The piece there cannot move.
    Blocked {
        /// Where it stands.
        square: Square,
    },
    /// The piece can move, but not there, or not by this way.
    Unreachable {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A jump that begins so has to go on.
    Unfinished {
        /// Where the jump was to stop.
        at: Square,
        /// Where it can go on to, the lowest of these.
        next: Square,
    },
    /// Written as a capture, and it is a step.
    NotACapture {
        /// Where the piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// Several ways lead there and capture different pieces: the squares between have to be named.
    Ambiguous {
        /// Where the piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// How many ways there are, at least two.
        ways: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver { outcome } => write!(f, "the game is over ({outcome})"),
            Self::EmptySquare { square } => write!(f, "nothing stands on {square}"),
            Self::NotYours { square, turn } => {
                write!(
                    f,
                    "the piece on {square} belongs to {}, but {turn} is to move",
                    turn.other()
                )
            }
            Self::MustCapture { from } => write!(f, "captures are forced: one begins on {from}"),
            Self::Blocked { square } => write!(f, "the piece on {square} cannot move"),
            Self::Unreachable { from, to } => {
                write!(f, "the piece on {from} cannot move to {to} like this")
            }
            Self::Unfinished { at, next } => {
                write!(f, "the jump cannot stop on {at}: it goes on, for example to {next}")
            }
            Self::NotACapture { from, to } => write!(f, "{from} to {to} captures nothing"),
            Self::Ambiguous { from, to, ways } => {
                write!(
                    f,
                    "{ways} different captures lead from {from} to {to}: name the squares between"
                )
            }
        }
    }
}

impl core::error::Error for Refusal {}
