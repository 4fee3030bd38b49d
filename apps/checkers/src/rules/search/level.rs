//! How well the machine plays.

use cueline::digest::Digest;
use serde::{Deserialize, Serialize};

/// How well the machine plays, by how many positions it looks at for a move. The same on every machine.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Digest,
    Serialize,
    Deserialize,
)]
pub enum Level {
    /// It sees the next captures.
    Beginner,
    /// It sees a few moves ahead.
    Club,
    /// It takes a few hundredths of a second for a move.
    #[default]
    Strong,
}

impl Level {
    /// From the weakest.
    pub const ALL: [Self; 3] = [Self::Beginner, Self::Club, Self::Strong];

    /// Positions that it looks at for a move.
    #[must_use]
    pub const fn nodes(self) -> u64 {
        match self {
            Self::Beginner => 40,
            Self::Club => 1_500,
            Self::Strong => 40_000,
        }
    }

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Club => "club",
            Self::Strong => "strong",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Outcome, Side};

    /// Wins less losses of `level` against a weaker one over each first move of Black's, played with both sides.
    fn balance(level: Level, weaker: Level) -> i32 {
        let mut balance = 0;
        for first in Game::new().position().legal_moves() {
            for side in Side::BOTH {
                let mut game = Game::new();
                game.play(first).unwrap();
                while game.outcome().is_none() && game.moves().len() < 120 {
                    let level = if game.turn() == side { level } else { weaker };
                    let mv = game.best(level.nodes()).unwrap().mv;
                    game.play(mv).unwrap();
                }
                if let Some(winner) = game.outcome().and_then(Outcome::winner) {
                    balance += if winner == side { 1 } else { -1 };
                }
            }
        }
        balance
    }

    #[test]
    fn a_better_level_wins_most_games() {
        let found = balance(Level::Club, Level::Beginner);
        assert!(found >= 7, "of 14 games, {found} more won than lost");
    }
}
