//! Games as data: the first position and the moves, played again by the rules when they are loaded.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Draws, Game};
use crate::rules::{Move, Outcome, Position, Refusal};

/// A game that cannot be loaded, as one of its moves is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameError {
    /// Which move, from 1, both sides counted; one past the last for a declared end.
    pub ply: usize,
    /// Why it cannot be played.
    pub refusal: Refusal,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    start: Position,
    moves: Vec<Move>,
    declared: Option<Outcome>,
    draws: Draws,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let moves = self.moves().collect();
        Saved { start: self.start, moves, declared: self.declared, draws: self.draws }.serialize(to)
    }
}
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Saved::deserialize(from)?.try_into().map_err(de::Error::custom)
    }
}
impl TryFrom<Saved> for Game {
    type Error = GameError;
    fn try_from(saved: Saved) -> Result<Self, GameError> {
        // Draws may have become automatic late, so they must not stop the moves before that.
        let mut game = Self::from_position(saved.start, Draws::Agreed);
        for (ply, mv) in (1..).zip(&saved.moves) {
            game.play(*mv).map_err(|refusal| GameError { ply, refusal })?;
        }
        if let Some(outcome) = saved.declared {
            let ply = saved.moves.len() + 1;
            game.declare(outcome).map_err(|refusal| GameError { ply, refusal })?;
        }
        game.set_draws(saved.draws);
        Ok(game)
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the saved game cannot be played: {}", self.ply, self.refusal)
    }
}
impl core::error::Error for GameError {}
