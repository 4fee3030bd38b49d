//! What can be wrong with a file, and where.

use core::fmt;

use super::limits::{MAX_PLIES, MAX_TAGS};
use crate::rules::{FenError, MoveText, MoveTextError, Refusal};

/// A fault in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// The character in its line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: PdnFault,
}

/// What is wrong in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PdnFault {
    /// Something else than what can stand there.
    Unexpected {
        /// The beginning of what was found, 24 characters at most; empty at the end of the file.
        found: String,
        /// What was needed.
        needed: &'static str,
    },
    /// A comment, variation, tag or quotation that begins here and never ends.
    Unclosed {
        /// The character that would end it.
        needed: char,
    },
    /// It looks like a move and is none.
    NotAMove {
        /// The beginning of it, 24 characters at most.
        found: String,
        /// Why it is none.
        error: MoveTextError,
    },
    /// A move that the rules do not allow.
    Illegal {
        /// The move.
        written: MoveText,
        /// Which of its game, from 1, both sides counted.
        ply: usize,
        /// Why it is not allowed.
        refusal: Refusal,
    },
    /// The position in a FEN tag is none.
    Fen(FenError),
    /// A game with more than [`MAX_PLIES`] moves.
    TooManyMoves,
    /// A game with more than [`MAX_TAGS`] tags.
    TooManyTags,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl fmt::Display for PdnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found, needed } if found.is_empty() => {
                write!(f, "the text ends, where {needed} was needed")
            }
            Self::Unexpected { found, needed } => {
                write!(f, "found {found:?}, where {needed} was needed")
            }
            Self::Unclosed { needed } => {
                write!(f, "what begins here needs a `{needed}` at its end")
            }
            Self::NotAMove { found, error } => write!(f, "{found:?} is no move: {error}"),
            Self::Illegal { written, ply, refusal } => {
                write!(f, "{written}, move {ply} of the game, is not legal: {refusal}")
            }
            Self::Fen(error) => write!(f, "the FEN tag is no position: {error}"),
            Self::TooManyMoves => write!(f, "a game has more than {MAX_PLIES} moves"),
            Self::TooManyTags => write!(f, "a game has more than {MAX_TAGS} tags"),
        }
    }
}

impl core::error::Error for PdnError {}
