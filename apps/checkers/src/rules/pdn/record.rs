//! A game as a file records it.

use cueline::digest::Digest;
use serde::{Deserialize, Serialize};

use crate::rules::{Game, Side};

/// What a file says of how a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub enum PdnResult {
    /// `1-0`: Black, who moves first, won.
    BlackWon,
    /// `0-1`: White won.
    WhiteWon,
    /// `1/2-1/2`: a draw.
    Drawn,
    /// `*`, or nothing.
    #[default]
    Unknown,
}

impl PdnResult {
    /// As it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::BlackWon => "1-0",
            Self::WhiteWon => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result of a game as the rules see it.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        match game.outcome().map(|outcome| outcome.winner()) {
            Some(Some(Side::Black)) => Self::BlackWon,
            Some(Some(Side::White)) => Self::WhiteWon,
            Some(None) => Self::Drawn,
            None => Self::Unknown,
        }
    }

    /// What the value of a Result tag says.
    pub(super) fn of_tag(value: &str) -> Self {
        Self::read(value.trim()).unwrap_or_default()
    }

    pub(super) fn read(word: &str) -> Option<Self> {
        match word {
            "1-0" | "2-0" => Some(Self::BlackWon),
            "0-1" | "0-2" => Some(Self::WhiteWon),
            "1/2-1/2" | "1-1" => Some(Self::Drawn),
            "*" | "0-0" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// A game from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdnGame {
    /// The line, from 1, on which it begins.
    pub line: usize,
    /// Its tags, name and value, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// What the file says of its end: behind the moves or else in the Result tag.
    pub result: PdnResult,
    /// The game, with draws only as agreed. Where the board leaves it open, it ends as `result` says.
    pub game: Game,
}

impl PdnGame {
    /// The value of the first tag of a name, in capitals or not.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}
