//! How a game ended.

use core::fmt;
use cueline::digest::Digest;

use serde::{Deserialize, Serialize};

use super::Side;

/// Who won a game, and how it came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub enum Outcome {
    /// One side won.
    Won {
        /// The winner.
        side: Side,
        /// What ended the game.
        by: Ending,
    },
    /// Neither side won.
    Drawn {
        /// What ended the game.
        by: Ending,
    },
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won { side, .. } => Some(side),
            Self::Drawn { .. } => None,
        }
    }

    /// Whether the players ended it by a word and not by a move.
    #[must_use]
    pub const fn is_declared(self) -> bool {
        matches!(self.by(), Ending::Resigned | Ending::Agreed)
    }

    /// What ended the game.
    #[must_use]
    pub const fn by(self) -> Ending {
        match self {
            Self::Won { by, .. } | Self::Drawn { by } => by,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Ending {
    /// The loser has no piece left.
    Captured,
    /// The loser has pieces, and none of them can move.
    Blocked,
    /// The loser gave up, or the record of the game says that he lost.
    Resigned,
    /// Both agreed to a draw, or the record of the game says so.
    Agreed,
    /// The same position came up for the third time with the same side to move.
    Repetition,
    /// Each side made 40 moves in a row without a capture and without a move of a man.
    NoProgress,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won { side, by } => write!(f, "{side} wins: {by}"),
            Self::Drawn { by } => write!(f, "a draw: {by}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Captured => "no piece is left",
            Self::Blocked => "no piece can move",
            Self::Resigned => "the other gave up",
            Self::Agreed => "both agreed",
            Self::Repetition => "the position came up three times",
            Self::NoProgress => "40 moves each without progress",
        })
    }
}
